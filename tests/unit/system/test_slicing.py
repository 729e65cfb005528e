"""The cone of influence, and what lies outside of it."""

import pytest

from explorer.system.commands import Assign, Clause, Command, If
from explorer.system.slicing import Errand, comes_once, cone, keeps_locals_apart, outside
from explorer.system.solving import Solver
from explorer.system.system import Orbit, System
from explorer.system.terms import all_of, any_of, boolean, equal, integer, less, negate, read, scratch

A, B, C, D, E = (boolean(name) for name in "abcde")
NUMBER = integer("number", 0, 5)
LOCAL = scratch("local")


def system(*commands, closing=(), orbits=()):
    variables = (A, B, C, D, E, NUMBER)
    return System(variables, dict.fromkeys(variables, 0), commands, closing, orbits)


def command(*update, guard=()):
    return Command("somebody", "does it", tuple(Clause("so", term) for term in guard), update)


# ---- the cone --------------------------------------------------------------------------------------------------------


def test_what_is_asked_is_in_its_cone():
    assert cone(system(command(Assign(B, 1))), [read(A)]) == {A}


def test_guards_are_in_every_cone():
    assert cone(system(command(guard=[read(C), negate(D)])), [read(A)]) == {A, C, D}


def test_what_is_assigned_and_under_which_condition_is_followed_to_its_source():
    update = If(read(C), Assign(A, read(B))), Assign(B, read(D))
    assert cone(system(command(*update)), [read(A)]) == {A, B, C, D}


def test_the_closing_is_followed_too():
    assert cone(system(command(Assign(B, 1)), closing=(Assign(A, read(B)),)), [read(A)]) == {A, B}


def test_a_local_variable_ties_nothing_together_across_updates():
    one = command(Assign(LOCAL, read(B)), Assign(A, read(LOCAL)))
    other = command(Assign(LOCAL, read(D)), Assign(C, read(LOCAL)))
    assert cone(system(one, other), [read(A)]) == {A, B}


def test_of_interchangeable_things_all_are_in_a_cone():
    assert cone(system(orbits=(Orbit(((A, B), (C, D))),)), [read(A)]) == {A, C}


@pytest.mark.parametrize(
    ("closing", "apart"),
    [
        ((Assign(A, read(LOCAL)),), False),
        ((Assign(LOCAL, 1), Assign(A, read(LOCAL))), True),
        ((If(read(B), Assign(LOCAL, 1)), Assign(A, read(LOCAL))), False),
        ((If(read(B), Assign(LOCAL, 1), Assign(LOCAL, read(C))), Assign(A, read(LOCAL))), True),
        ((If(read(B), (Assign(LOCAL, 1), If(read(LOCAL), Assign(A, 1)))),), True),
        ((If(read(B), If(read(LOCAL), Assign(A, 1))),), False),
    ],
)
def test_a_closing_that_reads_what_a_command_left_behind_is_noticed(closing, apart):
    assert keeps_locals_apart(closing) is apart


# ---- errands ---------------------------------------------------------------------------------------------------------


def errand(*update, due=None):
    return Errand(read(D) if due is None else due, (command(*update),))


@pytest.mark.parametrize(
    ("update", "found"),
    [
        ((Assign(D, 0),), True),
        ((Assign(D, 0), Assign(A, 1)), False),
        ((If(read(C), Assign(A, 1)),), False),
        ((Assign(B, 1),), True),
        ((Assign(B, read(C)),), False),
        ((If(read(C), Assign(B, 1)),), False),
    ],
)
def test_outside_a_cone_nothing_of_it_is_written_but_constants_where_that_is_free(update, found):
    assert outside(errand(*update), {A, B}, {B}) is found


def once(due, *update, others=()):
    one = command(*update, guard=[due])
    whole = system(one, *others)
    return comes_once(Errand(due, (one,)), whole, Solver().satisfiable)


def test_what_is_struck_off_comes_once():
    assert once(read(D), Assign(D, 0))


def test_what_stays_due_does_not():
    assert not once(read(D), Assign(E, 1))
    assert not once(read(D), If(read(A), Assign(D, 0)))
    assert not once(any_of(D, E), Assign(D, 0))


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (Assign(D, 1), False),
        (Assign(D, read(A)), False),
        (If(read(A), If(read(B), Assign(D, 1))), False),
        (Assign(E, 1), True),
        (Assign(D, 0), True),
    ],
)
def test_nor_does_what_can_become_due_again(other, found):
    assert once(all_of(D, negate(A)), Assign(D, 0), others=[command(other)]) is found


def test_assignments_that_are_carried_out_together_are_looked_at_together():
    """Forgetting that it was done is harmless for a card that leaves at the same time."""
    due = all_of(equal(NUMBER, 2), negate(E))
    done = Assign(E, 1)
    assert once(due, done, others=[command(Assign(E, 0), Assign(NUMBER, 1))])
    assert not once(due, done, others=[command(Assign(E, 0), If(read(A), Assign(NUMBER, 1)))])


def test_z3_is_asked_where_a_term_alone_does_not_tell():
    """Every number is less than 3 or more than 1, so that the second condition never keeps anything from being due."""
    due = all_of(less(NUMBER, 5), D)
    asked = []

    def satisfiable(terms):
        asked.append(terms)
        return Solver().satisfiable(terms)

    one = command(Assign(D, 0), guard=[due])
    assert not comes_once(Errand(due, (one,)), system(one, command(Assign(NUMBER, 3))), satisfiable)
    assert comes_once(Errand(due, (one,)), system(one, command(Assign(D, 0), Assign(NUMBER, 3))), satisfiable)
    wider = all_of(any_of(less(NUMBER, 3), less(1, NUMBER), A), D)
    last = command(Assign(D, 0), guard=[wider])
    assert comes_once(Errand(wider, (last,)), system(last, command(Assign(A, 1))), satisfiable)
    assert len(asked) == 2
