"""A terminal: text is wrapped at its edge and coloured."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reports.paper import Cell


class Terminal:
    """Standard output as ``rich`` sees it, which knows of more or less able terminals."""

    def __init__(self) -> None:
        """The terminal as it is now."""
        self._console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())

    def line(self, text: str = "", style: str = "") -> None:
        """Print text as it is, without any markup, wrapped where there is an edge."""
        self._console.print(Text(text, style=style))

    def table(self, head: Sequence[Cell], rows: Sequence[Sequence[Cell]], lines: Sequence[str]) -> None:
        """Print the table, or the lines where this is no terminal after all."""
        if not self._console.is_terminal:
            for text in lines:
                self.line(text)
            return
        made = Table(box=None, pad_edge=False)
        for cell in head:
            made.add_column(cell.text, justify="right" if cell.right else "left")
        for row in rows:
            made.add_row(*map(_cell, row))
        self._console.print(made)


def _cell(cell: Cell) -> Text:
    if cell.cut:
        return Text(cell.text, cell.style, overflow="ellipsis", no_wrap=True)
    return Text(cell.text, cell.style)
