"""docs/procedure.md and its picture are up to date, and the picture is true. Slow: it searches the corpus once."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from explorer.game import Kind, Window
from explorer.questions import inquire
from explorer.system.terms import read
from models.library import Library
from models.ruling import cases_for, rulesets_of
from reports.procedure import procedure
from reports.procedure_picture import ARROWS, BOXES, box_of, picture

DOCS = Path(__file__).parents[2] / "docs"
FOR_COMPARISON = "simulator"
STAYS = {Kind.PASS, Kind.DISCARD}
"""Steps that lead on by themselves; all others lead through a chain or an item."""
USUAL = [arrow for arrow in ARROWS if not arrow.rare]
RULES = {name for name, box in BOXES.items() if not box.windows}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def test_the_page_is_up_to_date(library):
    """If not: ``endphase rulesets --table -o docs/procedure.md``."""
    assert (DOCS / "procedure.md").read_text(encoding="utf-8") == procedure(library)


def test_the_picture_is_up_to_date(library):
    """If not: ``endphase rulesets --picture -o docs/procedure.svg``."""
    assert (DOCS / "procedure.svg").read_text(encoding="utf-8") == picture(list(library.clauses))


def test_every_value_and_citation_is_on_the_page(library):
    text = (DOCS / "procedure.md").read_text(encoding="utf-8")
    plain = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    values = [f"- **{value}**: {means}" for one in library.clauses.values() for value, means in one.values.items()]
    cites = [cite for one in library.rulesets for setting in one.clauses.values() for cite in setting.cites]
    assert [line for line in values if line not in text] == []
    assert [cite for cite in cites if str(cite).removesuffix(", -") not in plain] == []
    assert (len(values), len(cites)) == (36, 128)


def test_the_picture_is_whole_and_refers_to_nothing(library):
    """Every window is in one box, every clause of an arrow is a clause, and nothing is loaded from elsewhere."""
    text = picture(list(library.clauses))
    root = ElementTree.fromstring(text)
    shown = [window for box in BOXES.values() for window in box.windows]
    passing = {Window.SETTLING, Window.SETTLING_LAST, Window.NEXT, Window.CLOSING}
    assert sorted(shown) == sorted(set(Window) - passing)
    assert {clause for arrow in ARROWS for clause in arrow.clauses} <= set(library.clauses)
    assert {one.tag.rpartition("}")[2] for one in root.iter()} == {
        "svg", "title", "style", "defs", "marker", "path", "rect", "polyline", "text", "tspan"
    }  # fmt: skip
    assert [value for one in root.iter() for value in one.attrib.values() if "//" in value] == []


def test_arrows_begin_and_end_at_their_boxes():
    """On the edge of a box, two units aside at most."""
    for arrow in ARROWS:
        for name, (x, y) in ((arrow.source, arrow.points[0]), (arrow.target, arrow.points[-1])):
            box = BOXES[name]
            inside = abs(x - box.x) <= box.width // 2 + 2 and box.y - 2 <= y <= box.y + 64
            assert inside, arrow


def boxes_of(step, source, target):
    """The boxes that a step leads along, from that of its window to that of the next one."""
    first, last = box_of(source), box_of(target)
    by_itself = step in STAYS or "action" in (first, last) or first == "last"
    return [first, last] if by_itself else [first, "action", last]


def legs_of(inquiry):
    """From which box to which one steps lead; those that end the duel lead nowhere in the procedure."""
    game, graph = inquiry.game, inquiry.graph
    windows = [game.window(state) for state in graph.states]
    decided = inquiry.test(read(game.scene.result))
    for state, source in enumerate(windows):
        for edge in graph.edges(state):
            if not decided(graph.targets[edge]):
                way = boxes_of(graph.event(edge).kind, source, windows[graph.targets[edge]])
                yield from (leg for leg in pairwise(way) if leg != ("action", "action"))


def legs(arrows):
    """From which box to which one the arrows lead, past points of the rules."""
    ways = {(one.source, one.target) for one in arrows} | {(one.target, one.source) for one in arrows if one.both}
    while more := {(a, d) for a, b in ways if b in RULES for c, d in ways if c == b} - ways:
        ways |= more
    return {(source, target) for source, target in ways if not {source, target} & RULES}


def gone_along(library):
    """The legs on all boards of the corpus: under rulesets that are theirs, and under the one for comparison."""
    found = {"official": set(), FOR_COMPARISON: set()}
    for ruling in library.rulings:
        for name in {*rulesets_of(ruling), FOR_COMPARISON} if not (ruling.note or ruling.unmodelled) else ():
            for case in cases_for(ruling, name):
                inquiry = inquire(case.board, library, library.ruleset(name))
                found[FOR_COMPARISON if name == FOR_COMPARISON else "official"].update(legs_of(inquiry))
    return found["official"], found[FOR_COMPARISON]


def test_the_picture_is_true(library):
    """Every step goes along its arrows, along the dashed ones for comparison alone; and no arrow can be spared."""
    official, compared = gone_along(library)
    assert sorted(official - legs(USUAL)) == []
    assert sorted(compared - legs(ARROWS)) == []
    for arrow in ARROWS:
        steps, arrows = (compared, ARROWS) if arrow.rare else (official, USUAL)
        assert steps - legs([one for one in arrows if one is not arrow]), arrow
