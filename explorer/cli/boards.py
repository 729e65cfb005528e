"""Commands about one board: its outcomes, best play, reasons, and its graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from explorer.cli.options import (
    CHECKPOINT,
    DIAGRAMS,
    OK,
    PARTIAL,
    SURVEYING,
    WITHOUT,
    common,
    document,
    limits,
    lines,
    named,
    page,
    progress,
    reductions,
    searched,
    searching,
    sliced,
    status,
    timed,
    wishing,
    without_graph,
)
from explorer.streams import aside

_WHOLE_WITH_REASONS = 200_000
"""Boards of up to so many states are searched whole for best play, so that its reasons can be told."""

_MOST_OUTCOMES = 1000
"""How many outcomes are listed that are known without a graph, unless told otherwise."""


@click.command()
@click.argument("board")
@without_graph
@click.option(
    "--open", "left_open", multiple=True, metavar="CLAUSE", help='A clause of the ruleset to leave open ("all": each).'
)
@click.option(
    "--about",
    multiple=True,
    metavar="CARD",
    help="Outcomes tell of this card alone, besides life points, the next turn and who has won. May be given again.",
)
@WITHOUT
@click.option("--powers", is_flag=True, help="With the engines folded and diagrams: also who can force which outcome.")
@click.option(
    "--most-outcomes",
    type=click.IntRange(0),
    metavar="N",
    help="With the engines folded and diagrams: list the outcomes where there are no more than N (1000).",
)
@CHECKPOINT
@timed
def explore(
    board: str,
    left_open: tuple[str, ...],
    about: tuple[str, ...],
    powers: bool,
    most_outcomes: int | None,
    **given: Any,
) -> int:
    """All reachable outcomes of BOARD, each with a play; where something is left open, each with its condition.

    With --about what cannot reach the outcomes is left out of the search of a large board; plays are then not counted.
    """
    from explorer.questions import outcomes
    from explorer.questions.wishes import watched

    subject, library, tell = named(board, given)
    engine = given["engine"]
    if engine in SURVEYING:
        whole = {"--open": left_open, "--about": about, "--checkpoint": given["checkpoint"]}
        _refuse(whole, f"not with the engine {engine}")
        most = _MOST_OUTCOMES if most_outcomes is None else most_outcomes
        return _survey(subject, library, tell, powers, most, given)
    if powers or most_outcomes is not None:
        raise click.UsageError(f"--powers, --most-outcomes: only with the engines {' and '.join(SURVEYING)}")
    if left_open or subject.board.left_open:
        closed = {"--about": about, "--without": given["without"], "--checkpoint": given["checkpoint"]}
        _refuse(closed, "not where something is left open")
        return _explore_cases(subject, library, tell, left_open, given)
    if about:
        _refuse({"--checkpoint": given["checkpoint"]}, "of the whole board, not with --about")
        inquiry = sliced(subject, library, given, (), names=(library.card(name).name for name in about))
    else:
        inquiry = searched(subject, library, given, watched(subject.wants))
    found = outcomes(inquiry)
    if given["as_json"]:
        from reports import plain

        document(plain.explore(inquiry, found, tell))
    else:
        from reports import plaintext

        plaintext.outcomes(page(), inquiry, found, tell)
    return OK if inquiry.complete else PARTIAL


def _refuse(given: dict[str, Any], why: str) -> None:
    """Raise click.UsageError for the first option that was given."""
    for option, value in given.items():
        if value:
            raise click.UsageError(f"{option}: {why}")


def _survey(about: Any, library: Any, tell: Any, powers: bool, most: int, given: dict[str, Any]) -> int:
    from explorer.questions.surveys import survey_board
    from reports import surveys as told

    def nodes(now: Any) -> None:
        if show is not None:
            show(f"{now.states:,} states, {now.nodes:,} nodes")

    engine = given["engine"]
    try:
        with status(given["quiet"], given["progress"]) as show:
            shown = nodes if engine == DIAGRAMS else searching(show)
            found = survey_board(
                about.board,
                library,
                about.ruleset,
                engine,
                powers,
                most,
                limits(given),
                shown if show else None,
                reductions(given),
            )
    except ImportError as missing:
        raise click.UsageError(str(missing)) from missing
    if given["as_json"]:
        document(told.data(found, tell))
    else:
        lines(told.lines(found, tell))
    return OK if found.found.complete else PARTIAL


def _explore_cases(about: Any, library: Any, tell: Any, left_open: tuple[str, ...], given: dict[str, Any]) -> int:
    from explorer.questions.cases import inquire_open
    from explorer.questions.partition import partition
    from reports import partition as told

    clauses = library.clauses_named(left_open)
    inquiry = inquire_open(about.board, library, about.ruleset, left_open=clauses, limits=limits(given))
    found = partition(inquiry)
    if given["as_json"]:
        document(told.data(found, inquiry, tell))
    else:
        lines(told.lines(found, inquiry, tell))
    return OK if inquiry.graph.complete and found.decided else PARTIAL


@click.command()
@click.argument("board")
@common
@wishing
@WITHOUT
@click.option("--brief", is_flag=True, help="Only the line, its end and its value.")
@CHECKPOINT
@timed
def best(
    board: str, player: str, wants: tuple[str, ...], other_wants: tuple[str, ...], brief: bool, **given: Any
) -> int:
    """Best play on BOARD by both players, and why anything else is no better.

    For the wishes of one player, where the other wants the opposite, or for those of both. Without wishes: what each
    player can make sure of. On a large board what cannot reach the wishes of one player is left out of the search; then
    there is a line, but no reasons.
    """
    from explorer.questions import secured
    from explorer.questions.best import explained, valuation
    from explorer.questions.strategies import advised
    from explorer.questions.wishes import watched
    from reports import advice, plaintext
    from reports import reductions as reduced

    about, library, tell = named(board, given)
    wishes = wished(about, library, player, wants, other_wants)
    if len(wishes) == 1:
        inquiry = sliced(about, library, given, watched(wishes), whole_up_to=_WHOLE_WITH_REASONS)
    else:
        inquiry = searched(about, library, given, watched(wishes))
    if not inquiry.complete:
        aside(f"endphase: {plaintext.stopped(inquiry.graph.limit)}; no best play is known")
        return PARTIAL
    if not wishes:
        sets = secured(inquiry)
        if given["as_json"]:
            document(advice.secured_data(sets, tell, inquiry))
        else:
            lines(advice.secured(sets, tell, inquiry))
        return OK
    valued = valuation(inquiry, wishes)
    found, strategies = explained(valued), advised(valued) if inquiry.whole else []
    if given["as_json"]:
        document(advice.best_data(found, strategies, tell, inquiry))
    else:
        lines([*reduced.lines(inquiry), *advice.line(found, tell, inquiry)])
        if inquiry.whole and not brief:
            lines(["", *advice.reasons(found, strategies, tell, inquiry)])
    return OK


def wished(about: Any, library: Any, player: str, wants: tuple[str, ...], other_wants: tuple[str, ...]) -> Any:
    """The wishes of a call, or those told with the board if it has none."""
    if not (wants or other_wants):
        return about.wants
    from models.board import PLAYERS
    from models.claims import read_wants
    from models.phrase import Who

    other = next(who for who in PLAYERS if who != player)
    said = {Who(player): wants, other: other_wants}
    return {who: read_wants(wishes, about.board, library) for who, wishes in said.items() if wishes}


@click.command()
@click.argument("board")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="The file: .svg, .dot, .graphml, .json, .aut or .pml.",
)
@click.option(
    "--folded/--whole",
    "fold",
    default=None,
    help="Tell what nobody chooses with the step before, or draw every state. By default .svg and .dot are folded.",
)
@WITHOUT
@common
@CHECKPOINT
@timed
def graph(board: str, output: Path, fold: bool | None, **given: Any) -> int:
    """Write the state graph of BOARD: as a picture, as data, as .aut for CADP and mCRL2, or as .pml for SPIN.

    A picture is .svg, or .dot for graphviz. Where too many nodes would be left it draws states as one from which the
    same can happen, or else those of a window, and says so. A .pml is the system of the board, not its graph.
    """
    from explorer.questions.wishes import watched
    from reports import graphs

    if fold is not None and output.suffix in graphs.SUFFIXES and output.suffix not in graphs.FOLDABLE:
        raise click.UsageError(f"--folded, --whole: not with {output.suffix}, which has no states")
    about, library, tell = named(board, given)
    inquiry = searched(about, library, given, watched(about.wants))
    found = inquiry.graph
    if len(found.states) > graphs.LARGE and output.suffix not in graphs.LEAN:
        aside(f"endphase: {len(found.states):,} states: this takes some {found.transitions // 2000:,} MB")
    file = graphs.write_graph(inquiry, output, tell, fold, _headline(about, given["lang"]))
    click.echo(f"{output}: {found}" + (f"; drawn: {file.size}" if file.size else ""))
    if file.remark:
        aside(f"endphase: {file.remark}")
    return OK if inquiry.complete else PARTIAL


def _headline(about: Any, language: str) -> str:
    """What a picture is headed: the ruling and its question, or the title of the board."""
    if about.ruling is None:
        return str(about.board.title)
    asks = about.ruling.asks
    return f"{about.ruling.id}: {asks.ja if language == 'ja' and asks.ja else asks.en}".removesuffix(": ")


@click.command()
@click.argument("board")
@click.argument("what")
@common
@click.option("--after", metavar="LINE", help='Only after these moves: "the turn player passes; ..."; "" is the start.')
@timed
def why(board: str, what: str, after: str | None, **given: Any) -> int:
    """Why WHAT cannot be done, or cannot come about, on BOARD; or how it can.

    WHAT is a move, "CARD activates", "the opponent passes", or an outcome, "CARD in the GY", "the turn player wins". A
    move that is illegal is explained by the clauses that forbid it, an outcome out of reach by those that would have to
    change.
    """
    from explorer.questions.why import WhyOutcome
    from explorer.questions.why import why as asked
    from reports import reasons

    about, library, tell = named(board, given)
    with progress(given["quiet"], given["progress"]) as shown:
        found = asked(about.board, library, about.ruleset, what, after, limits(given), shown)
    if given["as_json"]:
        document(reasons.document(found, about.ruleset.id, tell))
    else:
        lines(reasons.lines(found, tell))
    return PARTIAL if isinstance(found, WhyOutcome) and found.limit is not None else OK
