"""Laying: situations of cards, each on a player's side, put together to a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from explorer.atlas.situations import PLAIN, Need, Situation, Sort, Subject
from explorer.game.nouns import describes
from models.board import ON_FIELD, PLAYERS, Board, Zone, read_board
from models.documents import Mapping, Node, Scalar
from models.documents import Sequence as Listed
from models.errors import Position
from models.library import Library
from models.phrase import Who
from models.writing import Plain, written

HAND_LIMIT = 6
"""The cards that a hand may hold: with one more the turn player has to discard."""

DECK = 5
"""How many unnamed cards a Deck holds beside those that an effect looks for."""


class Part(NamedTuple):
    """A situation on the side of the player who uses the card; ``on`` is the part whose card it lingers on, if any."""

    situation: Situation
    who: Who
    on: int | None = None

    def __str__(self) -> str:
        return f"{self.situation} of {self.who}"


@dataclass(frozen=True)
class Laid:
    """A board of parts, as text and as it is read."""

    text: str
    board: Board


class Table:
    """Where boards are laid: it knows the cards, and which monsters do nothing."""

    def __init__(self, library: Library) -> None:
        """Lay cards of the library."""
        self.library = library
        self._plain = tuple(card.name for card in library.cards if card.kind == PLAIN)

    def fits(self, parts: Sequence[Part]) -> bool:
        """Whether each part that lingers on another's card could be about that card, where it lies."""
        return all(part.on is None or self._can_be_about(part, parts[part.on]) for part in parts)

    def _can_be_about(self, part: Part, other: Part) -> bool:
        subject, lies = part.situation.subject, other.situation
        if subject is None or subject.noun is None or lies.zone is not subject.zone or lies.sort is Sort.QUICK:
            return False
        held = part.who if subject.own_side else _other(part.who)
        return held is other.who and describes(self.library.card(lies.card), subject.noun)

    def laid(self, parts: Sequence[Part]) -> Laid:
        """The board of the parts; raises InputError where it cannot be laid: no room, or too many copies of a card."""
        document = _Setting(self.library, self._plain).document(parts)
        return Laid(written(document), read_board(_node(document), self.library))


@dataclass
class _Setting:
    """A board as far as it has been put up."""

    library: Library
    plain: Sequence[str]
    entries: dict[tuple[Who, Zone], list[Plain]] = field(default_factory=dict)
    unnamed: Counter[tuple[Who, Zone]] = field(default_factory=Counter)
    deeds: dict[Who, list[str]] = field(default_factory=dict)
    lingering: list[Plain] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)

    def document(self, parts: Sequence[Part]) -> dict[str, Plain]:
        """The board's document."""
        names = {part.situation.card for part in parts}
        self.plain = [name for name in self.plain if name not in names]
        for number, part in enumerate(parts):
            if part.situation.zone is not None:
                lent = any(one.on == number and _takes(one.situation.subject) for one in parts)
                self._put(part.situation.card, part.who, part.situation.zone, part.situation.says, lent)
            self.deeds.setdefault(part.who, []).extend(part.situation.deeds)
        for part in parts:
            if part.situation.sort is Sort.LINGERS:
                self._linger(part, parts)
        for part in parts:
            for need in part.situation.needs:
                if part.situation.sort is not Sort.QUICK or need.zone not in ON_FIELD:
                    self._supply(need, part.who if need.own_side else _other(part.who))
        if any(part.situation.sort is Sort.DISCARDED for part in parts):
            named = len(self.entries.get((Who.TURN, Zone.HAND), ()))
            self.unnamed[Who.TURN, Zone.HAND] = max(self.unnamed[Who.TURN, Zone.HAND], HAND_LIMIT + 1 - named)
        found: dict[str, Plain] = {who.value: side for who in PLAYERS if (side := self._side(who))}
        return {**found, "lingering": self.lingering} if self.lingering else found

    def _put(self, name: str, side: Who, zone: Zone, says: Sequence[str], lent: bool = False) -> None:
        notes: list[Plain] = [*([f"owner {_other(side)}"] if lent else []), *says]
        entry: Plain = {name: notes[0] if len(notes) == 1 else notes} if notes else name
        self.entries.setdefault((side, zone), []).append(entry)

    def _linger(self, part: Part, parts: Sequence[Part]) -> None:
        subject, card = part.situation.subject, part.situation.card
        entry: dict[str, Plain] = {"card": card, "by": part.who.value}
        if part.on is not None:
            entry["on"] = [parts[part.on].situation.card]
        elif subject is not None:
            name = subject.name or self._bystander()
            side = part.who if subject.own_side else _other(part.who)
            hidden = subject.face_down and subject.zone in ON_FIELD
            self._put(name, side, subject.zone, ["set"] if hidden else [], subject.own_side is not subject.own_card)
            entry["on"] = [name]
        self.lingering.append(entry)

    def _supply(self, need: Need, side: Who) -> None:
        if need.unnamed:
            self.unnamed[side, need.zone] = max(self.unnamed[side, need.zone], need.unnamed)
        else:
            self._put(need.name or self._bystander(), side, need.zone, ["set"] if need.face_down else [])

    def _bystander(self) -> str:
        """A monster that does nothing, another one each time as long as there are any."""
        name = min(self.plain, key=lambda one: (self.used[one], self.plain.index(one)))
        self.used[name] += 1
        return name

    def _side(self, who: Who) -> dict[str, Plain]:
        side: dict[str, Plain] = {}
        for zone in Zone:
            there = list(self.entries.get((who, zone), ()))
            number = self.unnamed[who, zone]
            if zone is Zone.DECK and there:
                number = max(number, DECK)
            if number:
                there.append(f"{number} unnamed card{'s' if number > 1 else ''}")
            if there:
                side[zone.value] = there
        if self.deeds.get(who):
            side["this turn"] = list(dict.fromkeys(self.deeds[who]))
        return side


def _takes(subject: Subject | None) -> bool:
    """Whether the card is on a side that is not its owner's."""
    return subject is not None and subject.own_side is not subject.own_card


def _other(who: Who) -> Who:
    return Who.OPPONENT if who is Who.TURN else Who.TURN


_NOWHERE = Position("atlas", 1, 1)


def _node(data: Plain) -> Node:
    """The document of plain data, as its text would be read."""
    if isinstance(data, str):
        return Scalar(data, True, _NOWHERE)
    if data is None:
        return Scalar("", False, _NOWHERE)
    if isinstance(data, dict):
        return Mapping(tuple((Scalar(key, False, _NOWHERE), _node(value)) for key, value in data.items()), _NOWHERE)
    return Listed(tuple(_node(one) for one in _items(data)), _NOWHERE)


def _items(data: Plain) -> Iterator[Plain]:
    assert isinstance(data, list | tuple)
    yield from data
