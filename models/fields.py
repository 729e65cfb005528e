"""Fields: what a document says, checked and turned into values, with errors that point and propose."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from models.documents import Mapping, Node, Scalar, Sequence
from models.errors import InputError, Position, nearest

T = TypeVar("T")

MOST_CHARACTERS = 20_000
YES_NO = ("yes", "no")
INTEGER = re.compile(r"-?[0-9]{1,12}")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Fields(dict[str, Node]):
    """The values of a mapping by key, with the place of each key."""

    def __init__(self, mapping: Mapping) -> None:
        """Take the pairs of ``mapping``, whose keys are known to be right."""
        super().__init__((key.text, value) for key, value in mapping.pairs)
        self.at = mapping.at
        self.keys_at = {key.text: key.at for key, _ in mapping.pairs}

    def read(self, key: str, reader: Callable[[Node], T], default: T) -> T:
        """What ``reader`` makes of the value of ``key``, or ``default`` where there is none."""
        return reader(self[key]) if key in self else default


def mapping(node: Node, what: str) -> Mapping:
    """The node, which must be a mapping."""
    if isinstance(node, Mapping):
        return node
    raise InputError(f"{_shown(node)} where {what} should be", node.at, expected=[f"{what}, as 'key: value' lines"])


def fields(node: Node, *, allowed: Collection[str], required: Iterable[str] = (), what: str) -> Fields:
    """The fields of ``what``: unknown keys are refused with the nearest key, missing ones by name."""
    found = mapping(node, what)
    valid = [*required, *(key for key in allowed if key not in set(required))]
    for key, _ in found.pairs:
        if key.text not in valid:
            near = nearest(key.text, valid)
            raise InputError(f"{what} has no key {key.text!r}", key.at, expected=() if near else valid, near=near)
    given = Fields(found)
    for name in required:
        if name not in given:
            raise InputError(f"{what} needs the key {name!r}", found.at, expected=[f"{name}: ..."])
    return given


def single(node: Node, what: str) -> tuple[Scalar, Node]:
    """The one pair of a mapping with a single key."""
    found = mapping(node, what)
    if len(found.pairs) != 1:
        at = found.pairs[1][0].at if found.pairs else found.at
        message = f"{what} has one key, not {len(found.pairs)}"
        raise InputError(message, at, expected=["one key (with quotes if there is a ',' in it)"])
    return found.pairs[0]


def scalar(node: Node, what: str = "text") -> Scalar:
    """The node, which must be text, and not empty."""
    if not isinstance(node, Scalar):
        raise InputError(f"{_shown(node)} where {what} should be", node.at, expected=[what])
    if not node.text:
        raise InputError(f"nothing where {what} should be", node.at, expected=[what])
    if len(node.text) > MOST_CHARACTERS:
        raise InputError(f"a text of more than {MOST_CHARACTERS} characters", node.at)
    return node


def text(node: Node) -> str:
    """The text of a scalar."""
    return scalar(node).text


def texts(node: Node) -> tuple[str, ...]:
    """The texts of a list, or of a single scalar."""
    return tuple(text(item) for item in items(node))


def integer(low: int, high: int) -> Callable[[Node], int]:
    """A reader of whole numbers from ``low`` to ``high``."""

    def read(node: Node) -> int:
        found = scalar(node, "a whole number")
        if not INTEGER.fullmatch(found.text) or not low <= int(found.text) <= high:
            raise InputError(f"{_quote(found.text)} is no such number", found.at, expected=[f"{low} to {high}"])
        return int(found.text)

    return read


def yes_no(node: Node) -> bool:
    """Whether a field says ``yes``; ``no`` is the only other word for it."""
    return choice(YES_NO)(node) == "yes"


def date(node: Node) -> datetime.date:
    """A day, as ``2014-07-09``."""
    found = scalar(node, "a day")
    try:
        if not DATE.fullmatch(found.text):
            raise ValueError(found.text)
        return datetime.date.fromisoformat(found.text)
    except ValueError:
        message = f"{_quote(found.text)} is not a day"
        raise InputError(message, found.at, expected=["a day as 2014-07-09"]) from None


def choice(valid: Collection[str], what: str = "") -> Callable[[Node], str]:
    """A reader of one of these words."""

    def read(node: Node) -> str:
        found = scalar(node, what or f"one of {', '.join(valid)}")
        if found.text in valid:
            return found.text
        message = f"{_quote(found.text)} is not {what}" if what else f"{_quote(found.text)} is not allowed here"
        raise InputError(message, found.at, expected=valid, near=nearest(found.text, valid))

    return read


def items(node: Node) -> tuple[Node, ...]:
    """The items of a list; anything else counts as a list of one, and an empty value as an empty list."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar) and not node.text and not node.quoted:
        return ()
    return (node,)


def phrases(reader: Callable[[str, Position], T]) -> Callable[[Node], tuple[T, ...]]:
    """A reader of one phrase or a list of phrases, each by ``reader``; at least one."""

    def read(node: Node) -> tuple[T, ...]:
        if not items(node):
            raise InputError("nothing where a phrase should be", node.at, expected=["a phrase"])
        return tuple(phrase(reader)(item) for item in items(node))

    return read


def phrase(reader: Callable[[str, Position], T]) -> Callable[[Node], T]:
    """A reader of one phrase."""

    def read(node: Node) -> T:
        found = scalar(node, "a phrase")
        return reader(found.text, found.at)

    return read


def _shown(node: Node) -> str:
    if isinstance(node, Scalar):
        return _quote(node.text) if node.text else "nothing"
    return "a list" if isinstance(node, Sequence) else "a mapping"


def _quote(word: str) -> str:
    return repr(word if len(word) <= 60 else f"{word[:57]}...")
