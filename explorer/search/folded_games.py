"""What players can force, on positions with sets of moments.

The attractor of `explorer.search.games`, for many positions at once: rounds of a folded search are gone through
backwards, since what is reached later is mostly reached from what was reached before, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np

from explorer.search.folded_states import FoldedStates
from explorer.search.rounds import Batch, Bits, Round, RowNumbers
from explorer.system.interface import CommandIndex
from explorer.system.plans import MOST_MOMENTS

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
    commands = {number for number, command in enumerate(found.system.commands) if command.by in players}
    once = _leads_on(found)
    changed = True
    while changed:
        changed = False
        for one in reversed(found.rounds):
            changed |= _win(one, commands, winning)
        changed = changed and not once
    return winning


def can_force(found: FoldedStates, players: Collection[str], targets: tuple[RowNumbers, Bits]) -> bool:
    """Whether the players can force a target from the first state: see `forcing_moments`."""
    row, code = found.first
    return bool(forcing_moments(found, players, targets)[row] & np.uint64(1 << code))


def _leads_on(found: FoldedStates) -> bool:
    """Whether all steps lead to later rounds, or to later moments of their round: backwards, once is enough."""
    first = np.full(len(found.words), len(found.rounds), np.int32)
    for number, one in reversed(list(enumerate(found.rounds))):
        first[one.rows] = number
    for number, one in enumerate(found.rounds):
        order = list(one.inside)
        for batch in one.outside:
            if (first[batch.targets] <= number).any():
                return False
        for code, batches in one.inside.items():
            earlier = np.uint64(sum(1 << one for one in order[: order.index(code) + 1]))
            if any((earlier >> batch.codes.astype(np.uint64) & _ONE).any() for batch in batches):
                return False
    return True


def _win(one: Round, commands: Collection[CommandIndex], winning: Bits) -> bool:
    """Add the moments of a round that are winning because of what comes after; whether there are any."""
    outside = _Steps(one, commands)
    for batch in one.outside:
        outside.add(batch, winning)
    inside = sum(1 << code for code in one.inside)
    changed = outside.at(~inside).win(winning)
    for code in reversed(list(one.inside)):
        steps = outside.at(1 << code)
        for batch in one.inside[code]:
            steps.add(batch, winning)
        changed |= steps.win(winning)
    return changed


class _Steps:
    """Moments of a round: with a winning step by the commands of the players, with other steps, with a bad one."""

    def __init__(self, one: Round, commands: Collection[CommandIndex]) -> None:
        """None yet."""
        self.round = one
        self.commands = commands
        self.moments = one.moments
        self.good, self.moves, self.bad = (np.zeros(len(one.rows), np.uint64) for _ in range(3))

    def at(self, moments: int) -> _Steps:
        """Those at some moments, to be added to."""
        found = _Steps(self.round, self.commands)
        bits = np.uint64(moments & (1 << MOST_MOMENTS) - 1)
        found.moments = self.moments & bits
        found.good, found.moves, found.bad = self.good & bits, self.moves & bits, self.bad & bits
        return found

    def add(self, batch: Batch, winning: Bits) -> None:
        """Add steps; no two of a batch leave one position."""
        taken = self.round.moments[batch.sources] & batch.moments
        reached = winning[batch.targets] >> batch.codes.astype(np.uint64) & _ONE
        won = taken * reached
        if batch.command in self.commands:
            self.good[batch.sources] |= won
        else:
            self.moves[batch.sources] |= taken
            self.bad[batch.sources] |= taken ^ won

    def win(self, winning: Bits) -> bool:
        """Add the moments from which a winning one is reached; whether there are new ones."""
        new = (self.good | self.moves & ~self.bad) & self.moments & ~winning[self.round.rows]
        winning[self.round.rows] |= new
        return bool(new.any())
