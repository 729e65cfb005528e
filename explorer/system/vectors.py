"""The stepper of many states at once: guards and updates are array expressions over packed states, with numpy.

The states that are to be expanded together are parted by the value of one variable, as in `explorer.system.compiled`.
Each guard is a column of truths over its part. Each update works on the rows in which its guard holds, and the closing
on all successors together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.system.commands import OutOfDomain, Statement, writes
from explorer.system.guards import GuardGroups, guard_tree
from explorer.system.interface import CommandIndex
from explorer.system.packing import Column, Packing, Words
from explorer.system.rows import sort_rows
from explorer.system.system import System
from explorer.system.vector_source import ColumnSource, Places

Numbers = NDArray[np.int32]
Moves = Callable[[dict[int, Column], int], list[tuple[CommandIndex, Column]]]
Update = Callable[[dict[int, Column], int], None]

MOST_TOGETHER = 1 << 16
"""How many states can be expanded together: rows are numbered in 16 bits, which numpy sorts by radix."""

_NAMES: dict[str, Any] = {
    "add": np.add,
    "bool": np.bool_,
    "full": np.full,
    "int16": np.int16,
    "int32": np.int32,
    "int64": np.int64,
    "int8": np.int8,
    "multiply": np.multiply,
    "object": np.object_,
    "ones": np.ones,
    "subtract": np.subtract,
    "where": np.where,
}


@dataclass(frozen=True, eq=False)
class Steps:
    """All steps from some states, by source, those of one source by command: row numbers, commands, successors."""

    sources: Numbers
    commands: Numbers
    states: Words


class _Columns(dict[int, Column]):
    """The columns of variables by number, unpacked when first read. A local variable reads as 0."""

    def __init__(self, packing: Packing, places: Places, words: Words) -> None:
        super().__init__()
        self.places = places
        self.packing = packing
        self.words = words
        self.units: dict[tuple[int, int], Column] = {}
        self.unpacked: dict[int, Column] = {}
        self.touched: set[int] = set()

    def __missing__(self, number: int) -> Column:
        if number < len(self.packing.fields):
            self[number] = self.unpacked[number] = self.packing.read(self.words, number, self.units)
        else:
            self[number] = np.zeros(len(self.words), self.places.kinds[number])
        return self[number]

    def merge(self, part: _Part) -> None:
        """Take over what was assigned in some of the rows."""
        for number, column in part.items():
            self[number][part.rows] = column
            self.touched.add(number)

    def packed(self) -> Words:
        """The states with everything that was assigned."""
        fields = len(self.packing.fields)
        changed = {number for number, column in self.items() if self.unpacked.get(number) is not column}
        self.packing.write(self.words, {n: self[n] for n in changed | self.touched if n < fields})
        return self.words


class _Part(dict[int, Column]):
    """Neighbouring rows of columns; it holds what is assigned in them."""

    def __init__(self, whole: _Columns, rows: slice) -> None:
        super().__init__()
        self.whole = whole
        self.rows = rows

    def __missing__(self, number: int) -> Column:
        return self.whole[number][self.rows]


class VectorStepper:
    """The steps of a system, of many packed states at once.

    Raises `OverflowError` when a variable does not fit 64 bits.
    """

    def __init__(self, system: System) -> None:
        """Prepare to step through `system`; guards and updates are compiled when they are first needed."""
        self.system = system
        self.packing = Packing(system.variables)
        self._places = Places(system.variables)
        self._guards = GuardGroups(system)
        self._namespace = {**_NAMES, "check": _check}
        self._moves: dict[int, Moves] = {}
        self._updates: dict[CommandIndex, Update] = {}
        self._compiled_updates: dict[tuple[Statement, ...], Update] = {}
        self._closing = self._compiled_update(system.closing)
        self._orbits = [[[system.index[variable] for variable in row] for row in orbit.rows] for orbit in system.orbits]

    def steps(self, words: Words) -> Steps:
        """All steps from the states, at most `MOST_TOGETHER` of them.

        Raises `OutOfDomain` when a command leaves a variable outside its range.
        """
        commands, rows = self._moves_of(words)
        if not rows:
            return Steps(np.empty(0, np.int32), np.empty(0, np.int32), words[:0])
        sources = np.concatenate(rows)
        counts = [len(some) for some in rows]
        columns = _Columns(self.packing, self._places, words[sources])
        start = 0
        for command, count in zip(commands, counts, strict=True):
            part = _Part(columns, slice(start, start + count))
            try:
                self._update(command)(part, count)
            except _LeftRange as error:
                raise error.blaming(self.system, command) from None
            columns.merge(part)
            start += count
        labels = np.repeat(np.array(commands, np.int32), counts)
        try:
            self._closing(columns, len(sources))
        except _LeftRange as error:
            raise error.blaming(self.system, int(labels[error.row])) from None
        for orbit in self._orbits:
            sort_rows(columns, orbit)
        order = np.argsort(sources, kind="stable")
        return Steps(sources[order].astype(np.int32), labels[order], columns.packed()[order])

    def _moves_of(self, words: Words) -> tuple[list[CommandIndex], list[NDArray[np.uint16]]]:
        """The commands that are allowed somewhere, those of one group ascending, and the rows where each is."""
        commands: list[CommandIndex] = []
        rows: list[NDArray[np.uint16]] = []
        for value, inside in self._groups(words):
            if value not in self._moves:
                self._moves[value] = self._compiled_moves(value)
            columns = _Columns(self.packing, self._places, words[inside])
            for command, mask in sorted(self._moves[value](columns, len(inside)), key=itemgetter(0)):
                found = inside[mask]
                if len(found):
                    commands.append(command)
                    rows.append(found)
        return commands, rows

    def _groups(self, words: Words) -> Iterator[tuple[int, NDArray[np.uint16]]]:
        """The values of the control, with the rows that have them."""
        numbers = np.arange(len(words), dtype=np.uint16)
        if self._guards.control is None:
            yield 0, numbers
            return
        control = self.packing.read(words, self.system.index[self._guards.control])
        low = self._guards.control.low
        for above in np.flatnonzero(np.bincount(control - np.int64(low))).tolist():
            yield low + above, numbers[control == low + above]

    def _update(self, number: CommandIndex) -> Update:
        update = self._updates.get(number)
        if update is None:
            statements = self.system.commands[number].update
            if statements not in self._compiled_updates:
                self._compiled_updates[statements] = self._compiled_update(statements)
            update = self._updates[number] = self._compiled_updates[statements]
        return update

    def _compiled_update(self, statements: tuple[Statement, ...]) -> Update:
        source = ColumnSource(self._places)
        source.statements(statements)
        return self._compiled(source.lines)

    def _compiled_moves(self, value: int) -> Moves:
        source = ColumnSource(self._places)
        source.line("r = []")
        source.guards(guard_tree(self._guards.of(value)))
        source.line("return r")
        return self._compiled(source.lines)

    def _compiled(self, lines: Sequence[str]) -> Callable[..., Any]:
        exec(compile("\n".join(["def f(c, n):", *lines, "    return"]), "<vectors>", "exec"), self._namespace)
        function: Callable[..., Any] = self._namespace.pop("f")
        return function


class _LeftRange(Exception):  # noqa: N818
    """An assignment left its range, first in some row."""

    def __init__(self, name: str, value: int, row: int) -> None:
        super().__init__(name)
        self.name = name
        self.value = value
        self.row = row

    def blaming(self, system: System, number: CommandIndex) -> OutOfDomain:
        """What to tell of it, when the row belongs to a command."""
        command = system.commands[number]
        used = {v.name: v for v in writes(command.update) | writes(system.closing)}
        return OutOfDomain(used[self.name], self.value, command)


def _check(name: str, low: int, high: int, column: Column, mask: Column | None = None) -> None:
    """Raise `_LeftRange` when the column leaves the range in some row of the mask."""
    outside = np.atleast_1d((column < low) | (column > high))
    if mask is not None:
        outside = outside & mask
    if outside.any():
        row = int(outside.argmax())
        raise _LeftRange(name, int(np.broadcast_to(column, outside.shape)[row]), row)
