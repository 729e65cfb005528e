"""Rulings: one official answer each, as boards and claims about them that can be checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Map
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from models.board import PLAYERS, Board
from models.documents import Mapping, Node
from models.errors import InputError, Position
from models.fields import choice, fields, items, mapping, scalar, text, texts
from models.formula import Formula
from models.phrase import Condition, Moment, Who, Wish
from models.ruleset import Words, read_words

if TYPE_CHECKING:
    from models.library import Library

STATUSES = ("settled", "pending", "superseded", "disputed", "note")

ONLY_CASE = ("board", "claims", "wants")
CONTENTS = ("board", "cases", "unmodelled", "note")
REQUIRED = ("ruling", "source", "status", "rulesets")
KEYS = ("also", "asks", "answers", "tags", "cases", "unmodelled", "note", *ONLY_CASE)
SOURCE_REQUIRED = ("authority",)
SOURCE_KEYS = ("of", "id", "answered", "cites")
ANSWERED = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}|-")


class Source(msgspec.Struct, frozen=True):
    """Where an answer comes from: who answered, for whom or in which collection, under which number, and when.

    ``answered`` is a day, a month, a year, or ``-`` when that is not known.
    """

    authority: str
    of: str = ""
    id: str = ""
    answered: str = "-"
    cites: tuple[str, ...] = ()


class Claim(msgspec.Struct, frozen=True):
    """One statement about a board; ``kind`` is its key in the file and tells which other fields it uses.

    * possible, ``possible despite PLAYER``, impossible, always, inevitable, ``PLAYER can enforce``, ``PLAYER cannot
      enforce``: ``condition``;
    * until: ``condition`` and, up to there, ``keeps``;
    * formula: ``formula``;
    * can, cannot: ``moment``;
    * after: the ``line`` that a play begins with, and what then holds, ``inner``;
    * outcomes: ``count``, the number of distinct outcomes, or ``outcomes``, exactly these;
    * best play: ``wants``, the ``line`` that follows from it, and in ``condition`` what it leads to.

    ``text`` is what the file says after the key, in one line.
    """

    kind: str
    text: str
    at: Position
    condition: Condition | None = None
    moment: Moment | None = None
    outcomes: tuple[Condition, ...] = ()
    count: int | None = None
    wants: Map[Who, tuple[Wish, ...]] = {}
    line: tuple[Moment, ...] = ()
    keeps: Condition | None = None
    formula: Formula | None = None
    inner: Claim | None = None

    @property
    def player(self) -> Who | None:
        """The player whose power an "enforce" or a "despite" claim is about."""
        return next((who for who in PLAYERS if self.kind.startswith(f"{who} ") or self.kind.endswith(f" {who}")), None)

    def __str__(self) -> str:
        """The claim as its file writes it."""
        return f"{self.kind}: {self.text}"


class Case(msgspec.Struct, frozen=True):
    """A board with what the answer says of it; ``rulesets`` are those under which it is to hold."""

    title: str
    rulesets: tuple[str, ...]
    board: Board
    claims: tuple[Claim, ...]
    wants: Map[Who, tuple[Wish, ...]]
    at: Position


class Answer(msgspec.Struct, frozen=True, eq=False):
    """One official answer. ``unmodelled`` says why it has no cases; ``note`` is the text of a mere note."""

    id: str
    also: tuple[str, ...]
    asks: Words
    answers: Words
    source: Source
    status: str
    rulesets: tuple[str, ...]
    tags: tuple[str, ...]
    unmodelled: str
    note: str
    at: Position


class Ruling(Answer, frozen=True, eq=False, dict=True):
    """An official answer with its cases.

    ``read_cases`` reads them, which takes the grammar and the cards; ask for :attr:`cases`, which keeps them.
    """

    read_cases: Callable[[], tuple[Case, ...]]

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases of the answer, read on first use; raises :class:`InputError`."""
        return self.read_cases()

    @property
    def is_read(self) -> bool:
        """Whether the cases have been asked for."""
        return "cases" in self.__dict__


