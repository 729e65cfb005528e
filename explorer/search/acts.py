"""Acts: several choices of one player in a row that are one step of a play.

An act that could be made in very many ways is cheaper to search as a few choices in a fixed order than as one command
for each way. Between these choices nothing else can happen, as within an atomic sequence of SPIN (Holzmann, 1997): the
states there are nobody's to stop at. `whole_acts` leaves them out, so that the graph is the one that a command for each
way would have given.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from explorer.search.graph import Edge, Play, StateGraph, StateNumber, selected
from explorer.system.interface import CommandIndex, TransitionSystem
from explorer.system.memory import uncollected
from explorer.system.system import State

Act = tuple[CommandIndex, ...]
"""The commands of an act, in order."""

AsOne = Callable[[Sequence[Hashable]], Hashable]
"""What is told of an act, given the events of its commands."""


@dataclass(eq=False)
class ActGraph(StateGraph):
    """A graph of which some edges are acts: label `len(system.commands) + i` is the act `acts[i]`.

    `as_one` is what is told of an act, given the events of its commands.
    """

    acts: Sequence[Act] = ()
    as_one: AsOne = tuple

    @cached_property
    def _told(self) -> dict[int, Hashable]:
        return {}

    def event(self, edge: Edge) -> Hashable:
        """What happens on the edge: at an act what is told of it as a whole."""
        label, commands = self.labels[edge], self.system.commands
        if label < len(commands):
            return commands[label].event
        if label not in self._told:
            self._told[label] = self.as_one([commands[one].event for one in self.act(edge)])
        return self._told[label]

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
    as_one: AsOne,
) -> StateGraph:
    """The graph in which every act is one edge; the same graph when none of its commands is `unfinished`.

    After an unfinished command its decider chooses again, and nothing else happens. `as_one` is what is told of an
    act, given the events of its commands. States are numbered as a search for whole acts would number them. Of a
    partial graph only states all of whose acts are known count as expanded.
    """
    if not unfinished:
        return graph
    with uncollected():
        return _Contraction(graph, frozenset(unfinished), as_one).graph()


@dataclass(eq=False)
class _Contraction:
    """The graph of acts, as it grows from its first state on, breadth first."""

    found: StateGraph
    unfinished: Collection[CommandIndex]
    as_one: AsOne
    acts: dict[Act, int] = field(default_factory=dict)

    def graph(self) -> ActGraph:
        """The whole graph."""
        found, count = self.found, len(self.found.system.commands)
        order, numbers = array("i", [0]), array("i", [-1]) * len(found.states)
        numbers[0] = 0
        offsets, targets, labels = array("i", [0]), array("i"), array("i")
        expanded = 0
        for state in order:  # it grows while it is read
            steps = self.steps(state)
            if steps is None:
                break
            expanded += 1
            for act, end in self.apart(steps):
                target = numbers[end]
                label = act[0] if len(act) == 1 else count + self.acts.setdefault(act, len(self.acts))
                if target < 0:
                    target = numbers[end] = len(order)
                    order.append(end)
                targets.append(target)
                labels.append(label)
            offsets.append(len(targets))
        offsets.extend([len(targets)] * (len(order) - expanded))
        states = selected(found.states, order)
        return ActGraph(
            found.system,
            states,
            offsets,
            targets,
            labels,
            expanded,
            found.limit,
            self.unfinished,
            list(self.acts),
            self.as_one,
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

    def apart(self, steps: Sequence[tuple[Act, StateNumber]]) -> Iterator[tuple[Act, StateNumber]]:
        """The acts without those that are told like an earlier one and end where that does."""
        if all(len(act) == 1 for act, _ in steps):
            yield from steps
            return
        by_end: dict[StateNumber, list[Hashable]] = {}
        several = {end for end, number in Counter(end for _, end in steps).items() if number > 1}
        for act, end in steps:
            if end in several and len(act) > 1:
                told = self.as_one([self.found.system.commands[one].event for one in act])
                known = by_end.setdefault(end, [])
                if told in known:
                    continue
                known.append(told)
            yield act, end


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
