"""Cards of one name are told apart by a number, and by their owner where both players have some."""

import pytest

from explorer.game.grounding import ground
from models.board import read_board
from models.documents import read_document
from tests.game.end_phase import library


def labels(board):
    """What the cards of the cast are called, in its order."""
    read = read_board(read_document(board, "board"), library())
    return [member.label for member in ground(read, library(), library().ruleset()).scene.members]


@pytest.mark.parametrize(
    ("board", "called"),
    [
        ("turn player: {monsters: [Evening Singer]}", ["Evening Singer"]),
        (
            "turn player: {monsters: [{Evening Singer: 3 copies}]}",
            ["Evening Singer", "Evening Singer [turn player 2]", "Evening Singer [turn player 3]"],
        ),
        (
            "turn player: {monsters: [Evening Singer]}\nopponent: {monsters: [{Evening Singer: 2 copies}]}",
            ["Evening Singer", "Evening Singer [opponent 1]", "Evening Singer [opponent 2]"],
        ),
        (
            "turn player: {monsters: [Evening Singer]}\nopponent: {monsters: [Evening Drawer]}",
            ["Evening Singer", "Evening Drawer"],
        ),
    ],
)
def test_a_label(board, called):
    assert labels(board) == called
