"""What a board or a card is refused for while it is grounded, at its place, and what the reader never lets through."""

import re

import pytest
from msgspec.structs import replace

from explorer.game.cast import Vocabulary
from explorer.game.grounding import ground
from explorer.game.outcome import known
from explorer.game.players import seen_from
from explorer.system.terms import boolean, read
from models.board import read_board
from models.documents import read_document
from models.errors import InputError
from models.library import Library
from models.phrase import Who
from tests.game.end_phase import end_phase, library


def refused(board):
    """Why the board is refused, and the line that this points at."""
    with pytest.raises(InputError) as caught:
        end_phase(board)
    return caught.value.message, caught.value.position.line


def test_control_is_lent_only_where_the_monster_is():
    """The board has it on the other side; without a side it would be told nothing of."""
    board = """
    opponent: {monsters: [Evening Singer]}
    lingering:
      - Snatch by turn player on Evening Singer
    """
    message = "Snatch gives the turn player control of Evening Singer, which is on the other side"
    assert refused(board) == (message, 4)
    lent = board.replace(
        "opponent: {monsters: [Evening Singer]}", "turn player: {monsters: [{Evening Singer: {owner: opponent}}]}"
    )
    assert end_phase(lent).outcomes == {
        "Evening Singer in the opponent's monsters",
        "Evening Singer in the opponent's monsters; the opponent has 8500 LP",
        "Evening Singer in the opponent's monsters; the turn player has 8500 LP",
    }


def test_what_leaves_nothing_behind_does_not_linger():
    board = "lingering: [Quick Gain by turn player]"
    assert refused(board) == ("Quick Gain leaves nothing behind for the End Phase", 1)


def test_control_is_lent_of_what_is_on_the_field():
    """The Singer is banished."""
    board = """
    turn player: {banished: [Evening Singer]}
    lingering:
      - Snatch by turn player on Evening Singer
    """
    assert refused(board) == ("there is no further Evening Singer on the field", 4)


CARD = """
- name: Watcher
  ja: 見張り
  passcode: 990
  kind: quick-play spell
  effects:
    - leaves: whenever a monster is Special Summoned, {} until the End Phase
"""


def test_what_is_done_whenever_something_happens_moves_no_card(tmp_path):
    """At the verb; life points may change, and cards be drawn."""
    path = tmp_path / "watcher.yaml"

    def grounded(deed):
        path.write_text(CARD.format(deed), encoding="utf-8")
        known_cards = Library(extra=[path])
        board = read_board(read_document("lingering: [Watcher by turn player]", "board"), known_cards)
        return ground(board, known_cards, known_cards.ruleset("ocg"))

    for quiet in (
        "gain 100 LP",
        "lose 100 LP",
        "take 100 damage",
        "inflict 100 damage to your opponent",
        "draw 1 card",
    ):
        assert grounded(quiet).system.commands
    with pytest.raises(InputError, match="what is done 'whenever' something happens cannot be 'destroy'") as caught:
        grounded("destroy all monsters on the field")
    assert caught.value.position.line == 7
    assert "draw" in caught.value.expected
    assert "destroy" not in caught.value.expected


def test_a_card_has_a_side_and_an_owner():
    """The reader gives both; a board that is made by hand may have neither."""
    board = read_board(read_document("turn player: {monsters: [Evening Singer]}", "board"), library())
    (singer,) = board.turn_player.cards
    for lost in ({"side": Who.ANY}, {"owner": Who.ANY}):
        side = replace(board.turn_player, cards=(replace(singer, **lost),))
        nowhere = replace(board, turn_player=side)
        with pytest.raises(ValueError, match="Evening Singer belongs to nobody"):
            ground(nowhere, library(), library().ruleset())


def test_a_lingering_effect_has_an_owner():
    """Here too the reader gives one."""
    board = read_board(read_document("lingering: [Last Turn by turn player]", "board"), library())
    (last_turn,) = board.lingering
    ownerless = replace(board, lingering=(replace(last_turn, by=Who.ANY),))
    with pytest.raises(InputError) as caught:
        ground(ownerless, library(), library().ruleset())
    assert caught.value.message == "a lingering effect has an owner"


def test_you_means_nobody_outside_of_a_card():
    """In a claim there is no "you"."""
    assert seen_from(Who.ANY, None) is None
    with pytest.raises(ValueError, match="has no meaning outside the effect of a card"):
        seen_from(Who.YOU, None)


def test_a_name_of_a_variable_is_used_once():
    words = Vocabulary()
    words.declare(boolean("adjusted"))
    with pytest.raises(ValueError, match="two variables are called adjusted"):
        words.declare(boolean("adjusted"))


def test_where_a_card_is_is_no_open_number():
    assert known(3) == 3
    with pytest.raises(TypeError, match=re.escape("this is open: adjusted")):
        known(read(boolean("adjusted")))
