"""What players can force, on games whose answer is known."""

import pytest

from explorer.search.explore import Limits, explore
from explorer.search.games import UnvaluedGame, attractor, backward_values
from explorer.system.commands import Assign, Clause, Command
from explorer.system.system import System
from explorer.system.terms import enumeration, equal
from tests.unit.system.puzzles import nim, river


def places(**moves):
    """A game in which a token moves: for each place, who moves it, and the places it may go to."""
    names = list(moves)
    token = enumeration("token", names)
    commands = [
        Command(
            by,
            f"{here} to {there}",
            (Clause("here", equal(token, names.index(here))),),
            (Assign(token, names.index(there)),),
        )
        for here, (by, *targets) in moves.items()
        for there in targets
    ]
    return explore(System((token,), {token: 0}, tuple(commands)))


def named(graph, states):
    (token,) = graph.system.variables
    return {token.label(graph.states[state][0]) for state in states}


def number(graph, name):
    (token,) = graph.system.variables
    return graph.number_of[(token.labels.index(name),)]


def events(graph, edges):
    return [graph.event(edge) for edge in edges]


class TestAttractor:
    @pytest.mark.parametrize(
        ("heaps", "first_wins"), [((1, 2, 3), False), ((1, 2, 4), True), ((2, 2), False), ((5,), True)]
    )
    def test_nim_is_decided_by_the_exclusive_or(self, heaps, first_wins):
        graph = explore(nim(*heaps))
        first_took_last = [end for end in graph.terminal if graph.states[end][0] == 1]
        winning = attractor(graph, {"first"}, first_took_last)
        assert (0 in winning) is first_wins
        for state in winning.states - set(first_took_last):
            turn, *sizes = graph.states[state]
            total = 0
            for size in sizes:
                total ^= size
            assert (total != 0) == (turn == 0)

    def test_going_round_is_not_reaching(self):
        #  a <-> b -> end, and `low` decides in b
        graph = places(a=("high", "b"), b=("low", "a", "end"), end=("rules",))
        end = number(graph, "end")
        assert named(graph, attractor(graph, {"high"}, [end]).states) == {"end"}
        assert named(graph, attractor(graph, {"high", "low"}, [end]).states) == {"a", "b", "end"}

    def test_the_rules_are_nobody(self):
        graph = places(a=("rules", "b"), b=("high", "end", "a"), end=("rules",))
        winning = attractor(graph, {"high"}, [number(graph, "end")])
        assert len(winning) == 3
        assert list(winning.ranks) == [2, 1, 0]
        assert [winning.strategy[0], graph.event(winning.strategy[1])] == [-1, "b to end"]

    def test_a_dead_end_is_no_target(self):
        graph = places(a=("low", "dead", "end"), dead=("rules",), end=("rules",))
        assert named(graph, attractor(graph, {"high"}, [number(graph, "end")]).states) == {"end"}

    def test_one_may_count_on_the_rules(self):
        graph = places(a=("rules", "b", "end"), b=("rules",), end=("rules",))
        end = [number(graph, "end")]
        assert named(graph, attractor(graph, {"high"}, end).states) == {"end"}
        assert named(graph, attractor(graph, {"high", "rules"}, end).states) == {"a", "end"}

    def test_an_edge_may_be_the_target(self):
        #  a <-> b: going back from b is wanted, being in a is not
        graph = places(a=("low", "b"), b=("high", "end", "a"), end=("rules",))
        back = next(edge for edge in graph.edges(number(graph, "b")) if graph.event(edge) == "b to a")
        winning = attractor(graph, {"high"}, [], target_edges=[back])
        assert named(graph, winning.states) == {"a", "b"}
        assert (winning.strategy[number(graph, "b")], winning.ranks[0]) == (back, 2)
        assert not attractor(graph, {"low"}, [], target_edges=[back]).states

    def test_the_others_need_not_take_a_target_edge(self):
        graph = places(a=("low", "b", "c"), b=("rules",), c=("high", "end"), end=("rules",))
        edges = {graph.event(edge): edge for edge in range(graph.transitions)}
        assert 0 not in attractor(graph, {"high"}, [], target_edges=[edges["a to b"]])
        assert 0 in attractor(graph, {"high"}, [], target_edges=[edges["a to b"], edges["a to c"]])
        assert 0 in attractor(graph, {"high"}, [number(graph, "end")], target_edges=[edges["a to b"]])

    def test_the_way_may_be_bounded(self):
        #  a -> b or c -> end
        graph = places(a=("high", "b", "c"), b=("high", "end"), c=("high", "end"), end=("rules",))
        a, b, c, end = (number(graph, name) for name in ("a", "b", "c", "end"))
        winning = attractor(graph, {"high"}, [end], within={a, c})
        assert named(graph, winning.states) == {"a", "c", "end"}
        assert list(winning.ranks) == [2 if i == a else 1 if i == c else 0 if i == end else -1 for i in range(4)]
        assert graph.event(winning.strategy[a]) == "a to c"
        assert named(graph, attractor(graph, {"high"}, [end], within={a}).states) == {"end"}
        assert b not in winning

    def test_an_edge_may_be_forbidden(self):
        graph = places(a=("high", "b", "c"), b=("low", "end", "c"), c=("high", "end"), end=("rules",))
        edges = {graph.event(edge): edge for edge in range(graph.transitions)}
        end = [number(graph, "end")]
        assert 0 in attractor(graph, {"high"}, end, without=[edges["a to c"]])
        assert named(graph, attractor(graph, {"high"}, end, without=[edges["a to c"], edges["b to c"]]).states) == {
            "c",
            "end",
        }
        both = edges["c to end"]
        assert 0 in attractor(graph, {"high"}, [], target_edges=[both], without=[both])

    def test_the_strategy_takes_a_shortest_way(self):
        graph = places(a=("high", "b", "end"), b=("high", "end"), end=("rules",))
        winning = attractor(graph, {"high"}, [number(graph, "end")])
        assert graph.event(winning.strategy[0]) == "a to end"


