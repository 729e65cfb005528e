"""The state graph as GraphML and JSON, from the networkx view."""

from __future__ import annotations

import json
from collections.abc import Callable

import networkx

from explorer.game import Happening
from explorer.questions import Inquiry
from explorer.search.sketch import Sketch
from explorer.search.view import view
from explorer.system.system import State
from reports.narration import Narrator


def nx_view(inquiry: Inquiry, tell: Narrator) -> networkx.MultiDiGraph[int]:
    """The graph as networkx has it: nodes carry the window and what the board looks like, edges who does what."""

    def describe(state: State) -> dict[str, str]:
        return _described(inquiry, tell, state)

    def told(event: object) -> str:
        assert isinstance(event, Happening)
        return tell.event(event)

    return view(inquiry.graph, describe_state=describe, describe_event=told)


def nx_sketch(inquiry: Inquiry, sketch: Sketch, tell: Narrator) -> networkx.MultiDiGraph[int]:
    """The same of a folded graph: nodes keep the numbers of their states, and an edge tells all its steps."""
    graph, terminal = inquiry.graph, set(inquiry.graph.terminal)
    found: networkx.MultiDiGraph[int] = networkx.MultiDiGraph()
    for spot in sketch.spots:
        here = {"terminal": spot.state in terminal, "expanded": spot.state < graph.expanded}
        words = _described(inquiry, tell, graph.states[spot.state])
        found.add_node(spot.state, **words, **here, decider=str(graph.decider(spot.state)))
    for stroke in sketch.strokes:
        told = "; ".join(tell.event(inquiry.step(edge).happening) for edge in stroke.edges)
        source, target = sketch.spots[stroke.source].state, sketch.spots[stroke.target].state
        found.add_edge(source, target, event=told, by=str(graph.decider(source)), steps=len(stroke.edges))
    return found


def _described(inquiry: Inquiry, tell: Narrator, state: State) -> dict[str, str]:
    """Where the procedure stands in a state, and what has changed on the board."""
    outcome = inquiry.game.outcome(state)
    return {"window": inquiry.game.window(state).value, "board": tell.summary(outcome, inquiry.start)}


def _view(inquiry: Inquiry, sketch: Sketch | None, tell: Narrator) -> networkx.MultiDiGraph[int]:
    return nx_view(inquiry, tell) if sketch is None else nx_sketch(inquiry, sketch, tell)


def _graphml(inquiry: Inquiry, sketch: Sketch | None, tell: Narrator) -> str:
    return "\n".join(networkx.generate_graphml(_view(inquiry, sketch, tell))) + "\n"


def _json(inquiry: Inquiry, sketch: Sketch | None, tell: Narrator) -> str:
    graph = _view(inquiry, sketch, tell)
    nodes = [{"id": node, **data} for node, data in graph.nodes(data=True)]
    edges = [{"source": source, "target": target, **data} for source, target, data in graph.edges(data=True)]
    folded = {} if sketch is None else {"folded": True}
    document = {"schema": "endphase/graph/1", **folded, "nodes": nodes, "edges": edges}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


WRITERS: dict[str, Callable[[Inquiry, Sketch | None, Narrator], str]] = {".graphml": _graphml, ".json": _json}
