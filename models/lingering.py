"""Lingering effects: which card's, activated by whom, on which cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence as Several
from typing import TYPE_CHECKING

from models.board import PLAYERS, Lingering, Side, Zone
from models.documents import Mapping, Node, Scalar
from models.errors import InputError, Position, nearest
from models.fields import fields, items, scalar
from models.names import fold
from models.phrase import Who

if TYPE_CHECKING:
    from models.library import Library

MOST_LINGERING = 100
REQUIRED = ("card", "by")
KEYS = ("on",)

_PLAYER = re.compile(r"\s+by\s+(?:the\s+)?(turn player|opponent)(?:\s+on\s+|$)")
_BY = re.compile(r"\s+by(?:\s+|$)")
_ON = re.compile(r"\s+on(?:\s+|$)")
_BETWEEN = re.compile(r"\s*,\s*and\s+|\s*,\s*|\s+and\s+")


def read_lingering(node: Node, sides: Several[Side], library: Library) -> tuple[Lingering, ...]:
    """The lingering effects of a board whose sides are already read; raises :class:`InputError`."""
    entries = items(node)
    if len(entries) > MOST_LINGERING:
        message = f"{len(entries)} lingering effects"
        raise InputError(message, entries[MOST_LINGERING].at, expected=[f"at most {MOST_LINGERING}"])
    affected = _Affected(sides, library)
    return tuple(
        _pairs(entry, affected, library)
        if isinstance(entry, Mapping)
        else _sentence(scalar(entry, "a lingering effect"), affected, library)
        for entry in entries
    )


class _Affected:
    """The cards that an effect can still be about: those on the field, and those banished for a while."""

    def __init__(self, sides: Several[Side], library: Library) -> None:
        self.library = library
        self.number: Counter[str] = Counter()
        self.known: dict[str, str] = {}
        for side in sides:
            for placed in side.cards:
                if placed.choice is None and (placed.on_field or placed.zone in (Zone.BANISHED, Zone.HAND)):
                    self.number[placed.name] += placed.copies
                    card = library.card(placed.name)
                    self.known.update((fold(name), card.name) for name in (card.name, card.ja, *card.also))

    def names(self, text: str, at: Position) -> list[tuple[str, Position]]:
        """The names in a list such as ``A, B and C``, each with its place; a name may hold a comma itself."""
        found: list[tuple[str, Position]] = []
        start = 0
        while start < len(text):
            ends = [(gap.start(), gap.end()) for gap in _BETWEEN.finditer(text, start)]
            ends.append((len(text), len(text)))
            fits = [(end, after) for end, after in ends if fold(text[start:end]) in self.known]
            if not fits:
                raise self._not_there(text[start : ends[0][0]], at.moved(start))
            end, after = fits[-1]
            found.append((self.known[fold(text[start:end])], at.moved(start)))
            start = after
        return found

    def checked(self, found: list[tuple[str, Position]]) -> tuple[str, ...]:
        """The names, none of which is named more often than it is there."""
        named: Counter[str] = Counter()
        for name, at in found:
            named[name] += 1
            if named[name] > self.number[name]:
                raise InputError(f"{name} is named {named[name]} times, but fewer are there", at)
        return tuple(name for name, _ in found)

    def _not_there(self, word: str, at: Position) -> InputError:
        near = nearest(word, self.number)
        return InputError(
            f"{word!r} is neither on the field of this board nor banished", at, expected=self.number, near=near
        )


def said_of_lingering(entry: Scalar) -> tuple[str, Who, int]:
    """The card and the player of ``CARD by PLAYER on NAMES``, and where in the text the names begin.

    Raises InputError where the player is not told.
    """
    found = _PLAYER.search(entry.text)
    if found is None:
        raise _ownerless(entry)
    return entry.text[: found.start()], Who(found[1]), found.end()


def _sentence(entry: Scalar, affected: _Affected, library: Library) -> Lingering:
    """``CARD by PLAYER`` or ``CARD by PLAYER on NAMES``."""
    name, who, behind = said_of_lingering(entry)
    card = library.card(name, entry.at)
    names = affected.names(entry.text[behind:], entry.at.moved(behind))
    return Lingering(card.name, who, affected.checked(names), entry.at)


def _ownerless(entry: Scalar) -> InputError:
    form = ["CARD by turn player", "CARD by opponent on NAME, NAME"]
    by = _BY.search(entry.text)
    if by is None:
        return InputError("a lingering effect without its owner", entry.at.moved(len(entry.text)), expected=form)
    after = entry.text[by.end() :]
    on = _ON.search(after)
    return _no_such_player(after[: on.start()] if on else after, entry.at.moved(by.end()))


def _no_such_player(word: str, at: Position) -> InputError:
    players = [who.value for who in PLAYERS]
    message = f"a lingering item whose owner does not exist: {word!r}"
    return InputError(message, at, expected=players, near=nearest(word, players))


def _pairs(entry: Mapping, affected: _Affected, library: Library) -> Lingering:
    """The same as ``card``, ``by`` and ``on``."""
    given = fields(entry, allowed=KEYS, required=REQUIRED, what="a lingering effect")
    named = scalar(given["card"], "a card's name")
    owner = scalar(given["by"], "a player")
    word = owner.text.removeprefix("the ")
    if word not in [who.value for who in PLAYERS]:
        raise _no_such_player(owner.text, owner.at)
    names = [scalar(item, "a card's name") for item in items(given["on"])] if "on" in given else []
    found = [pair for name in names for pair in affected.names(name.text, name.at)]
    card = library.card(named.text, named.at)
    return Lingering(card.name, Who(word), affected.checked(found), entry.at)
