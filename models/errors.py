"""The one way in which a user's file is refused: where, what was expected, and what is near."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from models.names import columns

MOST_SHOWN = 1_000
"""How many characters of a message are printed; what a user wrote may be part of it."""


@dataclass(frozen=True)
class Position:
    """A place in a text: ``line`` and ``column`` count from 1; ``text`` is the whole line, for the caret."""

    source: str
    line: int
    column: int
    text: str = ""

    def moved(self, columns: int) -> Position:
        """The position ``columns`` further right on the same line."""
        return Position(self.source, self.line, self.column + columns, self.text)


class InputError(Exception):
    """Something a user wrote cannot be read.

    ``str()`` gives ``file:line:column: message``, what was expected, the nearest valid word, and the line with a caret.
    """

    def __init__(
        self,
        message: str,
        position: Position | None = None,
        *,
        expected: Iterable[str] = (),
        near: Iterable[str] = (),
    ) -> None:
        """Refuse with ``message`` at ``position``; ``near`` are the valid words nearest to the one found."""
        super().__init__(message)
        self.message = message
        self.position = position
        self.expected = tuple(expected)
        self.near = tuple(near)

    def __str__(self) -> str:
        """The whole message, as it is printed."""
        at = self.position
        message = self.message if len(self.message) <= MOST_SHOWN else f"{self.message[:MOST_SHOWN]}..."
        message = _escaped(message)
        lines = [f"{_escaped(at.source)}:{at.line}:{at.column}: {message}" if at else message]
        if self.expected:
            lines.append(f"  expected: {', '.join(map(_escaped, self.expected))}")
        if self.near:
            lines.append(f"  did you mean: {', '.join(map(_escaped, self.near))}?")
        if at and at.text:
            start = max(0, at.column - 60)
            lines.append(f"  | {_shown(at.text[start : start + 100])}")
            lines.append(f"  | {' ' * columns(at.text[start : at.column - 1])}^")
        return "\n".join(lines)


def _is_shown(character: str) -> bool:
    """Whether a terminal shows the character and does nothing else: neither turns the text round nor obeys it."""
    return character.isprintable() or unicodedata.category(character) == "Zs"


def _escaped(text: str) -> str:
    """The text, in which what is not shown is written as an escape."""
    if text.isprintable():
        return text
    return "".join(one if _is_shown(one) else one.encode("unicode_escape").decode("ascii") for one in text)


def _shown(line: str) -> str:
    """The line with a mark for each character that is not shown, and a space for a tab."""
    return "".join(one if _is_shown(one) else " " if one == "\t" else "\ufffd" for one in line)


def nearest(word: str, valid: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """The up to ``most`` valid words nearest to ``word``, ignoring case, best first; empty when none is near."""
    by_folded = {name.casefold(): name for name in valid}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=most, cutoff=0.6)
    return tuple(by_folded[name] for name in found)
