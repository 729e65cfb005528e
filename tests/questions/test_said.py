"""What is answered about each board is what the record says; if that was changed on purpose, write the record anew.

Every second ruling; with ENDPHASE_THOROUGH=1 in the environment all of them.
"""

import pytest

from tests.differential.test_engines import THOROUGH
from tests.questions.said import QUESTIONS, asked_of, in_words, measured, moves, record, short
from tests.rulings.sizes import speaks_about

RULINGS = list(dict.fromkeys(name for name, _ in speaks_about()))


@pytest.mark.parametrize("ruling", RULINGS[:: 1 if THOROUGH else 2])
@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_said(question, ruling):
    """Word for word where that is short, else by a digest."""
    assert measured(question, ruling) == record()[question][ruling]


def test_the_record_has_every_ruling_and_no_other():
    """For each question; nothing is left from rulings that are gone."""
    assert list(record()) == list(QUESTIONS)
    assert all(list(found) == RULINGS for found in record().values())


def test_each_question_is_answered_about_a_board():
    """None is empty for A08, and its moves are named as claims name them."""
    asked = asked_of("A08", "ocg")
    assert all(in_words(asked, question) for question in QUESTIONS)
    assert "the turn player processes Rekindling" in moves(asked.inquiry)


def test_a_board_without_an_answer_is_not_asked():
    """A note has no board."""
    note = next(ruling for ruling, ruleset in speaks_about() if asked_of(ruling, ruleset) is None)
    assert measured("why", note) == {}


def test_an_answer_is_its_first_line_with_a_digest_of_the_others():
    """Another line gives another digest."""
    assert short([]) == ""
    assert short(["one line"]) == "one line"
    assert short(["first", "second"]) == "first [16367aacb67a4a01]"
    assert short(["first", "second", "third"]) != short(["first", "second"])
