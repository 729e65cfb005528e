"""Lettering: how wide words are, and where their lines break.

Widths are estimates for the sans-serif faces that browsers choose, on the wide side, so that a picture is the same
wherever it is drawn, with or without fonts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_NARROW = frozenset("fijlrtI.,:;'|!()[] ")
_WIDE = frozenset("mwMW@%&")
_NEVER_FIRST = frozenset("、。，．）」』】〉》・ーァィゥェォッャュョぁぃぅぇぉっゃゅょ：；！？…")
_WORDS = re.compile(r"\S+\s*")


BOLD = 1.13
"""How much wider bold letters are."""


def width(text: str, size: float) -> float:
    """The width of a line in the units of ``size``, the size of its letters."""
    return sum(map(_em, text)) * size


def _em(character: str) -> float:
    if _is_full(character):
        return 1.0
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.92
    return 0.72 if character.isupper() else 0.62


def _is_full(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def lines(text: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than ``room``, unless a single word is; Japanese breaks between characters."""
    found = [""]
    for piece in _pieces(text):
        if found[-1] and width((found[-1] + piece).rstrip(), size) > room:
            found.append("")
        found[-1] += piece
    return [line.rstrip() for line in found]


def _pieces(text: str) -> Iterator[str]:
    """What is not broken: words with the space behind them, and full-width characters with what cannot begin a line."""
    for word in _WORDS.findall(text):
        piece = ""
        for character in word:
            breaks = piece and (_is_full(character) or _is_full(piece[-1]))
            if breaks and character not in _NEVER_FIRST and not character.isspace():
                yield piece
                piece = ""
            piece += character
        yield piece
