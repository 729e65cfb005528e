"""Best play: its value, its line, and at every decision whether something else would have been as good."""

import pytest

from explorer.game.players import Player
from explorer.questions import best_play
from explorer.questions.best import Merit
from models.errors import InputError
from tests.questions.asked import asked

LOOP = """
    turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}
    """
TWO = """
    turn player: {monsters: [Mystical Elf], spells and traps: [{Emergency Provisions: set}, Imperial Iron Wall]}
    """


def decided(found):
    """The decisions of a line in short: what is done, and how it compares."""
    return [(str(one.step.happening), one.merit.value) for one in found.decisions if one]


def test_a46_the_turn_players_pass_is_no_mistake_but_no_better_either():
    """Returning the monster first is worth as much, a draw; but when the turn player passes, only a pass is right."""
    found = best_play(*asked("A46", "tcg"))
    first, second = found.decisions[:2]
    assert found.values == {Player.TURN: (0,)}
    assert first.merit is Merit.EQUAL
    assert [(str(one.move.happening), one.values[Player.TURN], one.merit) for one in first.alternatives] == [
        ("turn player: process Change of Heart", (0,), Merit.EQUAL)
    ]
    assert second.merit is Merit.BEST
    assert [(str(one.move.happening), one.values[Player.TURN], one.merit) for one in second.alternatives] == [
        ("opponent: process Last Turn", (1,), Merit.MISTAKE)
    ]
    assert second.alternatives[0].outcome.result == "turn player"


def test_a46_step_by_step():
    """Each decision of the line; what a player has to do is forced."""
    assert decided(best_play(*asked("A46", "tcg"))) == [
        ("turn player: pass", "equal"),
        ("opponent: pass", "best"),
        ("turn player: process Change of Heart", "forced"),
        ("turn player: pass", "forced"),
        ("opponent: pass", "equal"),
        ("opponent: process Last Turn", "forced"),
    ]


def test_a05_ending_the_negation_early_is_the_opponents_mistake():
    """The turn player then keeps three monsters in place of one."""
    found = best_play(*asked("A05", "ocg-2013"))
    ended = found.decisions[1].alternatives
    assert [(str(one.move.happening), one.values[Player.TURN]) for one in ended] == [
        ("opponent: process Effect Veiler", (1, 3))
    ]
    assert ended[0].outcome.skipped == ("opponent",)


def test_every_alternative_ends_as_it_is_worth():
    """The refutation is a play to an outcome, and what it ends with has the value that is told."""
    inquiry, wants = asked("A05", "ocg-2013")
    found = best_play(inquiry, wants)
    told = [one for decision in found.decisions if decision for one in decision.alternatives]
    assert len(told) == 29
    for one in told:
        skipped = int("opponent" in one.outcome.skipped)
        mine = sum(card.side == "turn player" and card.zone == "monsters" for card in one.outcome.cards)
        assert one.values[Player.TURN] == (skipped, mine)


def test_opposite_wishes_of_both_are_the_wishes_of_one():
    """Where the opponent's own wish is the opposite, nothing changes but that both values are told."""
    alone = best_play(*asked("A46", "tcg", ["the turn player wins"]))
    both = best_play(*asked("A46", "tcg", ["the turn player wins"], ["not the turn player wins"]))
    assert [str(step.happening) for step in both.line] == [str(step.happening) for step in alone.line]
    assert both.values == {Player.TURN: (0,), Player.OPPONENT: (1,)}


def test_with_wishes_of_their_own_nobody_harms_the_other_for_nothing():
    """The opponent of A05 who wants nothing but a long life ends the negation or not: waiting comes first."""
    found = best_play(
        *asked("A05", "ocg-2013", ["most monsters the turn player controls"], ["most the opponent's life"])
    )
    assert found.values == {Player.TURN: (3,), Player.OPPONENT: (8000,)}


def test_a_move_that_is_as_good_to_one_may_be_worse_for_the_other():
    """Ties are told with the values of both."""
    found = best_play(*asked(TWO, "ocg", ["Mystical Elf on the field"], ["most the turn player's life"]))
    first = found.decisions[0]
    assert first.merit is Merit.EQUAL
    values = {one.values[Player.OPPONENT] for one in first.alternatives}
    assert values == {(9000,)}
    assert found.values[Player.OPPONENT] == (8000,)


def test_endless_play_is_told_with_its_loop():
    """Whoever does not want the end goes round; the step is told at which the loop begins."""
    found = best_play(*asked(LOOP, "ocg", (), ["Manticore of Darkness on the field"]))
    assert found.endless
    assert found.loop == 0
    assert found.decisions[0].merit is Merit.BEST


def test_wishes_of_both_have_no_value_on_a_loop():
    """It is said, and why."""
    inquiry, wants = asked(LOOP, "ocg", ["most the turn player's life"], ["most the opponent's life"])
    with pytest.raises(InputError, match="only where every play ends; here a play need not end"):
        best_play(inquiry, wants)


def test_nobody_wishes():
    """Then there is no best play."""
    with pytest.raises(InputError, match="best play needs wishes"):
        best_play(*asked("A08", "ocg"))
