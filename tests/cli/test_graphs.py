"""Pictures of the state graph: what is drawn, what is folded, and what is said of that."""

import json
import re
import sys
from xml.etree import ElementTree

import networkx
import pytest

from reports.graphs import pictures
from reports.graphs.lettering import lines, width

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def drawn(endphase, tmp_path):
    """Draws a board as SVG: the call, and the root of the picture."""

    def draw(*arguments):
        called = endphase("graph", *arguments, "-o", "picture.svg")
        text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
        return called, ElementTree.fromstring(text)

    return draw


def parts(root, kind):
    """The groups of the picture that are boxes, or arrows."""
    return [one for one in root.iter(f"{SVG}g") if kind in one.get("class", "").split()]


def words(group):
    """What is written in a group, its title left out."""
    return " ".join(one.text for one in group.iter(f"{SVG}text"))


def test_a_picture_has_every_choice_and_every_end(drawn):
    """Of A08's 19 states four have a choice: 7 nodes with the three ends; two pairs of ways share an arrow."""
    called, root = drawn("A08")
    assert called.code == 0
    assert called.out == "picture.svg: 19 states, 21 transitions, 3 terminal; drawn: 7 nodes, 9 edges\n"
    assert called.err == ""
    assert [one.get("class") for one in parts(root, "box")] == ["box turn-player"] * 3 + ["box over"] + [
        "box turn-player"
    ] + ["box over"] * 2
    assert len(parts(root, "arrow")) == 8


def test_a_node_says_where_the_procedure_stands_and_who_acts(drawn):
    first, *_ = parts(drawn("A08")[1], "box")
    assert words(first) == "turn player start the turn player's window"


def test_an_end_has_the_number_that_explore_gives_it(drawn, endphase):
    _, root = drawn("A08")
    listed = json.loads(endphase("explore", "A08", "--json").out)["outcomes"]
    shown = [
        re.fullmatch(r"outcome (\d+) \d+ (.*)", words(one)).groups()
        for one in parts(root, "over")
        if words(one)[0] == "o"
    ]
    assert shown == [(str(one["id"]), one["summary"]) for one in listed]


def test_an_arrow_tells_the_choice_and_then_what_follows(drawn):
    _, root = drawn("A08")
    told = {one.find(f"{SVG}title").text: one for one in parts(root, "arrow")}
    arrow = told["from 0 to 4: the turn player passes, then the opponent passes"]
    assert [(one.get("class"), one.text) for one in arrow.iter(f"{SVG}text")] == [
        ("choice", "the turn player passes"),
        ("follow", "the opponent passes"),
    ]


def test_a_picture_is_told_in_words(drawn):
    """To who does not see it: title, description, and a title for each box and arrow."""
    _, root = drawn("A08")
    assert root.get("role") == "graphics-document"
    for name, tag in (("aria-labelledby", "title"), ("aria-describedby", "desc")):
        (named,) = [one for one in root.iter(f"{SVG}{tag}") if one.get("id") == root.get(name)]
        assert "A08" in named.text or "outcome 1: nothing has changed." in named.text
    assert all(one.find(f"{SVG}title").text for one in (*parts(root, "box"), *parts(root, "arrow")))


def test_a_picture_needs_nothing_from_elsewhere(drawn, tmp_path):
    drawn("A08")
    text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in text
    assert "url(" not in text


def test_two_runs_draw_the_same(drawn, tmp_path):
    drawn("A05")
    first = (tmp_path / "picture.svg").read_bytes()
    drawn("A05")
    assert (tmp_path / "picture.svg").read_bytes() == first


