"""The example of docs/adding-a-card.md: its entry is read, and its board gives what the page says."""

import re
from pathlib import Path

import pytest

from explorer.questions import Inquiry, inquire, outcomes
from models.board import bare, read_board
from models.documents import read_document
from models.library import Library

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-card.md"


@pytest.fixture(scope="module")
def inquiry(tmp_path_factory) -> Inquiry:
    entry, board = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    file = tmp_path_factory.mktemp("cards") / "mine.yaml"
    file.write_text(entry, encoding="utf-8")
    library = Library(extra=[file])
    return inquire(read_board(bare(read_document(board)), library), library, library.ruleset("ocg"))


def test_the_entry_needs_nothing_else(inquiry):
    assert [member.name for member in inquiry.game.scene.members] == ["Lantern Keeper", "Majestic Mech - Ohka"]


def test_a_monster_that_was_set_aside_goes_all_the_same(inquiry):
    answers = outcomes(inquiry)
    assert len(answers) == 2
    for one in answers:
        assert "Majestic Mech - Ohka" in one.outcome.facts["turn player"]["graveyard"]


def test_the_keeper_draws_or_does_not(inquiry):
    hands = {one.outcome.facts["turn player"].get("unnamed in hand", 0) for one in outcomes(inquiry)}
    assert hands == {0, 1}
