"""The page of the corpus in a real browser: filtered, opened, and its boards walked through."""

from explorer.cli.report import Reporting
from explorer.questions import RulingAnswer
from explorer.search.explore import Limits
from reports.page import RulingData, Texts, corpus_page
from tests.questions.asked import library


def listed(page):
    """The ids of the rulings that are listed."""
    return page.locator("#rulings .id").all_inner_texts()


def chosen(page, name):
    """The choice of a filter."""
    return page.locator(f"select[name={name}]")


def address(page):
    """What the address says."""
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")


def filtered(page, number):
    """Wait until so many rulings are listed."""
    page.wait_for_function(f"document.querySelectorAll('#rulings .id').length === {number}")


def test_every_ruling_is_listed_with_its_verdicts(visit, corpus):
    """187 rulings, and a verdict under each ruleset that they speak about; in less than five megabytes."""
    assert corpus.stat().st_size < 5_000_000
    page = visit(corpus)
    assert page.locator("#found").inner_text() == "187 of 187 rulings"
    assert len(listed(page)) == 187
    assert page.locator("#rulings .verdict").count() == 260
    assert page.locator("#rulings .verdict.contradicted").count() == 0


def test_filters_stand_in_the_address(visit, corpus):
    """By text, topic, authority, date, ruleset and verdict; reloaded they are the same; cleared, all are there."""
    page = visit(corpus)
    page.get_by_label("Search").fill("rekindling iron wall")
    filtered(page, 2)
    assert listed(page) == ["A08", "S18"]
    chosen(page, "topic").select_option("order")
    chosen(page, "ruleset").select_option("ocg")
    assert address(page) == {"q": "rekindling iron wall", "topic": "order", "ruleset": "ocg"}
    page.reload()
    assert page.get_by_label("Search").input_value() == "rekindling iron wall"
    assert chosen(page, "topic").input_value() == "order"
    assert "A08" in listed(page)
    page.get_by_role("button", name="Clear filters").click()
    filtered(page, 187)
    assert address(page) == {}
    chosen(page, "authority").select_option("UDE FAQ")
    filtered(page, 13)
    page.get_by_label("Answered from").fill("2005")
    page.wait_for_function("document.querySelectorAll('#rulings .id').length < 13")
    since = listed(page)
    page.get_by_label("Answered from").fill("")
    page.get_by_label("Answered until").fill("2004")
    page.wait_for_function("document.querySelectorAll('#rulings .id').length < 13")
    until = listed(page)
    assert not set(since) & set(until)
    assert len(since) + len(until) == 13
    page.get_by_role("button", name="Clear filters").click()
    chosen(page, "verdict").select_option("open")
    filtered(page, 7)
    page.get_by_label("Search").fill("no such words anywhere")
    filtered(page, 0)
    assert page.locator("#rulings").inner_text() == "No ruling fits all filters."


def test_japanese_words_are_searched_too(visit, corpus):
    """Whatever language is shown."""
    page = visit(corpus)
    page.get_by_label("Search").fill("王宮の鉄壁 真炎の爆発")
    page.wait_for_function("document.querySelectorAll('#rulings .id').length < 10")
    assert "A08" in listed(page)
    page.get_by_role("button", name="日本語").click()
    assert page.locator("#rulings .asked").first.inner_text().startswith("真炎の爆発")


def test_a_ruling_opens_with_its_claims_and_their_plays(visit, corpus):
    """Question, answer, source, and nine claims that hold under each of two rulesets."""
    page = visit(corpus)
    page.locator("#rulings a", has_text="A08").click()
    article = page.locator("#ruling")
    article.locator("h2").wait_for()
    assert article.locator("h2").inner_text().startswith("A08")
    assert "Both. Processed while Iron Wall is there" in article.inner_text()
    assert "wiki, OCG office, 2013-03-24" in article.inner_text()
    assert article.locator(".under").count() == 2
    assert article.locator(".holds").all_inner_texts() == ["holds"] * 18
    claim = article.locator("details").first
    claim.locator("summary").click()
    assert claim.locator("ol li").all_inner_texts()[0].startswith("The turn player ")


def test_the_keys_of_a_walk_leave_the_rest_of_the_page_alone(visit, corpus):
    """Arrows in the list scroll it, letters in the search are letters, and the first stop leads to the list."""
    page = visit(corpus, "open=A08&board=ocg.1&play=1")
    page.locator(".step.current").wait_for()
    page.locator("#rulings a").first.focus()
    page.keyboard.press("u")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.tagName") == "A"
    page.get_by_label("Search").focus()
    page.keyboard.type("juk")
    assert address(page) == {"open": "A08", "board": "ocg.1", "play": "1", "q": "juk"}
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "list-heading"
    assert page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id).sort().join()") == page.evaluate(
        "[...new Set([...document.querySelectorAll('[id]')].map((one) => one.id))].sort().join()"
    )


def test_its_board_is_walked_through(visit, corpus):
    """Unpacked when asked for; the play stands in the address and is there again after a reload."""
    page = visit(corpus, "open=A08")
    page.get_by_role("button", name="Walk through the board").last.click()
    page.locator(".legal .move", has_text="processes Rekindling").click()
    page.locator(".legal .move", has_text="The turn player passes").click()
    page.locator(".legal .move", has_text="The opponent passes").click()
    assert page.locator(".reach .leaves").inner_text() == "Nothing has changed"
    assert address(page) == {"open": "A08", "board": "ocg.1", "play": "1.0.0"}
    page.reload()
    page.locator(".step.current").wait_for()
    assert page.locator(".step").count() == 4
    page.get_by_role("button", name="Close the board").click()
    page.locator(".walker").wait_for(state="detached")
    page.locator("#rulings a", has_text="A05").click()
    page.get_by_role("button", name="Walk through the board").first.click()
    page.locator(".walker .legal").wait_for()
    assert page.locator(".walker").count() == 1
    assert address(page)["open"] == "A05"


def test_what_is_left_out_says_how_to_get_it(visit, tmp_path):
    """Boards of more states than asked for."""
    walks = Reporting(library(), Limits(), 18)
    verdict, cases, boards = walks(("A08", "ocg"))
    rulings, ruling, ruleset = RulingData(Texts(library())), library().ruling("A08"), library().ruleset("ocg")
    rulings.add(RulingAnswer(ruling, "ocg", verdict, cases), ruleset, boards)
    path = tmp_path / "few.html"
    path.write_text(corpus_page(rulings), encoding="utf-8")
    page = visit(path, "open=A08")
    assert page.locator("#found").inner_text() == "1 of 1 rulings"
    assert page.locator(".under .quietly").first.inner_text() == (
        "This board has 19 states, too many for this page. Its own page: endphase report 'A08' -r ocg -o A08.html"
    )
    assert page.get_by_role("button", name="Walk through the board").count() == 0
