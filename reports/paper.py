"""Paper: what text is printed on, a terminal or a pipe.

A pipe takes the lines as they are; only for a terminal is ``rich`` loaded, which wraps and colours.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, Protocol

_COLOURED = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Variables of the environment by which a user has a pipe taken for a terminal; ``rich`` knows their values."""

_CONTROL = dict.fromkeys((7, 8, 11, 12, 13))
"""Characters that would ring, go back or begin anew; nothing that is told has a use for them."""


class Cell(NamedTuple):
    """A cell of a table, or the head of a column: text in a style, numbers to the right, all in one line or cut."""

    text: str
    style: str = ""
    right: bool = False
    cut: bool = False


class Paper(Protocol):
    """What text is printed on."""

    def line(self, text: str = "", style: str = "") -> None:
        """Print text as it is, without any markup; wrapped on a terminal."""
        ...

    def table(self, head: Sequence[Cell], rows: Sequence[Sequence[Cell]], lines: Sequence[str]) -> None:
        """Print a table, or in a pipe the lines that say the same."""
        ...


class Pipe:
    """Standard output that is no terminal."""

    def line(self, text: str = "", style: str = "") -> None:
        """Print text as it is; a pipe has no style."""
        sys.stdout.write(f"{text.translate(_CONTROL).expandtabs()}\n")
        sys.stdout.flush()

    def table(self, head: Sequence[Cell], rows: Sequence[Sequence[Cell]], lines: Sequence[str]) -> None:
        """Print the lines."""
        for text in lines:
            self.line(text)


def paper() -> Paper:
    """What this process prints on."""
    if sys.stdout.isatty() or any(os.environ.get(name) for name in _COLOURED):
        from reports.terminal import Terminal  # noqa: PLC0415 - rich is loaded for a terminal only

        return Terminal()
    return Pipe()
