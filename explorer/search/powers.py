"""Powers: for many goals at once, which of them a player can force.

The set of goals that a player can force from a state is the union over the successors where they decide, and the
intersection where they do not: one pass over the graph with a set of goals as a whole number, in place of an attractor
for each goal. On cycles the least fixed point is taken, so that an endless play reaches nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import and_, or_

from explorer.search.components import components
from explorer.search.graph import StateGraph, StateNumber


def enforceable(
    graph: StateGraph, players: Collection[str], goals: Sequence[Collection[StateNumber]]
) -> frozenset[int]:
    """The goals (their positions) that `players` together can force from state 0, whatever the others do.

    A goal is a set of terminal states; it is forced when every play that the players allow ends in it. Of a partial
    graph the answer says nothing.
    """
    forced = [0] * len(graph.states)
    for number, goal in enumerate(goals):
        for state in goal:
            forced[state] |= 1 << number
    deciders = [graph.decider(state) in players for state in range(len(graph.states))]

    def better(state: StateNumber) -> bool:
        after = [forced[graph.targets[edge]] for edge in graph.edges(state)]
        if not after:
            return False
        now = reduce(or_ if deciders[state] else and_, after)
        changed = now != forced[state]
        forced[state] = now
        return changed

    for component in components(graph):
        growing = True
        while growing:
            growing = sum(map(better, component)) > 0 and len(component) > 1
    return frozenset(number for number in range(len(goals)) if forced[0] >> number & 1)
