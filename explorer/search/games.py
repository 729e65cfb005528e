"""What players can force: attractors, and the value of play between two opponents.

Zermelo's backward induction, extended to games that may go on for ever by least fixed points: a player can
force a target when some of their steps, or all steps of the others, bring it nearer (Grädel, Thomas, Wilke
(eds.), "Automata, Logics, and Infinite Games", 2002, chapter 2). Players see the whole state. Steps of the
rules are nobody's choice: where the rules have several, the players count on none of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Generic, Protocol, TypeVar

from explorer.search import graph as graphs
from explorer.search.graph import Edge, StateGraph, StateNumber
from explorer.system.commands import RULES


class Ordered(Protocol):
    """Values of which one is always the smaller, such as numbers, or tuples of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Whether this is worse for the maximiser than `other`."""
        ...


V = TypeVar("V", bound=Ordered)


Entering = Iterable[tuple[StateNumber, Edge]]
"""Edges, each after the state that it leaves."""

_OUTSIDE = -2  # a state that no play to the target may pass through


class UnvaluedGame(ValueError):  # noqa: N818
    """A game without values: its graph is partial, a third player decides, or endless play has no value."""


@dataclass(frozen=True, eq=False)
class Winning:
    """The states from which a coalition can force a target, and how.

    `ranks[i]` bounds the steps until the target from state i: 0 in a target, -1 where the target cannot be
    forced. `strategy[i]` is the edge to take where the coalition decides: it leads to a state of smaller
    rank; -1 elsewhere.
    """

    ranks: array[int]
    strategy: array[int]

    def __contains__(self, state: StateNumber) -> bool:
        """Whether the coalition can force the target from the state."""
        return self.ranks[state] >= 0

    def __len__(self) -> int:
        """The number of winning states."""
        return len(self.states)

    @cached_property
    def states(self) -> frozenset[StateNumber]:
        """The winning states."""
        return frozenset(i for i, rank in enumerate(self.ranks) if rank >= 0)


def attractor(
    graph: StateGraph,
    players: Collection[str],
    targets: Iterable[StateNumber],
    *,
    target_edges: Collection[Edge] = (),
    within: Collection[StateNumber] | None = None,
    without: Collection[Edge] = (),
) -> Winning:
    """The states from which `players` together can force that a target is reached, whatever the others do.

    A play that ends elsewhere, or never ends, does not reach a target. A target edge is reached by taking it. On
    the way, all states have to be `within` (a target state need not be), and no edge may be one `without`, unless
    it is a target. With `RULES` among the players they may count on the steps of the rules. In a partial graph,
    states without edges of their own count as ends: what is winning there is winning, what is not may be.
    """
    if graph.transitions > graphs.MANY_EDGES:
        from explorer.search.backwards import forced  # noqa: PLC0415 - small graphs need no numpy

        return Winning(*forced(graph, players, targets, target_edges, within, without))
    count = len(graph.states)
    ranks = array("q", [-1]) * count
    if within is not None:
        ranks = array("q", (-1 if state in within else _OUTSIDE for state in range(count)))
    strategy = array("q", [-1]) * count
    coalition = bytearray(decider in players for decider in graph.deciders)
    waiting = array("q", (graph.offsets[i + 1] - graph.offsets[i] for i in range(count)))
    layer = sorted(set(targets))
    for state in layer:
        ranks[state] = 0
    passed = {*target_edges, *without}
    at_once = [(graph.source(edge), edge) for edge in sorted(target_edges)]
    entering: Iterable[Entering] = [at_once, *_entering(graph, layer, passed)]
    rank = 0
    while layer or not rank:
        rank += 1
        layer = []
        for source, edge in chain.from_iterable(entering):
            if ranks[source] == -1:
                waiting[source] -= 1
                if coalition[source] or not waiting[source]:
                    ranks[source] = rank
                    layer.append(source)
                    if coalition[source]:
                        strategy[source] = edge
            elif ranks[source] == rank and coalition[source]:
                strategy[source] = min(strategy[source], edge)
        entering = _entering(graph, layer, passed)
    if within is not None:
        ranks = array("q", (max(rank, -1) for rank in ranks))
    return Winning(ranks, strategy)


def _entering(graph: StateGraph, layer: list[StateNumber], passed: set[Edge]) -> Iterator[Entering]:
    """For each state the edges that lead into it, but for those that are passed over."""
    into = graph.predecessors
    for state in layer:
        first, last = into.offsets[state], into.offsets[state + 1]
        entering = zip(into.sources[first:last], into.edges[first:last], strict=True)
        yield [(source, edge) for source, edge in entering if edge not in passed] if passed else entering


@dataclass(frozen=True, eq=False)
class Solution(Generic[V]):
    """The value of each state when both play their best.

    Ranks fall on the way to what a player has to reach; see `best`.
    """

    graph: StateGraph
    values: list[V]
    ranks: array[int]
    maximiser: str
    minimiser: str
    endless: V | None

    def best(self, state: StateNumber) -> list[Edge]:
        """The edges that keep the state's value, and that do not put off for ever what has to be reached.

        Following any of them from state to state, a player gets at least the value. Where nobody chooses: all
        edges.
        """
        graph, value = self.graph, self.values[state]
        edges = list(graph.edges(state))
        decider = graph.decider(state)
        if decider not in (self.maximiser, self.minimiser):
            return edges
        same = [edge for edge in edges if self.values[graph.targets[edge]] == value]
        if self.endless is None:
            return same
        endless_is_worse = self.endless < value if decider == self.maximiser else value < self.endless
        if not endless_is_worse:
            return same
        return [edge for edge in same if self.ranks[graph.targets[edge]] < self.ranks[state]]


def backward_values(
    graph: StateGraph,
    value_of_terminal: Callable[[StateNumber], V],
    maximiser: str,
    minimiser: str,
    endless: V | None = None,
) -> Solution[V]:
    """What each state is worth when one player wants a high, the other a low value of the end.

    `endless` is the value of a play that never ends; it is needed only when the graph has a cycle. Steps of
    the rules are not the maximiser's: where the rules have several, the value is what the maximiser gets in
    any case.

    Raises `UnvaluedGame` for a partial graph, for states in which somebody else decides, and for a cycle
    without a value of endless play.
    """
    if not graph.complete:
        raise UnvaluedGame("the graph is partial: its ends are not all known")
    strangers = {*graph.deciders} - {maximiser, minimiser, RULES}
    if strangers:
        raise UnvaluedGame(f"neither maximiser nor minimiser: {', '.join(sorted(strangers))}")
    if graph.transitions > graphs.MANY_EDGES:
        found = _by_layers(graph, value_of_terminal, maximiser)
        if found is not None:
            return Solution(graph, *found, maximiser, minimiser, endless)
    game = _Game(graph, value_of_terminal, maximiser, endless)
    for component in graph.components:
        if graph.has_cycle(component):
            game.solve_cycle(component)
        else:
            game.solve_state(component[0])
    values = [game.values[i] for i in range(len(graph.states))]
    return Solution(graph, values, game.ranks, maximiser, minimiser, endless)


def _by_layers(
    graph: StateGraph, value_of_terminal: Callable[[StateNumber], V], maximiser: str
) -> tuple[list[V], array[int]] | None:
    """The values of a large graph, and ranks that fall with each step; None where a play can go round."""
    from explorer.search.backwards import backed_up, layers  # noqa: PLC0415 - as above

    ordered = layers(graph)
    if ordered is None:
        return None
    ends = [value_of_terminal(state) for state in ordered[0].tolist()]
    table: list[V] = []
    numbers = [0] * len(ends)
    for place in sorted(range(len(ends)), key=ends.__getitem__):
        if not table or table[-1] != ends[place]:
            table.append(ends[place])
        numbers[place] = len(table) - 1
    worth, ranks = backed_up(graph, ordered, numbers, [decider == maximiser for decider in graph.deciders])
    return [table[number] for number in worth], ranks


class _Game(Generic[V]):
    """Values found so far. Components come in such an order that whatever leaves one has a value already."""

    def __init__(
        self,
        graph: StateGraph,
        value_of_terminal: Callable[[StateNumber], V],
        maximiser: str,
        endless: V | None,
    ) -> None:
        self.graph = graph
        self.value_of_terminal = value_of_terminal
        self.maximising = [decider == maximiser for decider in graph.deciders]
        self.endless = endless
        self.values: dict[StateNumber, V] = {}
        self.ranks = array("q", [0]) * len(graph.states)
        self.rank = 0

    def settle(self, states: Iterable[StateNumber]) -> None:
        """Give the states, whose values are found, the next rank."""
        for state in states:
            self.ranks[state] = self.rank
        self.rank += 1

    def solve_state(self, state: StateNumber) -> None:
        """Backward induction in a state to which no play returns."""
        targets = self.graph.targets
        following = [self.values[targets[edge]] for edge in self.graph.edges(state)]
        if not following:
            self.values[state] = self.value_of_terminal(state)
        else:
            self.values[state] = max(following) if self.maximising[state] else min(following)
        self.settle([state])

    def solve_cycle(self, component: list[StateNumber]) -> None:
        """Values in a component where play may go round, from the values of what lies beyond it.

        What is better than endless play the maximiser has to force, what is worse the minimiser; where
        neither can, play goes on, or ends with the same value.
        """
        if self.endless is None:
            values = self.graph.system.values(self.graph.states[component[0]])
            text = ", ".join(f"{variable} = {variable.label(value)}" for variable, value in values.items())
            raise UnvaluedGame(f"a play need not end, and endless play has no value: {text}")
        unsettled = set(component)
        into: dict[StateNumber, list[StateNumber]] = {state: [] for state in component}
        better: list[tuple[V, StateNumber]] = []
        worse: list[tuple[V, StateNumber]] = []
        for state in component:
            for edge in self.graph.edges(state):
                target = self.graph.targets[edge]
                if target in into:
                    into[target].append(state)
                elif self.endless < self.values[target]:
                    better.append((self.values[target], state))
                elif self.values[target] < self.endless:
                    worse.append((self.values[target], state))
        better.sort(key=itemgetter(0), reverse=True)
        self.force(better, into, unsettled, maximiser=True)
        worse.sort(key=itemgetter(0))
        self.force(worse, into, unsettled, maximiser=False)
        for state in unsettled:
            self.values[state] = self.endless
        self.settle(unsettled)

    def force(
        self,
        exits: list[tuple[V, StateNumber]],
        into: dict[StateNumber, list[StateNumber]],
        unsettled: set[StateNumber],
        *,
        maximiser: bool,
    ) -> None:
        """Settle the states from which a player can force an exit, with the best that they can force.

        `exits` lists values beyond the component with the states that lead to them, the player's best first.
        """
        waiting = {state: len(self.graph.edges(state)) for state in into}

        def won(states: Iterable[StateNumber], value: V) -> list[StateNumber]:
            """Those of the states that one more edge, to this value or better, settles."""
            found = []
            for state in states:
                waiting[state] -= 1
                mine = self.maximising[state] == maximiser
                if state in unsettled and (mine or not waiting[state]):
                    unsettled.remove(state)
                    self.values[state] = value
                    found.append(state)
            return found

        for value, group in groupby(exits, key=itemgetter(0)):
            layer = won((state for _, state in group), value)
            while layer:
                self.settle(layer)
                layer = won((source for state in layer for source in into[state]), value)
