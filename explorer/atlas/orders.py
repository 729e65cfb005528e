"""Orders: whether the order in which the same things are done makes a difference, and whether waiting pays.

An act is what a player activates, processes, discards or declines, with what is paid, targeted and chosen, then or as
it resolves, and whoever comes to do it. A pass is none. Two plays are of the same acts where the optional ones are the
same, each as often, and what has to be done anyway is done in the same way wherever both do it: a mandatory act that
only one of them has was made impossible by the order. Order alone decides where two plays of the same acts end in
different outcomes.

Waiting is strictly best for a player in a state in which passing lets them force, or avoid, an outcome that they can
force or avoid neither by another move there nor by never moving at all.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from explorer.game import Happening, Kind
from explorer.search.graph import Edge, Play, StateGraph, StateNumber
from explorer.search.powers import enforceable_from
from explorer.system.commands import RULES

MOST_FOLLOWED = 20_000
"""The most pairs of a state and of acts that lead to it which are followed before the question is left undecided."""

_ACTS = {
    Kind.ACTIVATE: "activate",
    Kind.CHAIN: "activate",
    Kind.PROCESS: "process",
    Kind.DISCARD: "discard",
    Kind.RESOLVE: "choose",
    Kind.DECLINE: "decline",
}

_CHOSEN = (Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS, Kind.DECLINE)
"""What a player does by choice unless it is mandatory; a discard, or a choice as something resolves, has to be made."""

_USES = (Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS)

_Acts = tuple[int, ...]
"""Acts by number, ascending, each as often as it was done."""


@dataclass(frozen=True)
class Reordered:
    """Two plays of the same acts that end differently."""

    one: Play
    other: Play


def reordered(graph: StateGraph, outcome_of: Mapping[StateNumber, int]) -> Reordered | bool | None:
    """Two plays of the same acts with different outcomes; False where there are none, None where it is not decided.

    They are as short as can be. It is left undecided where play can go round, the graph is partial, or more than
    `MOST_FOLLOWED` pairs would be followed.
    """
    if len(set(outcome_of.values())) < 2:
        return False if graph.complete else None
    if not graph.complete or any(map(graph.has_cycle, graph.components)):
        return None
    register = _Register()
    came = _followed(graph, [one[0] for one in reversed(graph.components)], register)
    if came is None:
        return None
    ends: dict[_Acts, dict[int, StateNumber]] = {}
    for state in graph.terminal:
        for acts in came[state]:
            ends.setdefault(acts, {}).setdefault(outcome_of[state], state)
    pairs = _same(ends, register)
    if pairs is None:
        return None
    if not pairs:
        return False
    _, mine, theirs, one, other = min(pairs)
    return Reordered(_play(came, one, mine), _play(came, other, theirs))


_Pair = tuple[int, _Acts, _Acts, StateNumber, StateNumber]
"""How many acts two plays have together, the acts of each, and where each ends."""


def _same(ends: Mapping[_Acts, Mapping[int, StateNumber]], register: _Register) -> list[_Pair] | None:
    """The pairs of plays of the same acts with different outcomes; None where too many would be compared."""
    groups: dict[_Acts, list[_Acts]] = {}
    for acts in ends:
        groups.setdefault(tuple(act for act in acts if register.optional[act]), []).append(acts)
    if sum(len(group) ** 2 for group in groups.values()) > MOST_FOLLOWED:
        return None
    found: list[_Pair] = []
    for group in groups.values():
        for mine, theirs in combinations_with_replacement(group, 2):
            if not register.agree(mine, theirs):
                continue
            unlike = [(one, other) for one in ends[mine] for other in ends[theirs] if one != other]
            found += [(len(mine) + len(theirs), mine, theirs, ends[mine][a], ends[theirs][b]) for a, b in unlike]
    return found


_Came = list[dict[_Acts, tuple[StateNumber, _Acts, Edge] | None]]
"""For each state, by which acts it is reached, and the step by which it was so reached first."""


def _followed(graph: StateGraph, order: Sequence[StateNumber], register: _Register) -> _Came | None:
    """All acts by which each state is reached; the states stand in an order in which none leads to an earlier one."""
    came: _Came = [{} for _ in graph.states]
    came[0][()] = None
    act_of: dict[int, int] = {}
    followed = 0
    for state in order:
        followed += len(came[state])
        if followed > MOST_FOLLOWED:
            return None
        for edge in graph.edges(state):
            label = graph.labels[edge]
            act = act_of.get(label)
            if act is None:
                act = act_of[label] = register.number(graph.event(edge))
            there = came[graph.targets[edge]]
            for acts in came[state]:
                after = acts if act < 0 else tuple(sorted((*acts, act)))
                there.setdefault(after, (state, acts, edge))
    return came


class _Register:
    """The acts by number: which of them are optional, and of what each is one way."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self.optional: list[bool] = []
        self.of: list[tuple[str, str, int]] = []

    def number(self, event: object) -> int:
        """The number of what was done, -1 for what is no act of a player."""
        if not isinstance(event, Happening) or event.by == RULES or event.kind not in _ACTS:
            return -1
        cards = (tuple(sorted(one)) for one in (event.cost, event.targets, event.chosen))
        said = (_ACTS[event.kind], event.card, event.effect, event.option, event.unnamed, *cards)
        if said not in self._numbers:
            self._numbers[said] = len(self._numbers)
            self.optional.append(event.kind in _CHOSEN and not event.mandatory)
            self.of.append((_ACTS[event.kind], event.card, event.effect))
        return self._numbers[said]

    def agree(self, mine: _Acts, theirs: _Acts) -> bool:
        """Whether both do in the same way, and as often, what both do."""
        ways = [self._ways(acts) for acts in (mine, theirs)]
        return all(ways[0][what] == ways[1][what] for what in ways[0].keys() & ways[1].keys())

    def _ways(self, acts: _Acts) -> dict[tuple[str, str, int], list[int]]:
        ways: dict[tuple[str, str, int], list[int]] = {}
        for act in acts:
            ways.setdefault(self.of[act], []).append(act)
        return ways


