"""What is found on random boards is what the record says; if a rule was changed on purpose, write the record anew."""

import pytest

from explorer.game import ground
from explorer.game.invariants import invariants
from explorer.search import Limits, explore
from explorer.system.evaluation import Evaluation
from tests.differential.boards import LIBRARY
from tests.differential.drawn import board_of, measured, record

BOARDS = record()


def is_closed(one):
    """Whether nothing is open on a board of the record."""
    return not board_of(one["board"]).left_open


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_what_is_found_on_a_random_board(number):
    """The sizes and digests are those of the record; its text is there."""
    assert measured(BOARDS[number]) == BOARDS[number]["found"], BOARDS[number]["board"]


@pytest.mark.parametrize("number", [number for number, one in enumerate(BOARDS) if number % 3 == 0 and is_closed(one)])
def test_the_invariants_hold_in_every_state(number):
    """Those that proofs rest on, before anything is folded; of larger boards in the first thousand states."""
    one = BOARDS[number]
    game = ground(board_of(one["board"]), LIBRARY, LIBRARY.ruleset(one["ruleset"]).changed(one["clauses"]))
    states = explore(game.whole, limits=Limits(states=1_000)).states
    every = invariants(game.procedure)
    for state in states:
        value_of = Evaluation(game.whole.values(state))
        assert not [each.says for each in every if not value_of(each.term)]


def test_no_two_boards_are_alike():
    """What was refused, too large, or drawn before is not among them."""
    assert len({one["board"] for one in BOARDS}) == len(BOARDS) == 262


def test_some_boards_are_odd():
    """Hands of 12 unnamed cards, rulesets that nobody plays by, effects that linger; and on 45 something is open."""
    assert sum(bool(board_of(one["board"]).left_open) for one in BOARDS) == 45
    assert any('"hand": ["12 unnamed cards"]' in one["board"] for one in BOARDS)
    assert any(one["clauses"] for one in BOARDS)
    assert any(board_of(one["board"]).lingering for one in BOARDS)
