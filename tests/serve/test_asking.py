"""What is asked of a board that was laid: the same texts as those of the commands."""

import time

import pytest

from explorer.cli import run
from explorer.serve.requests import REQUESTS, Bounds, Desk
from explorer.serve.worker import answered
from tests.cli.conftest import BIG
from tests.questions.asked import library
from tests.serve.desk import ENDLESS, REKINDLING, answer, asked, desk, refused, told


@pytest.fixture
def printed(tmp_path, capsys):
    """What a command prints about the board of Rekindling."""

    def lines(command, *arguments):
        (tmp_path / "board.yaml").write_text(REKINDLING, encoding="utf-8")
        run([command, str(tmp_path / "board.yaml"), *arguments])
        return capsys.readouterr().out.rstrip("\n").split("\n")

    return lines


def test_the_outcomes(printed):
    found = answer("explore", text=REKINDLING)
    assert found["partial"] is False
    assert told(found) == printed("explore")
    assert told(found)[0] == "ocg: 3 outcomes, 19 states, 21 transitions"
    assert next(line for line, style in found["lines"] if style == "bold") == "1. nothing has changed"


def test_the_outcomes_in_japanese(printed):
    assert told(answer("explore", text=REKINDLING, lang="ja")) == printed("explore", "--lang", "ja")


def test_the_outcomes_under_another_ruleset(printed):
    assert told(answer("explore", text=REKINDLING, ruleset="simulator")) == printed("explore", "-r", "simulator")


def test_the_outcomes_of_what_is_left_open(printed, tmp_path, capsys):
    text = (
        "turn player:\n  life: open\n  monsters: [{Majestic Mech - Ohka: {Normal Summoned without Tributing: open}}]\n"
    )
    (tmp_path / "open.yaml").write_text(text, encoding="utf-8")
    run(["explore", str(tmp_path / "open.yaml")])
    assert told(answer("explore", text=text)) == capsys.readouterr().out.rstrip("\n").split("\n")


def test_claims(printed):
    claims = ["possible: 2 Flamvell Firedog banished", "opponent can enforce: Imperial Iron Wall in the GY"]
    assert told(answer("claims", text=REKINDLING, claims=claims)) == printed("ask", *claims)


@pytest.mark.parametrize("what", ["Rekindling is processed", "Emergency Provisions in the GY"])
def test_why(printed, what):
    assert told(answer("why", text=REKINDLING, what=what)) == printed("why", what)


def test_why_after_some_moves(printed):
    line = "the turn player passes"
    found = answer("why", text=REKINDLING, what="Rekindling is processed", after=line)
    assert told(found) == printed("why", "Rekindling is processed", "--after", line)


def test_best_play(printed):
    assert told(answer("best", text=REKINDLING)) == printed("best")
    wish = "most monsters the turn player controls"
    found = answer("best", text=REKINDLING, player="opponent", wants=[wish], other_wants=[wish])
    assert told(found) == printed("best", "--for", "opponent", "--want", wish, "--other-wants", wish)


def test_the_wishes_of_a_board_count():
    """Those of a ruling are opened with it."""
    opened = answer("open", ruling="A05")
    assert told(answer("best", text=opened["text"], ruleset="ocg-2013"))[0] == "Best play:"


def test_a_walk():
    found = answer("walk", text=REKINDLING)["walked"]
    assert len(found["walk"]["positions"]) == 19
    assert len(found["walk"]["outcomes"]) == 3
    assert set(found["texts"]) == {"en", "ja"}


@pytest.mark.parametrize(
    ("name", "more", "where", "message"),
    [
        ("claims", {"claims": ["possible: Dandylion banished"]}, "claim", "Dandylion"),
        ("claims", {"claims": ["possibly: x"]}, "claim", ""),
        ("why", {"what": "Rekindling is eaten by"}, "question", ""),
        ("why", {"what": "Rekindling is processed", "after": "nonsense"}, "line", ""),
        ("best", {"wants": ["more"]}, "wish", ""),
    ],
)
def test_an_error_in_a_phrase_tells_where(name, more, where, message):
    status, data = asked(name, text=REKINDLING, **more)
    assert status == 422
    assert data["error"]["where"] == where
    assert message in data["error"]["message"]
    assert data["error"]["column"] >= 1
    assert data["error"]["text"]


def test_a_board_that_is_open_has_no_walk():
    status, message, at = refused("walk", text="turn player:\n  life: open\n")
    assert (status, message, at) == (422, "this is open: turn player's life: 1 to 99,999", (2, 9))


# ---- limits ----


def bounded(**bounds):
    return Desk(library(), Bounds(**bounds))


def test_an_answer_ends_at_its_states():
    status, data = asked("explore", at=bounded(states=50), text=BIG)
    assert (status, data["partial"]) == (200, True)
    assert data["lines"][0][0].endswith("partial: the limit of states was reached")
    status, data = asked("walk", at=bounded(states=5), text=REKINDLING)
    assert status == 422
    assert (
        data["error"]["message"] == "the limit of states was reached; there is no answer to this of a part of a board"
    )


def test_an_answer_ends_at_its_seconds():
    """Also where no search has begun, which would end by itself; a search leaves time to tell what it has found."""
    status, data = asked("explore", at=bounded(seconds=0.5), text=ENDLESS)
    assert status == 503
    assert data["error"]["message"] == "the limit of 0.5 seconds was reached, and there is no answer yet"
    now = time.monotonic()
    assert now + 2.9 < Bounds(seconds=4).limits().until < now + 3.5


def test_an_answer_ends_at_its_memory():
    status, data = asked("explore", at=bounded(states=10**9, memory_mb=64), text=BIG)
    assert (status, data["partial"]) == (200, True)
    assert data["lines"][0][0].endswith("partial: the limit of memory was reached")


def test_a_mistake_of_ours_is_told_without_its_traceback(monkeypatch, capsys):
    """Nor with what it says, which may name a file; that is for whoever started the server."""

    def broken(*given):
        raise RuntimeError("/home/somebody/secret")

    monkeypatch.setitem(REQUESTS, "find", (REQUESTS["find"][0], broken))
    found = answered(desk(), "find", b'{"text": "x"}')
    assert found.status == 500
    assert b"internal error: RuntimeError (this is a bug)" in found.body
    assert b"secret" not in found.body
    assert "RuntimeError: /home/somebody/secret" in capsys.readouterr().err


def test_no_memory_is_told(monkeypatch):
    def greedy(*given):
        raise MemoryError

    monkeypatch.setitem(REQUESTS, "find", (REQUESTS["find"][0], greedy))
    found = answered(desk(), "find", b'{"text": "x"}')
    assert (found.status, b"the limit of 2048 MB of memory was reached" in found.body) == (503, True)
