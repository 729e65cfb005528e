"""What is counted when a player wishes for the most, or the fewest, of something."""

import pytest

from explorer.questions import best_play, inquire
from explorer.questions.wishes import watched
from models.board import read_board
from models.claims import read_wants
from models.documents import read_document
from models.phrase import Who
from tests.game.end_phase import end_phase, library

BOARD = """\
turn player:
  hand: [Mystical Elf, 6 unnamed cards]
  graveyard: [Mystical Elf, 2 unnamed cards]
  banished: [3 unnamed cards]
  deck: [Mystical Elf, 20 unnamed cards]
opponent:
  hand: [4 unnamed cards]
  graveyard: [1 unnamed card]
"""
#  One card too many in hand: the turn player discards Mystical Elf or an unnamed card.


def worth(wish):
    """What best play is worth to the turn player, who has this one wish."""
    board = read_board(read_document(BOARD, "board"), library())
    wants = {Who.TURN: read_wants([wish], board, library())}
    (value,) = best_play(inquire(board, library(), library().ruleset("ocg"), watching=watched(wants)), wants).value
    return value


@pytest.mark.parametrize(
    ("pile", "cards"),
    [
        ("the turn player's hand", 6),
        ("the turn player's GY", 4),
        ("the turn player's banished cards", 3),
        ("the turn player's Deck", 21),
        ("the turn player's Extra Deck", 0),
        ("the opponent's hand", 4),
        ("the opponent's GY", 1),
        ("the opponent's Deck", 30),
    ],
)
def test_unnamed_cards_count_wherever_they_are(pile, cards):
    """A discarded card is in the GY, whether or not the board names it; of an unmentioned Deck thirty cards are known."""
    assert worth(f"most cards in {pile}") == cards
    assert worth(f"fewest cards in {pile}") == -cards


def test_cards_of_a_name_are_counted_without_the_unnamed_ones():
    """Nobody knows what an unnamed card is, so that it is no Mystical Elf."""
    found = end_phase(BOARD)
    assert found.holds("possible: 2 or more Mystical Elf in GY")
    assert found.holds("impossible: 3 or more Mystical Elf in GY")
