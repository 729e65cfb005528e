"""Likeness: names that are like what somebody wrote, best first.

Compared are letters and digits only, without case, letter width, or the difference of hiragana and katakana. A name
that has the text in it is found for that; only where there is none, names are found that it can be a mistake for.
Likeness is the share of letters that stay when one is edited into the other (the normalised indel distance), of the
whole name or of the part of it that is most like the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeVar

from models.names import fold

T = TypeVar("T")

LEAST = 75.0
"""The likeness, of 100, from which a text can be a mistake for a name."""

CLEAR = 5.0
"""By so much more alike is what is meant where several names are like a text."""

MOST_ALIKE = 10
_SHORTEST_PART = 4
_PART = 0.85  # what is like a part of a name is less like the name than what is like all of it
_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(0x30A1, 0x30F7)}


def bare(name: str) -> str:
    """The letters and digits of a name, folded; katakana as hiragana."""
    composed = unicodedata.normalize("NFKC", fold(name)).translate(_HIRAGANA)
    return "".join(character for character in composed if character.isalnum())


def ranked(text: str, named: Iterable[tuple[T, Sequence[str]]]) -> list[T]:
    """The things one of whose names is like ``text``, best first, and else in their order."""
    part = bare(text)
    if not part:
        return []
    each = [(thing, [bare(name) for name in names]) for thing, names in named]
    within = [
        (min(_place(part, name) for name in names if part in name), thing) for thing, names in each if _in(part, names)
    ]
    if within:
        return [thing for _, thing in sorted(within, key=lambda pair: pair[0])]
    alike = [(max(_likeness(part, name) for name in names), thing) for thing, names in each]
    best = sorted((pair for pair in alike if pair[0] >= LEAST), key=lambda pair: -pair[0])
    return [thing for _, thing in best[:MOST_ALIKE]]


def is_clear(text: str, first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether the first of two things, by their names, is so much more like ``text`` that it must be meant."""
    part = bare(text)
    one, other = (max(_likeness(part, bare(name)) for name in names) for names in (first, second))
    return any(bare(name) == part for name in first) or one - other >= CLEAR


def _in(part: str, names: Iterable[str]) -> bool:
    return any(part in name for name in names)


def _place(part: str, name: str) -> tuple[bool, bool, int]:
    """How far a name is from being the text that is in it: the whole of it, its beginning, the rest."""
    return part != name, not name.startswith(part), len(name)


def _likeness(part: str, name: str) -> float:
    from rapidfuzz import fuzz  # noqa: PLC0415 - needed only where nothing is called like that

    whole = fuzz.ratio(part, name)
    if not _SHORTEST_PART <= len(part) <= len(name):
        return whole
    return max(whole, _PART * fuzz.partial_ratio(part, name))
