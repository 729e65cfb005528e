"""Placing: one entry of a zone to the card that lies there, or to those of which one does, with all that is said of it.

What is said in a note may be left open: ``NOTE: open`` stands for the card with that note and without it, and ``face``,
``position`` and ``coin`` for either of their values. Of such ways those count that can be; each by itself has to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as Several
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from models import grammar
from models.board import ON_FIELD, Placed, Zone
from models.card import MOST_STAT
from models.documents import Mapping, Node, Scalar
from models.errors import InputError, Position, nearest
from models.fields import fields, items, scalar, single
from models.limits import check_place
from models.lines import joined
from models.open_values import BOUNDS, NOTHING, OPEN, Number, OpenChoice, bounded
from models.phrase import Event, Note, Who

if TYPE_CHECKING:
    from models.card import Card
    from models.library import Library

MOST_COPIES_NOTED = 10
MOST_COUNTERS = 99
MOST_OPEN_NOTES = 6

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
_VALUES = {"face": ("face-up", "face-down"), "position": ("attack", "defense"), "coin": ("heads", "tails")}
_NEVER_OPEN = ("copies", "owner", "by")
_NUMBERS = {"counters": MOST_COUNTERS, "ATK": MOST_STAT}
_ONE_OF = "one of"
OPEN_REQUIRED = (_ONE_OF,)
OPEN_KEYS = ("each",)
_SOME_QUICK = re.compile(r"some quick effect( or none)?")

Said = dict[str, tuple[Note, Position]]


class _Piece(NamedTuple):
    """A note as it is written; ``left_open`` where it is the key of what is open."""

    words: str
    at: Position
    left_open: bool = False


class _Told(NamedTuple):
    """A note that is read: every way in which it may hold, None where it does not hold at all."""

    words: str
    at: Position
    ways: tuple[tuple[str, Note | None], ...]
    number: Number = 0


def read_entry(entry: Node, zone: Zone, who: Who, library: Library) -> list[Placed]:
    """The card of an entry, or each card that an open entry may stand for; raises :class:`InputError`."""
    some = _SOME_QUICK.fullmatch(_first_words(entry))
    if some is not None:
        return _some_quick(entry, zone, who, library, bool(some[1]))
    if isinstance(entry, Mapping) and any(key.text == _ONE_OF for key, _ in entry.pairs):
        given = fields(entry, allowed=OPEN_KEYS, required=OPEN_REQUIRED, what="an open entry")
        found = [one for one in items(given[_ONE_OF]) if not _is_nothing(one)]
        if len(items(given[_ONE_OF])) < 2 or not found:
            raise InputError("one card is not left open among several", given[_ONE_OF].at, expected=["one of: [A, B]"])
        noted = _pieces(given["each"]) if "each" in given else []
        cards = [_placed(one, zone, who, library, noted) for one in found]
        return _one_of(cards, len(found) < len(items(given[_ONE_OF])), who, entry.at)
    return [_placed(entry, zone, who, library)]


def _first_words(entry: Node) -> str:
    """What an entry is about: its text, or its one key."""
    if isinstance(entry, Mapping) and len(entry.pairs) == 1:
        return entry.pairs[0][0].text
    return entry.text if isinstance(entry, Scalar) else ""


def _open_card(who: Who) -> str:
    """What a card is called of which it is open which one it is."""
    return f"{who}'s open card"


def _is_nothing(entry: Node) -> bool:
    return isinstance(entry, Scalar) and entry.text == NOTHING


def _one_of(cards: Several[Placed], or_none: bool, who: Who, at: Position) -> list[Placed]:
    names = [card.name for card in cards]
    for number, card in enumerate(cards):
        if card.name in names[:number]:
            raise InputError(
                f"{card.name} is named twice; what is open of it is a note", card.at, expected=["NOTE: open"]
            )
    values = (*names, *([NOTHING] if or_none else []))
    choice = OpenChoice(_open_card(who), values, at)
    return [msgspec.structs.replace(card, choice=choice, alternative=number) for number, card in enumerate(cards)]


def _some_quick(entry: Node, zone: Zone, who: Who, library: Library, or_none: bool) -> list[Placed]:
    """Every card of the library that can be activated where it lies Set, as if they were named one by one."""
    if zone is not Zone.SPELLS:
        expected = [f"it in {Zone.SPELLS.value!r}", "one of: [A, B]"]
        raise InputError(f"a quick effect in {zone.value!r} needs a name", entry.at, expected=expected)
    noted = _pieces(entry.pairs[0][1]) if isinstance(entry, Mapping) else [_Piece("set", entry.at)]
    if not any(piece.words.startswith("set") and not piece.left_open for piece in noted):
        noted = [_Piece("set", entry.at), *noted]
    quick = [card for card in library.cards if card.is_quick]
    cards = [_placed(Scalar(card.name, False, entry.at), zone, who, library, noted) for card in quick]
    return _one_of(cards, or_none, who, entry.at)


def _placed(entry: Node, zone: Zone, who: Who, library: Library, noted: Several[_Piece] = ()) -> Placed:
    """A card's name, alone or as the key of what is said of it."""
    if isinstance(entry, Mapping):
        name, value = single(entry, "a card's entry")
        pieces = [*noted, *_pieces(value)]
    else:
        name, pieces = scalar(entry, "a card's name"), [*noted]
    card = library.card(name.text, name.at)
    check_place(card, zone, name.at)
    subjects = [_open_card(who) if number < len(noted) else card.name for number in range(len(pieces))]
    notes = [_note(piece, subject, library) for piece, subject in zip(pieces, subjects, strict=True)]
    plain = [note for note in notes if len(note.ways) == 1]
    several = [note for note in notes if len(note.ways) > 1]
    if len(several) > MOST_OPEN_NOTES:
        expected = [f"at most {MOST_OPEN_NOTES}"]
        raise InputError(f"{len(several)} open notes on one card", several[MOST_OPEN_NOTES].at, expected=expected)
    for note in several:
        for _, way in note.ways:
            _as_said(card, name.at, zone, who, [*plain, note], {note: way})
    if not several:
        return _as_said(card, name.at, zone, who, plain, {})
    variants = []
    for numbers in product(*(range(len(note.ways)) for note in several)):
        chosen = {note: note.ways[one][1] for note, one in zip(several, numbers, strict=True)}
        try:
            variants.append((numbers, _as_said(card, name.at, zone, who, notes, chosen)))
        except InputError as refused:
            impossible = refused
    if not variants:
        raise impossible
    open_notes = tuple(OpenChoice(one.words, tuple(word for word, _ in one.ways), one.at) for one in several)
    return msgspec.structs.replace(variants[0][1], notes=open_notes, variants=tuple(variants))


