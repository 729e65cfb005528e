"""The moves on a grid: how far each step leads from every cell, and in which cells it is allowed, as bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

import numpy as np

from explorer.system.grid import Grid, NotAGrid, Worked
from explorer.system.interface import CommandIndex
from explorer.system.plans import Code
from explorer.system.spread import Array

_WORD: Final = 32


@dataclass(frozen=True, eq=False)
class Move:
    """A step from some moments, as bits, to another, where the guard holds.

    `shifts` says for each axis on which it moves, and for each place there, how many cells farther it leads: for none,
    where it leaves the position as it is.
    """

    command: CommandIndex | None
    moments: int
    target: Code
    guard: Guard
    alike: bool
    shifts: Sequence[tuple[int, Array]]


@dataclass(frozen=True)
class Guard:
    """Where something is allowed: where the cell has this bit of its words; `always` when all have."""

    bit: int
    always: bool


class GridMoves:
    """All moves on a grid: `moves` lead to other cells, `still` do not.

    `words` are the bits of guards, for every cell; `places` is the place of a cell on each axis, in so many bits;
    `levels` is how far it is from the first cell, up to `highest`: every move leads to a higher level.
    """

    def __init__(self, grid: Grid) -> None:
        """Raises `NotAGrid` when some moves lead back to where they came from."""
        self.grid = grid
        self.strides = [int(np.prod(grid.shape[number + 1 :], dtype=np.int64)) for number in range(len(grid.axes))]
        self.still: list[Move] = []
        self.moves: list[Move] = []
        self._leads: list[set[tuple[int, int]]] = [set() for _ in grid.axes]
        parts: list[Array] = []
        for worked in grid.taken():
            self._add(worked, parts)
        self.words = self._words(parts)
        self.levels, self.highest = self._levels()
        self._bits = [(len(axis) - 1).bit_length() for axis in grid.axes]
        self._lows = [sum(self._bits[:number]) for number in range(len(grid.axes))]
        kind: Any = np.int32 if sum(self._bits) < 32 else np.int64
        self.places = self._spread_over(
            grid.along(number, np.arange(len(axis)).astype(kind) * kind(1 << low))
            for number, (axis, low) in enumerate(zip(grid.axes, self._lows, strict=True))
        )

    def place(self, axis: int, places: Array) -> Array:
        """The place on one axis, of places on all of them."""
        found: Array = places >> self._lows[axis] & (1 << self._bits[axis]) - 1
        return found

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
            self.still.append(Move(step.command, step.moments, code, _guard(allowed, parts), step.alike, ()))
        for code, allowed in _by_code(worked, ~stays):
            shifts = list(self._shifts(worked, allowed))
            self.moves.append(Move(step.command, step.moments, code, _guard(allowed, parts), step.alike, shifts))

    def _shifts(self, worked: Worked, allowed: Array) -> Iterator[tuple[int, Array]]:
        for number, places in worked.targets.items():
            here = np.any(allowed, axis=tuple(n for n in range(allowed.ndim) if n != number))
            own = np.arange(len(places))
            moved = np.flatnonzero((places != own) & here)
            self._leads[number] |= set(zip(moved.tolist(), places[moved].tolist(), strict=True))
            if len(moved):
                yield number, ((places - own) * self.strides[number]).astype(np.int32)

    def _words(self, allowed: Sequence[Array]) -> list[Array]:
        """The bits of every cell, in words: those that lie along the same axes are put together first."""
        words = []
        for first in range(0, len(allowed), _WORD):
            parts: dict[tuple[int, ...], Array] = {}
            for bit, one in enumerate(allowed[first : first + _WORD]):
                held = one.astype(np.uint32) << np.uint32(bit)
                parts[held.shape] = parts[held.shape] | held if held.shape in parts else held
            words.append(self._spread_over(parts.values()))
        return words

    def _levels(self) -> tuple[Array, int]:
        ranks = [_ranks(leads, len(axis)) for axis, leads in zip(self.grid.axes, self._leads, strict=True)]
        highest = sum(int(some.max()) for some in ranks)
        kind = np.min_scalar_type(highest)
        return self._spread_over(self.grid.along(n, some.astype(kind)) for n, some in enumerate(ranks)), highest

    def _spread_over(self, parts: Iterable[Array]) -> Array:
        """The sum of arrays that lie along some axes, for every cell."""
        ordered = sorted(parts, key=lambda part: part.size)
        total = reduce(np.add, ordered)
        return np.ascontiguousarray(np.broadcast_to(total, self.grid.shape)).reshape(-1)


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
