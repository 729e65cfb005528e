"""Crowded boards, made of the library's cards: items of both players, and quick effects that interfere with them."""

from __future__ import annotations

import json
from itertools import cycle, islice

from models.board import Board, read_board
from models.documents import read_document
from models.library import Library

_ITEMS = (
    "Rekindling",
    "Brain Control",
    "Instant Fusion",
    "Emergency Teleport",
    "Limiter Removal",
    "Abyss-sphere",
    "Rescue Cat",
    "Swing of Memories",
    "Purge Ray",
    "Malefic Divide",
    "Rikka Sheet",
    "Thousand Energy",
)
_QUICK = ("Compulsory Evacuation Device", "Imperial Iron Wall", "Forbidden Chalice", "Book of Moon")
_ZONES = 5


def crowded(library: Library, items: int, quick: int = 0) -> Board:
    """A board on which each player has so many items, up to twelve, and so many quick effects at hand, up to four.

    Each item is about a monster of its player; from the sixth on, about one that another item is about too.
    """
    bystanders = iter([card.name for card in library.cards if card.kind == "normal monster"])
    lingering: list[str] = []
    sides: dict[str, dict[str, list[object]]] = {}
    for player in ("turn player", "opponent"):
        names = list(islice(bystanders, min(items, _ZONES)))
        lingering += [f"{item} by {player} on {name}" for item, name in zip(_ITEMS[:items], cycle(names), strict=False)]
        sides[player] = {"monsters": list(names), "spells and traps": [{name: "set"} for name in _QUICK[:quick]]}
    document = {**sides, "lingering": lingering}
    return read_board(read_document(json.dumps(document), "crowded"), library)
