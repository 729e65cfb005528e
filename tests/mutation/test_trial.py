"""Mutants are tried on tests: killed by the one that fails, and never by one that fails without them too."""

import pytest

from tests.mutation import mutants as module
from tests.mutation.mutants import mutants
from tests.mutation.trial import Trials, failing

pytest_plugins = ["pytester"]

TEXT = """\
def add(a, b):
    return a + b


def below(a, b):
    return a < b


def ends(a):
    while a > 0:
        a -= 1
    return a
"""
TESTS = """\
from tried import add, below, ends

def test_nothing():
    assert add(0, 0) == 0

def test_add():
    assert add(2, 3) == 5

def test_below():
    assert below(1, 2)
    assert not below(2, 1)

def test_fails():
    assert add(2, 3) == 6

def test_ends():
    assert ends(3) == 0

def test_takes_memory():
    assert len(bytearray(128 << 20)) == add(2, 3) * (128 << 20) // 5

LEFT = []

def test_leaves_something():
    LEFT.append(1)

def test_finds_nothing():
    assert LEFT == []
"""


@pytest.fixture
def tried(pytester, monkeypatch):
    """What becomes of the mutants of a small module."""
    monkeypatch.setattr(module, "ROOT", pytester.path)
    monkeypatch.setattr("tests.mutation.trial.ROOT", pytester.path)
    monkeypatch.setattr("tests.mutation.trial.GRACE", 1)
    pytester.makepyfile(tried=TEXT, test_tried=TESTS)

    def run(*names, limit=1.0):
        found = []
        tests = [f"test_tried.py::{name}" for name in names]
        work = [(mutant, tests) for mutant in mutants("tried.py")]
        trials = Trials(work, dict.fromkeys(tests, 0.0), found.append, limit, 2)
        pytester.inline_run("-p", "no:cacheprovider", plugins=[trials])
        return sorted(found, key=lambda one: one.mutant)

    return run


def test_killed_by_the_first_that_fails(tried):
    """What no test asks for survives: that nothing is below itself."""
    add, below, *_ = tried("test_nothing", "test_add", "test_below", "test_ends")
    assert (add.killer, add.tests, add.complete) == ("test_tried.py::test_add", 2, False)
    assert (below.killer, below.tests, below.complete) == (None, 4, True)


def test_an_endless_loop_is_ended(tried):
    """`a += 1` goes on for ever."""
    (lower,) = (one for one in tried("test_ends") if one.mutant.name == "tried.py: a -= 1 -> a += 1 #1")
    assert lower.killer == "test_tried.py::test_ends"
    assert lower.seconds > 1


def test_a_test_that_fails_anyway_kills_nothing(tried):
    """The mutant is tried again without it."""
    add, *_ = tried("test_fails", "test_add")
    assert (add.killer, add.tests) == ("test_tried.py::test_add", 1)


def test_a_test_that_fails_behind_another_alone_kills_nothing(tried):
    """By itself it passes with the mutant too; those that are left are tried again."""
    add, *_ = tried("test_leaves_something", "test_finds_nothing", "test_nothing")
    assert (add.killer, add.tests, add.complete) == (None, 2, True)


def test_the_limit_leaves_tests_out(tried):
    """And that is told."""
    add, *_ = tried("test_nothing", limit=0.0)
    assert (add.killer, add.tests, add.complete) == (None, 0, False)


def test_memory_that_was_in_use_before_is_not_counted(tried, monkeypatch):
    """Half a gigabyte is, and a quarter more may be."""
    held = bytearray(512 << 20)
    monkeypatch.setattr("tests.mutation.trial.MEMORY", 256 << 20)
    add, *_ = tried("test_takes_memory")
    assert (add.killer, add.tests, len(held)) == ("test_tried.py::test_takes_memory", 1, 512 << 20)


def test_names_with_spaces_are_read_whole():
    """Of names that begin alike it is the longest; what is no test is passed over."""
    names = ["t.py::test[Ohka]", "t.py::test[Majestic Mech - Ohka]", "t.py::test", "t.py::test[Majestic"]
    summary = "1 failed in 2 s\nFAILED t.py::test[Majestic Mech - Ohka] - assert 1 == 2\nERROR t.py::test[Ohka]\nFAILED u.py\n"
    assert [*failing(summary, names)] == ["t.py::test[Majestic Mech - Ohka]", "t.py::test[Ohka]"]
