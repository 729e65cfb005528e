"""Sides: the two halves of a board's document, card by card, to records. :mod:`models.limits` checks the whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from models import grammar
from models.board import ON_FIELD, PLAYERS, Board, Placed, Side, Zone
from models.documents import Mapping, Node, Scalar
from models.errors import InputError, Position
from models.fields import fields, integer, items, phrases, scalar, single, text
from models.limits import check_board, check_place, check_zone
from models.lines import joined
from models.lingering import read_lingering
from models.phrase import Event, Note, Who

if TYPE_CHECKING:
    from models.card import Card
    from models.library import Library

MOST_LIFE = 999_999
MOST_UNNAMED = 60
MOST_COPIES_NOTED = 10

_SIDE_KEYS = ("life", *(zone.value for zone in Zone), "this turn")
_UNNAMED = re.compile(r"([0-9]{1,6}) unnamed cards?")
_MAY_BE_UNNAMED = (Zone.HAND, Zone.DECK, Zone.GRAVEYARD, Zone.BANISHED)
_FACED = (*ON_FIELD, Zone.BANISHED, Zone.EXTRA)
_FACE_DOWN = (Zone.HAND, Zone.DECK, Zone.EXTRA)
_WHERE = {
    "set": ON_FIELD,
    "set this turn": ON_FIELD,
    "face": _FACED,
    "position": (Zone.MONSTERS,),
    "coin": ON_FIELD,
    "owner": ON_FIELD,
}
_SPOKEN = {"copies": "{} copies", "coin": "{}", "face": "{}", "position": "in {} Position"}

Said = dict[str, tuple[Note, Position]]


def read_sides(node: Node, library: Library) -> Board:
    """The board that a node describes; raises :class:`InputError`."""
    allowed = ["title", *(who.value for who in PLAYERS), "lingering"]
    given = fields(node, allowed=allowed, what="a board")
    turn, opponent = (_side(given[who], who, library) if who in given else Side() for who in (Who.TURN, Who.OPPONENT))
    if not given:
        raise InputError("a board with nothing on it", given.at, expected=[who.value for who in PLAYERS])
    lingering = read_lingering(given["lingering"], (turn, opponent), library) if "lingering" in given else ()
    board = Board(given.read("title", text, ""), turn, opponent, lingering, given.at)
    check_board(board, library)
    return board


def _side(node: Node, who: Who, library: Library) -> Side:
    if not items(node):
        return Side()
    given = fields(node, allowed=_SIDE_KEYS, what=f"the side of the {who}")
    cards: list[Placed] = []
    unnamed: dict[Zone, int] = {}
    for zone in Zone:
        if zone not in given:
            continue
        if zone == Zone.DECK:
            unnamed[zone] = 0  # a Deck that is told of holds what is told, were it nothing
        for entry in items(given[zone]):
            number = _unnamed(entry, zone)
            if number is not None:
                unnamed[zone] = unnamed.get(zone, 0) + number
            else:
                cards.append(_placed(entry, zone, who, library))
            check_zone(zone, [card for card in cards if card.zone == zone], unnamed.get(zone, 0), entry.at)
    return Side(
        life=given.read("life", integer(1, MOST_LIFE), 8000),
        cards=tuple(cards),
        unnamed=unnamed,
        past=given.read("this turn", phrases(grammar.read_past), ()),
    )


def _unnamed(entry: Node, zone: Zone) -> int | None:
    """How many cards an entry like ``6 unnamed cards`` stands for; None for a card's entry."""
    found = _UNNAMED.fullmatch(entry.text) if isinstance(entry, Scalar) else None
    if found is None:
        return None
    if zone not in _MAY_BE_UNNAMED:
        raise InputError(f"the cards in {zone.value!r} need names", entry.at, expected=["a card's name"])
    if not 1 <= int(found[1]) <= MOST_UNNAMED:
        message = f"{found[1]} unnamed cards"
        raise InputError(message, entry.at, expected=[f"1 to {MOST_UNNAMED} of them"])
    return int(found[1])


