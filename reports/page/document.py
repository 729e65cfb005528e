"""Pages as HTML: templates filled with data, styles and scripts, all in one file."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from explorer.questions import outcomes
from explorer.questions.walk import Walk
from models.ruleset import Words
from reports.page.rulings import RulingData
from reports.page.walked import WalkData
from reports.page.words import LANGUAGES, Texts, page_words

_HERE = Path(__file__).parent
SCRIPTS = ("page.js", "playmat.js", "graph.js", "walk.js")
_ASKS = "connect-src 'self'; "
_UNSAFE = str.maketrans({one: f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"})


def board_page(walk: Walk, title: Words, asks: Words, language: str = LANGUAGES[0]) -> str:
    """The page of one board: what it is called, what is asked about it, and the walk through it.

    In the first language it begins as the browser has it, else in that ``language``.
    """
    texts = Texts(walk.library)
    head = {
        "title": texts.words(title),
        "asks": texts.words(asks),
        "ruleset": texts.ruleset(walk.inquiry.game.ruleset),
    }
    data = {"head": head, "walk": WalkData(walk, texts).data(outcomes(walk.inquiry)), "texts": texts.table}
    return _filled("board.html", title.en, data, (*SCRIPTS, "board.js"), language)


def walk_data(walk: Walk) -> str:
    """The walk through one board with its own texts, as JSON, for a page of many boards."""
    texts = Texts(walk.library)
    return compact({"walk": WalkData(walk, texts).data(outcomes(walk.inquiry)), "texts": texts.table})


def corpus_page(rulings: RulingData, language: str = LANGUAGES[0]) -> str:
    """The page of many rulings; their walks are unpacked when they are asked for."""
    data = {"rulings": rulings.rows, "texts": rulings.texts.table, "walks": list(rulings.walks)}
    return _filled("corpus.html", page_words(LANGUAGES[0])["corpus"], data, (*SCRIPTS, "corpus.js"), language)


def compact(data: Any) -> str:
    """Data as JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Served:
    """A page that is served, and what it may load, for the header of the answer: what the page says itself."""

    html: str
    policy: str


def _filled(template: str, title: str, data: Mapping[str, Any], scripts: Sequence[str], language: str) -> str:
    return page(template, title, data, scripts, language).html


def page(
    template: str,
    title: str,
    data: Mapping[str, Any],
    scripts: Sequence[str],
    language: str = LANGUAGES[0],
    *,
    styles: Sequence[str] = ("page.css",),
    words: Mapping[str, Any] | None = None,
    asks: bool = False,
) -> Served:
    """The template with everything in it. What is not in it is not let in: no address is, and no other script.

    Only a page that ``asks`` may call whoever serves it.
    """
    style, script = "\n".join(map(_source, styles)), "\n".join(map(_source, scripts))
    words = words or {language: page_words(language) for language in LANGUAGES}
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        f"{_ASKS if asks else ''}base-uri 'none'; form-action 'none'"
    )
    html = (
        _templates()
        .get_template(template)
        .render(
            title=title,
            words=words[LANGUAGES[0]],
            style=style,
            script=script,
            data=in_script({"words": words, "begins": "" if language == LANGUAGES[0] else language, **data}),
            policy=policy,
        )
    )
    return Served(html, policy)


def in_script(data: Any) -> str:
    """Data as JSON that is safe between the tags of a script: whatever it says, it stays text."""
    return compact(data).translate(_UNSAFE)


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


@cache
def _source(name: str) -> str:
    """One of our own files, between line breaks as it will stand in the page."""
    return "\n" + (_HERE / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
