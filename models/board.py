"""Boards: who has what where as the End Phase begins, what has happened this turn, and what lingers."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from models.documents import Mapping, Node, read_document
from models.errors import Position
from models.open_values import Number, OpenChoice, OpenNumber, OpenValue
from models.phrase import Condition, Event, Who

if TYPE_CHECKING:
    from models.library import Library

PLAYERS = (Who.TURN, Who.OPPONENT)


class Zone(StrEnum):
    """A zone of a side, by the key it has in a board."""

    MONSTERS = "monsters"
    SPELLS = "spells and traps"
    FIELD = "field zone"
    HAND = "hand"
    DECK = "deck"
    GRAVEYARD = "graveyard"
    BANISHED = "banished"
    EXTRA = "extra deck"


ON_FIELD = (Zone.MONSTERS, Zone.SPELLS, Zone.FIELD)


class Placed(msgspec.Struct, frozen=True):
    """One card on the board, or ``copies`` of it that are alike.

    ``name`` is its English name in the library. ``face`` is ``face-up`` or ``face-down``; ``position`` is
    ``attack`` or ``defense``, and "" outside the Monster Zones; ``coin`` is ``heads``, ``tails`` or "".
    ``attack`` is its own ATK where the card prints none.
    ``facts`` are ``materials`` and ``attack declared``, where they are so.

    ``notes`` are open: the card is as one of ``variants``, each with the values of the notes by which it is that one.
    With a ``choice`` it is there only where its ``alternative`` is the one that is chosen.
    """

    name: str
    zone: Zone
    side: Who
    owner: Who
    at: Position
    face: str = "face-up"
    position: str = ""
    set_this_turn: bool = False
    coin: str = ""
    copies: int = 1
    facts: tuple[str, ...] = ()
    counters: Number = 0
    attack: Number | None = None
    happened: tuple[Event, ...] = ()
    notes: tuple[OpenChoice, ...] = ()
    variants: tuple[tuple[tuple[int, ...], Placed], ...] = ()
    choice: OpenChoice | None = None
    alternative: int = 0

    @property
    def on_field(self) -> bool:
        """Whether it is in a zone of the field."""
        return self.zone in ON_FIELD

    @property
    def ways(self) -> tuple[Placed, ...]:
        """Every way in which it may lie there."""
        return tuple(variant for _, variant in self.variants) or (self,)

    @property
    def left_open(self) -> tuple[OpenValue, ...]:
        """What is open of it."""
        numbers = [one for one in (self.counters, self.attack) if isinstance(one, OpenNumber)]
        return (*([self.choice] if self.choice else []), *numbers, *self.notes)


class Lingering(msgspec.Struct, frozen=True):
    """An effect that was applied earlier this turn and is still due: of which card, whose, and on which cards."""

    card: str
    by: Who
    on: tuple[str, ...]
    at: Position


class Side(msgspec.Struct, frozen=True):
    """What one player has, in the order of the file.

    ``unnamed`` counts the cards that nothing is known of, zone by zone. The named cards of a Deck are somewhere in it:
    what is drawn is an unnamed card while there are any, then the named ones in order.
    """

    life: Number = 8000
    cards: tuple[Placed, ...] = ()
    unnamed: Map[Zone, Number] = {}
    past: tuple[Event, ...] = ()

    def within(self, zone: Zone) -> tuple[Placed, ...]:
        """The named cards in a zone."""
        return tuple(card for card in self.cards if card.zone == zone)


class Board(msgspec.Struct, frozen=True):
    """A board: two sides and what lingers; what is open on it is as the conditions of ``assume`` allow."""

    title: str
    turn_player: Side
    opponent: Side
    lingering: tuple[Lingering, ...]
    at: Position
    assume: tuple[Condition, ...] = ()

    def side(self, who: Who) -> Side:
        """The side of ``Who.TURN`` or ``Who.OPPONENT``."""
        return {Who.TURN: self.turn_player, Who.OPPONENT: self.opponent}[who]

    @property
    def cards(self) -> Iterator[Placed]:
        """Every named card, the turn player's first."""
        yield from self.turn_player.cards
        yield from self.opponent.cards

    @property
    def left_open(self) -> tuple[OpenValue, ...]:
        """Everything that is open on the board, each once, the turn player's first."""
        found: list[OpenValue] = []
        for side in (self.turn_player, self.opponent):
            found += [one for one in (side.life, *side.unnamed.values()) if isinstance(one, OpenNumber)]
            found += [one for card in side.cards for one in card.left_open]
        return tuple(dict.fromkeys(found))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cards on the board and of those that linger, each once, in order."""
        named = [*(card.name for card in self.cards), *(item.card for item in self.lingering)]
        return tuple(dict.fromkeys(named))


def read_board(node: Node, library: Library) -> Board:
    """The board that a node describes; raises :class:`InputError`."""
    from models.sides import read_sides  # noqa: PLC0415  (the grammar is slow to load)

    return read_sides(node, library)


def load_board(path: str | Path, library: Library) -> Board:
    """The board in a file, or on standard input when ``path`` is ``-``; raises :class:`InputError`."""
    return read_board(bare(read_document(Path(path))), library)


def bare(node: Node) -> Node:
    """The board in a document that holds it under the key ``board`` and nothing else, or the document."""
    if isinstance(node, Mapping) and [key.text for key, _ in node.pairs] == ["board"]:
        return node.pairs[0][1]
    return node
