"""Positions on a grid: the states, steps, finished states, powers and plays that the search state by state finds.

Of the corpus every third board whose positions make a grid, and forty random boards; with ENDPHASE_THOROUGH=1 in the
environment all boards, and two hundred.
"""

from dataclasses import replace

import pytest
from hypothesis import assume, given, seed, settings

from explorer.game import ground
from explorer.search import grid_games
from explorer.search.explore import Limits, explore
from explorer.search.grid import explore_grid
from explorer.search.grid_plays import play_to
from explorer.search.plays import replay
from explorer.system.grid import NotAGrid
from tests.differential import test_corpus
from tests.differential.boards import LIBRARY, cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.test_engines import THOROUGH
from tests.differential.test_folded import MOST_TARGETS, assert_powers_agree, assert_same_states
from tests.differential.test_random_systems import symmetric_systems, systems


def assert_grid_agrees(system):
    """Raises `NotAGrid` where the positions make none."""
    found = explore_grid(system, arrivals=True)
    graph = explore(system, limits=Limits(engine="python"))
    assert_same_states(graph, found)
    assert_powers_agree(graph, found, grid_games, "met")
    assert_plays_lead_there(found)


def assert_plays_lead_there(found):
    cells, moments = found.final
    for place in range(0, len(cells), max(1, len(cells) // MOST_TARGETS)):
        for code in range(found.moves.grid.plans.known):
            if int(moments[place]) >> code & 1:
                state = next(found.moves.grid.states(cells[place : place + 1], code))
                assert replay(found.system, play_to(found, int(cells[place]), code))[-1] == state


def on_a_grid(system):
    try:
        assert_grid_agrees(system)
    except NotAGrid:
        return False
    return True


@settings(max_examples=400)
@given(systems(orbits=True))
def test_random_systems(system):
    assume(on_a_grid(system))


@settings(max_examples=40)
@given(symmetric_systems())
def test_random_systems_with_interchangeable_rows(drawn):
    system, orbit = drawn
    assume(on_a_grid(replace(system, orbits=(orbit,))))


@pytest.mark.parametrize("place", range(0, len(test_corpus.BOARDS), 1 if THOROUGH else 3))
def test_boards_of_the_corpus(place):
    _, name, case = test_corpus.BOARDS[place]
    try:
        assert_grid_agrees(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)
    except NotAGrid as reason:
        pytest.skip(str(reason)[:60])


@seed(7)
@settings(DRAWN, max_examples=200 if THOROUGH else 40)
@given(cases())
def test_random_boards(case):
    game, _ = searched_draw(case, 20_000)
    on_a_grid(game.system)
