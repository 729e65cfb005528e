"""The engines on the command line: the same answers, and a word that is no engine."""

import pytest

import explorer.cli.options


@pytest.mark.parametrize("engine", ["python", "numpy", "numba"])
@pytest.mark.parametrize("command", [("explore", "A05"), ("check", "A08"), ("best", "A01", "--json")])
def test_every_engine_gives_the_same_bytes(endphase, command, engine):
    """States, plays, who can force what."""
    assert endphase(*command, "--engine", engine) == endphase(*command)


def test_an_engine_that_is_none(endphase):
    """The message names those there are."""
    called = endphase("explore", "A05", "--engine", "numpi")
    assert called.code == 2
    assert all(name in called.err for name in ("auto", "python", "numpy"))


def test_without_numba(endphase, monkeypatch):
    """It says what is missing; the other engines need no extra."""
    monkeypatch.setattr(explorer.cli.options, "find_spec", lambda name: None)
    called = endphase("explore", "A05", "--engine", "numba")
    assert called.code == 2
    assert "it comes with the extra endphase[numba]" in called.err
    assert endphase("explore", "A05", "--engine", "numpy").code == 0
