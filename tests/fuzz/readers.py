"""Everything that reads what a user wrote: files, phrases, formulas, wishes, claims, and the command line."""

import contextlib
import io
import os
import re
import tempfile
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from unittest import mock

from explorer.cli import run
from explorer.game import ground
from models import claims, grammar
from models.board import Board, bare, load_board
from models.documents import read_document
from models.errors import InputError, Position
from models.library import Library
from models.ruleset import read_flip
from models.ruling import read_ruling
from models.shelf import entries

ROOT = Path(__file__).parents[2]
LIBRARY = Library()
BOARD = """
title: a board
turn player: {life: 100, monsters: [Peten the Dark Clown, {Mystical Elf: set}], hand: [Dandylion, 3 unnamed cards]}
opponent: {spells and traps: [{Mystical Space Typhoon: set}]}
lingering: [Effect Veiler by opponent on Peten the Dark Clown]
"""
MOST_MESSAGE = 6_000
SEPARATOR = "\x1f"
"""What parts the arguments of a call in one text; no argument has it."""


@dataclass(frozen=True)
class Reader:
    """One door: what it reads, from which texts inputs are made, and whether a refusal must point at a place.

    Pieces come from ``more`` too, where the texts are few.
    """

    name: str
    read: Callable[[bytes], object]
    texts: Callable[[], tuple[str, ...]]
    points: bool = True
    more: Callable[[], tuple[str, ...]] = tuple

    @cached_property
    def seeds(self) -> tuple[str, ...]:
        """The texts from which inputs are made."""
        return self.texts()

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The texts from which pieces are taken."""
        return self.more() or self.seeds


class Failed(Exception):  # noqa: N818
    """A call of the command line ended in an internal error, or in a code or an output that is not documented."""


# ---- files -----------------------------------------------------------------------------------------------------------


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="endphase-fuzz-")


def folder() -> Path:
    """A folder for what is read and written, which is gone when the process ends."""
    return Path(_folder().name)


def as_file(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """The reader of a file, given the bytes in it."""

    def reads(raw: bytes) -> object:
        path = folder() / "input.yaml"
        path.write_bytes(raw)
        return read(path)

    return reads


def files(*patterns: str) -> tuple[str, ...]:
    """The texts of the repository's files, by their patterns."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def boards() -> tuple[str, ...]:
    """All boards of the repository, each as a file."""
    found = [*files("docs/boards/*.yaml", "models/new-board.yaml"), BOARD]
    for text in files("models/rulings/*.yaml"):
        laid = re.search(r"^board:\n((?:[ ]+.*\n)+)", text, re.M)
        if laid:
            found.append(laid[0])
    return tuple(found)


def card_entries() -> tuple[str, ...]:
    """Each entry of each card file, as a file of one card."""
    return tuple(entry for text in files("models/cards/*.yaml") for entry in re.split(r"^(?=- )", text, flags=re.M)[1:])


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
    return Library().ruleset(str(path))


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


def quoted(*patterns: str) -> tuple[str, ...]:
    """Each line of the repository's files with what stands after its first colon or dash, as texts."""
    lines = {line.strip().lstrip("- ") for text in files(*patterns) for line in text.splitlines()}
    said = {line.partition(": ")[2].strip(" '\"{}[]") or line for line in lines}
    return tuple(sorted(one for one in said if one and not one.startswith("#")))


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


FORMULAS = (
    "<<opponent>> F (Peten the Dark Clown in GY)",
    "A G (not Peten the Dark Clown in GY or E F step(the opponent activates Mystical Space Typhoon))",
    "[[turn player]] F (the End Phase is over and Mystical Elf on the field)",
    "E (Peten the Dark Clown on the field U the End Phase is over)",
    "A (step(the turn player passes) W the End Phase is over)",
    "<<turn player, opponent>> X Peten the Dark Clown face-up",
)
CLAIMS = (
    "possible: Peten the Dark Clown in the GY",
    "impossible: Mystical Elf banished",
    "always: Peten the Dark Clown on the field",
    "until: {keeps: Peten the Dark Clown on the field, until: Peten the Dark Clown in the GY}",
    "turn player can enforce: Peten the Dark Clown in the GY",
    "can: the opponent activates Mystical Space Typhoon before the turn player passes",
    "formula: A F the End Phase is over",
    "outcomes: 3",
    "possible despite opponent: Dandylion in the GY",
    "after: {line: [the turn player passes], possible: Peten the Dark Clown in the GY}",
)
WISHES = (
    "most monsters the turn player controls",
    "the opponent's next turn is skipped",
    "Peten the Dark Clown in the GY",
)
QUESTIONS = ("the opponent activates Mystical Space Typhoon", "Dandylion in the GY", "the turn player passes")
MOVES = ("the opponent activates Mystical Space Typhoon", "the turn player passes; the opponent passes")
FLIPS = ("compelled first: opponent", "passing with mandatory items", "hand-size adjustment: both players")


