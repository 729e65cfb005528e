"""How often an effect may be used, and what a card forgets when it leaves the field or is turned face-down."""

import pytest

from explorer.questions import inquire
from explorer.questions.walk import Walk
from models.board import read_board
from models.documents import read_document
from tests.game.end_phase import end_phase, with_monster

END = "TP: pass > OP: pass"


def test_an_effect_of_the_phase_is_used_once():
    """By each copy."""
    one = end_phase("turn player: {monsters: [Evening Singer]}")
    assert one.outcomes == {"nothing changes", "the turn player has 8500 LP"}
    two = end_phase("turn player: {monsters: [{Evening Singer: 2 copies}]}")
    assert two.outcomes == {"nothing changes", "the turn player has 8500 LP", "the turn player has 9000 LP"}


def test_once_per_turn_by_name_counts_all_copies():
    """Two of them sing one song."""
    found = end_phase("turn player: {monsters: [{Only One Song: 2 copies}]}")
    assert found.plays == [f"TP: activate Only One Song > {END}", END]
    assert found.size == (7, 6)


def test_once_per_turn_by_name_is_counted_for_each_player():
    """The opponent's Fabled sign is another's."""
    found = end_phase(
        """
        turn player: {graveyard: [{Hysteric Sign: sent from the field to the GY}], deck: [Harpie Queen]}
        opponent: {graveyard: [{Hysteric Sign: sent from the field to the GY}], deck: [Harpie Queen]}
        """
    )
    assert found.outcomes == {"Harpie Queen in the opponent's hand; Harpie Queen in the turn player's hand"}


def test_a_card_that_left_the_field_forgets_how_it_was_summoned():
    """Ohka, destroyed and Special Summoned again, may stay."""
    found = end_phase(
        """
        turn player:
          monsters: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]
          spells and traps: [{Quick Blast: set}, {Recall: set}]
        """
    )
    assert f"TP: activate Quick Blast > TP: activate Recall target Majestic Mech - Ohka > {END}" in found.plays
    assert found.holds("possible: Majestic Mech - Ohka on the field")
    assert found.holds("impossible: Majestic Mech - Ohka on the field and Recall face-down on the field")
    assert len(found.outcomes) == 5


def test_a_card_that_left_the_field_may_be_used_again():
    """The Singer comes back from the hand of its owner as another card: here by way of the GY."""
    found = end_phase(
        """
        turn player:
          monsters: [Evening Singer]
          spells and traps: [{Quick Blast: set}, {Recall: set}]
        """
    )
    song = "TP: activate Evening Singer"
    assert (
        f"{song} > TP: activate Quick Blast > TP: activate Recall target Evening Singer > {song} > {END}" in found.plays
    )
    assert any(outcome.endswith("9000 LP") for outcome in found.outcomes)


def test_a_card_turned_face_down_forgets():
    """Tsukuyomi hides Ohka, and Ohka need not go."""
    found = end_phase(
        """
        turn player:
          monsters: [{Tsukuyomi: set}, {Majestic Mech - Ohka: Normal Summoned without Tributing}]
          spells and traps: [{Desert Sunlight: set}]
        """
    )
    assert found.holds("possible: Majestic Mech - Ohka face-down on the field")
    assert found.holds(
        "cannot: Majestic Mech - Ohka is activated after Tsukuyomi is activated targeting Majestic Mech - Ohka"
    )


def test_what_happened_this_turn_is_known_from_the_board():
    """T.G. Striker asks whether it was destroyed on the field, and by whatever."""
    board = "turn player: {graveyard: [%s], deck: [T.G. Rush Rhino]}"
    told = end_phase(board % "{T.G. Striker: destroyed on the field this turn}")
    assert "TP: activate T.G. Striker" in told.events
    assert end_phase(board % "T.G. Striker").events == {"TP: pass", "OP: pass"}


@pytest.mark.parametrize(
    ("told", "was_sent"),
    [
        ("sent to the GY", True),
        ("destroyed", True),
        ("discarded", True),
        ("Tributed", True),
        ("banished", False),
    ],
)
def test_what_counts_as_sent_to_the_graveyard(told, was_sent):
    """Manticore asks whether it was sent there this turn: a card that was destroyed, discarded or Tributed was."""
    board = f"turn player: {{monsters: [Manticore of Darkness], graveyard: [{{Manticore of Darkness: {told}}}]}}"
    comes_back = "TP: activate Manticore of Darkness cost Manticore of Darkness"
    assert (comes_back in end_phase(board).events) is was_sent


