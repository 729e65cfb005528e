"""Every official answer holds under every ruleset it speaks about, on graphs of exactly the size that is on record."""

import pytest

from explorer.questions import Verdict, check_ruling, inquire, told
from explorer.questions.best import best_play
from explorer.questions.wishes import watched
from explorer.subjects import subject
from models.ruling import cases_for
from reports.narration import narrator
from tests.rulings.sizes import library, measured, speaks_about, table

PAIRS = speaks_about()
SEEDS = (
    [f"A{number:02}" for number in range(5, 12)]
    + ["B03", *(f"B{number:02}" for number in range(6, 14)), "B33"]
    + [f"S{number:02}" for number in range(1, 20)]
)


@pytest.mark.parametrize(("ruling", "ruleset"), PAIRS)
def test_verdict(ruling, ruleset):
    """Confirmed; but open where the office has not decided, and a note where nothing can be checked."""
    found = library().ruling(ruling)
    answer = check_ruling(found, library(), library().ruleset(ruleset))
    expected = Verdict.CONFIRMED
    if found.status == "pending":
        expected = Verdict.OPEN
    if found.note:
        expected = Verdict.NOTE
    if found.unmodelled:
        expected = Verdict.UNMODELLED
    assert answer.verdict is expected, [str(claim) for claim in answer.claims if not claim.holds]
    assert all(claim.holds is not None for claim in answer.claims)


@pytest.mark.parametrize(("ruling", "ruleset"), PAIRS)
def test_size(ruling, ruleset):
    """States, transitions and outcomes are those of the table; if a rule was changed on purpose, write it anew."""
    assert measured(library().ruling(ruling), ruleset) == table()[ruling][ruleset]


def test_the_table_has_every_ruling_and_no_other():
    """Nothing is left from rulings that are gone."""
    assert [(ruling, ruleset) for ruling, by_ruleset in table().items() for ruleset in by_ruleset] == PAIRS


@pytest.mark.parametrize("ruling", SEEDS)
def test_the_statements_of_the_two_seed_pages_are_modelled(ruling):
    """Each of them is there, and none is given up as unmodelled."""
    found = library().ruling(ruling)
    assert found.id == ruling
    assert not found.unmodelled
    assert found.note or all(case.claims for case in found.cases)


@pytest.mark.parametrize(
    ("ruling", "own", "other"),
    [("B12", "ocg-2013", "ocg"), ("B03", "ocg", "ocg-2013")],
)
def test_two_answers_that_pull_against_each_other(ruling, own, other):
    """2013: Hysteric Sign is used in a second chain after the adjustment. 2020: there is only one. Each in its time."""
    found = library().ruling(ruling)
    assert check_ruling(found, library(), library().ruleset(own)).verdict is Verdict.CONFIRMED
    assert check_ruling(found, library(), library().ruleset(other)).verdict is Verdict.CONTRADICTED


def test_the_clause_that_makes_the_difference():
    """With one clause of 2013, B12 holds under today's rules, and B03 does not."""
    today = library().ruleset("ocg")
    many = today.changed(
        {"chains after the adjustment": "as many as arise", "mandatory triggers after the adjustment": "yes"}
    )
    assert check_ruling(library().ruling("B12"), library(), many).verdict is Verdict.CONFIRMED
    assert check_ruling(library().ruling("B03"), library(), many).verdict is Verdict.CONTRADICTED


def test_the_open_question_is_answered_by_the_model_alone():
    """B08 (2012): no verdict, but what the model says is there to be read."""
    answer = check_ruling(library().ruling("B08"), library(), library().ruleset("ocg-2013"))
    assert answer.verdict is Verdict.OPEN
    assert [claim.holds for claim in answer.claims] == [True, True]
    assert all(claim.play for claim in answer.claims)


ROUND = ["TP pass", "OP pass"]
LAST = ["OP must process Effect Veiler", "TP activate Arcana Force XXI - The World"]
OHKA = "TP must activate Majestic Mech - Ohka"


def line_of_best_play(ruling, ruleset):
    """The line of best play, one short text a step, as far as an official answer would tell it."""
    about = subject(ruling, library(), ruleset)
    inquiry = inquire(about.board, library(), about.ruleset, watching=watched(about.wants))
    found = best_play(inquiry, about.wants)
    steps = told(found.line)
    short = {"turn player": "TP", "opponent": "OP"}
    words = [
        " ".join(
            filter(
                None,
                [
                    short[step.happening.by],
                    "must" if step.must else "",
                    step.happening.kind.value,
                    step.happening.card,
                ],
            )
        )
        for step in steps
    ]
    return words, steps, found


def test_a05_event_by_event():
    """The answer of 2012-09-21, with the turn player's second pass before the opponent is compelled."""
    words, steps, found = line_of_best_play("A05", "ocg-2013")
    assert words == [*ROUND, OHKA, *ROUND, OHKA, *ROUND, "TP pass", *LAST, *ROUND]
    assert [number for number, step in enumerate(steps) if step.again] == [8]
    assert found.outcome.skipped == ("opponent",)
    assert found.value == (1, 1)


def test_a05_without_the_second_offer():
    """The English page: the opponent is compelled as soon as both have passed."""
    words, steps, found = line_of_best_play("A05", "tcg")
    assert words == [*ROUND, OHKA, *ROUND, OHKA, *ROUND, *LAST, *ROUND]
    assert not any(step.again for step in steps)
    assert found.outcome.skipped == ("opponent",)


def test_a05_as_it_is_told():
    """In English, in the manner of the official answer."""
    tell = narrator("en", library())
    _, steps, _ = line_of_best_play("A05", "ocg-2013")
    assert [tell.sentence(step) for step in steps[:10]] == [
        "The turn player passes.",
        "The opponent passes.",
        "The turn player must now activate Majestic Mech - Ohka.",
        "The turn player passes.",
        "The opponent passes.",
        "The turn player must now activate Majestic Mech - Ohka.",
        "The turn player passes.",
        "The opponent passes.",
        "The turn player passes again before the opponent is compelled.",
        "The opponent must now process Effect Veiler.",
    ]


def test_a05_in_japanese():
    """Each step is told, and no English word is left in it."""
    tell = narrator("ja", library())
    _, steps, _ = line_of_best_play("A05", "ocg-2013")
    sentences = [tell.sentence(step) for step in steps]
    assert len(sentences) == 13
    assert all(sentence.endswith("。") for sentence in sentences)
    names = library().card("Arcana Force XXI - The World").ja
    assert not any(letter.isascii() and letter.isalpha() for line in sentences for letter in line.replace(names, ""))


def test_a06_line():
    """Both decline, the turn player declines again, and the opponent must end the negation."""
    words, _, found = line_of_best_play("A06", "ocg-2013")
    assert words[:5] == [*ROUND, "TP pass", "OP must process Effect Veiler", "TP activate Justice of Prophecy"]
    assert found.outcome.result == "open"


@pytest.mark.parametrize("words", ["Blaze Fortress", "blaze fortress", "The World under Effect Veiler"])
def test_a_ruling_is_found_by_its_alias(words):
    """The card's own example, whatever the case of its letters."""
    assert library().ruling(words).id in ("A08", "A05")


def test_the_rulesets_a_ruling_may_be_checked_under_are_any():
    """Also one that it does not speak about: with the boards that are meant for the whole ruling."""
    for ruleset in library().ruleset_ids:
        assert cases_for(library().ruling("A07"), ruleset)
