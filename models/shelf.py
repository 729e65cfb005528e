"""The shelf: which cards a file of cards holds, found without reading more of it than their names.

Parsing YAML takes some 20 microseconds an event, so a library of hundreds of cards is read entry by entry: one pass
splits a file at the lines that begin an entry and takes the names from those lines; an entry is parsed when its card
is asked for. A file that is not written that way is parsed as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from models.card import Card, read_card
from models.documents import Sequence, read_document, read_source, source_name
from models.errors import InputError, Position
from models.names import fold

_PLAIN = r"(?![\"'\[\]{}>|*&!%#`@?,-])(?:(?!: |:$| #).)+"
_HEAD = re.compile(rf"- name: (?P<name>{_PLAIN})\n  ja: (?P<ja>{_PLAIN})\n  (?=\S)")
_TOKEN = re.compile(r"^  kind: token\s*$", re.MULTILINE)
_COMMENT = re.compile(r"\s*#\s*(?:(?P<about>left out|needs grammar|unmodelled|effects|versions):\s*)?(?P<words>.*)")
_ALSO = "\n  also called:"


class Listed(msgspec.Struct):
    """A card that a file holds, by its names, which ``folded`` are as they are looked up.

    ``text`` is its entry, which begins at ``at``; empty where the file was read as a whole.
    """

    name: str
    ja: str
    also: tuple[str, ...]
    folded: tuple[str, ...]
    is_token: bool
    at: Position
    text: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the English one first."""
        return (self.name, self.ja, *self.also)


class Entry(Listed):
    """A card that a file holds, and the card itself once it has been asked for."""

    loaded: Card | None = None

    @property
    def card(self) -> Card:
        """The card; raises :class:`InputError`."""
        if self.loaded is None:
            self.loaded = _only(self.text, self.at)
        return self.loaded


def entries(path: Path) -> Iterator[Entry]:
    """The entries of a card file, in its order; raises :class:`InputError`."""
    source, text = source_name(path), read_source(path)
    parts = _parts(text)
    if parts is None:
        document = read_document(text, source)
        if not isinstance(document, Sequence):
            raise InputError("a file of cards is a list of them", document.at, expected=["- name: ..."])
        yield from (_entry(read_card(item)) for item in document.items)
        return
    for line, part in parts:
        at = Position(source, line, 3, part.split("\n", 1)[0])
        head = _HEAD.match(part)
        if head and _ALSO not in part:
            token = _TOKEN.search(part) is not None
            yield Entry(*_named(head["name"].strip(), head["ja"].strip()), token, at, part)
        else:
            yield _entry(_only(part, at), part)


def remarks(text: str, about: str) -> tuple[str, ...]:
    """What the comments of an entry say under a heading, as in ``# left out: ...``, each as one line."""
    found: list[list[str]] = []
    inside = False
    for line in text.split("\n"):
        said = _COMMENT.match(line)
        inside = said is not None and (said["about"] == about or (inside and said["about"] is None))
        if said is not None and inside:
            if said["about"] is not None:
                found.append([])
            found[-1].append(said["words"])
    return tuple(" ".join(words) for words in found)


def _entry(card: Card, text: str = "") -> Entry:
    return Entry(*_named(card.name, card.ja, card.also), card.is_token, card.at, text, card)


def _named(name: str, ja: str, also: tuple[str, ...] = ()) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """The names of an entry, and all of them folded, each once."""
    return name, ja, also, tuple(dict.fromkeys(map(fold, (name, ja, *also))))


def _only(text: str, at: Position) -> Card:
    """The card of a text that is a list of one."""
    document = read_document(text, at.source, first_line=at.line)
    if not isinstance(document, Sequence) or len(document.items) != 1:
        raise InputError("a file of cards is a list of them", document.at, expected=["- name: ..."])
    return read_card(document.items[0])


def _parts(text: str) -> list[tuple[int, str]] | None:
    """The line and text of each entry; None if the file is not plainly a list, an entry a dash at the margin."""
    if "\r" in text:
        return None
    parts: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("- "):
            parts.append((number, [line]))
        elif not line.strip() or line.startswith("#"):
            if parts:
                parts[-1][1].append(line)
        elif line.startswith("  ") and parts:
            parts[-1][1].append(line)
        else:
            return None
    return [(number, "\n".join(lines)) for number, lines in parts] or None
