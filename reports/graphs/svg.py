"""The picture as SVG: boxes in the players' colours, the steps beside the arrows, light or dark as the reader's page.

It has no scripts and needs no fonts or network. What is drawn is told in text too, for who does not see it: each box
and each arrow has a title, and the picture a description.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from models.errors import InputError
from reports.graphs.layout import Course, Layout, Point, Size, laid_out
from reports.graphs.lettering import BOLD, lines, width
from reports.graphs.pictures import COLOURS, OVER, Arrow, Box, Picture
from reports.graphs.words import about, arrow_words, box_note, box_words, labelled

MOST_BOXES = 2_000
"""So many nodes are drawn if all are asked for; graphviz takes minutes for more."""

_MARGIN = 28.0
_BOX_ROOM, _END_ROOM, _LABEL_ROOM = 180.0, 210.0, 180.0
_HEAD, _TEXT, _LABEL, _TITLE, _CAPTION = 10.5, 12.5, 11.0, 17.0, 12.0
_LEADING = 1.32
_PAD = 11.0
_BAR = 21.0
"""The height of the bar at the head of a box."""

_OWN = " ".join(f"--{kind.replace(' ', '-')}: {colour};" for kind, colour in COLOURS.items())
_STYLE = """
svg { --paper: #fff; --ink: #1b1f24; --soft: #59636e; OWN background: var(--paper);
  font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans",
  "Yu Gothic", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --paper: #0f1318; --ink: #e8edf2; --soft: #a3adb8;
  --turn-player: #74b0ff; --opponent: #ff9a62; --rules: #aab4bf; --over: #63cf8d; --unknown: #cfa4ee; } }
.paper { fill: var(--paper); } text { fill: var(--ink); }
.title { font-size: 17px; font-weight: 650; } .size, .caption { font-size: 12px; fill: var(--soft); }
.turn-player { --own: var(--turn-player); } .opponent { --own: var(--opponent); } .rules { --own: var(--rules); }
.over { --own: var(--over); } .unknown { --own: var(--unknown); }
.box .frame { fill: var(--paper); stroke: var(--own); stroke-width: 1.4; }
.box .tint { fill: var(--own); opacity: .09; }
.box .bar { fill: var(--own); } .box .head { font-size: 10.5px; font-weight: 650; fill: var(--paper); }
.box .note { font-size: 10.5px; fill: var(--paper); text-anchor: end; }
.box .text { font-size: 12.5px; text-anchor: middle; } .box.over .text { text-anchor: start; }
.box.over .frame { stroke-width: 2.6; } .box.unknown .frame { stroke-dasharray: 5 4; }
.arrow .course { fill: none; stroke: var(--own); stroke-width: 1.3; opacity: .75; } .arrow .tip { fill: var(--own); }
.arrow text { font-size: 11px; text-anchor: middle; paint-order: stroke; stroke: var(--paper); stroke-width: 4px;
  stroke-linejoin: round; } .arrow .choice { fill: var(--own); font-weight: 550; } .arrow .follow { fill: var(--soft); }
.legend rect { fill: var(--own); } .legend text { font-size: 12px; fill: var(--soft); }
""".strip().replace("OWN", _OWN)


def svg(shown: Picture) -> str:
    """The picture, laid out; the same bytes for the same picture.

    Raises InputError where it has too many nodes, and where graphviz is not installed.
    """
    if len(shown.boxes) > MOST_BOXES:
        message = f"a picture of {len(shown.boxes):,} nodes, where {MOST_BOXES:,} can be drawn"
        raise InputError(message, expected=["--folded", ".dot, .graphml, .json or .aut"])
    boxes = [_box_lines(box) for box in shown.boxes]
    labels = [labelled(arrow, shown.words, _LABEL * BOLD, _LABEL_ROOM) for arrow in shown.arrows]
    notes = [box_note(number, shown) for number in range(len(shown.boxes))]
    sizes = [_box_size(box, note, words) for box, note, words in zip(shown.boxes, notes, boxes, strict=True)]
    rooms = [_label_size([text for _, text in label]) for label in labels]
    ends = [(arrow.source, arrow.target) for arrow in shown.arrows]
    found = laid_out(sizes, [(*end, room) for end, room in zip(ends, rooms, strict=True)])
    return "\n".join(_Sheet(shown, found, sizes, boxes, labels).lines()) + "\n"


def _box_lines(box: Box) -> list[str]:
    return lines(box.text, _TEXT, _END_ROOM if box.who == OVER else _BOX_ROOM)


def _box_size(box: Box, note: str, words: list[str]) -> Size:
    head = width(box.head, _HEAD * BOLD) + width(note, _HEAD) + 2 * _HEAD
    wide = max([head, *(width(line, _TEXT) for line in words), _BOX_ROOM * 0.7]) + 2 * _PAD
    return wide, _BAR + len(words) * _TEXT * _LEADING + 1.6 * _PAD


def _label_size(words: list[str]) -> Size:
    return max(width(line, _LABEL * BOLD) for line in words) + 12, len(words) * _LABEL * _LEADING + 6


class _Sheet:
    """A picture with all its places known."""

    def __init__(
        self,
        shown: Picture,
        found: Layout,
        sizes: list[Size],
        boxes: list[list[str]],
        labels: list[list[tuple[str, str]]],
    ) -> None:
        self.shown, self.found, self.sizes, self.boxes, self.labels = shown, found, sizes, boxes, labels
        self.room = max(found.width, 460.0)
        self.title = lines(shown.title, _TITLE * BOLD, self.room)
        self.size = lines(shown.size, _CAPTION, self.room)
        self.caption = lines(shown.caption, _CAPTION, self.room)
        self.top = _MARGIN + len(self.title) * _TITLE * _LEADING + len(self.size) * _CAPTION * _LEADING + 22
        self.left = _MARGIN + (self.room - found.width) / 2

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        legend = [*self.legend()]
        foot = self.top + self.found.height + 26
        high = foot + (len(self.caption) + len(legend)) * _CAPTION * _LEADING * 1.15 + _MARGIN
        wide = self.room + 2 * _MARGIN
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
            f'viewBox="0 0 {wide:.0f} {high:.0f}" lang="{self.shown.words.language}" role="graphics-document" '
            'aria-labelledby="title" aria-describedby="desc">'
        )
        yield f'<title id="title">{escape(self.shown.title)}</title>'
        yield f'<desc id="desc">{escape(about(self.shown))}</desc>'
        yield f"<style>{_STYLE}</style>"
        yield f'<rect class="paper" width="{wide:.0f}" height="{high:.0f}"/>'
        yield from self.heading()
        for arrow, course, label in zip(self.shown.arrows, self.found.arrows, self.labels, strict=True):
            yield from self.arrow(arrow, course, label)
        for number in range(len(self.shown.boxes)):
            yield from self.box(number)
        at = foot
        for line in self.caption:
            at += _CAPTION * _LEADING
            yield _text(_MARGIN, at, line, "caption")
        for row in legend:
            at += _CAPTION * _LEADING * 1.5
            yield f'<g class="legend" transform="translate({_MARGIN:.1f} {at:.1f})">'
            yield from row
            yield "</g>"
        yield "</svg>"

    def heading(self) -> Iterator[str]:
        """The title, and how large the graph is."""
        at = _MARGIN
        for line in self.title:
            at += _TITLE * _LEADING * 0.8
            yield _text(_MARGIN, at, line, "title")
            at += _TITLE * _LEADING * 0.2
        for line in self.size:
            at += _CAPTION * _LEADING
            yield _text(_MARGIN, at, line, "size")

    def legend(self) -> Iterator[list[str]]:
        """What the colours mean, in rows that fit."""
        row: list[str] = []
        at = 0.0
        for kind, words in self.shown.legend:
            room = width(words, _CAPTION) + 38
            if row and at + room > self.room:
                yield row
                row, at = [], 0.0
            swatch = f'<rect x="{at:.1f}" y="-10" width="12" height="12" rx="3"/>'
            row.append(f'<g class="{_class(kind)}">{swatch}{_text(at + 18, 0.0, words, "")}</g>')
            at += room
        if row:
            yield row

    def box(self, number: int) -> Iterator[str]:
        """A node: its head in the colour of who acts, its words below."""
        box, words = self.shown.boxes[number], self.boxes[number]
        (x, y), (wide, high) = self.found.boxes[number], self.sizes[number]
        left, top = self.left + x - wide / 2, self.top + y - high / 2
        yield f'<g class="box {_class(box.who)}" transform="translate({left:.1f} {top:.1f})">'
        yield f"<title>{escape(box_words(number, self.shown))}</title>"
        yield f'<rect class="frame" width="{wide:.1f}" height="{high:.1f}" rx="8"/>'
        yield f'<rect class="tint" width="{wide:.1f}" height="{high:.1f}" rx="8"/>'
        yield (f'<path class="bar" d="M0 {_BAR:.1f}V8a8 8 0 0 1 8-8H{wide - 8:.1f}a8 8 0 0 1 8 8V{_BAR:.1f}z"/>')
        yield _text(_PAD, _BAR - 7, box.head, "head")
        yield _text(wide - _PAD, _BAR - 7, box_note(number, self.shown), "note")
        at, middle = _BAR + 0.7 * _PAD, _PAD if box.who == OVER else wide / 2
        for line in words:
            at += _TEXT * _LEADING
            yield _text(middle, at - 4, line, "text")
        yield "</g>"

    def arrow(self, arrow: Arrow, course: Course, label: list[tuple[str, str]]) -> Iterator[str]:
        """An arrow with its steps, the choice first."""
        first, *rest = (self.placed(point) for point in course.curve)
        curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in rest)
        yield f'<g class="arrow {_class(arrow.who)}">'
        yield f"<title>{escape(arrow_words(arrow, self.shown))}</title>"
        yield f'<path class="course" d="M{first[0]:.1f},{first[1]:.1f}C{curve}"/>'
        yield f'<path class="tip" d="{_tip(rest[-1], self.placed(course.tip))}"/>'
        x, y = self.placed(course.label)
        at = y - len(label) * _LABEL * _LEADING / 2
        for style, line in label:
            at += _LABEL * _LEADING
            yield _text(x, at - 4, line, style)
        yield "</g>"

    def placed(self, point: Point) -> Point:
        """A point of the layout on the sheet."""
        return self.left + point[0], self.top + point[1]


def _tip(base: Point, tip: Point) -> str:
    """The head of an arrow, from its base to its tip."""
    along = tip[0] - base[0], tip[1] - base[1]
    aside = -along[1] * 0.38, along[0] * 0.38
    points = ((base[0] + aside[0], base[1] + aside[1]), tip, (base[0] - aside[0], base[1] - aside[1]))
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "z"


def _text(x: float, y: float, words: str, style: str) -> str:
    styled = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{styled}>{escape(words)}</text>'


def _class(who: str) -> str:
    return who.replace(" ", "-")
