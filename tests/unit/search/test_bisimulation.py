"""Which systems behave alike, and the trace that tells the others apart."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search.bisimulation import (
    Distinction,
    Labelled,
    bisimilar,
    bisimilarity_classes,
    distinguishing_trace,
)
from explorer.search.explore import explore
from explorer.system.commands import Assign, Clause, Command
from explorer.system.system import System
from explorer.system.terms import enumeration, equal


def system(**moves: str) -> System:
    """A token on named places: ``a="x>b y>c"`` lets it go from a to b, which looks like x, or to c."""
    names = list(moves)
    token = enumeration("token", names) if len(names) > 1 else enumeration("token", [*names, "unused"])
    commands = []
    for here, steps in moves.items():
        for step in steps.split():
            label, there = step.split(">")
            guard = (Clause("here", equal(token, names.index(here))),)
            commands.append(Command("anybody", (label, there), guard, (Assign(token, names.index(there)),)))
    return System((token,), {token: 0}, tuple(commands))


def labelled(**moves: str) -> Labelled:
    """The graph of such a system; the colour of a place is what stands in capitals in its name."""
    graph = explore(system(**moves))
    (token,) = graph.system.variables

    def name(state):
        return token.label(graph.states[state][0])

    return Labelled(
        graph, lambda edge: graph.event(edge)[0], lambda state: "".join(c for c in name(state) if c.isupper())
    )


# the vending machines of the process-algebra textbooks
EARLY = labelled(start="coin>t coin>c", t="tea>end", c="coffee>end", end="")
LATE = labelled(start="coin>both", both="tea>end coffee>end", end="")


class TestBisimilar:
    def test_a_system_is_bisimilar_to_itself(self):
        assert bisimilar(EARLY, EARLY)
        assert distinguishing_trace(EARLY, EARLY) is None

    def test_unfolded_systems_are_bisimilar_though_not_isomorphic(self):
        folded = labelled(start="x>end", end="")
        unfolded = labelled(start="x>one x>two", one="", two="")
        assert len(folded.graph.states) != len(unfolded.graph.states)
        assert bisimilar(folded, unfolded)

    def test_a_cycle_is_bisimilar_to_its_unrolling(self):
        assert bisimilar(labelled(a="x>a"), labelled(a="x>b", b="x>c", c="x>a"))

    def test_a_cycle_is_not_bisimilar_to_one_that_can_be_left(self):
        one, other = labelled(a="x>b", b="x>a"), labelled(a="x>b", b="x>a y>c", c="")
        assert not bisimilar(one, other)
        assert distinguishing_trace(one, other) == Distinction(("x", "y"), False, True)

    def test_a_cycle_is_not_bisimilar_to_a_long_path(self):
        path = labelled(**{f"p{i}": f"x>p{i + 1}" for i in range(20)}, p20="")
        cycle = labelled(a="x>a")
        assert not bisimilar(path, cycle)
        assert distinguishing_trace(path, cycle) == Distinction(("x",) * 20, True, True)

    def test_who_chooses_later_is_trace_equivalent_but_not_bisimilar(self):
        assert not bisimilar(EARLY, LATE)
        assert distinguishing_trace(EARLY, LATE) is None

    def test_colours_count(self):
        one, other = labelled(a="x>endA", endA=""), labelled(a="x>endB", endB="")
        assert not bisimilar(one, other)
        assert distinguishing_trace(one, other) == Distinction(("x",), True, True)

    def test_colours_of_the_start_count(self):
        assert distinguishing_trace(labelled(A=""), labelled(B="")) == Distinction((), True, True)

    def test_classes_are_shared_by_the_two_graphs(self):
        mine, theirs = bisimilarity_classes(EARLY, LATE)
        assert len({*mine, *theirs}) == 6  # two starts, tea only, coffee only, both, the end
        assert mine[-1] == theirs[-1]


class TestTraces:
    def test_the_trace_is_shortest(self):
        one = labelled(a="x>b y>c", b="x>d", c="z>d", d="")
        other = labelled(a="x>b y>c", b="x>d", c="x>d", d="")
        assert distinguishing_trace(one, other) == Distinction(("y", "z"), True, False)

    def test_stopping_early_is_told_apart(self):
        """After coin the early machine may be broken: as a completed trace only there."""
        broken = labelled(start="coin>ok coin>dead", ok="tea>end", dead="", end="")
        whole = labelled(start="coin>ok", ok="tea>end", end="")
        assert distinguishing_trace(broken, whole) == Distinction(("coin",), True, True)

    def test_following_a_trace_gives_a_play(self):
        layers = EARLY.following(("coin", "coffee"))
        assert [len(layer) for layer in layers] == [1, 2, 1]
        (end,) = layers[-1]
        play = EARLY.play(layers, end)
        assert [EARLY.labels[edge] for edge in play] == ["coin", "coffee"]
        assert EARLY.graph.source(play[1]) == EARLY.graph.targets[play[0]]

    def test_a_trace_is_followed_as_far_as_it_goes(self):
        assert len(EARLY.following(("coin", "milk", "tea"))) == 2


# ---- against the definitions ----------------------------------------------------------------------------------------


@st.composite
def systems(draw) -> Labelled:
    """Up to six places, two labels, ends of two colours; cycles and choices of one label are common."""
    names = [f"p{i}" for i in range(draw(st.integers(1, 4)))]
    places = [*names, "endA", "endB"]
    step = st.tuples(st.sampled_from("xy"), st.sampled_from(places)).map(">".join)
    moves = {name: " ".join(draw(st.lists(step, max_size=3, unique=True))) for name in names}
    return labelled(**moves, endA="", endB="")


def steps(side, state):
    return [(side.labels[edge], side.graph.targets[edge]) for edge in side.graph.edges(state)]


def naively_bisimilar(one, other) -> bool:
    """The largest relation in which each answers each step of the other: start with all pairs, drop what fails."""
    sides = {0: one, 1: other}
    nodes = [(number, state) for number, side in sides.items() for state in range(len(side.graph.states))]
    related = {(a, b) for a, b in product(nodes, nodes) if sides[a[0]].colour(a[1]) == sides[b[0]].colour(b[1])}

    def answers(a, b):
        return all(
            any(same == label and ((a[0], to), (b[0], there)) in related for same, there in steps(sides[b[0]], b[1]))
            for label, to in steps(sides[a[0]], a[1])
        )

    while failing := {(a, b) for a, b in related if not (answers(a, b) and answers(b, a))}:
        related -= failing
    return ((0, 0), (1, 0)) in related


def naive_traces(side, length):
    """Every trace up to a length, with the colours of what may have ended after it."""
    found = {}
    layer = {((), 0)}
    for _ in range(length + 1):
        for trace, state in layer:
            found.setdefault(trace, set()).update(side.ended([state]))
        layer = {((*trace, label), to) for trace, state in layer for label, to in steps(side, state)}
    return found


@given(systems(), systems())
def test_bisimilarity_agrees_with_its_definition(one, other):
    assert bisimilar(one, other) is naively_bisimilar(one, other)
    assert bisimilar(other, one) is bisimilar(one, other)


@given(systems())
def test_classes_agree_with_the_definition_within_a_graph(side):
    """Each state of a graph against each other, by graphs that start there."""
    classes, _ = bisimilarity_classes(side, side)
    for state, number in enumerate(classes):
        colours = {side.colour(other) for other, same in enumerate(classes) if same == number}
        assert colours == {side.colour(state)}
        seen = {(label, classes[to]) for label, to in steps(side, state)}
        alike = [other for other, same in enumerate(classes) if same == number]
        assert all({(label, classes[to]) for label, to in steps(side, other)} == seen for other in alike)


@given(systems(), systems())
def test_a_shortest_trace_agrees_with_all_traces(one, other):
    """No shorter trace differs; and where there is none, none of the first few does."""
    found = distinguishing_trace(one, other)
    length = len(found.trace) if found else 6
    mine, theirs = naive_traces(one, length), naive_traces(other, length)
    differing = {trace for trace in {*mine, *theirs} if mine.get(trace) != theirs.get(trace)}
    if found is None:
        assert differing == set()
    else:
        assert found.trace in differing
        assert min(map(len, differing)) == len(found.trace)
        assert (found.by_one, found.by_other) == (found.trace in mine, found.trace in theirs)
    assert not (bisimilar(one, other) and found)


@pytest.mark.parametrize("count", [300])
def test_a_long_path_is_refined_quickly(count):
    """Each place of the path is a class of its own: one split a round, and no round looks at every place again."""
    path = labelled(**{f"p{i}": f"x>p{i + 1}" for i in range(count)}, **{f"p{count}": ""})
    classes, _ = bisimilarity_classes(path, path)
    assert len(set(classes)) == count + 1
