"""The page of an atlas: a searchable matrix of its cards, the pairs with their plays, and what to ask next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from explorer.atlas.findings import MARKS, Findings, Question
from explorer.atlas.records import Record
from models.library import Library
from reports.atlas.questions import ruling_file
from reports.page.document import page
from reports.page.words import LANGUAGES, page_words


def atlas_page(
    found: Findings, questions: Sequence[Question], library: Library, share: str, language: str = LANGUAGES[0]
) -> str:
    """The page as HTML that needs no network; ``share`` tells how much of a sweep that is not finished is in it."""
    pairs = found.remarkable
    counts = Counter(name for pair in pairs for name in set(pair.cards))
    names = sorted(counts, key=lambda name: (-counts[name], name))
    place = {name: number for number, name in enumerate(names)}
    data = {
        "cards": [[name, library.card(name).ja, counts[name]] for name in names],
        "marks": MARKS,
        "pairs": [
            [[place[name] for name in pair.cards], [MARKS.index(mark) for mark in pair.marks], [*map(_row, pair.shown)]]
            for pair in pairs
        ],
        "numbers": [
            [ruleset, number, *(found.marked[mark, ruleset] for mark in MARKS)]
            for ruleset, number in sorted(found.answers.items())
        ],
        "share": share,
        "questions": [[one.record.board, ruling_file(one, library)] for one in questions],
    }
    words = {one: page_words(one) | {"atlas": page_words(f"atlas-{one}")} for one in LANGUAGES}
    title = words[LANGUAGES[0]]["atlas"]["title"]
    scripts, styles = ("page.js", "atlas.js"), ("page.css", "atlas.css")
    return page("atlas.html", title, data, scripts, language, styles=styles, words=words).html


def _row(record: Record) -> dict[str, Any]:
    """What the page shows of a board."""
    return {
        "board": record.board,
        "ruleset": record.ruleset,
        "outcomes": record.outcomes,
        "plays": [list(one) for one in zip(record.plays, record.play_ends, strict=True)],
        "turn": record.turn_player_forces,
        "opponent": record.opponent_forces,
        "waits": record.waiting_best,
        "parts": record.parts,
        "by": record.parts_by,
        "states": record.states,
        "text": record.text,
    }
