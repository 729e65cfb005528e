"""``endphase compare``: as text, as JSON, over the corpus, and what it refuses."""

import json
import sys
from dataclasses import replace

import pytest

import explorer
from explorer.questions import Likeness
from models.errors import InputError
from models.library import Library
from reports import comparison
from reports.narration import narrator
from reports.paper import paper

COMPARED = {
    "likeness",
    "same_outcomes",
    "same_powers",
    "same_plays",
    "same_graph",
    "outcomes",
    "only_in",
    "powers_only_in",
    "all_sets",
    "texts",
    "searches",
    "play",
}


@pytest.fixture
def few_rulings(monkeypatch):
    """A corpus of three rulings, with six boards."""
    all_rulings = Library().rulings
    few = tuple(one for one in all_rulings if one.id in ("A01", "A06", "C02"))
    monkeypatch.setattr(Library, "rulings", few)
    return few


def test_a_board_on_which_nothing_differs(endphase):
    called = endphase("compare", "A08", "--rulesets", "ocg,tcg")
    assert called.code == 0
    assert called.err == ""
    assert called.out.splitlines() == [
        "ocg and tcg: same",
        "  ocg: 19 states, 21 transitions",
        "  tcg: 19 states, 21 transitions",
        "  outcomes: the same (3 in all)",
        "  powers: the same",
        "  plays: the same",
        "  graph: bisimilar",
    ]


def test_a_play_that_stops(endphase):
    """A05: under the TCG of the seed nobody asks the turn player a second time; the clause is named."""
    called = endphase("compare", "A05", "--rulesets", "ocg-2013,tcg")
    assert called.code == 0
    lines = called.out.splitlines()
    assert lines[0] == "ocg-2013 and tcg: plays differ"
    assert lines[-1] == (
        "    -> stops: not possible (the opponent must act): the turn player passes  "
        "[ruleset: second offer to the turn player]"
    )
    assert lines.count("    The opponent passes.") == 2


def test_an_outcome_of_one_ruleset(endphase):
    """A06: in the simulator nobody can end the negation and use the effect after that."""
    called = endphase("compare", "A06", "--rulesets", "ocg-2013,simulator")
    assert called.out.startswith("ocg-2013 and simulator: outcomes differ\n")
    assert (
        "    only under ocg-2013: 3. the turn player, banished: Justice of Prophecy; "
        "the turn player, hand: Dark Magician, Spellbook of Secrets\n"
    ) in called.out
    assert called.out.rstrip().endswith("the opponent processes Effect Veiler  [ruleset: until the End Phase]")


def test_powers_are_told_with_both_plays(endphase):
    """C02: when a lapse comes by itself, the turn player cannot force what they could."""
    called = endphase("compare", "C02", "--rulesets", "ocg-2013,simulator")
    assert "under ocg-2013 the turn player forces 1; a play with the longest defence:\n" in called.out
    assert "under simulator the opponent can prevent it:\n" in called.out


def test_card_texts_of_another_day(endphase):
    """Effect Veiler lasts until the end of the turn since July 2014."""
    called = endphase("compare", "A06#1", "--rulesets", "ocg,ocg-2013")
    assert "  card texts of the two days differ: Effect Veiler\n" in called.out
    assert called.out.rstrip().endswith("the opponent processes Effect Veiler  [there is no such move]")


def test_the_moves_in_japanese(endphase):
    called = endphase("compare", "A01", "--rulesets", "ocg,tcg", "--lang", "ja")
    assert "    相手プレイヤーは優先権を放棄する。\n" in called.out


def test_a_flip_makes_the_other_ruleset(endphase):
    """Of a clause with two values the other one; of one with more it has to be said which."""
    called = endphase("compare", "A04", "--rulesets", "ocg", "--flip", "compelled act")
    assert called.out.splitlines()[0] == "ocg and ocg with compelled act: a mandatory item: plays differ"
    again = endphase("compare", "A04", "--flip", "compelled act: a mandatory item")
    assert again.out == called.out


def test_flips_change_the_second_of_two(endphase):
    flips = ("--flip", "compelled act", "--flip", "second offer to the turn player")
    called = endphase("compare", "A08", "--rulesets", "tcg,ocg", *flips)
    name = "ocg with compelled act: a mandatory item, second offer to the turn player: no"
    assert called.out.startswith(f"tcg and {name}: ")


def test_json_of_a_board(endphase):
    called = endphase("compare", "A06", "--rulesets", "ocg-2013,simulator", "--json")
    assert called.code == 0
    document = json.loads(called.out)
    assert set(document) == COMPARED | {"schema", "rulesets"}
    assert document["schema"] == "endphase/compare/1"
    assert document["rulesets"] == ["ocg-2013", "simulator"]
    assert document["likeness"] == "outcomes differ"
    assert document["only_in"] == [[3], []]
    assert document["powers_only_in"] == [
        [{"player": "turn player", "outcomes": [3]}],
        [{"player": "opponent", "outcomes": [1, 2]}],
    ]
    assert [one["id"] for one in document["outcomes"]] == [1, 2, 3]
    assert document["searches"][0] == {"states": 15, "transitions": 16, "complete": True, "limit": None}
    play = document["play"]
    assert (play["shows"], play["through"], play["power"]) == ("outcomes differ", 0, None)
    told, followed = play["followed"]
    assert (told["outcome"], told["stop"]) == (3, None)
    assert followed["outcome"] is None
    assert followed["stop"]["step"] == len(followed["play"]) + 1 == 2
    assert followed["stop"]["event"]["text"] == told["play"][1]["text"]


