"""The tables of a system as arrays, for machine code: what it misses is worked out here and put in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from explorer.search.kernel import put, refill
from explorer.system.flat import FlatLayout
from explorer.system.system import System
from explorer.system.tabled import TabledSteps, Window
from explorer.system.tables import Composed, Flips, Row, Tests

Array = NDArray[Any]
Words = NDArray[np.uint64]

_BYTES: Final = 8  # of a word
_WINDOWS: Final = 1  # the number of the table of the windows
_FULLEST: Final = 0.5


class NativeTables:
    """The tables of a system. `width` is how many words a state has, `longest` how many parts of steps a row."""

    def __init__(self, system: System, layout: FlatLayout) -> None:
        """No entry yet."""
        self.steps = TabledSteps(system, layout, parts_updates=True)
        self.width = max(1, -(-layout.bytes // _BYTES))
        self.longest = 1
        self._size = self.width  # words of a key
        self._looks = _Numbered(self.width)
        self._looks.add(0)  # there is no table 0
        self._looks.add(self.steps.control)
        self._failures, self._flips = _Numbered(self._size), _Numbered(self.width)
        self._windows, self._groups, self._rows, self._steps = _Rows(3), _Rows(1), _Rows(3), _Rows(3)
        self._cells = np.zeros((1 << 12, self._size + 1), np.uint64)
        self._present: set[tuple[int, int]] = set()
        self._tables: dict[int, tuple[int, Tests | Flips]] = {}  # by identity, with their numbers
        self._laid: dict[int, _Laid] = {}

    def arrays(self) -> tuple[Any, ...]:
        """What `explorer.search.kernel.expand` is told, from `looks` to `longest`."""
        told = self._windows.held, self._groups.held[:, 0], self._failures.held
        does = self._rows.held, self._steps.held, self._flips.held
        return self._looks.held, self._cells, told, does, self.longest

    def learn(self, state: int) -> Row:
        """Put in all that the state needs; what can be done there."""
        control = state & self.steps.control
        window = self.steps.windows[control]
        while True:
            groups, edition = window.groups, window.edition
            tested = [(tests, state & looks, tests[state & looks]) for looks, tests in groups]
            failing = 0
            for _, _, bits in tested:
                failing |= bits
            row = window.row(failing)
            steps = [list(_parts(one)) for _, one in row.steps]
            flipped = [(part, state & part.looks, part[state & part.looks]) for parts in steps for part in parts]
            if window.groups is groups and window.edition == edition:
                break  # no table was parted in the meantime
        self._widen(window.width)
        laid = self._lay(control, window)
        for tests, key, bits in tested:
            self._put(self._number(tests), key, self._failures.add(bits))
        for part, key, flips in flipped:
            self._put(self._number(part), key, self._flips.add(flips))
        if failing not in laid.rows:
            laid.rows.add(failing)
            self._put(laid.table, failing, self._row(row, steps))
        return row

    def _lay(self, control: int, window: Window) -> _Laid:
        """Have the groups of the window as they are now, and a table of its rows."""
        laid = self._laid.get(control)
        if laid is None:
            laid = self._laid[control] = _Laid(self._windows.add([0, 0, 0]))
            self._put(_WINDOWS, control, laid.number)
        if laid.groups is not window.groups or laid.edition != window.edition:
            if laid.edition != window.edition:
                laid.edition, laid.table, laid.rows = window.edition, self._looks.append(0), set()
            laid.groups = window.groups
            first = len(self._groups)
            for _, tests in window.groups:
                self._groups.add([self._number(tests)])
            self._windows.held[laid.number] = first, len(self._groups), laid.table
        return laid

    def _row(self, row: Row, steps: Sequence[Sequence[Flips]]) -> int:
        """The number of a new row."""
        first = len(self._steps)
        for label, parts in zip(row.labels, steps, strict=True):
            event = self.steps.events[label]
            for part in parts[:-1]:
                self._steps.add([self._number(part), -1, event])
            self._steps.add([self._number(parts[-1]), label, event])
        self.longest = max(self.longest, len(self._steps) - first)
        return self._rows.add([first, len(self._steps), row.events is not None])

    def _number(self, table: Tests | Flips) -> int:
        """The number of a table, the next for a new one."""
        known = self._tables.get(id(table))
        if known is None:
            known = self._tables[id(table)] = self._looks.append(table.looks), table
        return known[0]

    def _put(self, table: int, key: int, value: int) -> None:
        """Put an entry in, if it is not there."""
        if (table, key) in self._present:
            return
        if len(self._present) >= _FULLEST * len(self._cells):
            self._refill(4 * len(self._cells))
        put(self._cells, table, rows_of([key], self._size)[0], value)
        self._present.add((table, key))

    def _widen(self, bits: int) -> None:
        """Have room in a key for so many bits."""
        size = -(-bits // (8 * _BYTES))
        if size > self._size:
            self._size = size
            self._failures.widen(size)
            self._refill(len(self._cells))

    def _refill(self, cells: int) -> None:
        old, self._cells = self._cells, np.zeros((cells, self._size + 1), np.uint64)
        refill(self._cells, old)


class _Laid:
    """A window as it was last laid out: its number, its groups, and its rows by the table that has them."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.groups: tuple[tuple[int, Tests], ...] | None = None
        self.edition = -1
        self.table = 0
        self.rows: set[int] = set()


class _Rows:
    """Rows of numbers in an array that grows."""

    def __init__(self, width: int, kind: DTypeLike = np.int64) -> None:
        self.held: Array = np.zeros((16, width), kind)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, row: Sequence[int] | Words) -> int:
        """The place of a row, which is added."""
        if self._count == len(self.held):
            self.held = np.concatenate([self.held, np.zeros_like(self.held)])
        self.held[self._count] = row
        self._count += 1
        return self._count - 1


class _Numbered:
    """Integers as rows of words, each with its place."""

    def __init__(self, width: int) -> None:
        self._rows = _Rows(width, np.uint64)
        self._places: dict[int, int] = {}

    @property
    def held(self) -> Words:
        """The rows."""
        return self._rows.held

    def add(self, number: int) -> int:
        """The place of an integer."""
        if number not in self._places:
            self._places[number] = self.append(number)
        return self._places[number]

    def append(self, number: int) -> int:
        """A new place for an integer."""
        return self._rows.add(rows_of([number], self._rows.held.shape[1])[0])

    def widen(self, width: int) -> None:
        """Let each have more words."""
        old, self._rows.held = self._rows.held, np.zeros((len(self._rows.held), width), np.uint64)
        self._rows.held[:, : old.shape[1]] = old


def rows_of(numbers: Iterable[int], width: int) -> Words:
    """Integers as rows of so many words."""
    data = b"".join(number.to_bytes(_BYTES * width, "little") for number in numbers)
    return np.frombuffer(data, np.uint64).reshape(-1, width).copy()


def integer(words: Words) -> int:
    """The integer of a row of words."""
    return int.from_bytes(words.tobytes(), "little")


def _parts(table: Flips | Composed) -> Iterator[Flips]:
    """The tables of which an update is put together."""
    if isinstance(table, Flips):
        yield table
    else:
        yield from (part for _, part in table.parts)