def test_what_happens_in_the_phase_is_remembered_too():
    """The same Striker, destroyed by a Blast a moment ago."""
    board = "turn player: {monsters: [T.G. Striker], deck: [T.G. Rush Rhino], spells and traps: [{Quick Blast: set}]}"
    found = end_phase(board)
    used = "TP: activate Quick Blast > TP: activate T.G. Striker > TP: resolve T.G. Striker chosen T.G. Rush Rhino"
    assert f"{used} > {END}" in found.plays


def test_what_a_player_did_this_turn():
    """Justice asks for a Spellbook Spell that its player activated."""
    board = "turn player: {monsters: [Justice of Prophecy], deck: [Dark Magician, Spellbook of Secrets]%s}"
    assert end_phase(board % "").events == {"TP: pass", "OP: pass"}
    told = end_phase(board % """, this turn: ['activated a "Spellbook" Spell']""")
    assert "TP: activate Justice of Prophecy" in told.events
    other = end_phase(
        "turn player: {monsters: [Justice of Prophecy], deck: [Dark Magician, Spellbook of Secrets]}\n"
        "opponent: {this turn: ['activated a \"Spellbook\" Spell']}"
    )
    assert other.events == {"TP: pass", "OP: pass"}


@pytest.mark.parametrize(
    ("entry", "sings"),
    [
        ("Counter Singer", False),
        ("{Counter Singer: 1 counter}", True),
        ("Material Singer", False),
        ("{Material Singer: materials}", True),
    ],
)
def test_what_a_card_has_on_it(entry, sings):
    """Counters and materials, as the board tells of them."""
    found = end_phase(f"turn player: {{monsters: [{entry}]}}")
    assert any("Singer" in event for event in found.events) is sings


@pytest.mark.parametrize(
    ("cards", "most"),
    [
        ("Flamvell Guard", 3),
        ("Mystical Elf", 2),
        ("Dark Magician", 0),
        ("Mystical Elf controlled by the turn player", 1),
        ("Mystical Elf controlled by the opponent", 2),
    ],
)
def test_the_counters_that_a_claim_means_are_on_a_card_that_it_describes(cards, most):
    found = end_phase(
        """
        turn player: {monsters: [{Flamvell Guard: 3 counters}, {Mystical Elf: 1 counter}, Dark Magician]}
        opponent: {monsters: [{Mystical Elf: 2 counters}]}
        """
    )
    assert [found.holds(f"possible: {cards} with {number} or more counters") for number in range(1, 5)] == [
        number <= most for number in range(1, 5)
    ]


def test_a_banished_card_that_is_special_summoned_forgets():
    """It would remember if it came back as it lay (D18); so Ohka need not go."""
    found = end_phase(
        """
        turn player:
          banished: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]
          spells and traps: [{Return from Exile: set}]
        """
    )
    assert found.plays == [f"TP: activate Return from Exile target Majestic Mech - Ohka > {END}", END]


def test_a_trap_that_was_set_in_the_phase_is_not_activated_in_it():
    found = end_phase("turn player: {graveyard: [Late Answer], spells and traps: [{Quick Trap: set}]}")
    assert found.plays == [f"TP: activate Quick Trap > TP: resolve Quick Trap chosen Late Answer > {END}", END]


def test_a_set_card_is_not_face_up():
    """Its effect of the phase asks for that."""
    assert "TP: activate Open Singer" in end_phase("turn player: {spells and traps: [Open Singer]}").events
    found = end_phase("turn player: {spells and traps: [{Open Singer: set}]}")
    assert found.outcomes == {
        "nothing changes",
        "Open Singer in the turn player's spells and traps",
        "Open Singer in the turn player's spells and traps; the turn player has 8500 LP",
    }


@pytest.mark.parametrize(
    ("words", "left"), [("1 counter", 2), ("2 counters", 1), ("5 counters", 0), ("all counters", 0)]
)
def test_counters_are_removed(tmp_path, words, left):
    """So many of three, and no more than there are."""
    cards = with_monster(tmp_path, "Losing Singer", f"during: the End Phase\nmust: remove {words} from this card")
    board = read_board(read_document("turn player: {monsters: [{Losing Singer: 3 counters}]}", "board"), cards)
    inquiry = inquire(board, cards, cards.ruleset("ocg"), pictured=True)
    (end,) = inquiry.graph.terminal
    (singer,) = Walk(inquiry, cards).playmat(end).cards
    assert (singer.card.name, singer.counters) == ("Losing Singer", left)