class TestValues:
    def test_without_cycles_it_is_backward_induction(self):
        graph = places(
            a=("high", "b", "c"),
            b=("low", "one", "three"),
            c=("low", "two", "three"),
            one=("rules",),
            two=("rules",),
            three=("rules",),
        )
        worth = {number(graph, "one"): (1,), number(graph, "two"): (2,), number(graph, "three"): (3,)}
        solution = backward_values(graph, worth.__getitem__, "high", "low")
        assert solution.values[0] == (2,)
        assert events(graph, solution.best(0)) == ["a to c"]
        assert events(graph, solution.best(number(graph, "b"))) == ["b to one"]
        assert solution.best(number(graph, "one")) == []

    def test_moves_of_equal_value_are_all_best(self):
        graph = places(a=("high", "one", "other"), one=("rules",), other=("rules",))
        assert events(graph, backward_values(graph, lambda end: 7, "high", "low").best(0)) == ["a to one", "a to other"]

    def test_a_good_end_has_to_be_reached_and_not_only_kept_in_reach(self):
        #  a -> b keeps the value of a, but b -> a comes back; only a -> end gets anywhere
        graph = places(a=("high", "b", "end"), b=("high", "a"), end=("rules",))
        solution = backward_values(graph, lambda end: 1, "high", "low", endless=0)
        assert solution.values == [1, 1, 1]
        assert events(graph, solution.best(0)) == ["a to end"]

    def test_who_likes_endless_play_goes_round(self):
        graph = places(a=("high", "b"), b=("low", "a", "end"), end=("rules",))
        assert backward_values(graph, lambda end: 1, "high", "low", endless=0).values == [0, 0, 1]
        assert backward_values(graph, lambda end: 1, "high", "low", endless=2).values == [1, 1, 1]

    def test_endless_play_may_be_forced_by_both_sides_declining(self):
        #  high could leave to a bad end, low to a good one: neither does
        graph = places(a=("high", "b", "bad"), b=("low", "a", "good"), bad=("rules",), good=("rules",))
        worth = {number(graph, "bad"): -1, number(graph, "good"): 1}
        solution = backward_values(graph, worth.__getitem__, "high", "low", endless=0)
        assert [solution.values[number(graph, name)] for name in ("a", "b")] == [0, 0]
        assert events(graph, solution.best(0)) == ["a to b"]

    def test_of_two_ways_out_of_a_cycle_the_better_one_is_taken(self):
        """Whichever comes first, and whoever leaves: `high` for the most, `low` for the least."""
        for first, second in ((1, 5), (5, 1)):
            graph = places(a=("high", "b", "x"), b=("high", "a", "y"), x=("rules",), y=("rules",))
            worth = {number(graph, "x"): first, number(graph, "y"): second}
            assert backward_values(graph, worth.__getitem__, "high", "low", endless=0).values[:2] == [5, 5]
            graph = places(a=("low", "b", "x"), b=("low", "a", "y"), x=("rules",), y=("rules",))
            worth = {number(graph, "x"): first, number(graph, "y"): second}
            assert backward_values(graph, worth.__getitem__, "high", "low", endless=9).values[:2] == [1, 1]

    def test_a_cycle_without_a_value_of_endless_play_is_refused(self):
        graph = places(a=("high", "b"), b=("low", "a", "end"), end=("rules",))
        with pytest.raises(UnvaluedGame, match="need not end, and endless play has no value: token = "):
            backward_values(graph, lambda end: 1, "high", "low")

    def test_a_third_player_is_refused(self):
        with pytest.raises(UnvaluedGame, match="neither maximiser nor minimiser: farmer"):
            backward_values(explore(river()), lambda end: 1, "high", "low", endless=0)

    def test_a_partial_graph_is_refused(self):
        with pytest.raises(UnvaluedGame, match="partial"):
            backward_values(explore(nim(1, 2), limits=Limits(states=3)), lambda end: 1, "first", "second")

    def test_a_long_cycle_is_no_trouble(self):
        count = 2000
        names = [f"p{i}" for i in range(count)]
        moves = {
            name: ("high" if i % 2 else "low", names[(i + 1) % count], names[i - 1]) for i, name in enumerate(names)
        }
        moves[names[-1]] = ("high", names[0], "end")
        graph = places(**moves, end=("rules",))
        solution = backward_values(graph, lambda end: 1, "high", "low", endless=0)
        assert solution.values.count(0) + solution.values.count(1) == count + 1
