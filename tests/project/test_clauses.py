"""Every clause is used, every reason is a clause, and every value rests on somebody who is cited."""

import re

import pytest

from explorer.game import ground
from models.library import Library
from tests.project.sources import modules, strings

LIBRARY = Library()
OFFICIAL = ("ocg", "ocg-2013", "tcg", "tcg-2005")
GAME = [path for path in modules() if path.parts[:2] == ("explorer", "game")]
DATE = re.compile(r"\d{4}(-\d{2}){0,2}|-")
RULING = re.compile(r"([A-Z]\d{2}(?:-\d{4})?): .+")


def said():
    """Every string in the code of the game."""
    return {value for path in GAME for _, value in strings(path)}


@pytest.mark.parametrize("clause", LIBRARY.clauses)
def test_a_clause_is_read(clause):
    """By the code of the game, which knows at least one of its values."""
    assert clause in said()
    assert set(LIBRARY.clauses[clause].values) & said()


def test_a_reason_names_a_clause():
    """``ruleset: X`` in a guard is what an explanation looks the citation up by."""
    reasons = {value.removeprefix("ruleset: ") for value in said() if re.fullmatch(r"ruleset: [^<`]+", value)}
    assert reasons
    assert reasons <= set(LIBRARY.clauses)


@pytest.mark.parametrize("ruling", LIBRARY.rulings[::6], ids=lambda one: one.id)
def test_what_a_guard_names_on_a_board(ruling):
    """A rule or a clause that there is, or what a card asks for."""
    known = {"rule": set(LIBRARY.rules), "ruleset": set(LIBRARY.clauses)}
    for case in ruling.cases[:1]:
        game = ground(case.board, LIBRARY, LIBRARY.ruleset(case.rulesets[0]))
        for reason in {clause.reason for command in game.whole.commands for clause in command.guard}:
            kind, _, named = reason.partition(": ")
            assert named in known[kind] if kind in known else kind == "card" or reason in ("cost", "target")


@pytest.mark.parametrize("clause", LIBRARY.clauses)
def test_a_clause_has_a_question_and_values_that_differ(clause):
    """Two at least, each explained; and some ruleset chooses each clause's first value."""
    found = LIBRARY.clauses[clause]
    assert found.question.endswith("?")
    assert len(found.values) >= 2
    assert len(set(found.values.values())) == len(found.values)


@pytest.mark.parametrize("ruleset", OFFICIAL)
@pytest.mark.parametrize("clause", LIBRARY.clauses)
def test_a_value_is_cited(clause, ruleset):
    """By whom, and when: a day, a month, a year, or ``-`` where that is not known."""
    setting = LIBRARY.ruleset(ruleset).clauses[clause]
    assert setting.cites
    for cite in setting.cites:
        assert cite.text
        assert DATE.fullmatch(cite.date)


@pytest.mark.parametrize("ruleset", LIBRARY.ruleset_ids)
def test_a_cited_ruling_is_there_and_of_that_date(ruleset):
    """Where a citation names a ruling of the library, both say when it was answered."""
    for setting in LIBRARY.ruleset(ruleset).clauses.values():
        for cite in setting.cites:
            ruling = RULING.fullmatch(cite.text)
            if ruling and ruling[1] in LIBRARY.ruling_ids:
                assert LIBRARY.ruling(ruling[1]).source.answered == cite.date, f"{ruleset}: {cite}"


def test_the_rulesets_differ():
    """No two of them have the same clauses and the same day."""
    kinds = {(one.day, tuple(setting.value for setting in one.clauses.values())) for one in LIBRARY.rulesets}
    assert len(kinds) == len(LIBRARY.rulesets) >= 5
