"""Every stepper takes the same steps: one class of tests for all of them."""

from functools import partial

import pytest

from explorer.system import compiled
from explorer.system.commands import Assign, Clause, Command, If, OutOfDomain
from explorer.system.compiled import CompiledStepper
from explorer.system.reference import ReferenceStepper
from explorer.system.system import Orbit, System
from explorer.system.terms import all_of, any_of, boolean, equal, integer, less, minus, plus, read, scratch
from tests.unit.system.puzzles import coins, doors, jugs, nim, river


@pytest.mark.parametrize("stepper", [ReferenceStepper, CompiledStepper, partial(CompiledStepper, checked=True)])
class TestSteppers:
    def test_starts_in_the_initial_state(self, stepper):
        assert stepper(river()).initial_state() == (0, 0, 0, 0)

    def test_lists_the_moves_in_order(self, stepper):
        steps = stepper(jugs())
        assert list(steps.moves((0, 0))) == [0, 1, 2, 3, 4, 5]
        assert [state for _, state in steps.successors((3, 4))] == [(3, 4), (3, 5), (0, 4), (3, 0), (2, 5), (3, 4)]

    def test_closes_after_every_command(self, stepper):
        steps = stepper(doors())
        state = steps.successor(steps.initial_state(), 0)
        assert state == (1, 1, 0, 1, 1)
        assert steps.successor(state, 1) == (0, 0, 0, 1, 1)

    def test_keeps_orbits_sorted(self, stepper):
        assert stepper(coins(3, interchangeable=True)).successor((0, 0, 1), 0) == (0, 1, 1)

    def test_values_are_plain_integers(self, stepper):
        a, number = boolean("a"), integer("number", 0, 9)
        swap = Command("player", "acts", (), (Assign(a, less(number, 3)),))
        (state,) = (state for _, state in stepper(System((a, number), {a: 0, number: 1}, (swap,))).successors((0, 1)))
        assert [type(value) for value in state] == [int, int]

    def test_local_variables_start_at_0_and_reach_the_closing(self, stepper):
        number, local = integer("number", 0, 9), scratch("local", 0, 9)
        system = System(
            (number,),
            {number: 1},
            (
                Command("player", "sets", (), (Assign(local, plus(local, number, 1)),)),
                Command("player", "rests", (), ()),
            ),
            closing=(Assign(number, plus(number, local)),),
        )
        steps = stepper(system)
        assert steps.initial_state() == (1,)
        assert steps.successors((1,)) == [(0, (3,)), (1, (1,))]

    def test_a_system_without_variables_has_one_state(self, stepper):
        steps = stepper(System((), {}, (Command("player", "rests", (), ()),)))
        assert steps.successors(steps.initial_state()) == [(0, ())]


@pytest.mark.parametrize("system", [river(), jugs(), doors(), coins(4, interchangeable=True), nim(1, 2, 3)])
def test_compiled_and_reference_steps_agree(system):
    fast, obvious = CompiledStepper(system), ReferenceStepper(system)
    states = [obvious.initial_state()]
    for state in states:
        assert fast.successors(state) == obvious.successors(state)
        states += [following for _, following in obvious.successors(state) if following not in states]


@pytest.mark.parametrize("stepper", [ReferenceStepper, partial(CompiledStepper, checked=True)])
def test_an_assignment_out_of_range_is_blamed_on_its_command(stepper):
    number, a = integer("number", 0, 2), boolean("a")
    down = Command("player", "takes", (), (If(read(a), Assign(number, minus(number, 1))),))
    with pytest.raises(OutOfDomain, match=r"player: takes sets number to -1, outside 0\.\.2") as caught:
        stepper(System((number, a), {number: 0, a: 1}, (down,))).successors((0, 1))
    assert (caught.value.variable, caught.value.value, caught.value.command) == (number, -1, down)


