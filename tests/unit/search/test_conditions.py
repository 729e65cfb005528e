"""Sets of cases: listed as bits and described by terms, they give the same answers."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search.conditions import Cases, Questions, Terms
from explorer.system.terms import (
    all_of,
    any_of,
    at_least,
    boolean,
    enumeration,
    equal,
    evaluate,
    integer,
    less,
    negate,
    plus,
    read,
)

RAIN, DAY, NUMBER = boolean("rain"), enumeration("day", ["Monday", "Tuesday", "Sunday"]), integer("number", 0, 4)
VARIABLES = (RAIN, DAY, NUMBER)
CASES = [dict(zip(VARIABLES, values, strict=True)) for values in product(range(2), range(3), range(5))]
ASSUMED = any_of(read(RAIN), at_least(read(NUMBER), 2))


def conditions():
    """Random conditions on the three."""
    atoms = st.one_of(
        st.just(read(RAIN)),
        st.integers(0, 2).map(lambda day: equal(read(DAY), day)),
        st.integers(0, 5).map(lambda number: less(read(NUMBER), number)),
        st.integers(0, 6).map(lambda number: at_least(plus(read(NUMBER), read(RAIN)), number)),
    )
    return st.recursive(
        atoms,
        lambda parts: st.one_of(
            parts.map(negate), st.tuples(parts, parts).map(all_of), st.tuples(parts, parts).map(any_of)
        ),
        max_leaves=6,
    )


@given(conditions(), conditions())
def test_both_kinds_agree_with_the_cases_one_by_one(one, other):
    """On and, or, without, emptiness, membership and the smallest case."""
    expected = {
        "both": lambda case: evaluate(one, case) and evaluate(other, case),
        "either": lambda case: evaluate(one, case) or evaluate(other, case),
        "without": lambda case: evaluate(one, case) and not evaluate(other, case),
    }
    for kind in (Cases(VARIABLES, ASSUMED), Terms(VARIABLES, ASSUMED)):
        for name, holds in expected.items():
            found = getattr(kind, name)(kind.of(one), kind.of(other))
            inside = [case for case in CASES if evaluate(ASSUMED, case) and holds(case)]
            assert [case for case in CASES if evaluate(ASSUMED, case) and kind.has(found, case)] == inside
            assert kind.possible(found) == bool(inside)
            if inside:
                assert kind.example(found) == inside[0]


def test_what_holds_in_every_case_is_everything():
    """Though of its three parts no two have every case between them."""
    sets = Terms(VARIABLES)
    monday, none = equal(read(DAY), 0), equal(read(NUMBER), 0)
    assert sets.either(any_of(monday, none), negate(any_of(monday, none))) is sets.everything


def test_what_is_joined_with_one_part_leaves_the_others():
    """Rain and no rain on a Sunday are just a Sunday; Mondays and the number four stay."""
    sets = Terms(VARIABLES)
    sunday = equal(read(DAY), 2)
    one = any_of(equal(read(NUMBER), 4), equal(read(DAY), 0), all_of(sunday, read(RAIN)))
    found = sets.either(one, all_of(sunday, negate(read(RAIN))))
    inside = [case for case in CASES if sets.has(found, case)]
    assert inside == [case for case in CASES if case[NUMBER] == 4 or case[DAY] in (0, 2)]


def test_what_cannot_hold_together_has_no_case():
    """Z3 sees it where the terms do not; what the one part says anyway is not said again."""
    sets = Terms(VARIABLES)
    many, few = at_least(plus(read(NUMBER), read(RAIN)), 4), less(read(NUMBER), 2)
    assert sets.both(many, few) is sets.nothing
    assert sets.both(many, all_of(at_least(plus(read(NUMBER), read(RAIN)), 3), read(RAIN))) == all_of(many, read(RAIN))


def test_what_adds_nothing_costs_no_question():
    """Everything, the same again, and nothing, in either order."""
    sets = Terms(VARIABLES)
    monday = equal(read(DAY), 0)
    for one, other in ((monday, sets.everything), (sets.everything, monday), (monday, monday)):
        assert sets.both(one, other) is monday
    assert sets.both(monday, sets.nothing) is sets.both(sets.nothing, monday) is sets.nothing
    assert sets.questions.queries == 0


def test_only_what_is_assumed_is_a_case():
    """Cases that are excluded are in no set."""
    kind = Cases(VARIABLES, ASSUMED)
    assert len(kind.cases) == 15 + 9
    assert kind.everything.bit_count() == 24


@pytest.mark.parametrize("kind", [Cases, Terms])
def test_an_empty_set_has_no_example(kind):
    """It is refused."""
    sets = kind(VARIABLES, ASSUMED)
    with pytest.raises(ValueError, match="no such case"):
        sets.example(sets.nothing)


def test_listed_cases_cost_no_question():
    """What was asked is counted from nothing; what Z3 gave up is told only where there is any."""
    assert str(Questions()) == "0 queries, 0 answered from memory"
    assert str(Questions(queries=1234, undetermined=1)) == "1,234 queries, 0 answered from memory, 1 undetermined"
