"""All clauses left open at once: one search gives for every reading of the rules what a closed search gives for it."""

import msgspec
import pytest

from explorer.questions import inquire, outcomes
from explorer.questions.cases import inquire_open
from explorer.search.explore import explore
from explorer.subjects import subject
from models.library import Library

LIBRARY = Library()
RULINGS = [ruling.id for ruling in LIBRARY.rulings if not (ruling.note or ruling.unmodelled)]
MOST_CLASSES = 6
"""How many classes of cases of a board are compared exactly, besides those of the rulesets."""


def reading(ruleset, case):
    """The ruleset in which the clauses have the values of the case."""
    return ruleset.changed({variable.name.removeprefix("clause: "): variable.label(n) for variable, n in case.items()})


def answers(inquiry):
    """The outcomes, how many plays lead to each, and who can force it."""
    return {one.outcome: one.enforceable_by for one in outcomes(inquiry)}


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruleset_of_the_corpus(ruling):
    """Under the card texts of one day: outcomes and powers of each ruleset are those of its closed search."""
    about = subject(ruling, LIBRARY)
    opened = inquire_open(about.board, LIBRARY, about.ruleset, left_open=tuple(LIBRARY.clauses))
    variables = opened.graph.system.open_variables
    for name in LIBRARY.ruleset_ids:
        ruleset = msgspec.structs.replace(LIBRARY.ruleset(name), day=about.ruleset.day)
        case = {
            variable: variable.labels.index(ruleset[variable.name.removeprefix("clause: ")]) for variable in variables
        }
        assert answers(opened.closed(case)) == answers(inquire(about.board, LIBRARY, ruleset))


@pytest.mark.parametrize("ruling", RULINGS[::4])
def test_classes_of_cases_have_the_graph_of_their_example(ruling):
    """State by state and edge by edge; and each case is in one class."""
    about = subject(ruling, LIBRARY)
    opened = inquire_open(about.board, LIBRARY, about.ruleset, left_open=tuple(LIBRARY.clauses))
    classes = opened.classes()
    for one in classes[:MOST_CLASSES]:
        closed = explore(opened.game.system.closed(one.example))
        found = one.inquiry.graph
        assert (found.states, found.targets, found.labels) == (closed.states, closed.targets, closed.labels)
        assert answers(one.inquiry) == answers(inquire(about.board, LIBRARY, reading(about.ruleset, one.example)))
    assert sum(one.condition for one in classes) == opened.conditions.everything
