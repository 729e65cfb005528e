"""The words beside the boxes of a picture: the labels of its arrows, and what is told to who does not see it."""

from __future__ import annotations

from reports.graphs.lettering import lines
from reports.graphs.pictures import OVER, Arrow, Picture
from reports.narration import Narrator

MOST_WAYS, MOST_STEPS = 5, 5
"""So many ways, and so many steps after a choice, are written beside an arrow; its title has all."""


def labelled(arrow: Arrow, tell: Narrator, size: float, room: float) -> list[tuple[str, str]]:
    """The lines of an arrow's label, each with its style: ``choice`` or ``follow``."""
    found: list[tuple[str, str]] = []
    shown = arrow.ways if len(arrow.ways) <= MOST_WAYS else arrow.ways[: MOST_WAYS - 1]
    for way in shown:
        mark = "• " if len(arrow.ways) > 1 else ""
        found += [("choice", line) for line in lines(mark + way[0], size, room)]
        steps = way[1:]
        if len(steps) > MOST_STEPS:
            steps = (*steps[: MOST_STEPS - 1], tell.picture("more steps", number=len(steps) - MOST_STEPS + 1))
        found += [("follow", line) for step in steps for line in lines(step, size, room)]
    if len(shown) < len(arrow.ways):
        found.append(("follow", tell.picture("more ways", number=len(arrow.ways) - len(shown))))
    return found


def box_note(number: int, shown: Picture) -> str:
    """What stands at the head of a node beside who acts: the number of its state, or how many it has; the start."""
    box, tell = shown.boxes[number], shown.words
    several = tell.picture("states", number=box.states) if box.states > 1 else ""
    start = tell.picture("start") if number == 0 else ""
    return " · ".join(filter(None, (start, several))) or str(box.state)


def box_words(number: int, shown: Picture) -> str:
    """What a node says."""
    box, tell = shown.boxes[number], shown.words
    several = f" ({tell.picture('states', number=box.states)})" if box.states > 1 else ""
    return tell.picture("stand", number=box.state, head=box.head, text=box.text) + several


def arrow_words(arrow: Arrow, shown: Picture) -> str:
    """What an arrow says, all of it."""
    tell = shown.words
    ways = tell.picture("or").join(tell.picture("then").join(way) for way in arrow.ways)
    source, target = shown.boxes[arrow.source].state, shown.boxes[arrow.target].state
    return tell.picture("leads", source=source, target=target, ways=ways)


def about(shown: Picture) -> str:
    """The picture in words: how large it is, and to what it leads."""
    ends = [f"{box.head}: {box.text}." for box in shown.boxes if box.who == OVER]
    tell = shown.words
    said = tell.picture(
        "about", nodes=len(shown.boxes), arrows=len(shown.arrows), outcomes=" ".join(dict.fromkeys(ends))
    )
    return f"{shown.size}. {shown.caption} {said}"
