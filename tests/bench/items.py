"""Boards of independent items: what one of them reads or writes, no other one does; so their states multiply.

``python -m tests.bench.items ITEMS`` writes the file of a board.
"""

from __future__ import annotations

import json
import sys

from models.board import Board, read_board
from models.documents import read_document
from models.library import Library

RULESET = "ocg-2013"
"""The ruleset under which the lingering statuses are items."""

_STATUSES = ("Forbidden Chalice", "Effect Veiler", "Forbidden Lance", "Forbidden Dress")
_PAYING = ("Koa'ki Meiru Drago", "Koa'ki Meiru Guardian", "Koa'ki Meiru Overload")
_SHOWN = ("Blue-Eyes White Dragon", "Koa'ki Meiru Guardian")


def independent_text(library: Library, items: int) -> str:
    """The file of a board on which each player has so many statuses to end, on monsters that stay where they are, up to fifty.

    Besides, three monsters of the turn player are kept for a card that is shown, or else destroyed: eight outcomes.
    """
    bystanders = [card.name for card in library.cards if card.kind == "normal monster"][:7]
    monsters = {"turn player": bystanders[:2], "opponent": bystanders[2:]}
    lingering = [
        f"{_STATUSES[number % len(_STATUSES)]} by {player} on {names[number // len(_STATUSES) % len(names)]}"
        for player, names in monsters.items()
        for number in range(items)
    ]
    turn = {"monsters": [*monsters["turn player"], *_PAYING], "hand": _SHOWN}
    laid = {"turn player": turn, "opponent": {"monsters": monsters["opponent"]}, "lingering": lingering}
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in laid.items())


def independent(library: Library, items: int) -> Board:
    """The board of that file."""
    return read_board(read_document(independent_text(library, items), "items"), library)


def independent_states(items: int) -> int:
    """How many states the board of so many items a side has."""
    return 81 * 4**items + 8 * 2**items - 8


def independent_transitions(items: int) -> int:
    """How many transitions it has."""
    return 81 * (items + 4) * 4**items // 2 + 4 * (items + 2) * 2**items - 8


if __name__ == "__main__":
    print(independent_text(Library(), int(sys.argv[1])), end="")
