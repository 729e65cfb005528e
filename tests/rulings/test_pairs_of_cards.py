"""Boards of two library cards, drawn at random, are explored to the end.

The draw is the same every time; ENDPHASE_SEED in the environment makes another.
"""

import os
from itertools import islice

import pytest

from explorer.questions import inquire, outcomes
from explorer.questions.boards import SEED, of_pairs
from models.library import Library

LIBRARY = Library()
DRAWN = [*islice(of_pairs(LIBRARY, int(os.environ.get("ENDPHASE_SEED", SEED))), 30)]


@pytest.mark.parametrize("drawn", DRAWN, ids=lambda one: one.name)
def test_every_play_ends(drawn):
    inquiry = inquire(drawn.board, LIBRARY, LIBRARY.ruleset("ocg"))
    assert inquiry.graph.complete
    assert outcomes(inquiry)