def cases_for(ruling: Ruling, ruleset: str) -> list[Case]:
    """The boards to check under a ruleset: those meant for it, or else those meant for the whole ruling."""
    meant = [case for case in ruling.cases if ruleset in case.rulesets]
    return meant or [case for case in ruling.cases if case.rulesets == ruling.rulesets]


def rulesets_of(ruling: Ruling) -> tuple[str, ...]:
    """Every ruleset that the ruling or one of its boards speaks about, in order."""
    found = [*ruling.rulesets]
    if not ruling.note and not ruling.unmodelled:
        found += [name for case in ruling.cases for name in case.rulesets]
    return tuple(dict.fromkeys(found))


def read_ruling(node: Node, library: Library) -> Ruling:
    """The ruling that a document describes; raises :class:`InputError`."""
    given = fields(node, allowed=KEYS, required=REQUIRED, what="a ruling")
    status = choice(STATUSES, "a status")(given["status"])
    contents = [key for key in CONTENTS if key in given]
    if not contents:
        raise InputError("a ruling with nothing to check", given.at, expected=CONTENTS)
    if len(contents) > 1:
        message = f"{contents[1]!r} beside {contents[0]!r}"
        raise InputError(message, given.keys_at[contents[1]], expected=["one of them"])
    if (status == "note") != (contents == ["note"]):
        message = "a ruling has the key 'note' if its status is 'note', and only then"
        raise InputError(message, given["status"].at)
    for key in ("claims", "wants"):
        if key in given and contents != ["board"]:
            raise InputError(f"{key!r} without 'board'", given.keys_at[key], expected=["board: ..."])
    rulesets = read_rulesets(given["rulesets"], library)
    nodes = _case_nodes(given["cases"]) if "cases" in given else (_only(node, ONLY_CASE),)

    def read_cases() -> tuple[Case, ...]:
        return tuple(read_case(case, rulesets, library) for case in nodes)

    return Ruling(
        id=text(given["ruling"]),
        also=given.read("also", texts, ()),
        asks=given.read("asks", read_words, Words("")),
        answers=given.read("answers", read_words, Words("")),
        source=_source(given["source"]),
        status=status,
        rulesets=rulesets,
        tags=given.read("tags", texts, ()),
        unmodelled=given.read("unmodelled", text, ""),
        note=given.read("note", text, ""),
        at=given.at,
        read_cases=read_cases if contents[0] in {"board", "cases"} else tuple,
    )


def read_case(node: Node, rulesets: tuple[str, ...], library: Library) -> Case:
    """A board with its claims; ``rulesets`` are those of a case that names none. Raises :class:`InputError`."""
    from models.claims import read_case_claims  # noqa: PLC0415  (the grammar is slow to load)

    return read_case_claims(node, rulesets, library)


def read_rulesets(node: Node, library: Library) -> tuple[str, ...]:
    """The ids of rulesets, all of which the library knows."""
    known = choice(library.ruleset_ids, "a ruleset")
    found = tuple(known(item) for item in items(node))
    if not found:
        raise InputError("no ruleset", node.at, expected=library.ruleset_ids)
    return found


def _case_nodes(node: Node) -> tuple[Node, ...]:
    if not items(node):
        raise InputError("a ruling without cases", node.at, expected=["- board: ..."])
    return items(node)


def _only(node: Node, keys: tuple[str, ...]) -> Mapping:
    """The pairs of a ruling that make up its only case."""
    found = mapping(node, "a ruling")
    return Mapping(tuple((key, value) for key, value in found.pairs if key.text in keys), found.at)


def _source(node: Node) -> Source:
    given = fields(node, allowed=SOURCE_KEYS, required=SOURCE_REQUIRED, what="a source")
    answered = "-"
    if "answered" in given:
        found = scalar(given["answered"], "a day")
        answered = found.text
        if not ANSWERED.fullmatch(answered):
            raise InputError(f"{answered!r} is no day or year", found.at, expected=["2012-09-21", "2012", "-"])
    return Source(
        authority=text(given["authority"]),
        of=given.read("of", text, ""),
        id=given.read("id", text, ""),
        answered=answered,
        cites=given.read("cites", texts, ()),
    )
