"""Limits and interrupts: what was found so far is printed, marked as partial, and the exit code is 3."""

import json
import re
import signal
import sys
import time

import pytest

from explorer.__main__ import main
from explorer.search.explore import Limits
from models.library import Library


def test_max_states(endphase):
    """Text: the first line says that it is partial; nothing is claimed to be enforceable or impossible."""
    called = endphase("explore", "A05", "--max-states", "50")
    assert called.code == 3
    first = called.out.split("\n")[0]
    assert re.fullmatch(r"ocg-2013: \d+ outcomes, \d+ states, \d+ transitions - partial: .*states.*", first)
    assert int(re.search(r"(\d+) states", first)[1]) <= 51
    assert "enforceable" not in called.out


def test_max_states_as_json(endphase):
    """``complete`` is false and ``limit`` names the limit."""
    called = endphase("explore", "A05", "--max-states", "50", "--json")
    assert called.code == 3
    document = json.loads(called.out)
    assert document["complete"] is False
    assert document["limit"] == "states"
    assert all(outcome["enforceable_by"] == [] for outcome in document["outcomes"])


def test_a_limit_that_is_not_reached_changes_nothing(endphase):
    """The same bytes, and exit code 0."""
    assert endphase("explore", "A05", "--max-states", "100000", "--max-seconds", "600") == endphase("explore", "A05")


def test_max_seconds(endphase, monkeypatch, big):
    """A board with millions of states: the search has what is left of the seconds when it begins."""
    monkeypatch.setattr("explorer.cli.options.limits", lambda _: Limits(seconds=0.2))
    called = endphase("explore", big, "--max-seconds", "60", "--json")
    assert called.code == 3
    document = json.loads(called.out)
    assert (document["complete"], document["limit"]) == (False, "seconds")
    assert document["states"] > 1


def test_max_memory(endphase, big):
    """One megabyte is less than Python itself takes."""
    called = endphase("explore", big, "--max-memory", "1", "--json")
    assert called.code == 3
    assert json.loads(called.out)["limit"] == "memory"


def test_a_check_that_was_cut_short_is_not_confirmed(endphase):
    """What no play has shown yet is undecided, and neither 0 nor 1 is returned."""
    called = endphase("check", "A05", "--max-states", "20", "--ruleset", "ocg-2013")
    assert called.code == 3
    assert "A05       ocg-2013  undecided" in called.out
    assert "0 confirmed, 0 contradicted" in called.out
    document = json.loads(endphase("check", "A05", "--max-states", "20", "--ruleset", "ocg-2013", "--json").out)
    assert document["summary"]["undecided"] == 1
    assert {claim["holds"] for claim in document["rulings"][0]["claims"]} == {None}


def test_what_a_play_shows_is_decided_even_so(endphase):
    """A counterexample that was found within the limit contradicts, whatever else there may be."""
    called = endphase("check", "S09", "--ruleset", "simulator", "--max-states", "20", "--json")
    holds = [claim["holds"] for claim in json.loads(called.out)["rulings"][0]["claims"]]
    assert False in holds
    assert None in holds
    assert called.code == 1


@pytest.mark.parametrize(
    ("names", "options", "code"),
    [
        (["A08"], [], 0),
        (["A05"], ["--ruleset", "ocg-2013", "--max-states", "20"], 3),
        (["S09"], ["--ruleset", "simulator"], 1),
        (["S09", "A05"], ["--ruleset", "simulator", "--max-states", "20"], 1),
    ],
    ids=["confirmed", "undecided", "contradicted", "both"],
)
def test_a_table_and_a_page_have_the_exit_code_of_the_verdicts(endphase, tmp_path, monkeypatch, names, options, code):
    """Whatever they are, the file is written: who runs it in CI learns of them, and sees them."""
    assert endphase("check", *names, *options).code == code
    assert endphase("check", *names, *options, "--table", "-o", "table.md").code == code
    library = Library()
    monkeypatch.setattr(Library, "rulings", tuple(map(library.ruling, names)))
    called = endphase("report", "--corpus", "-o", "page.html", *options, "--jobs", "1")
    assert (called.code, called.err) == (code, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "table.md"]


def test_a_flip_that_a_limit_left_undecided_is_told_as_such(endphase):
    """It said that no ruling is contradicted, which nobody knew."""
    arguments = ("check", "A05", "A08", "--ruleset", "ocg-2013", "--flip", "compelled first")
    assert endphase(*arguments).code == 0
    called = endphase(*arguments, "--max-states", "12")
    assert called.code == 3
    assert called.out.splitlines() == [
        "ocg-2013: compelled first: opponent (not turn player) contradicts no ruling; undecided: A05, A08"
    ]
    called = endphase(*arguments, "--max-states", "12", "--table")
    assert called.code == 3
    last = called.out.split("## What a limit kept from being known")[1]
    assert "undecided: A05, A08" in last


def test_no_best_play_of_a_part(endphase):
    """It says so, and prints none."""
    called = endphase("best", "A05", "--max-states", "20")
    assert (called.code, called.out) == (3, "")
    assert "no best play is known" in called.err


def test_changes_that_were_not_looked_for_to_the_end(endphase):
    """B12 has fewer states than all its readings together: the limit stops only the search for what would have to change."""
    arguments = ("why", "B12", "Harpie Queen in the hand", "-r", "ocg", "--max-states", "14")
    called = endphase(*arguments)
    assert called.code == 3
    assert called.out.splitlines() == [
        "It cannot come about.",
        "The search of all values of the clauses is partial (the limit of states was reached): "
        "there may be other changes, and smaller ones.",
    ]
    document = json.loads(endphase(*arguments, "--json").out)
    assert (document["changes"], document["limit"]) == ([], "states")


def test_a_part_of_a_graph_is_written_as_such(endphase, tmp_path):
    """The file has what is known, with the states that were not expanded marked."""
    called = endphase("graph", "A05", "-o", "part.json", "--max-states", "50")
    assert called.code == 3
    assert "partial" in called.out
    nodes = json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))["nodes"]
    assert 0 < len(nodes) <= 51
    assert not all(node["expanded"] for node in nodes)


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_interrupted_during_the_search(process, big, arguments):
    """Ctrl-C: what was found is printed as partial. Slow (4 s): the search has to be under way."""
    one = process("explore", big, *arguments)
    time.sleep(4)
    one.send_signal(signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert one.returncode == 3
    assert "Traceback" not in out + err
    if out and arguments:
        assert json.loads(out)["limit"] == "interrupted"
    elif out:
        assert "partial" in out.split("\n")[0]
    else:  # the machine is slow, and the board was not grounded yet
        assert "interrupted" in err


def test_interrupted_early(process, big):
    """Ctrl-C while the board is grounded: one word, and no traceback."""
    one = process("explore", big)
    time.sleep(0.8)
    one.send_signal(signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert one.returncode == 3
    assert "Traceback" not in out + err


def test_interrupted_while_modules_are_loaded(monkeypatch, capsys):
    """Before anything is asked: one word, and no traceback."""

    class Loading:
        def __getattr__(self, _: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "explorer.cli", Loading())
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    assert capsys.readouterr().err == "endphase: interrupted\n"


def test_interrupted_while_a_corpus_is_checked(process):
    """The same for ``check``, be Z3 at work or not: one Ctrl-C is enough."""
    one = process("check")
    time.sleep(3)
    one.send_signal(signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert one.returncode == 3
    assert "Traceback" not in out + err
