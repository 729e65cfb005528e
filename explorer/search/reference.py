"""The obvious search: a dictionary, a list, and the reference stepper. Kept to test the others against."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.system.interface import CommandIndex
from explorer.system.reference import ReferenceStepper
from explorer.system.system import State, System


@dataclass(frozen=True)
class ReferenceGraph:
    """States in the order in which they were met; edges as (source, command, target), by ascending source."""

    states: list[State]
    edges: list[tuple[int, CommandIndex, int]]


def reference_graph(system: System) -> ReferenceGraph:
    """All reachable states and steps, breadth first. Edges of a state that look equal are kept once."""
    stepper = ReferenceStepper(system)
    states = [stepper.initial_state()]
    number = {states[0]: 0}
    edges = []
    for source, state in enumerate(states):  # the list grows while it is read
        seen = set()
        for command, following in stepper.successors(state):
            if following not in number:
                number[following] = len(states)
                states.append(following)
            chosen = system.commands[command]
            edge = (chosen.by, chosen.event, number[following])
            if edge not in seen:
                seen.add(edge)
                edges.append((source, command, number[following]))
    return ReferenceGraph(states, edges)
