"""What each card does is what the record says; if a rule was changed on purpose, write the record anew."""

import pytest

from tests.game.cards_alone import measured, neighbours, parts, record, situations

CARDS = [name for name, some in situations().items() if some]


@pytest.mark.parametrize("card", CARDS)
def test_what_a_card_does(card):
    """Everything that can happen, every outcome and who can force it, and all sizes are those of the record."""
    assert measured(card) == record()[card]


def test_the_record_has_every_card_and_no_other():
    """Nothing is left from cards that are gone."""
    assert list(record()) == CARDS


def test_neighbours_are_other_cards():
    """Three of them, the same on each run."""
    for part in parts():
        beside = neighbours(part)
        assert len({*beside}) == 3
        assert all(one.situation.card != part.situation.card for one in beside)
