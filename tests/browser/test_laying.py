"""Laying a board in a real browser: from the card picker to a saved file, by clicking and typing only."""

import re
import subprocess
import sys

import pytest

from explorer.cli import run
from tests.browser.conftest import ROOT, Visit
from tests.browser.test_for_everybody import faults
from tests.browser.test_pictures import PHONE, beyond, edges

pytestmark = pytest.mark.xdist_group("browser")

WIDE = {"width": 1280, "height": 940}
REKINDLING = """\
board:
  turn player:
    life: 8000
    monsters:
      - {Flamvell Firedog: [2 copies, by Rekindling]}
    spells and traps:
      - Imperial Iron Wall
      - {Emergency Provisions: set}
  opponent:
    life: 8000
  lingering:
    - Rekindling by turn player on Flamvell Firedog, Flamvell Firedog
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder in which boards are saved."""
    return tmp_path_factory.mktemp("boards")


@pytest.fixture(scope="session")
def address(folder):
    """Where the page is served."""
    command = [sys.executable, "-m", "explorer", "serve", "--port", "0", "--directory", str(folder)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield server.stdout.readline().split()[0]
    server.terminate()
    _, said = server.communicate(timeout=20)
    assert said == ""


@pytest.fixture
def laying(browser, address):
    """Open the page, each in a context of its own; in the end none has asked anybody else, and none has complained."""
    contexts, visits = [], []

    def start(complains=False, **context):
        made = {"locale": "en-US", "viewport": WIDE, "accept_downloads": True, **context}
        contexts.append(browser.new_context(**made))
        one = Visit(contexts[-1])
        if not complains:
            visits.append(one)
        one.page.goto(address)
        one.page.locator("#mat .side").first.wait_for()
        return one.page

    yield start
    for one in visits:
        assert all(url.startswith((address, f"blob:{address}")) for url in one.asked)
        assert one.said == []
    for context in contexts:
        context.close()


def text(page):
    """The text beside the board."""
    return page.locator("#text").input_value()


def wait_for(page, words):
    """Until the text beside the board has these words."""
    page.wait_for_function("words => document.getElementById('text').value.includes(words)", arg=words)


def pick(page, typed, name):
    """Type a part of a name, and take the card by Enter when it is offered first."""
    page.locator("#pick").fill(typed)
    page.locator("#offers li[aria-selected=true]", has_text=name).wait_for()
    page.locator("#pick").press("Enter")
    wait_for(page, name)


def answered(page):
    """Ask, and the lines of the answer."""
    page.locator("#send").click()
    page.locator("#send:not([disabled])").wait_for()
    return [line.strip() for line in page.locator("#answer").inner_text().split("\n") if line.strip()]


def lay_rekindling(page):
    """The board of A08, from nothing."""
    pick(page, "flamvell fire", "Flamvell Firedog")
    page.get_by_label("Copies").fill("2")
    page.get_by_label("Copies").press("Enter")
    wait_for(page, "2 copies")
    page.get_by_label("Another fact").fill("by Rekindling")
    page.get_by_label("Another fact").press("Enter")
    wait_for(page, "by Rekindling")
    pick(page, "鉄壁", "Imperial Iron Wall")
    pick(page, "Emergancy Provision", "Emergency Provisions")
    page.locator("#chosen").get_by_label("How it lies").select_option("Set")
    wait_for(page, "{Emergency Provisions: set}")
    page.locator("#zone").select_option("Lingering effect")
    pick(page, "rekindling", "Rekindling")
    page.get_by_label("Flamvell Firedog (0–2)").fill("2")
    page.get_by_label("Flamvell Firedog (0–2)").press("Enter")
    wait_for(page, "on Flamvell Firedog, Flamvell Firedog")


def test_rekindling_from_the_picker_to_both_outcomes(laying, folder, capsys):
    """By clicking and typing: laid, saved, and the saved file explored on the command line."""
    page = laying()
    lay_rekindling(page)
    assert text(page) == REKINDLING
    page.get_by_label("File name").fill("rekindling.yaml")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved as rekindling.yaml.").wait_for()
    assert (folder / "rekindling.yaml").read_text(encoding="utf-8") == REKINDLING
    assert run(["explore", str(folder / "rekindling.yaml")]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("ocg: 3 outcomes, 19 states, 21 transitions")
    assert "1. nothing has changed" in printed
    assert "3. the turn player, banished: 2 copies of Flamvell Firedog" in printed
    assert answered(page) == [line.strip() for line in printed.split("\n") if line.strip()]


def test_a_file_is_not_written_over_without_asking(laying, folder):
    (folder / "taken.yaml").write_text("old", encoding="utf-8")
    page = laying(complains=True)
    page.get_by_label("File name").fill("taken.yaml")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("there is a file called taken.yaml").wait_for()
    assert (folder / "taken.yaml").read_text(encoding="utf-8") == "old"
    page.keyboard.press("Enter")  # the question has the focus
    page.get_by_text("Saved as taken.yaml.").wait_for()
    assert (folder / "taken.yaml").read_text(encoding="utf-8") == text(page)


def test_the_board_is_downloaded(laying, tmp_path):
    page = laying()
    pick(page, "dandylion", "Dandylion")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename == "board.yaml"
    started.value.save_as(tmp_path / "board.yaml")
    assert (tmp_path / "board.yaml").read_text(encoding="utf-8") == text(page)


def test_by_keyboard_alone(laying):
    """From the skip link to the picker, along what is offered, into the card, back by undo."""
    page = laying()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the cards"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "pick"
    page.keyboard.type("dark")
    page.locator("#offers li").nth(2).wait_for()
    offered = page.locator("#offers .name").all_inner_texts()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    assert page.locator("#offers [aria-selected=true] .name").inner_text() == offered[1]
    assert page.evaluate("document.activeElement.getAttribute('aria-activedescendant')") == "offer-1"
    page.keyboard.press("Enter")
    wait_for(page, offered[1])
    assert page.evaluate("document.activeElement.id") == "pick"
    assert page.locator("#live").inner_text() == f"{offered[1]}: Turn player, where it belongs".replace(
        "where it belongs", "Monster Zone"
    )
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Remove"
    page.keyboard.press("Enter")
    page.wait_for_function("name => !document.getElementById('text').value.includes(name)", arg=offered[1])
    page.locator("#lay-undo").focus()
    page.keyboard.press("Enter")
    wait_for(page, offered[1])


def test_who_types_fast_gets_what_was_typed(laying):
    """Enter before anything is offered, and while what was typed before still is."""
    page = laying()
    page.locator("#pick").focus()
    page.keyboard.type("Dandylion")
    page.keyboard.press("Enter")
    wait_for(page, "Dandylion")
    page.keyboard.type("d")
    page.locator("#offers li").first.wait_for()
    page.keyboard.type("ark dust")
    page.keyboard.press("Enter")
    wait_for(page, "Dark Dust Spirit")
    assert page.locator(".side.turn .zone.monsters .card").count() == 2
    page.keyboard.type("no such card at all")
    page.keyboard.press("Enter")
    page.get_by_text("No card is called so").first.wait_for()
    assert page.locator(".side.turn .zone.monsters .card").count() == 2


def test_a_zone_is_aimed_at(laying):
    """The plus of a zone sends the next card there; unnamed cards have a number."""
    page = laying()
    page.get_by_role("button", name="Add a card: Opponent, GY").click()
    assert page.evaluate("document.activeElement.id") == "pick"
    pick(page, "dandylion", "Dandylion")
    page.get_by_role("button", name="Add a card: Opponent, Hand").click()
    page.get_by_label("Unnamed there").fill("6")
    page.get_by_label("Unnamed there").press("Enter")
    wait_for(page, "6 unnamed cards")
    page.get_by_label("Opponent: LP").fill("300")
    page.get_by_label("Opponent: LP").press("Enter")
    wait_for(page, "300")
    assert text(page).split("  opponent:\n")[1] == (
        "    life: 300\n    hand: [6 unnamed cards]\n    graveyard: [Dandylion]\n"
    )
    assert page.get_by_role("group", name="Opponent: Hand").inner_text().split("\n")[:2] == ["Hand6", "× 6"]


def test_a_card_is_moved_and_changes_its_side(laying):
    page = laying()
    pick(page, "dandylion", "Dandylion")
    page.locator("#chosen").get_by_label("How it lies").select_option("Defense Position")
    wait_for(page, "{Dandylion: in Defense Position}")
    page.locator("#chosen").get_by_label("Owner").select_option("Opponent")
    wait_for(page, "owner opponent")
    page.locator("#chosen").get_by_label("Whose").select_option("Opponent")
    wait_for(page, "opponent:\n    life: 8000\n    monsters:")
    page.locator("#chosen").get_by_label("Place").select_option("GY")
    wait_for(page, "graveyard: [Dandylion]")
    assert page.locator("#chosen h2").inner_text() == "Dandylion"


def test_the_text_is_edited_and_the_board_follows(laying):
    """And where it cannot be read, the error is told in its place, and the button goes there."""
    page = laying()
    page.locator("#text").fill("turn player:\n  monsters: [Dandylion]\n  hand: [Dandylionn]\n")
    page.locator("#text.invalid").wait_for()
    assert page.locator(".card", has_text="Dandylion").first.is_visible()
    wrong = page.locator("#wrong").inner_text()
    assert re.sub(r"\s+", " ", wrong) == "Line 3, column 10 no card is called 'Dandylionn' Did you mean: Dandylion?"
    assert page.locator("#numbers .at").inner_text() == "3"
    page.locator("#wrong button").click()
    selected = "(text => text.value.slice(text.selectionStart, text.selectionEnd))(document.getElementById('text'))"
    assert page.evaluate(selected) == "Dandylionn"
    page.keyboard.type("Royal Decree")
    page.locator("#text:not(.invalid)").wait_for()
    assert page.locator(".side.turn .hand .card").inner_text().split("\n")[0] == "Royal Decree"
    page.locator("#text").fill("turn player: [")
    page.get_by_text("The board shown is the last that could be read.").wait_for()
    assert page.locator(".side.turn .hand .card").count() == 1


def test_names_stay_text(laying):
    """Whatever a file is called and says."""
    page = laying()
    page.locator("#text").fill(
        "turn player:\n  monsters: ['<img src=x onerror=alert(1)>', '<script>alert(2)</script>']\n"
    )
    page.locator(".card.refused").nth(1).wait_for()
    assert page.locator(".card.refused .name").first.inner_text() == "<img src=x onerror=alert(1)>"
    assert page.locator("main img, main script").count() == 0


def test_a_file_and_a_ruling_are_opened(laying, tmp_path):
    page = laying()
    (tmp_path / "mine.yaml").write_text(REKINDLING, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(tmp_path / "mine.yaml")
    page.locator(".card", has_text="Imperial Iron Wall").wait_for()
    assert page.get_by_label("File name").input_value() == "mine.yaml"
    page.get_by_label("A ruling, by its id").fill("A05")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".card", has_text="Arcana Force XXI").wait_for()
    assert page.locator("#opened").inner_text() == "A05"
    assert "two Ohka have to go" in page.locator("#asks").inner_text()
    assert page.locator("#ruleset").input_value() == "ocg-2013"
    page.get_by_role("radio", name="Best play").check()
    assert answered(page)[:2] == ["Best play:", "The turn player passes."]


def test_what_is_asked(laying):
    """A claim, a reason, and what is wrong with a phrase, told below it."""
    page = laying(complains=True)
    page.locator("#text").fill(REKINDLING)
    page.locator(".card.copies-2").wait_for()
    page.get_by_role("radio", name="A claim").check()
    page.get_by_label("Of what").fill("2 Flamvell Firedog banished")
    assert answered(page)[0] == "possible: 2 Flamvell Firedog banished: holds (a play shows it)"
    page.get_by_label("Of what").fill("2 Flamvell Firedog eaten")
    assert answered(page)[0].startswith("the phrase cannot go on with")
    page.get_by_role("radio", name="Why").check()
    page.get_by_label("A move or an outcome").fill("Rekindling is processed")
    page.get_by_label("A move or an outcome").press("Enter")
    page.get_by_text("It can be done:").wait_for()


def test_the_board_is_walked_through(laying):
    """In the same page: the walk that a page of the board has, with its keys; laying goes on beside it."""
    page = laying()
    page.locator("#text").fill(REKINDLING)
    page.locator(".card.copies-2").wait_for()
    page.get_by_role("radio", name="Walk").check()
    page.locator("#send").click()
    page.locator(".walker .legal .move").first.wait_for()
    assert page.locator(".walker .where").inner_text() == "Position 1 of 19"
    for key in ("j", "j", "Enter"):
        page.keyboard.press(key)
    assert page.locator(".walker .step").count() == 2
    page.keyboard.press("u")
    assert page.locator(".walker .step.undone").count() == 1
    assert page.locator("#since").is_hidden()
    page.get_by_label("Turn player: LP").fill("300")
    page.get_by_label("Turn player: LP").press("Enter")
    page.get_by_text("The board has been changed since this was asked.").wait_for()
    page.locator("#pick").focus()
    page.keyboard.type("ju")
    assert page.locator("#pick").input_value() == "ju"
    assert page.locator(".walker .where").inner_text() == "Position 1 of 19"


def test_in_japanese(laying):
    page = laying(locale="ja-JP")
    page.locator("#text").fill(REKINDLING)
    page.locator(".card", has_text="王宮の鉄壁").wait_for()
    assert page.locator("h1").inner_text() == "盤面を作る"
    assert page.locator("[data-word]").all_inner_texts().count("undefined") == 0
    assert answered(page)[0].startswith("ocg")
    page.get_by_role("button", name="English").click()
    assert page.locator(".card", has_text="Imperial Iron Wall").count() == 1


def test_a_page_that_is_loaded_again_has_its_board(laying):
    page = laying()
    pick(page, "dandylion", "Dandylion")
    page.reload()
    page.locator(".card", has_text="Dandylion").wait_for()


@pytest.mark.parametrize("how", [{}, {"color_scheme": "dark"}, {"viewport": PHONE}, {"locale": "ja-JP"}], ids=str)
def test_for_everybody(laying, how):
    """Nothing that axe finds serious: with cards offered, one chosen, an error, an answer."""
    page = laying(**how)
    assert faults(page) == []
    order = page.locator(".laying .panel").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert (order[1] < order[0]) == ("viewport" in how)  # on a phone what picks comes before the board
    page.locator("#text").fill(REKINDLING)
    page.locator(".card.copies-2").wait_for()
    answered(page)
    page.locator(".effect .opener").click()
    assert faults(page) == []
    page.locator(".card .opener").first.click()
    page.locator("#pick").fill("f")
    page.locator("#offers li").first.wait_for()
    assert faults(page) == []
    page.locator("#text").fill(REKINDLING.replace("Iron", "Irn"))
    page.locator("#text.invalid").wait_for()
    assert faults(page) == []
    assert beyond(page) == 0


def test_picture(laying, picture):
    """Both players' zones are one below the other."""
    page = laying(viewport={"width": 1280, "height": 1010})
    lay_rekindling(page)
    page.locator(".card .opener").first.click()
    page.locator("#pick").fill("emerg")
    page.locator("#offers li").first.wait_for()
    answered(page)
    page.evaluate("scrollTo(0, 0)")
    assert len(edges(page, ".zone.monsters, .zone.spells-and-traps")) == 1
    assert beyond(page) == 0
    picture(page, "serve.png")
