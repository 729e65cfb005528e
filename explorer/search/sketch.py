"""Sketches: a state graph made small enough to look at.

A sketch has spots, each of which stands for states, and strokes, each of which stands for steps in a row. Three make
it smaller. *Folding* leaves out the states in which there is just one thing to do, so that what nobody chooses belongs
to the step before; every choice, every end and every play stays. The *quotient* by bisimilarity
(`explorer.search.bisimulation`) draws states once from which the same can happen. The quotient by any other partition
is an abstraction: a stroke says that some state of its spot has that step (Clarke, Grumberg and Long, "Model checking
and abstraction", 1994).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from explorer.search.graph import Edge, StateGraph, StateNumber

Place = int
"""The place of a spot among those of its sketch."""


@dataclass(frozen=True)
class Spot:
    """The states that are drawn as one: how many, and the first of them."""

    state: StateNumber
    states: int = 1


@dataclass(frozen=True)
class Stroke:
    """Steps in a row, from spot to spot. After a quotient they are those of a state of each spot."""

    source: Place
    target: Place
    edges: tuple[Edge, ...]


@dataclass(frozen=True, eq=False)
class Sketch:
    """Spots and strokes, in the order of the graph's states and edges; spot 0 has the initial state."""

    graph: StateGraph
    spots: tuple[Spot, ...]
    strokes: tuple[Stroke, ...]

    def __str__(self) -> str:
        """Its size."""
        return f"{len(self.spots)} nodes, {len(self.strokes)} edges"


def whole(graph: StateGraph) -> Sketch:
    """A spot for each state and a stroke for each edge."""
    strokes = [
        Stroke(source, graph.targets[edge], (edge,)) for source in range(graph.expanded) for edge in graph.edges(source)
    ]
    return Sketch(graph, tuple(Spot(state) for state in range(len(graph.states))), tuple(strokes))


def folded(sketch: Sketch) -> Sketch:
    """The sketch without the spots that just one stroke leaves, which goes on from the strokes that enter them.

    Spot 0 stays, and of a round that nothing else leaves its first spot.
    """
    after: list[list[Stroke]] = [[] for _ in sketch.spots]
    for stroke in sketch.strokes:
        after[stroke.source].append(stroke)
    kept = _kept(after)
    number = {place: new for new, place in enumerate(kept)}
    strokes = []
    for place in kept:
        for stroke in after[place]:
            edges, target = [*stroke.edges], stroke.target
            while target not in number:
                (only,) = after[target]
                edges += only.edges
                target = only.target
            strokes.append(Stroke(number[place], number[target], tuple(edges)))
    return Sketch(sketch.graph, tuple(sketch.spots[place] for place in kept), tuple(strokes))


def _kept(after: Sequence[Sequence[Stroke]]) -> list[Place]:
    """The places that stay, ascending."""
    kept = {place for place, strokes in enumerate(after) if place == 0 or len(strokes) != 1}
    passed: dict[Place, Place] = {}  # a place that is left out, with the one from which it was first come to
    for start in range(len(after)):
        place = start
        while place not in kept and place not in passed:
            passed[place] = start
            place = after[place][0].target
        if passed.get(place) == start and place not in kept:
            kept.add(_first_of_round(after, place))
    return sorted(kept)


def _first_of_round(after: Sequence[Sequence[Stroke]], place: Place) -> Place:
    """The least place of the round that leads from a place back to it."""
    least, now = place, after[place][0].target
    while now != place:
        least, now = min(least, now), after[now][0].target
    return least


def quotient(sketch: Sketch, classes: Sequence[Hashable], label: Callable[[Edge], Hashable]) -> Sketch:
    """The sketch with the spots of a class as one; strokes that are labelled alike, from class to class, are one.

    ``classes`` are by state.
    """
    place_of: dict[Hashable, Place] = {}
    places = [place_of.setdefault(classes[spot.state], len(place_of)) for spot in sketch.spots]
    first: dict[Place, StateNumber] = {}
    states = [0] * len(place_of)
    for spot, place in zip(sketch.spots, places, strict=True):
        first.setdefault(place, spot.state)
        states[place] += spot.states
    strokes: dict[Hashable, Stroke] = {}
    for stroke in sketch.strokes:
        source, target = places[stroke.source], places[stroke.target]
        key = source, target, tuple(map(label, stroke.edges))
        strokes.setdefault(key, Stroke(source, target, stroke.edges))
    in_order = sorted(strokes.values(), key=lambda stroke: stroke.source)
    return Sketch(sketch.graph, tuple(Spot(first[place], states[place]) for place in first), tuple(in_order))
