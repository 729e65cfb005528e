"""The symbolic search: for every case it has the graph of the closed system, and who can force what in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search.conditions import Cases, Terms
from explorer.search.explore import Limits, explore
from explorer.search.games import attractor
from explorer.search.open_games import forced
from explorer.search.symbolic import explore_open
from explorer.system.commands import Assign, Clause, Command, If
from explorer.system.system import IllFormedSystem, System
from explorer.system.terms import (
    any_of,
    at_least,
    boolean,
    either,
    enumeration,
    equal,
    integer,
    less,
    minus,
    negate,
    plus,
    read,
)

PLAYERS = ("white", "black")
KINDS = pytest.mark.parametrize("kind", [Cases, Terms])


def purse(price=3):
    """Somebody pays three times at most, as long as the money lasts; how much there is nobody knows."""
    money, paid = integer("money", 0, 10), integer("paid", 0, 3)
    buy = Command(
        "white",
        "buy",
        (Clause("enough money", at_least(read(money), price)), Clause("not yet three", less(read(paid), 3))),
        (Assign(money, minus(read(money), price)), Assign(paid, plus(read(paid), 1))),
    )
    return System((money, paid), {money: 0, paid: 0}, (buy,), opened={money: read(money)})


@KINDS
def test_a_number_that_is_open_stays_a_term(kind):
    """Four states for eleven cases: each is reached if there was money enough."""
    system = purse()
    money, paid = system.variables
    graph = explore_open(system, kind(system.open_variables))
    assert (len(graph.states), graph.transitions) == (4, 3)
    for state, (_, times) in enumerate(graph.states):
        assert [n for n in range(11) if graph.conditions.has(graph.reached[state], {money: n})] == [
            *range(3 * times, 11)
        ]
        ended = [n for n in range(11) if graph.conditions.has(graph.ended(state), {money: n})]
        assert ended == [n for n in range(11) if min(n // 3, 3) == times]
    assert graph.value(1, read(money)) is minus(read(money), 3)
    assert graph.value(1, read(paid)) == 1


@KINDS
def test_the_graph_of_a_case_is_that_of_the_closed_system(kind):
    """The numbering of states and edges included."""
    system = purse()
    (money,) = system.open_variables
    graph = explore_open(system, kind(system.open_variables))
    for number in range(11):
        closed = system.closed({money: number})
        found, expected = graph.in_case({money: number}, closed), explore(closed)
        assert (found.states, found.offsets, found.targets) == (expected.states, expected.offsets, expected.targets)
        assert found.parents == expected.parents


def test_branches_without_a_case_are_pruned_and_counted():
    """A purse of which it is known that it holds less than three."""
    system = purse()
    (money,) = system.open_variables
    graph = explore_open(system, Terms(system.open_variables, less(read(money), 3)))
    assert (len(graph.states), graph.pruned) == (1, 1)


def test_an_initial_value_may_hang_on_another():
    """The second purse holds what the first does not."""
    first, second = integer("first", 0, 10), integer("second", 0, 10)
    opened = {first: read(first), second: minus(10, read(first))}
    system = System((first, second), {first: 0, second: 10}, (), opened=opened)
    assert system.open_variables == (first,)
    assert system.closed({first: 4}).initial_state() == (4, 6)


def test_a_case_that_is_excluded_has_no_closed_system():
    """It is refused."""
    money = integer("money", 0, 10)
    system = System((money,), {money: 0}, (), opened={money: read(money)}, assume=at_least(read(money), 5))
    with pytest.raises(ValueError, match="excluded"):
        system.closed({money: 4})


def test_what_is_open_has_to_be_declared():
    """Like everything else that a system speaks of."""
    money = integer("money", 0, 10)
    with pytest.raises(IllFormedSystem, match="money"):
        System((), {}, (), opened={money: read(money)})


@KINDS
def test_a_limit_ends_the_search_early(kind):
    """What was found is there, and it is marked."""
    system = purse(1)
    graph = explore_open(system, kind(system.open_variables), Limits(states=1))
    assert (graph.limit, graph.complete) == ("states", False)


@st.composite
def open_games(draw):
    """A random game of a token on some places, in which moves, deciders' choices and the start hang on open facts."""
    size = draw(st.integers(2, 6))
    place, flag = integer("place", 0, size - 1), boolean("flag")
    weather, wind = enumeration("weather", ["sun", "rain", "snow"]), boolean("wind")
    facts = [read(wind), equal(read(weather), 1), any_of(read(wind), equal(read(weather), 2)), read(flag)]
    facts += [negate(fact) for fact in facts]
    commands = []
    for here in range(size):
        by = draw(st.sampled_from(PLAYERS))
        for there in draw(st.lists(st.integers(0, size - 1), max_size=3, unique=True)):
            guard = [Clause("here", equal(read(place), here))]
            guard += [Clause("fact", fact) for fact in draw(st.lists(st.sampled_from(facts), max_size=1))]
            other = draw(st.integers(0, size - 1))
            fact = draw(st.sampled_from(facts))
            moves = draw(
                st.sampled_from(
                    [
                        (Assign(place, there),),
                        (If(fact, [Assign(place, there)], [Assign(place, other), Assign(flag, 1)]),),
                        (Assign(flag, fact), Assign(place, either(fact, there, other))),
                    ]
                )
            )
            commands.append(Command(by, f"to {there}", tuple(guard), moves))
    start = draw(st.sampled_from([{}, {flag: read(wind)}, {flag: read(flag)}]))
    opened = {weather: read(weather), wind: read(wind), **start}
    initial = {place: 0, flag: 0, weather: 0, wind: 0}
    return System((place, flag, weather, wind), initial, tuple(commands), opened=opened)


def cases_of(system):
    """Every case of the system's open variables."""
    return [dict(zip(system.open_variables, case, strict=True)) for case in Cases(system.open_variables).cases]


@given(open_games(), st.sampled_from([Cases, Terms]))
def test_random_open_games(system, kind):
    """In every case: the graph is that of the closed system, and each player can force the same ends."""
    graph = explore_open(system, kind(system.open_variables))
    sets = graph.conditions
    won = {
        (player, place): forced(
            graph,
            (player,),
            lambda state, place=place: sets.everything if graph.states[state][0] == place else sets.nothing,
        )
        for player in PLAYERS
        for place in {state[0] for state in graph.states}
    }
    for case in cases_of(system):
        closed = system.closed(case)
        expected, found = explore(closed), graph.in_case(case, closed)
        assert (found.states, found.targets, found.labels) == (expected.states, expected.targets, expected.labels)
        for (player, place), states in won.items():
            able = any(sets.has(own, case) and sets.has(states[start], case) for start, own in graph.starts.items())
            ends = [state for state in expected.terminal if expected.states[state][0] == place]
            assert able == (0 in attractor(expected, (player,), ends))


@KINDS
@pytest.mark.parametrize("states", [1, 2, 3])
def test_a_part_of_a_graph_says_what_it_does_not_know(kind, states):
    """No state counts as ended in a case in which its steps are not known; a case that is whole is told as whole."""
    system = purse()
    (money,) = system.open_variables
    graph = explore_open(system, kind(system.open_variables), Limits(states=states))
    whole = explore_open(system, kind(system.open_variables))
    assert graph.unexpanded
    for number in range(11):
        case = {money: number}
        for state in range(len(graph.states)):
            assert whole.conditions.has(whole.ended(state), case) >= graph.conditions.has(graph.ended(state), case)
        found = graph.in_case(case, system.closed(case))
        assert found.complete == (found.expanded == len(found.states))
        if found.complete:
            assert found.states == explore(system.closed(case)).states
