"""Systems that random tests have found: small, and each with what was wrong with it."""

from explorer.search import explore
from explorer.system import Assign, Clause, Command, System
from explorer.system.constructors import half
from explorer.system.folding import fold
from explorer.system.terms import any_of, boolean, equal, integer, read, smaller


def test_a_number_that_is_a_condition_by_its_bounds():
    """Half of at most 2 is 0 or 1. Folding learns that the number is 0 or 2, and leaves the bound out; it stays a condition."""
    number, flag = integer("number", 0, 4), boolean("flag")
    bounded = half(smaller(read(number), 2))
    assert bounded.is_boolean
    update = (Assign(flag, any_of(bounded, equal(number, 4))), Assign(number, 2))
    step = Command("somebody", "a step", (Clause("once", equal(flag, 0)),), update)
    system = System((number, flag), {number: 0, flag: 0}, (step,))
    folded = fold(system, [read(flag), read(number)])
    assert len(explore(folded).states) == len(explore(system).states) == 3
