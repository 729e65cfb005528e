"""Open values: what a board leaves open, and what it may be.

A number is ``open``, or given by its bounds as ``100..8000``. Of a card it can be open whether a note holds, or which
of its few values it has, and which of several cards it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from models.documents import Node
from models.errors import InputError, Position, nearest
from models.fields import scalar

OPEN = "open"
NOTHING = "nothing"
MOST_OPEN = 99_999
"""What is simply ``open`` is at most this, the largest number of five digits: no End Phase comes near."""

BOUNDS = re.compile(r"([0-9]{1,12})\s*\.\.\s*([0-9]{1,12})")


class OpenNumber(msgspec.Struct, frozen=True):
    """A number from ``low`` to ``high``, both included; ``words`` say of what."""

    words: str
    low: int
    high: int
    at: Position

    def __str__(self) -> str:
        return f"{self.words}: {self.low:,} to {self.high:,}"


class OpenChoice(msgspec.Struct, frozen=True):
    """One of several things, by their names; ``words`` say of what."""

    words: str
    values: tuple[str, ...]
    at: Position

    def __str__(self) -> str:
        return f"{self.words}: {' or '.join(self.values)}"


Number = int | OpenNumber
OpenValue = OpenNumber | OpenChoice


def least(number: Number) -> int:
    """The smallest that the number may be."""
    return number if isinstance(number, int) else number.low


def most(number: Number) -> int:
    """The largest that the number may be."""
    return number if isinstance(number, int) else number.high


def total(one: Number, other: Number) -> Number:
    """The sum; open where one of the two is."""
    for number in (one, other):
        if isinstance(number, OpenNumber):
            return OpenNumber(number.words, least(one) + least(other), most(one) + most(other), number.at)
    return least(one) + least(other)


def bounded(text: str, words: str, low: int, high: int, at: Position) -> Number:
    """The number that ``text`` tells, a plain one, ``A..B`` or ``open``, within ``low`` and ``high``.

    Simply open is up to :data:`MOST_OPEN` where the limit is above that. Raises :class:`InputError`.
    """
    if text == OPEN:
        return OpenNumber(words, low, min(high, MOST_OPEN), at)
    found = BOUNDS.fullmatch(text)
    ends = [text, text] if found is None else [found[1], found[2]]
    if not all(re.fullmatch(r"-?[0-9]{1,12}", end) and low <= int(end) <= high for end in ends):
        forms = [f"{low} to {high}", "A..B", OPEN]
        raise InputError(f"{text[:60]!r} is no such number", at, expected=forms, near=nearest(text, [OPEN]))
    one, other = map(int, ends)
    if one > other:
        raise InputError(f"{text!r} has no number in it", at, expected=[f"{other}..{one}"])
    return one if one == other else OpenNumber(words, one, other, at)


def number(words: str, low: int, high: int) -> Callable[[Node], Number]:
    """A reader of a number that may be open; ``words`` say of what it is."""

    def read(node: Node) -> Number:
        found = scalar(node, "a whole number")
        return bounded(found.text, words, low, high, found.at)

    return read
