"""The states that a search has met: a hash table with open addressing (Knuth, "Sorting and Searching", 6.4) in arrays.

Many states are looked up at once. All of them probe in step: in each round those that are not settled look at their
next slot. Equal states probe the same slots in the same rounds, so the first of them is the one that gets a number.
"""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from explorer.system.packing import Words

_FULLEST = 0.75
_REBUILT = 1 << 16  # states that are put into a larger table at once
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: Knuth's multiplicative hashing
HALF = np.uint64(32)


Numbers = NDArray[np.int64]


class Visited:
    """Packed states, numbered in the order in which they were added."""

    def __init__(self, width: int, size: int = 1 << 16) -> None:
        """No states yet, each of `width` words; room for some `size` (a power of two) before it grows."""
        self._width = width
        self._kept = array("Q")
        self._slots = np.zeros(size, np.int32)  # a number and one more; 0 is free
        self.known = 0

    def words(self, start: int = 0, stop: int | None = None) -> Words:
        """The states from one number to another, without copying them; none may be added while this is held."""
        whole = np.frombuffer(self._kept, np.uint64, self.known * self._width)
        return whole.reshape(-1, self._width)[start:stop]

    def add(self, states: Words) -> tuple[Numbers, Numbers]:
        """The number of each of the states, and the rows of those that were not known, ascending.

        These are added, with the next numbers in the order of their rows.
        """
        self._make_room(self.known + len(states))
        found, new = self._enter(states)
        self._kept.frombytes(states[new].tobytes())
        self.known += len(new)
        return found, new

    def _enter(self, states: Words) -> tuple[Numbers, Numbers]:
        """As `add`, but the states are not kept yet."""
        known, table = self.known, self._slots
        found = np.empty(len(states), np.int64)
        claimed = np.empty(len(states), np.int64)  # the slot of each state that has got one
        waiting, slots = np.arange(len(states)), self._first_slots(states)
        probes = 0
        while len(waiting):
            held = table.take(slots)
            free = np.flatnonzero(held == 0)
            wanted = slots[free]
            # Of several that claim one slot the first is to have it: numpy lets the last that is written stand.
            table[wanted[::-1]] = (waiting[free] + (known + 1))[::-1]
            held[free] = table.take(wanted)
            claimed[waiting[free]] = wanted
            numbers = held.astype(np.int64) - 1
            found[waiting] = numbers
            other = np.flatnonzero(~self._same(states, waiting, numbers))
            probes += 1
            waiting, slots = waiting[other], self._next_slots(slots[other], probes)
        fresh = found == np.arange(known, known + len(states))
        new = np.flatnonzero(fresh)
        ranks = np.cumsum(fresh) + (known - 1)
        provisional = found >= known
        found[provisional] = ranks[found[provisional] - known]
        table[claimed[new]] = found[new] + 1
        return found, new

    def _same(self, states: Words, rows: Numbers, numbers: Numbers) -> NDArray[np.bool_]:
        """Whether each row is the state with the number beside it; numbers from `known` on are rows themselves."""
        mine = states if len(rows) == len(states) else states.take(rows, axis=0)
        beyond = np.flatnonzero(numbers >= self.known)
        others = self.words().take(numbers, axis=0, mode="clip") if self.known else np.empty_like(mine)
        others[beyond] = states.take(numbers[beyond] - self.known, axis=0)
        same: NDArray[np.bool_] = others[:, 0] == mine[:, 0]
        for word in range(1, self._width):
            same &= others[:, word] == mine[:, word]
        return same

    def _first_slots(self, states: Words) -> Numbers:
        mixed = np.zeros(len(states), np.uint64)
        for word in range(self._width):
            mixed = (mixed ^ states[:, word]) * FACTOR
            mixed ^= mixed >> HALF
        bits = len(self._slots).bit_length() - 1
        return ((mixed * FACTOR) >> np.uint64(64 - bits)).astype(np.int64)

    def _next_slots(self, slots: Numbers, probes: int) -> Numbers:
        """Triangular probing: it comes to every slot of a table whose size is a power of two."""
        return (slots + probes) & (len(self._slots) - 1)

    def _make_room(self, states: int) -> None:
        """Let the table grow until it can hold so many."""
        size = len(self._slots)
        while states > _FULLEST * size:
            size *= 2
        if size == len(self._slots):
            return
        self._slots = np.zeros(size, np.int32)
        self._settle()

    def _settle(self) -> None:
        """Put all states into the table, which is empty."""
        for start in range(0, self.known, _REBUILT):
            words = self.words(start, start + _REBUILT)
            numbers, slots = np.arange(start, start + len(words)), self._first_slots(words)
            probes = 0
            while len(numbers):
                free = np.flatnonzero(self._slots[slots] == 0)
                self._slots[slots[free]] = numbers[free] + 1
                other = self._slots[slots] != numbers + 1
                probes += 1
                numbers, slots = numbers[other], self._next_slots(slots[other], probes)
