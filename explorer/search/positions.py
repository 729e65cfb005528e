"""The positions that a search has met: a hash table with open addressing in arrays (Knuth, "Sorting and Searching").

Positions are numbers; each has a row, from 1 on, those that were met before others before them. Many are looked up at
once: all of them probe in step, and in each round those that are not settled look at their next slot.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.system.layout import Words

RowNumbers = NDArray[np.int32]

_FULLEST = 0.6
_LARGE = 1 << 21  # slots, so many that there had better not be four times as many
_ENTERED_TOGETHER = 1 << 16  # slots of a table that is replaced
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: Knuth's multiplicative hashing
_NOBODY = -1  # no position has this number


class Positions:
    """Numbers without repetition, each with its row."""

    def __init__(self) -> None:
        """No position yet; row 0 is nobody's, so that a free slot can hold a 0."""
        self._words = np.full(1 << 12, _NOBODY, np.int64)
        self._slots = np.zeros(1 << 13, np.int32)
        self.count = 1

    @property
    def words(self) -> Words:
        """The position of each row, without copying them; the first is nobody's."""
        return self._words[: self.count]

    def rows(self, words: Words) -> RowNumbers:
        """The row of each position; those that are not known are added."""
        self._make_room(self.count + len(words))
        slots = self._first_slots(words)
        rows: RowNumbers = self._slots.take(slots)
        left = np.flatnonzero(self._words.take(rows) != words)  # these look at a slot that is free or another's
        slots = slots.take(left)
        at = rows.take(left)
        probes = 0
        while len(left):
            wanted = words.take(left)
            free = np.flatnonzero(at == 0)
            if len(free):
                at[free] = found = self._add(wanted.take(free), slots.take(free))
                rows[left.take(free)] = found
                on = np.flatnonzero(self._words.take(at) != wanted)
                left, slots = left.take(on), slots.take(on)
                wanted = wanted.take(on)
            probes += 1
            slots = slots + probes & len(self._slots) - 1  # triangular: it comes to every slot
            at = self._slots.take(slots)
            rows[left] = at
            on = np.flatnonzero(self._words.take(at) != wanted)
            left, slots, at = left.take(on), slots.take(on), at.take(on)
        return rows

    def _add(self, words: Words, slots: Words) -> RowNumbers:
        """Let those who look at a free slot have it, one each; what comes back is who has it."""
        numbers = np.arange(self.count, self.count + len(words), dtype=np.int32)
        self._slots[slots] = numbers
        owners = np.flatnonzero(self._slots.take(slots) == numbers)
        numbers = numbers[: len(owners)]
        self._slots[slots.take(owners)] = numbers
        self._words[self.count : self.count + len(owners)] = words.take(owners)
        self.count += len(owners)
        return self._slots.take(slots)

    def renumber(self, words: Words) -> None:
        """The rows stand for other numbers from now on."""
        self._words[1 : self.count] = words[1:]
        self._rebuild(len(self._slots))

    def _first_slots(self, words: Words) -> Words:
        bits = len(self._slots).bit_length() - 1
        return (words.view(np.uint64) * _FACTOR >> np.uint64(64 - bits)).view(np.int64)

    def _make_room(self, rows: int) -> None:
        if rows > len(self._words):
            grown = np.empty(max(rows, 2 * len(self._words)), np.int64)
            grown[: self.count] = self.words
            self._words = grown
        size = len(self._slots)
        while rows > _FULLEST * size:
            size *= 4 if size < _LARGE else 2
        if size > len(self._slots):
            self._rebuild(size)

    def _rebuild(self, size: int) -> None:
        """Enter all positions into a table of so many slots, in the order of the old one: so neighbours stay near."""
        old, self._slots = self._slots, np.zeros(size, np.int32)
        for start in range(0, len(old), _ENTERED_TOGETHER):
            part = old[start : start + _ENTERED_TOGETHER]
            rows = part[part != 0]
            slots = self._first_slots(self._words.take(rows))
            probes = 0
            while len(rows):
                free = np.flatnonzero(self._slots.take(slots) == 0)
                self._slots[slots.take(free)] = rows.take(free)
                other = np.flatnonzero(self._slots.take(slots) != rows)
                probes += 1
                rows, slots = rows.take(other), slots.take(other) + probes & len(self._slots) - 1
