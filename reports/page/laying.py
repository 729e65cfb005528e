"""The page on which a board is laid, for whoever serves it."""

from __future__ import annotations

from models.library import Library
from reports.page.document import SCRIPTS, Served, page
from reports.page.words import LANGUAGES, Texts, page_words


def laying_page(library: Library, *, token: str, start: str, saves: bool) -> Served:
    """The page on which a board is laid: it begins with the text ``start``, and asks with its token.

    ``saves``: boards can be saved where it is served, not downloaded alone.
    """
    texts = Texts(library)
    data = {
        "token": token,
        "start": start,
        "saves": saves,
        "rulesets": [texts.ruleset(one) for one in library.rulesets],
        "rulings": [[one.id, texts.words(one.asks)] for one in library.rulings],
        "texts": texts.table,
    }
    title = page_words("lay-en")["title"]
    scripts = (*SCRIPTS, "lay-board.js", "lay.js")
    words = {language: page_words(language) | {"lay": page_words(f"lay-{language}")} for language in LANGUAGES}
    return page("lay.html", title, data, scripts, styles=("page.css", "lay.css"), words=words, asks=True)
