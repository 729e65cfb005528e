"""What would have to change for an outcome: exact, of any number of clauses, none of which can be spared."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.questions import inquire
from explorer.questions.cases import inquire_open
from explorer.questions.changes import changes, smallest_changes
from explorer.search.conditions import Cases, Terms
from explorer.search.explore import Limits
from explorer.subjects import subject
from explorer.system.terms import all_of, any_of, boolean, enumeration, equal, integer, read
from models.claims import read_question
from tests.questions.asked import library

RAIN, DAY, NUMBER = boolean("rain"), enumeration("day", ["Monday", "Tuesday", "Sunday"]), integer("number", 0, 3)
VARIABLES = (RAIN, DAY, NUMBER)
CASES = list(product(range(2), range(3), range(4)))
OUT_OF_REACH = [
    ("A06", "simulator", "Dark Magician in the hand"),
    ("A39", "simulator", "Gene-Warped Warwolf in the GY"),
    ("B12", "ocg", "Harpie Queen in the hand"),
]


def asked(ruling, ruleset, what):
    """What :func:`changes` is asked of a ruling's board."""
    about = subject(ruling, library(), ruleset)
    return about.board, library(), about.ruleset, read_question(what, about.board, library())


def smallest_by_hand(wanted, now):
    """The sets of places in which wanted cases differ from ``now``, no other of which is within; each with its cases."""
    unlike = {case: frozenset(place for place, value in enumerate(case) if value != now[place]) for case in wanted}
    return {(places, case) for case, places in unlike.items() if not any(one < places for one in unlike.values())}


@given(st.sets(st.sampled_from(CASES)), st.sampled_from(CASES))
def test_the_smallest_changes_are_those_of_all_cases_one_by_one(wanted, now):
    """Each once, with cases that are listed and with cases that Z3 decides."""
    term = any_of(all_of(equal(read(v), n) for v, n in zip(VARIABLES, case, strict=True)) for case in sorted(wanted))
    for kind in (Cases(VARIABLES), Terms(VARIABLES)):
        found = [
            (frozenset(map(VARIABLES.index, changed)), tuple(case[variable] for variable in VARIABLES))
            for changed, case in smallest_changes(kind, kind.of(term), dict(zip(VARIABLES, now, strict=True)))
        ]
        assert len(found) == len(set(found))
        assert set(found) == smallest_by_hand(wanted, now)


@pytest.mark.parametrize(("ruling", "ruleset", "what"), OUT_OF_REACH)
def test_the_smallest_changes_of_a_board_are_those_of_its_closed_searches(ruling, ruleset, what):
    """A closed search for each reading of the clauses that play a part."""
    board, _, rules, says = asked(ruling, ruleset, what)
    opened = inquire_open(board, library(), rules, left_open=tuple(library().clauses), watching=[says])
    clauses = [variable.name.removeprefix("clause: ") for variable in opened.graph.system.open_variables]
    wanted = set()
    for values in product(*(library().clauses[clause].values for clause in clauses)):
        reading = rules.changed(dict(zip(clauses, values, strict=True)))
        closed = inquire(board, library(), reading, watching=[says])
        if any(map(closed.holds(says), closed.graph.terminal)):
            wanted.add(values)
    expected = {
        tuple((clauses[place], case[place]) for place in sorted(places))
        for places, case in smallest_by_hand(wanted, [rules[clause] for clause in clauses])
    }
    found = changes(board, library(), rules, says)
    assert {tuple(change.values.items()) for change in found.changes} == expected
    assert len(found.changes) == len(expected) > 0
    assert found.limit is None


def test_two_clauses_of_which_neither_changes_anything_by_itself():
    """B12: that Catsith's effect brings in a second chain, and that Hysteric Sign is still activated in it."""
    (change,) = changes(*asked(*OUT_OF_REACH[2])).changes
    assert dict(change.values) == {
        "chains after the adjustment": "as many as arise",
        "mandatory triggers after the adjustment": "yes",
    }
    assert [str(step.happening) for step in change.play if step.adjusted and step.told][:2] == [
        "turn player: activate The Fabled Catsith target Hysteric Sign",
        "turn player: activate Hysteric Sign",
    ]


def test_every_value_that_will_do_is_told():
    """A23: whether a discard that may be chained to or one that nobody answers."""
    found = changes(*asked("A23", "tcg", "Cosmic Blazar Dragon banished"))
    assert [dict(change.values) for change in found.changes] == [
        {"triggers of the discard": "may be chained to", "items after the adjustment": "no"},
        {"triggers of the discard": "no responses", "items after the adjustment": "no"},
    ]


@pytest.mark.parametrize(("states", "number"), [(14, 0), (15, 1)])
def test_a_search_that_ends_early_says_so(states, number):
    """B12 with all clauses open has 15 states, and what the change leads to is among the last."""
    found = changes(*asked(*OUT_OF_REACH[2]), Limits(states=states))
    assert (len(found.changes), found.limit) == (number, None if number else "states")


def test_what_a_part_of_the_graph_shows_is_told():
    """A23: after 100 of 243 states both changes are there with their plays."""
    about = asked("A23", "tcg", "Cosmic Blazar Dragon banished")
    found = changes(*about, Limits(states=100))
    assert found.limit == "states"
    assert found.changes == changes(*about).changes
