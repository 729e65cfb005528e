"""What players can force, on positions with sets of moments.

The attractor of `explorer.search.games`, for many positions at once: rounds of a folded search are gone through
backwards, since what is reached later is mostly reached from what was reached before, until nothing changes. Of a
round those positions are looked at from which a step leads to one that has got better since.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from explorer.search.folded_states import FoldedStates
from explorer.search.rounds import Batch, Bits, Round, RowNumbers
from explorer.system.interface import CommandIndex


def forcing_moments(found: FoldedStates, players: Collection[str], targets: tuple[RowNumbers, Bits]) -> Bits:
    """For each position the moments from which the players can force a target, whatever the others do.

    `targets` are positions and moments of each. A play that ends elsewhere, or never ends, does not reach a target.
    With `RULES` among the players they may count on the steps of the rules. Of a search that reached a limit, what is
    winning is winning, and what is not may be.

    Raises `ValueError` when the search did not keep its rounds.
    """
    if not found.rounds:
        raise ValueError("the search did not keep its rounds")
    winning = np.zeros_like(found.moments)
    rows, moments = targets
    np.bitwise_or.at(winning, rows, moments.astype(winning.dtype))
    commands = {number for number, command in enumerate(found.system.commands) if command.by in players}
    _Attractor(found.rounds, commands, winning, rows).grow()
    return winning


def can_force(found: FoldedStates, players: Collection[str], targets: tuple[RowNumbers, Bits]) -> bool:
    """Whether the players can force a target from the first state: see `forcing_moments`."""
    row, code = found.first
    return bool(int(forcing_moments(found, players, targets)[row]) >> code & 1)


class _Attractor:
    """What is winning so far. To look at a round is a step.

    `grown` is the step at which a position last got better, the targets at step 0, -1 for never; `latest` the last such
    step of all. `looked` is the step at which a round was last looked at; before the targets there was nothing to see.
    """

    def __init__(
        self, rounds: Sequence[Round], commands: Collection[CommandIndex], winning: Bits, targets: RowNumbers
    ) -> None:
        """Only the targets are `winning`, which is added to; the `commands` are those of the players."""
        self.rounds = rounds
        self.commands = commands
        self.winning = winning
        self.grown = np.full(len(winning), -1, np.int32)
        self.grown[targets] = 0
        self.looked = [0] * len(rounds)
        self.step = self.latest = 0

    def grow(self) -> None:
        """Look at rounds, the last first, until none gets better any more."""
        while any(self.latest >= looked for looked in self.looked):
            for number in reversed(range(len(self.rounds))):
                if self.latest >= self.looked[number]:
                    self.look_at(number)

    def look_at(self, number: int) -> None:
        """Add the moments of a round that are winning because of what comes after."""
        one, places = self.rounds[number], self.to_look_at(number)
        self.step += 1
        self.looked[number] = self.step
        if not len(places):
            return
        if 2 * len(places) < len(one.rows):
            one = one.part(places)
        here = _Positions(one, self.commands, self.winning)
        for batch in one.outside:
            here.add(batch, self.winning.take(batch.targets))
        here.win(~sum(1 << code for code in one.inside))
        for code, batches in reversed([*one.inside.items()]):
            for batch in batches:
                here.add(batch, here.winning.take(batch.sources))
            here.win(1 << code)
        better = one.rows.take(np.flatnonzero(here.winning != self.winning.take(one.rows)))
        if len(better):
            self.winning[one.rows] = here.winning
            self.grown[better] = self.latest = self.step

    def to_look_at(self, number: int) -> RowNumbers:
        """The places in a round from which a step leads to a position that got better since it was looked at, or then.

        Where all steps inside positions lead on, what came of it inside a position when it was looked at is known.
        """
        one, looked = self.rounds[number], self.looked[number]
        found = np.zeros(len(one.rows), np.bool_)
        if one.inside:
            since = looked + 1 if one.leads_on and looked else looked
            found = self.grown.take(one.rows) >= since
        found[one.sources.take(np.flatnonzero(self.grown.take(one.targets) >= looked))] = True
        return np.flatnonzero(found)


class _Positions:
    """The positions of a round: moments with a winning step of the players, with other steps, with a bad one."""

    def __init__(self, one: Round, commands: Collection[CommandIndex], winning: Bits) -> None:
        """No step is known yet; `winning` are the moments of all positions."""
        self.commands = commands
        self.kind = winning.dtype.type
        self.every = int(np.iinfo(winning.dtype).max)
        self.moments = one.moments.astype(winning.dtype)
        self.winning = winning.take(one.rows)
        self.good, self.others, self.bad = (np.zeros_like(self.winning) for _ in range(3))

    def add(self, batch: Batch, reached: Bits) -> None:
        """Add steps, with the winning moments of their targets; no two of a batch leave one position."""
        sources = batch.sources.astype(np.intp)
        taken = self.moments.take(sources) & self.kind(int(batch.moments) & self.every)
        won = taken * (reached >> batch.codes.astype(self.kind) & self.kind(1))
        if batch.command in self.commands:
            self.good[sources] = self.good.take(sources) | won
        else:
            self.others[sources] = self.others.take(sources) | taken
            self.bad[sources] = self.bad.take(sources) | taken ^ won

    def win(self, moments: int) -> None:
        """Add those of the moments, given as bits, from which a winning one is reached."""
        bits = self.kind(moments & self.every)
        self.winning |= (self.good | self.others & ~self.bad) & self.moments & bits
