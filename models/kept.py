"""What is kept of the library in an archive: cards, rulings and rules as they were read, with their places.

A record is made once its card or ruling has been read, so an archive grows with what is asked for. A ruling's record
says of which text it was made; all others are of the files that the archive's stamp covers.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable

import msgspec

from models.archive import digest
from models.board import Board
from models.card import Card, Effect, Version
from models.ruleset import Clause, Rule
from models.ruling import Answer, Case, Ruling
from models.shelf import Entry, Listed

MOST_BOARDS = 16
"""So many boards of one's own are kept."""


class KeptShelf(msgspec.Struct, frozen=True):
    """The entries of all card files."""

    entries: tuple[Listed, ...]

    @staticmethod
    def of(entries: Iterable[Entry]) -> KeptShelf:
        """What is kept of the entries, of which some may come again."""
        each = {entry.name: entry for entry in entries}.values()
        return KeptShelf(tuple(Listed(*(getattr(one, name) for name in Listed.__struct_fields__)) for one in each))


class KeptText(msgspec.Struct, frozen=True):
    """A version of a card's text, with its effects."""

    since: datetime.date | None
    until: datetime.date | None
    effects: tuple[Effect, ...]


class KeptCard(msgspec.Struct, frozen=True):
    """A card without its versions, and these."""

    card: Card
    texts: tuple[KeptText, ...]

    @staticmethod
    def of(card: Card) -> KeptCard:
        """What is kept of a card, for which all its texts are read; raises InputError."""
        texts = tuple(KeptText(one.since, one.until, one.effects) for one in card.versions)
        return KeptCard(msgspec.structs.replace(card, versions=()), texts)

    @property
    def whole(self) -> Card:
        """The card."""
        return msgspec.structs.replace(self.card, versions=tuple(map(_version, self.texts)))


def _version(text: KeptText) -> Version:
    return Version(text.since, text.until, bool(text.effects), lambda: text.effects)


class KeptClauses(msgspec.Struct, frozen=True):
    """All clauses, by id."""

    clauses: dict[str, Clause]


class KeptRules(msgspec.Struct, frozen=True):
    """All rules, by id."""

    rules: dict[str, Rule]


class KeptRuling(msgspec.Struct, frozen=True):
    """An answer as its text of this digest gives it, with its cases where they have been read."""

    text: bytes
    answer: Answer
    cases: tuple[Case, ...] | None

    @staticmethod
    def of(ruling: Ruling, text: str) -> KeptRuling:
        """What is kept of a ruling that was read in ``text``."""
        answer = Answer(*(getattr(ruling, name) for name in Answer.__struct_fields__))
        cases = ruling.cases if ruling.is_read else None
        return KeptRuling(text_digest(text), answer, cases)

    def whole(self, read_cases: Callable[[], tuple[Case, ...]]) -> Ruling:
        """The ruling, whose cases ``read_cases`` gives."""
        return Ruling(**{name: getattr(self.answer, name) for name in Answer.__struct_fields__}, read_cases=read_cases)


class KeptBoard(msgspec.Struct, frozen=True):
    """A board of one's own, by the text it was read in and what errors call that."""

    text: bytes
    board: Board


class KeptBoards(msgspec.Struct, frozen=True):
    """The boards of one's own that were read last, the latest first."""

    boards: tuple[KeptBoard, ...] = ()

    def find(self, text: bytes) -> Board | None:
        """The board of a text, given by its digest."""
        return next((kept.board for kept in self.boards if kept.text == text), None)

    def joined(self, text: bytes, board: Board) -> KeptBoards:
        """With one more, and the oldest left out."""
        return KeptBoards((KeptBoard(text, board), *self.boards)[:MOST_BOARDS])


def text_digest(text: str, name: str = "") -> bytes:
    """The digest of a file's text, and of what errors call the file where that is kept too."""
    return digest(text.encode(), name.encode())
