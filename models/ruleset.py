"""Rulesets: for each clause of the procedure its value and who says so, and which card texts go with it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Map
from typing import TypeVar

import msgspec

from models.documents import Node, Scalar
from models.errors import InputError, Position, nearest
from models.fields import Fields, choice, date, fields, items, mapping, scalar, single, text

T = TypeVar("T")

REQUIRED, KEYS = ("id", "title", "day"), ("extends", "clauses")
WORDS_REQUIRED, WORDS_KEYS = ("en",), ("ja",)
SETTING_REQUIRED, SETTING_KEYS = ("value",), ("cites",)
TOLD = ("name", "says")
CITED = re.compile(r"(?P<text>.+), (?P<date>[0-9]{4}(?:-[0-9]{2}){0,2}|-)")


class Words(msgspec.Struct, frozen=True):
    """A text for people in English and, where there is one, in Japanese."""

    en: str
    ja: str = ""


class Told(msgspec.Struct, frozen=True):
    """What something is called for short in a language, and what it says there."""

    name: str
    says: str


class ToldClause(msgspec.Struct, frozen=True):
    """What a clause is called for short in a language, and its values by their ids."""

    name: str
    values: Map[str, Told]


class Clause(msgspec.Struct, frozen=True):
    """One rule on which rulesets differ: a question, and what each of its values means; ``ja`` is its Japanese."""

    id: str
    question: str
    values: Map[str, str]
    ja: ToldClause | None = None


class Citation(msgspec.Struct, frozen=True):
    """Who says so, and when: ``A09: office answer``, ``2009-10-28`` (a day, a month, a year, or ``-``)."""

    text: str
    date: str

    def __str__(self) -> str:
        """The citation as a ruleset's file writes it."""
        return f"{self.text}, {self.date}"


class Rule(msgspec.Struct, frozen=True):
    """A rule that every ruleset has: what it says, and who says so; nobody for rules of the whole game.

    ``ja`` is its Japanese.
    """

    id: str
    says: str
    cites: tuple[Citation, ...]
    ja: Told | None = None


class Setting(msgspec.Struct, frozen=True):
    """The value of a clause in a ruleset, and what it rests on."""

    value: str
    cites: tuple[Citation, ...] = ()


class Ruleset(msgspec.Struct, frozen=True, eq=False):
    """A value for every clause, and the day that picks among the texts of a card."""

    id: str
    title: Words
    day: datetime.date
    extends: str
    clauses: Map[str, Setting]
    at: Position

    def __getitem__(self, clause: str) -> str:
        """The value of the clause. An unknown clause is an error of the program, not of the user."""
        return self.clauses[clause].value

    def changed(self, values: Map[str, str]) -> Ruleset:
        """This ruleset with other values for some clauses, which nobody is cited for."""
        unknown = values.keys() - self.clauses.keys()
        if unknown:
            raise KeyError(*sorted(unknown))
        settings = {clause: Setting(value) for clause, value in values.items()}
        return msgspec.structs.replace(self, clauses={**self.clauses, **settings})

    def variant(self, values: Map[str, str]) -> Ruleset:
        """The same, under a name that tells what was changed: ``ocg with compelled first: opponent``."""
        words = ", ".join(f"{clause}: {value}" for clause, value in values.items())
        return msgspec.structs.replace(self.changed(values), id=f"{self.id} with {words}") if values else self


def read_flip(text: str, ruleset: Ruleset, clauses: Map[str, Clause]) -> tuple[str, str]:
    """A clause with another value than the ruleset's: ``CLAUSE: VALUE``, or ``CLAUSE`` where it has just one other.

    Raises :class:`InputError` for a clause or a value that there is not, and where the value has to be said.
    """
    name, said, value = (part.strip() for part in text.partition(":"))
    if name not in clauses:
        raise InputError(f"no clause is called {name[:80]!r}", expected=clauses, near=nearest(name[:200], clauses))
    others = [one for one in clauses[name].values if one != ruleset[name]]
    if not said and len(others) == 1:
        return name, others[0]
    if value not in others:
        message = f"{value[:80]!r} is no other value of the clause {name!r}" if said else f"which value of {name!r}?"
        raise InputError(message, expected=[f"{name}: {one}" for one in others], near=nearest(value[:200], others))
    return name, value


