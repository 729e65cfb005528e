"""Whether two systems behave alike: bisimilarity, and the shortest trace that tells two systems apart.

Strong bisimilarity (Park 1981; Milner, "Communication and Concurrency", 1989) is decided on the two graphs side by side
by refining a partition of their states until all states of a class have the same signature, the classes that their
labels lead to (Kanellakis and Smolka 1990; Blom and Orzan 2005). When a class is split, its largest part keeps the
number of the class, so that a state changes its number at most log n times (Hopcroft 1971; Valmari 2009).

Traces are compared on the determinised product of the graphs, breadth first. States are replaced by their bisimilarity
classes, and a pair of equal sets is not looked into: what is alike from there on tells nothing apart (Hopcroft and Karp
1971). What ends is told apart too, by its colour, so that traces are completed traces (van Glabbeek, "The linear
time - branching time spectrum", 1990). There may be exponentially many sets (Stockmeyer and Meyer 1973).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.search.graph import Edge, Play, StateGraph, StateNumber

Label = Hashable
"""What is seen of a step."""

Trace = tuple[Label, ...]
"""What is seen of a play."""

_Class = int
_Classes = frozenset[_Class]


@dataclass(frozen=True, eq=False)
class Labelled:
    """A graph as a labelled transition system: what is seen of its steps, and the colours of its states."""

    graph: StateGraph
    label: Callable[[Edge], Label]
    colour: Callable[[StateNumber], Hashable]

    @cached_property
    def labels(self) -> list[Label]:
        """The label of each edge."""
        return [self.label(edge) for edge in range(self.graph.transitions)]

    def ended(self, states: Iterable[StateNumber]) -> frozenset[Hashable]:
        """The colours of those of the states in which play is over."""
        return frozenset(self.colour(state) for state in states if not self.graph.edges(state))

    def following(self, trace: Sequence[Label]) -> list[dict[StateNumber, Edge]]:
        """The states that the trace may lead to, after each of its labels, as far as it can be followed.

        First state 0, with -1; each later state with an edge by which it is reached. The list is one longer than the
        trace when all of it can be followed.
        """
        layers: list[dict[StateNumber, Edge]] = [{0: -1}]
        for label in trace:
            layer: dict[StateNumber, Edge] = {}
            for state in layers[-1]:
                for edge in self.graph.edges(state):
                    if self.labels[edge] == label:
                        layer.setdefault(self.graph.targets[edge], edge)
            if not layer:
                break
            layers.append(layer)
        return layers

    def play(self, layers: Sequence[dict[StateNumber, Edge]], state: StateNumber) -> Play:
        """The play through the layers that ends in a state of the last of them."""
        play: Play = []
        for layer in reversed(layers[1:]):
            play.append(layer[state])
            state = self.graph.source(layer[state])
        return play[::-1]


@dataclass(frozen=True)
class Distinction:
    """A trace that tells two systems apart.

    Either just one of them can follow it to its last label, or both can and what may then have ended differs in colour.
    """

    trace: Trace
    by_one: bool
    by_other: bool


def bisimilarity_classes(one: Labelled, other: Labelled) -> tuple[list[int], list[int]]:
    """The bisimilarity class of each state of the two graphs: equal numbers, within a graph or across, are bisimilar.

    Bisimilar states have the same colour, and whatever one can do the other can do, to bisimilar states. Of partial
    graphs the answer says nothing.
    """
    classes = _Refinement((one, other)).run()
    count = len(one.graph.states)
    return classes[:count], classes[count:]


def classes_within(one: Labelled) -> list[int]:
    """The bisimilarity class of each state of one graph; of a partial graph this says nothing of what was not found."""
    return _Refinement((one,)).run()


def bisimilar(one: Labelled, other: Labelled) -> bool:
    """Whether the initial states of the two graphs are strongly bisimilar; of partial graphs this says nothing."""
    mine, theirs = bisimilarity_classes(one, other)
    return mine[0] == theirs[0]


class _Refinement:
    """The states of graphs side by side, in classes that are split until nothing tells their members apart."""

    def __init__(self, sides: Iterable[Labelled]) -> None:
        self.steps: list[list[tuple[int, int]]] = []
        self.sources: list[list[int]] = []
        labels: dict[Label, int] = {}
        colours: dict[Hashable, list[int]] = {}
        for side in sides:
            graph, first = side.graph, len(self.steps)
            numbers = [labels.setdefault(label, len(labels)) for label in side.labels]
            self.sources += [[] for _ in graph.states]
            for state in range(len(graph.states)):
                steps = [(numbers[edge], first + graph.targets[edge]) for edge in graph.edges(state)]
                self.steps.append(steps)
                for _, target in steps:
                    self.sources[target].append(first + state)
                colours.setdefault(side.colour(state), []).append(first + state)
        self.members = [set(states) for states in colours.values()]
        self.classes = [0] * len(self.steps)
        for number, states in enumerate(self.members):
            for state in states:
                self.classes[state] = number

    def signature(self, state: int) -> frozenset[tuple[int, int]]:
        """The classes that each label leads to from the state."""
        return frozenset((label, self.classes[target]) for label, target in self.steps[state])

    def run(self) -> list[int]:
        """The class of each state once no class can be split."""
        doubtful = set(range(len(self.steps)))
        while doubtful:
            grouped: dict[int, dict[frozenset[tuple[int, int]], list[int]]] = {}
            for state in sorted(doubtful):
                alike = grouped.setdefault(self.classes[state], {})
                alike.setdefault(self.signature(state), []).append(state)
            parts = [(number, self.parts(number, alike)) for number, alike in grouped.items()]
            moved: list[int] = []
            for number, leaving in parts:
                for part in leaving:
                    moved += self.move(number, part)
            doubtful = {source for state in moved for source in self.sources[state]}
        return self.classes

    def parts(self, number: int, doubtful: dict[frozenset[tuple[int, int]], list[int]]) -> list[list[int]]:
        """The parts of a class that leave it: all but the largest.

        ``doubtful`` are the members that have to be looked at again, by signature. The others still have one signature.
        """
        members = self.members[number]
        known = {state for states in doubtful.values() for state in states}
        certain = next((state for state in members if state not in known), None)
        if certain is not None:
            doubtful.pop(self.signature(certain), None)
        leaving = sorted(doubtful.values(), key=len)
        staying = len(members) - sum(map(len, leaving))
        if leaving and staying < len(leaving[-1]):
            largest = leaving.pop()
            if staying:
                leaving.append(list(members.difference(largest, *leaving)))
        return leaving

    def move(self, number: int, part: list[int]) -> list[int]:
        """Give a part of a class a class of its own; the states that have moved."""
        self.members[number].difference_update(part)
        for state in part:
            self.classes[state] = len(self.members)
        self.members.append(set(part))
        return part


def distinguishing_trace(one: Labelled, other: Labelled) -> Distinction | None:
    """A shortest trace by which the graphs differ, None when they are trace equivalent.

    They differ by a trace when only one of them can follow it, or when the colours of the states in which it may have
    ended differ. Two runs give the same. Of partial graphs this says nothing.
    """
    mine, theirs = bisimilarity_classes(one, other)
    quotient = _Quotient()
    quotient.add(one, mine)
    quotient.add(other, theirs)
    start = frozenset(mine[:1]), frozenset(theirs[:1])
    if quotient.ended(start[0]) != quotient.ended(start[1]):
        return Distinction((), True, True)
    reached: dict[tuple[_Classes, _Classes], Trace] = {start: ()}
    queue = [start] if start[0] != start[1] else []
    for pair in queue:  # the list grows while it is read
        steps = quotient.steps(pair[0]), quotient.steps(pair[1])
        for label in dict.fromkeys((*steps[0], *steps[1])):
            trace = (*reached[pair], label)
            after = steps[0].get(label, frozenset()), steps[1].get(label, frozenset())
            if not all(after) or quotient.ended(after[0]) != quotient.ended(after[1]):
                return Distinction(trace, bool(after[0]), bool(after[1]))
            if after[0] != after[1] and after not in reached:
                reached[after] = trace
                queue.append(after)
    return None


class _Quotient:
    """The bisimilarity classes of graphs, each with the steps of one of its members."""

    def __init__(self) -> None:
        self._steps: dict[_Class, dict[Label, set[_Class]]] = {}
        self._ended: dict[_Class, Hashable] = {}

    def add(self, side: Labelled, classes: Sequence[_Class]) -> None:
        """Add the classes of a graph's states."""
        graph = side.graph
        for state, number in enumerate(classes):
            if number in self._steps:
                continue
            steps = self._steps[number] = {}
            for edge in graph.edges(state):
                steps.setdefault(side.labels[edge], set()).add(classes[graph.targets[edge]])
            if not steps:
                self._ended[number] = side.colour(state)

    def steps(self, classes: _Classes) -> dict[Label, _Classes]:
        """The classes that each label may lead to from some of ``classes``."""
        found: dict[Label, set[_Class]] = {}
        for number in sorted(classes):
            for label, targets in self._steps[number].items():
                found.setdefault(label, set()).update(targets)
        return {label: frozenset(targets) for label, targets in found.items()}

    def ended(self, classes: _Classes) -> frozenset[Hashable]:
        """The colours of those of the classes in which play is over."""
        return frozenset(self._ended[number] for number in classes if number in self._ended)
