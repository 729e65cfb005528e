"""Commands about one board: its outcomes, best play, reasons, and its graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from explorer.cli.options import OK, PARTIAL, asked, common, document, limits, lines, page, progress, searched, timed


@click.command()
@click.argument("board")
@common
@click.option(
    "--open", "left_open", multiple=True, metavar="CLAUSE", help='A clause of the ruleset to leave open ("all": each).'
)
@timed
def explore(board: str, left_open: tuple[str, ...], **given: Any) -> int:
    """All reachable outcomes of BOARD, each with a play; where something is left open, each with its condition."""
    from explorer.questions import outcomes
    from explorer.subjects import subject
    from models.library import Library

    library = Library()
    about = subject(board, library, given["ruleset"])
    if left_open or about.board.left_open:
        return _explore_cases(about, library, left_open, given)
    inquiry, tell = searched(about, library, given, about.wants)
    found = outcomes(inquiry)
    if given["as_json"]:
        from reports import plain

        document(plain.explore(inquiry, found, tell))
    else:
        from reports import plaintext

        plaintext.outcomes(page(), inquiry, found, tell)
    return OK if inquiry.complete else PARTIAL


def _explore_cases(about: Any, library: Any, left_open: tuple[str, ...], given: dict[str, Any]) -> int:
    from explorer.questions.cases import inquire_open
    from explorer.questions.partition import partition
    from reports import partition as told
    from reports.narration import narrator

    tell = narrator(given["lang"], library)
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
@timed
def best(
    board: str, player: str, wants: tuple[str, ...], other_wants: tuple[str, ...], brief: bool, **given: Any
) -> int:
    """Best play on BOARD by both players, and why anything else is no better.

    For the wishes of one player, where the other wants the opposite, or for those of both. Without wishes: what each
    player can make sure of.
    """
    from explorer.questions import best_play, secured
    from explorer.questions.strategies import advised
    from reports import advice, plaintext

    wished, inquiry, tell = asked(board, given, player, wants, other_wants)
    if not inquiry.complete:
        click.echo(f"endphase: {plaintext.stopped(inquiry.graph.limit)}; no best play is known", err=True)
        return PARTIAL
    if not wished:
        sets = secured(inquiry)
        if given["as_json"]:
            document(advice.secured_data(sets, tell, inquiry))
        else:
            lines(advice.secured(sets, tell, inquiry))
        return OK
    found = best_play(inquiry, wished)
    strategies = advised(inquiry, wished)
    if given["as_json"]:
        document(advice.best_data(found, strategies, tell, inquiry))
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
@timed
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
@timed
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
    from reports import reasons
    from reports.narration import narrator

    library = Library()
    tell = narrator(given["lang"], library)
    about = subject(board, library, given["ruleset"])
    question = read_question(what, about.board, library)
    watching = [] if isinstance(question, Moment) else [question]
    bounds = limits(given)
    with progress(given["quiet"], given["progress"]) as shown:
        inquiry = inquire(about.board, library, about.ruleset, watching=watching, limits=bounds, progress=shown)
    if isinstance(question, Moment):
        line = None if after is None else read_line(after, about.board, library)
        move = why_move(inquiry, library, question, line, bounds)
        data, text = reasons.move_data(move, about.ruleset.id, tell), reasons.move(move, tell)
    else:
        outcome = why_outcome(inquiry, library, question, bounds)
        data, text = reasons.outcome_data(outcome, about.ruleset.id, tell), reasons.outcome(outcome, tell)
    if given["as_json"]:
        document(data)
    else:
        lines(text)
    return OK
