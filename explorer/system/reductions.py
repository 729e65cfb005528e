"""Reductions: what makes a search smaller and its answers no different. Each can be done without."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum


class Reduction(StrEnum):
    """The name of a reduction, as a call and an answer tell it."""

    FOLDING = "folding"
    """What never changes becomes a constant, what nobody reads goes (`explorer.system.folding`)."""
    PRUNING = "pruning"
    """Commands that Z3 finds impossible go (`explorer.system.pruning`); nothing is pruned that is not folded."""
    COPIES = "copies"
    """Of states that differ by which copy of a card is which, one stands for all (`explorer.system.system.Orbit`)."""
    PARTS = "parts"
    """Of many cards to discard a few are chosen at a time (`explorer.search.acts`)."""
    SLICING = "slicing"
    """What cannot reach the question goes (`explorer.system.slicing`); nothing is sliced that is not folded."""


Reductions = Collection[Reduction]

EVERY: Reductions = frozenset(Reduction)


def all_but(left_out: Collection[str]) -> Reductions:
    """The reductions that are made when these are not."""
    fewer = {Reduction(name) for name in left_out}
    if Reduction.FOLDING in fewer:
        fewer |= {Reduction.PRUNING, Reduction.SLICING}
    return frozenset(EVERY) - fewer
