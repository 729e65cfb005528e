"""The page about playing: its sessions are played, and its keys are those of the screen."""

import re
from io import StringIO
from pathlib import Path

import pytest

from explorer.cli import run
from reports.play.screen import Playing

PAGE = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```shell-session\n\$ printf '(.*?)' \| endphase (.*?)\n(.*?)^```", PAGE, re.S | re.M)
ELSEWHERE = {"tab", "up", "down"}
"""Keys that the widgets of the screen know by themselves."""


def test_there_are_sessions():
    assert len(SESSIONS) == 2


@pytest.mark.parametrize(("typed", "call", "output"), SESSIONS, ids=[call for _, call, _ in SESSIONS])
def test_a_session_goes_as_the_page_shows(typed, call, output, capsys, monkeypatch):
    """`...` on a line of its own stands for lines that are left out."""
    monkeypatch.setattr("sys.stdin", StringIO(typed.replace("\\n", "\n")))
    assert run(call.split()) == 0
    printed = capsys.readouterr().out
    expected = "(?s:.*)".join(re.escape(part) for part in output.strip().split("...\n"))
    expected = re.sub(r"\\\.\\\.\\\.$", "(?s:.*)", expected)
    assert re.fullmatch(expected, printed.strip()), printed


def test_the_keys_are_those_of_the_screen():
    """All of them, and no others."""
    table = re.search(r"^\| key .*?\n\n", PAGE, re.S | re.M).group()
    cells = [line.split("|")[1] for line in table.splitlines()[2:] if line]
    told = {key.lower() for cell in cells for key in re.findall(r"`(.*?)`", cell)}
    bound = {key for binding in Playing.BINDINGS for key in binding.key.split(",") if not key.isdigit()}
    named = {"question_mark": "?"}
    assert told - ELSEWHERE == {named.get(key, key) for key in bound} - {"backspace"}
