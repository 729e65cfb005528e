"""The moves on a grid: how far each step leads from every cell, and in which cells it is allowed, as bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from explorer.system.grid import Grid, NotAGrid, Worked
from explorer.system.interface import CommandIndex
from explorer.system.layout import distinct
from explorer.system.plans import Code, codes_of
from explorer.system.spread import Array

_WORD: Final = 32


@dataclass(frozen=True, eq=False)
class Move:
    """A step from some moments, as bits, to another, where the guard holds.

    `leads` says for each axis on which it moves, and for each place there, to which place it leads: -1 where it is
    never allowed. It leads `ahead` cells farther wherever that is one number on an axis; where it is not, `shifts` says
    for each place there how many.
    """

    command: CommandIndex | None
    moments: int
    target: Code
    guard: Guard
    alike: bool
    leads: Mapping[int, Array]
    ahead: int
    shifts: Sequence[tuple[int, Array]]


@dataclass(frozen=True)
class Guard:
    """Where something is allowed: where the cell has this bit of its words; `always` when all have."""

    bit: int
    always: bool


class GridMoves:
    """All moves on a grid: `moves` lead to other cells, `still` do not.

    `words` are the bits of guards, for every cell; `levels` is how far it is from the first cell, up to `highest`:
    every move leads to a higher level. `strata` are the moments, as bits, in the order in which the steps of `still`
    lead from one to the next, as those stand too; all moments are one stratum when these steps lead `round`.
    """

    def __init__(self, grid: Grid) -> None:
        """Raises `NotAGrid` when some moves lead back to where they came from."""
        self.grid = grid
        self._strides = [prod(grid.shape[number + 1 :]) for number in range(len(grid.axes))]
        self.still: list[Move] = []
        self.moves: list[Move] = []
        parts: list[Array] = []
        for worked in grid.taken():
            self._add(worked, parts)
        self.words = self._words(parts)
        self.levels, self.highest = self._levels()
        self.strata, self.round = self._in_order()

    def place(self, number: int, cells: Array) -> Array:
        """The place of cells on an axis."""
        size = len(self.grid.axes[number])
        before: Array = cells // self._strides[number]
        return before if number == 0 else before - before // size * size

    def meet(self, one: Move, other: Move) -> bool:
        """Whether two moves may lead from one cell to the same: not where they never do on some axis."""
        for number in one.leads.keys() | other.leads.keys():
            stays = np.arange(len(self.grid.axes[number]))
            first, second = (move.leads.get(number, stays) for move in (one, other))
            if not np.any((first == second) & (first >= 0)):
                return False
        return True

    def bit(self, guard: Guard) -> tuple[int, np.uint32]:
        """The number of the word in which the guard has its bit, and the bit."""
        number, bit = divmod(guard.bit, _WORD)
        return number, np.uint32(1 << bit)

    def holds(self, guard: Guard, cell: int) -> bool:
        """Whether the guard holds in a cell."""
        number, bit = self.bit(guard)
        return bool(self.words[number][cell] & bit)

    def _add(self, worked: Worked, parts: list[Array]) -> None:
        """Add the moves of a step; where they are allowed is added to `parts`."""
        step, grid = worked.step, self.grid
        if step.alike and step.due:
            raise NotAGrid("where the closing leads after steps of one event has to be compared")
        stays: Array = np.array(True)
        for number, places in worked.targets.items():
            stays = stays & grid.along(number, places == np.arange(len(places)))
        for code, allowed in _by_code(worked, stays):
            self.still.append(Move(step.command, step.moments, code, _guard(allowed, parts), step.alike, {}, 0, ()))
        for code, allowed in _by_code(worked, ~stays):
            self.moves.append(self._move(worked, code, allowed, _guard(allowed, parts)))

    def _move(self, worked: Worked, code: Code, allowed: Array, guard: Guard) -> Move:
        """A move to other cells, allowed somewhere."""
        leads: dict[int, Array] = {}
        shifts: list[tuple[int, Array]] = []
        ahead = 0
        for number, places in worked.targets.items():
            here = np.any(allowed, axis=tuple(n for n in range(allowed.ndim) if n != number))
            own = np.arange(len(places))
            if not np.any((places != own) & here):
                continue
            leads[number] = np.where(here, places, -1)
            shift = (places - own) * self._strides[number]
            if len(some := distinct(shift[np.broadcast_to(here, shift.shape)])) == 1:
                ahead += int(some[0])
            else:
                shifts.append((number, shift))
        step = worked.step
        return Move(step.command, step.moments, code, guard, step.alike, leads, ahead, shifts)

    def _in_order(self) -> tuple[list[int], bool]:
        """Put the steps that leave the position as it is in order; the strata, and whether these steps lead round."""
        known = self.grid.plans.known
        leads = {(code, one.target) for one in self.still for code in codes_of(one.moments)}
        try:
            ranks = _ranks(leads, known).tolist()
        except NotAGrid:
            return [(1 << known) - 1], True
        self.still.sort(key=lambda one: ranks[one.target])
        return [sum(1 << code for code in range(known) if ranks[code] == rank) for rank in range(max(ranks) + 1)], False

    def _words(self, allowed: Sequence[Array]) -> list[Array]:
        """The bits of every cell, in words: those that lie along the same axes are put together first."""
        words = []
        for first in range(0, len(allowed), _WORD):
            parts: dict[tuple[int, ...], Array] = {}
            for bit, one in enumerate(allowed[first : first + _WORD]):
                held = np.multiply(one, np.uint32(1 << bit), dtype=np.uint32)
                parts[held.shape] = parts[held.shape] | held if held.shape in parts else held
            words.append(self._spread_over(parts.values(), np.dtype(np.uint32)))
        return words

    def _levels(self) -> tuple[Array, int]:
        """The level of every cell, and the highest."""
        ranks = [_ranks(self._led(number), len(axis)) for number, axis in enumerate(self.grid.axes)]
        highest = sum(int(some.max()) for some in ranks)
        kind = np.min_scalar_type(highest)
        along = (self.grid.along(number, some.astype(kind)) for number, some in enumerate(ranks))
        return self._spread_over(along, kind), highest

    def _led(self, number: int) -> set[tuple[int, int]]:
        """From which places to which moves lead on an axis."""
        found: set[tuple[int, int]] = set()
        for places in (move.leads[number] for move in self.moves if number in move.leads):
            moved = np.flatnonzero((places != np.arange(len(places))) & (places >= 0))
            found |= set(zip(moved.tolist(), places[moved].tolist(), strict=True))
        return found

    def _spread_over(self, parts: Iterable[Array], kind: np.dtype[Any]) -> Array:
        """The sum of arrays that lie along some axes, for every cell.

        Those that lie along the first axes alone are put together first, and those that lie along the last.
        """
        shape = self.grid.shape
        split = min(range(1, len(shape)), key=lambda number: prod(shape[:number]) + prod(shape[number:]))
        ones = (1,) * len(shape)
        first = np.zeros((*shape[:split], *ones[split:]), kind)
        last = np.zeros((*ones[:split], *shape[split:]), kind)
        across: list[Array] = []
        for part in parts:
            along = [number for number, size in enumerate(part.shape) if size > 1]
            if not along or along[-1] < split:
                first += part
            elif along[0] >= split:
                last += part
            else:
                across.append(part)
        total = np.add.outer(first.reshape(-1), last.reshape(-1)).reshape(shape)
        for part in across:
            total += part
        return total.reshape(-1)


def _guard(allowed: Array, parts: list[Array]) -> Guard:
    """The guard that has the next bit."""
    parts.append(allowed)
    return Guard(len(parts) - 1, bool(allowed.all()))


def _by_code(worked: Worked, where: Array) -> Iterator[tuple[Code, Array]]:
    """The moments to which the step leads somewhere, and where it does."""
    if not where.any():
        return
    allowed = worked.allowed if where.all() else worked.allowed & where
    if not allowed.any():
        return
    if worked.codes.ndim == 0:
        yield int(worked.codes), allowed
        return
    allowed, codes = np.broadcast_arrays(allowed, worked.codes)
    for code in np.flatnonzero(np.bincount(codes[allowed])).tolist():
        yield code, allowed & (codes == code)


def _ranks(leads: Iterable[tuple[int, int]], count: int) -> Array:
    """How many moves lead to each place one after the other, at most. Raises `NotAGrid` when they go round."""
    ranks = np.zeros(count, np.int64)
    for _ in range(count):
        changed = False
        for source, target in leads:
            if ranks[target] <= ranks[source]:
                ranks[target] = ranks[source] + 1
                changed = True
        if not changed:
            return ranks
    raise NotAGrid("moves lead round")
