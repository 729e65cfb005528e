"""Terms by cases: what is found in them, and what is left of them."""

from explorer.system.constructors import TRUE
from explorer.system.decided import decided, elsewhere, given
from explorer.system.nodes import const, read
from explorer.system.terms import all_of, any_of, boolean, either, equal, integer, negate, plus

OWN = [boolean(f"own {number}") for number in range(40)]
OTHER = [boolean(f"other {number}") for number in range(40)]
NUMBER = integer("number", 0, 3)


def shared(levels):
    """A term of which each level is read twice by the next: two to the power of the levels ways lead down."""
    term = read(OWN[0])
    for own, other in zip(OWN[1:levels], OTHER[1:levels], strict=True):
        term = any_of(all_of(term, own, other), all_of(negate(term), negate(own)))
    return term


def test_a_part_is_found_once_however_many_ways_lead_to_it():
    assert list(elsewhere(shared(40), frozenset(OWN))) == [read(one) for one in reversed(OTHER[1:])]


def test_what_is_known_elsewhere_leaves_a_term_of_ones_own():
    known = {read(one): const(1) for one in OTHER[1:]}
    left = given(shared(4), frozenset(OWN), known)
    wanted = read(OWN[0])
    for own in OWN[1:4]:
        wanted = any_of(all_of(wanted, own), all_of(negate(wanted), negate(own)))
    assert left is wanted


def test_operands_from_elsewhere_are_one_part():
    together = plus(OTHER[0], OTHER[1])
    assert list(elsewhere(plus(OWN[0], OTHER[0], OTHER[1]), frozenset(OWN))) == [together]
    assert given(plus(OWN[0], OTHER[0], OTHER[1]), frozenset(OWN), {together: const(2)}) is plus(OWN[0], 2)


def test_what_reads_nothing_of_ones_own_is_a_part_itself():
    assert list(elsewhere(equal(NUMBER, 2), frozenset(OWN))) == [equal(NUMBER, 2)]
    assert list(elsewhere(read(OWN[0]), frozenset(OWN))) == []


def test_conditions_decide_between_constants():
    term = either(OWN[0], 1, either(OWN[1], 2, 3))
    found = {guard: left[NUMBER] for guard, left in decided(TRUE, {NUMBER: term})}
    assert found == {
        all_of(negate(OWN[0]), negate(OWN[1])): const(3),
        all_of(negate(OWN[0]), OWN[1]): const(2),
        all_of(OWN[0], negate(OWN[1])): const(1),
        all_of(OWN[0], OWN[1]): const(1),
    }


def test_many_conditions_are_left_as_they_are():
    term = const(0)
    for number, own in enumerate(OWN[:6], 1):
        term = either(own, number % 4, term)
    terms = {NUMBER: term}
    assert list(decided(TRUE, terms)) == [(TRUE, terms)]
