"""Open values on boards: what each notation leaves open, and what it may be."""

import pytest

from models.board import Zone, read_board
from models.documents import read_document
from models.library import Library
from models.open_values import MOST_OPEN, OpenChoice, OpenNumber

LIBRARY = Library()


def board(text):
    """The board that a text describes."""
    return read_board(read_document(text, "board"), LIBRARY)


def told(text):
    """What is open on the board."""
    return [str(one) for one in board(text).left_open]


def field(entry):
    """The cards that an entry in the turn player's Spell & Trap Zones may stand for."""
    return board(f"turn player: {{spells and traps: [{entry}]}}").turn_player.cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn player: {life: open}", ["turn player's life: 1 to 99,999"]),
        ("opponent: {life: 100..8000}", ["opponent's life: 100 to 8,000"]),
        ("opponent: {life: 5..5}", []),
        ("turn player: {hand: [5..9 unnamed cards]}", ["turn player's unnamed cards in 'hand': 5 to 9"]),
        (
            "turn player: {hand: [0..2 unnamed cards, 3 unnamed cards, 1..2 unnamed cards]}",
            ["turn player's unnamed cards in 'hand': 4 to 7"],
        ),
        ("turn player: {monsters: [{Mystical Elf: 1..3 counters}]}", ["Mystical Elf: counters: 1 to 3"]),
        ("turn player: {monsters: [{Mystical Elf: {counters: open}}]}", ["Mystical Elf: counters: 0 to 99"]),
        ("turn player: {monsters: [{Mystical Elf: {ATK: 0..500}}]}", ["Mystical Elf: ATK: 0 to 500"]),
        ("turn player: {monsters: [{Mystical Elf: {ATK: open}}]}", ["Mystical Elf: ATK: 0 to 99,999"]),
        ("turn player: {monsters: [{Mystical Elf: {face: open}}]}", ["Mystical Elf: face: face-up or face-down"]),
        ("turn player: {monsters: [{Mystical Elf: {position: open}}]}", ["Mystical Elf: position: attack or defense"]),
        ("turn player: {monsters: [{Mystical Elf: {coin: open}}]}", ["Mystical Elf: coin: heads or tails"]),
        (
            "turn player: {monsters: [{Mystical Elf: {Normal Summoned without Tributing: open}}]}",
            ["Mystical Elf: Normal Summoned without Tributing: no or yes"],
        ),
        (
            "opponent: {spells and traps: [{one of: [Royal Decree, Skill Drain, nothing], each: set}]}",
            ["opponent's open card: Royal Decree or Skill Drain or nothing"],
        ),
    ],
)
def test_what_is_open(text, said):
    """As it is told, with everything that it may be."""
    assert told(text) == said


def test_an_open_number_is_five_digits_long_at_most():
    """Unless its limit is lower."""
    life = board("turn player: {life: open}").turn_player.life
    assert (life.low, life.high) == (1, MOST_OPEN)


def test_an_open_note_is_the_card_with_it_and_without():
    """Of a Set card: it was Set this turn, or before."""
    (card,) = field("{Royal Decree: [set, set this turn: open]}")
    assert [(values, way.face, way.set_this_turn) for values, way in card.variants] == [
        ((0,), "face-down", False),
        ((1,), "face-down", True),
    ]


def test_ways_that_cannot_be_are_left_out():
    """A face-down monster is in Defense Position."""
    text = "turn player: {monsters: [{Mystical Elf: [face: open, position: open]}]}"
    (card,) = board(text).turn_player.cards
    assert [(way.face, way.position) for way in card.ways] == [
        ("face-up", "attack"),
        ("face-up", "defense"),
        ("face-down", "defense"),
    ]


def test_one_card_among_several():
    """Each with its own notes and those that all have."""
    cards = field("{one of: [Royal Decree, {Skill Drain: set this turn}], each: set}")
    assert [(one.name, one.face, one.set_this_turn, one.alternative) for one in cards] == [
        ("Royal Decree", "face-down", False, 0),
        ("Skill Drain", "face-down", True, 1),
    ]
    assert {one.choice.values for one in cards} == {("Royal Decree", "Skill Drain")}


def test_what_is_open_of_each_is_open_once():
    """Whichever card it is, one fact says whether it was Set this turn."""
    cards = field("{one of: [Royal Decree, Skill Drain], each: [set, set this turn: open]}")
    assert {one.notes for one in cards} == {
        (OpenChoice("turn player's open card: set this turn", ("no", "yes"), cards[0].notes[0].at),)
    }


def test_some_quick_effect_is_every_card_that_is_quick():
    """All of them Set, none this turn; and perhaps there is no card."""
    quick = [card.name for card in LIBRARY.cards if card.is_quick]
    cards = field("some quick effect or none")
    assert [one.name for one in cards] == quick
    assert {(one.face, one.set_this_turn) for one in cards} == {("face-down", False)}
    assert cards[0].choice.values == (*quick, "nothing")
    assert field("some quick effect")[0].choice.values == tuple(quick)
    assert {one.set_this_turn for one in field("{some quick effect: set this turn}")} == {True}


def test_a_choice_takes_the_room_of_one_card():
    """However many it is among."""
    text = "turn player: {monsters: [{Dark Magician: 3 copies}, {Mystical Elf: 1 counters}, {one of: [Flamvell Guard, Arcana Force XXI - The World, nothing]}]}"
    assert len(board(text).turn_player.within(Zone.MONSTERS)) == 4


def test_conditions_between_open_values():
    """In the phrases of claims."""
    found = board("{turn player: {life: open}, assume: [the turn player's life is 2000 or more]}")
    assert len(found.assume) == 1
    assert isinstance(found.turn_player.life, OpenNumber)
