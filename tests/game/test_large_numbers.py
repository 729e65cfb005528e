"""Numbers that no card has, as more cards than there are: hostile cards that took more than 5 s to ground, or overflowed."""

import pytest

from explorer.game import ground
from explorer.search import Limits, explore
from models.board import read_board
from models.documents import read_document
from models.errors import InputError
from models.library import Library

CARD = """
- name: Odd Well
  ja: 変な井戸
  passcode: 1
  kind: effect monster
  attribute: DARK
  type: Fiend
  level: 4
  atk: 0
  def: 0
  effects:
    - during: the End Phase
      must: {deed}
"""
BOARD = "turn player: {monsters: [Odd Well], deck: [Mystical Elf, 2 unnamed cards]}"


def ends(tmp_path, deed, engine="auto"):
    """What a card that must do this leaves."""
    path = tmp_path / "odd.yaml"
    path.write_text(CARD.format(deed=deed), encoding="utf-8")
    library = Library(extra=[path])
    game = ground(read_board(read_document(BOARD, "board"), library), library, library.ruleset())
    graph = explore(game.system, limits=Limits(engine=engine))
    return {game.outcome(graph.states[end]) for end in graph.terminal}


def test_whoever_must_draw_more_than_there_is_loses_however_much_more(tmp_path):
    """Three are drawn of a Deck of three; of four and of nearly ten million the fourth is not there."""
    ((result,), three) = ({one.result for one in ends(tmp_path, "draw 3 cards")}, ends(tmp_path, "draw 3 cards"))
    assert result == "open"
    four = ends(tmp_path, "draw 4 cards")
    assert {one.result for one in four} == {"opponent"}
    assert [one.cards for one in four] == [one.cards for one in three]
    assert ends(tmp_path, "draw 9999999 cards") == four


def test_more_is_sent_from_the_deck_than_there_is(tmp_path):
    """All of it, and nobody loses."""
    words = "send the top {} cards of your Deck to the GY"
    three = ends(tmp_path, words.format(3))
    assert {one.result for one in three} == {"open"}
    assert ends(tmp_path, words.format(4)) == ends(tmp_path, words.format(9_999_999)) == three
    assert ends(tmp_path, words.format(2)) != three


@pytest.mark.parametrize("deed", ["draw 10000000 cards", "this card gains 99999999999999999999 ATK"])
def test_a_number_of_eight_digits_is_refused(tmp_path, deed):
    """At its place; the second overflowed the arithmetic of the search that expands many states at once."""
    with pytest.raises(InputError) as caught:
        ends(tmp_path, deed, "numpy")
    assert "the phrase cannot go on with" in caught.value.message
    assert caught.value.position.line == 13
