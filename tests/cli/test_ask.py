"""``endphase ask``: claims about a board, told on the command line."""

import json

import pytest

DRAW = "turn player can enforce: the duel is a draw"
WIN = "turn player can enforce: the turn player wins"
BOARD = """\
turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}
"""


def test_it_prints_what_holds_with_its_play(endphase):
    called = endphase("ask", "A46", DRAW)
    assert (called.code, called.err) == (0, "")
    assert called.out.splitlines() == [
        f"{DRAW}: holds (the turn player can force it; a play with the longest defence)",
        "    The turn player processes Change of Heart.",
        "    The turn player passes.",
        "    The opponent passes.",
        "    The opponent must now process Last Turn.",
        "What the turn player should do, whatever the other does:",
        "    1. If possible, the turn player processes Change of Heart.",
    ]


@pytest.mark.parametrize(
    ("claims", "code"),
    [([DRAW], 0), ([WIN], 1), ([DRAW, WIN], 1), ([DRAW, "outcomes: 2"], 0)],
)
def test_its_exit_code_says_whether_all_hold(endphase, claims, code):
    assert endphase("ask", "A46", *claims).code == code


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ([DRAW], 3),
        (["can: the turn player passes"], 0),
        (["cannot: the turn player passes", DRAW], 1),
        (["can: the turn player passes", DRAW], 3),
    ],
)
def test_a_limit_leaves_some_undecided(endphase, claims, code):
    """What does not hold all the same comes first."""
    called = endphase("ask", "A46", *claims, "--max-states", "3")
    assert called.code == code
    assert called.out.startswith("partial: the limit of states was reached\n")
    assert ("undecided (the search was cut short)" in called.out) is (DRAW in claims)


def test_a_ruleset_makes_a_difference(endphase):
    """B12 of 2013 and B03 of 2020: how many chains follow the adjustment."""
    claim = "can: Hysteric Sign is activated after the hand-size adjustment"
    codes = [endphase("ask", "B12", claim, "--ruleset", name).code for name in ("ocg-2013", "ocg")]
    assert codes == [0, 1]


def test_a_loop_is_marked(endphase, tmp_path):
    (tmp_path / "board.yaml").write_text(BOARD, encoding="utf-8")
    called = endphase("ask", "board.yaml", "formula: A F the End Phase is over")
    assert called.code == 1
    assert called.out.splitlines() == [
        "formula: A F the End Phase is over: does not hold (a play avoids it)",
        "    It goes round for ever, from here on:",
        "    The turn player activates Manticore of Darkness, with Manticore of Darkness as the cost.",
    ]


def test_what_comes_before_the_loop_is_told_first(endphase, tmp_path):
    (tmp_path / "board.yaml").write_text(BOARD, encoding="utf-8")
    claim = "after: {line: [the turn player activates Manticore of Darkness], formula: A F the End Phase is over}"
    lines = endphase("ask", "board.yaml", claim).out.splitlines()
    activates = "    The turn player activates Manticore of Darkness, with Manticore of Darkness as the cost."
    assert lines[1:] == [activates, "    It goes round for ever, from here on:", activates]


def test_in_japanese(endphase):
    called = endphase("ask", "A46", DRAW, "--lang", "ja")
    assert "心変わり" in called.out
    assert called.code == 0


def test_as_json(endphase):
    called = endphase("ask", "A46", DRAW, WIN, "--json")
    assert called.code == 1
    document = json.loads(called.out)
    assert list(document) == ["schema", "ruleset", "states", "transitions", "complete", "claims", "reductions"]
    assert document["schema"] == "endphase/ask/1"
    assert (document["ruleset"], document["states"], document["transitions"]) == ("tcg-2005", 8, 9)
    assert [one["claim"] for one in document["claims"]] == [DRAW, WIN]
    assert [one["holds"] for one in document["claims"]] == [True, False]
    assert [len(one["play"]) for one in document["claims"]] == [4, 6]
    assert all(list(one) == ["claim", "holds", "because", "play", "strategy"] for one in document["claims"])
    assert [one["strategy"]["player"] for one in document["claims"]] == ["turn player", "opponent"]


def test_as_json_with_a_loop_and_with_a_limit(endphase, tmp_path):
    (tmp_path / "board.yaml").write_text(BOARD, encoding="utf-8")
    claim = "formula: E G not the End Phase is over"
    (one,) = json.loads(endphase("ask", "board.yaml", claim, "--json").out)["claims"]
    assert (one["holds"], one["repeats"], len(one["play"])) == (True, 0, 2)
    document = json.loads(endphase("ask", "A46", DRAW, "--json", "--max-states", "3").out)
    assert (document["complete"], document["limit"], document["claims"][0]["holds"]) == (False, "states", None)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["A46"], "Missing argument 'CLAIM...'"),
        (["A46", "posible: the duel is a draw"], "claim:1:1: 'posible' is not a kind of claim"),
        (["A46", DRAW, "formula: E the duel is a draw"], "claim:2:12: the phrase cannot go on with 'the'"),
        (["A46", "possible: Dandylion in the GY"], "claim:1:11: Dandylion is not on this board"),
        (["A46", "best play: {line: the turn player passes}"], "nobody wants anything"),
        (["nothing", DRAW], "nothing"),
    ],
)
def test_a_wrong_call_is_told_where_it_is_wrong(endphase, arguments, says):
    called = endphase("ask", *arguments)
    assert (called.code, called.out) == (2, "")
    assert says in called.err


def test_it_tells_in_japanese_whether_a_claim_holds(endphase):
    called = endphase("ask", "A46", WIN, "--lang", "ja", "--max-states", "100")
    assert called.code == 1
    assert called.out.splitlines()[0] == f"{WIN}：成り立たない（相手プレイヤーが防げる。次はその手順）"


def test_it_tells_in_japanese_that_a_limit_was_reached(endphase):
    lines = endphase("ask", "A46", DRAW, "--lang", "ja", "--max-states", "3").out.splitlines()
    assert lines == ["一部のみ：状態数の上限に達した", f"{DRAW}：未決（探索が途中で終わった）"]