def _as_said(
    card: Card, at: Position, zone: Zone, who: Who, told: Several[_Told], chosen: dict[_Told, Note | None]
) -> Placed:
    """The card as it is where the open notes among those told are as chosen; raises where it cannot be so."""
    holding = [(chosen[one] if one in chosen else one.ways[0][1], one) for one in told]
    notes = [(note, one.at) for note, one in holding if note is not None]
    numbers = {note.kind: one.number for note, one in holding if note is not None}
    said = _said(notes, zone)
    face = _face(said, card, zone)
    return Placed(
        name=card.name,
        zone=zone,
        side=who,
        owner=Who(str(said["owner"][0].value)) if "owner" in said else who,
        at=at,
        face=face,
        position=_position(said, card, face) if zone == Zone.MONSTERS else "",
        set_this_turn="set this turn" in said,
        coin=str(said["coin"][0].value) if "coin" in said else "",
        copies=_copies(said),
        facts=tuple(str(note.value) for note, _ in notes if note.kind == "fact" and "no " not in str(note.value)),
        counters=numbers.get("counters", 0),
        attack=numbers.get("ATK"),
        happened=tuple(note.value for note, _ in notes if isinstance(note.value, Event)),
    )


def _pieces(value: Node) -> list[_Piece]:
    """The notes on a card as phrases: a text, a list of them, or pairs that are read as ``key value``."""
    pieces: list[_Piece] = []
    for item in items(value):
        if not isinstance(item, Mapping):
            found = scalar(item, "what is said of the card")
            pieces.append(_Piece(found.text, found.at))
            continue
        for key, said in item.pairs:
            words = scalar(said, f"what {key.text!r} says")
            if words.text == OPEN:
                pieces.append(_Piece(key.text, key.at, True))
            elif key.text in _NUMBERS or BOUNDS.fullmatch(words.text):
                pieces.append(_Piece(*joined((words.text, words.at), (key.text, key.at))))
            elif key.text in _SPOKEN:
                pieces.append(_Piece(_SPOKEN[key.text].format(_capital(key.text, words.text)), words.at))
            else:
                pieces.append(_Piece(*joined((key.text, key.at), (words.text, words.at))))
    if not pieces:
        raise InputError("nothing where a note on the card should be", value.at, expected=["set", "..."])
    return pieces


def _capital(key: str, word: str) -> str:
    return word.capitalize() if key == "position" else word


def _note(piece: _Piece, subject: str, library: Library) -> _Told:
    """The note on ``subject``, in every way in which it may hold; a card in it may be called by any of its names."""
    words, at = piece.words, piece.at
    if piece.left_open:
        return _open_note(words, at, subject, library)
    bounds = re.match(rf"{BOUNDS.pattern}(?= )", words)
    said = words if bounds is None else bounds[1] + words[bounds.end() :]
    by = re.fullmatch(r'by\s+"?([^"]+)"?', said)
    if by:
        said = f'by "{library.card(by[1], at.moved(by.start(1))).name}"'
    note = grammar.read_note(said, at)
    if note.kind in _NUMBERS:
        number = bounded(
            str(note.value) if bounds is None else bounds[0], f"{subject}: {note.kind}", 0, _NUMBERS[note.kind], at
        )
        return _Told(words, at, ((words, note),), number)
    if bounds is not None:
        raise InputError(f"{words!r} cannot be open", at, expected=[f"{bounds[0]} {kind}" for kind in _NUMBERS])
    return _Told(words, at, ((words, note),))


def _open_note(words: str, at: Position, subject: str, library: Library) -> _Told:
    """A note of which it is open whether it holds, or which of its values it has."""
    if words in _NUMBERS:
        number = bounded(OPEN, f"{subject}: {words}", 0, _NUMBERS[words], at)
        return _Told(words, at, ((words, Note(words, 0)),), number)
    if words in _VALUES:
        return _Told(f"{subject}: {words}", at, tuple((value, Note(words, value)) for value in _VALUES[words]))
    valid = [*_VALUES, *_NUMBERS]
    near = nearest(words, valid)
    if near or words.split(" ", maxsplit=1)[0] in _NEVER_OPEN:
        expected = [*valid, "a note that may hold or not"]
        raise InputError(f"{words!r} cannot be open", at, expected=expected, near=near)
    held = _note(_Piece(words, at), subject, library)
    return _Told(f"{subject}: {words}", at, (("no", None), ("yes", held.ways[0][1])), held.number)


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
