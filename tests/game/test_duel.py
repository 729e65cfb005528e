"""How the duel ends in an End Phase, and how an End Phase may never end."""

import json

import pytest

from explorer.search import find_loop
from tests.game.end_phase import end_phase

END = "TP: pass > OP: pass"


def test_life_at_zero_loses_at_once():
    """Nothing that was still due is done."""
    found = end_phase(
        """
        turn player:
          life: 1000
          hand: [7 unnamed cards]
          monsters: [Evening Payer, {Majestic Mech - Ohka: Normal Summoned without Tributing}]
        """
    )
    assert found.outcomes == {
        "the turn player has 0 LP; the opponent wins",
        "Majestic Mech - Ohka in the turn player's graveyard; the turn player has 0 LP; the opponent wins",
    }
    assert all(play.endswith("TP: activate Evening Payer") for play in found.plays)


def test_damage_to_the_opponent_wins():
    """1,000 damage to 1,000 LP, and to less."""
    for life in (1000, 1):
        found = end_phase(f"turn player: {{spells and traps: [{{Quick Bolt: set}}]}}\nopponent: {{life: {life}}}")
        assert found.plays == ["TP: activate Quick Bolt", END]
        assert found.holds("possible: the turn player wins")
        assert found.holds("turn player can enforce: the turn player wins")


def test_life_that_is_left_goes_on():
    """1,001 LP are one more than the damage."""
    found = end_phase("turn player: {spells and traps: [{Quick Bolt: set}]}\nopponent: {life: 1001}")
    assert f"TP: activate Quick Bolt > {END}" in found.plays


def test_a_chain_stops_when_somebody_has_won():
    """The answer resolves first, and wins; what it answered never resolves."""
    found = end_phase(
        """
        turn player: {life: 1000, spells and traps: [{Quick Bolt: set}]}
        opponent: {life: 1000, spells and traps: [{Quick Bolt: set}]}
        """
    )
    assert "TP: activate Quick Bolt > OP: chain Quick Bolt" in found.plays
    assert found.holds("impossible: the duel is a draw")
    assert found.holds("opponent can enforce: not the turn player wins")


def test_damage_to_one_player_and_then_to_the_other():
    """The one who is hurt first has lost."""
    found = end_phase(
        """
        turn player: {life: 1000, spells and traps: [{Pain for Both: set}]}
        opponent: {life: 1000}
        """
    )
    assert found.holds("possible: the opponent wins")
    assert found.holds("impossible: the duel is a draw")


def test_whose_last_life_point_is_halved_has_lost():
    """Half of it is rounded down; of three points one is left."""
    board = "turn player: {life: %d}\nlingering: [Ghost Sister & Spooky Dogwood by turn player]"
    assert end_phase(board % 1).outcomes == {"the turn player has 0 LP; the opponent wins"}
    assert end_phase(board % 3).outcomes == {"the turn player has 1 LP"}


def test_who_cannot_draw_has_lost():
    """Two cards are to be drawn and one is there."""
    board = "turn player: {deck: [%s], spells and traps: [{Quick Draw: set}]}"
    lost = end_phase(board % "Mystical Elf")
    assert lost.plays == ["TP: activate Quick Draw", END]
    assert lost.holds("possible: the opponent wins and Mystical Elf in the hand")
    others = end_phase(f"{board % 'Mystical Elf'}\nopponent: {{deck: [Dandylion]}}")
    assert others.plays == lost.plays
    enough = end_phase(board % "Mystical Elf, 1 unnamed card")
    assert f"TP: activate Quick Draw > {END}" in enough.plays


def test_a_mandatory_draw_can_lose_the_duel():
    """Two Drawers and a Deck of one card: nobody can prevent it."""
    found = end_phase("turn player: {deck: [1 unnamed card], monsters: [{Evening Drawer: 2 copies}]}")
    assert found.holds("inevitable: the opponent wins")