def test_json_of_a_power(endphase):
    document = json.loads(endphase("compare", "C02", "--rulesets", "ocg-2013,simulator", "--json").out)
    play = document["play"]
    assert play["power"] == {"player": "turn player", "outcomes": [1]}
    told, refuted = play["followed"]
    assert told["outcome"] == 1
    assert refuted["outcome"] not in (None, 1)


def test_the_corpus_has_a_line_for_each_board(endphase, few_rulings):
    called = endphase("compare", "--corpus", "--rulesets", "ocg-2013,simulator")
    assert called.code == 0
    *lines, summary = called.out.splitlines()
    boards = sum(len(ruling.cases) for ruling in few_rulings)
    assert len(lines) == boards
    assert lines[:2] == ["A01       plays differ", "A06       outcomes differ"]
    assert summary.startswith(f"{boards} boards: ")


def test_the_corpus_as_json_has_a_play_for_each_difference(endphase, few_rulings):
    document = json.loads(endphase("compare", "--corpus", "--rulesets", "ocg-2013,simulator", "--json").out)
    assert set(document) == {"schema", "rulesets", "complete", "summary", "boards"}
    assert document["complete"] is True
    assert sum(document["summary"].values()) == len(document["boards"])
    for board in document["boards"]:
        assert set(board) == COMPARED | {"board", "ruling"}
        assert (board["play"] is None) is (board["likeness"] in ("same", "choices differ"))


def test_a_limit_leaves_it_undecided(endphase):
    """Nothing is called the same that was not searched to its end."""
    called = endphase("compare", "A08", "--rulesets", "ocg,tcg", "--max-states", "5")
    assert called.code == 3
    assert called.out.startswith("ocg and tcg: undecided\n")
    assert "partial: the limit of states was reached" in called.out
    assert "outcomes: undecided" in called.out
    assert "graph: undecided" in called.out


def test_a_limit_over_the_corpus(endphase, few_rulings):
    called = endphase("compare", "--corpus", "--rulesets", "ocg,tcg", "--max-states", "5", "--json")
    assert called.code == 3
    document = json.loads(called.out)
    assert document["complete"] is False
    assert document["summary"]["undecided"] > 0


def test_an_interrupt_leaves_the_boards_that_are_done(endphase, few_rulings, monkeypatch):
    """Ctrl-C while the second board is grounded."""
    module = sys.modules["explorer.questions.compare"]
    inquire, calls = module.inquire, []

    def interrupted(*arguments, **options):
        calls.append(arguments)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return inquire(*arguments, **options)

    monkeypatch.setattr(module, "inquire", interrupted)
    called = endphase("compare", "--corpus", "--rulesets", "ocg,tcg")
    assert called.code == 3
    first, summary = called.out.splitlines()
    assert first == "A01       plays differ"
    assert summary.startswith("1 board: ")
    assert summary.endswith(" - partial: interrupted")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["A08"], "compare needs two rulesets, not 0"),
        (["A08", "--rulesets", "ocg"], "compare needs two rulesets, not 1"),
        (["A08", "--rulesets", "ocg,tcg,tcg-2005"], "compare needs two rulesets, not 3"),
        (["A08", "--rulesets", "ocg,tgc"], "did you mean: tcg"),
        (["A08", "--rulesets", "ocg,"], "no ruleset is called ''"),
        (["--rulesets", "ocg,tcg"], "either a board or --corpus"),
        (["A08", "--corpus", "--rulesets", "ocg,tcg"], "either a board or --corpus"),
        (["A08", "--flip", "compelled acts"], "did you mean: compelled act"),
        (["A08", "--flip", "chains after the adjustment"], "which value of 'chains after the adjustment'?"),
        (["A08", "--flip", "compelled act: anything"], "'anything' is no other value of the clause 'compelled act'"),
        (["A08", "--flip", "compelled act: any"], "expected: compelled act: a mandatory item"),
        (["no-such-board", "--rulesets", "ocg,tcg"], "neither a file nor a ruling is called"),
        (["A08", "--rulesets", "ocg,tcg", "--lang", "fr"], "unknown language"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_bad_call(endphase, arguments, says):
    called = endphase("compare", *arguments)
    assert called.code == 2
    assert called.out == ""
    assert says in called.err


def test_the_same_plays_need_not_be_the_same_choices(capsys):
    """Trace equivalent and not bisimilar: it is said, and no play is shown."""
    library = Library()
    same = explorer.compare("A08", "ocg", "tcg")
    found = replace(same, same_graph=False)
    assert (same.likeness, found.likeness) == (Likeness.SAME, Likeness.CHOICES)
    comparison.one_board(paper(), found, narrator("en", library))
    assert capsys.readouterr().out.rstrip().endswith("they differ in when it is decided what happens")


class TestFromPython:
    def test_two_rulesets(self):
        found = explorer.compare("A06", "ocg-2013", "simulator")
        assert str(found) == "ocg-2013 and simulator: outcomes differ"
        assert (found.only_in, found.complete) == (((3,), ()), True)

    def test_a_flip(self):
        found = explorer.compare("A04", "ocg", flips=["compelled act"])
        assert found.rulesets == ("ocg", "ocg with compelled act: a mandatory item")

    def test_one_ruleset_is_refused(self):
        with pytest.raises(InputError, match="two rulesets"):
            explorer.compare("A08", "ocg")


def test_in_japanese(endphase):
    lines = endphase("compare", "B12", "--rulesets", "ocg,simulator", "--lang", "ja").out.splitlines()
    assert lines == [
        "ocgとsimulator：同じ",
        "  ocg: 状態7、遷移6",
        "  simulator: 状態7、遷移6",
        "  結果：同じ（全部で2通り）",
        "  実現できること：同じ",
        "  手順：同じ",
        "  グラフ：双模倣",
    ]
