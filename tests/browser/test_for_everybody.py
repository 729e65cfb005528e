"""Nothing that axe finds serious, in light and in dark, on either page."""

import pytest

SERIOUS = {"serious", "critical"}


def faults(page):
    """The rules that are broken seriously, each with a place where."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] in SERIOUS]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("play", ["play=0.0", "play=1.0.0"])
def test_the_page_of_a_board(visit, a08, scheme, play):
    assert faults(visit(a08, play, color_scheme=scheme)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_the_merits_of_moves_and_a_reason_open(visit, a05, scheme):
    page = visit(a05, "play=0.0", color_scheme=scheme)
    page.locator(".illegal .move").first.focus()
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["", "open=A46&board=tcg.1&play=0"])
def test_the_page_of_the_corpus(visit, corpus, scheme, address):
    page = visit(corpus, address, color_scheme=scheme)
    if address:
        page.locator(".walker .moves").wait_for()
    assert faults(page) == []


def test_on_a_phone_in_japanese(visit, a05):
    page = visit(a05, "play=0.0", viewport={"width": 360, "height": 780}, locale="ja-JP")
    assert faults(page) == []
