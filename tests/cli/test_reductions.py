"""Reductions on the command line: what is left out for a question is told, and each can be done without."""

import json

import pytest

from explorer.cli.options import REDUCTIONS
from explorer.system.reductions import Reduction
from models.library import Library
from tests.bench.items import RULESET, independent_states, independent_text

LIBRARY = Library()
CARD = "Koa'ki Meiru Drago"
CLAIM = f"possible: {CARD} in the GY"
SLICED = "sliced: 11 of 12 items, {} of {} variables left out (--without slicing searches the whole board)"


@pytest.fixture
def board(tmp_path):
    """Four statuses a side, and three costs: more than 20,000 states."""
    assert independent_states(4) == 20_856
    file = tmp_path / "items.yaml"
    file.write_text(independent_text(LIBRARY, 4), encoding="utf-8")
    return str(file), "-r", RULESET


def test_claims_about_a_large_board(endphase, board):
    called = endphase("ask", *board, CLAIM, f"turn player can enforce: {CARD} in the GY")
    assert (called.code, called.err) == (0, "")
    first, *lines = called.out.splitlines()
    assert first == SLICED.format(50, 56)
    assert lines[0] == f"{CLAIM}: holds (a play shows it)"
    assert f"turn player can enforce: {CARD} in the GY: holds" in called.out
    assert "should do" not in called.out


def test_the_same_of_the_whole_board(endphase, board):
    called = endphase("ask", *board, CLAIM, "--without", "slicing")
    assert called.code == 0
    assert called.out.splitlines()[:2] == ["without slicing", f"{CLAIM}: holds (a play shows it)"]


def test_claims_that_need_the_whole_board_have_it(endphase, board):
    called = endphase("ask", *board, CLAIM, "outcomes: 8")
    assert called.code == 0
    assert "sliced" not in called.out


def test_outcomes_about_a_card(endphase, board):
    called = endphase("explore", *board, "--about", CARD)
    assert called.code == 0
    assert called.out.splitlines()[:6] == [
        f"{RULESET}: 2 outcomes, 9 states, 10 transitions",
        SLICED.format(48, 54),
        "",
        "1. nothing has changed",
        "   plays are not counted; enforceable by the turn player",
        f"    The turn player processes {CARD}, choosing Blue-Eyes White Dragon (show).",
    ]


def test_as_json(endphase, board):
    document = json.loads(endphase("explore", *board, "--about", CARD, "--json").out)
    assert document["states"] == 9
    assert [one["plays"] for one in document["outcomes"]] == [None, None]
    made = document["reductions"]
    assert list(made) == ["folding", "pruning", "copies", "parts", "slicing"]
    assert made["slicing"] == {"items": 11, "of_items": 12, "variables": 48, "of_variables": 54}
    assert made["copies"] == {"groups": 2}
    assert made["pruning"] == {"commands": 4}
    assert made["folding"] == {"variables": 84, "of_variables": 138, "commands": 15, "of_commands": 40}


def test_a_small_board_is_searched_whole(endphase):
    document = json.loads(endphase("explore", "A08", "--about", "Flamvell Firedog", "--json").out)
    assert [one["plays"] for one in document["outcomes"]] == ["2", "2", "4"]
    assert document["reductions"]["slicing"]["items"] == 0


def test_best_play_on_a_large_board(endphase, board, monkeypatch):
    """The line and its value; reasons are told of a whole board."""
    monkeypatch.setattr("explorer.cli.boards._WHOLE_WITH_REASONS", 1_000)
    called = endphase("best", *board, "--for", "opponent", "--want", f"{CARD} in the GY")
    lines = called.out.splitlines()
    assert called.code == 0
    assert lines[:2] == [SLICED.format(50, 56), "Best play:"]
    assert lines[-1] == "Value: 0"
    document = json.loads(endphase("best", *board, "--want", f"{CARD} in the GY", "--json").out)
    assert document["value"] == [1]
    assert document["strategies"] == []
    assert "graveyard" in document["outcome"]["turn player"]
    assert {key for step in document["line"] for key in step} == {"by", "event", "text"}


def test_every_reduction_can_be_done_without():
    assert tuple(one.value for one in Reduction) == REDUCTIONS


@pytest.mark.parametrize("name", REDUCTIONS)
def test_a_reduction_done_without_changes_no_answer(endphase, name):
    usual, without = endphase("explore", "A05"), endphase("explore", "A05", "--without", name)
    missing = {"folding": "folding, pruning, slicing"}.get(name, name)
    first, told, *rest = without.out.splitlines()
    assert told == f"without {missing}"
    assert first.split(",")[0] == usual.out.splitlines()[0].split(",")[0]
    assert [line for line in rest if line[:1].isdigit()] == [
        line for line in usual.out.splitlines() if line[:1].isdigit()
    ]


def test_a_survey_tells_them_too(endphase):
    called = endphase("explore", "A08", "--engine", "folded", "--without", "copies")
    assert "without copies" in called.out.splitlines()
    document = json.loads(endphase("explore", "A08", "--engine", "folded", "--json").out)
    assert list(document["reductions"]) == ["folding", "pruning", "copies", "parts", "slicing"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--without", "luck"], "'luck' is not one of 'folding', 'pruning', 'copies', 'parts', 'slicing'"),
        (["--about", "Kuriboh"], "no card is called 'Kuriboh'"),
        (["--about", "Dandylion"], "Dandylion is not on this board"),
        (["--about", "Flamvell Firedog", "--engine", "folded"], "not with the engine folded"),
        (["--about", "Flamvell Firedog", "--open", "all"], "not where something is left open"),
        (["--without", "copies", "--open", "all"], "not where something is left open"),
    ],
)
def test_what_cannot_be_is_refused(endphase, arguments, says):
    called = endphase("explore", "A08", *arguments)
    assert called.code == 2
    assert says in called.err
