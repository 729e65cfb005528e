"""Positions and moments in plain Python: the states, steps and finished states that the search state by state finds.

Of the corpus every sixth board, and forty random boards; with ENDPHASE_THOROUGH=1 in the environment all boards, and two
hundred.
"""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, seed, settings

from explorer.game import ground
from explorer.questions.surveys import view_of
from explorer.search import plain, plain_survey
from explorer.search.explore import Limits, explore
from explorer.search.folded_survey import survey_folded
from explorer.search.plain import codes_of, explore_plain
from explorer.search.plain_plays import PlainPlays
from explorer.search.plain_survey import survey_by_positions
from explorer.search.plays import replay
from explorer.system import guarded, plain_rows
from explorer.system.compiled import CompiledStepper
from tests.differential import laws, test_corpus
from tests.differential.boards import LIBRARY, cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.test_engines import THOROUGH
from tests.differential.test_folded import MOST_TARGETS, assert_same_states
from tests.differential.test_random_systems import symmetric_systems, systems


def assert_plain_agrees(system):
    graph = explore(system, limits=Limits(engine="python"))
    found = explore_plain(system)
    assert_same_states(graph, found)
    assert_plays_lead_there(found)


def assert_plays_lead_there(found):
    """A play to a few finished states, and to a few others, each at every moment."""
    plays = PlainPlays(found)
    known = [(position, found.steps.known(marks) & found.steps.open) for position, marks in found.marks.items()]
    for ends in (found.final, known):
        for position, moments in ends[:: max(1, len(ends) // MOST_TARGETS)]:
            for code in codes_of(moments):
                play = plays.play_to((position, code))
                assert replay(found.system, play)[-1] == found.steps.state(position, code)


def assert_surveys_agree(game):
    """With a play to each case that ends in it, though it need not be the same play."""
    view = view_of(game).view
    found, same = survey_by_positions(game.system, view), survey_folded(game.system, view)
    assert replace(found, endings=()) == replace(same, endings=())
    assert [one.case for one in found.endings] == [one.case for one in same.endings]
    for one in found.endings:
        end = replay(game.system, one.play)[-1]
        assert view.ordered(tuple(game.system.value(end, term) for term in view.terms)) == one.case


@settings(max_examples=150)
@given(systems(orbits=True))
def test_random_systems(system):
    assert_plain_agrees(system)


@settings(max_examples=40)
@given(symmetric_systems())
def test_random_systems_with_interchangeable_rows(drawn):
    system, orbit = drawn
    assert_plain_agrees(replace(system, orbits=(orbit,)))


@settings(max_examples=60)
@given(systems(bounded=False))
def test_a_variable_that_leaves_its_range_is_noticed(system):
    checked = laws.leaves_its_range(lambda: explore(CompiledStepper(system, checked=True)))
    assert laws.leaves_its_range(lambda: explore_plain(system)) == checked


@pytest.mark.parametrize(("enough", "bits", "together"), [(0, 20, 4096), (2, 1, 1), (4, 3, 3)])
def test_it_does_not_matter_how_it_is_looked_up(monkeypatch, enough, bits, together):
    """By guards alone or by all that steps look at, from any number of positions on; by tables of any size."""
    monkeypatch.setattr(plain_rows, "_BESIDE", 64)
    monkeypatch.setattr(plain_rows, "_MORE_ROWS", 64)
    monkeypatch.setattr(plain, "_ENOUGH", enough)
    monkeypatch.setattr(guarded, "_TABLE_BITS", bits)
    monkeypatch.setattr(plain, "_TOGETHER", together)

    @settings(max_examples=60, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(systems(orbits=True))
    def same(system):
        assert_plain_agrees(system)

    same()
    for _, name, case in test_corpus.BOARDS[3::40]:
        assert_plain_agrees(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)


@pytest.mark.parametrize("place", range(0, len(test_corpus.BOARDS), 1 if THOROUGH else 6))
def test_boards_of_the_corpus(place):
    _, name, case = test_corpus.BOARDS[place]
    assert_plain_agrees(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)


@pytest.mark.parametrize("place", range(2, len(test_corpus.BOARDS), 1 if THOROUGH else 12))
def test_surveys_of_the_corpus(place, monkeypatch):
    _, name, case = test_corpus.BOARDS[place]
    game = ground(case.board, LIBRARY, LIBRARY.ruleset(name))
    monkeypatch.setattr(plain_survey, "_FEW_STATES", 1)
    if not game.unfinished:
        assert_surveys_agree(game)


@seed(6)
@settings(DRAWN, max_examples=200 if THOROUGH else 40)
@given(cases())
def test_random_boards(case):
    game, _ = searched_draw(case, 20_000)
    assert_plain_agrees(game.system)
