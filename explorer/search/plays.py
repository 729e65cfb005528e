"""Plays: finding, counting and replaying them.

A play is a list of edges, each starting where the one before it ended, the first in state 0. What is found is
shortest, and of the shortest the first in the order of the edges, so that two runs show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from explorer.search.graph import Edge, Play, StateGraph, StateNumber
from explorer.system.interface import CommandIndex
from explorer.system.reference import ReferenceStepper
from explorer.system.system import State, System

EdgeTest = Callable[[StateNumber, Edge], bool]
"""A question about an edge, given with the state it leaves."""


class NotAPlay(ValueError):  # noqa: N818
    """A command of the sequence cannot be taken; the message names it and the clauses that fail."""


@dataclass(frozen=True)
class Loop:
    """A play that comes back to a state: `prefix` leads to it, `cycle` from it to itself."""

    prefix: Play
    cycle: Play

    @property
    def play(self) -> Play:
        """The prefix, then once round the cycle."""
        return self.prefix + self.cycle


def play_counts(graph: StateGraph) -> list[int | None]:
    """For each state, how many plays end in it; None where a cycle makes them endlessly many."""
    count = len(graph.states)
    waiting = [0] * count
    for target in graph.targets:
        waiting[target] += 1
    plays: list[int | None] = [None] * count
    totals = [0] * count
    totals[0] = 1
    ready = [0] if not waiting[0] else []
    while ready:
        state = ready.pop()
        plays[state] = totals[state]
        for edge in graph.edges(state):
            target = graph.targets[edge]
            totals[target] += totals[state]
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return plays


def count_plays(graph: StateGraph, terminals: Collection[StateNumber]) -> int | None:
    """How many plays end in `terminals`, exactly; None when they are endlessly many.

    To count for several sets of states, sum over one `play_counts`.
    """
    counts = play_counts(graph)
    total = 0
    for state in terminals:
        plays = counts[state]
        if plays is None:
            return None
        total += plays
    return total


def shortest_play(graph: StateGraph, targets: Iterable[StateNumber]) -> Play | None:
    """A shortest play that ends in one of the targets; None when there are none."""
    nearest = min(targets, default=None)  # states are numbered by their depths
    return None if nearest is None else graph.path_to(nearest)


Stage = int
"""How far a play has come in what it is followed for."""


@dataclass(frozen=True)
class Tracks:
    """How plays were followed: each state, in each stage that a play was in there, and the step by which it came.

    They stand in the order in which they were met, so that of those in one stage the first is nearest.
    """

    came_by: dict[tuple[StateNumber, Stage], tuple[tuple[StateNumber, Stage], Edge] | None]

    def at(self, stage: Stage) -> list[StateNumber]:
        """The states in which a play was in the stage, the nearest first."""
        return [state for state, now in self.came_by if now == stage]

    def play_to(self, state: StateNumber, stage: Stage) -> Play:
        """A shortest play that is in the stage in the state."""
        play: Play = []
        step = self.came_by[state, stage]
        while step is not None:
            here, edge = step
            play.append(edge)
            step = self.came_by[here]
        return play[::-1]


def track(
    graph: StateGraph, advance: Callable[[Stage, StateNumber, Edge], Stage | None], start: StateNumber = 0
) -> Tracks:
    """Follow all plays from a state on, each in stage 0 there.

    `advance` gives the stage after an edge, from the stage before it and the state it leaves; None ends the pursuit.
    """
    came_by: dict[tuple[StateNumber, Stage], tuple[tuple[StateNumber, Stage], Edge] | None] = {(start, 0): None}
    pending = [(start, 0)]
    for here in pending:  # the list grows while it is read
        source, stage = here
        for edge in graph.edges(source):
            following = advance(stage, source, edge)
            if following is None:
                continue
            there = graph.targets[edge], following
            if there not in came_by:
                came_by[there] = here, edge
                pending.append(there)
    return Tracks(came_by)


def find_loop(graph: StateGraph) -> Loop | None:
    """A play that comes back to a state, the one nearest to the start; None when every play ends."""
    cyclic = [component for component in graph.components if graph.has_cycle(component)]
    if not cyclic:
        return None
    inside = set(min(cyclic))
    state = min(inside)

    def back(stage: Stage, source: StateNumber, edge: Edge) -> Stage | None:
        target = graph.targets[edge]
        return None if stage or target not in inside else int(target == state)

    return Loop(graph.path_to(state), track(graph, back, state).play_to(state, 1))


def replay(system: System, play: Sequence[CommandIndex]) -> list[State]:
    """The states of a play, given as commands, from the initial state on: one more than it has steps.

    The reference stepper takes the steps. Raises `NotAPlay` at the first command that is not allowed.
    """
    stepper = ReferenceStepper(system)
    states = [stepper.initial_state()]
    for position, number in enumerate(play):
        if not 0 <= number < len(system.commands):
            raise NotAPlay(f"step {position + 1}: there is no command {number}")
        command = system.commands[number]
        failing = command.failing(system.values(states[-1]))
        if failing:
            raise NotAPlay(f"step {position + 1}, {command}: not {'; nor '.join(map(str, failing))}")
        states.append(stepper.successor(states[-1], number))
    return states
