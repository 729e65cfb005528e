"""Breadth-first search state by state, over states that are integers, by tables of steps, in plain Python.

It finds what `explorer.search.explore` finds with a stepper, with the same numbers.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Final

from explorer.search.ahead import Arrays, Check, Refuse
from explorer.search.graph import Limit, StateNumber
from explorer.system.flat import FlatLayout, FlatStates
from explorer.system.interface import CommandIndex
from explorer.system.system import State, System
from explorer.system.tabled import Row, TabledSteps, Window

_TOGETHER: Final = 1 << 10  # states that are expanded before their successors are numbered


class TabledSearch:
    """A search that goes on from what another has found, and adds to it (`explorer.search.ahead`)."""

    def __init__(self, system: System, states: Sequence[State], found: Arrays) -> None:
        """Take the states over. Raises `OverflowError` when a variable does not fit 64 bits."""
        self.found = found
        self.layout = FlatLayout(system.variables)
        self._steps = TabledSteps(system, self.layout)
        self._by = [command.by for command in system.commands]
        self._numbers = _Numbers(map(self.layout.number, states))
        # All states of one depth are neighbours; of those from here on no successor is known yet.
        self._depth = found.depths[len(found.offsets) - 1]
        self._deeper = bisect_right(found.depths, self._depth)

    @property
    def known(self) -> int:
        """The number of states."""
        return len(self._numbers.states)

    def states(self, count: int) -> FlatStates:
        """The first states."""
        return FlatStates(self.layout, self._numbers.states[:count])

    def run(self, check: Check, refuse: Refuse, most: int | None, enough: float) -> Limit | None:
        """Expand states until none is left or more than `enough` are known (None), or a limit is reached."""
        states, expanded = self._numbers.states, len(self.found.offsets) - 1
        while expanded < len(states) <= enough:
            limit = check(expanded)
            if limit is not None:
                return limit
            if expanded == self._deeper:
                self._depth, self._deeper = self._depth + 1, len(states)
            batch = _Batch(self._steps, refuse, self._by)
            failed: Exception | None = None
            try:
                batch.expand(states[expanded : min(expanded + _TOGETHER, self._deeper)])
            except Exception as error:  # what was expanded before counts, and may have reached a limit
                failed = error
            if not self._write(batch, most):
                return "states"
            if failed is not None:
                raise failed
            expanded += len(batch.ends)
        return None

    def _write(self, batch: _Batch, most: int | None) -> bool:
        """Add the steps of the batch to the arrays; whether the states are no more than allowed."""
        found, edges, known = self.found, len(self.found.targets), self.known
        targets = batch.numbered(self._numbers)
        parents = []
        for edge, target in enumerate(targets, edges):
            if target == known:
                parents.append(edge)
                known += 1
        ready = len(batch.ends)
        if most is not None and known > most:
            first_above = parents[most - known] - edges
            ready = bisect_right(batch.ends, first_above)
        found.parents.extend(parents)
        found.depths.extend(repeat(self._depth + 1, len(parents)))
        found.targets.extend(targets)
        found.labels.extend(batch.labels)
        found.offsets.extend([edges + end for end in batch.ends[:ready]])
        return ready == len(batch.ends)


class _Numbers(dict[int, StateNumber]):
    """The number of each state; one that is new gets the next."""

    def __init__(self, states: Iterable[int]) -> None:
        self.states = list(states)
        super().__init__(zip(self.states, range(len(self.states)), strict=True))

    def __missing__(self, state: int) -> StateNumber:
        number = self[state] = len(self.states)
        self.states.append(state)
        return number


class _Batch:
    """The steps from some states: their commands, the states to which they lead, and where those of each state end."""

    def __init__(self, steps: TabledSteps, refuse: Refuse, by: Sequence[str]) -> None:
        self.labels = array("i")
        self.ends: list[int] = []
        self._steps = steps
        self._refuse = refuse
        self._by = by
        self._successors: list[int] = []

    def expand(self, states: Sequence[int]) -> None:
        """Take all steps from the states, up to one where that fails."""
        control, windows = self._steps.control, self._steps.windows
        labels, ends, successors = self.labels, self.ends, self._successors
        for state in states:
            window = windows[state & control]
            failing = 0
            for looks, tests in window.groups:
                failing |= tests[state & looks]
            row = window.rows.get(failing)
            if row is None:
                row = self._new_row(window, failing, state)
            mine, steps, events = row
            successors += [state ^ flips[state & looks] for looks, flips in steps]
            labels += mine
            if events is not None:
                self._drop_repeated(events)
            ends.append(len(labels))

    def numbered(self, numbers: _Numbers) -> list[StateNumber]:
        """The numbers of the states to which the steps of the expanded states lead."""
        last = self.ends[-1] if self.ends else 0
        del self._successors[last:], self.labels[last:]
        return [numbers[state] for state in self._successors]

    def _new_row(self, window: Window, failing: int, state: int) -> Row:
        row = window.row(failing)
        if len({self._by[command] for command in row.labels}) > 1:
            self._refuse(self._steps.layout.state(state), row.labels)
        return row

    def _drop_repeated(self, events: Sequence[int]) -> None:
        """Of the last steps keep the first of those with one event to one state."""
        start = len(self.labels) - len(events)
        steps = zip(events, self._successors[start:], self.labels[start:], strict=True)
        kept: dict[tuple[int, int], CommandIndex] = {}
        for event, state, label in steps:
            kept.setdefault((event, state), label)
        self._successors[start:] = [state for _, state in kept]
        self.labels[start:] = array("i", kept.values())
