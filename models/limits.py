"""Limits: what the game lets a board hold, zone by zone and copy by copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.board import Board, Placed, Zone
from models.card import EXTRA_DECK, TRAP_MONSTER
from models.errors import InputError, Position
from models.open_values import Number, OpenChoice, most
from models.phrase import Who

if TYPE_CHECKING:
    from models.card import Card
    from models.library import Library

MOST_COPIES = 3
MOST_IN = {
    Zone.MONSTERS: 5,
    Zone.SPELLS: 5,
    Zone.FIELD: 1,
    Zone.HAND: 60,
    Zone.DECK: 60,
    Zone.GRAVEYARD: 75,
    Zone.BANISHED: 75,
    Zone.EXTRA: 15,
}
_FIELD_SPELL = "field spell"
_PENDULUM = "pendulum monster"


def check_place(card: Card, zone: Zone, at: Position) -> None:
    """Raise if a card of this kind cannot be in this zone."""
    allowed = places(card)
    if zone in allowed:
        return
    article = "an" if card.kind[0] in "aeiou" else "a"
    message = f"{article} {card.kind} ({card.name}) in {zone.value!r}"
    raise InputError(message, at, expected=[f"it in: {', '.join(place for place in Zone if place in allowed)}"])


def home(card: Card) -> Zone:
    """The zone of the field where a card of this kind lies."""
    return next(zone for zone in (Zone.MONSTERS, Zone.FIELD, Zone.SPELLS) if zone in places(card))


def places(card: Card) -> set[Zone]:
    """The zones in which a card of this kind can be."""
    if card.is_token:
        return {Zone.MONSTERS}
    found = {Zone.GRAVEYARD, Zone.BANISHED}
    found |= {Zone.EXTRA} if card.kind in EXTRA_DECK else {Zone.HAND, Zone.DECK}
    if card.is_monster or card.kind == TRAP_MONSTER:
        found |= {Zone.MONSTERS}
    if card.kind == _FIELD_SPELL:
        found |= {Zone.FIELD}
    elif card.is_spell or card.is_trap:
        found |= {Zone.SPELLS}
    if card.kind == _PENDULUM:
        found |= {Zone.SPELLS, Zone.EXTRA}
    return found


def check_zone(zone: Zone, cards: list[Placed], unnamed: Number, at: Position) -> None:
    """Raise if the zone may hold more cards than it can; ``at`` is the entry that was read last."""
    chosen: dict[OpenChoice, int] = {}
    for card in cards:
        if card.choice is not None:
            chosen[card.choice] = max(chosen.get(card.choice, 0), card.copies)
    number = sum(card.copies for card in cards if card.choice is None) + sum(chosen.values()) + most(unnamed)
    if number > MOST_IN[zone]:
        raise InputError(f"{number} cards in {zone.value!r}", at, expected=[f"at most {MOST_IN[zone]}"])


def check_board(board: Board, library: Library) -> None:
    """Raise if a player has more copies of a card than a Deck may hold; what is open does not count yet."""
    seen: dict[tuple[Who, str], list[Placed]] = {}
    for card in board.cards:
        if card.choice is not None or library.card(card.name).is_token:
            continue
        places = seen.setdefault((card.owner, card.name), [])
        places.append(card)
        number = sum(place.copies for place in places)
        if number > MOST_COPIES:
            raise InputError(_too_many(number, places), card.at, expected=[f"at most {MOST_COPIES} copies"])


def _too_many(number: int, places: list[Placed]) -> str:
    card, others = places[-1], places[:-1]
    message = f"{number} copies of {card.name} that belong to the {card.owner}"
    if not others:
        return message
    where = ", ".join(
        dict.fromkeys(f"{other.zone.value!r} of the {other.side} (line {other.at.line})" for other in others)
    )
    return f"a card in two places: {message}; the others are in {where}"
