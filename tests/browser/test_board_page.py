"""The page of a board in a real browser: walked by mouse and by keyboard, undone and forked, in both languages."""

import statistics
import time

from explorer.questions import inquire
from explorer.questions.walk import Walk
from explorer.subjects import subject
from models.ruleset import Words
from reports.page import board_page
from tests.questions.asked import library

KEPT, BANISHED = "Nothing has changed", "The turn player, banished: 2 copies of Flamvell Firedog"


def move(page, words):
    """Make the legal move whose text begins so."""
    page.locator(".legal .move", has_text=words).first.click()


def end(page):
    """The number of the outcome that the play has ended with, and its parts."""
    ended = page.locator(".reach > li")
    assert ended.count() == 1
    assert page.locator(".tag.end").inner_text() == "This is how it ended"
    return ended.get_attribute("value"), ended.locator(".leaves li").all_inner_texts()


def played(page):
    """The steps of the play up to here."""
    return page.locator(".step:not(.undone) > button").all_inner_texts()


def address(page):
    """The play in the address."""
    return page.evaluate("new URLSearchParams(location.hash.slice(1)).get('play') ?? ''")


def test_both_orders_by_clicking(visit, a08):
    """Rekindling before Provisions leaves the monsters where they are; after it, they are banished."""
    page = visit(a08)
    assert page.title() == "A08 · endphase"
    assert page.locator(".where").inner_text() == "Position 1 of 19"
    assert page.locator(".window").inner_text().split("\n") == ["The turn player's window", "Turn player decides"]
    move(page, "The turn player processes Rekindling")
    move(page, "The turn player passes")
    move(page, "The opponent passes")
    assert end(page) == ("1", [KEPT])
    page.locator(".restart").click()
    move(page, "The turn player activates Emergency Provisions, with Imperial Iron Wall as the cost")
    assert page.locator(".chain li").all_inner_texts() == ["1. Emergency Provisions"]
    move(page, "The turn player does not respond")
    move(page, "Emergency Provisions resolves")
    move(page, "The turn player processes Rekindling")
    move(page, "The turn player passes")
    move(page, "The opponent passes")
    assert end(page)[0] == "3"
    assert end(page)[1][0] == BANISHED
    assert address(page) == "2.0.0.1.0.0"
    assert page.get_by_role("group", name="Turn player: Banished, 2").inner_text().split("\n")[1:] == [
        "2",
        *["Flamvell Firedog"] * 2,
    ]


def test_both_orders_by_keyboard_alone(visit, a08):
    """j, k, arrows and Enter from move to move; u and Backspace back; Home to the start."""
    page = visit(a08)
    for key in ("j", "ArrowDown", "Enter", "Enter", "Enter"):
        page.keyboard.press(key)
    assert address(page) == "1.0.0"
    assert end(page) == ("1", [KEPT])
    page.keyboard.press("u")
    page.keyboard.press("Backspace")
    assert address(page) == "1"
    page.keyboard.press("Home")
    assert address(page) == ""
    for key in ("j", "j", "j", "k", "Enter"):  # from the first move on: the third, then the fourth and back
        page.keyboard.press(key)
    assert address(page) == "2"
    for key in ("Enter", "Enter", "ArrowDown", "Enter", "Enter", "Enter"):
        page.keyboard.press(key)
    assert end(page)[0] == "3"
    assert page.locator("#live").inner_text() == "the opponent passes. The End Phase is over. 0 moves"


def test_the_page_can_be_tabbed_through(visit, a08):
    """The first stop leads to the moves, at the position that it is, and each control can be reached."""
    page = visit(a08, "play=0.0")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the moves"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "moves-heading"
    stops = []
    for _ in range(10):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate("(document.activeElement.textContent || document.activeElement.className).slice(0, 24)")
        )
    assert stops[:7] == [
        "Undo",
        "Start over",
        "The turn player must now",
        "The turn player must act",
        "The turn player passesru",
        "The turn player activate",
        "forced",
    ]
    assert address(page) == "0.0"


def test_undo_fork_and_back_to_the_other_line(visit, a08):
    """A step of the play is gone back to, another move is made, and the old line is there to return to."""
    page = visit(a08)
    for words in ("The turn player processes", "The turn player activates", "The turn player does not respond"):
        move(page, words)
    assert len(played(page)) == 4
    page.locator(".step > button").nth(1).click()
    assert played(page) == ["Start", "The turn player processes Rekindling"]
    assert page.locator(".step.undone").count() == 2
    page.locator(".redo").click()
    assert len(played(page)) == 3
    page.locator(".undo").click()
    move(page, "The turn player passes")
    assert page.locator(".step.undone").count() == 0
    branch = page.locator(".branches button")
    assert branch.all_inner_texts() == [
        "3 steps: the turn player activates Emergency Provisions, with Imperial Iron Wall as the cost"
    ]
    branch.click()
    assert address(page) == "1.1.0"
    assert len(played(page)) == 4
    assert page.locator(".branches button").all_inner_texts() == ["2 steps: the turn player passes"]


