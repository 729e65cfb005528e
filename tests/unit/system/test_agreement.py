"""The compiled guards read back: the same as the guards for Z3, and told apart where they are not."""

import random

import pytest

from explorer.system import Assign, Clause, Command, CompiledStepper, System
from explorer.system.agreement import UnreadableSource, agreement, moves_read_back
from explorer.system.terms import (
    all_of,
    any_of,
    at_least,
    boolean,
    count_true,
    either,
    enumeration,
    equal,
    half,
    less,
    minus,
    negate,
    plus,
    times,
)

PLACE = enumeration("place", ["here", "there", "gone"])
FLAGS = [boolean(f"flag {number}") for number in range(4)]


def _system(*guards):
    from explorer.system.terms import integer

    x, y = integer("x", 0, 9), integer("y", -4, 9)
    variables = (PLACE, *FLAGS, x, y)
    commands = tuple(
        Command("rules", f"step {number}", (Clause("so", guard(x, y)),), (Assign(x, 0),))
        for number, guard in enumerate(guards)
    )
    return System(variables, dict.fromkeys(variables, 0), commands)


EVERY_KIND = (
    lambda x, y: all_of(equal(PLACE, 0), FLAGS[0], negate(FLAGS[1])),
    lambda x, y: all_of(equal(PLACE, 0), FLAGS[0], less(plus(x, y), 7)),
    lambda x, y: all_of(equal(PLACE, 1), any_of(FLAGS[0], at_least(half(minus(x, y)), 2))),
    lambda x, y: all_of(equal(PLACE, 1), at_least(count_true(*FLAGS), 2)),
    lambda x, y: all_of(equal(PLACE, 2), equal(either(FLAGS[2], x, times(3, y)), 6)),
    lambda x, y: any_of(equal(PLACE, 2), all_of(less(half(y), x), negate(equal(x, y)))),
)


def test_every_kind_of_term_is_read_back():
    """Five guards are of one place; the sixth is asked about at each of three."""
    found = agreement(_system(*EVERY_KIND))
    assert (found.guards, found.different, found.undecided) == (8, (), ())


def test_the_compiled_moves_are_those_of_the_guards_on_random_states():
    """What is read back is what runs: the compiled function agrees with the terms on 5,000 random states."""
    from explorer.system import ReferenceStepper

    system = _system(*EVERY_KIND)
    fast, slow = CompiledStepper(system), ReferenceStepper(system)
    chance = random.Random(5)
    for _ in range(5_000):
        state = tuple(chance.randint(one.low, one.high) for one in system.variables)
        assert list(fast.moves(state)) == list(slow.moves(state))


class _Broken(CompiledStepper):
    """Writes a comparison the wrong way round."""

    def source_of_moves(self, value):
        return [line.replace("< 7", "<= 7") for line in super().source_of_moves(value)]


def test_a_guard_that_is_compiled_wrongly_is_found():
    system = _system(*EVERY_KIND)
    found = agreement(system, stepper=_Broken(system))
    assert found.different == ("rules: step 1, where place is here",)


class _Forgetful(CompiledStepper):
    """Forgets a command."""

    def source_of_moves(self, value):
        return [line.replace("r.append(3)", "r.sort()") for line in super().source_of_moves(value)]


def test_a_command_that_is_missing_is_found():
    system = _system(*EVERY_KIND)
    assert agreement(system, stepper=_Forgetful(system)).different == ("rules: step 3, where place is there",)


def test_what_is_not_understood_is_an_error():
    with pytest.raises(UnreadableSource):
        moves_read_back("def moves(s):\n    r = []\n    while True:\n        pass\n    return r", [])
