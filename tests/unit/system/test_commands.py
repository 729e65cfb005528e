"""Statements are kept flat, and know what they read and write."""

import pytest

from explorer.system.commands import Assign, Clause, Command, If, block, execute, reads, writes, written
from explorer.system.terms import FALSE, TRUE, boolean, enumeration, equal, integer, less, plus, read, scratch

a, b = boolean("a"), boolean("b")
number = integer("number", 0, 5)
place = enumeration("place", ["hand", "field"])


def test_a_block_is_flat_and_without_decided_choices():
    parts = [Assign(a, 1), [If(TRUE, Assign(b, 1)), [If(FALSE, Assign(b, 0), [Assign(number, 2)])]], If(a, ())]
    assert block(*parts) == (Assign(a, 1), Assign(b, 1), Assign(number, 2))


def test_reads_and_writes_look_into_choices():
    statements = block(If(less(number, 3), Assign(a, b), Assign(place, 1)))
    assert reads(statements) == {number, b}
    assert writes(statements) == {a, place}


def test_statements_are_carried_out_in_order():
    values = {a: 0, number: 1}
    local = scratch("local", 0, 5)
    statements = block(
        Assign(number, plus(number, 2)), Assign(local, number), If(equal(local, 3), Assign(a, 1), Assign(a, 0))
    )
    execute(statements, values, None)
    assert (values[a], values[number]) == (1, 3)


def test_a_command_says_who_does_what_and_its_condition():
    command = Command("player", "passes", (Clause("turn", read(a)), Clause("few", less(number, 3))), ())
    assert str(command) == "player: passes"
    assert str(command.condition) == "a and number < 3"
    assert str(command.guard[1]) == "number < 3 [few]"


@pytest.mark.parametrize(("values", "failing"), [((1, 2), []), ((1, 3), ["few"]), ((0, 3), ["turn", "few"])])
def test_a_command_is_explained_by_the_clauses_that_fail(values, failing):
    command = Command("player", "passes", (Clause("turn", read(a)), Clause("few", less(number, 3))), ())
    assert [clause.reason for clause in command.failing(dict(zip((a, number), values, strict=True)))] == failing


def test_statements_print_on_one_line():
    assert written(block(If(a, Assign(place, 1), Assign(number, plus(number, 1))))) == (
        "if a: {place := field} else: {number := number + 1}"
    )


@pytest.mark.parametrize("make", [lambda: If(number, ()), lambda: Clause("number", number)])
def test_a_number_is_no_condition(make):
    with pytest.raises(TypeError, match="expected a condition"):
        make()