def read_clauses(node: Node) -> dict[str, Clause]:
    """The clauses that a document lists, by id; raises :class:`InputError`."""

    def read(name: str, given: Fields) -> Clause:
        values = {key.text: text(meaning) for key, meaning in mapping(given["values"], "the values").pairs}
        ja = given.read("ja", lambda node: _told_clause(node, values), None)
        return Clause(name, text(given["question"]), values, ja)

    return _listed(node, "clause", ["question", "values"], read)


def read_rules(node: Node) -> dict[str, Rule]:
    """The rules that a document lists, by id; raises :class:`InputError`."""

    def read(name: str, given: Fields) -> Rule:
        return Rule(name, text(given["says"]), _cites(given["cites"]), given.read("ja", _told, None))

    return _listed(node, "rule", ["says", "cites"], read)


def _told_clause(node: Node, values: Iterable[str]) -> ToldClause:
    """The ``name`` and the ``values`` of a clause in a language: each of its values, and no other."""
    given = fields(node, allowed=(), required=("name", "values"), what="the Japanese of a clause")
    told = fields(given["values"], allowed=(), required=tuple(values), what="the Japanese of the values")
    return ToldClause(text(given["name"]), {value: _told(told[value]) for value in values})


def _told(node: Node) -> Told:
    given = fields(node, allowed=(), required=TOLD, what="a text in Japanese")
    return Told(text(given["name"]), text(given["says"]))


def _listed(node: Node, what: str, keys: Iterable[str], read: Callable[[str, Fields], T]) -> dict[str, T]:
    """What a document lists, by id; ``read`` makes one of its id and of what else it is given."""
    found: dict[str, T] = {}
    for item in items(node):
        given = fields(item, allowed=("ja",), required=["id", *keys], what=f"a {what}")
        name = scalar(given["id"], f"a {what}'s id")
        if name.text in found:
            raise InputError(f"a second {what} {name.text!r}", name.at)
        found[name.text] = read(name.text, given)
    return found


def read_ruleset(node: Node, clauses: Map[str, Clause], extended: Callable[[Node], Ruleset]) -> Ruleset:
    """The ruleset of a document; ``extended`` finds the one it names as extended. Raises :class:`InputError`."""
    given = fields(node, allowed=KEYS, required=REQUIRED, what="a ruleset")
    base = given.read("extends", extended, None)
    settings = dict(base.clauses) if base else {}
    pairs = mapping(given["clauses"], "the clauses").pairs if "clauses" in given else ()
    valid = {name: tuple(clause.values) for name, clause in clauses.items()}
    for key, value in pairs:
        name = choice(valid, "a clause")(key)
        settings[name] = _setting(value, valid[name])
    for name, values in valid.items():
        if name not in settings:
            raise InputError(f"the clause {name!r} has no value", given.at, expected=values)
    in_order = {name: settings[name] for name in clauses}
    return Ruleset(
        id=text(given["id"]),
        title=read_words(given["title"]),
        day=date(given["day"]),
        extends=base.id if base else "",
        clauses=in_order,
        at=given.at,
    )


def read_words(node: Node) -> Words:
    """A text for people: plain English, or ``en`` and ``ja``."""
    if isinstance(node, Scalar):
        return Words(text(node))
    given = fields(node, allowed=WORDS_KEYS, required=WORDS_REQUIRED, what="a text in two languages")
    return Words(text(given["en"]), given.read("ja", text, ""))


def _setting(node: Node, values: tuple[str, ...]) -> Setting:
    """A value, or ``value`` with ``cites``."""
    read = choice(values, "a value of this clause")
    if isinstance(node, Scalar):
        return Setting(read(node))
    given = fields(node, allowed=SETTING_KEYS, required=SETTING_REQUIRED, what="a clause")
    return Setting(read(given["value"]), given.read("cites", _cites, ()))


def _cites(node: Node) -> tuple[Citation, ...]:
    return tuple(_citation(item) for item in items(node))


def _citation(node: Node) -> Citation:
    """``A09: office answer, 2009-10-28``: as text, or as the pair that YAML makes of it without quotes."""
    if isinstance(node, Scalar):
        words, at = text(node), node.at
    else:
        key, value = single(node, "a citation")
        words, at = f"{key.text}: {text(value)}", key.at
    found = CITED.fullmatch(words)
    if found is None:
        example = "who says so and when, as 'A09: office answer, 2009-10-28'"
        raise InputError("a citation without a date", at, expected=[example])
    return Citation(found["text"], found["date"])
