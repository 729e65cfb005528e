"""A board played on a screen: keys are pressed, and what the screen then shows is read off it."""

import asyncio
import re
from contextlib import asynccontextmanager
from html import unescape

import pytest
from textual.widgets import OptionList

from explorer.game.players import Player
from explorer.questions.session import BestOpponent, begin
from reports.play.commentary import Commentary, Piece, Row
from reports.play.panels import Entry, Mat
from reports.play.screen import Playing
from tests.questions.asked import walked

SIZES = [(80, 24), (140, 45)]
TEXT = re.compile(r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>')
WIDTH, HEIGHT = 12.2, 24.4  # of a character in the picture


def playing(name, ruleset=None, opponent=None, language="en", given=()):
    """The screen of a ruling's board."""
    walk = walked(name, ruleset)
    languages = {one: Commentary(walk, one) for one in ("en", "ja")}
    return Playing(begin(walk, opponent, given), languages, language, f"{name}, {walk.inquiry.game.ruleset.id}")


def seen(app):
    """The lines of the screen, read off its picture."""
    lines = [""] * app.size.height
    for x, y, text in sorted(TEXT.findall(app.export_screenshot()), key=lambda part: float(part[0])):
        row = int(float(y) / HEIGHT)
        lines[row] = lines[row].ljust(round(float(x) / WIDTH)) + unescape(text).replace("\xa0", " ")
    return lines


def panel(app, name):
    """What a panel shows, its title first; of letters that are one cell wide."""
    region = app.query_one(f"#{name}").region
    return [line[region.x + 1 : region.right].strip() for line in seen(app)[region.y : region.bottom]]


@asynccontextmanager
async def shown(app, *keys, size=(80, 24)):
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        yield pilot


def after(app, *keys, size=(80, 24), look=seen):
    """What is seen after these keys."""

    async def run():
        async with shown(app, *keys, size=size):
            return look(app)

    return asyncio.run(run())


def test_the_start():
    """A08 at 80x24: the board, the moves with the grey one, the outcomes, the keys; nothing is cut that matters."""
    lines = after(playing("A08", "ocg"))
    text = "\n".join(lines)
    for part in (
        "A08, ocg",
        "The opponent   8000 LP   Deck: 30",
        "Flamvell Firedog ×2",
        "Emergency Provisions",
        "Rekindling (the turn player",
        "The turn player's window",
        " 1  The turn player passes.",
        " 2  The turn player processes Rekindling.",
        " x  The turn player activates Imperial Iron",
        "3 of 3 outcomes can still",
        "Nothing has happened yet.",
        "u undo   r redo   g start   h hints   l 日本語   ? help   q quit",
    ):
        assert part in text, text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_greyed_move_tells_its_clause(size):
    """When it is gone to, by arrows or by j; and it cannot be made."""
    app = playing("A08", "ocg", given=(0, 0))
    told = after(app, "j", "j", size=size, look=lambda app: " ".join(panel(app, "this-move")))
    assert (
        "It cannot be made here: [rule: a compelled player acts] a player who has to act, since both have passed"
        in told
    )
    app = playing("A08", "ocg", given=(0, 0))
    lines = after(app, "down", "down", "enter", size=size)
    assert "That cannot be made here; beside it is told why." in "\n".join(lines)
    assert app.session.address == (0, 0)


@pytest.mark.parametrize(
    ("keys", "address", "ended"),
    [
        (("2", "1", "1"), (1, 0, 0), "It ends with: nothing has changed"),
        (("j", "enter", "enter", "enter"), (1, 0, 0), "It ends with: nothing has changed"),
        (("down", "down", "enter", "1", "2", "1", "1"), (2, 0, 0, 1, 0, 0), "It ends with: the turn player,"),
        (("j", "j", "j", "k", "enter", "enter", "2", "1", "1"), (2, 0, 0, 1, 0, 0), "It ends with: the turn player,"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) and value and isinstance(value[0], str) else "",
)
def test_a08_both_orders(keys, address, ended):
    """By numbers, and by keys alone."""
    app = playing("A08", "ocg")
    told = after(app, *keys, size=(140, 45), look=lambda app: " ".join(panel(app, "ending")))
    assert app.session.address == address
    assert ended in told


def test_the_play_is_listed_with_what_changed():
    app = playing("A08", "ocg")
    lines = after(app, "3", "1", size=(140, 45), look=lambda app: panel(app, "play"))
    text = " ".join(line for line in lines if line)
    assert "1. The turn player activates Emergency Provisions, with Imperial Iron Wall as the cost." in text
    assert (
        "3. Emergency Provisions resolves. Emergency Provisions: Spells/Traps → GY The turn player: 8000 → 9000 LP"
        in text
    )


def test_undo_redo_start_and_fork():
    app = playing("A08", "ocg")
    addresses = []

    async def run():
        async with shown(app, "3", "1", "2") as pilot:
            for key in ("u", "u", "r", "g", "r", "u", "2", "r"):
                await pilot.press(key)
                addresses.append(app.session.address)
            await pilot.pause()
            return seen(app)

    lines = asyncio.run(run())
    assert addresses == [(2, 0, 0), (2,), (2, 0, 0), (), (2,), (), (1,), (1,)]
    assert lines[0].strip() == "There is nothing to redo."


TEN = (0, 0, 1, 0, 2, 0, 0, 0, 0, 0)
"""A play on the board of B21 to where there are ten moves."""


@pytest.mark.parametrize(
    ("keys", "made"),
    [("2", 1), (("1", "0"), 9), (("1", "enter"), 0), (("1", "j", "enter"), 1), (("1", "j", "0"), None), ("0", None)],
    ids=str,
)
def test_a_number_of_two_digits(keys, made):
    """Among ten moves a first digit waits for a second one, or for Enter; going elsewhere forgets it."""
    app = playing("B21", given=TEN)
    assert len(app.session.position.moves) == 10
    after(app, *keys)
    assert app.session.address[: len(TEN) + 1] == (*TEN, *(() if made is None else (made,)))


def test_against_best_play():
    """A46: the tool tells why its move is best; the end tells what was lost and by which move."""
    app = playing("A46", "tcg", BestOpponent(Player.TURN))
    lines = after(app, size=(140, 45))
    text = "\n".join(lines)
    assert "You play the opponent; the turn player is played by the tool (best play)." in text
    assert "The opponent's window: you decide" in text
    assert "Something else is as good." in text
    app = playing("A46", "tcg", BestOpponent(Player.TURN))
    lost = after(app, "2", look=lambda app: " ".join(panel(app, "ending")))
    for part in (
        "The End Phase is over",
        "The turn player got 1, against you; by best play they get 0.",
        "Move 2 lost it: The opponent processes Last Turn.",
        "Best play: The opponent passes.",
    ):
        assert part in lost


def test_a05_best_play_is_held():
    app = playing("A05", "ocg-2013", BestOpponent(Player.OPPONENT))
    keys = ("1", "6", "1", "5", "1", "1", "2", "1", "1")
    told = after(app, *keys, size=(140, 45), look=lambda app: " ".join(panel(app, "ending")))
    assert "You got 1, 1; best play gets 1, 1. That is as much as best play gets you." in told


def test_hints():
    """Hidden against the tool until they are asked for."""
    app = playing("A46", "tcg", BestOpponent(Player.OPPONENT))
    assert "best play does this" not in "\n".join(after(app, size=(140, 45)))
    app = playing("A46", "tcg", BestOpponent(Player.OPPONENT))
    assert " 1  The turn player passes. (best play does this)" in "\n".join(after(app, "h", size=(140, 45)))
    assert "so there are no hints" in "\n".join(after(playing("A08"), "h"))


def test_in_japanese_and_back():
    app = playing("A08", "ocg", language="ja")
    text = "\n".join(after(app, "j"))
    assert " 1  ターンプレイヤーは優先権を放棄する。" in text
    assert "《フレムベル・ヘルドッグ》×2" in text
    app = playing("A08", "ocg", language="ja")
    lines = after(app, "j", "l", look=lambda app: (seen(app), app.query_one(OptionList).highlighted))
    assert " 1  The turn player passes." in "\n".join(lines[0])
    assert lines[1] == 1


def test_help_is_closed_by_any_key():
    """Also by one that would do something else."""
    app = playing("A08", "ocg")
    assert "A grey move cannot be made" in "\n".join(after(app, "question_mark"))
    app = playing("A08", "ocg")
    text = "\n".join(after(app, "question_mark", "q"))
    assert "A grey move cannot be made" not in text
    assert "The turn player passes." in text
    assert app.is_running is False


def test_dark_and_light():
    app = playing("A08", "ocg")
    assert after(app, look=lambda app: app.current_theme.dark) is True
    app = playing("A08", "ocg")
    assert after(app, "d", look=lambda app: app.current_theme.dark) is False


def test_rows_without_a_card_are_left_out_where_there_is_little_room():
    assert "Spells/Traps" not in "\n".join(after(playing("A46", "tcg")))
    assert "\n".join(after(playing("A46", "tcg"), size=(140, 45))).count("Spells/Traps  -") == 2


def test_what_is_longer_than_the_screen_is_broken_beside_its_number():
    lines = after(playing("A08", "ocg"), look=lambda app: panel(app, "moves"))
    place = lines.index("3  The turn player activates Emergency")
    assert lines[place + 1 : place + 3] == ["Provisions, with Imperial Iron Wall as the", "cost."]


def test_quitting_leaves_the_session_as_it_was():
    app = playing("A08", "ocg")
    after(app, "2", "q")
    assert app.session.address == (1,)
    assert app.return_code == 0


def test_a_click_makes_a_move():
    app = playing("A08", "ocg")

    async def run():
        async with shown(app) as pilot:
            await pilot.click("#moves", offset=(10, 2))
            await pilot.pause()

    asyncio.run(run())
    assert app.session.address == (1,)


def test_the_size_may_change_while_help_is_shown():
    app = playing("A46", "tcg")

    async def run():
        async with shown(app, "question_mark") as pilot:
            await pilot.resize_terminal(140, 45)
            await pilot.press("j")
            await pilot.pause()
            return "\n".join(seen(app))

    text = asyncio.run(run())
    assert text.count("Spells/Traps  -") == 2
    assert app.return_code in (None, 0)


def test_a_title_is_no_markup():
    """Whatever a file is called."""
    app = playing("A08", "ocg")
    app._about = "my [bold]board[/] [1].yaml"
    assert "my [bold]board[/] [1].yaml" in "\n".join(after(app))


def test_an_end_is_undone():
    """The moves are there again, and the keys go to them."""
    app = playing("A08", "ocg")
    lines = after(app, "2", "1", "1", "u", "down", look=lambda app: (panel(app, "moves"), app.focused.id))
    assert lines[0][0].startswith("The opponent's window─")
    assert lines[0][1] == "1  The opponent passes."
    assert lines[1] == "moves"


ROWS = (
    Row("The turn player", (Piece("8000 LP"), Piece("Deck: 30")), Player.TURN, head=True),
    Row("GY", (Piece("First", is_card=True), Piece("Second", is_card=True, face_down=True)), Player.TURN),
    Row("盤面", (Piece("A card with a long name", is_card=True),), Player.TURN),
    Row("Due", (Piece("This"), Piece("that"))),
)


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            40,
            [
                "The turn player   8000 LP   Deck: 30",
                "GY     First   Second ",
                "盤面   A card with a long name ",
                "Due   This that",
            ],
        ),
        (
            20,
            [
                "The turn player",
                "8000 LP   Deck: 30",
                "GY     First ",
                "       Second ",
                "盤面   A card with ",
                "       a long name ",
                "Due   This that",
            ],
        ),
    ],
)
def test_rows_of_cards_are_broken_between_cards_where_they_can_be(width, lines):
    """Each further line below the first card of its row; letters of two cells count as such."""
    assert [line.plain for line in Mat(ROWS).lines(width)] == lines


def test_a_width_of_nothing_is_no_error():
    """As while a panel is laid out."""
    assert Mat(ROWS).lines(0)
    assert Entry("12. ", "text").lines(0)
