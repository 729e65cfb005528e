"""SPIN searches the Promela export of a board: it stores the same states, counts the same transitions, ends the same.

A transition of SPIN is a command that can be taken in a state. By default a dozen boards of the corpus and a few random
systems; ``ENDPHASE_SPIN=all`` in the environment takes every board of the corpus, under every ruleset that its ruling
speaks about, and two hundred random boards (some five minutes). Needs `spin` and `gcc`: ``apt-get install spin gcc``.
"""

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, seed, settings

from explorer.game import ground
from explorer.search import Limits, explore
from explorer.system import Assign, Clause, Command, CompiledStepper, System
from explorer.system.promela import promela
from explorer.system.terms import half, integer, less, minus, plus, read
from models.library import Library
from models.ruling import cases_for, rulesets_of
from tests.differential import laws
from tests.differential.boards import cases as random_cases
from tests.differential.boards import searched_draw
from tests.differential.draws import DRAWN, assert_of_draws
from tests.differential.spin import MISSING, checked
from tests.differential.test_random_systems import systems

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

ALL = os.environ.get("ENDPHASE_SPIN") == "all"
by_hand = pytest.mark.skipif(not ALL, reason="slow: ENDPHASE_SPIN=all")

LIBRARY = Library()
QUICK = ("A01", "A05", "A08", "A09", "A11", "A28", "B01", "B08", "B16", "C01", "S15", "S19")
BOARDS = [
    pytest.param(case.board, LIBRARY.ruleset(name), id=f"{ruling.id}#{number}-{name}")
    for ruling in LIBRARY.rulings
    if ALL or ruling.id in QUICK
    for name in rulesets_of(ruling)[: None if ALL else 1]
    for number, case in enumerate(cases_for(ruling, name)[: None if ALL else 1], 1)
]
RANDOM_SYSTEMS = 12
PARTS, RANDOM_BOARDS = 10, 20
MOST_STATES = 20_000


def taken(system, graph):
    """How many commands can be taken in all the states."""
    moves = CompiledStepper(system).moves
    return sum(len(moves(state)) for state in graph.states)


@cache
def checked_once(model):
    """What SPIN finds; two rulesets often make the same system of a board."""
    with TemporaryDirectory() as folder:
        return checked(model, Path(folder))


def assert_spin_agrees(game, graph):
    """On the states, on the transitions, on the finished states and their outcomes."""
    terms = tuple(dict.fromkeys(game.projection.terms))
    found = checked_once(promela(game.system, ends=terms))
    assert (found.states, found.transitions) == (len(graph.states), taken(game.system, graph))
    assert found.ends.total() == len(graph.terminal)
    outcomes = {game.projection.outcome(dict(zip(terms, values, strict=True))) for values in found.ends}
    assert outcomes == set(laws.outcomes(game, graph))


@pytest.mark.parametrize(("board", "ruleset"), BOARDS)
def test_spin_agrees_on_boards_of_the_corpus(board, ruleset):
    """States, transitions and outcomes."""
    game = ground(board, LIBRARY, ruleset)
    assert_spin_agrees(game, laws.searched(game.system))


def test_spin_agrees_on_boards_with_copies_told_apart():
    """The same without the sorting of rows: it is the sorting that makes the first count the smaller."""
    board, ruleset = next(board.values for board in BOARDS if board.id.startswith("A05#1"))
    game = ground(board, LIBRARY, ruleset)
    apart = laws.without_orbits(game)
    graph = laws.searched(apart.system)
    assert_spin_agrees(apart, graph)
    assert len(graph.states) > len(laws.searched(game.system).states)


def test_spin_agrees_where_terms_are_long():
    """Guards, updates and ends that share their parts, on negative numbers, odd ones halved: from -3 up to 4."""
    number = integer("number", -3, 4)
    term = read(number)
    for _ in range(60):
        term = minus(plus(term, term), term)
    halves = Command("player", "halves", (Clause("negative", less(term, 0)),), (Assign(number, half(term)),))
    raises = Command("player", "raises", (Clause("low", less(term, 4)),), (Assign(number, plus(term, 1)),))
    system = System((number,), {number: -3}, (halves, raises))
    found = checked_once(promela(system, ends=[term]))
    assert (found.states, found.transitions, found.ends) == (8, 7 + 3, {(4,): 1})


def test_a_system_in_which_nothing_can_be_done():
    """One state, which is finished."""
    number = integer("number", -3, 4)
    found = checked_once(promela(System((number,), {number: -3}, ()), ends=[read(number)]))
    assert (found.states, found.transitions, found.ends) == (1, 0, {(-3,): 1})


@seed(0)
@settings(DRAWN, max_examples=RANDOM_SYSTEMS)
@given(systems(orbits=True))
def test_spin_agrees_on_random_systems(system):
    """Negative numbers, halves, local variables, sorted rows: the finished states are the same, one by one."""
    graph = explore(system, limits=Limits(engine="python"))
    ends = tuple(read(variable) for variable in system.variables)
    found = checked_once(promela(system, ends=ends))
    assert (found.states, found.transitions) == (len(graph.states), taken(system, graph))
    assert sorted(found.ends.elements()) == sorted(graph.states[state] for state in graph.terminal)


def assert_spin_agrees_on_a_board(text, ruleset):
    """As for the other searches; boards with more states than the limit are passed over."""
    assert_spin_agrees(*searched_draw((text, ruleset), MOST_STATES))


@by_hand
@pytest.mark.parametrize("part", range(PARTS))
def test_spin_agrees_on_random_boards(part):
    """Boards and rulesets drawn as for the other searches."""
    assert_of_draws(part, RANDOM_BOARDS, random_cases(), assert_spin_agrees_on_a_board)
