"""The prover: what always holds, the smallest values that refute the rest, and what is not decided in time."""

import itertools

import pytest

from explorer.system.patience import Undecided
from explorer.system.proving import Prover
from explorer.system.terms import all_of, any_of, at_least, boolean, equal, implies, integer, less, negate, plus, read

X, Y, Z = (integer(name, 0, 9) for name in "xyz")
FLAG = boolean("flag")


def test_what_holds_within_the_ranges_is_proved():
    assert Prover([X, Y]).holds(less(plus(X, Y), 19))
    assert not Prover([X, Y]).holds(less(plus(X, Y), 18))


def test_an_assumption_holds_from_then_on():
    prover = Prover([X, Y])
    assert not prover.holds(less(X, Y))
    prover.assume(equal(plus(X, 1), Y))
    assert prover.holds(less(X, Y))
    assert prover.queries == 2


def test_the_smallest_values_differ_as_little_as_can_be():
    """x + y + z >= 9 needs one variable to change from 0; x stays before y, and y before z."""
    usual = {X: 0, Y: 0, Z: 0}
    assert Prover([X, Y, Z]).smallest(at_least(plus(X, Y, Z), 9), usual) == {X: 0, Y: 0, Z: 9}


def test_of_as_few_changes_the_first_in_the_order_is_taken():
    """Either x or y may change; the usual value of x, the first, is kept, and y becomes as low as it can."""
    prover = Prover([X, Y, FLAG])
    found = prover.smallest(any_of(at_least(X, 7), at_least(Y, 4)), {X: 5, Y: 1})
    assert found == {X: 5, Y: 4, FLAG: 0}


def test_usual_values_may_be_anything():
    assert Prover([X]).smallest(negate(equal(X, 5)), {X: 5}) == {X: 0}
    assert Prover([X]).smallest(less(2, read(X)), {X: 5}) == {X: 5}


def test_the_smallest_is_the_same_whatever_was_asked_before():
    wanted = all_of(implies(FLAG, at_least(X, 3)), any_of(FLAG, at_least(Y, 2)))
    first = Prover([X, Y, FLAG]).smallest(wanted, {X: 0, Y: 0, FLAG: 0})
    asked = Prover([X, Y, FLAG])
    for number in range(10):
        asked.possible(equal(X, number))
    assert asked.smallest(wanted, {X: 0, Y: 0, FLAG: 0}) == first == {X: 0, Y: 2, FLAG: 0}


def test_no_values_are_no_smallest():
    with pytest.raises(ValueError, match="cannot hold"):
        Prover([X]).smallest(less(read(X), 0), {})


def test_what_is_not_decided_in_time_is_not_guessed():
    """Twelve pigeons in eleven holes take longer than a thousandth of a second."""
    pigeons = [integer(f"pigeon {number}", 1, 11) for number in range(12)]
    apart = all_of(negate(equal(one, other)) for one, other in itertools.combinations(pigeons, 2))
    with pytest.raises(Undecided):
        Prover(pigeons, 0.001).possible(apart)
