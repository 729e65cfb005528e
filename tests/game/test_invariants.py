"""The invariants of the procedure see what they are about: one is broken by each of these states, and told."""

import pytest

from explorer.game.invariants import invariants
from explorer.game.windows import WINDOWS, Window
from explorer.system.terms import evaluate
from tests.game.end_phase import end_phase

LAST_TURN = "lingering: [Last Turn by turn player]"
SEVEN = "opponent: {hand: [7 unnamed cards]}"
BOTH = {"hand-size adjustment": "both players"}
LATE = {"items after the adjustment": "yes"}


def broken(board, clauses=None, **changed):
    """What is said by the invariants that fail in the first window of a board with these changes."""
    game = end_phase(board, clauses=clauses).inquiry.game
    state = dict(game.scene.words.initial)
    named = {variable.name: variable for variable in state}
    state |= {named[name]: value for name, value in {"window": at(Window.TURN_OPEN), **changed}.items()}
    return [one.says for one in invariants(game.procedure) if not evaluate(one.term, state)]


def at(window):
    """The number of a window."""
    return WINDOWS.index(window)


@pytest.mark.parametrize(
    ("board", "clauses", "changed", "says"),
    [
        ("turn player: {}", None, {}, []),
        (SEVEN, BOTH, {"window": at(Window.OPPONENT_ADJUSTS)}, []),
        (
            SEVEN,
            None,
            {"window": at(Window.OPPONENT_ADJUSTS)},
            ["the opponent adjusts a hand only over the limit, and only if the ruleset says so"],
        ),
        (
            "opponent: {hand: [6 unnamed cards]}",
            BOTH,
            {"window": at(Window.OPPONENT_ADJUSTS)},
            ["the opponent adjusts a hand only over the limit, and only if the ruleset says so"],
        ),
        (LAST_TURN, LATE, {"window": at(Window.TURN_AFTER), "adjusted": 1}, []),
        (
            LAST_TURN,
            LATE,
            {"window": at(Window.TURN_AFTER)},
            ["after the adjustment the turn player acts only on something mandatory"],
        ),
        ("turn player: {}", None, {"window": at(Window.RESOLVING)}, ["there is a chain to respond to and to resolve"]),
        (
            "turn player: {}",
            None,
            {"passes": 1, "window": at(Window.OVER)},
            ["a pass is remembered only while windows alternate"],
        ),
        ("turn player: {}", None, {"step": 1}, ["else nothing is between two steps"]),
        ("turn player: {}", None, {"adjusted": 1}, ["no window opens after the adjustment"]),
        ("turn player: {}", None, {"turn player.life": 0}, ["who has no life points left has lost"]),
    ],
)
def test_a_state_that_breaks_an_invariant(board, clauses, changed, says):
    assert broken(board, clauses, **changed) == says
