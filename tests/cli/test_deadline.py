"""A command about one board ends soon after its limit of seconds, whatever it is about."""

import ctypes
import json
import signal
import sys
import threading
import time

import pytest

from explorer.cli import options
from explorer.deadline import OutOfTime, answered, deadline

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="it takes alarms")


@POSIX
@pytest.mark.parametrize("command", [("explore",), ("best",), ("ask",), ("why",), ("graph",), ("compare",)])
def test_cut_short_while_the_board_is_grounded(endphase, monkeypatch, command):
    """Nothing is known yet, and that is said."""

    def slow(*_, **__):
        time.sleep(30)

    for module in ("inquiry", "cases", "slices"):
        monkeypatch.setattr(f"explorer.questions.{module}.ground", slow)
    more = {
        "ask": ["impossible: Rekindling in the GY"],
        "why": ["Rekindling activates"],
        "graph": ["-o", "graph.json"],
        "compare": ["--rulesets", "ocg,tcg"],
    }
    started = time.monotonic()
    called = endphase(*command, "A08", *more.get(command[0], []), "--max-seconds", "0.2")
    assert (called.code, called.out) == (3, "")
    assert called.err == "endphase: the limit of seconds was reached, and there is no answer yet\n"
    assert time.monotonic() - started < 20


@POSIX
def test_cut_short_while_the_graph_is_asked(endphase, monkeypatch):
    """The search was done in time; what it takes to answer was not."""
    monkeypatch.setattr(sys.modules["explorer.questions.outcomes"], "play_counts", lambda *_: time.sleep(30))
    called = endphase("explore", "A08", "--max-seconds", "0.5")
    assert (called.code, called.out) == (3, "")


@POSIX
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_what_is_being_printed_is_printed_to_its_end(endphase, monkeypatch, arguments):
    """Half a document would be worse than none: the alarm is off by then."""
    expected = endphase("explore", "A08", *arguments)
    off, timers = options.answered, []

    def watched():
        timers.append(signal.getitimer(signal.ITIMER_REAL)[0] > 0)
        off()
        timers.append(signal.getitimer(signal.ITIMER_REAL)[0] > 0)

    monkeypatch.setattr(options, "answered", watched)
    assert endphase("explore", "A08", *arguments, "--max-seconds", "600") == expected
    assert timers == [True, False]


def test_the_search_ends_before_the_limit(monkeypatch):
    """But for a tenth of the time, in which it is told what was found; whenever the search begins."""
    monkeypatch.setattr(options, "monotonic", lambda: 100.0)
    given = {"max_states": None, "max_seconds": 4, "max_memory": 100, "engine": "auto"}
    found = []
    assert options.timed(lambda **given: found.append(options.limits(given)) or 0)(**given) == 0
    assert (found[0].seconds, found[0].until) == (None, pytest.approx(103.6))
    given["max_seconds"] = 60
    options.timed(lambda **given: found.append(options.limits(given)) or 0)(**given)
    assert found[1].until == pytest.approx(159)
    assert [found[0].out_of_time(0.0, now) for now in (100.0, 103.5, 103.7)] == [False, False, True]


def test_of_the_corpus_each_search_has_its_seconds():
    given = {"max_states": None, "max_seconds": 4, "max_memory": 100, "engine": "auto"}
    assert options.limits(given).seconds == 4
    found = []
    options.timed(lambda **given: found.append(options.limits(given)) or 0)(**given, corpus=True)
    assert (found[0].seconds, found[0].until) == (4, None)
    assert [found[0].out_of_time(10.0, now) for now in (10.0, 13.9, 14.0)] == [False, False, True]


def test_a_limit_that_is_not_reached_changes_nothing(endphase):
    called = endphase("explore", "A08", "--max-seconds", "600", "--json")
    assert called == endphase("explore", "A08", "--json")
    assert json.loads(called.out)["complete"] is True
    if sys.platform != "win32":
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


# ---- the alarm -------------------------------------------------------------------------------------------------------


@POSIX
def test_out_of_time():
    hook, handler = sys.unraisablehook, signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTime), deadline(0.05):
        time.sleep(30)
    assert (sys.unraisablehook, signal.getsignal(signal.SIGALRM)) == (hook, handler)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@POSIX
def test_in_time():
    hook = sys.unraisablehook
    with deadline(30):
        pass
    with deadline(None):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert sys.unraisablehook is hook


@POSIX
def test_it_rings_again_where_an_exception_is_lost():
    class Thrown:
        def __del__(self):
            signal.raise_signal(signal.SIGALRM)

    def throw():
        thrown = Thrown()
        del thrown
        time.sleep(30)

    with pytest.raises(OutOfTime), deadline(60):
        throw()


@POSIX
def test_what_it_became_is_out_of_time():
    class Argument:
        @property
        def _as_parameter_(self):
            signal.raise_signal(signal.SIGALRM)

    with pytest.raises(OutOfTime), deadline(60):
        ctypes.pythonapi.Py_IsInitialized(Argument())


@POSIX
def test_an_answer_that_is_there_is_not_cut_short():
    with deadline(0.05):
        answered()
        time.sleep(0.2)


def test_an_error_in_time_stays_what_it_is():
    with pytest.raises(ZeroDivisionError), deadline(60):
        _ = 1 / 0


def test_another_thread_has_no_deadline():
    done = []

    def work():
        with deadline(0.01):
            time.sleep(0.1)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


# ---- what is shown meanwhile -----------------------------------------------------------------------------------------


class Terminal:
    """Standard error that says it is a terminal, and keeps what is written."""

    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


class Now:
    """A search under way."""

    states, expanded, transitions, depth, seconds = 5000, 3800, 9000, 7, 0.5


@pytest.fixture
def clock(monkeypatch):
    """The time, which goes on by itself."""
    now = [0.0]
    monkeypatch.setattr(options, "monotonic", lambda: now[0])
    return now


def test_on_a_terminal_a_line_is_written_over(monkeypatch, clock):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("COLUMNS", "120")
    with options.progress(quiet=False) as tell:
        clock[0] = 0.3
        tell(Now)
        clock[0] = 0.4
        tell(Now)
    lines = sys.stderr.text.split("\r")
    assert lines[1].rstrip() == "the board is grounded"
    assert lines[2].startswith("5,000 states (1,200 waiting), 9,000 transitions, depth 7, 10,000 states/s, ")
    assert lines[2].rstrip().endswith(" MB")
    assert [len(line) for line in lines[1:-1]] == [119, 119, 119]
    assert (lines[3].strip(), lines[4]) == ("", "")


@pytest.mark.parametrize(("quiet", "asked", "expected"), [(False, False, 0), (False, True, 3), (True, True, 0)])
def test_in_a_pipe_a_line_a_second_if_asked_for(capsys, clock, quiet, asked, expected):
    with options.progress(quiet, asked) as tell:
        for tenth in range(25):
            clock[0] = tenth / 10
            if tell is not None:
                tell(Now)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == expected
    assert all("states/s" in line for line in lines[1:])
