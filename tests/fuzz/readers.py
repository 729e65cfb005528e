"""Everything that reads what a user wrote: files, phrases, formulas, wishes, claims, calls, and requests to the server."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random

from explorer.game import ground
from models import claims, grammar
from models.board import Board, bare, load_board
from models.documents import read_document
from models.errors import InputError, Position
from models.fields import choice
from models.ruleset import read_flip, read_ruleset
from models.ruling import read_ruling
from models.shelf import entries
from tests.fuzz import inputs
from tests.fuzz.calls import call, calls, composed
from tests.fuzz.requests import posed, request
from tests.fuzz.texts import (
    BOARD,
    CLAIMS,
    FLIPS,
    FORMULAS,
    LIBRARY,
    MOVES,
    QUESTIONS,
    WISHES,
    boards,
    card_entries,
    files,
    folder,
    quoted,
    told_in_rulings,
    values,
    words,
)

MOST_MESSAGE = 6_000


@dataclass(frozen=True)
class Reader:
    """One door: what it reads, from which texts inputs are made, and whether a refusal must point at a place.

    Pieces come from ``more`` too, where the texts are few; and what is drawn can be set into a ``frame``.
    """

    name: str
    read: Callable[[bytes], object]
    texts: Callable[[], tuple[str, ...]]
    points: bool = True
    more: Callable[[], tuple[str, ...]] = tuple
    frame: Callable[[Random, bytes], bytes] | None = None

    @cached_property
    def seeds(self) -> tuple[str, ...]:
        """The texts from which inputs are made."""
        return self.texts()

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The texts from which pieces are taken."""
        return self.more() or self.seeds

    def drawn(self, random: Random) -> bytes:
        """An input."""
        raw = inputs.drawn(random, self.seeds, self.others, words())
        return self.frame(random, raw) if self.frame else raw


# ---- files -----------------------------------------------------------------------------------------------------------


def as_file(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """The reader of a file, given the bytes in it."""

    def reads(raw: bytes) -> object:
        path = folder() / "input.yaml"
        path.write_bytes(raw)
        return read(path)

    return reads


def read_cards(path: Path) -> object:
    """Every card of a file, with every text of it."""
    found = entries(path)
    cards = [entry.card for entry in found]
    for card in cards:
        card.check()
    return cards


def read_cases(path: Path) -> object:
    """A ruling with its boards and claims, which are read last."""
    return read_ruling(read_document(path), LIBRARY).cases


def read_and_ground(path: Path) -> object:
    """A board as a system."""
    return ground(load_board(path, LIBRARY), LIBRARY, LIBRARY.ruleset())


def read_rules(path: Path) -> object:
    """A ruleset."""
    return read_ruleset(
        read_document(path),
        LIBRARY.clauses,
        lambda node: LIBRARY.ruleset(choice(LIBRARY.ruleset_ids, "a ruleset")(node)),
    )


# ---- phrases ---------------------------------------------------------------------------------------------------------


def as_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """The reader of a text, given as the command line gives it: what is no character is a lone surrogate."""
    return lambda raw: read(raw.decode("utf-8", "surrogateescape"))


@cache
def board() -> Board:
    """The board about which phrases are read."""
    return claims_board(BOARD)


def claims_board(text: str) -> Board:
    """The board of a text."""
    from models.board import read_board

    return read_board(bare(read_document(text, "board")), LIBRARY)


PHRASES: dict[str, Callable[[str, Position], object]] = {
    "steps": grammar.read_steps,
    "condition": grammar.read_condition,
    "trigger": grammar.read_trigger,
    "selection": grammar.read_selection,
    "lasting": grammar.read_lasting,
    "applies": grammar.read_applies,
    "replaced": grammar.read_replaced,
    "timing": grammar.read_timing,
    "note": grammar.read_note,
    "past": grammar.read_past,
}


def read_phrases(text: str) -> object:
    """What the text means as each kind of phrase of cards and boards; refused where it is none."""
    found: dict[str, object] = {}
    refused: InputError | None = None
    for name, read in PHRASES.items():
        try:
            found[name] = read(text, Position("phrase", 1, 1, text))
        except InputError as error:
            assert_points(error)
            refused = error
    if not found and refused is not None:
        raise refused
    return found


# ---- all of them -----------------------------------------------------------------------------------------------------


def assert_points(error: InputError) -> None:
    """The refusal has a place in what was read, and a message that can be printed and is no page."""
    at = error.position
    assert at is not None, f"no place: {error.message}"
    assert at.line >= 1
    assert 1 <= at.column <= len(at.text) + 1, f"column {at.column} of a line of {len(at.text)}"
    assert_printable(error)


def assert_printable(error: InputError) -> None:
    """The message is no page, and a terminal shows it and obeys nothing in it."""
    text = str(error)
    assert len(text) < MOST_MESSAGE, f"a message of {len(text)} characters: {text[:200]}"
    text.encode()
    if error.position is not None:
        hidden = {one for one in text if not (one.isprintable() or one == "\n" or unicodedata.category(one) == "Zs")}
        assert not hidden, f"in a message: {hidden}"


READERS = (
    Reader("document", as_file(read_document), lambda: (*boards(), *files("models/rulesets/*.yaml"))),
    Reader("board", as_file(lambda path: load_board(path, LIBRARY)), boards),
    Reader("grounding", as_file(read_and_ground), boards),
    Reader("cards", as_file(read_cards), card_entries),
    Reader("ruling", as_file(read_cases), lambda: files("models/rulings/*.yaml")),
    Reader("ruleset", as_file(read_rules), lambda: files("models/rulesets/*.yaml")),
    Reader("phrase", as_text(read_phrases), lambda: quoted("models/cards/*.yaml")),
    Reader(
        "formula",
        as_text(
            lambda text: grammar.read_formula(text, Position("formula", 1, 1, text), LIBRARY.spellings(board().names))
        ),
        lambda: FORMULAS,
        more=told_in_rulings,
    ),
    Reader(
        "claim",
        as_text(lambda text: claims.read_claims([text], board(), LIBRARY)),
        lambda: CLAIMS,
        more=told_in_rulings,
    ),
    Reader(
        "wish", as_text(lambda text: claims.read_wants([text], board(), LIBRARY)), lambda: WISHES, more=told_in_rulings
    ),
    Reader(
        "question",
        as_text(lambda text: claims.read_question(text, board(), LIBRARY)),
        lambda: QUESTIONS,
        more=told_in_rulings,
    ),
    Reader("line", as_text(lambda text: claims.read_line(text, board(), LIBRARY)), lambda: MOVES, more=told_in_rulings),
    Reader(
        "flip",
        as_text(lambda text: read_flip(text, LIBRARY.ruleset(), LIBRARY.clauses)),
        lambda: FLIPS,
        points=False,
    ),
    Reader("call", call, calls, points=False),
    Reader("options", call, values, points=False, more=told_in_rulings, frame=composed),
    Reader("request", request, values, points=False, more=told_in_rulings, frame=posed),
)
