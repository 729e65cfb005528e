"""The states that a search has met, by numba: the table of `explorer.search.visited`, looked up one after the other.

Numpy looks up all at once, and of equal states that claim a slot together has to find the first. Here that cannot
happen: it is a second opinion on that, and no faster (docs/decisions/0024). What is compiled is kept in a cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from explorer.search.visited import FACTOR, HALF, Numbers, Visited
from explorer.system.packing import Words

try:
    from numba import njit
except ImportError as missing:
    raise ImportError("the engine numba comes with the extra endphase[numba]") from missing


_Function = TypeVar("_Function", bound=Callable[..., Any])


class MachineVisited(Visited):
    """Packed states, numbered in the order in which they were added."""

    def _enter(self, states: Words) -> tuple[Numbers, Numbers]:
        found, new = np.empty(len(states), np.int64), np.empty(len(states), np.int64)
        count = _enter(np.ascontiguousarray(states), self.words(), self._slots, self.known, found, new)
        return found, new[:count]

    def _settle(self) -> None:
        _settle(self.words(), self._slots)


def compiled(signature: str) -> Callable[[_Function], _Function]:
    """Compile a function, or take it from the cache where one can be written."""

    def made(function: _Function) -> _Function:
        try:
            return cast(_Function, njit(signature, cache=True)(function))
        except RuntimeError:  # numba finds no folder that it may write
            return cast(_Function, njit(signature)(function))

    return made


@compiled("uint64(uint64[:, ::1], int64, uint64)")
def _first_slot(states: Any, row: int, shift: Any) -> Any:
    mixed = np.uint64(0)
    for word in range(states.shape[1]):
        mixed = (mixed ^ states[row, word]) * FACTOR
        mixed ^= mixed >> HALF
    return (mixed * FACTOR) >> shift


@compiled("uint64(int32[::1])")
def _shift(slots: Any) -> Any:
    bits = 0
    while 1 << bits < len(slots):
        bits += 1
    return np.uint64(64 - bits)


@compiled("int64(uint64[:, ::1], uint64[:, ::1], int32[::1], int64, int64[::1], int64[::1])")
def _enter(states: Any, kept: Any, slots: Any, known: int, found: Any, new: Any) -> int:
    """Number some states; `found` gets the numbers, `new` the rows of those that were not known. How many these are."""
    shift, last = _shift(slots), len(slots) - 1
    count = 0
    for row in range(len(states)):
        place, probes = np.int64(_first_slot(states, row, shift)), 0
        while True:
            number = slots[place] - 1
            if number < 0:
                slots[place] = known + count + 1
                found[row] = known + count
                new[count] = row
                count += 1
                break
            others, other = (kept, number) if number < known else (states, new[number - known])
            same = True
            for word in range(states.shape[1]):
                same = same and others[other, word] == states[row, word]
            if same:
                found[row] = number
                break
            probes += 1
            place = (place + probes) & last
    return count


@compiled("void(uint64[:, ::1], int32[::1])")
def _settle(states: Any, slots: Any) -> None:
    """Put the numbers of states, all different, into slots that are free."""
    shift, last = _shift(slots), len(slots) - 1
    for number in range(len(states)):
        place, probes = np.int64(_first_slot(states, number, shift)), 0
        while slots[place] != 0:
            probes += 1
            place = (place + probes) & last
        slots[place] = number + 1
