"""Play of two players who each have wishes of their own: subgame perfect equilibria.

Where every play ends, backward induction gives every state the values of an equilibrium: whoever decides takes the step
that is best for them, given what follows (Kuhn, "Extensive games and the problem of information", 1953). Between steps
that are equally good to the player who decides, but not to the other, there are several equilibria; the one given takes
the first of them in the order of `prefer`, and `ties` has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from explorer.search.games import Ordered, UnvaluedGame
from explorer.search.graph import Edge, StateGraph, StateNumber
from explorer.system.commands import RULES

V = TypeVar("V", bound=Ordered)


@dataclass(frozen=True, eq=False)
class Equilibrium(Generic[V]):
    """What each state is worth to each player, and the step that is taken in each (-1 where play has ended)."""

    graph: StateGraph
    values: list[Mapping[str, V]]
    steps: list[Edge]

    def ties(self, state: StateNumber) -> list[Edge]:
        """The steps that are worth as much to the player who decides as the one that is taken."""
        graph, decider = self.graph, self.graph.decider(state)
        return [
            edge
            for edge in graph.edges(state)
            if decider == RULES or self.values[graph.targets[edge]][decider] == self.values[state][decider]
        ]


def subgame_perfect(
    graph: StateGraph,
    value_of_terminal: Mapping[str, Callable[[StateNumber], V]],
    prefer: Callable[[Edge], Any],
) -> Equilibrium[V]:
    """The subgame perfect equilibrium in which ties go to the step with the least `prefer`.

    `value_of_terminal` tells what an ended play is worth to each player. Raises `UnvaluedGame` for a partial graph, for
    one with a cycle, where somebody without values decides, and where the rules have several steps.
    """
    if not graph.complete:
        raise UnvaluedGame("the graph is partial: its ends are not all known")
    values: list[Mapping[str, V]] = [{}] * len(graph.states)
    steps = [-1] * len(graph.states)
    for component in graph.components:
        state = component[0]
        if graph.has_cycle(component):
            raise UnvaluedGame("a play need not end")
        edges = graph.edges(state)
        decider = graph.decider(state)
        if not edges:
            values[state] = {player: value(state) for player, value in value_of_terminal.items()}
            continue
        if decider == RULES and len(edges) > 1:
            raise UnvaluedGame("the rules have several steps")
        if decider != RULES and decider not in value_of_terminal:
            raise UnvaluedGame(f"{decider} decides, and wants nothing")
        steps[state] = _best(graph, values, decider, edges, prefer)
        values[state] = values[graph.targets[steps[state]]]
    return Equilibrium(graph, values, steps)


def _best(
    graph: StateGraph,
    values: list[Mapping[str, V]],
    decider: str,
    edges: range,
    prefer: Callable[[Edge], Any],
) -> Edge:
    best: list[Edge] = []
    for edge in edges if decider != RULES else ():
        after = values[graph.targets[edge]][decider]
        best_so_far = values[graph.targets[best[0]]][decider] if best else None
        if best_so_far is None or best_so_far < after:
            best = [edge]
        elif not after < best_so_far:
            best.append(edge)
    return min(best or edges, key=prefer)
