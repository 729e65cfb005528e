"""Plays of a strategy: the longest defence against one that wins, and an evasion of one that does not."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from explorer.search.games import Winning
from explorer.search.graph import Play, StateGraph


def longest_defence(graph: StateGraph, winning: Winning) -> Play:
    """The play in which the coalition follows its strategy from state 0, and the others put the target off longest.

    It ends in a target. State 0 has to be winning.
    """
    play: Play = []
    state = 0
    while winning.ranks[state] > 0:
        own = winning.strategy[state]
        edge = own if own >= 0 else max(graph.edges(state), key=lambda edge: winning.ranks[graph.targets[edge]])
        play.append(edge)
        state = graph.targets[edge]
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
