"""The texts of the repository from which inputs are made, and the words and pieces that are put into them."""

import re
import tempfile
from functools import cache
from pathlib import Path

from models.library import Library

ROOT = Path(__file__).parents[2]
LIBRARY = Library()
BOARD = """
title: a board
turn player: {life: 100, monsters: [Peten the Dark Clown, {Mystical Elf: set}], hand: [Dandylion, 3 unnamed cards]}
opponent: {spells and traps: [{Mystical Space Typhoon: set}]}
lingering: [Effect Veiler by opponent on Peten the Dark Clown]
"""


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="endphase-fuzz-")


def folder() -> Path:
    """A folder for what is read and written, which is gone when the process ends."""
    return Path(_folder().name)


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


def quoted(*patterns: str) -> tuple[str, ...]:
    """Each line of the repository's files with what stands after its first colon or dash, as texts."""
    lines = {line.strip().lstrip("- ") for text in files(*patterns) for line in text.splitlines()}
    said = {line.partition(": ")[2].strip(" '\"{}[]") or line for line in lines}
    return tuple(sorted(one for one in said if one and not one.startswith("#")))


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


@cache
def values() -> tuple[str, ...]:
    """What is written behind options and into requests: phrases, names, and whole boards."""
    names = [card.name for card in LIBRARY.cards][::29]
    return (
        *FORMULAS,
        *CLAIMS,
        *WISHES,
        *QUESTIONS,
        *MOVES,
        *FLIPS,
        *names,
        *LIBRARY.ruleset_ids,
        BOARD,
        "A05",
        "en,ja",
    )


@cache
def told_in_rulings() -> tuple[str, ...]:
    """The phrases of all rulings."""
    return quoted("models/rulings/*.yaml")


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
    return tuple(dict.fromkeys([*said, *names, *keys, *numbers]))
