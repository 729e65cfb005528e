"""The argument of ``docs/findings`` about two clauses, put to random boards. Slow: some 30 s in all."""

import pytest

from explorer.questions.compare import Likeness
from tests.differential.flips import CLAUSES, tally

BOARDS = 10


@pytest.mark.parametrize("name", ["ocg", "tcg"])
@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clause_changes_plays_but_nothing_that_can_be_had(name, clause):
    """Outcomes never; powers only where somebody has a Trap that is tied to a moment."""
    free, tied = tally(name, clause, BOARDS)
    assert free[Likeness.OUTCOMES] == tied[Likeness.OUTCOMES] == 0
    assert free[Likeness.POWERS] == 0
    assert free[Likeness.SAME] > 0