def told_in_rulings() -> tuple[str, ...]:
    """The phrases of all rulings."""
    return quoted("models/rulings/*.yaml")


# ---- the command line ------------------------------------------------------------------------------------------------

LIMITS = ("--max-states", "200", "--max-seconds", "2", "--quiet")
CALLS = (
    ("explore", "board.yaml", *LIMITS),
    ("explore", "A05", "--open", "compelled first", *LIMITS),
    ("explore", "board.yaml", "--engine", "folded", "--powers", "--most-outcomes", "3", *LIMITS),
    ("ask", "board.yaml", "possible: Peten the Dark Clown in the GY", "formula: A F the End Phase is over", *LIMITS),
    ("best", "board.yaml", "--want", "most monsters the turn player controls", "--for", "opponent", "--brief", *LIMITS),
    ("why", "board.yaml", "Peten the Dark Clown banished", "--after", "the turn player passes", *LIMITS),
    ("compare", "A05", "--rulesets", "ocg,tcg", "--flip", "compelled first", *LIMITS),
    ("graph", "board.yaml", "-o", "graph.json", "--whole", *LIMITS),
    ("cards", "Peten the Dark Clown", "--json"),
    ("cards", "--count"),
    ("rulesets", "ocg"),
    ("rulesets", "--table"),
    ("rulings", "A08", "--lang", "ja"),
    ("explain", "board.yaml", "--all", "--lang", "ja"),
    ("schema", "board", "-o", "schema.json"),
    (
        "new",
        "new.yaml",
        "--turn-player-monsters",
        "Peten the Dark Clown: set, Mystical Elf",
        "--opponent-life",
        "1",
        "--title",
        "x",
    ),
    ("check", "A08", "--jobs", "1", "--ruleset", "ocg", *LIMITS),
)


def calls() -> tuple[str, ...]:
    """The calls from which others are made, each as one text."""
    return tuple(SEPARATOR.join(call) for call in CALLS)


WIDE = {"check", "compare", "infer", "prove", "lint"}
"""The commands that may take all rulings or rulesets, for minutes: they are called with what names one."""


def call(raw: bytes) -> object:
    """A call in a folder of its own; raises Failed, or InputError without a place where the call is refused."""
    arguments = raw.decode("utf-8", "surrogateescape").split(SEPARATOR)
    if arguments[0] in WIDE and (len(arguments) < 2 or (arguments[1:2] != ["A08"] and arguments[1:2] != ["A05"])):
        arguments = ["rulings", *arguments[1:]]
    out, err = io.StringIO(), io.StringIO()
    here = Path.cwd()
    (folder() / "board.yaml").write_text(BOARD, encoding="utf-8")
    os.chdir(folder())
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(BOARD.encode()))),
            mock.patch.dict(os.environ, {"ENDPHASE_TRACEBACK": "1"}),
        ):
            code = run(arguments)
    finally:
        os.chdir(here)
    if code not in (0, 1, 2, 3):
        raise Failed(f"exit code {code}: {err.getvalue()[:300]}")
    if code == 2:
        if not err.getvalue().strip() or "Traceback" in err.getvalue():
            raise Failed(f"refused without a word: {arguments}")
        raise InputError(err.getvalue()[:500])
    return code


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
    Reader(
        "ruling",
        as_file(lambda path: read_ruling(read_document(path), LIBRARY)),
        lambda: files("models/rulings/*.yaml"),
    ),
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
)


@cache
def words() -> tuple[str, ...]:
    """The words of the grammar, of keys and of names, and pieces of YAML."""
    text = (ROOT / "models" / "phrases.lark").read_text(encoding="utf-8")
    said = re.findall(r'"([^"\n]+)"', text)
    names = [card.name for card in LIBRARY.cards][::7]
    keys = [
        "turn player:",
        "opponent:",
        "monsters:",
        "hand:",
        "life:",
        "lingering:",
        "- ",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
    ]
    numbers = [
        "0",
        "1",
        "3",
        "-1",
        "1000",
        "60",
        "1e9",
        "0x10",
        '"',
        "'",
        "(",
        ")",
        "\n",
        "\n  ",
        "Peten the Dark Clown",
    ]
    return tuple(dict.fromkeys([*said, *names, *keys, *numbers, *_options()]))


def _options() -> Iterable[str]:
    """The options and commands of the calls."""
    return (SEPARATOR.join(["", word]) for call in CALLS for word in call)
