"""Activations that are negated: what is left of them, and whether there is a second try in the same End Phase."""

import pytest

from tests.game.end_phase import end_phase

END = "TP: pass > OP: pass"
SINGER = """
turn player: {monsters: [Evening Singer]}
opponent: {spells and traps: [{Silence: set}]}
"""
OHKA = """
turn player: {monsters: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]}
opponent: {spells and traps: [{Silence: set}]}
"""
SONG = "TP: activate Evening Singer"
GONE = "TP: activate Majestic Mech - Ohka"


def test_a_negated_activation_has_no_effect():
    """No life is gained, and who could have responded did."""
    found = end_phase(SINGER)
    assert f"{SONG} > OP: chain Silence > {END}" in found.plays
    assert found.outcomes == {
        "nothing changes",
        "the turn player has 8500 LP",
        "Silence in the opponent's graveyard",
    }


def test_after_a_negated_activation_it_is_not_tried_again():
    """OCG: it counts as activated in this End Phase (A31), also where it is mandatory."""
    assert not any(play.count(SONG) > 1 for play in end_phase(SINGER).plays)
    mandatory = end_phase(OHKA)
    assert not any(play.count(GONE) > 1 for play in mandatory.plays)
    assert mandatory.outcomes == {
        "Majestic Mech - Ohka in the turn player's graveyard",
        "Silence in the opponent's graveyard",
    }


@pytest.mark.parametrize("ruleset", ["tcg", "tcg-2005"])
def test_after_a_negated_activation_it_may_be_tried_again(ruleset):
    """TCG 2010: again, and it must be where it is mandatory (A33)."""
    assert f"{SONG} > OP: chain Silence > {SONG} > {END}" in end_phase(SINGER, ruleset).plays
    assert f"{SONG} > OP: chain Silence > {END}" in end_phase(SINGER, ruleset).plays
    mandatory = end_phase(OHKA, ruleset)
    assert f"{GONE} > OP: chain Silence > {END}" not in mandatory.plays
    assert f"{GONE} > OP: chain Silence > {END} > {GONE} > {END}" in mandatory.plays
    assert mandatory.holds("inevitable: Majestic Mech - Ohka in the GY")


@pytest.mark.parametrize(("ruleset", "times"), [("ocg", 1), ("tcg", 2), ("tcg-2005", 2)])
def test_a_second_try_of_what_is_used_once_per_turn(ruleset, times):
    """It is the same limit where an effect of the phase says so of itself."""
    board = """
        turn player: {monsters: [Bujin Yamato], deck: [Bujin Arasuda], hand: [Mystical Elf]}
        opponent: {spells and traps: [{Silence: set}]}
        """
    assert max(play.count("TP: activate Bujin Yamato") for play in end_phase(board, ruleset).plays) == times


def test_an_answer_to_an_activation_answers_only_that():
    """Silence is for effects of the opponent's monsters: not for a Spell, not for one's own, not without any."""
    found = end_phase(
        """
        turn player: {spells and traps: [{Quick Gain: set}, {Silence: set}], monsters: [Evening Singer]}
        """
    )
    assert not any("Silence" in event for event in found.events)


def test_a_cost_stays_paid_when_the_activation_is_negated():
    """The two monsters of The World are gone, and the turn is not skipped."""
    found = end_phase(
        """
        turn player: {monsters: [{Arcana Force XXI - The World: heads}, {Mystical Elf: 2 copies}]}
        opponent: {spells and traps: [{Silence: set}]}
        """
    )
    negated = "Silence in the opponent's graveyard; 2 Mystical Elf in the turn player's graveyard"
    assert negated in found.outcomes
    assert not any("Silence" in outcome and "skipped" in outcome for outcome in found.outcomes)


def test_what_is_answered_by_a_trigger_of_the_discard():
    """An activation after the adjustment can be negated as any other: no Tokens."""
    found = end_phase(
        """
        turn player: {hand: [Dandylion, 6 unnamed cards]}
        opponent: {spells and traps: [{Silence: set}]}
        """
    )
    assert f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion > OP: chain Silence" in found.plays
    assert "Silence in the opponent's graveyard; Dandylion in the turn player's graveyard" in found.outcomes
