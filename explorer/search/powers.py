"""Powers: for many goals at once, which of them a player can force.

The set of goals that a player can force from a state is the union over the successors where they decide, and the
intersection where they do not: one pass over the graph with a set of goals as a whole number, in place of an attractor
for each goal. The number is kept from its first goal on, so that a set of few goals is small however many there are. On
cycles the least fixed point is taken, so that an endless play reaches nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial, reduce
from operator import and_, or_
from typing import TypeVar

from explorer.search.graph import StateGraph, StateNumber

T = TypeVar("T")
"""What can be forced from a state: goals, or sets of them."""


def enforceable(
    graph: StateGraph, players: Collection[str], goals: Sequence[Collection[StateNumber]]
) -> frozenset[int]:
    """The goals (their positions) that `players` together can force from state 0, whatever the others do.

    A goal is a set of terminal states; it is forced when every play that the players allow ends in it. Of a partial
    graph the answer says nothing.
    """
    return _members(_forced(graph, players, goals)[0])


def enforceable_from(
    graph: StateGraph, players: Collection[str], goals: Sequence[Collection[StateNumber]]
) -> Sequence[frozenset[int]]:
    """The same for every state; equal sets are one object. With everybody, and `RULES`, it is what can be reached."""
    forced = _forced(graph, players, goals)
    sets = {goals: _members(goals) for goals in dict.fromkeys(forced)}
    return [sets[goals] for goals in forced]


def _forced(
    graph: StateGraph, players: Collection[str], goals: Sequence[Collection[StateNumber]]
) -> list[tuple[int, int]]:
    forced = [_NONE] * len(graph.states)
    for number, goal in enumerate(goals):
        for state in goal:
            forced[state] = _union([forced[state], (number, 1)])
    _spread(graph, players, forced, _union, _intersection)
    return forced


def _members(goals: tuple[int, int]) -> frozenset[int]:
    first, bits = goals
    return frozenset(first + place for place, bit in enumerate(reversed(f"{bits:b}")) if bit == "1")


def _spread(
    graph: StateGraph,
    players: Collection[str],
    forced: list[T],
    some: Callable[[Sequence[T]], T],
    every: Callable[[Sequence[T]], T],
) -> None:
    """Carry what is forced at the ends back to all states, up to the least fixed point.

    What can be forced in some of the successors is `some` of them where the players decide, and `every` elsewhere.
    """
    offsets, targets, deciders = graph.offsets, graph.targets, graph.deciders

    def better(state: StateNumber) -> bool:
        after = {forced[target]: None for target in targets[offsets[state] : offsets[state + 1]]}
        if not after:
            return False
        now = (some if deciders[state] in players else every)(list(after))
        changed = now != forced[state]
        forced[state] = now
        return changed

    for component in graph.components:
        growing = True
        while growing:
            growing = sum(map(better, component)) > 0 and len(component) > 1


_Goals = tuple[int, int]
"""The first goal of a set, and bit i for goal first + i."""

_NONE: _Goals = (0, 0)


def _union(sets: Sequence[_Goals]) -> _Goals:
    """The goals of any of the sets."""
    if len(sets) == 1:
        return sets[0]
    some = [one for one in sets if one[1]]
    if not some:
        return _NONE
    first = min(start for start, _ in some)
    return first, reduce(or_, (bits << start - first for start, bits in some))


def _intersection(sets: Sequence[_Goals]) -> _Goals:
    """The goals of all of the sets."""
    if len(sets) == 1:
        return sets[0]
    first = max(start for start, _ in sets)
    bits = reduce(and_, (bits >> first - start for start, bits in sets))
    if not bits:
        return _NONE
    low = (bits & -bits).bit_length() - 1
    return first + low, bits >> low


class TooManySets(ValueError):  # noqa: N818
    """More smallest sets of goals can be forced than anybody would read."""


MOST_SETS = 1_000


def forceable_sets(
    graph: StateGraph, players: Collection[str], goals: Sequence[Collection[StateNumber]]
) -> tuple[frozenset[int], ...]:
    """The smallest sets of goals (their positions) in one of which `players` can force every play to end.

    They are the players' effectivity function (Moulin and Peleg, 1982), by its minimal members: what can be forced
    besides is their supersets. Goals are disjoint sets of terminal states. Sorted by size, then by position; empty
    where a play can be kept from ending. Raises `TooManySets` above `MOST_SETS`. Of a partial graph the answer says
    nothing.
    """
    families: list[frozenset[int]] = [frozenset()] * len(graph.states)
    for number, goal in enumerate(goals):
        for state in goal:
            families[state] = frozenset([1 << number])
    _spread(graph, players, families, partial(reduce, _either), partial(reduce, _all))
    sets = (frozenset(i for i in range(len(goals)) if mask >> i & 1) for mask in families[0])
    return tuple(sorted(sets, key=lambda one: (len(one), sorted(one))))


def _either(one: frozenset[int], other: frozenset[int]) -> frozenset[int]:
    """What can be forced where the players choose between two successors."""
    return _smallest(one | other)


def _all(one: frozenset[int], other: frozenset[int]) -> frozenset[int]:
    """What can be forced where somebody else does: a set for each successor, together."""
    return _smallest(frozenset(mine | theirs for mine in one for theirs in other))


def _smallest(masks: frozenset[int]) -> frozenset[int]:
    if len(masks) > MOST_SETS:
        raise TooManySets(f"more than {MOST_SETS:,} smallest sets of outcomes")
    return frozenset(mask for mask in masks if not any(less != mask and less & mask == less for less in masks))
