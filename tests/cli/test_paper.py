"""What text is printed on: a pipe takes it as it is, a terminal wraps, colours and draws tables."""

import os
import sys

import pytest

from reports.paper import Cell, Pipe, paper

HEAD = (Cell("name"), Cell("number", right=True))
ROWS = [(Cell("one", "green"), Cell("1")), (Cell("a long name", cut=True), Cell("20"))]


def test_a_pipe_takes_lines_as_they_are(capsys):
    where = paper()
    assert isinstance(where, Pipe)
    where.line("[bold]a :smile: line[/bold]" + " x" * 100, "bold")
    where.line()
    where.line("two\nlines")
    assert capsys.readouterr().out == "[bold]a :smile: line[/bold]" + " x" * 100 + "\n\ntwo\nlines\n"


def test_what_would_ring_or_go_back_is_not_printed(capsys):
    Pipe().line("a\ab\bc\rd\fe\vf\tg")
    assert capsys.readouterr().out == "abcdef  g\n"


def test_a_pipe_has_no_tables(capsys):
    Pipe().table(HEAD, ROWS, ["one: 1", "a long name: 20"])
    assert capsys.readouterr().out == "one: 1\na long name: 20\n"


@pytest.fixture
def coloured(monkeypatch):
    """As where a user has a pipe taken for a terminal."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return paper()


def test_a_terminal_has_style_but_no_markup(capsys, coloured):
    assert not isinstance(coloured, Pipe)
    coloured.line("[red]a line", "bold")
    assert capsys.readouterr().out == "\x1b[1m[red]a line\x1b[0m\n"


def test_a_terminal_has_tables(capsys, coloured):
    coloured.table(HEAD, ROWS, ["one: 1"])
    head, first, second = capsys.readouterr().out.splitlines()
    assert "name" in head
    assert "\x1b[32mone" in first
    assert (first.endswith(" 1"), second.split()) == (True, ["a", "long", "name", "20"])


def test_no_terminal_after_all(capsys, monkeypatch):
    """``rich`` knows that TTY_COMPATIBLE=0 stands for no terminal."""
    monkeypatch.setenv("TTY_COMPATIBLE", "0")
    paper().table(HEAD, ROWS, ["one: 1"])
    assert capsys.readouterr().out == "one: 1\n"


@pytest.mark.skipif(sys.platform == "win32", reason="it opens a terminal")
def test_a_terminal_is_one(process):
    """A check on a terminal is a table with a head, its verdicts in colour."""
    ours, theirs = os.openpty()
    one = process("check", "A08", stdout=theirs, extra={"TERM": "xterm", "COLUMNS": "100"})
    os.close(theirs)
    shown = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # so Linux tells that the other end is closed
            break
        if not more:
            break
        shown += more
    os.close(ours)
    assert one.wait(timeout=60) == 0
    head, *rows = shown.decode().splitlines()
    assert [word in head for word in ("ruling", "ruleset", "verdict", "states", "transitions", "asks")] == [True] * 6
    assert sum("\x1b[32mconfirmed" in row for row in rows) == 2
