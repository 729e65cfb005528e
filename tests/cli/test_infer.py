"""``endphase infer``: as text, as JSON, as a file to ask with, and what it refuses."""

import json

import pytest

import explorer
from models.arguments import as_board
from models.library import Library

KNOWLEDGE = {"left", "settled", "free", "ties"}


@pytest.fixture
def few_rulings(monkeypatch):
    """A corpus of a few rulings, so that few boards are tried."""
    few = tuple(one for one in Library().rulings if one.id in ("A07", "B03", "B11", "B12", "B33"))
    monkeypatch.setattr(Library, "rulings", few)
    return few


def test_a_conflict_and_its_eras(endphase, few_rulings):
    """B12 of 2013 and B03 of 2020, with what each says."""
    called = endphase("infer", "--from", "ocg", "--no-question")
    assert called.code == 0
    assert called.err == ""
    lines = called.out.splitlines()
    assert lines[:5] == [
        "5 rulings: 4 in 4 voices say something of the 17 clauses, 1 nothing",
        "no reading agrees with all of them: 1 minimal conflict",
        "  about chains after the adjustment:",
        "    B12 (2013-03-30) - chains after the adjustment: as many as arise",
        "    B03 (2020-04-01) - chains after the adjustment: one, directly | one",
    ]
    assert [line for line in lines if "readings left" in line] == [
        "What no conflict touches: 49,152 of 294,912 readings left",
        "The answers until 2013-03-30: 24,576 of 294,912 readings left",
        "The answers since 2020-04-01: 131,072 of 294,912 readings left",
    ]


def test_who_settles_a_clause(endphase):
    """A32 and A31 say the same; A33 is about the TCG."""
    called = endphase("infer", "A31", "A32", "A33", "B03", "--from", "ocg", "--no-question")
    head, *known = called.out.splitlines()
    assert head == "3 rulings: 3 in 2 voices say something of the 17 clauses, 0 nothing"
    assert known[:6] == [
        "",
        "All that they say: 65,536 of 294,912 readings left",
        "  a negated activation: not again this phase",
        "    settled by A32 (2017-08-20) or A31 (2020)",
        "  triggers of the discard: free between may be chained to and no responses",
        "  chains after the adjustment: free between one, directly and one",
    ]
    assert known[6].startswith("  free, with every value left: passing with mandatory items; ")
    assert len(known) == 7


def test_a_tie_is_told(endphase):
    """A39 says neither who is compelled first nor how "until the End Phase" ends, but not any two go together."""
    called = endphase("infer", "A39", "--no-question")
    assert called.out.splitlines()[-1] == (
        "  compelled first and until the End Phase are tied: turn player with an item with an owner | "
        "turn player with lapses after the adjustment | opponent with lapses after the adjustment"
    )


def test_a_ruling_that_says_different_things_of_different_rulesets(endphase):
    """A05: the OCG of 2013 and the TCG differ in the second offer."""
    called = endphase("infer", "A05", "--no-question")
    assert "  A05 (2012-09-21) by itself: its boards are meant for rulesets that differ\n" in called.out


def test_json(endphase, few_rulings):
    called = endphase("infer", "--from", "ocg", "--json")
    document = json.loads(called.out)
    assert set(document) == {
        *("schema", "rulesets", "complete", "consistent", "readings", "voices", "silent", "cut_short", "exhausted"),
        *("conflicts", "known", "eras", "question", "z3"),
    }
    assert document["schema"] == "endphase/infer/1"
    assert document["rulesets"] == ["ocg", "ocg-2013"]
    assert (document["readings"], document["consistent"], document["complete"]) == (294_912, False, True)
    assert document["silent"] == ["A07"]
    clause = "chains after the adjustment"
    assert document["conflicts"] == [
        {
            "voices": [["B12"], ["B03"]],
            "about": [[clause]],
            "sides": {clause: [["as many as arise"], ["one, directly", "one"]]},
        }
    ]
    assert set(document["known"]) == KNOWLEDGE
    assert [set(one) for one in document["eras"]] == [KNOWLEDGE | {"since", "until"}] * 2
    assert [(one["since"], one["until"]) for one in document["eras"]] == [(None, "2013-03-30"), ("2020-04-01", None)]
    question = document["question"]
    assert set(question) == {"board", "answered", "text", "ruleset", "worst", "answers"}
    assert sum(one["left"] for one in question["answers"]) == document["eras"][-1]["left"]
    assert question["worst"] == max(one["left"] for one in question["answers"])


