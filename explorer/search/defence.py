"""Plays of a strategy: the longest defence against one that wins, and an evasion of one that does not."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from explorer.search.games import Winning
from explorer.search.graph import Edge, Play, StateGraph, StateNumber


def longest_defence(
    graph: StateGraph, winning: Winning, state: StateNumber = 0, target_edges: frozenset[Edge] = frozenset()
) -> Play:
    """The play in which the coalition follows its strategy from a state on, and the others put the target off longest.

    It ends in a target, or with a target edge. The state has to be winning.
    """
    play: Play = []

    def distance(edge: Edge) -> int:
        return 0 if edge in target_edges else winning.ranks[graph.targets[edge]] + 1

    while winning.ranks[state] > 0:
        own = winning.strategy[state]
        play.append(own if own >= 0 else max(graph.edges(state), key=distance))
        if play[-1] in target_edges:
            break
        state = graph.targets[play[-1]]
    return play


def evasion(graph: StateGraph, winning: Winning, labels: Sequence[Hashable], trace: tuple[Hashable, ...]) -> Play:
    """A play that stays out of the winning states, until it ends or comes back to a state.

    State 0 must not be winning. ``labels`` has the label of each edge: the play follows ``trace`` for as long as that
    does not lose, and then takes the first edge that does not.
    """
    play: Play = []
    state, seen, alike = 0, {0}, True
    while graph.edges(state):
        safe = [edge for edge in graph.edges(state) if graph.targets[edge] not in winning]
        same = [edge for edge in safe if alike and trace[len(play) : len(play) + 1] == (labels[edge],)]
        alike = bool(same)
        play.append((same or safe)[0])
        state = graph.targets[play[-1]]
        if state in seen:
            break
        seen.add(state)
    return play
