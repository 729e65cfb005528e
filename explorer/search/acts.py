"""Acts: several choices of one player in a row that are one step of a play.

An act that could be made in very many ways is cheaper to search as a few choices in a fixed order than as one command
for each way. Between these choices nothing else can happen, as within an atomic sequence of SPIN (Holzmann, 1997): the
states there are nobody's to stop at. `whole_acts` leaves them out, so that the graph is the one that a command for each
way would have given.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

from explorer.search.graph import Edge, Play, StateGraph, StateNumber
from explorer.system.interface import CommandIndex, TransitionSystem
from explorer.system.system import State

Act = tuple[CommandIndex, ...]
"""The commands of an act, in order."""


@dataclass(eq=False)
class ActGraph(StateGraph):
    """A graph of which some edges are acts: label `len(system.commands) + i` is the act `acts[i]`."""

    acts: Sequence[Act] = ()
    told: Sequence[Hashable] = ()

    @cached_property
    def events(self) -> Sequence[Hashable]:
        """What happens at each label: at an act what is told of it as a whole."""
        return [*(command.event for command in self.system.commands), *self.told]

    def commands_of(self, play: Play) -> list[CommandIndex]:
        """The commands of the play's edges, those of an act one by one."""
        return [command for edge in play for command in self.act(edge)]

    def act(self, edge: Edge) -> Act:
        """The commands of one edge."""
        label, count = self.labels[edge], len(self.system.commands)
        return (label,) if label < count else self.acts[label - count]


def whole_acts(
    graph: StateGraph,
    unfinished: Collection[CommandIndex],
    as_one: Callable[[Sequence[Hashable]], Hashable],
) -> StateGraph:
    """The graph in which every act is one edge; the same graph when none of its commands is `unfinished`.

    After an unfinished command its decider chooses again, and nothing else happens. `as_one` is what is told of an
    act, given the events of its commands. States are numbered as a search for whole acts would number them. Of a
    partial graph only states all of whose acts are known count as expanded.
    """
    if not unfinished:
        return graph
    return _Contraction(graph, frozenset(unfinished), as_one).graph()


@dataclass(eq=False)
class _Contraction:
    """The graph of acts, as it grows from its first state on, breadth first."""

    found: StateGraph
    unfinished: Collection[CommandIndex]
    as_one: Callable[[Sequence[Hashable]], Hashable]
    acts: dict[Act, int] = field(default_factory=dict)
    told: list[Hashable] = field(default_factory=list)

    def graph(self) -> ActGraph:
        """The whole graph."""
        found, count = self.found, len(self.found.system.commands)
        order, numbers = array("i", [0]), array("i", [-1]) * len(found.states)
        numbers[0] = 0
        offsets, targets, labels = array("i", [0]), array("i"), array("i")
        parents, depths = array("i", [-1]), array("i", [0])
        expanded = 0
        for source, state in enumerate(order):  # it grows while it is read
            steps = self.steps(state)
            if steps is None:
                break
            expanded += 1
            seen: set[tuple[Hashable, StateNumber]] = set()
            for act, end in steps:
                target = numbers[end]
                label = act[0] if len(act) == 1 else count + self.number(act)
                if len(act) > 1:
                    same = self.told[label - count], end
                    if same in seen:
                        continue
                    seen.add(same)
                if target < 0:
                    target = numbers[end] = len(order)
                    order.append(end)
                    parents.append(len(targets))
                    depths.append(depths[source] + 1)
                targets.append(target)
                labels.append(label)
            offsets.append(len(targets))
        offsets.extend([len(targets)] * (len(order) - expanded))
        states = _Selected(found.states, order)
        return ActGraph(
            found.system,
            states,
            offsets,
            targets,
            labels,
            parents,
            depths,
            expanded,
            found.limit,
            self.unfinished,
            list(self.acts),
            self.told,
        )

    def steps(self, state: StateNumber) -> list[tuple[Act, StateNumber]] | None:
        """The acts from a state and where each ends, in the order of their commands; None when not all are known."""
        found, unfinished = self.found, self.unfinished
        ends: list[tuple[Act, StateNumber]] = []
        pending: list[tuple[Act, StateNumber]] = [((), state)]
        while pending:
            act, here = pending.pop()
            if act and act[-1] not in unfinished:
                ends.append((act, here))
            elif here >= found.expanded:
                return None
            else:
                edges = reversed(found.edges(here))
                pending += [((*act, found.labels[edge]), found.targets[edge]) for edge in edges]
        return ends

    def number(self, act: Act) -> int:
        """The number of an act of several commands."""
        number = self.acts.setdefault(act, len(self.told))
        if number == len(self.told):
            commands = self.found.system.commands
            self.told.append(self.as_one([commands[one].event for one in act]))
        return number


def acts_from(
    steps: TransitionSystem, state: State, unfinished: Collection[CommandIndex]
) -> Iterator[tuple[Act, State]]:
    """The acts that can be made in a state, with the state after each."""
    pending: list[tuple[Act, State]] = [((), state)]
    while pending:
        act, here = pending.pop()
        if act and act[-1] not in unfinished:
            yield act, here
        else:
            pending += [((*act, move), after) for move, after in reversed(steps.successors(here))]


class _Selected(Sequence[State]):
    """Some of the states, in an order."""

    def __init__(self, states: Sequence[State], order: Sequence[StateNumber]) -> None:
        self._states = states
        self._order = order

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return [self._states[one] for one in self._order[number]]
        return self._states[self._order[number]]
