"""The command ``endphase compare``: what two rulesets make of a board, or of the whole corpus."""

from __future__ import annotations

from typing import Any

import click

from explorer.cli.options import (
    JOBS,
    OK,
    PARTIAL,
    collected,
    document,
    limits,
    page,
    progress,
    status,
    timed,
    told,
    without_ruleset,
)
from models.errors import InputError


@click.command()
@click.argument("board", required=False)
@click.option("--rulesets", metavar="A,B", help="The two rulesets (see: endphase rulesets).")
@click.option(
    "--flip",
    "flips",
    multiple=True,
    metavar="CLAUSE[: VALUE]",
    help="Change a clause of the second ruleset; with one named in --rulesets, that is the second too.",
)
@click.option("--corpus", is_flag=True, help="Compare every board of every ruling.")
@JOBS
@without_ruleset
@timed
def compare(board: str | None, rulesets: str | None, flips: tuple[str, ...], corpus: bool, **given: Any) -> int:
    """Whether two rulesets make the same of BOARD: outcomes, powers, plays; if not, a play that tells them apart."""
    from explorer.subjects import pair, subject

    if (board is None) is not corpus:
        raise InputError("compare needs either a board or --corpus", expected=["BOARD", "--corpus"])
    library, tell = told(given)
    both = pair(rulesets, flips, library)
    if board is None:
        return _corpus(library, both, tell, given)
    return _board(subject(board, library, _name(rulesets)).board, library, both, tell, given)


def _name(rulesets: str | None) -> str | None:
    """The first ruleset as it was named: the board of a ruling is the one meant for it."""
    return rulesets.split(",")[0].strip() if rulesets else None


def _board(board: Any, library: Any, both: Any, tell: Any, given: dict[str, Any]) -> int:
    from explorer.questions.compare import compare as compare_board
    from reports import comparison

    with progress(given["quiet"], given["progress"]) as shown:
        found = compare_board(board, library, both[0], both[1], limits(given), shown)
    if given["as_json"]:
        document(comparison.document(found, tell))
    else:
        comparison.one_board(page(), found, tell)
    return OK if found.complete else PARTIAL


def _corpus(library: Any, both: Any, tell: Any, given: dict[str, Any]) -> int:
    """An interrupt ends it with the boards that are done."""
    from explorer.corpus import compared
    from reports import comparison

    found: list[Any] = []
    with status(given["quiet"], given["progress"]) as show:
        sweep = compared(library, both[0], both[1], limits(given), given["jobs"])
        stopped = not collected(sweep, found, show, lambda one: f"{one.name}: {one.comparison.likeness}")
    if given["as_json"]:
        document(comparison.corpus_document(both, found, tell, interrupted=stopped))
    else:
        comparison.corpus(page(), found, tell, interrupted=stopped)
    return PARTIAL if stopped or not all(one.comparison.complete for one in found) else OK
