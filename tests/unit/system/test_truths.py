"""Which conditions hold in a state: as each says by itself, as far as the state tells."""

from hypothesis import given
from hypothesis import strategies as st

from explorer.system.commands import Assign, Clause, Command
from explorer.system.evaluation import evaluate
from explorer.system.folding import fold
from explorer.system.system import System
from explorer.system.terms import all_of, any_of, at_least, boolean, either, equal, integer, negate, plus, read
from explorer.system.truths import is_told, told, truths

X, Y, SEEN, ALWAYS = integer("x", 0, 3), integer("y", 0, 3), boolean("seen"), integer("always", 0, 5)
SUM = plus(read(X), read(Y))
TERMS = (
    equal(read(X), 2),
    at_least(SUM, 3),
    negate(equal(read(X), read(Y))),
    any_of(at_least(SUM, 5), all_of(equal(read(X), 0), equal(read(Y), 0))),
    equal(either(at_least(SUM, 2), read(X), read(Y)), 1),
    at_least(read(X), 0),
)


def counting():
    """A system in which x counts to 3, what is seen is written and never read, and one variable never changes."""
    counts = Command("white", "count", (Clause("below", negate(at_least(read(X), 3))),), (Assign(X, plus(read(X), 1)),))
    looks = Command("white", "look", (Clause("at 1", equal(read(X), 1)),), (Assign(SEEN, 1), Assign(X, 2)))
    return System((X, SEEN, ALWAYS), {X: 0, SEEN: 0, ALWAYS: 4}, (counts, looks))


@given(st.integers(0, 3), st.integers(0, 3))
def test_each_holds_as_it_says_by_itself(x, y):
    system = System((X, Y), {X: 0, Y: 0}, ())
    assert truths(system, TERMS)((x, y)) == tuple(bool(evaluate(term, {X: x, Y: y})) for term in TERMS)


def test_no_term_has_no_truth():
    assert truths(System((X,), {X: 0}, ()), [])((1,)) == ()


def test_what_is_not_kept_is_not_judged():
    """Of a conjunction the parts are judged that the state tells; a constant is told by every state."""
    system = fold(counting())
    assert (system.variables, dict(system.constants)) == ((X,), {ALWAYS: 4})
    both = all_of(equal(read(X), 1), read(SEEN))
    assert told(system, both) == (equal(read(X), 1), False)
    assert told(system, any_of(equal(read(X), 1), read(SEEN))) == (all_of(), False)
    assert told(system, all_of(equal(read(X), 1), equal(read(ALWAYS), 4))) == (equal(read(X), 1), True)
    assert (is_told(system, read(X)), is_told(system, read(ALWAYS)), is_told(system, read(SEEN))) == (True, True, False)
