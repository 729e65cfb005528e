"""The procedure of the End Phase as a picture: its windows, what leads from one to another, and by which clauses.

The picture is data written by hand, and true by test: every step of every board of the corpus goes along its arrows,
and every arrow is gone along (``tests/project/test_procedure_page.py``). It is SVG that refers to nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from explorer.game import Window

_WIDTH, _HEIGHT = 980, 770
_BOX_HEIGHT = 62
_COLUMNS = {"left": 155, "middle": 480, "right": 805}
_STYLE = """
  .paper { fill: #ffffff; stroke: #d6dbe6 }
  .window { fill: #e8edfb; stroke: #5c6fb1; stroke-width: 1.5 }
  .rules { fill: #f6f6f6; stroke: #9a9a9a; stroke-width: 1.5 }
  .way { fill: none; stroke: #44507a; stroke-width: 1.6; stroke-linejoin: round }
  .rare { stroke: #a06a2c; stroke-dasharray: 6 5 }
  text { font: 14px sans-serif; fill: #1e2440; text-anchor: middle }
  .title { font-weight: bold; font-size: 15px }
  .clause { font-weight: bold; fill: #a03a1e }
  .label { font-size: 13px; paint-order: stroke; stroke: #ffffff; stroke-width: 5px; stroke-linejoin: round }
"""

Point = tuple[int, int]


@dataclass(frozen=True)
class Box:
    """A group of windows; without any, a point at which the rules decide what is next. ``y`` is its upper edge."""

    title: str
    says: str
    column: str
    y: int
    windows: tuple[Window, ...] = ()
    width: int = 230

    @property
    def x(self) -> int:
        """Where its middle is."""
        return _COLUMNS[self.column]


@dataclass(frozen=True)
class Arrow:
    """What leads from one box to another: along which points, its label and where that is, on which clauses it rests.

    It leads back too where it goes ``both`` ways; it is ``rare`` where only the ruleset for comparison goes along it.
    """

    source: str
    target: str
    points: tuple[Point, ...]
    label: str
    at: Point
    clauses: tuple[str, ...] = ()
    both: bool = False
    rare: bool = False


BOXES = {
    "turn": Box("The turn player's window", "acts, or passes", "left", 40, (Window.TURN_OPEN,)),
    "opponent": Box("The opponent's window", "acts, or passes", "right", 40, (Window.OPPONENT_OPEN,)),
    "action": Box(
        "A chain, or an item",
        "responses; then it is carried out",
        "middle",
        150,
        (Window.TURN_RESPONDS, Window.OPPONENT_RESPONDS, Window.TRIGGERS, Window.RESOLVING, Window.PROCESSING),
        width=330,
    ),
    "turn must": Box("The turn player must act", "and cannot pass", "left", 300, (Window.TURN_COMPELLED,)),
    "passed": Box("Both have passed in a row", "who holds something mandatory?", "right", 300),
    "opponent must": Box("The opponent must act", "and cannot pass", "middle", 430, (Window.OPPONENT_COMPELLED,)),
    "again": Box("The second offer", "the turn player acts, or passes", "right", 430, (Window.TURN_AGAIN,)),
    "last": Box("The end of the End Phase", "what is due at its end", "middle", 550, (Window.LAST_ITEMS,)),
    "closes": Box("Nothing mandatory is left", "the phase closes", "right", 550),
    "after": Box(
        "Must act after the adjustment",
        "what has become due",
        "left",
        670,
        (Window.TURN_AFTER, Window.OPPONENT_AFTER),
    ),
    "adjustment": Box(
        "Hand-size adjustment",
        "down to the hand limit",
        "middle",
        670,
        (Window.TURN_ADJUSTS, Window.OPPONENT_ADJUSTS),
    ),
    "over": Box("The End Phase is over", "or the duel", "right", 670, (Window.OVER,)),
}

_WAITS, _NEXT, _QUICK = "passing with mandatory items", "next window after an action", "quick effects in windows"
_FIRST, _OFFER, _ACT = "compelled first", "second offer to the turn player", "compelled act"
_TRIGGERS = ("triggers of the discard", "chains after the adjustment")
_LATE = ("mandatory triggers after the adjustment", "items after the adjustment")

ARROWS = (
    Arrow("turn", "opponent", ((270, 58), (690, 58)), "passes", (480, 53), (_WAITS,)),
    Arrow("opponent", "turn", ((690, 84), (270, 84)), "passes first", (480, 101), (_NEXT,), rare=True),
    Arrow("turn", "action", ((225, 102), (315, 160)), "acts", (272, 136), (_QUICK,)),
    Arrow("opponent", "action", ((735, 102), (645, 160)), "acts", (690, 136), (_QUICK,)),
    Arrow("action", "turn", ((315, 186), (155, 186), (155, 102)), "done", (210, 181), (_NEXT,)),
    Arrow("action", "opponent", ((645, 186), (775, 186), (775, 102)), "done", (715, 181), (_NEXT,), rare=True),
    Arrow("opponent", "passed", ((850, 102), (850, 300)), "passes too", (850, 215), (_WAITS,)),
    Arrow(
        "turn", "passed", ((70, 102), (70, 258), (740, 258), (740, 300)), "passes too", (145, 253), (_NEXT,), rare=True
    ),
    Arrow("passed", "turn must", ((690, 331), (270, 331)), "the turn player", (430, 326), (_FIRST,)),
    Arrow("turn must", "action", ((190, 300), (315, 204)), "acts", (238, 280), (_ACT,)),
    Arrow("passed", "again", ((850, 362), (850, 430)), "only the opponent", (850, 400), (_OFFER,)),
    Arrow("passed", "opponent must", ((720, 362), (585, 430)), "the opponent", (545, 400), (_FIRST, _OFFER)),
    Arrow("again", "opponent must", ((690, 470), (595, 470)), "passes", (642, 488)),
    Arrow("again", "action", ((690, 446), (668, 446), (668, 230), (640, 212)), "acts", (680, 285), (_QUICK,)),
    Arrow("opponent must", "action", ((440, 430), (440, 212)), "acts", (440, 290), (_ACT,)),
    Arrow("passed", "closes", ((920, 331), (945, 331), (945, 581), (920, 581)), "nobody", (945, 470)),
    Arrow("closes", "last", ((690, 581), (595, 581)), "due", (642, 576), ("at the end of the End Phase",)),
    Arrow("last", "closes", ((595, 603), (690, 603)), "done", (632, 620)),
    Arrow("closes", "adjustment", ((760, 612), (580, 670)), "too many cards", (672, 650), ("hand-size adjustment",)),
    Arrow("closes", "over", ((850, 612), (850, 670)), "else", (850, 645)),
    Arrow("adjustment", "over", ((595, 705), (690, 705)), "done", (642, 724)),
    Arrow("adjustment", "action", ((365, 690), (352, 690), (352, 212)), "triggers", (412, 640), _TRIGGERS),
    Arrow("adjustment", "after", ((365, 712), (270, 712)), "due", (317, 730), _LATE),
    Arrow("after", "action", ((270, 690), (328, 690), (328, 212)), "act, and done", (255, 560), _LATE, both=True),
    Arrow("action", "closes", ((622, 212), (622, 560), (692, 560)), "after the adjustment", (622, 525)),
)


def box_of(window: Window) -> str:
    """The name of the box that a window belongs to."""
    return next(name for name, box in BOXES.items() if window in box.windows)


def picture(clauses: Sequence[str]) -> str:
    """The picture; on an arrow stands the number of each clause that it rests on, by its place in ``clauses``."""
    number = {clause: str(place) for place, clause in enumerate(clauses, 1)}
    return "\n".join(_lines(number)) + "\n"


def _lines(number: dict[str, str]) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-labelledby="title">'
    yield '<title id="title">The windows of the End Phase, and what leads from one to another</title>'
    yield f"<style>{_STYLE}</style>"
    yield '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
    yield 'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="#44507a"/></marker></defs>'
    yield f'<rect class="paper" x="1" y="1" width="{_WIDTH - 2}" height="{_HEIGHT - 2}" rx="12"/>'
    for arrow in ARROWS:
        path = " ".join(f"{x},{y}" for x, y in arrow.points)
        ends = ' marker-start="url(#head)"' if arrow.both else ""
        kind = "way rare" if arrow.rare else "way"
        yield f'<polyline class="{kind}" points="{path}" marker-end="url(#head)"{ends}/>'
    for box in BOXES.values():
        yield from _drawn(box)
    for arrow in ARROWS:
        numbers = ", ".join(number[clause] for clause in arrow.clauses)
        marks = f' <tspan class="clause">{numbers}</tspan>' if numbers else ""
        yield f'<text class="label" x="{arrow.at[0]}" y="{arrow.at[1]}">{escape(arrow.label)}{marks}</text>'
    yield "</svg>"


def _drawn(box: Box) -> Iterator[str]:
    kind, corner = ("window", 8) if box.windows else ("rules", 31)
    size = f'width="{box.width}" height="{_BOX_HEIGHT}"'
    yield f'<rect class="{kind}" x="{box.x - box.width // 2}" y="{box.y}" {size} rx="{corner}"/>'
    yield f'<text class="title" x="{box.x}" y="{box.y + 27}">{escape(box.title)}</text>'
    yield f'<text x="{box.x}" y="{box.y + 47}">{escape(box.says)}</text>'
