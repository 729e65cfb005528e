"""Laying out: where boxes, arrows and labels go, by graphviz's layered drawing.

The layers and their order are those of Gansner, Koutsofios, North and Vo ("A technique for drawing directed graphs",
1993). The library comes with the package ``pygraphviz``. It is told all sizes, so that it needs no fonts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from models.errors import InputError

Point = tuple[float, float]
Size = tuple[float, float]

_INCH = 72.0


@dataclass(frozen=True)
class Course:
    """The way of an arrow: Bezier curves, three points to each after the first one, its tip, and its label's middle."""

    curve: tuple[Point, ...]
    tip: Point
    label: Point


@dataclass(frozen=True)
class Layout:
    """The middles of boxes and the courses of arrows in a field of ``width`` by ``height``, from its upper left."""

    width: float
    height: float
    boxes: tuple[Point, ...]
    arrows: tuple[Course, ...]


def laid_out(boxes: Sequence[Size], arrows: Sequence[tuple[int, int, Size]]) -> Layout:
    """The layout of boxes of these sizes, and of arrows from box to box with labels of these sizes.

    Raises InputError where the library is not installed.
    """
    try:
        import pygraphviz  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError(
            "drawing needs the package pygraphviz",
            expected=['uv pip install "endphase[pictures]"', "a .dot file, which needs nothing"],
        ) from None
    graph = pygraphviz.AGraph(string="\n".join(_described(boxes, arrows)))
    return _read(json.loads(graph.draw(format="json0", prog="dot")))


def _described(boxes: Sequence[Size], arrows: Sequence[tuple[int, int, Size]]) -> Iterator[str]:
    yield 'digraph { rankdir=TB; ranksep=0.42; nodesep=0.32; node [shape=box, fixedsize=true, label=""];'
    for number, (wide, high) in enumerate(boxes):
        yield f"{number} [width={wide / _INCH:.4f}, height={high / _INCH:.4f}];"
    for source, target, (wide, high) in arrows:
        room = f'fixedsize="true" width="{wide:.0f}" height="{high:.0f}"'
        yield f'{source} -> {target} [label=<<table border="0" cellborder="0" {room}><tr><td></td></tr></table>>];'
    yield "}"


def _read(found: dict[str, Any]) -> Layout:
    _, _, width, height = _numbers(found["bb"])

    def point(text: str) -> Point:
        x, y = _numbers(text)
        return x, height - y

    courses = []
    for edge in found.get("edges", ()):
        marked, *curve = edge["pos"].split()
        courses.append(Course(tuple(map(point, curve)), point(marked.removeprefix("e,")), point(edge["lp"])))
    by_number = sorted(found["objects"], key=lambda one: int(one["name"]))
    return Layout(width, height, tuple(point(one["pos"]) for one in by_number), tuple(courses))


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]
