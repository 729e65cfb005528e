"""What players can force, on positions with sets of moments.

The attractor of `explorer.search.games`, for many positions at once: rounds of a folded search are gone through
backwards, since what is reached later is mostly reached from what was reached before, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np

from explorer.search.folded import Batch, Bits, FoldedStates, Round, RowNumbers

_ONE: Final = np.uint64(1)


def forcing_moments(found: FoldedStates, players: Collection[str], targets: tuple[RowNumbers, Bits]) -> Bits:
    """For each position the moments from which the players can force a target, whatever the others do.

    `targets` are positions and moments of each. A play that ends elsewhere, or never ends, does not reach a target.
    With `RULES` among the players they may count on the steps of the rules. Of a search that reached a limit, what is
    winning is winning, and what is not may be.

    Raises `ValueError` when the search did not keep its rounds.
    """
    if not found.rounds:
        raise ValueError("the search did not keep its rounds")
    winning = np.zeros(len(found.words), np.uint64)
    rows, moments = targets
    np.bitwise_or.at(winning, rows, moments)
    changed = True
    while changed:
        changed = False
        for one in reversed(found.rounds):
            changed |= _win(one, players, winning)
    return winning


def can_force(found: FoldedStates, players: Collection[str], targets: tuple[RowNumbers, Bits]) -> bool:
    """Whether the players can force a target from the first state: see `forcing_moments`."""
    row, code = found.first
    return bool(forcing_moments(found, players, targets)[row] & np.uint64(1 << code))


def _win(one: Round, players: Collection[str], winning: Bits) -> bool:
    """Add the moments of a round that are winning because of what comes after; whether there are any."""
    outside = _Steps(one, players)
    for batch in one.steps:
        if not batch.inside:
            outside.add(batch, winning)
    changed = False
    while True:
        steps = outside.copy()
        for batch in one.steps:
            if batch.inside:
                steps.add(batch, winning)
        new = steps.winning() & ~winning[one.rows]
        if not new.any():
            return changed
        winning[one.rows] |= new
        changed = True


class _Steps:
    """Moments of a round: those with a winning step of the players, with steps of others, with a bad one of others."""

    def __init__(self, one: Round, players: Collection[str]) -> None:
        self.round = one
        self.players = players
        self.good, self.moves, self.bad = (np.zeros(len(one.rows), np.uint64) for _ in range(3))

    def copy(self) -> _Steps:
        """Another one, to be added to."""
        found = _Steps(self.round, self.players)
        found.good, found.moves, found.bad = self.good.copy(), self.moves.copy(), self.bad.copy()
        return found

    def add(self, batch: Batch, winning: Bits) -> None:
        """Add steps; no two of a batch leave one position."""
        taken = self.round.moments[batch.sources] & batch.moments
        reached = winning[batch.targets] >> batch.codes.astype(np.uint64) & _ONE
        won = taken * reached
        if batch.by is not None and batch.by in self.players:
            self.good[batch.sources] |= won
        else:
            self.moves[batch.sources] |= taken
            self.bad[batch.sources] |= taken ^ won

    def winning(self) -> Bits:
        """The moments from which a winning one is reached."""
        found: Bits = (self.good | self.moves & ~self.bad) & self.round.moments
        return found
