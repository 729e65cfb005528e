"""Lines: from a place in a text to its line and column, also where a text was written with escapes or line breaks."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from models.errors import Position

_BREAK = re.compile(r"\r\n|\r|\n")
_ESCAPE = re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|.)")
_BROKEN = re.compile(r"\\[ \t]*(?:\r\n|\r|\n)\s*")
_SPACE = " \t\r\n"


class Lines:
    """The lines of a source. Positions share the text of their line, so that long lines cost nothing twice."""

    def __init__(self, text: str, source: str, first_line: int = 1) -> None:
        """Split ``text``, whose first line is line ``first_line`` of the source."""
        self.text = text
        self.source = source
        self.first_line = first_line
        self._starts = [0]
        self._lines: list[str] = []
        for found in _BREAK.finditer(text):
            self._lines.append(text[self._starts[-1] : found.start()])
            self._starts.append(found.end())
        self._lines.append(text[self._starts[-1] :])

    def at(self, index: int) -> Position:
        """The position of the character at ``index``; the end of the text when there is none."""
        line = bisect_right(self._starts, min(index, len(self.text))) - 1
        column = min(index, len(self.text)) - self._starts[line] + 1
        return Position(self.source, self.first_line + line, column, self._lines[line])

    def spread(self, start: int, end: int, text: str, style: str) -> Position:
        """The position of a ``text`` that is written, in other characters, between two places of this source.

        ``style`` is the quote, or else the sign, that YAML begins such a text with. The position is that of the
        first character which is not white space.
        """
        behind = text.lstrip()
        whole = SpreadPosition(self.source, 0, 0, "", self, start, end, text, style)
        first = whole.index(len(text) - len(behind))
        at = self.at(first)
        return SpreadPosition(at.source, at.line, at.column, at.text, self, first, end, behind, style)


@dataclass(frozen=True)
class SpreadPosition(Position):
    """The place of a text whose characters are not one beside the other in the source.

    It differs from its parent in how it moves: over line breaks, indentation and escapes.
    """

    lines: Lines | None = field(default=None, repr=False, compare=False)
    start: int = field(default=0, repr=False, compare=False)
    end: int = field(default=0, repr=False, compare=False)
    written: str = field(default="", repr=False, compare=False)
    style: str = field(default="", repr=False, compare=False)

    def moved(self, columns: int) -> Position:
        """The place of the character ``columns`` further in the text."""
        return super().moved(columns) if self.lines is None else self.lines.at(self.index(columns))

    def index(self, columns: int) -> int:
        """Where in the source the character is."""
        if self.lines is None:
            return columns
        source = self.lines.text
        place = self.start
        for character in self.written[:columns]:
            place = min(self._after(source, place, character), self.end)
        if self.written[columns : columns + 1].strip():
            place = _skip(source, self._continued(source, place))
        return min(place, self.end)

    def _after(self, source: str, place: int, character: str) -> int:
        """The place behind ``character``, which is written at ``place`` or behind white space from there."""
        place = self._continued(source, place)
        escape = _ESCAPE.match(source, place) if self.style == '"' else None
        if escape:
            return escape.end()
        if character in _SPACE:
            behind = _skip(source, place)
            folded = "\n" in source[place:behind] or "\r" in source[place:behind]
            return behind if folded else min(place + 1, behind)
        place = _skip(source, place)
        return place + 2 if self.style == character == "'" else place + 1

    def _continued(self, source: str, place: int) -> int:
        """The place behind an escaped line break, which stands for nothing."""
        broken = _BROKEN.match(source, place) if self.style == '"' else None
        return broken.end() if broken else place


def _skip(source: str, place: int) -> int:
    while place < len(source) and source[place] in _SPACE:
        place += 1
    return place


@dataclass(frozen=True)
class JoinedPosition(Position):
    """The place of a text that was put together from pieces; ``pieces`` says where each begins in both."""

    pieces: tuple[tuple[int, Position], ...] = field(default=(), repr=False, compare=False)

    def moved(self, columns: int) -> Position:
        """The place of the character ``columns`` further in the joined text."""
        start, at = next(((start, at) for start, at in reversed(self.pieces) if start <= columns), (0, self))
        return at.moved(columns - start) if at is not self else super().moved(columns)


def joined(*pieces: tuple[str, Position]) -> tuple[str, Position]:
    """The pieces with a space between them, and the position of the whole."""
    text, starts = "", []
    for piece, at in pieces:
        text += " " if text else ""
        starts.append((len(text), at))
        text += piece
    first = starts[0][1]
    return text, JoinedPosition(first.source, first.line, first.column, first.text, tuple(starts))
