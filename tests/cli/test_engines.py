"""The engines on the command line: the same answers, and a word that is no engine."""

import pytest


@pytest.mark.parametrize("engine", ["python", "numpy"])
@pytest.mark.parametrize("command", [("explore", "A05"), ("check", "A08"), ("best", "A01", "--json")])
def test_every_engine_gives_the_same_bytes(endphase, command, engine):
    """States, plays, who can force what."""
    assert endphase(*command, "--engine", engine) == endphase(*command)


def test_an_engine_that_is_none(endphase):
    """The message names those there are."""
    called = endphase("explore", "A05", "--engine", "numpi")
    assert called.code == 2
    assert all(name in called.err for name in ("auto", "python", "numpy"))
