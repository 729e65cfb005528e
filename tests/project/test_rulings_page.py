"""docs/rulings.md says what the tool says today, and what is promised of the corpus. Slow: it checks the corpus once."""

from pathlib import Path

import pytest

from explorer.questions import Verdict, check_ruling
from explorer.questions.flips import differences
from models.library import Library
from models.ruling import rulesets_of
from reports.table import table

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
FLIPS = "## Clauses that no official answer pins down"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture(scope="module")
def answers(library):
    return [
        check_ruling(ruling, library, library.ruleset(name))
        for ruling in library.rulings
        for name in rulesets_of(ruling)
    ]


def test_the_page_is_up_to_date(answers, library):
    """If not: ``endphase check --table --flip all -o docs/rulings.md``."""
    text = PAGE.read_text(encoding="utf-8")
    assert text.split(FLIPS)[0].strip() == table(answers, list(differences(answers, library))).strip()


def test_the_page_knows_every_flip(library):
    """Each other value of each clause of the two rulesets, in one section or the other."""
    flips = PAGE.read_text(encoding="utf-8").split(FLIPS)[1]
    expected = [
        f"- {name}: {mark}{clause.id}{mark}: {value} "
        for name in ("ocg", "ocg-2013")
        for clause in library.clauses.values()
        for value in clause.values
        if value != library.ruleset(name)[clause.id]
        for mark in ("*" if f"- {name}: *{clause.id}*: {value} " in flips else "",)
    ]
    assert [line for line in expected if flips.count(line) != 1] == []
    assert len(expected) == sum(line.startswith("- ") for line in flips.splitlines())


def test_no_official_answer_is_contradicted(answers):
    assert [str(one) for one in answers if one.verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDED)] == []


def test_what_is_not_modelled_says_why(answers):
    """In a sentence."""
    reasons = [one.ruling.unmodelled for one in answers if one.verdict is Verdict.UNMODELLED]
    assert [reason for reason in reasons if not reason or len(reason.split()) < 8] == []
