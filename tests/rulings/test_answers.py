"""What is answered about every ruling is what the record says; if that was changed on purpose, write the record anew."""

import pytest

from tests.rulings.answers import measured, record
from tests.rulings.sizes import library, speaks_about

PAIRS = speaks_about()


@pytest.mark.parametrize(("ruling", "ruleset"), PAIRS)
def test_what_is_answered(ruling, ruleset):
    """Claims, plays, strategies, best play, what can be secured, and the positions of each board."""
    assert measured(library().ruling(ruling), ruleset) == record()[ruling][ruleset]


def test_the_record_has_every_ruling_and_no_other():
    """Nothing is left from rulings that are gone."""
    assert [(ruling, ruleset) for ruling, by_ruleset in record().items() for ruleset in by_ruleset] == PAIRS
