"""The page on which a board is laid: its words in each language, and what its script does not do."""

import re
from pathlib import Path

import pytest

from reports.page import laying_page
from reports.page.words import LANGUAGES, page_words
from tests.questions.asked import library

FOLDER = Path(laying_page.__code__.co_filename).parent
OURS = {name: (FOLDER / name).read_text(encoding="utf-8") for name in ("lay.html", "lay.js", "lay-board.js")}
EACH = ("hint explore", "hint claims", "hint why", "hint best", "hint walk", "home", "effect", "copies", "counters")
"""Words that are looked up by a name that is put together."""


def words(language):
    return page_words(f"lay-{language}")


def used():
    """The words that the page and its scripts name."""
    return {key for text in OURS.values() for key in re.findall(r"""["'`}]lay/([^"'`/${]+)["'`/{]""", text)} | set(EACH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_is_there_and_is_used(language):
    assert set(words(language)) == used()


def test_blanks_are_the_same_in_each_language():
    blanks = [
        {key: sorted(re.findall(r"\{(\w+)\}", said)) for key, said in words(language).items() if isinstance(said, str)}
        for language in LANGUAGES
    ]
    assert blanks[0] == blanks[1]
    assert words("en")["hows"].keys() == words("ja")["hows"].keys()


def test_the_scripts_build_no_html_and_load_nothing():
    for name, text in OURS.items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text), (
            name
        )
        assert not re.search(r"https?:|//[a-z]+\.|<link|<img|@import|\sstyle=|\son[a-z]+=", text), name


def test_the_page_holds_its_token_rulesets_and_rulings():
    found = laying_page(library(), token="t0ken", start="a: b\n", saves=True)
    assert '"token":"t0ken","start":"a: b\\n","saves":true' in found.html
    assert all(f'["{one.id}",' in found.html for one in (*library().rulesets, *library().rulings))
    assert found.policy.replace("'", "&#39;") in found.html
