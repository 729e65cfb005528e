"""The page of an atlas in a real browser: searched, its matrix gone through by keys, and on a phone."""

import pytest

from explorer.atlas.findings import findings
from reports.atlas import atlas_page
from tests.atlas.sets import LIBRARY, spec, swept
from tests.browser.test_for_everybody import faults

CARDS = (
    "Rekindling",
    "Imperial Iron Wall",
    "Mist Archfiend",
    "Brain Control",
    "Dandylion",
    "Clear World",
    "Yubel",
    "Effect Veiler",
    "Arcana Force XXI - The World",
)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def atlas(tmp_path_factory):
    """The page of a sweep of nine cards under two rulesets."""
    found = findings(swept(spec(*CARDS, rulesets=("ocg", "tcg"))).values())
    path = tmp_path_factory.mktemp("pages") / "atlas.html"
    path.write_text(atlas_page(found, found.questions(LIBRARY, "ocg"), LIBRARY, ""), encoding="utf-8")
    return path


def pairs(page):
    """The pairs that are shown."""
    return page.locator("#pairs h3").all_inner_texts()


def shown(page, number):
    """Wait until so many pairs are shown."""
    page.wait_for_function(f"document.querySelectorAll('#pairs h3').length === {number}")


def overflow(page):
    """By how much the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def test_pairs_in_which_order_decides_come_first_with_their_play(visit, atlas):
    """The play that shows it can be read without a click; the other boards are closed."""
    page = visit(atlas)
    marks = page.locator(".pair").evaluate_all("all => all.map((one) => one.querySelector('.mark.order') !== null)")
    assert marks == sorted(marks, reverse=True)
    assert (marks.count(True), marks.count(False)) == (14, 2)
    wall = page.locator(".pair", has_text="Imperial Iron Wall + Rekindling").first
    assert wall.locator("details").first.get_attribute("open") == ""
    played = wall.locator("details").first.locator(".played")
    assert played.count() == 2
    assert played.first.is_visible()
    assert "process Rekindling" in played.first.inner_text()
    assert page.locator(".pair").last.locator("details[open]").count() == 0


def test_a_search_stands_in_the_address(visit, atlas):
    """In both languages; the matrix and the pairs have what is found, and a reload keeps it."""
    page = visit(atlas)
    assert page.locator("#found").inner_text() == "16 of 16 pairs"
    page.get_by_label("Search").fill("rekindling wall")
    shown(page, 1)
    assert pairs(page) == ["Imperial Iron Wall + Rekindling"]
    assert page.locator("#matrix button").count() == 2
    assert page.locator("#found").inner_text() == "1 of 16 pairs"
    page.reload()
    assert page.get_by_label("Search").input_value() == "rekindling wall"
    assert pairs(page) == ["Imperial Iron Wall + Rekindling"]
    page.get_by_label("Search").fill("真炎の爆発 王宮の鉄壁")
    shown(page, 1)
    page.get_by_label("Search").fill("no such card")
    shown(page, 0)
    assert page.locator("#pairs").inner_text() == "No pair fits all filters."
    page.get_by_role("button", name="Clear filters").click()
    shown(page, 16)
    page.get_by_label("Remarkable for").select_option("waits")
    page.wait_for_function("document.querySelectorAll('#pairs h3').length < 16")
    assert all("waiting is best" in one for one in page.locator(".pair .marks").all_inner_texts())


def test_the_matrix_is_one_stop_and_arrows_lead_through_it(visit, atlas):
    """A sign says its cards and what it stands for; it opens the pair, and the keyboard goes on there."""
    page = visit(atlas)
    assert page.locator("#matrix button[tabindex='0']").count() == 1
    page.locator("#matrix button[tabindex='0']").focus()
    told = "document.activeElement.getAttribute('aria-label')"
    first = page.evaluate(told)
    assert first.startswith("Clear World, ")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(told).startswith("Clear World, ")
    assert page.evaluate(told) != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(told) == first
    page.keyboard.press("ArrowUp")
    assert page.evaluate(told) == first
    page.keyboard.press("ArrowDown")
    assert not page.evaluate(told).startswith("Clear World, ")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(told) == first
    assert page.locator("#matrix button[tabindex='0']").count() == 1
    page.get_by_role("button", name="Rekindling, Imperial Iron Wall: order alone decides").press("Enter")
    shown(page, 1)
    assert pairs(page) == ["Imperial Iron Wall + Rekindling"]
    assert page.evaluate("document.activeElement.id") == "pairs-heading"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_on_a_phone(visit, atlas, scheme, locale):
    """The page is as wide as the phone; the matrix scrolls in itself, and its names stay in sight."""
    page = visit(atlas, viewport=PHONE, color_scheme=scheme, locale=locale)
    assert overflow(page) == 0
    around = page.locator(".wide-table", has=page.locator("#matrix"))
    assert around.evaluate("one => one.scrollWidth - one.clientWidth") > 0
    name = page.locator("#matrix tbody th").first
    before = name.bounding_box()["x"]
    around.evaluate("one => { one.scrollLeft = 40; }")
    assert around.evaluate("one => one.scrollLeft") == 40
    assert name.bounding_box()["x"] == before
    page.locator("details").last.locator("summary").click()
    assert overflow(page) == 0
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_light_and_in_dark(visit, atlas, scheme):
    """Signs and words can be told from what is behind them, and the two look different."""
    page = visit(atlas, color_scheme=scheme)
    paper = page.locator(".panel").first.evaluate("one => getComputedStyle(one).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(28, 31, 37)"}[scheme]
    assert overflow(page) == 0
    assert faults(page) == []