def test_the_address_is_the_position(visit, a08):
    """Reloaded, sent to somebody, gone back in the history, or wrong."""
    page = visit(a08, "play=2.0.0")
    where = page.locator(".where")
    assert where.inner_text() == "Position 11 of 19"
    move(page, "The turn player processes Rekindling")
    assert where.inner_text() == "Position 14 of 19"
    page.reload()
    assert where.inner_text() == "Position 14 of 19"
    assert len(played(page)) == 5
    page.go_back()
    page.wait_for_function("document.querySelector('.where').textContent === 'Position 11 of 19'")
    page.evaluate("location.hash = 'play=0'")
    page.wait_for_function("document.querySelector('.where').textContent === 'Position 2 of 19'")
    assert visit(a08, "play=1..0").locator(".where").inner_text() == "Position 3 of 19"
    wrong = visit(a08, "play=1.7.x")
    assert wrong.locator(".where").inner_text() == "Position 3 of 19"
    assert wrong.locator("#live").inner_text() == "The address has a move that is not there; this is as far as it goes."
    assert address(wrong) == "1"


def test_a_greyed_move_tells_its_clause(visit, a08):
    """On hover and on focus, with who says so; it is no move, and Escape puts the words away."""
    page = visit(a08, "play=0.0")
    greyed = page.locator(".illegal .move").first
    why = page.locator(".illegal .why").first
    assert greyed.inner_text().split("\n")[0] == "The turn player passes"
    assert greyed.get_attribute("aria-disabled") == "true"
    assert not why.is_visible()
    greyed.hover()
    assert why.is_visible()
    assert why.inner_text().split("\n") == [
        "rule: a compelled player acts",
        "a player who has to act, since both have passed and something mandatory is left, cannot pass",
        "Source: A01: database answer fid 11533, 2024-08-29; English seed: sub-steps 3 and 4, -",
    ]
    page.mouse.move(5, 5)
    assert not why.is_visible()
    greyed.focus()
    assert why.is_visible()
    assert page.locator(f"#{greyed.get_attribute('aria-describedby')}").inner_text() == why.inner_text()
    page.keyboard.press("Enter")
    assert address(page) == "0.0"
    page.keyboard.press("Escape")
    assert not why.is_visible()


def test_in_japanese_and_back(visit, a08):
    """Names and words of the page; the choice outlives a reload, and a Japanese browser begins in Japanese."""
    page = visit(a08)
    page.get_by_role("button", name="日本語").click()
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert page.locator(".is-trap .name").all_inner_texts() == ["王宮の鉄壁"]
    assert page.locator(".legal .does").nth(1).inner_text() == "ターンプレイヤーは《真炎の爆発》の処理を行う"
    assert page.locator("h2").all_inner_texts()[:2] == ["盤面", "行動"]
    greyed = page.locator(".illegal button.move").first
    assert greyed.locator(".changes").inner_text() == "カード：あるべき場所にあること"
    page.reload()
    assert page.locator(".is-trap .name").inner_text() == "王宮の鉄壁"
    page.get_by_role("button", name="English").click()
    assert page.locator(".is-trap .name").inner_text() == "Imperial Iron Wall"
    assert visit(a08, locale="ja-JP").locator("h2").first.inner_text() == "盤面"


def test_the_board_is_laid_as_players_know_it(visit, a08):
    """The opponent above, mirrored; what is set lies face-down."""
    page = visit(a08)
    assert page.locator(".side").evaluate_all("all => all.map((one) => one.className)") == [
        "side opponent",
        "side turn",
    ]
    tops = {
        name: page.get_by_role("group", name=name).bounding_box()["y"]
        for side in ("Opponent", "Turn player")
        for name in (f"{side}: Monster Zone", f"{side}: Spell & Trap Zone")
    }
    assert [name for name, _ in sorted(tops.items(), key=lambda one: one[1])] == [
        "Opponent: Spell & Trap Zone",
        "Opponent: Monster Zone",
        "Turn player: Monster Zone",
        "Turn player: Spell & Trap Zone",
    ]
    down = page.locator(".card.down")
    assert down.inner_text().split("\n") == ["Emergency Provisions", "face-down"]
    assert page.locator(".dues li").all_inner_texts() == ["Rekindlingmust"]


def test_best_play_is_marked(visit, a05):
    """Where there are wishes: each move with its merit, and the one that best play makes."""
    page = visit(a05, "play=0.0")
    assert page.locator(".merit.preferred").count() == 1
    best = page.locator(".legal .move", has=page.locator(".merit.preferred"))
    assert best.locator(".does").inner_text().startswith("The turn player must now activate Majestic Mech - Ohka")
    assert best.locator(".merit").all_inner_texts() == ["best", "★ best play"]
    assert page.locator(".merit.mistake").count() == 5
    assert "turn player" in page.locator(".outcomes .quietly").last.inner_text()


