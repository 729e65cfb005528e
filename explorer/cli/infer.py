"""The command ``endphase infer``: what the rulings settle of the rules, and what to ask next."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

import click

from explorer.cli.options import OK, PARTIAL, limits, status, told, without_ruleset
from explorer.cli.options import lines as printed
from models.errors import InputError


@click.command()
@click.argument("rulings", nargs=-1)
@click.option("--from", "families", multiple=True, metavar="RULESET", help="Rulings about it, or named after it.")
@click.option("--authority", default="", metavar="TEXT", help="Only answers of whom this is a part of the name.")
@click.option("--since", metavar="DATE", help="Only answers from this day, month or year on.")
@click.option("--until", metavar="DATE", help="Only answers up to this day, month or year.")
@click.option("--undated", is_flag=True, help="With --since or --until: also answers without a date.")
@click.option("--conflicts", type=click.IntRange(1), metavar="N", help="Stop after so many conflicts.")
@click.option("--boards", type=click.IntRange(0), default=0, metavar="N", help="Try N boards of two cards too.")
@click.option("--no-question", is_flag=True, help="Look for no next question, which takes as long again.")
@click.option("--question", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it as a ruling.")
@without_ruleset
def infer(rulings: tuple[str, ...], boards: int, no_question: bool, file: Path | None, **given: Any) -> int:
    """What RULINGS, by default all, settle of the clauses, leave free, and do not agree on; what to ask next.

    Each ruling is heard for --max-seconds at most. When they have gone by, no more boards are tried for the question.
    """
    from explorer.questions.evidence import evidence
    from explorer.questions.infer import MOST_CONFLICTS
    from explorer.questions.infer import infer as inferred
    from reports import inference, plain

    if no_question and (file or boards):
        raise InputError("--no-question with --question or --boards", expected=["one of them"])
    library, tell = told(given)
    selection = _selection(library, rulings, given)
    names = selection.rulesets(library)
    started, heard = monotonic(), []
    with status(given["quiet"], given["progress"]) as show:
        for one in evidence(library, selection, limits(given)):
            heard.append(one)
            if show is not None:
                show(f"{one.ruling.id}: {len(heard)} rulings heard")
    found = inferred(library, heard, given["conflicts"] or MOST_CONFLICTS)
    asked, every = (None, True) if no_question else _asked(library, found, names, boards, started, given)
    if file is not None:
        _write(file, asked)
    if given["as_json"]:
        click.echo(plain.written(inference.document(found, names, asked, every, tell)))
    else:
        printed(inference.lines(found))
        if not no_question and found.latest is not None:
            printed(inference.question(asked, every, tell))
    return OK if found.complete and every else PARTIAL


def _selection(library: Any, rulings: tuple[str, ...], given: dict[str, Any]) -> Any:
    from explorer.questions.evidence import Selection
    from models.periods import read_period

    return Selection(
        rulings=tuple(library.ruling(name) for name in rulings),
        families=given["families"],
        authority=given["authority"],
        since=read_period(given["since"]) if given["since"] is not None else None,
        until=read_period(given["until"]) if given["until"] is not None else None,
        undated=given["undated"],
    )


def _asked(
    library: Any, found: Any, names: tuple[str, ...], boards: int, started: float, given: dict[str, Any]
) -> tuple[Any, bool]:
    """The next question, under the newest card texts of the rulesets, and whether there was time to try every board."""
    from explorer.questions.boards import of_pairs, of_rulings
    from explorer.questions.next_question import next_question

    if found.latest is None:
        return None, True
    newest = max(map(library.ruleset, names), key=lambda ruleset: ruleset.day)
    within, every = limits(given), True
    with status(given["quiet"], given["progress"]) as show:

        def tried() -> Any:
            nonlocal every
            for number, one in enumerate((*of_rulings(library), *islice(of_pairs(library), boards)), 1):
                if within.out_of_time(started, monotonic()):
                    every = False
                    return
                if show is not None:
                    show(f"{one.name}: {number} boards tried")
                yield one

        asked = next_question(library, found.latest, newest, tried(), within)
    return asked, every


def _write(file: Path, asked: Any) -> None:
    from reports.files import written
    from reports.question_file import question_file

    if asked is None:
        raise InputError(f"{file}: there is no question to write")
    written(file, question_file(asked))
