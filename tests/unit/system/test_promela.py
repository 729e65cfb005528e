"""Promela text of a system: what can be seen without SPIN."""

import re

import pytest

from explorer.system import Assign, Clause, Command, If, Orbit, System
from explorer.system.promela import promela, type_of
from explorer.system.system import UnknownVariable
from explorer.system.terms import boolean, enumeration, equal, half, integer, less, minus, plus, read, scratch
from tests.unit.system.puzzles import jugs, river

NUMBER = integer("number", -3, 9)


def acts(guard, *update, event="acts"):
    """A command of a player."""
    return Command("player", event, (Clause("guard", guard),), update)


@pytest.mark.parametrize(
    ("low", "high", "name"),
    [
        (0, 1, "bit"),
        (1, 1, "bit"),
        (0, 2, "byte"),
        (0, 255, "byte"),
        (0, 256, "short"),
        (-1, 0, "short"),
        (-32_768, 32_767, "short"),
        (0, 32_768, "int"),
        (-32_769, 0, "int"),
        (-(2**31), 2**31 - 1, "int"),
    ],
)
def test_the_smallest_type_that_holds_the_range(low, high, name):
    """A byte has no sign."""
    assert type_of(integer("number", low, high)) == name


def test_a_range_that_no_type_holds():
    """It is refused, not cut off."""
    with pytest.raises(ValueError, match=r"big: no type of Promela holds 0\.\.2147483648"):
        type_of(integer("big", 0, 2**31))


def test_something_open():
    """Promela has no sets of cases."""
    system = System((NUMBER,), {NUMBER: 0}, (), opened={NUMBER: read(NUMBER)})
    with pytest.raises(ValueError, match="close the system first"):
        promela(system)


def test_an_end_that_the_system_does_not_keep():
    """As everywhere else."""
    with pytest.raises(UnknownVariable, match="no variable number"):
        promela(river(), ends=[read(NUMBER)])


def test_each_variable_is_declared_with_its_initial_value():
    """Labels are told in a comment."""
    place = enumeration("the place", ["hand", "field"])
    text = promela(System((NUMBER, place), {NUMBER: -2, place: 1}, ()))
    assert "short number_0 = -2; /* number */" in text
    assert "bit the_place_1 = 1; /* the place, 0 hand, 1 field */" in text


def test_local_variables_are_hidden_and_start_at_0():
    """They are no part of what SPIN stores."""
    text = promela(jugs())
    assert "hidden int local_0; /* poured */" in text
    assert text.count("local_0 = 0;") == 2  # the two commands that pour


def test_halves_are_rounded_down():
    """The division of C rounds towards 0."""
    text = promela(System((NUMBER,), {NUMBER: 0}, (acts(less(0, NUMBER), Assign(NUMBER, half(NUMBER))),)))
    assert "number_0 = (number_0 >> 1);" in text


def test_rows_are_sorted_by_exchanges():
    """Three rows: three exchanges, of whole rows."""
    rows = tuple((integer(f"x{i}", 0, 3), boolean(f"y{i}")) for i in range(3))
    variables = tuple(variable for row in rows for variable in row)
    text = promela(System(variables, dict.fromkeys(variables, 0), (), orbits=(Orbit(rows),)))
    assert text.count("(x0_0 > x1_2 || (x0_0 == x1_2 && (y0_1 > y1_3)))") == 2  # at the start, and after a step
    assert len(re.findall(r"kept = \w+; \w+ = \w+; \w+ = kept;", text)) == 2 * 3 * 2


def test_events_and_names_cannot_break_the_text():
    """Nothing that a user writes gets out of a comment or makes a name of Promela."""
    name = boolean("*/ c_code { exit(1); } /*")
    event = "/* x */ \n#include <x> \\"
    text = promela(System((name,), {name: 0}, (acts(equal(name, 0), Assign(name, 1), event=event),)))
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert not re.search(r"c_code\s*\{|#include", code)
    assert not re.search(r"^\s*#include", text, re.MULTILINE)
    assert "c_code_exit_1_0 = 1;" in code


def test_a_term_that_shares_its_parts_stays_small():
    """In an update, in a condition, in a guard, and in an end."""
    term = read(NUMBER)
    for _ in range(60):
        term = minus(plus(term, term), term)
    update = Assign(NUMBER, term), If(less(term, 3), Assign(NUMBER, plus(NUMBER, 1)))
    text = promela(System((NUMBER,), {NUMBER: 0}, (acts(less(term, 5), *update),)), ends=[term])
    assert len(text) < 40_000
    assert "(holds_0);" in text


def test_the_guard_asks_for_the_control_first():
    """SPIN tries every guard in every state: the test that fails most comes first."""
    window, flag = integer("window", 0, 9), boolean("flag")
    commands = [
        Command("player", at, (Clause("flag", read(flag)), Clause("window", equal(window, at))), ()) for at in (1, 2)
    ]
    text = promela(System((flag, window), {flag: 0, window: 0}, tuple(commands)))
    assert "((window_1 == 1) && flag_0);" in text


def test_scratch_of_the_closing_is_reset_by_every_command():
    """An update that does not use it must not leave the closing what another command wrote."""
    kept = scratch("kept")
    flag = boolean("flag")
    closing = (If(kept, Assign(flag, 1)), Assign(kept, 1))
    commands = (acts(equal(flag, 0)), acts(equal(flag, 0), Assign(kept, 1)))
    text = promela(System((flag,), {flag: 0}, commands, closing))
    assert text.count("local_0 = 0;") == 3  # two commands, and the start
