"""The moves to which a card gives rise: how it is used, and not what comes of that."""

from explorer.questions.groundings import groundings
from tests.game.end_phase import end_phase


def test_only_what_begins_is_a_move():
    """The second choice of the Toll, and how the Search resolves, are parts of moves; nobody moves by passing."""
    game = end_phase(
        """
        turn player: {hand: [Mystical Elf], spells and traps: [Evening Toll, {Search for Two: set}]}
        opponent: {monsters: [Dark Magician]}
        """
    ).inquiry.game
    moves = {name: [str(move.happening) for move in found] for name, found in groundings(game).items()}
    assert moves == {
        "Evening Toll": [
            "turn player: process Evening Toll chosen Mystical Elf",
            "turn player: process Evening Toll",
        ],
        "Search for Two": ["turn player: activate Search for Two", "turn player: chain Search for Two"],
    }
