"""Commands about one board: its outcomes, best play, reasons, and its graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from explorer.cli.options import (
    DIAGRAMS,
    OK,
    PARTIAL,
    asked,
    common,
    console,
    limits,
    lines,
    progress,
    status,
    without_graph,
)

_MOST_OUTCOMES = 1000
"""How many outcomes are listed that are known without a graph, unless told otherwise."""


@click.command()
@click.argument("board")
@without_graph
@click.option(
    "--open", "left_open", multiple=True, metavar="CLAUSE", help='A clause of the ruleset to leave open ("all": each).'
)
@click.option("--powers", is_flag=True, help="With the engine diagrams: also who can force which outcome.")
@click.option(
    "--most-outcomes",
    type=click.IntRange(0),
    metavar="N",
    help="With the engine diagrams: list the outcomes where there are no more than N (1000).",
)
def explore(board: str, left_open: tuple[str, ...], powers: bool, most_outcomes: int | None, **given: Any) -> int:
    """All reachable outcomes of BOARD, each with a play; where something is left open, each with its condition."""
    from explorer.questions import outcomes
    from explorer.subjects import subject
    from models.library import Library
    from reports import plain, plaintext

    library = Library()
    about = subject(board, library, given["ruleset"])
    if given["engine"] == DIAGRAMS:
        if left_open:
            raise click.UsageError(f"--open: not with the engine {DIAGRAMS}")
        return _survey(about, library, powers, _MOST_OUTCOMES if most_outcomes is None else most_outcomes, given)
    if powers or most_outcomes is not None:
        raise click.UsageError(f"--powers, --most-outcomes: only with the engine {DIAGRAMS}")
    if left_open or about.board.left_open:
        return _explore_cases(about, library, left_open, given)
    _, inquiry, tell = asked(about, given)
    found = outcomes(inquiry)
    if given["as_json"]:
        click.echo(plain.written(plain.explore(inquiry, found, tell)))
    else:
        plaintext.outcomes(console(), inquiry, found, tell)
    return OK if inquiry.complete else PARTIAL


def _survey(about: Any, library: Any, powers: bool, most_outcomes: int, given: dict[str, Any]) -> int:
    try:
        from explorer.questions.surveys import survey_board
    except ImportError as missing:
        raise click.UsageError(str(missing)) from missing
    from reports import plain
    from reports import surveys as told
    from reports.narration import narrator

    tell = narrator(given["lang"], library)
    with status(given["quiet"]) as show:
        found = survey_board(
            about.board,
            library,
            about.ruleset,
            powers=powers,
            most_outcomes=most_outcomes,
            limits=limits(given),
            progress=None if show is None else lambda now: show(f"{now.states:,} states, {now.nodes:,} nodes"),
        )
    if given["as_json"]:
        click.echo(plain.written(told.data(found, tell)))
    else:
        lines(told.lines(found, tell))
    return OK if found.found.complete else PARTIAL


def _explore_cases(about: Any, library: Any, left_open: tuple[str, ...], given: dict[str, Any]) -> int:
    from explorer.questions.cases import inquire_open
    from explorer.questions.partition import partition
    from reports import partition as told
    from reports import plain
    from reports.narration import narrator

    tell = narrator(given["lang"], library)
    clauses = library.clauses_named(left_open)
    inquiry = inquire_open(about.board, library, about.ruleset, left_open=clauses, limits=limits(given))
    found = partition(inquiry)
    if given["as_json"]:
        click.echo(plain.written(told.data(found, inquiry, tell)))
    else:
        lines(told.lines(found, inquiry, tell))
    return OK if inquiry.graph.complete and found.decided else PARTIAL


@click.command()
@click.argument("board")
@common
@click.option(
    "--for", "player", type=click.Choice(["turn player", "opponent"]), default="turn player", show_default=True
)
@click.option(
    "--want",
    "wants",
    multiple=True,
    metavar="WISH",
    help='A wish, the first counts most: "most monsters the turn player controls".',
)
@click.option(
    "--other-wants", multiple=True, metavar="WISH", help="A wish of the other player, who else wants the opposite."
)
@click.option("--brief", is_flag=True, help="Only the line, its end and its value.")
def best(
    board: str, player: str, wants: tuple[str, ...], other_wants: tuple[str, ...], brief: bool, **given: Any
) -> int:
    """Best play on BOARD by both players, and why anything else is no better.

    For the wishes of one player, where the other wants the opposite, or for those of both. Without wishes: what each
    player can make sure of.
    """
    from explorer.questions import best_play, secured
    from explorer.questions.strategies import advised
    from reports import advice, plain, plaintext

    wished, inquiry, tell = asked(board, given, player, wants, other_wants)
    if not inquiry.complete:
        click.echo(f"endphase: {plaintext.stopped(inquiry.graph.limit)}; no best play is known", err=True)
        return PARTIAL
    if not wished:
        sets = secured(inquiry)
        if given["as_json"]:
            click.echo(plain.written(advice.secured_data(sets, tell, inquiry)))
        else:
            lines(advice.secured(sets, tell, inquiry))
        return OK
    found = best_play(inquiry, wished)
    strategies = advised(inquiry, wished)
    if given["as_json"]:
        click.echo(plain.written(advice.best_data(found, strategies, tell, inquiry)))
    else:
        lines(advice.line(found, tell, inquiry))
        if not brief:
            lines(["", *advice.reasons(found, strategies, tell, inquiry)])
    return OK


@click.command()
@click.argument("board")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="The file: .graphml, .dot, .json or .pml."
)
@common
def graph(board: str, output: Path, **given: Any) -> int:
    """Write the state graph of BOARD, or as .pml its system as a model for SPIN."""
    from reports import graphs

    _, inquiry, tell = asked(board, given)
    found = inquiry.graph
    if len(found.states) > graphs.LARGE:
        click.echo(
            f"endphase: {len(found.states):,} states: this takes some {found.transitions // 2000:,} MB", err=True
        )
    graphs.write_graph(inquiry, output, tell)
    click.echo(f"{output}: {found}")
    return OK if inquiry.complete else PARTIAL


@click.command()
@click.argument("board")
@click.argument("what")
@common
@click.option("--after", metavar="LINE", help='Only after these moves: "the turn player passes; ..."; "" is the start.')
def why(board: str, what: str, after: str | None, **given: Any) -> int:
    """Why WHAT cannot be done, or cannot come about, on BOARD; or how it can.

    WHAT is a move, "CARD activates", "the opponent passes", or an outcome, "CARD in the GY", "the turn player wins". A
    move that is illegal is explained by the clauses that forbid it, an outcome out of reach by those that would have to
    change.
    """
    from explorer.questions import inquire
    from explorer.questions.why import why_move, why_outcome
    from explorer.subjects import subject
    from models.claims import read_line, read_question
    from models.library import Library
    from models.phrase import Moment
    from reports import plain, reasons
    from reports.narration import narrator

    library = Library()
    tell = narrator(given["lang"], library)
    about = subject(board, library, given["ruleset"])
    question = read_question(what, about.board, library)
    watching = [] if isinstance(question, Moment) else [question]
    bounds = limits(given)
    with progress(given["quiet"]) as shown:
        inquiry = inquire(about.board, library, about.ruleset, watching=watching, limits=bounds, progress=shown)
    if isinstance(question, Moment):
        line = None if after is None else read_line(after, about.board, library)
        move = why_move(inquiry, library, question, line, bounds)
        data, text = reasons.move_data(move, about.ruleset.id, tell), reasons.move(move, tell)
    else:
        outcome = why_outcome(inquiry, library, question, bounds)
        data, text = reasons.outcome_data(outcome, about.ruleset.id, tell), reasons.outcome(outcome, tell)
    if given["as_json"]:
        click.echo(plain.written(data))
    else:
        lines(text)
    return OK
