"""What players can force, on a grid: level by level backwards, each cell once.

The attractor of `explorer.search.games`. Moves lead to higher levels, which are done by then; only the steps that leave
a position as it is are gone through until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce

import numpy as np

from explorer.search.grid_states import Array, Family, GridStates, Part, families
from explorer.system.codes import having


def forcing_moments(found: GridStates, players: Collection[str], targets: tuple[Array, Array]) -> Array:
    """For each cell the moments from which the players can force a target, whatever the others do.

    `targets` are cells and moments of each. A play that ends elsewhere, or never ends, does not reach a target. With
    `RULES` among the players they may count on the steps of the rules. Of a search that reached a limit, what is
    winning is winning, and what is not may be.
    """
    winning = np.zeros_like(found.met)
    cells, moments = targets
    np.bitwise_or.at(winning, cells, moments.astype(winning.dtype))
    by_family = families(found.moves)
    for level in range(found.moves.highest, -1, -1):
        part = found.part(level)
        if len(part.cells):
            winning[part.cells] = _Level(part, players, found, winning).won(by_family)
    return winning


def can_force(found: GridStates, players: Collection[str], targets: tuple[Array, Array]) -> bool:
    """Whether the players can force a target from the first state: see `forcing_moments`."""
    cell, code = found.first
    return bool(having(forcing_moments(found, players, targets)[cell : cell + 1], code)[0])


class _Level:
    """The moments of a level's cells: with a winning step of the players, with steps of others, with a bad one."""

    def __init__(self, part: Part, players: Collection[str], found: GridStates, winning: Array) -> None:
        """No step has been looked at."""
        self.part = part
        self.players = players
        self.found = found
        self.winning = winning
        self.good, self.others, self.bad = (np.zeros_like(part.moments) for _ in range(3))

    def won(self, by_family: Collection[Family]) -> Array:
        """The winning moments of the cells."""
        for family in by_family:
            self.add(family)
        here = self.winning[self.part.cells]
        moves = self.found.moves
        for stratum in reversed(moves.strata):
            while (new := self.new(here, stratum)).any():
                here |= new
                if not moves.round:
                    break
        return here

    def add(self, family: Family) -> None:
        """Add moves, which lead to levels that are done."""
        moments = self.part.at(family.moments)
        ready = self.part.ready(family)
        mine = self._mine(family.moves[0][1].command)
        found = np.zeros(len(moments), np.bool_)  # a winning move of mine, or one of another that is not
        for _, move in family.moves:
            chosen = self.part.chosen(ready, move)
            won = having(self.winning[self.part.targets(move, chosen)], move.target)
            found[chosen[won if mine else ~won]] = True
        if mine:
            self.good |= moments * found
        else:
            self.others |= moments * (reduce(np.bitwise_or, ready) != 0)
            self.bad |= moments * found

    def new(self, here: Array, stratum: int) -> Array:
        """Those moments of a stratum that win because of those that do."""
        good, others, bad = (moments & here.dtype.type(stratum) for moments in (self.good, self.others, self.bad))
        for one in self.found.moves.still:
            if not one.moments & stratum:
                continue
            moments = self.part.at(one.moments & stratum)
            if not one.guard.always:
                moments = moments * self.part.allowed(one.guard)
            won = having(here, one.target)
            if self._mine(one.command):
                good |= moments * won
            else:
                others |= moments
                bad |= moments * ~won
        found: Array = (good | others & ~bad) & self.part.moments & ~here
        return found

    def _mine(self, command: int | None) -> bool:
        return command is not None and self.found.system.commands[command].by in self.players
