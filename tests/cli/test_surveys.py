"""``explore --engine folded`` and ``diagrams``: what it tells, boards past explicit reach, its limits, and what it cannot do."""

import json
import signal
import sys
import time

import pytest

from explorer.game import ground
from explorer.questions.surveys import view_of
from explorer.search.diagrams import survey
from models.library import Library
from tests.bench.items import RULESET, independent, independent_states, independent_text, independent_transitions

ENGINES = ["folded", "diagrams"]
SIZE = "ocg-2013: 10 outcomes, 147 states, 206 transitions"


def explored(endphase, *arguments):
    """The document of a call that ends well."""
    called = endphase("explore", *arguments, "--json")
    assert (called.code, called.err) == (0, "")
    return json.loads(called.out)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("board", ["A05", "A08", "B03", "S01"])
def test_the_same_numbers_outcomes_and_powers(endphase, board, engine):
    """In another order, with a play that need not be the shortest, and without the number of plays."""
    ours, other = explored(endphase, board, "--engine", engine, "--powers"), explored(endphase, board)
    assert ours["schema"] == "endphase/survey/1"
    assert (int(ours["states"]), int(ours["transitions"])) == (other["states"], other["transitions"])
    assert int(ours["number_of_outcomes"]) == len(other["outcomes"])
    assert ours["pruned"] == other["pruned"]
    assert ours["complete"]

    def summaries(document):
        return {one["summary"]: (one["facts"], one["enforceable_by"]) for one in document["outcomes"]}

    assert summaries(ours) == summaries(other)
    shortest = {one["summary"]: len(one["shortest"]) for one in other["outcomes"]}
    assert all(len(one["play"]) >= shortest[one["summary"]] for one in ours["outcomes"])
    assert all("plays" not in one for one in ours["outcomes"])


@pytest.mark.parametrize("engine", ENGINES)
def test_what_the_text_says(endphase, engine):
    """The size first, then plainly what is not counted; powers only where they were asked for."""
    plain = endphase("explore", "A05", "--engine", engine)
    assert plain.out.split("\n")[:2] == [
        SIZE,
        "Without a graph plays are not counted, and those shown need not be shortest ones.",
    ]
    assert "enforceable" not in plain.out
    powers = endphase("explore", "A05", "--engine", engine, "--powers")
    assert powers.out.count("enforceable by the turn player") == 7
    assert endphase("explore", "A05").out.count("enforceable by the turn player") == 7
    assert all(one["enforceable_by"] is None for one in explored(endphase, "A05", "--engine", engine)["outcomes"])


@pytest.mark.parametrize("engine", ENGINES)
def test_outcomes_that_are_too_many_are_counted(endphase, engine):
    """And the option is named that lists them all the same."""
    called = endphase("explore", "A05", "--engine", engine, "--most-outcomes", "9")
    assert called.code == 0
    assert called.out.split("\n")[0] == SIZE
    assert "More than 9 outcomes: they are not listed (--most-outcomes)." in called.out
    assert "1." not in called.out
    document = explored(endphase, "A05", "--engine", engine, "--most-outcomes", "9")
    assert (document["number_of_outcomes"], document["outcomes"]) == ("10", [])


# ---- past explicit reach ---------------------------------------------------------------------------------------------


def laid(items):
    """The grounded board of so many independent items a side."""
    library = Library()
    return ground(independent(library, items), library, library.ruleset(RULESET))


def test_eighty_independent_items():
    """The states of independent items multiply: the formula holds of the boards that can be gone through."""
    small, large = (survey(game.system, view_of(game).view) for game in map(laid, (3, 40)))
    assert (small.states, small.transitions, small.finished, small.cases) == (5240, 18296, 8, 8)
    assert (independent_states(3), independent_transitions(3)) == (5240, 18296)
    assert large.states == independent_states(40) == 97_922_991_388_793_759_244_222_456
    assert large.transitions == independent_transitions(40) == 2_154_305_810_553_453_907_279_871_992
    assert (large.finished, large.cases, len(large.endings)) == (8, 8, 8)


