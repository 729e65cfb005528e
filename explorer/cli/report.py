"""The command ``endphase report``: a board, or the corpus, as a page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from explorer.cli.boards import wished
from explorer.cli.options import (
    CHECKPOINT,
    JOBS,
    OK,
    PARTIAL,
    code_of,
    collected,
    limits,
    named,
    searched,
    status,
    timed,
    told,
    wishing,
    without_json,
)
from explorer.streams import aside

MOST_STATES = 2000
"""The boards of the corpus that a page of it can walk through have no more states, unless told otherwise."""

_LARGE = 50_000
"""The number of states from which writing the page of a board is worth a warning."""


@click.command()
@click.argument("board", required=False)
@click.option("--corpus", is_flag=True, help="The verdicts on all rulings, each with its walkable boards.")
@click.option("--atlas", type=click.Path(path_type=Path), metavar="DIR", help="What a sweep into DIR has found.")
@click.option(
    "--questions",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="With --atlas: also write the questions as ruling files.",
)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE", help="The HTML file.")
@wishing
@click.option(
    "--walkable",
    type=click.IntRange(0),
    metavar="N",
    default=MOST_STATES,
    show_default=True,
    help="With --corpus: leave out boards of more states.",
)
@without_json
@JOBS
@CHECKPOINT
@timed
def report(
    board: str | None,
    corpus: bool,
    atlas: Path | None,
    questions: Path | None,
    output: Path,
    player: str,
    wants: tuple[str, ...],
    other_wants: tuple[str, ...],
    walkable: int,
    **given: Any,
) -> int:
    """Write one HTML page that needs no network: BOARD to walk through, all rulings, or a sweep.

    The page shows the board, the legal moves and what forbids the others, the play so far, the outcomes in reach and
    the state graph; its address tells the play (docs/report.md). With --lang ja it begins in Japanese, else as the
    browser has it. With --corpus the exit code is that of check.
    """
    if (board is not None) + corpus + (atlas is not None) != 1:
        raise click.UsageError("report takes a BOARD, or --corpus, or --atlas DIR")
    if questions is not None and atlas is None:
        raise click.UsageError("--questions: with --atlas only")
    if atlas is not None:
        return _atlas(atlas, questions, output, given["lang"])
    if corpus:
        if given["checkpoint"] is not None:
            raise click.UsageError("--checkpoint: not with --corpus, whose searches are short")
        if wants or other_wants:
            raise click.UsageError("--want, --other-wants: not with --corpus, whose rulings tell their own")
        return _corpus(output, walkable, given)
    return _board(board or "", output, player, wants, other_wants, given)


def _board(
    board: str, output: Path, player: str, wants: tuple[str, ...], other_wants: tuple[str, ...], given: dict[str, Any]
) -> int:
    from explorer.questions.walk import Walk
    from explorer.questions.wishes import watched
    from models.ruleset import Words
    from reports import plaintext
    from reports.graphs import written
    from reports.page import board_page

    about, library, tell = named(board, given)
    wishes = wished(about, library, player, wants, other_wants)
    inquiry = searched(about, library, given, watched(wishes), pictured=True)
    graph = inquiry.graph
    if graph.limit is not None:
        aside(f"endphase: {plaintext.stopped(graph.limit)}; there is no page of a part of a board")
        return PARTIAL
    if len(graph.states) > _LARGE:
        aside(f"endphase: {len(graph.states):,} states: the page has some {len(graph.states) // 15_000} MB")
    title = Words(about.ruling.id) if about.ruling else Words("standard input" if board == "-" else Path(board).stem)
    asks = about.ruling.asks if about.ruling else Words("")
    written(output, board_page(Walk(inquiry, library, wishes), title, asks, tell.language))
    click.echo(f"{output}: {graph}")
    return OK


# ---- a sweep ----


def _atlas(folder: Path, questions: Path | None, output: Path, language: str) -> int:
    from itertools import chain

    from explorer.atlas import table
    from explorer.atlas.findings import findings, lines
    from explorer.atlas.running import finished
    from models.library import Library
    from reports.atlas import atlas_page, ruling_file
    from reports.files import written
    from reports.page.words import LANGUAGES

    library = Library()
    files, share = finished(folder)
    found = findings(chain.from_iterable(map(table.read, files)))
    first = next(iter(found.answers))
    asked = found.questions(library, first)
    written(output, atlas_page(found, asked, library, share, language if language in LANGUAGES else LANGUAGES[0]))
    if questions is not None and asked:
        questions.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(asked, 1):
            written(questions / f"question-{number:02}.yaml", ruling_file(one, library))
    click.echo(f"{output}: {len(found.remarkable):,} remarkable pairs of {len(found.pairs):,}")
    for line in (*lines(found), *([share] if share else [])):
        click.echo(line)
    return PARTIAL if share else OK


# ---- the corpus ----


@dataclass(frozen=True)
class Reporting:
    """A ruling, told by its id, under a ruleset: the verdict, and its boards to walk through."""

    library: Any
    limits: Any
    walkable: int

    def __call__(self, thing: tuple[str, str]) -> tuple[Any, Any, list[Any]]:
        """The verdict, the answers to its boards, and these to walk through."""
        from explorer.questions import check_ruling
        from explorer.questions.verdicts import judged
        from models.ruling import cases_for

        ruling, ruleset = self.library.ruling(thing[0]), self.library.ruleset(thing[1])
        if ruling.note or ruling.unmodelled:
            return check_ruling(ruling, self.library, ruleset).verdict, (), []
        found = [self.answer(case, ruleset) for case in cases_for(ruling, ruleset.id)]
        answer = judged(ruling, ruleset, [one for one, _ in found])
        return answer.verdict, answer.cases, [board for _, board in found]

    def answer(self, case: Any, ruleset: Any) -> tuple[Any, Any]:
        """The claims of one board answered, and the board to walk through, or why there is none."""
        from explorer.questions import check_case, inquire
        from explorer.questions.verdicts import answer_case, asked_of
        from explorer.questions.wishes import watched
        from reports.page import Board

        if case.board.left_open:
            answer = check_case(case, self.library, ruleset, self.limits)
            return answer, Board(answer.states, why="left out open")
        watching = [*asked_of(case), *watched(case.wants)]
        inquiry = inquire(case.board, self.library, ruleset, watching=watching, limits=self.limits)
        answer = answer_case(case, inquiry)
        if not inquiry.game.pictured:
            again = {"watching": watching, "pictured": True, "limits": self.limits}
            inquiry = inquire(case.board, self.library, ruleset, **again)
        return answer, self.walk(inquiry, case.wants)

    def walk(self, inquiry: Any, wants: Any) -> Any:
        """The walk by the wishes told with a board, or that it has too many states for one."""
        from explorer.questions.walk import Walk
        from reports.page import Board, packed, walk_data

        states = len(inquiry.graph.states)
        if not inquiry.complete or states > self.walkable:
            return Board(states, why="left out")
        return Board(states, packed(walk_data(Walk(inquiry, self.library, wants))))


def _corpus(output: Path, walkable: int, given: dict[str, Any]) -> int:
    from explorer.questions import RulingAnswer
    from explorer.sweep import processes, sweep
    from models.packaged import packaged
    from models.ruling import rulesets_of
    from reports.graphs import written
    from reports.page import RulingData, Texts, corpus_page
    from reports.verdicts import summary

    library, tell = told(given)
    things = [
        (ruling, name)
        for ruling in library.rulings
        for name in ([given["ruleset"]] if given["ruleset"] else rulesets_of(ruling))
    ]
    work = Reporting(library, limits(given), walkable)
    found: list[Any] = []
    with status(given["quiet"], given["progress"]) as show:
        ids = [(ruling.id, name) for ruling, name in things]
        doing = sweep(work, ids, processes(given["jobs"], len(things)), packaged().save)
        if not collected(doing, found, show, lambda one: str(one[0])):
            raise KeyboardInterrupt
    rulings, answers = RulingData(Texts(library)), []
    for (ruling, name), (verdict, cases, boards) in zip(things, found, strict=True):
        ruleset = library.ruleset(name)
        answers.append(RulingAnswer(ruling, ruleset.id, verdict, cases))
        rulings.add(answers[-1], ruleset, boards)
    written(output, corpus_page(rulings, tell.language))
    click.echo(f"{output}: {summary(answers, tell)}")
    return code_of(answers)