def _placed(entry: Node, zone: Zone, who: Who, library: Library) -> Placed:
    """A card's name, alone or as the key of what is said of it."""
    if isinstance(entry, Mapping):
        name, value = single(entry, "a card's entry")
        notes = [_note(words, at, library) for words, at in _pieces(value)]
    else:
        name, notes = scalar(entry, "a card's name"), []
    card = library.card(name.text, name.at)
    check_place(card, zone, name.at)
    said = _said(notes, zone)
    face = _face(said, card, zone)
    owner = Who(str(said["owner"][0].value)) if "owner" in said else who
    return Placed(
        name=card.name,
        zone=zone,
        side=who,
        owner=owner,
        at=name.at,
        face=face,
        position=_position(said, card, face) if zone == Zone.MONSTERS else "",
        set_this_turn="set this turn" in said,
        coin=str(said["coin"][0].value) if "coin" in said else "",
        copies=_copies(said),
        facts=tuple(str(note.value) for note, _ in notes if note.kind == "fact" and "no " not in str(note.value)),
        counters=int(str(said["counters"][0].value)) if "counters" in said else 0,
        attack=int(str(said["ATK"][0].value)) if "ATK" in said else None,
        happened=tuple(note.value for note, _ in notes if isinstance(note.value, Event)),
    )


def _pieces(value: Node) -> list[tuple[str, Position]]:
    """The notes on a card as phrases: a text, a list of them, or pairs that are read as ``key value``."""
    pieces: list[tuple[str, Position]] = []
    for item in items(value):
        if not isinstance(item, Mapping):
            found = scalar(item, "what is said of the card")
            pieces.append((found.text, found.at))
            continue
        for key, said in item.pairs:
            words = scalar(said, f"what {key.text!r} says")
            if key.text in _SPOKEN:
                pieces.append((_SPOKEN[key.text].format(_capital(key.text, words.text)), words.at))
            else:
                pieces.append(joined((key.text, key.at), (words.text, words.at)))
    if not pieces:
        raise InputError("nothing where a note on the card should be", value.at, expected=["set", "..."])
    return pieces


def _capital(key: str, word: str) -> str:
    return word.capitalize() if key == "position" else word


def _note(words: str, at: Position, library: Library) -> tuple[Note, Position]:
    """The note; a card that it names may be called by any of its names."""
    by = re.fullmatch(r'by\s+"?([^"]+)"?', words)
    if by:
        words = f'by "{library.card(by[1], at.moved(by.start(1))).name}"'
    return grammar.read_note(words, at), at


def _said(notes: list[tuple[Note, Position]], zone: Zone) -> Said:
    """The notes by kind, each said once and where it makes sense."""
    said: Said = {}
    for note, at in notes:
        if note.kind in said and note.kind not in ("happened", "fact"):
            raise InputError(f"the {note.kind!r} of one card is said twice", at)
        zones = _WHERE.get(note.kind, (zone,))
        if zone not in zones:
            raise InputError(f"a card in {zone.value!r} cannot have this note", at, expected=[_among(zones)])
        said[note.kind] = (note, at)
    return said


def _among(zones: tuple[Zone, ...]) -> str:
    return f"it among: {', '.join(zones)}"


def _face(said: Said, card: Card, zone: Zone) -> str:
    """Face-up or face-down, said or as cards usually lie there."""
    kind = next((kind for kind in ("set", "set this turn") if kind in said), "")
    face = str(said["face"][0].value) if "face" in said else ""
    if kind and face == "face-up":
        raise InputError("a Set card is not face-up", said["face"][1])
    if card.is_token and (kind or face == "face-down"):
        raise InputError("a token cannot be face-down", said[kind or "face"][1])
    if kind:
        return "face-down"
    return face or ("face-down" if zone in _FACE_DOWN else "face-up")


def _position(said: Said, card: Card, face: str) -> str:
    """Attack or defense, said or as a monster of that face usually lies."""
    usual = "defense" if face == "face-down" else "attack"
    if "position" not in said:
        return usual
    note, at = said["position"]
    if face == "face-down" and note.value == "attack":
        raise InputError("a face-down monster is in Defense Position", at)
    if card.kind == "link monster" and note.value == "defense":
        raise InputError("a Link Monster has no Defense Position", at)
    return str(note.value)


def _copies(said: Said) -> int:
    if "copies" not in said:
        return 1
    note, at = said["copies"]
    if not isinstance(note.value, int) or not 2 <= note.value <= MOST_COPIES_NOTED:
        raise InputError(f"{note.value} copies", at, expected=[f"2 to {MOST_COPIES_NOTED} copies"])
    return note.value
