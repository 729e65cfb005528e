"""The pages as the documentation shows them: aligned, and nothing beyond the edge. ``ENDPHASE_PICTURES=1`` takes them."""

import pytest

WIDE = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}


def edges(page, selector):
    """The left and right edges of what is selected, each once."""
    boxes = [one.bounding_box() for one in page.locator(selector).all()]
    return {(round(box["x"]), round(box["x"] + box["width"])) for box in boxes}


def beyond(page):
    """How far the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize(
    ("name", "play", "how"),
    [
        ("board.png", "play=0.0", {}),
        ("board-dark.png", "play=0.0", {"color_scheme": "dark"}),
        ("board-ja.png", "play=2", {"locale": "ja-JP"}),
    ],
)
def test_a_board(visit, a08, picture, name, play, how):
    """Both players' zones are one below the other."""
    page = visit(a08, play, viewport=WIDE, **how)
    if name == "board.png":
        page.locator(".illegal .move").first.hover()
    assert len(edges(page, ".zone.monsters, .zone.spells-and-traps")) == 1
    assert beyond(page) == 0
    picture(page, name)


def test_a_large_board(visit, large, picture):
    page = visit(large, "play=0.3.0", viewport={"width": 1180, "height": 900}, color_scheme="dark")
    assert len(edges(page, ".zone.monsters, .zone.spells-and-traps")) == 1
    assert beyond(page) == 0
    picture(page, "board-large.png")


def test_on_a_phone(visit, a05, picture):
    page = visit(a05, "play=0.0", viewport=PHONE)
    assert edges(page, ".zone.monsters") == edges(page, ".zone.spells-and-traps")
    assert beyond(page) == 0
    picture(page, "board-phone.png")


def test_the_corpus(visit, corpus, picture):
    page = visit(corpus, "topic=order&open=A46", viewport={"width": 1280, "height": 700})
    page.locator("#ruling-heading").wait_for()
    assert beyond(page) == 0
    picture(page, "corpus.png")
