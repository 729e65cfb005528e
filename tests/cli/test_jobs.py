"""Sweeps by several processes: the same bytes, the same errors, and no process is left behind."""

import json
import os
import pickle
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from explorer import sweep as sweeping
from explorer.corpus import checked
from explorer.search.explore import Limits
from explorer.sweep import FEW, ProcessLost, WorkFailed, processes, sweep
from models.errors import InputError, Position
from models.library import Library

RULINGS = ("A46", "A01", "B12", "S09", "OPEN", "A08")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


def rulings():
    known = Library().ruling_ids
    return [name for name in RULINGS if name in known]


# ---- the same output -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [("--details",), ("--json",), ("--table",), ("--json", "--max-states", "20"), ("--ruleset", "simulator")],
    ids=" ".join,
)
def test_check_prints_the_same(endphase, arguments):
    one, two, three = (endphase("check", *rulings(), *arguments, "--jobs", jobs) for jobs in ("1", "2", "3"))
    assert one.out
    assert one == two == three


def test_junit_is_the_same(endphase, tmp_path):
    called = [endphase("check", *rulings(), "--junit", f"{jobs}.xml", "--jobs", jobs) for jobs in ("1", "2", "3")]
    assert called[0] == called[1] == called[2]
    files = [(tmp_path / f"{jobs}.xml").read_bytes() for jobs in (1, 2, 3)]
    assert files[0]
    assert files[0] == files[1] == files[2]


