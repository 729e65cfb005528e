"""Writing a graph: the format of a file's suffix, and how much of the graph it has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.questions import Inquiry
from explorer.search.sketch import folded, whole
from models.errors import InputError, nearest
from reports.files import written
from reports.graphs.aldebaran import aut, aut_folded
from reports.graphs.pictures import dot, picture
from reports.model import model
from reports.narration import Narrator

PICTURES = (".svg", ".dot")
"""The formats to be looked at, which are folded unless told otherwise."""

FOLDABLE = (*PICTURES, ".graphml", ".json", ".aut")
SUFFIXES = (*FOLDABLE, ".pml")
LEAN = (".aut", ".pml", *PICTURES)
"""The formats that are written without networkx."""

LARGE = 50_000
"""The number of states from which writing a whole graph is worth a warning (networkx takes some 0.5 kB an edge)."""


@dataclass(frozen=True)
class Written:
    """What a file has where that is not the whole graph: its size, and a remark where more was left out than folded."""

    size: str = ""
    remark: str = ""


def write_graph(inquiry: Inquiry, path: Path, tell: Narrator, fold: bool | None = None, title: str = "") -> Written:
    """Write the graph in the format of the file's suffix, whole or not at all.

    ``fold`` is whether steps that nobody chooses are told with the step before; by default in pictures. Raises
    InputError for another suffix, and where a picture needs what is not installed or would be too large.
    """
    suffix = path.suffix
    if suffix not in SUFFIXES:
        raise InputError(
            f"no graph format is called {suffix or path.name!r}",
            expected=SUFFIXES,
            near=nearest(suffix, SUFFIXES),
        )
    fold = suffix in PICTURES if fold is None else fold
    if suffix == ".pml":
        written(path, model(inquiry, tell))
        return Written()
    if suffix in PICTURES:
        return _write_picture(inquiry, path, tell, fold, title)
    sketch = folded(whole(inquiry.graph)) if fold else None
    if suffix == ".aut":
        lines = aut(inquiry, tell) if sketch is None else aut_folded(inquiry, sketch, tell)
        written(path, "\n".join(lines) + "\n")
    else:
        from reports.graphs.formats import WRITERS  # noqa: PLC0415 - networkx is loaded for a graph only

        written(path, WRITERS[suffix](inquiry, sketch, tell))
    return Written() if sketch is None else Written(str(sketch))


def _write_picture(inquiry: Inquiry, path: Path, tell: Narrator, fold: bool, title: str) -> Written:
    shown = picture(inquiry, tell, fold=fold, title=title)
    if path.suffix == ".dot":
        written(path, dot(shown))
    else:
        from reports.graphs.svg import svg  # noqa: PLC0415 - graphviz is loaded for a picture only

        written(path, svg(shown))
    return Written(shown.drawn, shown.remark)