@pytest.mark.parametrize(
    ("side", "lock", "draws"),
    [
        ("turn player", "Lock of the Other", True),
        ("opponent", "Lock of the Other", False),
        ("turn player", "Lock of Both", False),
        ("opponent", "Lock of Both", False),
    ],
)
def test_whose_draws_a_card_forbids(side, lock, draws):
    """Its own player's, the other's, or both; the Drawer is the turn player's."""
    sides = {"turn player": {"monsters": ["Evening Drawer"]}, "opponent": {}}
    sides[side]["spells and traps"] = [lock]
    assert any("unnamed in the turn player's hand" in one for one in end_phase(json.dumps(sides)).outcomes) is draws


def test_a_deck_that_the_board_does_not_mention_has_thirty_cards():
    """Whatever else it mentions; one named card in it is all of it."""
    unmentioned = end_phase("turn player: {monsters: [Evening Drawer], hand: [Mystical Elf]}")
    assert unmentioned.outcomes == {"1 unnamed in the turn player's hand; 29 unnamed in the turn player's deck"}
    assert end_phase("turn player: {monsters: [Evening Drawer], deck: [Mystical Elf]}").outcomes == {
        "Mystical Elf in the turn player's hand"
    }


def test_an_empty_deck():
    """There is nothing to draw."""
    found = end_phase("turn player: {deck: [], spells and traps: [{Quick Draw: set}]}")
    assert found.holds("possible: the opponent wins")


def test_sending_from_a_deck_that_is_too_small_does_not_lose():
    """Lumina sends what is there."""
    found = end_phase("turn player: {monsters: ['Lumina, Lightsworn Summoner'], deck: [Mystical Elf, 1 unnamed card]}")
    assert found.outcomes == {
        "Mystical Elf in the turn player's graveyard; "
        "0 unnamed in the turn player's deck; 1 unnamed in the turn player's graveyard"
    }


def test_what_is_drawn_is_an_unnamed_card_while_there_are_any():
    """The named ones lie below."""
    found = end_phase("turn player: {monsters: [Evening Drawer], deck: [Mystical Elf, 1 unnamed card]}")
    assert found.outcomes == {"1 unnamed in the turn player's hand; 0 unnamed in the turn player's deck"}


def test_a_turn_that_is_skipped_is_an_outcome():
    """The World: two monsters for the opponent's next turn."""
    found = end_phase("turn player: {monsters: [{Arcana Force XXI - The World: heads}, Mystical Elf]}")
    assert found.outcomes == {
        "nothing changes",
        "Arcana Force XXI - The World in the turn player's graveyard; "
        "Mystical Elf in the turn player's graveyard; the opponent's next turn is skipped",
    }


def test_two_manticores_go_on_for_ever():
    """Each is the other's cost; the play comes back to where it was."""
    board = "turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}"
    found = end_phase(board)
    assert found.endless
    assert found.size == (4, 4)
    assert found.outcomes == {"nothing changes"}
    loop = find_loop(found.inquiry.graph)
    assert [str(found.inquiry.graph.event(edge)) for edge in loop.play] == [
        "turn player: activate Manticore of Darkness cost Manticore of Darkness",
        "rules: resolve Manticore of Darkness",
    ]
    assert not found.holds("inevitable: the duel is a draw")


def test_endless_play_is_a_choice():
    """Who has the Manticores can stop, and nobody else can make them."""
    board = "turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}"
    found = end_phase(board)
    ends = "Manticore of Darkness on the field"
    assert found.holds(f"turn player can enforce: {ends}")
    assert found.holds(f"opponent cannot enforce: {ends}")


def test_what_follows_a_card_of_the_deck_needs_one():
    """Of the player's own Deck: the Elf is sent and life is gained, or nothing happens."""
    board = "turn player: {monsters: [Deck Singer], deck: [%s]}\nopponent: {deck: [Dandylion]}"
    assert end_phase(board % "").outcomes == {"nothing changes"}
    assert end_phase(board % "Mystical Elf").outcomes == {
        "nothing changes",
        "Mystical Elf in the turn player's graveyard; the turn player has 8500 LP",
    }


def test_what_is_sent_goes_to_the_graveyard_unless_the_text_says_otherwise():
    found = end_phase("turn player: {monsters: [Evening Leaver]}")
    assert found.outcomes == {"Evening Leaver in the turn player's graveyard"}
