"""Breadth-first search of many states at once, over packed states, with numpy.

It finds what `explorer.search.explore` finds state by state, with the same numbers: of the states that wait to be
expanded the first are taken together, and their successors are numbered in the order of their sources and commands.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.search.ahead import Arrays, Check, Refuse
from explorer.search.graph import Limit
from explorer.search.visited import Visited
from explorer.system.commands import numbered
from explorer.system.packing import PackedStates
from explorer.system.system import State, System
from explorer.system.vectors import MOST_TOGETHER, Steps, VectorStepper

_STEPS_TOGETHER = 1 << 17  # more are no faster, take memory, and limits are looked at in between
_MOST_EDGES = 1 << 31  # an edge is numbered in 32 bits


class FrontierSearch:
    """A search that goes on from what another has found, and adds to it (`explorer.search.ahead`)."""

    def __init__(
        self, system: System, states: Sequence[State], found: Arrays, visited: type[Visited] = Visited
    ) -> None:
        """Take the states over. Raises `OverflowError` when a variable does not fit 64 bits."""
        self.found = found
        self._stepper = VectorStepper(system)
        self._visited = visited(self._stepper.packing.width)
        packed = states.words if isinstance(states, PackedStates) else self._stepper.packing.pack(states)
        for start in range(0, len(packed), MOST_TOGETHER):
            self._visited.add(packed[start : start + MOST_TOGETHER])
        self._events = np.array(numbered((command.by, command.event) for command in system.commands), np.int64)
        self._twins = np.bincount(self._events)[self._events] > 1  # only these can make equal edges
        self._by = np.array(numbered(command.by for command in system.commands), np.int32)

    @property
    def known(self) -> int:
        """The number of states."""
        return self._visited.known

    def states(self, count: int) -> PackedStates:
        """The first states."""
        return PackedStates(self._stepper.packing, self._visited.words(0, count))

    def run(self, check: Check, refuse: Refuse, most: int | None, enough: float) -> Limit | None:
        """Expand states until none is left or more than `enough` are known (None), or a limit is reached."""
        while (expanded := len(self.found.offsets) - 1) < self.known <= enough:
            limit = check(expanded)
            if limit is not None:
                return limit
            words = self._visited.words(expanded, expanded + self._together(expanded)).copy()
            steps = self._stepper.steps(words)
            if len(self.found.targets) + len(steps.sources) >= _MOST_EDGES:
                return "memory"
            mixed = self._first_mixed(steps)
            numbers, new = self._visited.add(steps.states)
            ready = len(words)
            if most is not None and self.known > most:
                ready = int(steps.sources[new[most - self.known]])
            if mixed is not None and mixed <= ready:
                moves = steps.commands[steps.sources == mixed].tolist()
                refuse(self._stepper.packing.state(words[mixed]), moves)
            self._write(len(words), ready, steps, numbers)
            if ready < len(words):
                return "states"
        return None

    def _together(self, expanded: int) -> int:
        """How many states to expand next, with some `_STEPS_TOGETHER` steps if they are like the others."""
        return max(1, min(MOST_TOGETHER, _STEPS_TOGETHER * expanded // (len(self.found.targets) + 1)))

    def _first_mixed(self, steps: Steps) -> int | None:
        """The first row with commands of several deciders."""
        by = self._by[steps.commands]
        mixed = np.flatnonzero((by[1:] != by[:-1]) & (steps.sources[1:] == steps.sources[:-1]))
        return int(steps.sources[mixed[0]]) if len(mixed) else None

    def _write(self, rows: int, ready: int, steps: Steps, numbers: NDArray[np.int64]) -> None:
        """Add the steps of the rows to the arrays; only the first `ready` rows count as expanded."""
        found, edges = self.found, len(self.found.targets)
        kept = self._kept(steps, numbers)
        ends = edges + np.cumsum(np.bincount(steps.sources[kept], minlength=rows))
        _extend(found.targets, numbers[kept])
        _extend(found.labels, steps.commands[kept])
        _extend(found.offsets, ends[:ready])

    def _kept(self, steps: Steps, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which steps are edges: of those of one state with one decider, event and target, the first."""
        twins = self._twins[steps.commands]
        some = np.flatnonzero(twins)
        event = steps.sources[some] * np.int64(len(self._events)) + self._events[steps.commands[some]]
        order = np.lexsort((numbers[some], event))  # stable: the first of equal steps stays first
        event, target = event[order], numbers[some][order]
        again = (event[1:] == event[:-1]) & (target[1:] == target[:-1])
        kept = np.ones(len(twins), np.bool_)
        kept[some[order[1:][again]]] = False
        return kept


def _extend(numbers: array[int], more: NDArray[np.signedinteger]) -> None:
    numbers.frombytes(more.astype(np.int32).tobytes())
