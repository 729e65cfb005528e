"""The panels of the screen: the board, lists with hanging marks, and text that is scrolled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.css.styles import RulesMap
from textual.markup import escape
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

from explorer.game.players import Player
from reports.play.commentary import Piece, Row

QUIET = "$foreground 65%"
"""The style of what is said by the way, and of what cannot be done."""

_MARKED = re.compile(r"( *(?:\d+\. )?)(.*)", re.DOTALL)
_CHIP = {Player.TURN: "$text on $primary-muted", Player.OPPONENT: "$text on $warning-muted"}
_FACE_DOWN = "$text on $surface-lighten-2"


class Lines(Visual):
    """Something that has its own way of breaking lines."""

    def lines(self, width: int) -> list[Content]:
        """The lines as they fit into a width."""
        raise NotImplementedError

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The lines, drawn."""
        return Content("\n").join(self.lines(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """All the width that there is."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """So many lines."""
        return len(self.lines(width))


@dataclass(frozen=True)
class Entry(Lines):
    """A text beside a mark, whose further lines begin where the first one does."""

    mark: str
    text: str
    style: str = ""

    def lines(self, width: int) -> list[Content]:
        """The text beside its mark."""
        room = Content(self.mark).cell_length
        wrapped = Content(self.text).wrap(max(width - room, 1)) or [Content("")]
        marks = [self.mark, *[" " * room] * (len(wrapped) - 1)]
        return [Content.styled(mark + line.plain, self.style) for mark, line in zip(marks, wrapped, strict=True)]


@dataclass(frozen=True)
class Several(Lines):
    """Entries below each other."""

    entries: tuple[Entry, ...]

    def lines(self, width: int) -> list[Content]:
        """The lines of each."""
        return [line for entry in self.entries for line in entry.lines(width)]


@dataclass(frozen=True)
class Mat(Lines):
    """The rows of the board, the cards of a row beside each other as far as there is room."""

    rows: tuple[Row, ...]

    def lines(self, width: int) -> list[Content]:
        """A label at the left of each row, wide enough for all of them."""
        room = max((Content(row.label).cell_length for row in self.rows if not row.head), default=0) + 2
        return [line for row in self.rows for line in (_head(row, width) if row.head else _row(row, room, width))]


def _head(row: Row, width: int) -> list[Content]:
    numbers = "   ".join(piece.text for piece in row.pieces)
    line = Content.assemble(Content.styled(row.label, "bold"), "   ", Content.styled(numbers, QUIET))
    return line.wrap(max(width, 1))


def _row(row: Row, room: int, width: int) -> list[Content]:
    """Its label, then its pieces, on as many lines as they need."""
    label = Content.styled(row.label, QUIET)
    line, empty = label + " " * (room - label.cell_length), True
    lines: list[Content] = []
    for piece in row.pieces:
        for chip in _chips(piece, row.side, max(width - room, 3)):
            if not empty and line.cell_length + 1 + chip.cell_length > width:
                lines.append(line)
                line, empty = Content(" " * room), True
            line, empty = line + ("" if empty else " ") + chip, False
    return [*lines, line]


def _chips(piece: Piece, side: Player | None, width: int) -> list[Content]:
    """A piece, in parts where it is too long for a line."""
    if not piece.is_card or side is None:
        return Content(piece.text).wrap(width)
    style = _FACE_DOWN if piece.face_down else _CHIP[side]
    return [Content.styled(f" {part.plain} ", style) for part in Content(piece.text).wrap(width - 2)]


class Panel(VerticalScroll):
    """Something under a title, which can be scrolled."""

    def __init__(self, name: str) -> None:
        """An empty panel."""
        super().__init__(id=name, classes="panel")
        self._shown = Static()

    def compose(self) -> ComposeResult:
        """What is shown."""
        yield self._shown

    def show(self, title: str, what: Lines, *, end: bool = False) -> None:
        """Show something from its first line, or its last ones."""
        self.border_title = escape(title)
        self._shown.update(what)
        if end:
            self.scroll_end(animate=False)
        else:
            self.scroll_home(animate=False)


def listed(lines: Iterable[str]) -> Several:
    """Lines of text below each other, each with its number, or what it is indented by, as its mark."""
    return Several(tuple(Entry(*_MARKED.fullmatch(line).groups()) for line in lines))  # type: ignore[union-attr]


def told(moves: Sequence[tuple[str, Sequence[str]]]) -> Several:
    """Moves with what is said of each below it."""
    entries: list[Entry] = []
    for text, details in moves:
        number, _, sentence = text.partition(" ")
        entries.append(Entry(f"{number:>3} ", sentence))
        entries += [Entry("    ", detail, QUIET) for detail in details]
    return Several(tuple(entries))
