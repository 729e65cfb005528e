"""What is found on random boards is what the record says; if a rule was changed on purpose, write the record anew."""

import pytest

from tests.differential.drawn import board_of, measured, record

BOARDS = record()


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_what_is_found_on_a_random_board(number):
    """The sizes and digests are those of the record; its text is there."""
    assert measured(BOARDS[number]) == BOARDS[number]["found"], BOARDS[number]["board"]


def test_no_two_boards_are_alike():
    """What was refused, too large, or drawn before is not among them."""
    assert len({one["board"] for one in BOARDS}) == len(BOARDS) == 262


def test_some_boards_are_odd():
    """Hands of 12 unnamed cards, rulesets that nobody plays by, effects that linger; and on 45 something is open."""
    assert sum(bool(board_of(one["board"]).left_open) for one in BOARDS) == 45
    assert any('"hand": ["12 unnamed cards"]' in one["board"] for one in BOARDS)
    assert any(one["clauses"] for one in BOARDS)
    assert any(board_of(one["board"]).lingering for one in BOARDS)