def test_eighty_independent_items_in_one_call(endphase, tmp_path):
    """From the file to the outcomes, each with a play."""
    (tmp_path / "items.yaml").write_text(independent_text(Library(), 40), encoding="utf-8")
    document = explored(endphase, "items.yaml", "-r", RULESET, "--engine", "diagrams")
    assert int(document["states"]) == independent_states(40)
    assert int(document["transitions"]) == independent_transitions(40)
    assert (document["finished"], document["number_of_outcomes"]) == ("8", "8")
    assert len({one["summary"] for one in document["outcomes"]}) == 8
    eighty_and_three_cards = 83
    assert all(len(one["play"]) >= eighty_and_three_cards for one in document["outcomes"])


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_max_states(endphase):
    """More than the limit were found; nothing is said of transitions."""
    called = endphase("explore", "A05", "--engine", "diagrams", "--max-states", "50")
    assert called.code == 3
    first = called.out.split("\n")[0]
    assert first.startswith("ocg-2013: at least ")
    assert first.endswith(" states - partial: the limit of states was reached")
    called = endphase("explore", "A05", "--engine", "diagrams", "--max-states", "50", "--json")
    document = json.loads(called.out)
    assert (called.code, document["complete"], document["limit"]) == (3, False, "states")
    assert 50 < int(document["states"]) < 147
    assert (document["transitions"], document["finished"]) == (None, None)


def test_max_seconds(endphase, big):
    """Whatever is under way: with what was found, if the board was grounded in time."""
    started = time.monotonic()
    called = endphase("explore", big, "--engine", "diagrams", "--max-seconds", "4", "--json")
    assert called.code == 3
    assert time.monotonic() - started < 30
    if called.out:
        document = json.loads(called.out)
        assert (document["complete"], document["limit"]) == (False, "seconds")
        assert int(document["states"]) > 1
    else:
        assert "there is no answer yet" in called.err


def test_interrupted(process, big):
    """Ctrl-C: what was found is printed as partial."""
    one = process("explore", big, "--engine", "diagrams", "--json")
    time.sleep(4)
    one.send_signal(signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert one.returncode == 3
    assert "Traceback" not in out + err
    if out:
        assert json.loads(out)["limit"] == "interrupted"
    else:  # the machine is slow, and the board was not grounded yet
        assert "interrupted" in err


def test_a_board_that_is_too_large_to_be_folded(endphase, big):
    """Its positions take more bits than one integer has room for."""
    called = endphase("explore", big, "--engine", "folded")
    assert (called.code, called.out) == (2, "")
    assert "too large for the engine folded" in called.err
    assert "--engine auto" in called.err


# ---- what it cannot do -----------------------------------------------------------------------------------------------


def test_nothing_may_be_open(endphase, tmp_path):
    """Neither a clause nor anything on the board."""
    called = endphase("explore", "A05", "--engine", "diagrams", "--open", "all")
    assert called.code == 2
    assert "--open: not with the engine diagrams" in called.err
    (tmp_path / "open.yaml").write_text("turn player:\n  life: open\n", encoding="utf-8")
    called = endphase("explore", "open.yaml", "--engine", "diagrams")
    assert called.code == 2
    assert "this is open" in called.err


@pytest.mark.parametrize("option", [("--powers",), ("--most-outcomes", "9")])
def test_options_of_this_engine_alone(endphase, option):
    """Other engines always tell powers, and list all outcomes."""
    called = endphase("explore", "A05", *option)
    assert called.code == 2
    assert "--powers, --most-outcomes: only with the engines folded and diagrams" in called.err


@pytest.mark.parametrize("command", [("best", "A05"), ("check", "A05"), ("graph", "A05", "-o", "a.dot")])
def test_commands_that_need_the_graph(endphase, command):
    """They know no such engine."""
    called = endphase(*command, "--engine", "diagrams")
    assert called.code == 2
    assert "'diagrams' is not one of 'auto', 'python', 'numpy', 'numba'" in called.err


def test_without_oxidd(endphase, monkeypatch):
    """One line says what is missing; every other engine works."""
    for name in [
        one for one in sys.modules if one.startswith(("explorer.search.diagrams", "explorer.questions.surveys"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "oxidd.bdd", None)
    called = endphase("explore", "A05", "--engine", "diagrams")
    assert called.code == 2
    assert "decision diagrams need OxiDD, which comes with the extra endphase[diagrams]" in called.err
    assert endphase("explore", "A05").code == 0
