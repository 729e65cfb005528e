"""The state graph as files: GraphML, DOT and JSON, from the networkx view; Aldebaran's format; its system in Promela.

Aldebaran's format (``.aut``) is that of the labelled transition systems of CADP and mCRL2.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.game import Happening
from explorer.questions import Inquiry
from models.errors import InputError, nearest
from reports.model import model
from reports.narration import Narrator

if TYPE_CHECKING:
    import networkx

SUFFIXES = (".graphml", ".dot", ".json", ".aut", ".pml")
LEAN = (".aut", ".pml")
"""The formats that are written without networkx."""

LARGE = 50_000
"""The number of states from which writing a whole graph is worth a warning (networkx takes some 0.5 kB an edge)."""


def nx_view(inquiry: Inquiry, tell: Narrator) -> networkx.MultiDiGraph[int]:
    """The graph as networkx has it: nodes carry the window and what the board looks like, edges who does what."""

    from explorer.search.view import view  # noqa: PLC0415 - networkx is loaded for a graph only

    def describe(state: tuple[int, ...]) -> dict[str, str]:
        outcome = inquiry.game.outcome(state)
        return {"window": inquiry.game.window(state).value, "board": tell.summary(outcome, inquiry.start)}

    def told(event: object) -> str:
        assert isinstance(event, Happening)
        return tell.event(event)

    return view(inquiry.graph, describe_state=describe, describe_event=told)


def write_graph(inquiry: Inquiry, path: Path, tell: Narrator) -> None:
    """Write the graph in the format of the file's suffix, whole or not at all; raises InputError for another suffix."""
    if path.suffix not in SUFFIXES:
        raise InputError(
            f"no graph format is called {path.suffix or path.name!r}",
            expected=SUFFIXES,
            near=nearest(path.suffix, SUFFIXES),
        )
    match path.suffix:
        case ".pml":
            text = model(inquiry, tell)
        case ".aut":
            text = "\n".join(aut(inquiry, tell)) + "\n"
        case suffix:
            text = _WRITERS[suffix](nx_view(inquiry, tell))
    written(path, text)


def aut(inquiry: Inquiry, tell: Narrator) -> Iterator[str]:
    """The lines of Aldebaran's format: the first state and the sizes, then each step with what is told of it.

    The format has no way to write a double quote in a label; it becomes a single one.
    """
    graph = inquiry.graph

    @cache
    def label(event: Hashable) -> str:
        assert isinstance(event, Happening)
        return tell.event(event).replace('"', "'")

    yield f"des (0, {graph.transitions}, {len(graph.states)})"
    for source in range(graph.expanded):
        for edge in graph.edges(source):
            yield f'({source}, "{label(graph.event(edge))}", {graph.targets[edge]})'


def written(path: Path, text: str) -> None:
    """Write a text file beside its place, then move it there, so that no half of it is ever seen; raises InputError."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None


def _graphml(graph: networkx.MultiDiGraph[int]) -> str:
    import networkx  # noqa: PLC0415

    return "\n".join(networkx.generate_graphml(graph)) + "\n"


def _dot(graph: networkx.MultiDiGraph[int]) -> str:
    lines = ["digraph endphase {", "  rankdir=TB; node [shape=box, fontname=Helvetica];"]
    for node, data in graph.nodes(data=True):
        shape = ", peripheries=2" if data["terminal"] else ""
        label = f"{node}: {data['window']}\n{data['board']}"
        lines.append(f"  {node} [label={json.dumps(label, ensure_ascii=False)}{shape}];")
    for source, target, data in graph.edges(data=True):
        lines.append(f"  {source} -> {target} [label={json.dumps(data['event'], ensure_ascii=False)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _json(graph: networkx.MultiDiGraph[int]) -> str:
    nodes = [{"id": node, **data} for node, data in graph.nodes(data=True)]
    edges = [{"source": source, "target": target, **data} for source, target, data in graph.edges(data=True)]
    document = {"schema": "endphase/graph/1", "nodes": nodes, "edges": edges}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


_WRITERS: dict[str, Callable[[networkx.MultiDiGraph[int]], str]] = {
    ".graphml": _graphml,
    ".dot": _dot,
    ".json": _json,
}
