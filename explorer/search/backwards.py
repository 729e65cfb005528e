"""Large graphs backwards, with numpy: the edges that enter states, and what players can force, layer by layer."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from explorer.search.graph import Edge, StateGraph, StateNumber

Numbers = NDArray[np.signedinteger]


def entering(graph: StateGraph) -> tuple[array[int], array[int], array[int]]:
    """Where the edges that enter each state begin, the edges state by state, and the state that each of these leaves.

    The edges into a state ascend.
    """
    targets, offsets = np.array(graph.targets, np.int32), np.array(graph.offsets, np.int64)
    edges = np.argsort(targets, kind="stable")
    sources = np.repeat(np.arange(len(offsets) - 1, dtype=np.int32), np.diff(offsets))
    starts = np.concatenate([[0], np.cumsum(np.bincount(targets, minlength=len(offsets) - 1))])
    return _kept(starts, "i"), _kept(edges, "i"), _kept(sources[edges], "i")


def forced(
    graph: StateGraph,
    players: Collection[str],
    targets: Iterable[StateNumber],
    target_edges: Collection[Edge],
    within: Collection[StateNumber] | None,
    without: Collection[Edge],
) -> tuple[array[int], array[int]]:
    """The ranks and the strategy of `explorer.search.games.attractor`, all that is new at a rank together."""
    count = len(graph.states)
    coalition = np.fromiter((decider in players for decider in graph.deciders), np.bool_, count)
    ranks, strategy = np.full(count, -1), np.full(count, -1)
    open_ = np.ones(count, np.bool_)
    if within is not None:
        open_[:] = False
        open_[_listed(within)] = True
    offsets = np.array(graph.offsets, np.int64)
    waiting = np.diff(offsets)
    layer = np.unique(_listed(targets))
    ranks[layer], open_[layer] = 0, False
    at_once, passed = np.unique(_listed(target_edges)), np.zeros(graph.transitions, np.bool_)
    passed[at_once] = passed[_listed(without)] = True
    rank = 0
    while len(layer) or not rank:
        edges, sources = _into(graph, layer)
        if passed.any():
            left = np.flatnonzero(~passed[edges])
            edges, sources = edges[left], sources[left]
        if not rank:
            edges = np.concatenate([at_once, edges])
            sources = np.concatenate([np.searchsorted(offsets, at_once, "right") - 1, sources])
        rank += 1
        order = np.lexsort((edges, sources))
        order = order[open_[sources[order]]]
        found, first, steps = np.unique(sources[order], return_index=True, return_counts=True)
        waiting[found] -= steps
        able = coalition[found]
        new = np.flatnonzero(able | (waiting[found] == 0))
        layer = found[new]
        ranks[layer], open_[layer] = rank, False
        chosen = np.flatnonzero(able)
        strategy[found[chosen]] = edges[order[first[chosen]]]
    return _kept(ranks, "q"), _kept(strategy, "q")


def layers(graph: StateGraph) -> list[Numbers] | None:
    """The states, those at which a play ends first, then those that lead to nothing but states of earlier layers.

    None where a play can go round.
    """
    waiting = np.diff(np.array(graph.offsets, np.int64))
    layer = np.flatnonzero(waiting == 0)
    found: list[Numbers] = []
    while len(layer):
        found.append(layer)
        entered, steps = np.unique(_into(graph, layer)[1], return_counts=True)
        waiting[entered] -= steps
        layer = entered[waiting[entered] == 0]
    return found if sum(map(len, found)) == len(graph.states) else None


def backed_up(
    graph: StateGraph, ordered: Sequence[Numbers], ends: Sequence[int], maximising: Sequence[bool]
) -> tuple[list[int], array[int]]:
    """What each state is worth, in a graph with layers, and its layer: the first are worth what `ends` says, in order.

    Others are worth the largest value of what follows where that is to be maximised, else the smallest.
    """
    offsets, targets = np.array(graph.offsets, np.int64), np.frombuffer(graph.targets, graph.targets.typecode)
    largest = np.array(maximising, np.bool_)
    worth, ranks = np.zeros(len(graph.states), np.int64), np.zeros(len(graph.states), np.int64)
    worth[ordered[0]] = ends
    for rank, layer in enumerate(ordered[1:], 1):
        places, begins = _slices(offsets, layer)
        after = worth[targets[places]]
        most, least = np.maximum.reduceat(after, begins), np.minimum.reduceat(after, begins)
        worth[layer] = np.where(largest[layer], most, least)
        ranks[layer] = rank
    return worth.tolist(), _kept(ranks, "q")


def _into(graph: StateGraph, states: Numbers) -> tuple[Numbers, Numbers]:
    """The edges that enter the states, and the states that they leave."""
    into = graph.predecessors
    starts, edges, sources = (np.frombuffer(one, one.typecode) for one in (into.offsets, into.edges, into.sources))
    places, _ = _slices(starts, states)
    return edges[places], sources[places]


def _slices(offsets: Numbers, states: Numbers) -> tuple[Numbers, Numbers]:
    """The places from `offsets[i]` to `offsets[i + 1]` of the states in their order, and where each of these begins."""
    lengths = offsets[states + 1] - offsets[states]
    begins = np.cumsum(lengths) - lengths
    return np.repeat(offsets[states] - begins, lengths) + np.arange(lengths.sum()), begins


def _listed(numbers: Iterable[int]) -> Numbers:
    return np.fromiter(numbers, np.int64)


def _kept(found: Numbers, kind: str) -> array[int]:
    numbers = array(kind)
    numbers.frombytes(found.astype(kind).tobytes())
    return numbers
