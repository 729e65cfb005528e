"""A graph made small enough to look at has the same choices, ends and plays."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from explorer.search.bisimulation import Labelled, classes_within
from explorer.search.explore import Limits, explore
from explorer.search.plays import count_plays
from explorer.search.sketch import Sketch, Spot, Stroke, folded, quotient, whole
from tests.unit.search.test_bisimulation import system
from tests.unit.system.puzzles import coins, nim, river


def drawn(**moves):
    """The folded graph of a token that is moved: the places that are left, and what leads from one to another."""
    graph = explore(system(**moves))
    (token,) = graph.system.variables
    sketch = folded(whole(graph))
    names = [token.label(graph.states[spot.state][0]) for spot in sketch.spots]
    ways = [
        (names[one.source], "".join(graph.event(edge)[0] for edge in one.edges), names[one.target])
        for one in sketch.strokes
    ]
    return names, ways


def plays(sketch, end):
    """How many plays lead from the first spot to another, counted on the sketch."""

    @cache
    def ways(place):
        return (place == end) + sum(ways(one.target) for one in sketch.strokes if one.source == place)

    return ways(0)


class TestFolding:
    def test_what_nobody_chooses_belongs_to_the_step_before(self):
        names, ways = drawn(start="l>left r>right", left="x>on", on="y>end", right="", end="")
        assert names == ["start", "right", "end"]
        assert ways == [("start", "lxy", "end"), ("start", "r", "right")]

    def test_the_start_stays_though_nothing_is_chosen_there(self):
        assert drawn(start="x>on", on="y>end", end="") == (["start", "end"], [("start", "xy", "end")])

    def test_two_ways_to_one_place_are_a_choice(self):
        assert drawn(start="a>on", on="x>end y>end", end="")[0] == ["start", "on", "end"]

    def test_a_round_that_cannot_be_left_keeps_its_first_place(self):
        names, ways = drawn(start="a>one b>two", one="x>two", two="y>three", three="z>one")
        assert names == ["start", "one"]
        assert ways == [("start", "a", "one"), ("start", "byz", "one"), ("one", "xyz", "one")]

    def test_a_round_through_the_start_needs_no_other_place(self):
        assert drawn(start="x>on", on="y>start") == (["start"], [("start", "xy", "start")])

    def test_a_place_that_leads_to_itself_stays(self):
        assert drawn(start="a>on b>end", on="x>on", end="")[0] == ["start", "on", "end"]

    def test_a_choice_is_never_folded(self):
        """In the river puzzle every state but the first and the last has a way back and a way on."""
        graph = explore(river())
        assert [len(graph.edges(spot.state)) == 1 for spot in folded(whole(graph)).spots].count(True) == 1

    def test_what_was_not_looked_into_stays(self):
        graph = explore(nim(2, 2), limits=Limits(states=3))
        assert {*range(graph.expanded, len(graph.states))} <= {spot.state for spot in folded(whole(graph)).spots}

    @given(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    def test_every_end_has_as_many_plays(self, heaps):
        graph = explore(nim(*heaps))
        sketch = folded(whole(graph))
        ends = [place for place, spot in enumerate(sketch.spots) if spot.state in graph.terminal]
        assert [sketch.spots[place].state for place in ends] == graph.terminal
        assert [plays(sketch, place) for place in ends] == [count_plays(graph, [end]) for end in graph.terminal]


class TestQuotient:
    def test_states_from_which_the_same_can_happen_are_one(self):
        """Coins that are told apart, drawn by how many show heads: 2 ** 3 states as 4, each a square of the cube."""
        graph = explore(coins(3, interchangeable=False))
        classes = classes_within(Labelled(graph, graph.event, lambda _: 0))
        assert len({*classes}) == 4
        sketch = quotient(whole(graph), classes, graph.event)
        assert [spot.states for spot in sketch.spots] == [1, 3, 3, 1]
        assert {(one.source, one.target) for one in sketch.strokes} == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)}

    def test_steps_that_look_different_are_two(self):
        graph = explore(system(start="x>end y>end", end=""))
        assert len(quotient(whole(graph), [0, 1], graph.event).strokes) == 2
        assert len(quotient(whole(graph), [0, 1], lambda edge: "a step").strokes) == 1

    def test_all_in_one(self):
        graph = explore(river())
        found = quotient(whole(graph), [0] * len(graph.states), lambda edge: 0)
        assert found.spots == (Spot(0, 10),)
        assert found.strokes == (Stroke(0, 0, (0,)),)


def test_a_sketch_tells_its_size():
    graph = explore(system(start="x>end", end=""))
    assert str(Sketch(graph, (Spot(0), Spot(1)), (Stroke(0, 1, (0,)),))) == "2 nodes, 1 edges"
