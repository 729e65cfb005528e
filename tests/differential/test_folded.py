"""Positions with the sets of their moments: the states, steps and finished states that the search state by state finds.

Of the corpus every sixth board, and forty random boards; with ENDPHASE_THOROUGH=1 in the environment all boards, and two
hundred.
"""

from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, seed, settings

from explorer.game import ground
from explorer.search import folded_games, folded_sample
from explorer.search.explore import Limits, explore
from explorer.search.folded import explore_folded
from explorer.search.folded_plays import Arrivals
from explorer.search.games import attractor
from explorer.search.plays import replay
from explorer.system.codes import codes_in
from explorer.system.compiled import CompiledStepper
from tests.differential import laws, test_corpus
from tests.differential.boards import LIBRARY, cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.test_engines import THOROUGH
from tests.differential.test_random_systems import symmetric_systems, systems

FOLDED = import_module("explorer.search.folded")
MOST_TARGETS = 4


def assert_folded_agrees(system):
    graph = explore(system, limits=Limits(engine="python"))
    assert_same_states(graph, explore_folded(system))  # which leaves out orders that cannot matter
    found = explore_folded(system, rounds=True)
    assert_same_states(graph, found)

    assert_powers_agree(graph, found)
    assert_plays_lead_there(found)


def assert_same_states(graph, found):
    assert found.complete
    assert (found.states, found.transitions) == (len(graph.states), graph.transitions)
    states = list(found.all_states())
    assert (len(states), set(states)) == (len(graph.states), set(graph.states))
    final = list(found.final_states())
    assert (len(final), set(final)) == (found.finished, {graph.states[number] for number in graph.terminal})


def assert_plays_lead_there(found):
    arrivals = Arrivals(found)
    rows, moments = found.final
    for place in range(0, len(rows), max(1, len(rows) // MOST_TARGETS)):
        for code in codes_in(moments[place : place + 1]):
            play = arrivals.play_to(int(rows[place]), code)
            assert [replay(found.system, play)[-1]] == list(
                found.steps.states(found.words[rows[place : place + 1]], code)
            )


def assert_powers_agree(graph, found, games=folded_games, moments_of="moments"):
    """Of a few finished states, and of all: the same players can force the same."""
    rows, moments = found.final
    chosen = [slice(place, place + 1) for place in range(0, len(rows), max(1, len(rows) // MOST_TARGETS))]
    deciders = sorted({command.by for command in graph.system.commands})
    for some in [*chosen, slice(None)]:
        states = list(replace(found, final=(rows[some], moments[some])).final_states())
        for players in ([], *([one] for one in deciders)):
            winning = attractor(graph, players, [graph.number_of[state] for state in states])
            assert games.can_force(found, players, (rows[some], moments[some])) == (0 in winning)
            winning_moments = games.forcing_moments(found, players, (rows[some], moments[some]))
            everywhere = replace(found, **{moments_of: winning_moments})
            assert set(everywhere.all_states()) == {graph.states[number] for number in winning.states}


@pytest.fixture
def nothing_known(monkeypatch):
    """No sample but the first states: all that fields hold is met on the way, and they are widened again and again."""
    monkeypatch.setattr(folded_sample, "_SAMPLE_STATES", 1)
    monkeypatch.setattr(folded_sample, "_SAMPLE_PLAYS", 0)


@settings(max_examples=100)
@given(systems(orbits=True))
def test_random_systems(system):
    assert_folded_agrees(system)


@settings(max_examples=40)
@given(symmetric_systems())
def test_random_systems_with_interchangeable_rows(drawn):
    system, orbit = drawn
    assert_folded_agrees(replace(system, orbits=(orbit,)))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(systems(orbits=True))
def test_random_systems_of_which_nothing_is_known(nothing_known, system):
    assert_folded_agrees(system)


@settings(max_examples=60)
@given(systems(bounded=False))
def test_a_variable_that_leaves_its_range_is_noticed(system):
    checked = laws.leaves_its_range(lambda: explore(CompiledStepper(system, checked=True)))
    assert laws.leaves_its_range(lambda: explore_folded(system)) == checked


@pytest.mark.parametrize("together", [1, 3, 50])
def test_it_does_not_matter_how_many_are_expanded_together(monkeypatch, together):
    for name in ("_TOGETHER", "_REACHED_TOGETHER", "_TOLD_APART"):
        monkeypatch.setattr(FOLDED, name, together)

    @settings(max_examples=15, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(systems(orbits=True))
    def same(system):
        assert_folded_agrees(system)

    same()


@pytest.mark.parametrize("place", range(0, len(test_corpus.BOARDS), 1 if THOROUGH else 6))
def test_boards_of_the_corpus(place):
    _, name, case = test_corpus.BOARDS[place]
    assert_folded_agrees(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)


@pytest.mark.parametrize("place", range(3, len(test_corpus.BOARDS), 1 if THOROUGH else 12))
def test_boards_of_the_corpus_of_which_nothing_is_known(nothing_known, place):
    _, name, case = test_corpus.BOARDS[place]
    assert_folded_agrees(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)


@seed(6)
@settings(DRAWN, max_examples=200 if THOROUGH else 40)
@given(cases())
def test_random_boards(case):
    game, _ = searched_draw(case, 20_000)
    assert_folded_agrees(game.system)
