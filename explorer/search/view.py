"""The state graph as networkx has it: for what people look at, and for formats that networkx writes.

An edge costs some microseconds and half a kilobyte here; the store for large graphs is `StateGraph`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

import networkx

from explorer.search.graph import StateGraph
from explorer.system.system import State, System

Attribute = str | int | float | bool


def readable(system: System, state: State) -> dict[str, str]:
    """The state by names and labels."""
    return {variable.name: variable.label(value) for variable, value in system.values(state).items()}


def view(
    graph: StateGraph,
    *,
    describe_state: Callable[[State], Mapping[str, Attribute]] | None = None,
    describe_event: Callable[[Hashable], str] = str,
) -> networkx.MultiDiGraph[int]:
    """The graph with a node for each state number, and an edge for each step.

    A node has what `describe_state` says of its state (by default each variable by name, as its label),
    whether it is `terminal`, whether it was `expanded`, and its `decider`. An edge has the text of its
    `event`, and `by` whom it is; the edges between two nodes have the keys 0, 1, ... All attributes can be
    written as GraphML.
    """
    system = graph.system
    describe = describe_state or (lambda state: readable(system, state))
    found: networkx.MultiDiGraph[int] = networkx.MultiDiGraph()
    terminal = set(graph.terminal)
    for number, state in enumerate(graph.states):
        attributes = dict(describe(state))
        attributes |= {
            "terminal": number in terminal,
            "expanded": number < graph.expanded,
            "decider": str(graph.decider(number)),
        }
        found.add_node(number, **attributes)
    for source in range(graph.expanded):
        for edge in graph.edges(source):
            by = str(graph.decider(source))
            found.add_edge(source, graph.targets[edge], event=describe_event(graph.event(edge)), by=by)
    return found
