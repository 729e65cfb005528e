"""What a search on a grid finds: for each cell the moments at which it is reached; and the cells of each level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.search.graph import Limit
from explorer.system.codes import having
from explorer.system.commands import numbered
from explorer.system.evaluation import substitute
from explorer.system.grid_moves import GridMoves, Guard, Move
from explorer.system.nodes import Term
from explorer.system.plans import Code, codes_of
from explorer.system.spread import Spread
from explorer.system.system import State, System

Array = NDArray[Any]


@dataclass(eq=False)
class GridStates:
    """What was found: for each cell the moments at which it is reached, as bits.

    `final` are cells with moments in which no command can be taken, and these moments. For each moment, `arrivals` says
    from where it was reached by a move, where that was asked for: the cell times the number of moves, plus the number
    of the move.
    """

    moves: GridMoves
    met: Array
    first: tuple[int, Code]
    final: tuple[Array, Array]
    states: int
    transitions: int
    limit: Limit | None
    arrivals: dict[Code, Array] | None = field(default=None, repr=False)

    @property
    def system(self) -> System:
        """The system that was searched."""
        return self.moves.grid.system

    @property
    def complete(self) -> bool:
        """Whether this is all that can be reached."""
        return self.limit is None

    @property
    def finished(self) -> int:
        """The number of states in which no command can be taken."""
        return int(np.bitwise_count(self.final[1]).sum())

    @property
    def positions(self) -> int:
        """The number of positions of states."""
        return int(np.count_nonzero(self.met & self.met.dtype.type(self.moves.grid.plans.open_moments)))

    def part(self, level: int) -> Part:
        """The cells of a level that were reached."""
        return part_of(self.moves, self.met, level)

    def all_states(self) -> Iterator[State]:
        """Every state, by moment."""
        return self._states(np.arange(len(self.met)), self.met)

    def final_states(self) -> Iterator[State]:
        """The states in which no command can be taken, by moment."""
        return self._states(*self.final)

    def _states(self, cells: Array, moments: Array) -> Iterator[State]:
        grid = self.moves.grid
        for code in codes_of(grid.plans.open_moments):
            yield from grid.states(cells[having(moments, code)], code)

    def values(self, term: Term, cells: Array, code: Code) -> Array:
        """The values of a term in these cells at a moment."""
        grid = self.moves.grid
        at = np.unravel_index(cells, grid.shape)
        left = substitute(term, grid.plans.values(code))
        return np.broadcast_to(Spread(lambda variable: grid.values_at(variable, at))(left), len(cells)).astype(np.int64)


def part_of(moves: GridMoves, met: Array, level: int) -> Part:
    """The cells of a level that were reached."""
    cells = np.flatnonzero(moves.levels == level)
    cells = cells[met[cells] != 0]
    return Part(moves, cells, met[cells])


class Part:
    """Some cells: the moments at which they are reached, the bits of their guards."""

    def __init__(self, moves: GridMoves, cells: Array, moments: Array) -> None:
        """Look these cells up."""
        self.cells = cells
        self.moments = moments
        self._moves = moves
        self._words = [word[cells] for word in moves.words]
        self._allowed: dict[Guard, NDArray[np.bool_]] = {}

    def allowed(self, guard: Guard) -> NDArray[np.bool_]:
        """Where the guard holds."""
        found = self._allowed.get(guard)
        if found is None:
            number, mask = self._moves.bit(guard)
            found = self._allowed[guard] = self._words[number] & mask != 0
        return found

    def at(self, moments: int) -> Array:
        """Those of the moments at which each cell is reached."""
        found: Array = self.moments & self.moments.dtype.type(moments)
        return found

    def ready(self, family: Family) -> list[Array]:
        """The bits of the guards of a family's moves, where their moments are."""
        there = self.at(family.moments) != 0
        return [word * there & mask for word, mask in zip(self._words, family.masks, strict=True)]

    def chosen(self, ready: Sequence[Array], move: Move) -> Array:
        """Where one of the moves can be taken, by numbers among these cells."""
        number, mask = self._moves.bit(move.guard)
        return np.flatnonzero(ready[number] & mask != 0)

    def targets(self, move: Move, chosen: Array) -> Array:
        """The cells to which a move leads from some of these."""
        cells = self.cells[chosen]
        found: Array = cells + move.ahead
        for number, shifts in move.shifts:
            found += shifts.take(self._moves.place(number, cells))
        return found

    def close(self) -> None:
        """Add the moments to which steps lead that leave the position as it is."""
        while True:
            before = self.moments
            for one in self._moves.still:
                holds = self.at(one.moments) != 0
                if not one.guard.always:
                    holds &= self.allowed(one.guard)
                self.moments = self.moments | holds * self.moments.dtype.type(1 << one.target)
            if not self._moves.round or np.array_equal(before, self.moments):
                return


@dataclass(frozen=True, eq=False)
class Family:
    """Moves, numbered, from the same moments by the same decider, who has a number too; the closing has none.

    `masks` has the bits of their guards, word by word.
    """

    moments: int
    by: int | None
    moves: Sequence[tuple[int, Move]]
    masks: Sequence[np.uint32]


def families(moves: GridMoves) -> list[Family]:
    """All moves by family."""
    by = deciders(moves)
    found: dict[tuple[int, int | None], list[tuple[int, Move]]] = {}
    for number, move in enumerate(moves.moves):
        decider = None if move.command is None else by[move.command]
        found.setdefault((move.moments, decider), []).append((number, move))
    return [Family(moments, decider, some, _masks(moves, some)) for (moments, decider), some in found.items()]


def _masks(moves: GridMoves, some: Sequence[tuple[int, Move]]) -> list[np.uint32]:
    masks = [np.uint32(0) for _ in moves.words]
    for _, move in some:
        number, mask = moves.bit(move.guard)
        masks[number] |= mask
    return masks


def deciders(moves: GridMoves) -> list[int]:
    """A number for the decider of each command."""
    return numbered(command.by for command in moves.grid.system.commands)
