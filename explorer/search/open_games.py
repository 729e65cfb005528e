"""What players can force on a graph of many cases: one fixed point gives the cases for every state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable
from typing import TypeVar

from explorer.search.graph import StateNumber
from explorer.search.symbolic import OpenGraph

C = TypeVar("C", bound=Hashable)


def forced(graph: OpenGraph[C], players: Collection[str], goal: Callable[[StateNumber], C]) -> list[C]:
    """For each state the cases in which `players` can force that play ends in the goal: ended there, in these cases.

    Least fixed points as for a closed graph: where the players decide one step must lead there, and else every step
    that can be taken in the case.
    """
    conditions = graph.conditions
    won = [
        conditions.both(graph.ended(state), goal(state))
        if conditions.possible(graph.ended(state))
        else conditions.nothing
        for state in range(len(graph.states))
    ]
    into: list[set[StateNumber]] = [set() for _ in graph.states]
    for state, edges in enumerate(graph.edges):
        for edge in edges:
            into[edge.target].add(state)
    waiting = deque(range(len(graph.states) - 1, -1, -1))
    queued = set(waiting)
    while waiting:
        state = waiting.popleft()
        queued.discard(state)
        now = _gained(graph, state, graph.decider(state) in players, won)
        new = conditions.without(now, won[state])
        joined = conditions.either(won[state], now) if conditions.possible(new) else won[state]
        if joined != won[state]:
            won[state] = joined
            for source in into[state] - queued:
                queued.add(source)
                waiting.append(source)
    return won


def _gained(graph: OpenGraph[C], state: StateNumber, own: bool, won: list[C]) -> C:
    conditions = graph.conditions
    edges = graph.edges[state]
    if own:
        gained = conditions.nothing
        for edge in edges:
            gained = conditions.either(gained, conditions.both(edge.condition, won[edge.target]))
        return gained
    gained = conditions.nothing
    for edge in edges:
        gained = conditions.either(gained, edge.condition)
    for edge in edges:
        gained = conditions.without(gained, conditions.without(edge.condition, won[edge.target]))
    return gained
