"""Pictures: what is drawn of a state graph, and the words in it.

A picture is folded (`explorer.search.sketch`): where there is just one thing to do, it is told with the step before.
Where that still leaves more than `MOST_NODES` nodes, states from which the same can happen are drawn as one; and where
that does not help either, all states of a window.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from explorer.game import Happening, Kind, Window
from explorer.questions import Inquiry
from explorer.search.bisimulation import Labelled, classes_within
from explorer.search.graph import Edge, StateNumber
from explorer.search.sketch import Sketch, Stroke, folded, quotient, whole
from reports.narration import Narrator

MOST_NODES = 200
"""So many nodes are drawn one by one unless told otherwise."""

MOST_COMPARED = 50_000
"""Of so many states those are looked for from which the same can happen."""

MOST_ENDS = 40
"""So many outcomes have a node of their own beside the windows."""

OVER, UNKNOWN = "over", "unknown"
"""Beside the players and the rules: what a node is where play is over, and where the search has not looked on."""

COLOURS = {"turn player": "#0b5cc4", "opponent": "#b3400b", "rules": "#5b6470", OVER: "#116635", UNKNOWN: "#7d4e9e"}
"""Whose a node or an arrow is, on white paper."""


@dataclass(frozen=True)
class Box:
    """A node: the number of its first state, whose it is, the words in it, and how many states it stands for."""

    state: StateNumber
    who: str
    head: str
    text: str
    states: int = 1


@dataclass(frozen=True)
class Arrow:
    """Everything that leads from one node to another: who decides, and each way with the steps that it tells."""

    source: int
    target: int
    who: str
    ways: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A picture before it is laid out.

    ``drawn`` is its size where it does not have every state, and ``remark`` says it where more was done than to fold.
    """

    title: str
    size: str
    caption: str
    drawn: str
    remark: str
    words: Narrator
    legend: tuple[tuple[str, str], ...]
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True)
class _Choice:
    """What is drawn, and the words for it. ``by_window``: a node is a window, and steps are told in general."""

    sketch: Sketch
    caption: str
    is_quotient: bool = False
    by_window: bool = False


def picture(inquiry: Inquiry, tell: Narrator, *, fold: bool = True, title: str = "") -> Picture:
    """The picture of a searched board, of every state unless it is folded."""
    chosen = _folded(inquiry, tell) if fold else _Choice(whole(inquiry.graph), tell.picture("whole"))
    graph, sketch = inquiry.graph, chosen.sketch
    boxes = _boxes(inquiry, chosen, tell)
    arrows = _arrows(inquiry, chosen, tell)
    kinds = dict.fromkeys(box.who for box in boxes)
    legend = tuple((kind, tell.picture(kind)) for kind in COLOURS if kind in kinds)
    cut = f" {tell.picture('cut short')}" if graph.limit else ""
    return Picture(
        title=title or tell.picture("title"),
        size=tell.picture(
            "size",
            ruleset=inquiry.game.ruleset.id,
            states=len(graph.states),
            transitions=graph.transitions,
            outcomes=len(inquiry.ends),
        ),
        caption=chosen.caption + cut,
        drawn=str(sketch) if fold else "",
        remark=chosen.caption if chosen.is_quotient else "",
        words=tell,
        legend=legend,
        boxes=boxes,
        arrows=arrows,
    )


def _folded(inquiry: Inquiry, tell: Narrator) -> _Choice:
    """The folded graph, or the first of its quotients that is small enough, or the last."""
    graph = inquiry.graph
    every = whole(graph)
    plain = folded(every)
    if len(plain.spots) <= MOST_NODES:
        return _Choice(plain, tell.picture("folded", nodes=len(plain.spots)))
    if len(graph.states) <= MOST_COMPARED:
        classes = classes_within(Labelled(graph, graph.event, _Colours(inquiry).of))
        alike = folded(quotient(every, classes, graph.event))
        if len(alike.spots) <= MOST_NODES:
            return _Choice(alike, tell.picture("alike", nodes=len(alike.spots), folded=len(plain.spots)), True)
    colours = _Colours(inquiry, MOST_ENDS)
    windows = quotient(
        every, [colours.of(state) for state in range(len(graph.states))], lambda edge: _general(inquiry, edge)
    )
    return _Choice(
        windows, tell.picture("windows", nodes=len(windows.spots), folded=len(plain.spots)), True, by_window=True
    )


