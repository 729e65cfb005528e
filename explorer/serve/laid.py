"""A board as it is laid: what its document has in each zone, and how each card lies there, as plain data.

Nothing that the document says is lost, so that it can be written again. What is worked out of it (how a card lies, what
an effect is about) is there to be shown, and is not read when it comes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from models.board import PLAYERS, Board, Placed, Zone, bare
from models.card import Card
from models.documents import Mapping as Pairs
from models.documents import Node
from models.errors import InputError
from models.fields import Fields, fields, items
from models.library import Library
from models.limits import places
from models.parsing import MOST_DEPTH
from models.phrase import Who
from models.placing import read_entry
from models.sides import LIFE
from models.writing import Plain, in_brackets, plain

_BOARD = "board"
_KEYS = ("title", *(who.value for who in PLAYERS), "lingering", "assume")
_SIDE_KEYS = ("life", *(zone.value for zone in Zone), "this turn")
_UNNAMED = re.compile(r"(.+) unnamed cards?")
_ONE_OF = "one of"
_OPEN = re.compile(rf"some quick effect.*|{_ONE_OF}")


class Entry(msgspec.Struct, omit_defaults=True):
    """What lies in a zone: a card with notes, a number of unnamed cards, or in ``other`` something that is open.

    ``lies`` says how the card lies, ``refused`` why it cannot.
    """

    card: str = ""
    notes: list[Any] = []
    unnamed: str = ""
    other: Any = None
    told: str = ""
    lies: dict[str, Any] | None = None
    refused: str = ""


class Half(msgspec.Struct):
    """One player's half: life where it is told, the zones that are told of, and what has happened this turn."""

    life: Any = None
    zones: dict[Zone, list[Entry]] = {}
    past: list[Any] = []


class Effect(msgspec.Struct, omit_defaults=True):
    """A lingering effect as it is written, and in ``lies`` the card, the player and the cards that it is about."""

    said: Any
    lies: dict[str, Any] | None = None


class Laid(msgspec.Struct):
    """A board; ``around`` is the rest of its document, None where the document is the board itself."""

    sides: dict[Who, Half]
    around: dict[str, Any] | None = None
    title: Any = None
    lingering: list[Effect] = []
    assume: Any = None


# ---- from a document ----


def laid(node: Node, library: Library) -> Laid:
    """The board in a document; raises InputError where the document has not the shape of one."""
    around, board = _parted(node)
    given = fields(board, allowed=_KEYS, what="a board")
    return Laid(
        sides={who: _half(given, who, library) for who in PLAYERS},
        around=around,
        title=given.read("title", plain, None),
        lingering=[Effect(plain(one)) for one in _several(given, "lingering")],
        assume=given.read("assume", plain, None),
    )


def _parted(node: Node) -> tuple[dict[str, Plain] | None, Node]:
    """What a document has around its board, which is None in its place, and the board."""
    if isinstance(node, Pairs) and any(key.text == _BOARD for key, _ in node.pairs):
        around = {key.text: None if key.text == _BOARD else plain(value) for key, value in node.pairs}
        return around, next(value for key, value in node.pairs if key.text == _BOARD)
    return None, bare(node)


def _half(given: Fields, who: Who, library: Library) -> Half:
    if who.value not in given or not items(given[who.value]):
        return Half()
    side = fields(given[who.value], allowed=_SIDE_KEYS, what=f"the side of the {who}")
    zones = {zone: [_entry(one, zone, who, library) for one in items(side[zone])] for zone in Zone if zone in side}
    return Half(side.read("life", plain, None), zones, [plain(one) for one in _several(side, "this turn")])


def _several(given: Fields, key: str) -> tuple[Node, ...]:
    return items(given[key]) if key in given else ()


def _entry(node: Node, zone: Zone, who: Who, library: Library) -> Entry:
    data = plain(node)
    name, notes = data if isinstance(data, str) else "", []
    if isinstance(node, Pairs) and len(node.pairs) == 1:
        name, notes = node.pairs[0][0].text, [plain(one) for one in items(node.pairs[0][1])]
    unnamed = _UNNAMED.fullmatch(name)
    if unnamed and not notes:
        return Entry(unnamed=unnamed[1])
    if not name or _OPEN.fullmatch(name):
        return Entry(other=data, told=_open_told(data))
    try:
        return Entry(name, notes, lies=_lies(read_entry(node, zone, who, library)[0]))
    except InputError as error:
        return Entry(name, notes, refused=error.message)


