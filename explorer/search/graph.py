"""The state graph: every state that was reached, and every step between them, in flat arrays.

The edges of state i are numbered `offsets[i]`..`offsets[i + 1] - 1` (compressed sparse rows); edge e leads to
state `targets[e]` by command `labels[e]`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, Protocol, runtime_checkable

from explorer.search.components import strongly_connected
from explorer.system.commands import RULES
from explorer.system.interface import CommandIndex
from explorer.system.system import State, System

StateNumber = int
"""The position of a state in `StateGraph.states`, where they stand as the search met them; 0 is the first."""

Edge = int
"""The number of a step between two states."""

Play = list[Edge]
"""Steps, each starting where the one before it ended, the first in state 0 (unless said otherwise)."""


@runtime_checkable
class Picks(Protocol):
    """States that can give some of themselves without being unpacked."""

    def picked(self, numbers: Sequence[StateNumber]) -> Sequence[State]:
        """The states with these numbers, in their order."""
        ...


def selected(states: Sequence[State], numbers: Sequence[StateNumber]) -> Sequence[State]:
    """The states with these numbers, in their order; packed if they are."""
    return states.picked(numbers) if isinstance(states, Picks) else [states[number] for number in numbers]


MANY_EDGES = 100_000
"""So many edges are gone through with numpy, which has its answer sooner then, its start included."""

Limit = Literal["states", "seconds", "memory", "interrupted"]
"""What can end a search early."""


@dataclass(frozen=True)
class Predecessors:
    """The edges backwards: state i is entered by `edges[offsets[i]:offsets[i + 1]]`, from `sources` there."""

    offsets: array[int]
    edges: array[int]
    sources: array[int]


class Levels:
    """The states of a graph by their depths: the numbers of steps of a shortest play to each. The graph may grow.

    States are numbered by their depths. `starts` are the numbers at which depths begin, as far as somebody has asked.
    """

    def __init__(self, offsets: array[int], targets: array[int]) -> None:
        """Of the arrays of `StateGraph`."""
        self._offsets = offsets
        self._targets = targets
        self.starts = [0, 1]

    def depth(self, state: StateNumber) -> int:
        """The depth of a state, all states before which are expanded."""
        while state >= self.starts[-1]:
            first, last = self._offsets[self.starts[-2]], self._offsets[self.starts[-1]]
            self.starts.append(max(self.starts[-1], 1 + max(self._targets[first:last], default=0)))
        return bisect_right(self.starts, state) - 1


@dataclass(eq=False)
class StateGraph:
    """What a search found.

    States are numbered in the order in which edges meet them, from state 0 on. When `complete` is false, `limit` says
    what ended the search, and only the first `expanded` states have their edges: what holds of such a graph is not
    proved of the system. After a command that is `unfinished`, an act goes on (`explorer.search.acts`).
    """

    system: System
    states: Sequence[State]
    offsets: array[int]
    targets: array[int]
    labels: array[int]
    expanded: int
    limit: Limit | None = None

    unfinished: Collection[CommandIndex] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether every reachable state is here with all its edges."""
        return self.limit is None

    @property
    def transitions(self) -> int:
        """The number of edges."""
        return len(self.targets)

    @cached_property
    def terminal(self) -> list[StateNumber]:
        """The states in which no command can be taken, ascending."""
        offsets = self.offsets
        return [i for i in range(self.expanded) if offsets[i] == offsets[i + 1]]

    @cached_property
    def parents(self) -> array[int]:
        """For each state the edge by which it was first met; -1 for state 0."""
        found, known = array("q", [-1]), 1
        for edge, target in enumerate(self.targets):
            if target == known:
                found.append(edge)
                known += 1
        return found

    @cached_property
    def levels(self) -> Levels:
        """The states by the number of steps of a shortest play."""
        return Levels(self.offsets, self.targets)

    @cached_property
    def components(self) -> list[list[StateNumber]]:
        """The parts in which a play can go round, each after all that it leads to; the states of each ascending."""
        return strongly_connected(self.offsets, self.targets)

    def has_cycle(self, component: list[StateNumber]) -> bool:
        """Whether a play can go round in the component."""
        state = component[0]
        return len(component) > 1 or state in self.targets[self.offsets[state] : self.offsets[state + 1]]

    @cached_property
    def number_of(self) -> dict[State, StateNumber]:
        """The number of each state."""
        return {state: number for number, state in enumerate(self.states)}

    def edges(self, state: StateNumber) -> range:
        """The edges that leave the state."""
        return range(self.offsets[state], self.offsets[state + 1])

    def source(self, edge: Edge) -> StateNumber:
        """The state that the edge leaves."""
        return bisect_right(self.offsets, edge) - 1

    def event(self, edge: Edge) -> Hashable:
        """What happens on the edge."""
        return self.system.commands[self.labels[edge]].event

    def decider(self, state: StateNumber) -> str:
        """Who decides in the state: the `by` of its commands, or `RULES` when it has none."""
        edges = self.edges(state)
        return self.system.commands[self.act(edges[0])[0]].by if edges else RULES

    @cached_property
    def deciders(self) -> list[str]:
        """Who decides in each state."""
        act, by = self.act, [command.by for command in self.system.commands]
        return [by[act(first)[0]] if first < last else RULES for first, last in pairwise(self.offsets)]

    def path_to(self, state: StateNumber) -> Play:
        """A shortest play from state 0 to the state: the one by which the search first met it."""
        play: Play = []
        while self.parents[state] >= 0:
            play.append(self.parents[state])
            state = self.source(self.parents[state])
        return play[::-1]

    def commands_of(self, play: Play) -> list[CommandIndex]:
        """The commands of the play's edges."""
        return [self.labels[edge] for edge in play]

    def act(self, edge: Edge) -> tuple[CommandIndex, ...]:
        """The commands of one edge."""
        return (self.labels[edge],)

    @cached_property
    def predecessors(self) -> Predecessors:
        """The edges backwards."""
        if len(self.targets) > MANY_EDGES:
            from explorer.search.backwards import entering  # noqa: PLC0415 - small graphs need no numpy

            return Predecessors(*entering(self))
        count = len(self.states)
        offsets = array("q", bytes(8 * (count + 1)))
        for target in self.targets:
            offsets[target + 1] += 1
        for i in range(count):
            offsets[i + 1] += offsets[i]
        place = offsets[:-1]
        edges = array("q", bytes(8 * len(self.targets)))
        sources = array("q", bytes(8 * len(self.targets)))
        for source in range(self.expanded):
            for edge in self.edges(source):
                position = place[self.targets[edge]]
                place[self.targets[edge]] = position + 1
                edges[position] = edge
                sources[position] = source
        return Predecessors(offsets, edges, sources)

    def __str__(self) -> str:
        """The size of the graph, and whether it is all."""
        size = f"{len(self.states)} states, {self.transitions} transitions, {len(self.terminal)} terminal"
        return size if self.complete else f"{size} (partial: {self.limit})"