class _Colours:
    """What is seen of a state: where the procedure stands and who decides, or the outcome where play is over."""

    def __init__(self, inquiry: Inquiry, most_ends: int | None = None) -> None:
        """With ``most_ends``: where there are more outcomes than so many, they are not told apart."""
        self._inquiry = inquiry
        apart = most_ends is None or len(inquiry.ends) <= most_ends
        numbered = enumerate(inquiry.ends.values(), 1)
        self._end = {state: number if apart else 0 for number, states in numbered for state in states}
        self._all = most_ends is None

    def of(self, state: StateNumber) -> Hashable:
        """The colour of a state; one that the search has not looked beyond is like no other if nothing may be lost."""
        graph = self._inquiry.graph
        if state in self._end:
            return self._end[state]
        if state >= graph.expanded:
            return UNKNOWN, state if self._all else 0
        return self._inquiry.game.window(graph.states[state]), graph.decider(state)


def _general(inquiry: Inquiry, edge: Edge) -> Happening:
    """What happens on an edge but for the cards it is done with."""
    happening = inquiry.step(edge).happening
    return replace(happening, cost=(), targets=(), chosen=(), unnamed=0, option="")


def _boxes(inquiry: Inquiry, chosen: _Choice, tell: Narrator) -> tuple[Box, ...]:
    graph = inquiry.graph
    ends = {state: number for number, states in enumerate(inquiry.ends.values(), 1) for state in states}
    summaries = {number: tell.summary(outcome, inquiry.start) for number, outcome in enumerate(inquiry.ends, 1)}
    together = chosen.by_window and len(inquiry.ends) > MOST_ENDS
    found = []
    for spot in chosen.sketch.spots:
        state = spot.state
        if state in ends:
            words = tell.picture("outcomes", number=len(inquiry.ends)) if together else summaries[ends[state]]
            head = tell.picture(OVER) if together else tell.picture("outcome", number=ends[state])
            found.append(Box(state, OVER, head, words, spot.states))
        elif state >= graph.expanded:
            found.append(Box(state, UNKNOWN, tell.picture(UNKNOWN), tell.window(_window(inquiry, state)), spot.states))
        else:
            who = graph.decider(state)
            found.append(Box(state, who, tell.picture(who), tell.window(_window(inquiry, state)), spot.states))
    return tuple(found)


def _window(inquiry: Inquiry, state: StateNumber) -> Window:
    return inquiry.game.window(inquiry.graph.states[state])


def _arrows(inquiry: Inquiry, chosen: _Choice, tell: Narrator) -> tuple[Arrow, ...]:
    ways: dict[tuple[int, int, str], dict[tuple[str, ...], None]] = {}
    for stroke in chosen.sketch.strokes:
        who = inquiry.graph.decider(inquiry.graph.source(stroke.edges[0]))
        told = _general_words(inquiry, stroke, tell) if chosen.by_window else tuple(_words(inquiry, stroke, tell))
        ways.setdefault((stroke.source, stroke.target, who), {})[told] = None
    return tuple(Arrow(*key, tuple(found)) for key, found in ways.items())


def _words(inquiry: Inquiry, stroke: Stroke, tell: Narrator) -> Iterable[str]:
    """The choice, then what is worth telling of what follows."""
    for number, edge in enumerate(stroke.edges):
        step = inquiry.step(edge)
        if number == 0 or step.told:
            yield tell.step(step)


def _general_words(inquiry: Inquiry, stroke: Stroke, tell: Narrator) -> tuple[str, ...]:
    happening = _general(inquiry, stroke.edges[0])
    if happening.kind is Kind.DISCARD:
        return (tell.window(inquiry.step(stroke.edges[0]).window),)
    return (tell.event(happening),)


def dot(shown: Picture) -> str:
    """The picture in DOT, for graphviz to lay out and draw by itself."""
    lines = [
        "digraph endphase {",
        f"  label={_quoted(shown.title, shown.size, shown.caption)}; labelloc=t; fontname=Helvetica;",
        "  rankdir=TB; node [shape=box, style=rounded, fontname=Helvetica]; edge [fontname=Helvetica];",
    ]
    for box in shown.boxes:
        twice = ", peripheries=2" if box.who == OVER else ""
        lines.append(f'  {box.state} [label={_quoted(box.head, box.text)}, color="{COLOURS[box.who]}"{twice}];')
    for arrow in shown.arrows:
        ends = " -> ".join(str(shown.boxes[place].state) for place in (arrow.source, arrow.target))
        for way in arrow.ways:
            lines.append(f'  {ends} [label={_quoted(*way)}, color="{COLOURS[arrow.who]}"];')
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(*lines: str) -> str:
    return json.dumps("\n".join(lines), ensure_ascii=False)
