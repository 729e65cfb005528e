"""Breadth-first search by machine code, from tables of steps (`explorer.search.kernel`).

It finds what `explorer.search.explore` finds state by state, with the same numbers. Where the machine code misses an
entry of a table, it is worked out here, as the search in plain Python does (`explorer.system.tabled`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final, overload

import numpy as np

from explorer.search.ahead import Arrays, Check, Refuse
from explorer.search.graph import Limit
from explorer.search.kernel import ENOUGH, FULL, MISSING, expand, settle
from explorer.search.native_tables import Array, NativeTables, Words, integer, rows_of
from explorer.system.flat import FlatLayout
from explorer.system.system import State, System

_TOGETHER: Final = 1 << 16  # states that are expanded between two looks at the clock and the memory
_EDGES: Final = 1 << 19  # of a round
_MOST_EDGES: Final = 1 << 31  # an edge is numbered in 32 bits
_FULLEST: Final = 0.5


class NativeSearch:
    """A search that goes on from what another has found, and adds to it (`explorer.search.ahead`)."""

    def __init__(self, system: System, states: Sequence[State], found: Arrays) -> None:
        """Take the states over. Raises `OverflowError` when a variable does not fit 64 bits."""
        self.found = found
        self._layout = FlatLayout(system.variables)
        self._tables = NativeTables(system, self._layout)
        self._by = [command.by for command in system.commands]
        self._states = rows_of(map(self._layout.number, states), self._tables.width)
        self.known = len(states)
        self._slots = np.zeros(1 << 16, np.int32)
        self._make_room(_TOGETHER)
        settle(self._slots, self._states, 0, self.known)
        self._depth = found.depths[len(found.offsets) - 1]
        self._deeper = bisect_right(found.depths, self._depth)

    def states(self, count: int) -> WordStates:
        """The first states."""
        return WordStates(self._layout, self._states[:count])

    def run(self, check: Check, refuse: Refuse, most: int | None, enough: float) -> Limit | None:
        """Expand states until none is left or more than `enough` are known (None), or a limit is reached."""
        while (expanded := len(self.found.offsets) - 1) < self.known <= enough:
            limit = check(expanded)
            if limit is not None:
                return limit
            if len(self.found.targets) + _EDGES >= _MOST_EDGES:
                return "memory"
            if expanded == self._deeper:
                self._depth, self._deeper = self._depth + 1, self.known
            if self._round(expanded, min(expanded + _TOGETHER, self._deeper), refuse, most) == ENOUGH:
                return "states"
        return None

    def _round(self, first: int, last: int, refuse: Refuse, most: int | None) -> int:
        """Expand states, from the first to before the last, as far as there is room; what ended it."""
        counts = np.array([self.known, first, 0, self.known, first])
        room = max(_EDGES, self._tables.longest)
        edges = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int64)
        ends = np.empty(last - first, np.int64)
        status = MISSING
        failed: Exception | None = None
        while status == MISSING:
            tables = self._tables.arrays()
            allowed = len(self._states) + 1 if most is None else most
            status = expand(self._states, self._slots, counts, last, allowed, *tables, edges, ends)
            if status == MISSING:
                try:
                    self._learn(self._states[counts[1]], refuse)
                except Exception as error:  # what was expanded before counts
                    failed = error
                    break
        known, source, made = counts[:3].tolist()
        targets, labels, parents = edges
        self._write(parents[: known - self.known], targets[:made], labels[:made], ends[: source - first])
        self.known = known
        if failed is not None:
            raise failed
        if status == FULL:
            self._make_room(max(_TOGETHER, self._tables.longest))
        return int(status)

    def _write(self, parents: Array, targets: Array, labels: Array, ends: Array) -> None:
        """Add the steps of a round, and where those of each expanded state end."""
        base = len(self.found.targets)
        _extend(self.found.parents, parents + base)
        self.found.depths.extend(repeat(self._depth + 1, len(parents)))
        _extend(self.found.targets, targets)
        _extend(self.found.labels, labels)
        _extend(self.found.offsets, ends + base)

    def _learn(self, words: Words, refuse: Refuse) -> None:
        """Have all entries that the state needs."""
        state = integer(words)
        row = self._tables.learn(state)
        if len({self._by[command] for command in row.labels}) > 1:
            refuse(self._layout.state(state), row.labels)

    def _make_room(self, more: int) -> None:
        """Have room for so many states more."""
        if self.known + more > len(self._states):
            grown = np.empty((max(self.known + more, 2 * len(self._states)), self._tables.width), np.uint64)
            grown[: self.known] = self._states[: self.known]
            self._states = grown
        size = len(self._slots)
        while self.known + more > _FULLEST * size:
            size *= 4
        if size > len(self._slots):
            self._slots = np.zeros(size, np.int32)
            settle(self._slots, self._states, 0, self.known)


class WordStates(Sequence[State]):
    """States that are kept as rows of words, and taken apart when they are looked at."""

    def __init__(self, layout: FlatLayout, words: Words) -> None:
        self._layout = layout
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return list(WordStates(self._layout, self._words[number]))
        return self._layout.state(integer(self._words[number]))

    def __iter__(self) -> Iterator[State]:
        size = self._words.itemsize * self._words.shape[1]
        for start in range(0, len(self._words), _TOGETHER):
            data = self._words[start : start + _TOGETHER].tobytes()
            for at in range(0, len(data), size):
                yield self._layout.state(int.from_bytes(data[at : at + size], "little"))

    def picked(self, numbers: Sequence[int]) -> WordStates:
        """The states with these numbers, in their order, still packed."""
        return WordStates(self._layout, self._words[np.array(numbers, np.int64)])


def _extend(numbers: array[int], more: Array) -> None:
    numbers.frombytes(more.astype(np.int32).tobytes())
