"""What a player can force of many goals at once agrees with an attractor for each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search import powers
from explorer.search.explore import explore
from explorer.search.games import attractor
from explorer.search.powers import TooManySets, enforceable, enforceable_from, forceable_sets
from explorer.system.commands import RULES, Assign, Clause, Command
from explorer.system.system import System
from explorer.system.terms import equal, integer, read

PLAYERS = ("white", "black")


@st.composite
def games(draw) -> System:
    """A random game: in each place one player decides among moves to any places, some of them back."""
    size = draw(st.integers(2, 9))
    place = integer("place", 0, size - 1)
    commands = []
    for here in range(size):
        by = draw(st.sampled_from(PLAYERS))
        for there in draw(st.lists(st.integers(0, size - 1), max_size=3, unique=True)):
            guard = (Clause("here", equal(read(place), here)),)
            commands.append(Command(by, f"to {there}", guard, (Assign(place, there),)))
    return System((place,), {place: 0}, tuple(commands))


def goals_of(graph):
    """Each end by itself, and with the next: an end is in up to three goals."""
    return [graph.terminal[place : place + most] for most in (1, 2) for place in range(len(graph.terminal))]


@given(games())
def test_powers_agree_with_one_attractor_for_each_goal(system):
    graph = explore(system)
    goals = goals_of(graph)
    for player in PLAYERS:
        one_by_one = {number for number, goal in enumerate(goals) if 0 in attractor(graph, (player,), goal)}
        assert enforceable(graph, (player,), goals) == one_by_one


@given(games())
def test_powers_of_every_state_agree_with_one_attractor_for_each_goal(system):
    """Also those of everybody together: what can be reached."""
    graph = explore(system)
    goals = goals_of(graph)
    for players in (("white",), ("black",), (*PLAYERS, RULES)):
        forced = enforceable_from(graph, players, goals)
        for number, goal in enumerate(goals):
            wins = attractor(graph, players, goal)
            assert {state for state in range(len(graph.states)) if number in forced[state]} == {
                state for state in range(len(graph.states)) if state in wins
            }


def test_nothing_is_forced_where_a_player_may_go_round_for_ever():
    """White may stay for ever, so black forces nothing; white can leave, so white forces the end."""
    place = integer("place", 0, 1)
    here = (Clause("here", equal(read(place), 0)),)
    stay, leave = (Command("white", name, here, (Assign(place, to),)) for name, to in (("stay", 0), ("leave", 1)))
    graph = explore(System((place,), {place: 0}, (stay, leave)))
    assert enforceable(graph, ("white",), [graph.terminal]) == {0}
    assert enforceable(graph, ("black",), [graph.terminal]) == frozenset()


def some_sets(count):
    return [frozenset(i for i in range(count) if mask >> i & 1) for mask in range(1, 2**count)]


@given(games())
def test_forceable_sets_agree_with_one_attractor_for_each_set(system):
    """The smallest of all sets in which every play can be made to end."""
    graph = explore(system)
    goals = [[state] for state in graph.terminal[:5]]
    for player in PLAYERS:
        forced = [one for one in some_sets(len(goals)) if 0 in attractor(graph, (player,), [goals[i][0] for i in one])]
        smallest = {one for one in forced if not any(other < one for other in forced)}
        assert set(forceable_sets(graph, (player,), goals)) == smallest


@given(games())
def test_what_one_can_force_the_other_cannot_keep_out_of(system):
    """Every set of the one meets every set of the other: both strategies played together end in one outcome."""
    graph = explore(system)
    goals = [[state] for state in graph.terminal]
    mine, theirs = (forceable_sets(graph, (player,), goals) for player in PLAYERS)
    assert all(one & other for one in mine for other in theirs)


def test_too_many_sets_are_refused(monkeypatch):
    """Rather than told."""
    monkeypatch.setattr(powers, "MOST_SETS", 2)
    place = integer("place", 0, 3)
    commands = [
        Command("white", f"to {there}", (Clause("start", equal(read(place), 0)),), (Assign(place, there),))
        for there in (1, 2, 3)
    ]
    graph = explore(System((place,), {place: 0}, tuple(commands)))
    with pytest.raises(TooManySets, match="more than 2 smallest sets"):
        forceable_sets(graph, ("white",), [[state] for state in graph.terminal])
