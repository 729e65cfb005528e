"""The boards of the benchmark against SPIN, made of the library's cards and growing from board to board of a family."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice

from models.board import Board, read_board
from models.documents import read_document
from models.library import Library
from tests.bench.crowded import crowded

Laid = Callable[[Library], Board]


def paying(library: Library, life: int) -> Board:
    """Two maintenance costs that can be paid or not, and set cards that gain life for what is sent away."""
    spells: list[object] = ["Aerial Recharge", "Summoning Curse", {"Emergency Provisions": "set"}]
    spells += [{"Emergency Provisions": "set"}, {"Book of Moon": "set"}]
    return _read(library, {"life": life, "spells and traps": spells}, ["Rekindling", "Brain Control"])


def discarding(library: Library, hand: int, items: int) -> Board:
    """A hand of different cards that is too large, and lingering items before."""
    names = islice((card.name for card in library.cards if card.kind == "effect monster"), hand)
    lingering = ["Rekindling", "Brain Control", "Instant Fusion", "Emergency Teleport", "Limiter Removal"]
    return _read(library, {"hand": list(names)}, lingering[:items])


def _read(library: Library, side: dict[str, object], items: list[str]) -> Board:
    """A board with so much on the turn player's side, and each item of both players about a monster of its own."""
    bystanders = [card.name for card in library.cards if card.kind == "normal monster"][: len(items)]
    players = ("turn player", "opponent")
    lingering = [f"{item} by {one} on {name}" for one in players for item, name in zip(items, bystanders, strict=True)]
    laid = {"turn player": {**side, "monsters": bystanders}, "opponent": {"monsters": bystanders}}
    lines = [f"{key}: {json.dumps(value)}" for key, value in {**laid, "lingering": lingering}.items()]
    return read_board(read_document("\n".join(lines) + "\n", "bench"), library)


def _crowded(items: int, quick: int = 0) -> Laid:
    return lambda library: crowded(library, items, quick)


def _paying(life: int) -> Laid:
    return lambda library: paying(library, life)


def _discarding(hand: int, items: int) -> Laid:
    return lambda library: discarding(library, hand, items)


FAMILIES: dict[str, Laid] = {
    **{f"{n} items a side": _crowded(n) for n in (3, 5, 7, 9, 11)},
    **{f"{n} items, {q} quick a side": _crowded(n, q) for n, q in ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2))},
    **{f"costs, life {life}": _paying(life) for life in (500, 8000)},
    **{
        f"discard {hand - 6} of {hand}, {n} items a side": _discarding(hand, n) for hand, n in ((8, 2), (9, 4), (10, 5))
    },
}
"""From five items a side on, two items share a monster: the families are independent first, and interact then."""
