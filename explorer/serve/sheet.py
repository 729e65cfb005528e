"""A sheet: the paper that an answer is written on before it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from reports.paper import Cell


class Sheet:
    """Lines of text, each with its style."""

    def __init__(self) -> None:
        """Start with an empty sheet."""
        self.lines: list[tuple[str, str]] = []

    def line(self, text: str = "", style: str = "") -> None:
        """Add text, which may hold several lines."""
        self.lines += [(line, style) for line in text.split("\n")]

    def table(self, head: Sequence[Cell], rows: Sequence[Sequence[Cell]], lines: Sequence[str]) -> None:
        """Add the lines that say the same as a table."""
        del head, rows
        for text in lines:
            self.line(text)