def _play(came: _Came, state: StateNumber, acts: _Acts) -> Play:
    """The play by which the state was first reached with these acts."""
    play: Play = []
    step = came[state][acts]
    while step is not None:
        state, acts, edge = step
        play.append(edge)
        step = came[state][acts]
    return play[::-1]


def waits(graph: StateGraph, player: str, goals: Sequence[Collection[StateNumber]]) -> bool:
    """Whether there is a state in which waiting is strictly best for the player.

    By passing there they can force a goal that they can force by no other move, and could not by passing for ever: who
    only declines does not wait.
    """
    choosing = [state for state, decider in enumerate(graph.deciders) if decider == player]
    parted = [(passes, others) for passes, others in (_parted(graph, state) for state in choosing) if passes and others]
    if not parted:
        return False
    forced = enforceable_from(graph, (player,), goals)
    declined = enforceable_from(_declining(graph, player), (player,), goals)
    for passes, others in parted:
        by_acting: frozenset[int] = frozenset().union(*(forced[graph.targets[edge]] for edge in others))
        if any(forced[after] - declined[after] - by_acting for after in (graph.targets[edge] for edge in passes)):
            return True
    return False


def _declining(graph: StateGraph, player: str) -> StateGraph:
    """The graph in which the player passes wherever they may."""
    offsets, targets, labels = array("q", [0]), array("q"), array("q")
    for state in range(len(graph.states)):
        edges: Iterable[Edge] = graph.edges(state)
        if graph.deciders[state] == player:
            edges = _parted(graph, state)[0] or edges
        for edge in edges:
            targets.append(graph.targets[edge])
            labels.append(graph.labels[edge])
        offsets.append(len(targets))
    return replace(graph, offsets=offsets, targets=targets, labels=labels)


def _parted(graph: StateGraph, state: StateNumber) -> tuple[list[Edge], list[Edge]]:
    """The edges that are passes, and those that are other moves."""
    passes: list[Edge] = []
    others: list[Edge] = []
    for edge in graph.edges(state):
        event = graph.event(edge)
        is_pass = isinstance(event, Happening) and event.kind is Kind.PASS
        (passes if is_pass else others).append(edge)
    return passes, others


def acting(graph: StateGraph) -> Iterator[str]:
    """The names of the cards that somebody activates or processes in some play."""
    events = {graph.event(edge) for edge in range(len(graph.labels))}
    named = {one.card for one in events if isinstance(one, Happening) and one.kind in _USES and one.card}
    yield from sorted(named)
