"""All states that can be reached where positions make a grid: cell by cell, from one level to the next.

Every move leads to a higher level (`explorer.system.grid_moves`), so the cells of a level are done together, once, with
all their moments: no cell is looked up, and none is met again. Every state and every step is counted, as
`explorer.search.explore` counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations
from typing import Final

import numpy as np

from explorer.search.explore import NO_LIMITS, Limits, Progress, Watch, ended, refuse_mixed
from explorer.search.graph import Limit
from explorer.search.grid_states import Array, Family, GridStates, Part, deciders, families, part_of
from explorer.system.compiled import CompiledStepper
from explorer.system.grid import Grid
from explorer.system.grid_moves import GridMoves, Move
from explorer.system.system import System

_KINDS: Final = (np.uint8, np.uint16, np.uint32, np.uint64)


def explore_grid(
    system: System,
    *,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
    arrivals: bool = False,
) -> GridStates:
    """All states that can be reached, with `arrivals` where they are asked for.

    Raises `NotAGrid` when positions do not make a grid, and `MixedDeciders` as `explorer.search.explore.explore` does.
    """
    watch = Watch(limits, progress)
    search = _Search(GridMoves(Grid(system)), watch, keep=arrivals)
    return search.found(ended(search.run))


class _Search:
    """A search under way, level by level."""

    def __init__(self, moves: GridMoves, watch: Watch, *, keep: bool) -> None:
        self.moves = moves
        self.watch = watch
        plans = moves.grid.plans
        self.open = plans.open_moments
        self.by = deciders(moves)
        self.families = families(moves)
        self.alike = alike_steps(moves)
        cells = len(moves.levels)
        self.met: Array = np.zeros(cells, next(kind for kind in _KINDS if plans.known <= 8 * kind(0).nbytes))
        self.arrivals = {code: np.full(cells, -1, np.int64) for code in range(plans.known)} if keep else None
        self.first = 0, moves.grid.first_code
        self.met[0] = 1 << self.first[1]
        self.done = 0
        self.final: list[tuple[Array, Array]] = []
        self.states = self.transitions = 0

    def run(self) -> Limit | None:
        """Expand all levels (None), or those until a limit is reached."""
        while self.done <= self.moves.highest:
            limit = self.watch.reached(self.states, self.transitions, self.done)
            if limit is not None:
                return limit
            part = part_of(self.moves, self.met, self.done)
            if len(part.cells):
                self.expand(part)
            self.done += 1
        return None

    def expand(self, part: Part) -> None:
        """Take all steps from the cells of a level."""
        part.close()
        self.met[part.cells] = part.moments
        taken: list[Array] = [np.zeros_like(part.moments) for _ in range(max(self.by, default=0) + 1)]
        for one in self.moves.still:
            if one.command is not None:
                moments = part.at(one.moments) * part.allowed(one.guard)
                taken[self.by[one.command]] = taken[self.by[one.command]] | moments
                self.transitions += int(np.bitwise_count(moments).sum())
        for family in self.families:
            self.take(part, family, taken)
        self.transitions -= self.repeated(part)
        real = part.at(self.open)
        self.states += int(np.bitwise_count(real).sum())
        self.refuse_mixed(part, real, taken)
        final = real & ~np.bitwise_or.reduce(taken)
        some = np.flatnonzero(final)
        self.final.append((part.cells[some], final[some]))

    def take(self, part: Part, family: Family, taken: list[Array]) -> None:
        """Take the moves of a family from all cells in which they are allowed."""
        ready = part.ready(family)
        for number, move in family.moves:
            chosen = part.chosen(ready, move)
            targets = part.targets(move, chosen)
            self.met[targets] |= self.met.dtype.type(1 << move.target)
            if self.arrivals is not None:
                self.arrivals[move.target][targets] = part.cells[chosen] * len(self.moves.moves) + number
        if family.by is not None:
            count = reduce(np.add, (np.bitwise_count(word).astype(np.uint16) for word in ready))
            moments = part.at(family.moments) * (count != 0)
            taken[family.by] = taken[family.by] | moments
            self.transitions += int(np.multiply(np.bitwise_count(moments), count, dtype=np.uint32).sum(dtype=np.int64))

    def repeated(self, part: Part) -> int:
        """How many of the steps have the decider, event, source and target of another."""
        count = 0
        for step, others in self.alike:
            seen = np.zeros_like(part.moments)
            for other in others:
                seen |= together(part, step, other)
            count += int(np.bitwise_count(seen).sum(dtype=np.int64))
        return count

    def refuse_mixed(self, part: Part, real: Array, taken: Sequence[Array]) -> None:
        """Raise `MixedDeciders` where commands of several deciders can be taken."""
        for one, other in combinations(taken, 2):
            both = one & other & real
            if both.any():
                place = int(np.flatnonzero(both)[0])
                code = int(both[place]).bit_length() - 1
                grid = self.moves.grid
                state = next(grid.states(part.cells[place : place + 1], code))
                refuse_mixed(grid.system, state, CompiledStepper(grid.system).moves(state))

    def found(self, limit: Limit | None) -> GridStates:
        """What has been expanded."""
        self.met[self.moves.levels >= self.done] = 0
        cells = np.concatenate([np.zeros(0, np.int64), *(cells for cells, _ in self.final)])
        moments = np.concatenate([np.zeros(0, self.met.dtype), *(moments for _, moments in self.final)])
        return GridStates(
            self.moves,
            self.met,
            self.first,
            (cells, moments),
            self.states,
            self.transitions,
            limit,
            self.arrivals,
        )


def alike_steps(moves: GridMoves) -> list[tuple[Move, list[Move]]]:
    """Steps with those before them that may be told alike and lead to the same."""
    found: list[tuple[Move, list[Move]]] = []
    for steps in (moves.still, moves.moves):
        for place, step in enumerate(steps):
            others = [other for other in steps[:place] if _may_be_alike(moves, step, other)]
            if others:
                found.append((step, others))
    return found


def _may_be_alike(moves: GridMoves, one: Move, other: Move) -> bool:
    if not (one.alike and other.alike) or one.command is None or other.command is None:
        return False
    events = moves.grid.plans.events
    different = one.command != other.command and events[one.command] == events[other.command]
    return different and one.target == other.target and one.moments & other.moments != 0 and moves.meet(one, other)


def together(part: Part, one: Move, other: Move) -> Array:
    """The moments at which both steps lead from each cell to the same."""
    both = part.allowed(one.guard) & part.allowed(other.guard)
    chosen = np.flatnonzero(both)
    found = np.zeros_like(part.moments)
    same = part.targets(one, chosen) == part.targets(other, chosen)
    found[chosen] = part.at(one.moments & other.moments)[chosen] * same
    return found