def _open_told(data: Plain) -> str:
    """An open entry in a few words: the cards of which it is one."""
    if isinstance(data, str):
        return data
    several = data.get(_ONE_OF) if isinstance(data, Mapping) else None
    words = several if isinstance(several, list) else [data]
    return " or ".join(one if isinstance(one, str) else in_brackets(one) for one in words)


def _lies(placed: Placed) -> dict[str, Any]:
    down = placed.face == "face-down" and (placed.on_field or placed.zone == Zone.BANISHED)
    return {
        "name": placed.name,
        "down": down,
        "defense": placed.position == "defense",
        "owner": placed.owner.value,
        "copies": placed.copies,
        "counters": str(placed.counters) if placed.counters else "",
    }


def with_effects(board: Laid, read: Board) -> Laid:
    """The board with what the reader of it knows of its lingering effects."""
    for effect, one in zip(board.lingering, read.lingering, strict=True):
        effect.lies = {"card": one.card, "by": one.by.value, "on": list(one.on)}
    return board


def cards(board: Laid, library: Library) -> dict[str, Any]:
    """The cards that are named on a board, by the names that they are called there."""
    names = [entry.card for half in board.sides.values() for zone in half.zones.values() for entry in zone]
    names += [effect.lies["card"] for effect in board.lingering if effect.lies]
    return told(names, library)


def told(names: Iterable[str], library: Library) -> dict[str, Any]:
    """What a page shows of cards, by name; names that no card has are left out."""
    found = {}
    for name in dict.fromkeys(names):
        try:
            card = library.card(name)
        except InputError:
            continue
        zones = [zone.value for zone in Zone if zone in places(card)]
        home = next(zone for zone in _homes(card) if zone in zones)
        found[name] = {"name": card.name, "ja": card.ja or card.name, "kind": card.kind, "zones": zones, "home": home}
    return found


def _homes(card: Card) -> tuple[Zone, ...]:
    """Where a card is put that is not told where, first where it belongs."""
    return (Zone.MONSTERS, Zone.SPELLS) if card.is_monster else (Zone.FIELD, Zone.SPELLS)


# ---- to a document ----


def document(board: Laid) -> Mapping[str, Plain]:
    """The document of a board; raises InputError for what no document holds."""
    data: dict[str, Plain] = {}
    if board.title is not None:
        data["title"] = board.title
    halves = {who.value: _written_half(board.sides[who]) for who in PLAYERS if who in board.sides}
    data |= {who: half for who, half in halves.items() if half} or {Who.TURN.value: {"life": str(LIFE)}}
    if board.lingering:
        data["lingering"] = [effect.said for effect in board.lingering]
    if board.assume is not None:
        data["assume"] = board.assume
    whole = data if board.around is None else {**board.around, _BOARD: data}
    _refuse_foreign(whole, MOST_DEPTH)
    return whole


def _refuse_foreign(data: Any, depth: int) -> None:
    """Raise where something is neither a text, nothing, a list nor a mapping, or lies too deep."""
    if depth == 0 or not (data is None or isinstance(data, str | list | dict)):
        raise InputError("a board is made of texts, lists and mappings, and not too deep")
    if isinstance(data, list | dict):
        for one in data.values() if isinstance(data, dict) else data:
            _refuse_foreign(one, depth - 1)


def _written_half(half: Half) -> Mapping[str, Plain]:
    data: dict[str, Plain] = {} if half.life is None else {"life": half.life}
    for zone in Zone:
        entries = half.zones.get(zone, [])
        if entries or (zone == Zone.DECK and zone in half.zones):  # an empty Deck is not an untold one
            data[zone.value] = [_written(entry) for entry in entries]
    if half.past:
        data["this turn"] = half.past
    return data


def _written(entry: Entry) -> Plain:
    if entry.unnamed:
        return f"{entry.unnamed} unnamed card{'' if entry.unnamed == '1' else 's'}"
    if not entry.card:
        other: Plain = entry.other
        return other
    if not entry.notes:
        return entry.card
    return {entry.card: entry.notes[0] if len(entry.notes) == 1 else entry.notes}
