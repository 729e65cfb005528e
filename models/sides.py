"""Sides: the two halves of a board's document to records, zone by zone. :mod:`models.limits` checks the whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from models import grammar
from models.board import PLAYERS, Board, Placed, Side, Zone
from models.documents import Node, Scalar
from models.errors import InputError
from models.fields import fields, items, phrases, text
from models.limits import check_board, check_zone
from models.lingering import read_lingering
from models.open_values import OPEN, Number, bounded, number, total
from models.phrase import Who
from models.placing import read_entry

if TYPE_CHECKING:
    from models.library import Library

LIFE = 8000
MOST_LIFE = 999_999
MOST_UNNAMED = 60

BOARD_KEYS = ("title", *(who.value for who in PLAYERS), "lingering", "assume")
SIDE_KEYS = ("life", *(zone.value for zone in Zone), "this turn")
UNNAMED = re.compile(r"([0-9]{1,6}|[0-9]{1,6} *\.\. *[0-9]{1,6}) unnamed cards?")
MAY_BE_UNNAMED = (Zone.HAND, Zone.DECK, Zone.GRAVEYARD, Zone.BANISHED)


def read_sides(node: Node, library: Library) -> Board:
    """The board that a node describes; raises :class:`InputError`."""
    given = fields(node, allowed=BOARD_KEYS, what="a board")
    turn, opponent = (_side(given[who], who, library) if who in given else Side() for who in (Who.TURN, Who.OPPONENT))
    if not given:
        raise InputError("a board with nothing on it", given.at, expected=[who.value for who in PLAYERS])
    lingering = read_lingering(given["lingering"], (turn, opponent), library) if "lingering" in given else ()
    board = Board(given.read("title", text, ""), turn, opponent, lingering, given.at)
    check_board(board, library)
    return _assuming(board, given["assume"], library) if "assume" in given else board


def _assuming(board: Board, node: Node, library: Library) -> Board:
    """The board, of which what is open is as these conditions allow."""
    from models.claims import read_states  # noqa: PLC0415  (claims are about boards, and know them)

    if not board.left_open:
        raise InputError("'assume' where nothing is open", node.at, expected=[f"a value that is {OPEN!r}"])
    return msgspec.structs.replace(board, assume=read_states(node, board, library))


def _side(node: Node, who: Who, library: Library) -> Side:
    if not items(node):
        return Side()
    given = fields(node, allowed=SIDE_KEYS, what=f"the side of the {who}")
    cards: list[Placed] = []
    unnamed: dict[Zone, Number] = {}
    for zone in Zone:
        if zone not in given:
            continue
        if zone == Zone.DECK:
            unnamed[zone] = 0  # a Deck that is told of holds what is told, were it nothing
        for entry in items(given[zone]):
            several = _unnamed(entry, zone, who)
            if several is not None:
                unnamed[zone] = total(unnamed.get(zone, 0), several)
            else:
                cards += read_entry(entry, zone, who, library)
            check_zone(zone, [card for card in cards if card.zone == zone], unnamed.get(zone, 0), entry.at)
    return Side(
        life=number(f"{who}'s life", 1, MOST_LIFE)(given["life"]) if "life" in given else LIFE,
        cards=tuple(cards),
        unnamed=unnamed,
        past=given.read("this turn", phrases(grammar.read_past), ()),
    )


def _unnamed(entry: Node, zone: Zone, who: Who) -> Number | None:
    """How many cards an entry like ``6 unnamed cards`` stands for; None for a card's entry."""
    found = UNNAMED.fullmatch(entry.text) if isinstance(entry, Scalar) else None
    if found is None:
        return None
    if zone not in MAY_BE_UNNAMED:
        raise InputError(f"the cards in {zone.value!r} need names", entry.at, expected=["a card's name"])
    if ".." in found[1]:
        return bounded(found[1], f"{who}'s unnamed cards in {zone.value!r}", 0, MOST_UNNAMED, entry.at)
    if not 1 <= int(found[1]) <= MOST_UNNAMED:
        message = f"{found[1]} unnamed cards"
        raise InputError(message, entry.at, expected=[f"1 to {MOST_UNNAMED} of them"])
    return int(found[1])
