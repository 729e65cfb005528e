"""A system checks its parts, and reads its states."""

import pytest

from explorer.system.commands import Assign, Clause, Command
from explorer.system.system import IllFormedSystem, Orbit, System, UnknownVariable
from explorer.system.terms import boolean, equal, integer, plus, read, scratch

a, b = boolean("a"), boolean("b")
number = integer("number", 0, 5)


def parts(**given):
    return given


def command(guard=(), update=()):
    return Command("player", "acts", tuple(guard), tuple(update))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (parts(variables=(a, boolean("a")), initial={a: 0}, commands=()), "two variables are named a"),
        (parts(variables=(a, b), initial={a: 0}, commands=()), "b has no initial value"),
        (parts(variables=(a,), initial={a: 2}, commands=()), "a starts as 2, outside 0..1"),
        (parts(variables=(a,), initial={a: 0, b: 0}, commands=()), "b has an initial value, but is not declared"),
        (parts(variables=(scratch("s"),), initial={}, commands=()), "s is local"),
        (
            parts(variables=(a,), initial={a: 0}, commands=(command([Clause("b", read(b))]),)),
            "the guard of player: acts uses b, which is not declared",
        ),
        (
            parts(variables=(a,), initial={a: 0}, commands=(command(update=[Assign(b, 1)]),)),
            "player: acts uses b, which is not declared",
        ),
        (
            parts(variables=(a,), initial={a: 0}, commands=(command([Clause("s", read(scratch("s")))]),)),
            "reads a local variable",
        ),
        (
            parts(variables=(number,), initial={number: 0}, commands=(), closing=(Assign(integer("number", 0, 9), 1),)),
            "the closing uses number with another range",
        ),
        (
            parts(variables=(a, b), initial={a: 0, b: 0}, commands=(), orbits=(Orbit(((a,), (b, a))),)),
            "differ in length",
        ),
        (parts(variables=(a,), initial={a: 0}, commands=(), orbits=(Orbit(((a,), (a,))),)), "two places"),
        (
            parts(variables=(a, number), initial={a: 0, number: 0}, commands=(), orbits=(Orbit(((a,), (number,))),)),
            "share a column, but not a range",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_ill_formed_system_is_refused_with_the_part_named(given, message):
    with pytest.raises(IllFormedSystem, match=message):
        System(**given)


def test_the_initial_state_is_closed_and_canonical():
    system = System(
        (a, b, number), {a: 1, b: 0, number: 2}, (), (Assign(number, plus(number, 1)),), (Orbit(((a,), (b,))),)
    )
    assert system.initial_state() == (0, 1, 3)


def test_the_rows_of_an_orbit_are_sorted_as_rows():
    first, second = (a, number), (b, integer("other", 0, 5))
    system = System((*first, *second), dict.fromkeys((*first, *second), 0), (), orbits=(Orbit((first, second)),))
    assert system.canonical([1, 2, 0, 5]) == (0, 5, 1, 2)
    assert system.canonical([1, 5, 1, 2]) == (1, 2, 1, 5)


def test_a_term_written_before_folding_can_be_read():
    system = System((number,), {number: 3}, (), constants={a: 1})
    assert system.term(read(a)).value == 1
    assert system.value((4,), plus(number, a)) == 5
    with pytest.raises(UnknownVariable, match="no variable b"):
        system.value((4,), equal(a, b))


def test_a_derived_system_is_that_of_its_parts():
    """As `dataclasses.replace` would make it, but for the checks: the parts are known to go together."""
    system = System((a, b), {a: 0, b: 1}, (command([Clause("b", read(b))], [Assign(a, 1)]),))
    fewer = system.derived(commands=())
    assert (fewer.variables, fewer.initial, fewer.commands, fewer.closing) == ((a, b), {a: 0, b: 1}, (), ())
    assert fewer.index == system.index
    assert system.commands != ()
