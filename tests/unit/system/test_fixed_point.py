"""The values that variables may ever have: as a plain reading of the definition finds them."""

import pytest

from explorer.game import ground
from explorer.subjects import subject
from explorer.system.commands import Assign, Clause, Command, If
from explorer.system.fixed_point import possible_values
from explorer.system.nodes import ADD, HALF, ITE, MUL, SUB, variables_of
from explorer.system.possibilities import MOST_VALUES, Possibilities
from explorer.system.system import System
from explorer.system.terms import at_most, integer, plus
from tests.questions.asked import library


def assigned(statements, may):
    """The variable and term of each assignment that may be carried out."""
    for one in statements:
        if not isinstance(one, If):
            yield one.variable, one.term
            continue
        low, high = may.span(one.condition)
        yield from assigned(one.then, may) if high else ()
        yield from assigned(one.otherwise, may) if not low else ()


def counts(term):
    """Whether the term can make a number that stands nowhere."""
    return any(map(counts, term.args[1:])) if term.kind is ITE else term.kind in (ADD, SUB, MUL, HALF)


def locals_of(statements):
    """The local variables of an update."""
    for one in statements:
        if isinstance(one, If):
            yield from (v for v in variables_of(one.condition) if v.local)
            yield from locals_of((*one.then, *one.otherwise))
        else:
            yield from (v for v in (one.variable, *variables_of(one.term)) if v.local)


def plainly(system):
    """All commands, all assignments, over and over, until a round changes nothing."""
    updates = [system.closing, *(command.update for command in system.commands)]
    sets = {v: frozenset({0}) for update in updates for v in locals_of(update)}
    sets |= {v: frozenset({system.initial[v]}) for v in system.variables}
    column_of = {v: column for orbit in system.orbits for column in orbit.columns for v in column}
    for column in column_of.values():
        sets |= dict.fromkeys(column, frozenset().union(*(frozenset({system.initial[v]}) for v in column)))
    growths = {}
    before = None
    while before != sets:
        before = dict(sets)
        may = Possibilities(before)
        able = [one.update for one in system.commands if all(may.span(clause.term)[1] for clause in one.guard)]
        for variable, term in (pair for update in (system.closing, *able) for pair in assigned(update, may)):
            if variable not in sets:
                continue
            values = may.values(term)
            more = None if values is None else sets[variable] | {value for value in values if variable.holds(value)}
            if more == sets[variable]:
                continue
            growths[variable] = growths.get(variable, 0) + counts(term)
            for one in column_of.get(variable, (variable,)):
                if more is None or len(more) > MOST_VALUES or growths[variable] > 16:
                    del sets[one]
                else:
                    sets[one] = more
    return sets


@pytest.mark.parametrize("name", ["A01", "A05", "A08", "A46", "B12", "F05", "D06", "S18"])
@pytest.mark.parametrize("ruleset", ["ocg", "tcg"])
def test_it_is_what_a_plain_reading_finds(name, ruleset):
    system = ground(subject(name, library(), ruleset).board, library(), library().ruleset(ruleset)).whole
    found = possible_values(system)
    assert found == plainly(system)
    assert len(found) > 20


def counting(high, *strides):
    """A place from 0 to a highest value, to which each of the strides can be added."""
    place = integer("place", 0, high)
    commands = [
        Command(
            "anyone",
            stride,
            (Clause("room", at_most(plus(place, stride), high)),),
            (Assign(place, plus(place, stride)),),
        )
        for stride in strides
    ]
    return System((place,), {place: 0}, tuple(commands)), place


def test_a_counter_has_every_value_that_it_comes_to():
    system, place = counting(40, 3)
    assert possible_values(system)[place] == {*range(0, 40, 3)}


def test_a_counter_that_grows_in_two_ways_has_the_values_of_both_together():
    system, place = counting(20, 6, 4)
    assert possible_values(system)[place] == {0, *range(4, 21, 2)}


def test_a_counter_of_many_values_may_have_any():
    system, place = counting(400, 1)
    assert place not in possible_values(system)