def test_boxes_do_not_lie_over_each_other(drawn):
    """Nor beyond the paper."""
    _, root = drawn("A05")
    frames = []
    for box in parts(root, "box"):
        left, top = map(float, re.findall(r"[\d.]+", box.get("transform")))
        frame = next(one for one in box if one.get("class") == "frame")
        frames.append((left, top, left + float(frame.get("width")), top + float(frame.get("height"))))
    assert len(frames) == 46
    for number, (left, top, right, bottom) in enumerate(frames):
        assert left > 0
        assert top > 0
        assert right < float(root.get("width"))
        assert bottom < float(root.get("height"))
        for other in frames[number + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_every_state_on_demand(drawn):
    called, root = drawn("A08", "--whole")
    assert called.out == "picture.svg: 19 states, 21 transitions, 3 terminal\n"
    assert len(parts(root, "box")) == 19
    assert "Every state is drawn." in "".join(root.itertext())


def test_a_picture_in_japanese(drawn):
    _, root = drawn("A08", "--lang", "ja")
    assert root.get("lang") == "ja"
    first, *_ = parts(root, "box")
    assert words(first).startswith("ターンプレイヤー 開始 ターンプレイヤーに優先権")
    assert not re.search(r"turn player|opponent", "".join("".join(one.itertext()) for one in parts(root, "box")))


def test_a_search_that_was_cut_short_is_drawn_as_far_as_it_goes(drawn):
    called, root = drawn("A08", "--max-states", "7")
    assert called.code == 3
    assert parts(root, "unknown")
    assert "The search was cut short, so this is not all." in "".join(root.itertext())


def test_too_many_nodes_are_drawn_by_what_can_happen_from_them(drawn, monkeypatch):
    """And it is said, on the picture and beside it."""
    monkeypatch.setattr(pictures, "MOST_NODES", 45)
    called, root = drawn("A05")
    said = "States from which the same can happen are drawn as one: 45 nodes, where folding alone would leave 46."
    assert called.err == f"endphase: {said}\n"
    caption = " ".join(one.text for one in root.iter(f"{SVG}text") if one.get("class") == "caption")
    assert caption == said
    assert len(parts(root, "box")) == 45


def test_still_too_many_are_drawn_by_window(drawn, monkeypatch):
    """A node for each window, and for each outcome."""
    monkeypatch.setattr(pictures, "MOST_NODES", 44)
    called, root = drawn("A05")
    assert called.err.startswith("endphase: All states of a window are drawn as one")
    heads = [words(one) for one in parts(root, "box")]
    assert len(heads) == len({*heads}) == 16
    assert heads[0] == "turn player start · 34 states the turn player's window"
    assert sum(head.startswith("outcome") for head in heads) == 10


def test_very_many_outcomes_share_a_node(drawn, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_NODES", 44)
    monkeypatch.setattr(pictures, "MOST_ENDS", 9)
    heads = [words(one) for one in parts(drawn("A05")[1], "box")]
    assert heads.count("the End Phase is over 11 states 10 outcomes") == 1
    assert len(heads) == 7


def test_what_takes_too_long_to_compare_is_drawn_by_window(drawn, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_NODES", 45)
    monkeypatch.setattr(pictures, "MOST_COMPARED", 146)
    assert drawn("A05")[0].err.startswith("endphase: All states of a window are drawn as one")


def test_a_whole_picture_has_its_limit(endphase, tmp_path, monkeypatch):
    monkeypatch.setattr("reports.graphs.svg.MOST_BOXES", 18)
    called = endphase("graph", "A08", "--whole", "-o", "picture.svg")
    assert (called.code, called.out) == (2, "")
    assert "a picture of 19 nodes, where 18 can be drawn" in called.err
    assert "--folded" in called.err
    assert not (tmp_path / "picture.svg").exists()


def test_without_graphviz_it_is_said_what_to_install(endphase, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    called = endphase("graph", "A08", "-o", "picture.svg")
    assert called.code == 2
    assert 'drawing needs the package pygraphviz\n  expected: uv pip install "endphase[pictures]"' in called.err
    assert not (tmp_path / "picture.svg").exists()


# ---- other formats -------------------------------------------------------------------------------------------------


def test_dot_is_folded_like_the_picture(endphase, tmp_path):
    called = endphase("graph", "A08", "-o", "a08.dot")
    assert called.out == "a08.dot: 19 states, 21 transitions, 3 terminal; drawn: 7 nodes, 9 edges\n"
    text = (tmp_path / "a08.dot").read_text(encoding="utf-8")
    assert '  0 [label="turn player\\nthe turn player\'s window", color="#0b5cc4"];\n' in text
    assert '  0 -> 4 [label="the turn player passes\\nthe opponent passes", color="#0b5cc4"];\n' in text
    assert text.count("peripheries=2") == 3


def test_graphml_folded_keeps_the_numbers_of_the_states(endphase, tmp_path):
    called = endphase("graph", "A08", "--folded", "-o", "a08.graphml")
    assert called.out == "a08.graphml: 19 states, 21 transitions, 3 terminal; drawn: 7 nodes, 9 edges\n"
    graph = networkx.read_graphml(tmp_path / "a08.graphml", node_type=int, force_multigraph=True)
    assert [*graph.nodes] == [0, 2, 4, 8, 10, 17, 18]
    assert graph.edges[0, 4, 0] == {
        "event": "the turn player passes; the opponent passes",
        "by": "turn player",
        "steps": 2,
    }


def test_json_folded_says_so(endphase, tmp_path):
    endphase("graph", "A08", "--folded", "-o", "a08.json")
    document = json.loads((tmp_path / "a08.json").read_text(encoding="utf-8"))
    assert document["folded"] is True
    assert (len(document["nodes"]), len(document["edges"])) == (7, 9)
    assert sum(edge["steps"] for edge in document["edges"]) == 25


def test_aldebaran_folded_counts_what_it_has(endphase, tmp_path):
    endphase("graph", "A08", "--folded", "-o", "a08.aut")
    head, *steps = (tmp_path / "a08.aut").read_text(encoding="utf-8").splitlines()
    assert head == "des (0, 9, 7)"
    assert steps[0] == '(0, "the turn player passes; the opponent passes", 2)'
    assert len(steps) == 9


def test_a_model_has_no_states_to_fold(endphase):
    called = endphase("graph", "A08", "--folded", "-o", "a08.pml")
    assert called.code == 2
    assert "--folded, --whole: not with .pml" in called.err


# ---- lettering -----------------------------------------------------------------------------------------------------


def test_lines_are_as_wide_as_there_is_room():
    found = lines("the turn player must now process Rekindling", 10, 120)
    assert " ".join(found) == "the turn player must now process Rekindling"
    assert len(found) == 3
    assert all(width(line, 10) <= 120 for line in found)


def test_a_long_word_has_a_line_of_its_own():
    assert lines("an incomprehensibilities b", 10, 40) == ["an", "incomprehensibilities", "b"]


def test_japanese_breaks_between_characters_but_not_before_a_full_stop():
    assert lines("優先権を放棄。", 10, 60) == ["優先権を放", "棄。"]
