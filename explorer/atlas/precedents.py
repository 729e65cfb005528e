"""Precedents: how the library's rulings lay what a card leaves behind, for entries that do not say it themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.board import Board, Lingering, Placed, Zone
from models.library import Library


@dataclass(frozen=True)
class Precedent:
    """A card that something lingers on: which, in which zone, face-down or not, on its user's side, and whose it is.

    ``own_side`` and ``own_card`` are seen from the player who used the card that left it behind.
    """

    name: str
    zone: Zone
    face_down: bool
    own_side: bool
    own_card: bool


def precedents(library: Library) -> Mapping[str, Precedent]:
    """For each card that a ruling says to linger on one, the first such board's, by the order of the rulings."""
    found: dict[str, Precedent] = {}
    for ruling in library.rulings:
        for case in ruling.cases:
            for lingering in case.board.lingering:
                if lingering.card not in found:
                    laid = _affected(case.board, lingering)
                    if laid is not None:
                        found[lingering.card] = _seen(laid, lingering)
    return found


def _affected(board: Board, lingering: Lingering) -> Placed | None:
    """The first card that it is about, those on the field first."""
    named = [card for card in board.cards if card.name in lingering.on[:1]]
    return min(named, key=lambda card: not card.on_field, default=None)


def _seen(laid: Placed, lingering: Lingering) -> Precedent:
    return Precedent(
        laid.name, laid.zone, laid.face == "face-down", laid.side is lingering.by, laid.owner is lingering.by
    )
