"""The example of docs/adding-a-verb.md: its function is all that its card needs, and does what the page says."""

import re
from pathlib import Path

import pytest

from explorer.game.verbs import VERBS
from explorer.questions import inquire, outcomes
from models.board import bare, read_board
from models.documents import read_document
from models.errors import InputError
from models.library import Library

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-verb.md").read_text(encoding="utf-8")
ENTRY, BOARD = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.S | re.M)
(FUNCTION,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.S | re.M)


@pytest.fixture
def lives(tmp_path):
    """The life points of both players in each outcome of a board."""
    (tmp_path / "mine.yaml").write_text(ENTRY, encoding="utf-8")
    library = Library(extra=[tmp_path / "mine.yaml"])

    def of(board):
        inquiry = inquire(read_board(bare(read_document(board)), library), library, library.ruleset("ocg"))
        facts = [one.outcome.facts for one in outcomes(inquiry)]
        return [(one["turn player"]["life"], one["opponent"]["life"]) for one in facts]

    return of


@pytest.fixture
def known():
    """With the function of the page; without it again afterwards."""
    before = dict(VERBS)
    exec(FUNCTION, {})
    yield
    VERBS.clear()
    VERBS.update(before)


def test_the_verb_is_new(lives):
    """Without the function the message points at the word."""
    with pytest.raises(InputError) as caught:
        lives(BOARD)
    assert caught.value.message == "unknown verb 'exchange'"
    assert "take" in caught.value.expected
    assert caught.value.position.line == 12


def test_life_points_are_exchanged_or_not(known, lives):
    assert sorted(lives(BOARD)) == [(1200, 5000), (5000, 1200)]


def test_nothing_can_be_exchanged(known, lives):
    assert lives(BOARD.replace("1200", "5000")) == [(5000, 5000)]
