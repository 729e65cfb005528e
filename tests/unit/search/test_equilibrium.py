"""Play of two players with wishes of their own: everybody's best reply, on games whose answer is known."""

import pytest

from explorer.search.equilibrium import subgame_perfect
from explorer.search.explore import Limits, explore
from explorer.search.games import UnvaluedGame, backward_values
from tests.unit.search.test_games import number, places
from tests.unit.system.puzzles import nim

CENTIPEDE = {
    "first": ("white", "stopped at once", "second"),
    "second": ("black", "stopped later", "third"),
    "third": ("white", "stopped last", "shared"),
    "stopped at once": ("rules",),
    "stopped later": ("rules",),
    "stopped last": ("rules",),
    "shared": ("rules",),
}
PAID = {"stopped at once": (1, 0), "stopped later": (0, 2), "stopped last": (3, 1), "shared": (2, 4)}


def solved(graph, paid, prefer=lambda edge: edge):
    worth = {number(graph, name): value for name, value in paid.items()}
    return subgame_perfect(
        graph, {"white": lambda state: worth[state][0], "black": lambda state: worth[state][1]}, prefer
    )


def test_the_centipede_stops_at_once():
    """Both would be better off at the end, but whoever is asked last takes, and so the first one does (Rosenthal, 1981)."""
    graph = places(**CENTIPEDE)
    found = solved(graph, PAID)
    assert found.values[0] == {"white": 1, "black": 0}
    assert graph.targets[found.steps[0]] == number(graph, "stopped at once")
    assert {found.steps[number(graph, name)] for name in PAID} == {-1}


def test_ties_go_to_the_preferred_step_though_the_other_minds():
    """White does not care, black does: there are two equilibria."""
    graph = places(choice=("white", "kind", "unkind"), kind=("rules",), unkind=("rules",))
    paid = {"kind": (1, 1), "unkind": (1, 0)}
    first, last = solved(graph, paid), solved(graph, paid, prefer=lambda edge: -edge)
    assert (first.values[0]["black"], last.values[0]["black"]) == (1, 0)
    assert first.ties(0) == last.ties(0) == [0, 1]


def test_the_value_of_opposite_wishes_is_the_minimax():
    """When one wants the opposite of the other, it is backward induction."""
    graph = explore(nim(2, 3))
    ends = {state: state % 3 for state in graph.terminal}
    zero_sum = backward_values(graph, ends.__getitem__, "first", "second")
    found = subgame_perfect(graph, {"first": ends.__getitem__, "second": lambda s: -ends[s]}, lambda edge: edge)
    assert [value["first"] for value in found.values] == zero_sum.values


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ({"here": ("white", "there"), "there": ("white", "here", "end"), "end": ("rules",)}, "need not end"),
        ({"here": ("rules", "one", "other"), "one": ("rules",), "other": ("rules",)}, "several steps"),
        ({"here": ("green", "there"), "there": ("rules",)}, "green decides"),
    ],
    ids=["a loop", "a choice of the rules", "a stranger"],
)
def test_games_without_an_equilibrium_to_be_found(moves, says):
    """Where a play need not end, where nobody chooses, and where somebody wants nothing."""
    with pytest.raises(UnvaluedGame, match=says):
        solved(places(**moves), dict.fromkeys(moves, (0, 0)))


def test_a_part_of_a_graph_has_no_equilibrium():
    """Its ends are not known."""
    graph = explore(nim(2, 3), limits=Limits(states=5))
    with pytest.raises(UnvaluedGame, match="partial"):
        subgame_perfect(graph, {}, lambda edge: edge)
