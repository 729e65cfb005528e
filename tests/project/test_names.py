"""No card is named in the code: what a card does is said in its entry, in YAML, and nowhere else."""

import io
import re
import tokenize

import pytest

from models.library import Library
from tests.project.sources import modules, strings, text

SHORTEST = 4
"""Names with fewer letters are words of every text."""


def names():
    """All names of all cards, the longest first."""
    found = {name for card in Library().cards for name in (card.name, card.ja, *card.also)}
    return sorted((name for name in found if len(name) >= SHORTEST), key=len, reverse=True)


@pytest.fixture(scope="module")
def any_name():
    """Finds any of the names, as a whole word."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names()))})(?!\w)")


SHOWS_A_BOARD = "models/__init__.py"
"""Its docstring is an example for readers, run as a test: a board has cards."""


@pytest.mark.parametrize("path", [path for path in modules() if str(path) != SHOWS_A_BOARD], ids=str)
def test_no_card_name_in_the_code(path, any_name):
    """Neither in a string, a docstring included, nor in a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(text(path)).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    found = [(line, name) for line, words in [*strings(path), *comments] for name in any_name.findall(words)]
    assert found == [], f"{path} names cards"


def test_the_names_are_looked_for(any_name):
    """English and Japanese ones, whole words only."""
    assert any_name.findall("Imperial Iron Wall, 真炎の爆発") == ["Imperial Iron Wall", "真炎の爆発"]
    assert any_name.findall("Imperial Iron Walls, Rekindlings") == []
    assert len(names()) > 100
