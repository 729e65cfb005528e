"""Requests: what a page may ask, each a small function from the data that it sends to the data that it gets.

They stand on the same functions as the commands, and answer with their texts. What is wrong with what was sent is an
:class:`InputError`; no request names a file of the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any, Literal

import msgspec

from explorer.questions import ask, inquire, outcomes, secured
from explorer.questions.best import explained, valuation
from explorer.questions.cases import inquire_open
from explorer.questions.claims import strategy
from explorer.questions.claims import watched as watched_by_claim
from explorer.questions.inquiry import Inquiry
from explorer.questions.partition import partition
from explorer.questions.strategies import advised
from explorer.questions.walk import Walk
from explorer.questions.why import WhyOutcome
from explorer.questions.why import why as why_of
from explorer.questions.wishes import Wants, watched
from explorer.search.explore import Limits
from explorer.search.graph import Limit
from explorer.serve.laid import Laid, cards, document, laid, told, with_effects
from explorer.serve.opening import case_text, ruling_case
from explorer.serve.sheet import Sheet
from explorer.subjects import Subject, subject_in
from models.board import PLAYERS
from models.claims import MOMENTS, STATES, read_claims, read_wants
from models.documents import read_document
from models.errors import InputError
from models.library import DEFAULT_RULESET, Library
from models.phrase import Who
from models.writing import written
from reports import advice, plaintext, reasons
from reports import partition as parted
from reports.narration import Narrator, narrator
from reports.page import walk_data

BOARD = "board"
"""What errors call the text of the board; of no other text the page knows the lines."""

_SOURCES = frozenset({BOARD, "claim", "wish", "question", "line"})
"""The texts that a page sends, as errors call them; the places of anything else are not told."""

MOST_FOUND = 24
"""So many cards are shown that have a text in their names."""

OF_ONE_LINE = (*STATES, *MOMENTS, "formula")
"""The kinds of claims that are a phrase."""

MOST_WALKED = 20_000
"""A board of more states is not walked through in a browser."""

_TO_ANSWER = 0.25
"""The part of its seconds that a request keeps for telling what its search has found."""


@dataclass(frozen=True)
class Bounds:
    """What a request may take: states, seconds, and megabytes of memory."""

    states: int = 200_000
    seconds: float = 30.0
    memory_mb: int = 2048

    def limits(self, states: int | None = None) -> Limits:
        """The limits of a search that begins now."""
        until = monotonic() + self.seconds * (1 - _TO_ANSWER)
        return Limits(states=min(self.states, states or self.states), memory_mb=self.memory_mb, until=until)


@dataclass(frozen=True)
class Desk:
    """Where requests are carried out: the library, and what a request may take."""

    library: Library
    bounds: Bounds


_Text = Annotated[str, msgspec.Meta(max_length=100_000)]
_Phrase = Annotated[str, msgspec.Meta(max_length=1_000)]
_Phrases = Annotated[list[_Phrase], msgspec.Meta(max_length=20)]


class Find(msgspec.Struct, forbid_unknown_fields=True):
    """Cards with a text in a name."""

    text: _Phrase


class Read(msgspec.Struct, forbid_unknown_fields=True):
    """The board of a text."""

    text: _Text


class Lay(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a board."""

    laid: Laid


class Open(msgspec.Struct, forbid_unknown_fields=True):
    """The board of a ruling."""

    ruling: _Phrase


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """Something about a board, under a ruleset, told in a language."""

    text: _Text
    ruleset: _Phrase = DEFAULT_RULESET
    lang: Literal["en", "ja"] = "en"
    claims: _Phrases = []
    what: _Phrase = ""
    after: _Phrase | None = None
    player: Who = Who.TURN
    wants: _Phrases = []
    other_wants: _Phrases = []


# ---- laying ----


def find(desk: Desk, asked: Find) -> dict[str, Any]:
    """The cards that are called like the text, in English or Japanese, the best match first."""
    library, text = desk.library, asked.text.strip()
    found = [card.name for card in library.like(text)] if text else []
    return {"cards": list(told(found[:MOST_FOUND], library).values()), "more": max(0, len(found) - MOST_FOUND)}


def read(desk: Desk, asked: Read) -> dict[str, Any]:
    """The board of a text, as far as it can be shown, and what is wrong with it."""
    answer: dict[str, Any] = {"text": asked.text, "laid": None, "cards": {}, "error": None}
    try:
        node = read_document(asked.text, BOARD)
        board = laid(node, desk.library)
        answer |= {"laid": board, "cards": cards(board, desk.library)}
        whole = subject_in(node, BOARD, desk.library, DEFAULT_RULESET).board
    except InputError as error:
        return {**answer, "error": refusal(error)}
    board = with_effects(board, whole)
    return {**answer, "laid": board, "cards": cards(board, desk.library), "open": [str(one) for one in whole.left_open]}


def lay(desk: Desk, asked: Lay) -> dict[str, Any]:
    """The text of a board that was laid, and the board as it is read again."""
    return read(desk, Read(written(document(asked.laid))))


def open_ruling(desk: Desk, asked: Open) -> dict[str, Any]:
    """The board of a ruling (``#2``: its second) with its wishes, as for ``read``; what is asked, and the claims."""
    ruling, case = ruling_case(asked.ruling, desk.library)
    return {
        **read(desk, Read(case_text(ruling, case))),
        "ruling": ruling.id,
        "ruleset": case.rulesets[0],
        "asks": [ruling.asks.en, ruling.asks.ja or ruling.asks.en],
        "claims": [str(claim) for claim in case.claims if claim.kind in OF_ONE_LINE],
    }