def test_flips_are_the_same(endphase):
    arguments = ("check", "A08", "A46", "--ruleset", "ocg", "--flip", "compelled first")
    one, two = (endphase(*arguments, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.out.startswith("ocg: compelled first: opponent (not turn player) contradicts")
    assert one == two


@pytest.mark.parametrize("arguments", [(), ("--json",)], ids=" ".join)
def test_comparisons_are_the_same(endphase, monkeypatch, arguments):
    few = tuple(one for one in Library().rulings if one.id in ("A01", "A06", "C02"))
    monkeypatch.setattr(Library, "rulings", few)
    called = [
        endphase("compare", "--corpus", "--rulesets", "ocg-2013,simulator", *arguments, "--jobs", jobs)
        for jobs in ("1", "2", "3")
    ]
    assert "outcomes differ" in called[0].out
    assert called[0] == called[1] == called[2]


def test_what_is_wrong_is_told_the_same(endphase, tmp_path):
    """A ruleset's file that only the process that reads it finds broken."""
    (tmp_path / "mine.yaml").write_text("id: mine\ntitle: Mine\nday: 2020-01-01\nextends: ocgg\n", encoding="utf-8")
    one, two = (endphase("check", *rulings(), "-r", "mine.yaml", "--jobs", jobs) for jobs in ("1", "2"))
    assert (one.code, one.out) == (2, "")
    assert "mine.yaml:4:10: " in one.err
    assert one == two


def test_each_process_keeps_to_the_memory(endphase):
    """One megabyte is less than any process has."""
    called = endphase("check", "A01", "A46", "--max-memory", "1", "--json", "--jobs", "2")
    assert called.code == 3
    assert {claim["holds"] for one in json.loads(called.out)["rulings"] for claim in one["claims"]} == {None}


# ---- how many --------------------------------------------------------------------------------------------------------


def test_as_many_processes_as_processors(monkeypatch):
    monkeypatch.setattr(sweeping, "available", lambda: 8)
    assert [processes(None, things) for things in (0, 1, FEW, 2 * FEW, 100)] == [1, 1, 1, 2, 8]
    assert [processes(3, things) for things in (0, 1, 2, 100)] == [1, 1, 2, 3]
    monkeypatch.setattr(sweeping, "available", lambda: 1)
    assert processes(None, 1000) == 1


@LINUX
def test_processors_are_those_that_may_be_used():
    assert sweeping.available() == len(os.sched_getaffinity(0))


def test_no_jobs_is_a_bad_call(endphase):
    assert endphase("check", "A08", "--jobs", "0").code == 2


# ---- the processes ---------------------------------------------------------------------------------------------------


def number_of_process(_):
    return os.getpid()


def late(number):
    """The later a thing is, the sooner it is done."""
    time.sleep((5 - number) / 50)
    return number


def fails_at(error, at, number):
    if number == at:
        raise error
    return number


class UnsendableError(Exception):
    """An exception with a lock in it."""

    def __init__(self, text):
        super().__init__(text)
        self.lock = threading.Lock()


def fails_unsendably_at(at, number):
    if number == at:
        raise UnsendableError("locked")
    return number


def lost_at(at, number):
    if number == at:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def unsendable(_):
    return threading.Lock()


def test_they_are_other_processes():
    found = set(sweep(number_of_process, range(20), 2))
    assert os.getpid() not in found
    assert 1 <= len(found) <= 2
    assert set(sweep(number_of_process, range(20), 1)) == {os.getpid()}


def test_results_come_in_order():
    assert list(sweep(late, range(6), 3)) == [0, 1, 2, 3, 4, 5]


def test_nothing_to_do():
    assert list(sweep(late, [], 2)) == []


def test_more_processes_than_work():
    assert list(sweep(abs, [-1], 3)) == [1]


def taken(results):
    """What came, and the exception that came then."""
    found = []
    try:
        for one in results:
            found.append(one)
    except Exception as error:
        return found, error
    return found, None


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_an_exception_comes_when_its_turn_has_come(jobs):
    error = InputError("not so", Position("file", 3, 7, "some text"), expected=["this"], near=["that"])
    found, raised = taken(sweep(partial(fails_at, error, 3), range(6), jobs))
    assert found == [0, 1, 2]
    assert type(raised) is InputError
    assert str(raised) == str(error)


def test_an_exception_that_cannot_be_sent_is_told_in_words():
    """It is made where the work is done: processes that are started anew would not get it as a part of the work."""
    found, raised = taken(sweep(partial(fails_unsendably_at, 1), range(3), 2))
    assert found == [0]
    assert type(raised) is WorkFailed
    assert str(raised) == "UnsendableError: locked"


def test_a_result_that_cannot_be_sent_is_an_error():
    found, raised = taken(sweep(unsendable, range(3), 2))
    assert found == []
    assert type(raised) is WorkFailed
    assert "pickle" in str(raised)


@LINUX
def test_a_process_that_is_killed_is_missed():
    found, raised = taken(sweep(partial(lost_at, 4), range(9), 2))
    assert found == [0, 1, 2, 3]
    assert type(raised) is ProcessLost
    assert "exit code -9" in str(raised)


def test_a_process_does_its_last_duty(tmp_path):
    assert list(sweep(abs, range(4), 2, partial(_leave_note, tmp_path))) == [0, 1, 2, 3]
    assert len(list(tmp_path.iterdir())) == 2


def _leave_note(folder):
    (folder / str(os.getpid())).touch()


def test_started_anew(monkeypatch):
    """As where processes cannot be forked: the work and the library are pickled."""
    monkeypatch.setattr(sweeping.threading, "active_count", lambda: 2)
    library = Library()
    things = [(library.ruling("A08"), name) for name in ("ocg-2013", "ocg")]
    one, two = (list(checked(library, things, Limits(), jobs)) for jobs in (1, 2))
    assert [str(answer) for answer in one] == ["A08 under ocg-2013: confirmed", "A08 under ocg: confirmed"]
    assert one == two


def test_a_library_is_sent_as_where_it_is(tmp_path):
    sent = pickle.loads(pickle.dumps(Library(extra=[tmp_path / "a.yaml"], folder=tmp_path)))
    assert (sent._extra, sent._folder) == ((tmp_path / "a.yaml",), tmp_path)


# ---- interrupts ------------------------------------------------------------------------------------------------------


def children(pid):
    """The processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def alive(pid):
    """Whether a process runs, and is not just waiting for somebody to look at its end."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def ended(pids, within=20.0):
    """Whether all these processes end soon."""
    until = time.monotonic() + within
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(map(alive, pids))


def working(process, *arguments):
    """A sweep by two processes, which are at work, in a process group of its own."""
    one = process(*arguments, "--jobs", "2", start_new_session=True)
    until = time.monotonic() + 60
    while len(children(one.pid)) < 2 and one.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    return one, children(one.pid)


@LINUX
@pytest.mark.parametrize("whom", ["the process", "its group"])
@pytest.mark.parametrize("arguments", [("check",), ("compare", "--corpus", "--rulesets", "ocg,tcg")], ids=" ".join)
def test_an_interrupt_ends_all(process, arguments, whom):
    """Whether it comes from a terminal, and to all of them, or not: what is done is told, nothing else."""
    one, pids = working(process, *arguments)
    assert len(pids) == 2
    time.sleep(0.3)
    if whom == "its group":
        os.killpg(one.pid, signal.SIGINT)
    else:
        one.send_signal(signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert one.returncode == 3
    assert err == ""
    assert out.endswith(" - partial: interrupted\n")
    assert ended(pids)


@LINUX
def test_no_half_of_a_file_is_written(process, tmp_path):
    one, pids = working(process, "check", "--junit", "found.xml")
    one.send_signal(signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert (one.returncode, out, err.strip()) == (3, "", "endphase: interrupted")
    assert not (tmp_path / "found.xml").exists()
    assert ended(pids)


@LINUX
def test_they_end_with_the_process_that_started_them(process):
    one, pids = working(process, "check")
    one.kill()
    one.wait()
    assert len(pids) == 2
    assert ended(pids)
