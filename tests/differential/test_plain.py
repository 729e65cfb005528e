"""Positions and moments in plain Python: the states, steps and finished states that the search state by state finds.

Of the corpus every sixth board, and forty random boards; with ENDPHASE_THOROUGH=1 in the environment all boards, and two
hundred.
"""

from dataclasses import replace

import pytest
from hypothesis import given, seed, settings

from explorer.game import ground
from explorer.search.explore import Limits, explore
from explorer.search.plain import explore_plain
from explorer.system.compiled import CompiledStepper
from tests.differential import laws, test_corpus
from tests.differential.boards import LIBRARY, cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.test_engines import THOROUGH
from tests.differential.test_folded import assert_same_states
from tests.differential.test_random_systems import symmetric_systems, systems


def assert_plain_agrees(system):
    graph = explore(system, limits=Limits(engine="python"))
    found = explore_plain(system)
    assert_same_states(graph, found)


@settings(max_examples=200)
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


@pytest.mark.parametrize("place", range(0, len(test_corpus.BOARDS), 1 if THOROUGH else 6))
def test_boards_of_the_corpus(place):
    _, name, case = test_corpus.BOARDS[place]
    assert_plain_agrees(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)


@seed(6)
@settings(DRAWN, max_examples=200 if THOROUGH else 40)
@given(cases())
def test_random_boards(case):
    game, _ = searched_draw(case, 20_000)
    assert_plain_agrees(game.system)
