"""What is to be dealt with, and what has to be done, as the texts of the cards and the ruleset say; what of it still may."""

import pytest

from explorer.game.obligations import duties, obligations
from explorer.system.terms import evaluate
from tests.game.end_phase import end_phase

OHKA = "turn player: {monsters: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]}"
SEVEN = "opponent: {hand: [7 unnamed cards]}"


def state(game, **changed):
    """The first state of a game, with changes."""
    named = {variable.name: variable for variable in game.scene.words.initial}
    return game.scene.words.initial | {named[name]: value for name, value in changed.items()}


@pytest.mark.parametrize(
    ("board", "clause"),
    [
        ("lingering: [Last Turn by turn player]", "items after the adjustment"),
        (OHKA, "mandatory triggers after the adjustment"),
    ],
)
@pytest.mark.parametrize("value", ["yes", "no"])
def test_what_is_due_is_allowed_before_the_adjustment_and_after_it_as_the_ruleset_says(board, clause, value):
    game = end_phase(board, clauses={clause: value}).inquiry.game
    found = list(obligations(game.procedure))
    assert {bool(evaluate(one.due, state(game))) for one in found} == {True}
    assert {bool(evaluate(one.allowed, state(game))) for one in found} == {True}
    assert {bool(evaluate(one.allowed, state(game, adjusted=1))) for one in found} == {value == "yes"}


@pytest.mark.parametrize(("value", "due"), [("turn player only", 0), ("both players", 1)])
def test_the_opponents_hand_is_a_duty_as_the_ruleset_says(value, due):
    """Seven cards are one too many where both players discard."""
    game = end_phase(SEVEN, clauses={"hand-size adjustment": value}).inquiry.game
    assert sum(evaluate(duty, state(game)) for duty in duties(game.procedure)) == due