def test_two_calls_print_the_same(endphase, few_rulings):
    calls = [endphase("infer", "--json", "--boards", "3").out for _ in range(2)]
    assert calls[0] == calls[1]


def test_the_question_as_a_file(endphase, few_rulings, tmp_path):
    called = endphase("infer", "--from", "ocg", "--question", "new.yaml")
    assert called.code == 0
    _, ruling = as_board(str(tmp_path / "new.yaml"), Library())
    assert ruling.status == "pending"
    assert endphase("explore", "new.yaml").code == 0
    name = next(line for line in called.out.splitlines() if line.startswith("The next question: ")).split()[3]
    assert f"The board of {name}" in (tmp_path / "new.yaml").read_text(encoding="utf-8")


def test_no_board_tells_the_readings_apart(endphase, monkeypatch):
    """A43 alone goes the same way in every reading; then there is nothing to write either."""
    monkeypatch.setattr(Library, "rulings", tuple(one for one in Library().rulings if one.id == "A43"))
    called = endphase("infer")
    assert called.code == 0
    assert called.out.splitlines()[-1] == (
        "The next question: on no board that was tried do the readings that are left differ"
    )
    assert "there is no question to write" in endphase("infer", "--question", "new.yaml").err


def test_answers_up_to_a_day_have_no_limit_of_time(endphase):
    """``--until`` is a date, and not when a search has to end."""
    called = endphase("infer", "A08", "B12", "--until", "2014", "--no-question", "--json")
    assert (called.code, called.err) == (0, "")
    assert json.loads(called.out)["complete"] is True


def test_a_limit_is_told(endphase):
    called = endphase("infer", "A27", "--max-states", "1", "--no-question")
    assert called.code == 3
    assert "partial: a limit was reached on boards of A27" in called.out


def test_a_limit_on_conflicts(endphase):
    """B03 does not agree with B12, nor with B26; where that is not all known, nobody knows what is undisputed."""
    called = endphase("infer", "B03", "B12", "B26", "--conflicts", "1", "--no-question")
    assert called.code == 3
    assert "no reading agrees with all of them: 1 minimal conflict looked at; there are more\n" in called.out
    assert "What no conflict touches" not in called.out
    assert endphase("infer", "B03", "B12", "B26", "--conflicts", "2", "--no-question").code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--from", "ogc"], "did you mean: ocg"),
        (["--authority", "ocg ofice"], "did you mean: OCG office"),
        (["--since", "spring"], "'spring' is no day, month or year"),
        (["--until", "2012-13"], "'2012-13' is no day, month or year"),
        (["--until", ""], "'' is no day, month or year"),
        (["--since", "2999"], "there is no evidence"),
        (["B08"], "the ruling B08 is no evidence: it is pending"),
        (["B99"], "no ruling is called 'B99'"),
        (["A46", "--from", "ocg"], "there is no evidence"),
        (["B12", "--no-question", "--boards", "2"], "--no-question with --question or --boards"),
        (["B12", "--no-question", "--question", "x.yaml"], "--no-question with --question or --boards"),
        (["B12", "--boards", "-1"], "-1 is not in the range"),
        (["B12", "--conflicts", "0"], "0 is not in the range"),
        (["B12", "--no-question", "--lang", "fr"], "unknown language"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_bad_call(endphase, arguments, says):
    called = endphase("infer", *arguments)
    assert called.code == 2
    assert called.out == ""
    assert says in called.err


def test_from_python():
    found = explorer.infer("B03", "B12", families=["ocg"], since="2013", until="2020")
    assert [[one.ruling.id for one in voice.evidence] for voice in found.voices] == [["B12"], ["B03"]]
    assert len(found.conflicts) == 1
    assert explorer.infer("B03", "B12", since="2020").consistent


def test_the_time_is_up_before_every_board_was_tried(endphase, few_rulings):
    """It says so, and what was heard is told all the same."""
    called = endphase("infer", "--from", "ocg", "--max-seconds", "0.000001")
    assert called.code == 3
    assert "The limit of seconds was reached before every board was tried" in called.out.splitlines()
    document = json.loads(endphase("infer", "--from", "ocg", "--max-seconds", "0.000001", "--json").out)
    assert (document["complete"], document["question"]) == (False, None)
