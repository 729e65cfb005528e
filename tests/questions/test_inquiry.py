"""What an inquiry tells of a play, and what it tells states apart by."""

import pytest

from explorer.questions import inquire
from models.board import read_board
from models.documents import read_document
from tests.game.end_phase import end_phase, library

MOON = "turn player: {monsters: [Mystical Elf], spells and traps: [{Book of Moon: set}]}"


def test_who_can_only_pass_is_idle():
    """The turn player could use the Gain; the opponent can do nothing else, and the rules are nobody."""
    inquiry = end_phase("turn player: {spells and traps: [{Quick Gain: set}]}").inquiry
    graph = inquiry.graph
    steps = [step for end in graph.terminal for step in inquiry.steps(graph.path_to(end))]
    assert {str(step.happening) for step in steps if not step.idle} == {
        "turn player: pass",
        "turn player: activate Quick Gain",
        "turn player: no response",
        "rules: resolve Quick Gain",
    }
    assert {str(step.happening) for step in steps if step.idle} == {"turn player: pass", "opponent: pass"}


@pytest.mark.parametrize("pictured", [False, True])
def test_states_are_told_apart_by_positions_where_they_are_pictured(pictured):
    """The Book turns the Elf face-down in Defense Position, which nothing on the board asks for."""
    board = read_board(read_document(MOON, "board"), library())
    inquiry = inquire(board, library(), library().ruleset("ocg"), pictured=pictured)
    assert inquiry.game.pictured is pictured
