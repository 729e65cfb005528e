"""Samples: values under which conditions hold, or that there are none, within a number of steps."""

from itertools import pairwise, product

import pytest

from explorer.system import samples
from explorer.system.samples import GaveUp, sample
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

LINK, LENGTH = integer("link", 0, 3), integer("length", 0, 3)
PLACE = enumeration("place", ["hand", "field", "graveyard"])
YES = boolean("yes")
VARIABLES = (LINK, LENGTH, PLACE, YES)


def every(variable):
    """All values of a variable."""
    return range(variable.low, variable.high + 1)


def holds_throughout(conditions, found):
    """Whether the conditions hold under any of the values that were found, whatever the other variables have."""
    sets = [found.get(one, every(one)) for one in VARIABLES]
    cases = [dict(zip(VARIABLES, values, strict=True)) for values in product(*sets)]
    return bool(cases) and all(evaluate(one, case) for one in conditions for case in cases)


@pytest.mark.parametrize(
    "conditions",
    [
        [],
        [less(LINK, 2)],
        [at_least(LINK, 1), equal(LINK, LENGTH)],
        [
            any_of(all_of(equal(PLACE, 1), equal(LINK, 2)), all_of(read(YES), less(LENGTH, LINK))),
            negate(equal(PLACE, 1)),
        ],
        [negate(all_of(equal(LINK, LENGTH), read(YES))), equal(plus(LINK, LENGTH), 6), negate(less(LENGTH, 3))],
        [negate(any_of(equal(PLACE, 0), equal(LINK, 0))), less(plus(LINK, LENGTH), 2)],
    ],
    ids=str,
)
def test_what_is_found_does(conditions):
    found = sample(conditions, every)
    assert found is not None
    assert holds_throughout(conditions, found)


@pytest.mark.parametrize(
    "conditions",
    [
        [less(LINK, 2), less(2, LINK)],
        [less(LINK, LENGTH), less(LENGTH, LINK)],
        [equal(plus(LINK, LENGTH), 6), any_of(less(LINK, 3), less(LENGTH, 3))],
    ],
    ids=str,
)
def test_of_what_cannot_be_there_is_none(conditions):
    assert sample(conditions, every) is None


def test_no_other_values_than_those_given_are_taken():
    found = sample([equal(LINK, LENGTH)], lambda one: (1, 2) if one is LINK else (2, 3))
    assert {one: [*values] for one, values in found.items()} == {LINK: [2], LENGTH: [2]}
    assert sample([equal(LINK, LENGTH)], lambda one: (0, 1) if one is LINK else (2, 3)) is None


@pytest.mark.parametrize("limit", ["MOST_STEPS", "MOST_CHOICES"])
def test_it_is_given_up(monkeypatch, limit):
    """Two conditions of two variables take more than one step, and one choice each."""
    conditions = [equal(LINK, LENGTH), less(LINK, plus(LENGTH, read(YES)))]
    assert sample(conditions, every) is not None
    monkeypatch.setattr(samples, limit, 1)
    with pytest.raises(GaveUp):
        sample(conditions, every)


def test_a_thousand_choices_are_not_followed():
    """Nor is Python's stack: each condition is a choice of its own."""
    many = [boolean(f"flag {number}") for number in range(1_000)]
    with pytest.raises(GaveUp):
        sample([any_of(one, other) for one, other in pairwise(many)], every)