class TestCompiledSource:
    def test_groups_commands_by_the_variable_that_guards_test_most(self):
        source = CompiledStepper(nim(1, 2, 3)).source
        assert "# turn = 0" in source or "# heap 0 = 1" in source

    def test_tests_a_shared_condition_once(self):
        a, b, number = boolean("a"), boolean("b"), integer("number", 0, 9)
        shared = any_of(all_of(a, less(number, 5)), all_of(b, less(3, number)))
        commands = tuple(
            Command("player", n, (Clause("shared", shared), Clause("number", negated)), ())
            for n, negated in enumerate((less(number, 7), less(2, number)))
        )
        system = System((a, b, number), {a: 0, b: 0, number: 0}, commands)
        assert CompiledStepper(system).source.count("< 5") == 1

    def test_only_what_may_leave_its_range_is_tested(self):
        """A value that a variable of the same range may have cannot; one more can."""
        number, other = integer("number", 0, 9), integer("other", 1, 9)
        update = Assign(number, read(other)), Assign(other, 9), Assign(number, plus(number, 1))
        command = Command("player", "counts", (), update)
        source = CompiledStepper(System((number, other), {number: 0, other: 1}, (command,)), checked=True).source
        assert source.count("left(") == 1

    @pytest.mark.parametrize(("longest", "again"), [(10_000, 0), (0, 3)])
    def test_like_systems_are_compiled_once(self, monkeypatch, longest, again):
        """The closing, the guards and the update; what is long is not kept."""
        made = []
        monkeypatch.setattr(compiled, "_LONGEST_KEPT", longest)
        monkeypatch.setattr(compiled, "compile", lambda *given: made.append(given) or compile(*given), raising=False)
        for name in ("compiled once", "called otherwise"):
            number = integer(name, 0, 7)
            raises = Command("player", "raises", (Clause("low", less(number, 7)),), (Assign(number, plus(number, 1)),))
            before = len(made)
            assert CompiledStepper(System((number,), {number: 0}, (raises,))).successors((0,)) == [(0, (1,))]
        assert len(made) - before == again

    def test_events_cannot_break_the_source(self):
        a = boolean("a")
        event = 'x"\nraise SystemExit'
        system = System((a,), {a: 0}, (Command("player", event, (), (Assign(a, 1),)),))
        compile(CompiledStepper(system).source, "<test>", "exec")
        assert CompiledStepper(system).successors((0,)) == [(0, (1,))]

    def test_a_very_deep_term_compiles(self):
        number, a = integer("number", 0, 9), boolean("a")
        deep = read(number)
        for depth in range(300):
            deep = minus(plus(deep, a), a) if depth % 2 else plus(deep, 1)
        update = Assign(number, minus(deep, 148))
        system = System(
            (number, a), {number: 0, a: 1}, (Command("player", "acts", (Clause("deep", equal(deep, 150)),), (update,)),)
        )
        assert CompiledStepper(system).successors((0, 1)) == ReferenceStepper(system).successors((0, 1))

    def test_a_term_that_shares_its_parts_stays_small(self):
        number, a = integer("number", 0, 9), boolean("a")
        term = read(number)
        for _ in range(60):
            term = minus(plus(term, term), term)
        system = System((number, a), {number: 4, a: 1}, (Command("player", "acts", (), (Assign(number, term),)),))
        assert len(CompiledStepper(system).source) < 5000
        assert CompiledStepper(system).successors((4, 1)) == [(0, (4, 1))]

    def test_orbit_with_several_columns_moves_whole_rows(self):
        rows = [(integer(f"x{i}", 0, 3), boolean(f"y{i}")) for i in range(3)]
        variables = tuple(variable for row in rows for variable in row)
        up = tuple(
            Command("player", f"raises {i}", (Clause("low", less(x, 3)),), (Assign(x, plus(x, 1)), Assign(y, 1)))
            for i, (x, y) in enumerate(rows)
        )
        system = System(variables, dict.fromkeys(variables, 0), up, orbits=(Orbit(tuple(rows)),))
        state = (0, 1, 1, 0, 1, 1)
        assert CompiledStepper(system).successors(state) == ReferenceStepper(system).successors(state)
