"""A board played line by line: what is said, what is answered, and what is refused."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

import reports.play

HERE = Path(reports.play.__file__).parent


@pytest.fixture
def play(endphase, monkeypatch):
    """Calls ``endphase play --plain`` with arguments and what the person types; gives the lines that it printed."""

    def call(arguments, *typed):
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
        called = endphase("play", *arguments, "--plain")
        assert (called.code, called.err) == (0, "")
        return called.out.splitlines()

    return call


def after(lines, start):
    """The lines after the last one that begins so, that one included."""
    last = max(number for number, line in enumerate(lines) if line.startswith(start))
    return lines[last:]


# ---- alone -----------------------------------------------------------------------------------------------------------


def test_the_board_and_the_moves_are_told(play):
    """A08: what lies where, what is due, what can be done and what cannot."""
    assert play(["A08"]) == [
        "You play both players.",
        "",
        "The opponent: 8000 LP, Deck: 30",
        "  Spells/Traps: -",
        "  Monsters: -",
        "The turn player: 8000 LP, Deck: 30",
        "  Monsters: Flamvell Firedog ×2",
        "  Spells/Traps: Emergency Provisions (face-down), Imperial Iron Wall",
        "Due: Rekindling (the turn player must)",
        "",
        "The turn player's window",
        "  1. The turn player passes.",
        "  2. The turn player processes Rekindling.",
        "  3. The turn player activates Emergency Provisions, with Imperial Iron Wall as the cost.",
        "  x1. The turn player activates Imperial Iron Wall. (cannot be made here)",
        "",
        "The play: nothing was done",
    ]


def test_a08_processed_while_iron_wall_is_there(play):
    """The monsters stay."""
    lines = play(["A08"], "2", "1", "1", "q")
    assert after(lines, "The play:") == [
        "The play: 1.0.0",
        "The turn player processes Rekindling.",
        "The turn player passes.",
        "The opponent passes.",
        "It ends with: nothing has changed",
        "In a ruling, or after --after: the turn player processes Rekindling; the turn player passes; the opponent passes",
    ]


def test_a08_processed_after_iron_wall_has_gone(play):
    """They are banished; what the rules do and what every step changes is told."""
    lines = play(["A08"], "3", "1", "2", "1", "1")
    told = [line for line in lines if line[:2] in ("1.", "2.", "3.", "4.", "5.", "6.")]
    assert told == [
        "1. The turn player activates Emergency Provisions, with Imperial Iron Wall as the cost.",
        "2. The turn player does not respond.",
        "3. Emergency Provisions resolves.",
        "4. The turn player processes Rekindling.",
        "5. The turn player passes.",
        "6. The opponent passes.",
    ]
    for change in (
        "  Emergency Provisions: face-down → face-up",
        "  Imperial Iron Wall: Spells/Traps → GY",
        "  The turn player: 8000 → 9000 LP",
        "  Flamvell Firedog: Monsters → Banished",
        "  Rekindling is no longer due",
    ):
        assert change in lines
    assert "Chain: 1. Emergency Provisions (the turn player)" in lines
    assert after(lines, "The play:")[0] == "The play: 2.0.0.1.0.0"


def test_why_a_move_cannot_be_made(play):
    """With its clause and citation."""
    lines = play(["A08"], "1", "1", "x1", "x9")
    assert lines[-7:-5] == [
        "  [rule: a compelled player acts] a player who has to act, since both have passed and something mandatory is left, cannot pass "
        "(A01: database answer fid 11533, 2024-08-29; English seed: sub-steps 3 and 4, -)",
        "There is no such move here.",
    ]
    assert "The turn player must act" in lines


def test_what_can_still_come_about(play):
    lines = play(["A08"], "3", "o")
    place = lines.index("  1 of 3 outcomes can still come about")
    assert lines[place + 1].startswith("  3. the turn player, banished: 2 copies of Flamvell Firedog;")
    assert lines[place + 2 : place + 4] == ["     the turn player can enforce it", "     the opponent can enforce it"]
    assert "     neither player can enforce it alone" in play(["A05"], "o")


def test_of_very_many_outcomes_the_first_are_told(play):
    """And how many more there are."""
    (line,) = [line for line in play(["B08"], "o") if line.startswith("  ... and ")]
    assert line == "  ... and 7 more"


def test_undo_redo_start(play):
    assert "There is nothing to undo." in play(["A08"], "u")
    assert "There is nothing to redo." in play(["A08"], "3", "r")
    assert "The play: 2.0.0" in play(["A08"], "3", "1", "2", "u")
    assert "The play: 2.0.0.1" in play(["A08"], "3", "1", "2", "g", "r", "r", "r")
    assert "The play: 1" in play(["A08"], "3", "1", "g", "2")
    assert "There is nothing to redo." in play(["A08"], "3", "1", "g", "2", "r")


def test_the_play_so_far_the_board_and_help(play):
    lines = play(["A08"], "2", "p", "b", "?")
    assert lines.count("1. The turn player processes Rekindling.") == 2
    assert lines.count("  1. The turn player passes.") == 3
    assert lines[-7].startswith("  A number makes that move.")


@pytest.mark.parametrize("words", ["move", "1.0", "0x1", "x", "-1", "x-1", "９", "9" * 5000])
def test_what_is_not_understood(play, words):
    """Is said, and does nothing."""
    lines = play(["A08"], words)
    assert lines[-3] == f"Not understood: {words}. ? tells what can be said."
    assert lines[-1] == "The play: nothing was done"


def test_no_such_move(play):
    assert play(["A08"], "4", "0").count("There is no such move here.") == 2


def test_the_last_line_may_lack_its_end(endphase, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("2"))
    assert "The play: 1\n" in endphase("play", "A08", "--plain").out


# ---- where it starts -------------------------------------------------------------------------------------------------


def test_at_the_address_that_was_printed(play):
    """The end of one session is the start of another."""
    lines = play(["A08", "--at", "2.0.0"])
    assert lines[1] == "1. The turn player activates Emergency Provisions, with Imperial Iron Wall as the cost."
    assert "The play: 2.0.0" in lines
    assert "There is nothing to undo." in play(["A08", "--at", "2.0.0"], "u")


def test_after_the_line_that_was_printed(play):
    printed = play(["A08"], "3", "1", "2")[-1].partition("--after: ")[2]
    assert printed == (
        "the turn player activates Emergency Provisions sending Imperial Iron Wall; the turn player processes Rekindling"
    )
    assert "The play: 2.0.0.1" in play(["A08", "--after", printed])


# ---- against the tool ------------------------------------------------------------------------------------------------


def test_a46_best_play_is_held(play):
    """Whoever waits as the official answer does gets the draw, and the tool says why it moves as it does."""
    lines = play(["A46", "--opponent", "best", "--as", "opponent"], "1", "1", "1")
    assert lines[:5] == [
        "You play the opponent; the turn player is played by the tool (best play).",
        "1. The turn player passes.",
        "  Something else is as good.",
        "  Value: 0",
        "  Instead: The turn player processes Change of Heart. As good: worth 0.",
    ]
    assert "The opponent's window: you decide" in lines
    place = lines.index("The End Phase is over")
    assert lines[place + 1 : place + 4] == [
        "  It ends with: the opponent, Monster Zones: Mystical Elf; the duel is a draw",
        "  The turn player got 0, against you; by best play they get 0.",
        "  That is as much as best play gets you.",
    ]


def test_a46_best_play_is_missed(play):
    """Last Turn decided too early: the move that lost it is named, and the one that would not have."""
    lines = play(["A46", "--opponent", "best", "--as", "opponent"], "2")
    place = lines.index("The End Phase is over")
    assert lines[place + 1 : place + 6] == [
        "  It ends with: the turn player wins the duel",
        "  The turn player got 1, against you; by best play they get 0.",
        "  That is less than best play gets you.",
        "  Move 2 lost it: The opponent processes Last Turn.",
        "  Best play: The opponent passes.",
    ]


def test_a05_best_play_is_held(play):
    """The official line of 2012-09-21: pass until the opponent has to end the negation."""
    moves = ["1", "6", "1", "5", "1", "1"]
    lines = play(["A05", "-r", "ocg-2013", "--opponent", "best"], *moves, "2", "1", "1")
    place = lines.index("The End Phase is over")
    assert lines[place + 2 : place + 4] == [
        "  You got 1, 1; best play gets 1, 1.",
        "  That is as much as best play gets you.",
    ]
    assert "  Instead: The opponent processes Effect Veiler. A mistake: worth 1, 3, not 1, 1." in lines


def test_a05_best_play_is_missed(play):
    """The World is activated while it is negated."""
    lines = play(["A05", "-r", "ocg-2013", "--opponent", "best"], "1", "6", "1", "1", "1")
    place = lines.index("The End Phase is over")
    assert lines[place + 2 : place + 6] == [
        "  You got 0, 2; best play gets 1, 1.",
        "  That is less than best play gets you.",
        "  Move 7 lost it: The turn player must act, and activates Arcana Force XXI - The World, "
        "with Arcana Force XXI - The World and Majestic Mech - Ohka as the cost.",
        "  Best play: The turn player must now activate Majestic Mech - Ohka.",
    ]


def test_wishes_of_the_call(play):
    """As ``best`` takes them: A08 against an opponent who cannot prevent that the monsters are banished."""
    wish = ["--want", "2 Flamvell Firedog banished", "--opponent", "best"]
    lines = play(["A08", *wish], "2", "1")
    place = lines.index("The End Phase is over")
    assert lines[place + 2] == "  You got 0; best play gets 1."
    assert lines[place + 4] == "  Move 1 lost it: The turn player processes Rekindling."


def test_hints_are_hidden_until_they_are_asked_for(play):
    """Against the tool; who plays both sees them."""
    move = "  1. The turn player passes. (best play does this)"
    hidden = play(["A46", "--opponent", "best"])
    assert move not in hidden
    shown = play(["A46", "--opponent", "best"], "h", "h")
    assert ("Hints are shown." in shown, "Hints are hidden." in shown, shown.count(move)) == (True, True, 1)
    alone = play(["A46"], "1")
    assert move in alone
    assert "  2. The opponent processes Last Turn. (a mistake)" in alone
    assert "Nobody wishes for anything here, so there are no hints." in play(["A08"], "h")


def test_random_play_is_the_same_for_a_seed(play):
    one = play(["D15", "--opponent", "random", "--seed", "5"], "1")
    assert one[0] == "You play the turn player; the opponent is played by the tool (at random, seed 5)."
    assert one == play(["D15", "--opponent", "random", "--seed", "5"], "1")
    found = {play(["D15", "--opponent", "random", "--seed", str(seed)], "1")[-1] for seed in range(6)}
    assert len(found) > 1


# ---- languages -------------------------------------------------------------------------------------------------------


def test_in_japanese(play):
    lines = play(["A46", "--lang", "ja", "--opponent", "best", "--as", "opponent"], "2")
    assert lines[0] == "あなたは相手プレイヤー。ターンプレイヤーはツールが担当する（最善手）。"
    assert "  1. 相手プレイヤーは優先権を放棄する。" in lines
    assert "  2手目で損をした：相手プレイヤーは《ラストバトル！》の処理を行う。" in lines
    assert "手順：0.1" in lines


def test_in_japanese_why_a_move_cannot_be_made(play):
    """The clause, what it says, and who says so, whose words stay as they are."""
    lines = play(["A08", "--lang", "ja"], "1", "1", "x1")
    assert lines[-6] == (
        "  [ルール：行動しなければならないプレイヤーは行動する] 両プレイヤーが優先権を放棄し、必ず行う処理が残っているために"
        "行動しなければならないプレイヤーは、優先権を放棄できない"
        "（A01: database answer fid 11533, 2024-08-29；English seed: sub-steps 3 and 4, -）"
    )


def test_the_language_can_be_changed(play):
    lines = play(["A08"], "l", "l")
    assert "  モンスター：《フレムベル・ヘルドッグ》×2" in lines
    assert lines.count("  1. The turn player passes.") == 2
    assert play(["A08"], "l", "2")[-3:-1] == ["手順：1", "ターンプレイヤーは《真炎の爆発》の処理を行う。"]


def keys(words, above=()):
    """The places of all words of a language."""
    for key, value in words.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from keys(value, (*above, key))


def blanks(words):
    """The blanks of every word, by its place."""
    found = {}
    for place in keys(words):
        value = words
        for key in place:
            value = value[key]
        if isinstance(value, str):
            found[place] = {part.split("}")[0] for part in value.split("{")[1:]}
    return found


def test_both_languages_have_the_same_words():
    """With the same blanks, in the same order of keys."""
    en, ja = (json.loads((HERE / f"{language}.json").read_text(encoding="utf-8")) for language in ("en", "ja"))
    assert list(keys(en)) == list(keys(ja))
    assert blanks(en) == blanks(ja)


# ---- what is refused -------------------------------------------------------------------------------------------------


def refused(called, *words):
    """The message of a call that is wrong."""
    assert called.code == 2
    assert called.out == ""
    for word in words:
        assert word in called.err


def test_without_a_terminal(endphase):
    """One line, and nothing is searched."""
    called = endphase("play", "A08")
    refused(called)
    assert called.err == "endphase: play needs a terminal to show the board on; --plain reads and writes lines\n"


class Terminal(StringIO):
    """What looks like a terminal."""

    def isatty(self):
        return True


def terminal(monkeypatch):
    """Lets the standard streams look like a terminal; gives them by name."""
    streams = {name: Terminal() for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(f"sys.{name}", stream)
    return streams


def test_on_a_terminal(endphase, monkeypatch):
    """The screen is shown, and the play that it leaves is printed."""

    def run(app):
        assert app.session.address == (2, 0, 0)
        app.session = app.session.choose(1)

    monkeypatch.setattr("reports.play.screen.Playing.run", run)
    streams = terminal(monkeypatch)
    assert endphase("play", "A08", "--at", "2.0.0", "-q").code == 0
    assert "The play: 2.0.0.1\n" in streams["stdout"].getvalue()
    assert streams["stderr"].getvalue() == ""


def test_a_screen_that_fails(endphase, monkeypatch):
    """Is an internal error, and no play is printed."""
    monkeypatch.setattr("reports.play.screen.Playing.run", lambda app: None)
    monkeypatch.setattr("reports.play.screen.Playing.return_code", 1)
    streams = terminal(monkeypatch)
    assert endphase("play", "A08", "-q").code == 4
    assert streams["stderr"].getvalue().startswith("endphase: internal error: RuntimeError: the screen has failed\n")
    assert streams["stdout"].getvalue() == ""


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_typed_on_a_terminal(endphase, monkeypatch, end):
    """Each line after a prompt; its end, or Ctrl-C, is the end of the session."""
    prompts, lines = [], iter(["2"])

    def asked(prompt):
        prompts.append(prompt)
        for line in lines:
            return line
        raise end

    streams = terminal(monkeypatch)
    monkeypatch.setattr("builtins.input", asked)
    assert endphase("play", "A08", "--plain", "-q").code == 0
    assert prompts == ["> ", "> "]
    assert "The play: 1\n" in streams["stdout"].getvalue()


def test_without_textual(endphase, monkeypatch):
    """One line tells how to install it."""
    for name in [name for name in sys.modules if name.split(".")[0] == "textual" or name.startswith("reports.play.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    streams = terminal(monkeypatch)
    called = endphase("play", "A08")
    assert called.code == 2
    assert streams["stderr"].getvalue() == (
        "endphase: play needs textual: pip install 'endphase[play]'; --plain does without it\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["A08", "--opponent", "best"], "nobody wishes for anything here, so no move is best"),
        (["A08", "--as", "opponent"], "--as: only with --opponent; else you play both players"),
        (["A46", "--opponent", "best", "--seed", "1"], "--seed: only with --opponent random"),
        (["A08", "--after", "", "--at", ""], "--after, --at: one of them tells where to start"),
        (["A08", "--at", "0.9"], "move 2 of the play is 9; there are 1 moves, from 0"),
        (["A08", "--at", "a"], "this is no play: 'a'"),
        (["A08", "--after", "the turn player wins"], "line:1:"),
        (["A08", "--after", "the opponent passes"], "no play goes on with step 1 of the line: opponent pass"),
        (["A08", "--lang", "xx"], "unknown language 'xx'"),
        (["A08", "--opponent", "worst"], "'worst' is not one of 'best', 'random'"),
        (["no such board"], "no such board"),
    ],
)
def test_wrong_calls(endphase, arguments, message):
    refused(endphase("play", *arguments, "--plain"), message)


def test_a_board_that_is_left_open(endphase, tmp_path):
    (tmp_path / "open.yaml").write_text("turn player:\n  life: open\n", encoding="utf-8")
    refused(endphase("play", "open.yaml", "--plain"), "this is open: turn player's life", "open.yaml:2")


def test_a_board_that_is_too_large(endphase, big):
    called = endphase("play", big, "--plain", "--max-states", "100")
    assert (called.code, called.out) == (3, "")
    assert called.err == "endphase: the limit of states was reached; a part of a board is not played\n"


def test_in_a_pipe(process):
    """As a process of its own, with bytes that are no text among what is typed."""
    one = process("play", "A08", "--plain")
    out, err = one.communicate("2\n1\n1\nq\n9\n", timeout=60)
    assert (one.returncode, err) == (0, "")
    assert "It ends with: nothing has changed" in out
    raw = process("play", "A08", "--plain", text=False)
    out, err = raw.communicate(b"\xff\xfe\n2\n", timeout=60)
    assert (raw.returncode, err) == (0, b"")
    assert b"Not understood: \xef\xbf\xbd\xef\xbf\xbd." in out
    assert b"The play: 1\n" in out
