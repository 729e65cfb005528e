"""Folding keeps the steps and what is watched, and says why it dropped what it dropped."""

from explorer.search.explore import explore
from explorer.system.commands import Assign, Clause, Command, If
from explorer.system.fixed_point import possible_values
from explorer.system.folding import fold
from explorer.system.system import Orbit, System
from explorer.system.terms import boolean, enumeration, equal, integer, less, plus, read, smaller
from tests.unit.system.puzzles import coins, doors, doors_variables, nim

door, light, alarm, visits, note = doors_variables()


def acts(*guard, update=(), event="acts"):
    return Command("player", event, tuple(Clause(str(term), term) for term in guard), tuple(update))


class TestConstants:
    def test_what_never_changes_becomes_a_constant(self):
        folded = fold(doors(), None)
        assert folded.variables == (door, light, visits, note)
        assert folded.constants == {alarm: 0}
        assert folded.value(folded.initial_state(), read(alarm)) == 0

    def test_clauses_that_always_hold_are_left_out(self):
        folded = fold(doors(), None)
        assert [clause.reason for clause in folded.commands[0].guard] == ["closed", "not too often"]

    def test_a_variable_that_is_only_given_its_initial_value_is_constant(self):
        a = boolean("a")
        assert fold(System((a,), {a: 1}, (acts(a, update=[Assign(a, 1)]),))).constants == {a: 1}

    def test_constants_follow_from_constants(self):
        a, b, c = boolean("a"), boolean("b"), boolean("c")
        system = System((a, b, c), {a: 0, b: 0, c: 0}, (acts(a, update=[Assign(b, 1)]), acts(b, update=[Assign(c, 1)])))
        folded = fold(system, [read(c)])
        assert (folded.variables, folded.commands) == ((), ())
        assert folded.constants == {a: 0, b: 0, c: 0}

    def test_an_assignment_that_is_never_reached_changes_nothing(self):
        a, b = boolean("a"), boolean("b")
        system = System((a, b), {a: 0, b: 0}, (acts(update=[If(b, Assign(a, 1)), Assign(b, 0)]),))
        assert fold(system, [read(a)]).constants == {a: 0, b: 0}


class TestPruned:
    def test_names_the_false_clauses_as_they_were_written(self):
        (pruned,) = fold(doors()).pruned
        assert (pruned.command.event, pruned.how) == ("stops the alarm", "folded")
        assert [str(clause) for clause in pruned.clauses] == ["alarm [it rings]"]

    def test_names_clauses_that_exclude_each_other(self):
        place, a = enumeration("place", ["hand", "field", "gone"]), boolean("a")
        system = System(
            (place, a),
            {place: 0, a: 0},
            (
                acts(a, equal(place, 0), less(place, 2), equal(place, 1)),
                acts(update=[Assign(place, 1), Assign(a, 1)]),
                acts(update=[Assign(place, 2)]),
            ),
        )
        (pruned,) = fold(system).pruned
        assert [clause.reason for clause in pruned.clauses] == ["place = hand", "place = field"]

    def test_a_value_that_is_never_given_excludes_a_command(self):
        place = enumeration("place", ["hand", "field", "gone"])
        system = System((place,), {place: 0}, (acts(update=[Assign(place, 1)]), acts(equal(place, 2))))
        folded = fold(system, [read(place)])
        assert [pruned.clauses[0].reason for pruned in folded.pruned] == ["place = gone"]
        assert folded.possible == {place: frozenset({0, 1})}
        assert folded.value((1,), equal(place, 1)) == 1


class TestUnread:
    def test_what_nobody_reads_goes(self):
        folded = fold(doors())
        assert folded.variables == (door, visits)
        assert folded.closing == ()

    def test_what_is_watched_stays_with_what_it_depends_on(self):
        folded = fold(doors(), [read(light)])
        assert folded.variables == (door, light, visits)
        assert [folded.value(state, read(light)) for state in explore(folded).states] == [0, 1, 0, 1, 0, 1, 0]

    def test_none_keeps_every_variable_that_changes(self):
        assert note in fold(doors(), None).variables

    def test_nothing_to_fold_changes_nothing(self):
        system = nim(1, 2)
        folded = fold(system)
        assert (folded.variables, folded.commands) == (system.variables, system.commands)


class TestOrbits:
    def test_a_column_is_folded_as_a_whole(self):
        rows = [(boolean(f"kind {i}"), boolean(f"used {i}")) for i in range(2)]
        variables = tuple(variable for row in rows for variable in row)
        use = tuple(acts(equal(used, 0), update=[Assign(used, 1)]) for _, used in rows)
        system = System(variables, dict.fromkeys(variables, 0), use, orbits=(Orbit(tuple(rows)),))
        folded = fold(system, [plus(*(used for _, used in rows))])
        assert folded.orbits == (Orbit(tuple((used,) for _, used in rows)),)
        assert folded.constants == {kind: 0 for kind, _ in rows}

    def test_a_row_that_differs_keeps_its_column(self):
        a, b = boolean("a"), boolean("b")
        system = System((a, b), {a: 0, b: 1}, (acts(equal(a, b)),), orbits=(Orbit(((a,), (b,))),))
        assert fold(system).variables == (a, b)

    def test_states_stay_merged(self):
        assert len(explore(fold(coins(5, interchangeable=True))).states) == 6


class TestPossibleValues:
    def test_copies_carry_values(self):
        a, b = integer("a", 0, 9), integer("b", 0, 9)
        system = System((a, b), {a: 2, b: 5}, (acts(update=[Assign(a, b)]),))
        assert possible_values(system) == {a: frozenset({2, 5}), b: frozenset({5})}

    def test_counting_to_a_bound_is_found(self):
        a = integer("a", 0, 99)
        system = System((a,), {a: 0}, (acts(update=[Assign(a, smaller(plus(a, 1), 4))]),))
        assert possible_values(system) == {a: frozenset(range(5))}

    def test_counting_without_a_bound_ends_in_the_whole_range(self):
        life = integer("life", 0, 99_999)
        system = System((life,), {life: 8000}, (acts(update=[Assign(life, plus(life, 1000))]),))
        assert possible_values(system) == {}

    def test_values_that_the_range_excludes_do_not_count(self):
        a, b = boolean("a"), integer("b", 0, 5)
        copy = acts(update=[If(less(b, 2), Assign(a, b)), Assign(b, 1)])
        assert possible_values(System((a, b), {a: 0, b: 5}, (copy,))) == {a: frozenset({0, 1}), b: frozenset({1, 5})}