def test_forced_steps_can_be_skipped(visit, a08):
    """Then each step leads to the next choice."""
    page = visit(a08)
    page.locator(".forced").check()
    move(page, "The turn player processes Rekindling")
    move(page, "The turn player passes")
    assert address(page) == "1.0.0"
    assert end(page) == ("1", [KEPT])


def test_the_graph_is_walked_too(visit, a08):
    """A place leads there; forced runs are folded: seven places of nineteen positions."""
    page = visit(a08)
    assert page.locator(".drawn").inner_text().startswith("7 of 7 places drawn.")
    assert page.locator(".node").count() == 7
    page.locator(".node.end", has_text="3").click()
    assert end(page)[0] == "3"
    assert page.locator(".node.current text").text_content() == "3"
    assert (
        page.locator(".node.walked").count() == 3
    )  # where there was a choice: at the start, once Iron Wall had left, the end
    page.locator(".node.current").focus()
    page.keyboard.press("ArrowLeft")  # the places in order, layer by layer
    page.keyboard.press("Enter")
    assert page.locator(".node.current").get_attribute("aria-label").startswith("Turn player has a choice of 2.")
    assert page.locator(".legal .move").count() == 2


def test_a_large_board_is_quick(visit, large):
    """10,086 states: opened under two seconds, a step under a tenth of one (medians), in less than five megabytes."""
    assert large.stat().st_size < 5_000_000
    opened = []
    for _ in range(3):
        start = time.perf_counter()
        page = visit(large)
        page.locator(".legal .move").first.wait_for()
        opened.append(time.perf_counter() - start)
    assert statistics.median(opened) < 2
    steps = page.evaluate(
        """() => Array.from({ length: 11 }, () => {
            const start = performance.now();
            document.querySelector(".legal .move").click();
            document.body.getBoundingClientRect();
            return performance.now() - start;
        })"""
    )
    assert address(page).count(".") == 10
    assert statistics.median(steps) < 100


def test_a_large_graph_is_drawn_when_asked_for(visit, large):
    """Only what is near at first; then more; then all of it, and a step is still quick."""
    page = visit(large)
    near = page.locator(".node").count()
    assert near <= 40
    page.get_by_role("button", name="Draw more").click()
    more = page.locator(".node").count()
    assert near < more <= 120
    page.get_by_role("button", name="Draw all").click()
    assert page.locator(".drawn").inner_text().startswith("7,832 of 7,832 places drawn.")
    assert page.locator(".node").count() == 7832
    steps = page.evaluate(
        """() => Array.from({ length: 5 }, () => {
            const start = performance.now();
            document.querySelector(".legal .move").click();
            return performance.now() - start;
        })"""
    )
    assert statistics.median(steps) < 100
    page.get_by_role("button", name="Only near here").click()
    assert page.locator(".node").count() <= 40


def test_the_page_fits_a_phone(visit, a05):
    """One column, nothing beyond the edge."""
    page = visit(a05, "play=0.0", viewport={"width": 360, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    lefts = {round(one.bounding_box()["x"]) for one in page.locator(".panel").all()}
    assert lefts == {12}


def test_printed_it_shows_the_reasons(visit, a08):
    """On paper nothing can be hovered over: each reason stands below its move, and no button is left."""
    page = visit(a08, "play=0.0")
    page.emulate_media(media="print")
    assert page.locator(".illegal .why").first.is_visible()
    assert not page.locator(".undo").is_visible()
    assert not page.locator("#theme").is_visible()


def test_dark_as_the_system_has_it_and_by_the_switch(visit, a08):
    """The switch outlives a reload."""
    page = visit(a08, color_scheme="dark")
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(colour)
    page.locator("#theme").click()
    light = page.evaluate(colour)
    assert (dark, light) == ("rgb(20, 22, 26)", "rgb(246, 245, 241)")
    page.reload()
    assert page.evaluate(colour) == light


def test_words_of_a_board_stay_words(visit, tmp_path):
    """Whatever a board is called: it is no part of the page's own text."""
    name = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>&amp; \u2028"
    walk = Walk(inquire(subject("A46", library()).board, library(), library().ruleset("tcg")), library())
    path = tmp_path / "named.html"
    path.write_text(board_page(walk, Words(name), Words(name)), encoding="utf-8")
    page = visit(path)
    assert page.locator("h1").text_content() == name
    assert page.locator("#asks").text_content() == name
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2


def test_the_policy_lets_nothing_else_in(browser, a08):
    """Neither a script nor a request of anybody else."""
    page = browser.new_page()
    page.goto(f"file://{a08}")
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert [part.split()[0] for part in policy.split("; ")] == [
        "default-src",
        "style-src",
        "script-src",
        "base-uri",
        "form-action",
    ]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    assert (
        page.evaluate(
            """() => new Promise((done) => {
            addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective));
            document.head.append(Object.assign(document.createElement("script"), { textContent: "document.title = 'taken'" }));
        })"""
        )
        == "script-src-elem"
    )
    assert page.title() == "A08 · endphase"
    page.context.close()
