"""Breadth-first search state by state, over states that are integers, by tables of steps, in plain Python.

It finds what `explorer.search.explore` finds with a stepper, with the same numbers.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from explorer.search.ahead import Arrays, Check, Refuse
from explorer.search.graph import Levels, Limit
from explorer.system.flat import FlatLayout, FlatStates
from explorer.system.interface import CommandIndex
from explorer.system.system import State, System
from explorer.system.tabled import TabledSteps, Window
from explorer.system.tables import Row

_TOGETHER: Final = 1 << 10  # states that are expanded between two looks at the clock and the memory


class TabledSearch:
    """A search that goes on from what another has found, and adds to it (`explorer.search.ahead`)."""

    def __init__(self, system: System, states: Sequence[State], found: Arrays) -> None:
        """Take the states over. Raises `OverflowError` when a variable does not fit 64 bits, or a value its range."""
        self.found = found
        self.layout = FlatLayout(system.variables)
        self._steps = TabledSteps(system, self.layout)
        self._by = [command.by for command in system.commands]
        self._states = self.layout.numbers(states)
        self._numbers = dict(zip(self._states, range(len(self._states)), strict=True))
        # All states of one depth are neighbours; of those from here on no successor is known yet.
        levels = Levels(found.offsets, found.targets)
        self._deeper = levels.starts[levels.depth(len(found.offsets) - 1) + 1]

    @property
    def known(self) -> int:
        """The number of states."""
        return len(self._states)

    def states(self, count: int) -> FlatStates:
        """The first states."""
        return FlatStates(self.layout, self._states[:count])

    def run(self, check: Check, refuse: Refuse, most: int | None, enough: float) -> Limit | None:
        """Expand states until none is left or more than `enough` are known (None), or a limit is reached."""
        states, expanded = self._states, len(self.found.offsets) - 1
        checked = expanded - _TOGETHER
        while expanded < len(states) <= enough:
            if expanded - checked >= _TOGETHER:
                checked, limit = expanded, check(expanded)
                if limit is not None:
                    return limit
            if expanded == self._deeper:
                self._deeper = len(states)
            limit = self._expand(states[expanded : min(expanded + _TOGETHER, self._deeper)], refuse, most)
            if limit is not None:
                return limit
            expanded = len(self.found.offsets) - 1
        return None

    def _expand(self, batch: Sequence[int], refuse: Refuse, most: int | None) -> Limit | None:
        """Take all steps from some states of one depth, up to one where that fails."""
        found, edges = self.found, len(self.found.targets)
        rows: list[array[int]] = []
        targets: list[int] = []
        failed: Exception | None = None
        try:
            self._take(batch, refuse, rows, targets)
        except Exception as error:  # what was expanded before counts, and may have reached a limit
            failed = error
        ends = list(accumulate(map(len, rows), initial=edges))
        ready = len(rows)
        if most is not None and self.known > most:
            ready = bisect_right(ends, edges + targets.index(most)) - 1
        found.targets.extend(targets)
        found.labels.frombytes(b"".join(rows))
        found.offsets.extend(ends[1 : ready + 1])
        if ready < len(rows):
            return "states"
        if failed is not None:
            raise failed
        return None

    def _take(self, batch: Sequence[int], refuse: Refuse, rows: list[array[int]], targets: list[int]) -> None:
        """Add the commands of each state, and the targets of its steps."""
        control, windows = self._steps.control, self._steps.windows
        states, number = self._states, self._numbers.setdefault
        known = len(states)
        for state in batch:
            window = windows[state & control]
            failing = 0
            for looks, tests in window.groups:
                failing |= tests[state & looks]
            row = window.rows.get(failing)
            if row is None:
                row = self._new_row(window, failing, state, refuse)
            labels, steps, looks, together, events = row
            if together is not None:
                flips: Iterable[int] = together[state & looks]
            elif len(steps) == 1:
                flips = (steps[0][1][state & looks],)
            else:
                flips = [one[state & looks] for looks, one in steps]
            if events is not None:
                labels, flips = _different(events, labels, flips)
            for flip in flips:
                after = state ^ flip
                target = number(after, known)
                if target == known:
                    states.append(after)
                    known += 1
                targets.append(target)
            rows.append(labels)

    def _new_row(self, window: Window, failing: int, state: int, refuse: Refuse) -> Row:
        row = window.row(failing)
        if len({self._by[command] for command in row.labels}) > 1:
            refuse(self._steps.layout.state(state), row.labels)
        return row


def _different(events: Sequence[int], labels: array[int], flips: Iterable[int]) -> tuple[array[int], list[int]]:
    """Of steps with the same event to the same state the first."""
    kept: dict[tuple[int, int], CommandIndex] = {}
    for event, flip, label in zip(events, flips, labels, strict=True):
        kept.setdefault((event, flip), label)
    return array("i", kept.values()), [flip for _, flip in kept]
