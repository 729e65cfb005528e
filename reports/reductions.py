"""Reductions: what made a search smaller, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from explorer.game import Game
from explorer.questions.inquiry import Inquiry
from explorer.system.reductions import Reduction

if TYPE_CHECKING:
    from explorer.game.slices import Slice


def lines(inquiry: Inquiry) -> Iterator[str]:
    """What was left out for the question, and what was done without."""
    if inquiry.slice is not None:
        yield f"sliced: {inquiry.slice} (--without slicing searches the whole board)"
    yield from left_off(inquiry.game)


def left_off(game: Game) -> Iterator[str]:
    """The reductions that were done without, on a line; no line where there are none."""
    missing = [one.value for one in Reduction if one not in game.reductions]
    if missing:
        yield f"without {', '.join(missing)}"


def data(game: Game, part: Slice | None = None) -> dict[str, Any]:
    """What each reduction did that was not done without."""
    whole = game if part is None else part.whole
    dropped = [one.how for one in whole.system.pruned]
    before = len(whole.whole.variables)
    found = {
        Reduction.FOLDING: {
            "variables": before - len(whole.system.variables),
            "of_variables": before,
            "commands": dropped.count("folded"),
            "of_commands": len(whole.whole.commands),
        },
        Reduction.PRUNING: {"commands": dropped.count("solver")},
        Reduction.COPIES: {"groups": len(whole.system.orbits)},
        Reduction.PARTS: {"commands": len(whole.unfinished)},
        Reduction.SLICING: {
            "items": 0 if part is None else len(part.left_out),
            "of_items": 0 if part is None else part.items,
            "variables": 0 if part is None else part.variables_left_out,
            "of_variables": len(whole.system.variables),
        },
    }
    return {name.value: what for name, what in found.items() if name in game.reductions}
