"""What words mean is what the record says; if a rule was changed on purpose, write the record anew."""

import pytest

from models.errors import InputError
from tests.game.words import card_of, found_of, known, library_of, record, searched, told

WORDS = record()


@pytest.mark.parametrize("number", range(len(WORDS)))
def test_what_words_mean(number):
    """The sizes and digests of both boards are those of the record."""
    assert found_of(number, known()) == WORDS[number]["found"], WORDS[number]["effect"]


def test_every_word_once():
    """Most of the library's words make sense on a Spell; all boards are searched to the end."""
    assert len({str(one["effect"]) for one in WORDS}) == len(WORDS) == 319
    assert not any("more" in found for one in WORDS for found in one["found"])


def test_words_that_make_no_sense_on_a_spell():
    """Whether they cannot be read, or there is nothing that they could mean."""
    library = library_of({1: {"effect": "gain a little"}, 2: {"effect": "draw 1 card"}})
    with pytest.raises(InputError, match="cannot go on with 'little'"):
        found_of(1, library)
    assert len(found_of(2, library)) == 2


def test_a_board_on_which_the_spell_is_used():
    """Its player gains 100 LP, whoever that is."""
    library = library_of({5: {"effect": "gain 100 LP"}})
    for seats, lives in ((("turn player", "opponent"), (3100, 2000)), (("opponent", "turn player"), (2000, 3100))):
        inquiry = searched(5, library, *seats)
        assert {tuple(dict(one.life).values()) for one in inquiry.ends} >= {lives}
        assert any(card_of(5) in f"{inquiry.graph.event(edge)}" for edge in range(inquiry.graph.transitions))
        assert told(inquiry, library).startswith(f"{len(inquiry.graph.states)}, ")


def test_a_board_with_more_states_is_told_by_that(monkeypatch):
    """Of what is found on a part of it nothing is said."""
    monkeypatch.setattr("tests.game.words.MOST_STATES", 100)
    library = library_of({0: {"effect": "destroy up to 3 cards on the field"}})
    assert told(searched(0, library, "turn player", "opponent"), library) == "more than 100 states"
