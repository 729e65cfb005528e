"""Specs: which boards a sweep covers."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from explorer.atlas.situations import Sort
from models.documents import Mapping, Node, read_document
from models.errors import InputError, nearest
from models.fields import choice, fields, integer, items, scalar, texts
from models.library import Library

FACING, TOGETHER = "facing", "together"
SEATS = (FACING, TOGETHER)
"""Cards of different players, whoever has which, and cards of the same one."""

NONE, REMOVING, ALL = "none", "removing", "all"
"""No quick effect, one that can take away a card that only applies something, and every one of the library."""

KEYS = ("cards", "together", "situations", "seats", "rulesets", "quick", "max states")
MOST_TOGETHER = 4
MOST_STATES = 20_000
"""The states at which a board is given up, and recorded as partial, unless told otherwise."""

SUFFIXES = (".yaml", ".yml")


class Spec(NamedTuple):
    """A sweep: so many ``cards`` (all of the library's where none is named) ``together`` on a board, and how.

    ``seats`` count where no card lingers on another; else they follow from that. ``quick`` are the quick effects that
    a player may have besides: ``none``, ``removing``, ``all``, or names.
    """

    cards: tuple[str, ...] = ()
    together: int = 2
    situations: tuple[Sort, ...] = (Sort.DUE, Sort.LINGERS, Sort.DISCARDED, Sort.STANDS)
    seats: tuple[str, ...] = (FACING,)
    rulesets: tuple[str, ...] = ("ocg", "tcg")
    quick: tuple[str, ...] = (REMOVING,)
    states: int = MOST_STATES

    @property
    def words(self) -> str:
        """The spec as one line, by which two are told apart."""
        return "; ".join(f"{name}: {value}" for name, value in zip(self._fields, map(_listed, self), strict=True))


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


NAMED = {"pairs": Spec(), "triples": Spec(together=3, situations=(Sort.DUE, Sort.LINGERS), quick=(NONE,))}
"""The specs that have a name."""


def as_spec(argument: str, library: Library) -> Spec:
    """The spec that an argument names: ``pairs``, ``triples``, or a file; raises InputError."""
    if argument in NAMED:
        return NAMED[argument]
    if argument.endswith(SUFFIXES):
        return read_spec(read_document(Path(argument)), library)
    expected = [*NAMED, "a YAML file"]
    raise InputError(f"no sweep is called {argument[:80]!r}", expected=expected, near=nearest(argument, NAMED))


def read_spec(node: Node, library: Library) -> Spec:
    """The spec that a document tells: a list of cards, or a mapping; raises InputError."""
    if not isinstance(node, Mapping):
        return Spec(cards=_cards(node, library))
    given = fields(node, allowed=KEYS, what="a sweep")
    usual = Spec()
    return Spec(
        cards=() if "cards" not in given or _is_word(given["cards"], ALL) else _cards(given["cards"], library),
        together=given.read("together", integer(1, MOST_TOGETHER), usual.together),
        situations=given.read("situations", _sorts, usual.situations),
        seats=given.read("seats", lambda one: tuple(choice(SEATS)(seat) for seat in items(one)), usual.seats),
        rulesets=given.read("rulesets", lambda one: _rulesets(one, library), usual.rulesets),
        quick=given.read("quick", lambda one: _quick(one, library), usual.quick),
        states=given.read("max states", integer(1, 10_000_000), usual.states),
    )


def _is_word(node: Node, word: str) -> bool:
    return texts(node) == (word,) if not isinstance(node, Mapping) else False


def _cards(node: Node, library: Library) -> tuple[str, ...]:
    names = [scalar(one, "a card's name") for one in items(node)]
    if not names:
        raise InputError("a sweep of no cards", node.at, expected=["cards: all", "a list of names"])
    return tuple(dict.fromkeys(library.card(name.text, name.at).name for name in names))


def _sorts(node: Node) -> tuple[Sort, ...]:
    read = choice([sort.value for sort in Sort])
    return tuple(Sort(read(one)) for one in items(node))


def _rulesets(node: Node, library: Library) -> tuple[str, ...]:
    """Rulesets of the library: a worker elsewhere has no file of one's own."""
    read = choice(library.ruleset_ids, "a ruleset")
    found = tuple(dict.fromkeys(read(one) for one in items(node)))
    if not found:
        raise InputError("a sweep under no ruleset", node.at, expected=library.ruleset_ids)
    return found


def _quick(node: Node, library: Library) -> tuple[str, ...]:
    named = [scalar(one, "a quick effect") for one in items(node)]
    words = (NONE, REMOVING, ALL)
    return tuple(one.text if one.text in words else library.card(one.text, one.at).name for one in named)
