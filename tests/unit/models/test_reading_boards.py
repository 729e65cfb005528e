"""Boards: who has what where, what is said of it, what lingers, and what no board can hold."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from models import documents
from models.board import Side, Zone, load_board, read_board
from models.phrase import Who


@pytest.fixture
def board(node, library):
    """Reads a board."""
    return lambda text: read_board(node(text), library)


@pytest.fixture
def placed(board):
    """Reads the first card of the turn player in a zone."""
    return lambda zone, entry: board(f"turn player:\n  {zone}: [{entry}]\n").turn_player.cards[0]


def test_a_board(board):
    """Both sides, every zone, what happened, and what lingers."""
    found = board(
        """
        title: A board
        turn player:
          life: 100
          monsters: [Iron Golem, {Doctor's Cat: set}]
          spells and traps: [Wall of Brass, {Quick Bread: set}]
          field zone: Meadow
          hand: [Blaze, 5 unnamed cards]
          deck: [Iron Golem, 20 unnamed cards]
          graveyard: 1 unnamed card
          banished: []
          extra deck: [Star Knight]
          this turn: [activated a "Clock" Spell]
        opponent:
        lingering:
          - Blaze by turn player on Iron Golem
    """.replace("Doctor's Cat", '"Doctor, of Clocks"')
    )
    assert found.title == "A board"
    mine = found.turn_player
    assert mine.life == 100
    assert [(card.name, card.zone) for card in mine.cards] == [
        ("Iron Golem", Zone.MONSTERS),
        ("Doctor, of Clocks", Zone.MONSTERS),
        ("Wall of Brass", Zone.SPELLS),
        ("Quick Bread", Zone.SPELLS),
        ("Meadow", Zone.FIELD),
        ("Blaze", Zone.HAND),
        ("Iron Golem", Zone.DECK),
        ("Star Knight", Zone.EXTRA),
    ]
    assert mine.unnamed == {Zone.HAND: 5, Zone.DECK: 20, Zone.GRAVEYARD: 1}
    assert [event.kind for event in mine.past] == ["activated"]
    assert found.opponent == Side()
    (item,) = found.lingering
    assert (item.card, item.by, item.on) == ("Blaze", Who.TURN, ("Iron Golem",))
    assert found.names[0] == "Iron Golem"
    assert len(found.names) == len(set(found.names)) == 7
    assert found.side(Who.OPPONENT) is found.opponent
    assert [card.name for card in mine.within(Zone.SPELLS)] == ["Wall of Brass", "Quick Bread"]


@pytest.mark.parametrize(
    "name", ["Iron Golem", "iron  golem", "ＩＲＯＮ Golem", "鉄のゴーレム", "Clock Doctor", "CLOCK DOCTOR", "時計博士"]
)
def test_a_card_goes_by_any_of_its_names(placed, name):
    """Case and letter width do not matter; the record has the English name."""
    assert placed("monsters", name).name in {"Iron Golem", "Doctor, of Clocks"}


# ---- what is said of a card ----


@pytest.mark.parametrize(
    ("zone", "entry", "face", "position"),
    [
        ("monsters", "Iron Golem", "face-up", "attack"),
        ("monsters", "{Iron Golem: set}", "face-down", "defense"),
        ("monsters", "{Iron Golem: face-down}", "face-down", "defense"),
        ("monsters", "{Iron Golem: in Defense Position}", "face-up", "defense"),
        ("monsters", "{Iron Golem: {position: defense}}", "face-up", "defense"),
        ("monsters", "{Iron Golem: [face-up, in Attack Position]}", "face-up", "attack"),
        ("monsters", "Wall of Brass", "face-up", "attack"),
        ("spells and traps", "Wall of Brass", "face-up", ""),
        ("spells and traps", "{Wall of Brass: set}", "face-down", ""),
        ("spells and traps", "{Wall of Brass: set this turn}", "face-down", ""),
        ("banished", "{Iron Golem: face-down}", "face-down", ""),
        ("graveyard", "Iron Golem", "face-up", ""),
        ("extra deck", "{Pendulum Cat: {face: face-up}}", "face-up", ""),
        ("extra deck", "Star Knight", "face-down", ""),
    ],
)
def test_how_a_card_lies(placed, *, zone, entry, face, position):
    found = placed(zone, entry)
    assert (found.face, found.position) == (face, position)


def test_notes_of_all_kinds(placed):
    found = placed("monsters", "{Iron Golem: [{copies: 2, coin: heads, owner: opponent}, Normal Summoned, by 炎の渦]}")
    assert (found.copies, found.coin, found.owner, found.side) == (2, "heads", Who.OPPONENT, Who.TURN)
    assert [event.kind for event in found.happened] == ["Normal Summoned", "Special Summoned"]
    assert found.happened[1].how == ("by Blaze",), "by its English name"
    assert placed("spells and traps", "{Quick Bread: set this turn}").set_this_turn
    assert placed("monsters", "{Iron Golem: {by: Blaze}}").happened[0].how == ("by Blaze",)


@pytest.mark.parametrize(
    ("zone", "entry", "says", "column"),
    [
        ("monsters", "{Iron Golem: }", "nothing where a note on the card should be", 26),
        ("monsters", "{Iron Golem: [set, set]}", "the 'set' of one card is said twice", 33),
        ("monsters", "{Iron Golem: [set, face-up]}", "a Set card is not face-up", 33),
        ("monsters", "{Iron Golem: [set, in Attack Position]}", "is in Defense Position", 33),
        ("monsters", "{Ring Knight: in Defense Position}", "a Link Monster has no Defense Position", 28),
        ("monsters", "{Sprout Token: set}", "a token cannot be face-down", 29),
        ("monsters", "{Iron Golem: {copies: 11}}", "11 copies", 36),
        ("monsters", "{Iron Golem: 1 copies}", "1 copies", 27),
        ("monsters", "{Iron Golem: {by: Blase}}", "no card is called 'Blase'", 32),
        ("monsters", "{Iron Golem: {by: [Blaze]}}", "a list where what 'by' says should be", 32),
        ("monsters", "{Iron Golem: upside down}", "the phrase cannot go on", 27),
        ("monsters", "{Iron Golem: {owner: nobody}}", "the phrase cannot go on", 35),
        ("monsters", "{Iron Golem: set, Blaze: set}", "a card's entry has one key, not 2", 32),
        ("monsters", "[Iron Golem]", "a list where a card's name should be", 14),
        ("hand", "{Iron Golem: set}", "a card in 'hand' cannot have this note", 23),
        ("graveyard", "{Iron Golem: owner opponent}", "a card in 'graveyard' cannot have this note", 28),
        ("spells and traps", "{Wall of Brass: in Defense Position}", "cannot have this note", 38),
    ],
)
def test_what_cannot_be_said_of_a_card(refused, placed, *, zone, entry, says, column):
    refused(lambda: placed(zone, entry), says, (2, column))


# ---- where a card can be ----


@pytest.mark.parametrize(
    ("zone", "entry", "says"),
    [
        ("monsters", "Blaze", "a normal spell (Blaze) in 'monsters'"),
        ("monsters", "Meadow", "a field spell (Meadow) in 'monsters'"),
        ("spells and traps", "Iron Golem", "a normal monster (Iron Golem) in 'spells and traps'"),
        ("spells and traps", "Clock Doctor", "an effect monster (Doctor, of Clocks) in 'spells and traps'"),
        ("spells and traps", "Meadow", "a field spell (Meadow) in 'spells and traps'"),
        ("field zone", "Blaze", "a normal spell (Blaze) in 'field zone'"),
        ("hand", "Star Knight", "a synchro monster (Star Knight) in 'hand'"),
        ("deck", "Sprout Token", "a token (Sprout Token) in 'deck'"),
        ("extra deck", "Iron Golem", "a normal monster (Iron Golem) in 'extra deck'"),
    ],
)
def test_a_card_in_a_zone_it_cannot_be_in(refused, placed, zone, entry, says):
    refused(lambda: placed(zone, entry), says, (2, len(f"  {zone}: [") + 1))


def test_the_zones_a_card_can_be_in_are_named(refused, placed):
    error = refused(lambda: placed("monsters", "Meadow"), "", (2, 14))
    assert error.expected == ("it in: field zone, hand, deck, graveyard, banished",)


def test_pendulum_monsters_and_trap_monsters_have_two_places(placed):
    assert placed("spells and traps", "Pendulum Cat").zone == Zone.SPELLS
    assert placed("monsters", "Wall of Brass").zone == Zone.MONSTERS


@pytest.mark.parametrize(
    ("zone", "entries", "says", "column"),
    [
        ("monsters", "Iron Golem, " * 5 + "Sprout Token", "6 cards in 'monsters'", 74),
        ("monsters", "{Sprout Token: 6 copies}", "6 cards in 'monsters'", 14),
        ("spells and traps", "Quick Bread, " * 5 + "Wall of Brass", "6 cards in 'spells and traps'", 87),
        ("field zone", "Meadow, Meadow", "2 cards in 'field zone'", 24),
        ("hand", "60 unnamed cards, Blaze", "61 cards in 'hand'", 28),
        ("deck", "60 unnamed cards, 1 unnamed card", "61 cards in 'deck'", 28),
        ("extra deck", "Star Knight, " * 15 + "Star Knight", "16 cards in 'extra deck'", 211),
        ("hand", "61 unnamed cards", "61 unnamed cards", 10),
        ("hand", "0 unnamed cards", "0 unnamed cards", 10),
        ("monsters", "2 unnamed cards", "the cards in 'monsters' need names", 14),
        ("extra deck", "2 unnamed cards", "the cards in 'extra deck' need names", 16),
    ],
)
def test_more_than_a_zone_holds(refused, board, *, zone, entries, says, column):
    refused(lambda: board(f"turn player:\n  {zone}: [{entries}]\n"), says, (2, column))


def test_five_monsters_are_allowed(board):
    assert len(board("turn player: {monsters: [Sprout Token, {Sprout Token: 4 copies}]}").turn_player.cards) == 2


def test_three_copies_are_allowed(board):
    found = board(
        "turn player: {monsters: [Iron Golem], hand: [{Iron Golem: 2 copies}]}\nopponent: {hand: [Iron Golem]}"
    )
    assert sum(card.copies for card in found.cards) == 4


def test_a_card_in_two_places(refused, board):
    """More copies than a player can have: one of them must be in two places at once."""
    text = "turn player:\n  monsters: [{Iron Golem: 2 copies}]\n  hand: [Iron Golem]\n  deck:\n    - Iron Golem\n"
    error = refused(lambda: board(text), "a card in two places: 4 copies of Iron Golem", (5, 7))
    assert error.message.endswith(
        "the others are in 'monsters' of the turn player (line 2), 'hand' of the turn player (line 3)"
    )


def test_copies_count_for_their_owner(refused, board):
    text = """
        turn player: {hand: [{Iron Golem: 3 copies}]}
        opponent: {monsters: [{Iron Golem: owned by turn player}]}
    """
    refused(lambda: board(text), "4 copies of Iron Golem that belong to the turn player", (2, 24))


def test_four_copies_in_one_place(refused, board):
    refused(lambda: board("turn player: {deck: [{Iron Golem: 4 copies}]}"), "4 copies of Iron Golem", (1, 23))


# ---- names, life, keys ----


def test_an_unknown_card_names_the_nearest(refused, placed):
    refused(lambda: placed("monsters", "Iron Gollem"), "no card is called 'Iron Gollem'", (2, 14), near=("Iron Golem",))
    refused(lambda: placed("monsters", "鉄のゴレーム"), "no card is called", (2, 14), near=("鉄のゴーレム",))
    refused(lambda: placed("monsters", "Clok Doctor"), "no card is called", (2, 14), near=("Clock Doctor",))


@pytest.mark.parametrize("life", ["0", "-100", "1000000", "8000.0", "all"])
def test_life_is_within_bounds(refused, board, life):
    refused(lambda: board(f"opponent: {{life: {life}}}"), "is no such number", (1, 18), expected=("1 to 999999",))


def test_life_is_8000_unless_said(board):
    assert board("opponent: {hand: Blaze}").opponent.life == 8000


@pytest.mark.parametrize(
    ("text", "says", "at", "near"),
    [
        ("turn playr: {}", "a board has no key 'turn playr'", (1, 1), ("turn player",)),
        ("opponent: {monster: []}", "the side of the opponent has no key 'monster'", (1, 12), ("monsters",)),
        ("opponent: Blaze", "'Blaze' where the side of the opponent should be", (1, 11), ()),
        ("- a", "a list where a board should be", (1, 1), ()),
        ("{}", "a board with nothing on it", (1, 1), ()),
        ("opponent: {this turn: dance}", "cannot go on", (1, 23), ()),
    ],
)
def test_what_is_no_board(refused, board, *, text, says, at, near):
    refused(lambda: board(text), says, at, near=near)


# ---- what lingers ----


@pytest.fixture
def lingering(board):
    """Reads lingering effects on a board with two golems, a doctor, a wall and a token."""
    head = """
        turn player: {monsters: [{Iron Golem: 2 copies}, "Doctor, of Clocks"], hand: [Ring Knight]}
        opponent: {monsters: [Sprout Token], spells and traps: [Wall of Brass]}
        lingering: [%s]
    """.replace(", hand: [Ring Knight]", ", graveyard: [Ring Knight]")
    return lambda entry: board(head % entry).lingering[0]


@pytest.mark.parametrize(
    ("entry", "by", "on"),
    [
        ("Blaze by opponent", Who.OPPONENT, ()),
        ("blaze by the turn player", Who.TURN, ()),
        ("炎の渦 by turn player on 鉄のゴーレム", Who.TURN, ("Iron Golem",)),
        ("'Blaze by opponent on Iron Golem, iron golem'", Who.OPPONENT, ("Iron Golem", "Iron Golem")),
        (
            "'Blaze by opponent on Doctor, of Clocks, Sprout Token and Wall of Brass'",
            Who.OPPONENT,
            ("Doctor, of Clocks", "Sprout Token", "Wall of Brass"),
        ),
        ("'Blaze by opponent on Iron Golem, and Clock Doctor'", Who.OPPONENT, ("Iron Golem", "Doctor, of Clocks")),
        ("{card: Blaze, by: opponent}", Who.OPPONENT, ()),
        ("{card: Blaze, by: the opponent, on: 'Doctor, of Clocks'}", Who.OPPONENT, ("Doctor, of Clocks",)),
        ("{card: Blaze, by: opponent, on: [Iron Golem, Sprout Token]}", Who.OPPONENT, ("Iron Golem", "Sprout Token")),
    ],
)
def test_lingering_effects(lingering, entry, by, on):
    found = lingering(entry)
    assert (found.card, found.by, found.on) == ("Blaze", by, on)


@pytest.mark.parametrize(
    ("entry", "says", "column", "near", "expected"),
    [
        ("Blaze by third player", "whose owner does not exist: 'third player'", 22, ("turn player",), ("opponent",)),
        ("Blaze by me on Iron Golem", "whose owner does not exist: 'me'", 22, (), ("turn player", "opponent")),
        ("Blaze by", "whose owner does not exist: ''", 21, (), ("turn player", "opponent")),
        ("{card: Blaze, by: judge}", "whose owner does not exist: 'judge'", 31, (), ("turn player",)),
        ("Blaze", "a lingering effect without its owner", 18, (), ("CARD by turn player",)),
        ("Blase by opponent", "no card is called 'Blase'", 13, ("Blaze",), ()),
        ("Blaze by opponent on Iron Gollem", "'Iron Gollem' is neither on the field", 34, ("Iron Golem",), ()),
        ("Blaze by opponent on Ring Knight", "'Ring Knight' is neither on the field", 34, (), ("Iron Golem",)),
        (
            "Blaze by opponent on Iron Golem and Meadow",
            "'Meadow' is neither on the field of this board nor banished",
            49,
            (),
            ("Iron Golem",),
        ),
        ("'Blaze by opponent on Sprout Token, Sprout Token'", "Sprout Token is named 2 times", 49, (), ()),
        ("{card: Blaze, by: opponent, on: [Meadow]}", "'Meadow' is neither on the field", 46, (), ()),
        ("{card: Blaze}", "a lingering effect needs the key 'by'", 13, (), ()),
        ("[Blaze]", "a list where a lingering effect should be", 13, (), ()),
    ],
)
def test_what_cannot_linger(refused, lingering, *, entry, says, column, near, expected):
    refused(lambda: lingering(entry), says, (3, column), near=near, expected=expected)


def test_lingering_effects_are_bounded(refused, board):
    text = "lingering:\n" + "- Blaze by opponent\n" * 101
    refused(lambda: board(text), "101 lingering effects", (102, 3), expected=("at most 100",))


# ---- files ----


def test_a_board_in_a_file(tmp_path, library):
    path = tmp_path / "b.yaml"
    path.write_text("board:\n  opponent: {hand: Blaze}\n")
    found = load_board(path, library)
    assert found.opponent.cards[0].at.source == str(path)
    path.write_text("opponent: {hand: Blaze}\n")
    assert load_board(str(path), library).opponent.cards[0].name == "Blaze"


def test_a_board_on_standard_input(monkeypatch, library):
    stream = io.BytesIO(b"opponent: {hand: Blaze}")
    monkeypatch.setattr(documents, "sys", SimpleNamespace(stdin=SimpleNamespace(buffer=stream)))
    assert load_board("-", library).opponent.cards[0].at.source == "standard input"
