"""Aldebaran's format (``.aut``), that of the labelled transition systems of CADP and mCRL2.

The format has no way to write a double quote in a label; it becomes a single one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache

from explorer.game import Happening
from explorer.questions import Inquiry
from explorer.search.sketch import Sketch
from reports.narration import Narrator


def aut(inquiry: Inquiry, tell: Narrator) -> Iterator[str]:
    """The lines: the first state and the sizes, then each step with what is told of it."""
    graph = inquiry.graph

    @cache
    def label(event: Hashable) -> str:
        assert isinstance(event, Happening)
        return _bare(tell.event(event))

    yield f"des (0, {graph.transitions}, {len(graph.states)})"
    for source in range(graph.expanded):
        for edge in graph.edges(source):
            yield f'({source}, "{label(graph.event(edge))}", {graph.targets[edge]})'


def aut_folded(inquiry: Inquiry, sketch: Sketch, tell: Narrator) -> Iterator[str]:
    """The same of a sketch, whose spots are numbered from 0; a label has all steps of its stroke."""
    yield f"des (0, {len(sketch.strokes)}, {len(sketch.spots)})"
    for stroke in sketch.strokes:
        label = "; ".join(tell.event(inquiry.step(edge).happening) for edge in stroke.edges)
        yield f'({stroke.source}, "{_bare(label)}", {stroke.target})'


def _bare(label: str) -> str:
    return label.replace('"', "'")
