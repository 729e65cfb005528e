"""At what a command looks, its closing included, and wide conditions as one truth."""

from explorer.system.commands import Assign, Clause, Command, If
from explorer.system.influence import Influence
from explorer.system.nodes import OR, VAR, variables_of
from explorer.system.summaries import Summaries
from explorer.system.system import System
from explorer.system.terms import all_of, any_of, boolean, equal, integer, read, scratch

STEP, X, Y, Z = integer("step", 0, 5), integer("x", 0, 3), integer("y", 0, 3), integer("z", 0, 3)
CALLED = scratch("called")
CLOSING = (If(equal(STEP, 0), (Assign(STEP, 1), Assign(Z, read(Y)))), If(read(CALLED), (Assign(Y, 0),)))


def looks(*update):
    """The variables at which an update looks in step 5, besides the step."""
    commands = (Command("player", "acts", (Clause("now", equal(STEP, 5)),), update),)
    system = System((STEP, X, Y, Z), dict.fromkeys((STEP, X, Y, Z), 0), commands, closing=CLOSING)
    return Influence(system, STEP).looks(0, 5) - {STEP}


def test_the_closing_counts_where_the_update_leads_to_it():
    assert looks(Assign(X, 3), Assign(STEP, 2)) == {X}
    assert looks(Assign(X, 3), Assign(STEP, 0)) == {X, Y, Z}


def test_what_the_closing_reads_is_what_the_update_left():
    assert looks(Assign(Y, read(X)), Assign(STEP, 0)) == {X, Y, Z}


def test_a_step_that_is_not_known_may_lead_anywhere():
    assert looks(If(equal(X, 1), (Assign(STEP, 0),), (Assign(STEP, 2),))) == {X, Y, Z}


def test_what_is_handed_over_counts():
    assert looks(Assign(CALLED, 1)) == {Y}
    assert looks(Assign(CALLED, equal(X, 1))) == {X, Y}


def test_a_wide_disjunction_is_one_truth():
    due = [boolean(f"due {n}") for n in range(8)]
    summaries = Summaries()
    term = all_of(equal(X, 1), any_of(map(read, due)))
    found = summaries.of(term)
    (variable,) = variables_of(found) - {X}
    truth = summaries.truths[variable]
    assert (truth.denied, len(truth.parts)) == (True, 8)
    assert summaries.of(any_of(map(read, due))).kind is VAR
    assert summaries.truth(OR, any_of(map(read, due)).args) is truth
    assert summaries.of(any_of(map(read, due[:3]))) is any_of(map(read, due[:3]))