# ---- asking ----


def explore(desk: Desk, asked: Ask) -> dict[str, Any]:
    """The outcomes; with their conditions where something is open."""
    about, tell, sheet = _about(desk, asked)
    if about.board.left_open:
        inquiry = inquire_open(about.board, desk.library, about.ruleset, limits=desk.bounds.limits())
        found = partition(inquiry)
        for line in parted.lines(found, inquiry, tell):
            sheet.line(line)
        return _answer(sheet, inquiry.graph.complete and found.decided)
    searched = _searched(desk, about, watched(about.wants))
    plaintext.outcomes(sheet, searched, outcomes(searched), tell)
    return _answer(sheet, searched.complete)


def claims(desk: Desk, asked: Ask) -> dict[str, Any]:
    """Whether claims hold, each with a play that shows it."""
    about, tell, sheet = _about(desk, asked)
    said = read_claims(asked.claims, about.board, desk.library)
    searched = _searched(desk, about, [what for claim in said for what in watched_by_claim(claim)])
    plaintext.answers(sheet, searched, [(ask(searched, claim), strategy(searched, claim)) for claim in said], tell)
    return _answer(sheet, searched.complete)


def why(desk: Desk, asked: Ask) -> dict[str, Any]:
    """Why something cannot be done or come about, or how it can."""
    about, tell, sheet = _about(desk, asked)
    found = why_of(about.board, desk.library, about.ruleset, asked.what, asked.after, desk.bounds.limits())
    for line in reasons.lines(found, tell):
        sheet.line(line)
    return _answer(sheet, not isinstance(found, WhyOutcome) or found.limit is None)


def best(desk: Desk, asked: Ask) -> dict[str, Any]:
    """Best play for wishes; without any, what each player can make sure of."""
    about, tell, sheet = _about(desk, asked)
    wants = _wants(desk, asked, about)
    searched = _searched(desk, about, watched(wants))
    if not searched.complete:
        raise _too_large(searched.graph.limit)
    if not any(wants.values()):
        lines = list(advice.secured(secured(searched), tell, searched))
    else:
        valued = valuation(searched, wants)
        found, strategies = explained(valued), advised(valued)
        lines = [*advice.line(found, tell, searched), "", *advice.reasons(found, strategies, tell, searched)]
    for line in lines:
        sheet.line(line)
    return _answer(sheet, True)


def walk(desk: Desk, asked: Ask) -> dict[str, Any]:
    """The walk through the board, as the page of it has it."""
    about, _, _ = _about(desk, asked)
    wants = _wants(desk, asked, about)
    searched = _searched(desk, about, watched(wants), pictured=True, most=MOST_WALKED)
    if not searched.complete:
        raise _too_large(searched.graph.limit)
    return {"walked": msgspec.Raw(walk_data(Walk(searched, desk.library, wants)).encode())}


def _about(desk: Desk, asked: Ask) -> tuple[Subject, Narrator, Sheet]:
    """What is asked about, who tells of it, and an empty sheet; only the library's own rulesets can be named."""
    library = desk.library
    if asked.ruleset not in library.ruleset_ids:
        raise InputError("no such ruleset", expected=library.ruleset_ids)
    about = subject_in(read_document(asked.text, BOARD), BOARD, library, asked.ruleset)
    return about, narrator(asked.lang, library), Sheet()


def _searched(
    desk: Desk, about: Subject, watching: Iterable[Any], *, pictured: bool = False, most: int | None = None
) -> Inquiry:
    limits = desk.bounds.limits(most)
    return inquire(about.board, desk.library, about.ruleset, watching=watching, pictured=pictured, limits=limits)


def _wants(desk: Desk, asked: Ask, about: Subject) -> Wants:
    """The wishes that were sent, or those told with the board."""
    if not (asked.wants or asked.other_wants):
        return about.wants
    other = next(who for who in PLAYERS if who != asked.player)
    said = {asked.player: asked.wants, other: asked.other_wants}
    return {who: read_wants(wishes, about.board, desk.library) for who, wishes in said.items() if wishes}


def _answer(sheet: Sheet, complete: bool) -> dict[str, Any]:
    return {"lines": sheet.lines, "partial": not complete}


def _too_large(limit: Limit | None) -> InputError:
    assert limit is not None
    return InputError(f"{plaintext.stopped(limit)}; there is no answer to this of a part of a board")


# ---- all of them ----

REQUESTS: dict[str, tuple[type[Any], Callable[[Desk, Any], dict[str, Any]]]] = {
    "find": (Find, find),
    "read": (Read, read),
    "lay": (Lay, lay),
    "open": (Open, open_ruling),
    "explore": (Ask, explore),
    "claims": (Ask, claims),
    "why": (Ask, why),
    "best": (Ask, best),
    "walk": (Ask, walk),
}
"""The requests by name, each with what it is sent."""

LAYING = frozenset({"find", "read", "lay", "open"})
"""Those that answer while somebody types."""


def refusal(error: InputError) -> dict[str, Any]:
    """An error as a page tells it: with its line and column where it is in the text of the board."""
    at = error.position if error.position is not None and error.position.source in _SOURCES else None
    return {
        "message": error.message,
        "expected": list(error.expected[:40]),
        "near": list(error.near),
        "where": at.source if at else "",
        "line": at.line if at else 0,
        "column": at.column if at else 0,
        "text": at.text[:2_000] if at and at.source != BOARD else "",
    }
