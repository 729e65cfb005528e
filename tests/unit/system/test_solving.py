"""What Z3 decides: guards that cannot hold, and the models of a condition."""

from itertools import combinations

import pytest

from explorer.search.explore import explore
from explorer.system import samples
from explorer.system.commands import Assign, Clause, Command
from explorer.system.pruning import prune
from explorer.system.solving import Solver, choices, models_of
from explorer.system.system import System
from explorer.system.terms import (
    FALSE,
    all_of,
    any_of,
    at_most,
    boolean,
    count_true,
    either,
    enumeration,
    equal,
    half,
    integer,
    less,
    minus,
    plus,
    read,
    times,
)
from tests.unit.system.puzzles import doors, river

a, b, c = (integer(name, 0, 5) for name in "abc")
yes = boolean("yes")


def clauses(*terms):
    return [Clause(str(term), term) for term in terms]


class TestSolver:
    def test_ranges_of_variables_count(self):
        assert Solver().satisfiable([less(plus(a, b), 11), less(9, plus(a, b))])
        assert not Solver().satisfiable([less(10, plus(a, b, times(-1, c))), less(0, c)])

    def test_possible_values_count(self):
        assert not Solver({a: frozenset({1, 3})}).satisfiable([equal(times(2, b), a)])

    def test_narrower_sets_count_from_then_on(self):
        solver = Solver()
        assert solver.satisfiable([equal(plus(a, b), 4)])
        solver.restrict({a: frozenset({5})})
        assert not solver.satisfiable([equal(plus(a, b), 4)])

    def test_booleans_are_numbers_too(self):
        assert not Solver().satisfiable([equal(plus(yes, a), 3), less(a, 2)])
        assert Solver().satisfiable([equal(either(yes, a, b), 3), equal(a, 2)])

    def test_the_core_is_minimal_and_in_order(self):
        core = Solver().core(clauses(read(yes), less(a, b), at_most(c, 4), less(b, c), less(c, a)))
        assert [clause.reason for clause in core] == ["a < b", "b < c", "c < a"]

    def test_there_is_no_core_of_what_can_hold(self):
        with pytest.raises(ValueError, match="can hold together"):
            Solver().core(clauses(less(a, b)))

    def test_answers_are_remembered(self):
        solver = Solver()
        for _ in range(3):
            solver.satisfiable([less(a, b), read(yes)])
        assert str(solver.statistics).startswith("1 queries, 2 answered from memory")

    def test_z3_is_told_of_terms_in_their_order(self):
        """Which of several cores it finds, and how often it is asked, then depends on nothing else."""
        terms = [*clauses(*(less(one, value) for one in (a, b, c) for value in (2, 3, 4)))]
        solver = Solver()
        assert solver.satisfiable([*terms, terms[0]])
        assert [*solver._assumptions] == [clause.term for clause in terms]

    def test_what_is_kept_to_before_it_is_met(self):
        solver = Solver()
        solver.restrict({a: frozenset({1, 4})})
        assert not solver.satisfiable([equal(a, 2)])
        assert solver.satisfiable([equal(a, 4)])
        solver.restrict({a: frozenset({1})})
        assert not solver.satisfiable([equal(a, 4)])


class TestPrune:
    def test_what_a_sample_shows_is_not_asked(self):
        pair = System(
            (a, b),
            {a: 0, b: 0},
            (
                Command("p", "together", tuple(clauses(less(2, a), equal(a, plus(b, 1)))), ()),
                *(Command("p", f"raises {v}", tuple(clauses(less(v, 5))), (Assign(v, plus(v, 1)),)) for v in (a, b)),
            ),
        )
        pruned, statistics = prune(pair)
        assert len(pruned.commands) == 3
        assert (statistics.queries, statistics.decided, statistics.pruned) == (0, 3, 0)

    @pytest.mark.parametrize("steps", [samples.MOST_STEPS, 1])
    def test_drops_what_no_values_allow_and_names_the_core(self, monkeypatch, steps):
        """The solver is asked only where the search for such values is given up."""
        monkeypatch.setattr(samples, "MOST_STEPS", steps)
        system = System(
            (a, b, c, yes),
            dict.fromkeys((a, b, c, yes), 0),
            (
                Command("p", "goes round", tuple(clauses(less(a, b), read(yes), less(b, c), less(c, a))), ()),
                *(
                    Command("p", f"raises {v}", tuple(clauses(less(v, 5))), (Assign(v, plus(v, 1)), Assign(yes, 1)))
                    for v in (a, b, c)
                ),
            ),
        )
        pruned, statistics = prune(system)
        assert [command.event for command in pruned.commands] == ["raises a", "raises b", "raises c"]
        assert [clause.reason for clause in pruned.pruned[0].clauses] == ["a < b", "b < c", "c < a"]
        assert pruned.pruned[0].how == "solver"
        assert (statistics.pruned, statistics.queries > 0) == (1, steps == 1)

    def test_what_pruning_frees_is_folded_and_reported_as_first_written(self):
        place = enumeration("place", ["hand", "field"])
        never = clauses(less(plus(a, b), c), less(plus(b, c), a), read(yes))
        count = tuple(
            Command("p", f"raises {v}", tuple(clauses(less(v, 5))), (Assign(v, plus(v, 1)),)) for v in (a, b, c)
        )
        system = System(
            (a, b, c, yes, place),
            {a: 0, b: 0, c: 0, yes: 1, place: 0},
            (
                Command("p", "moves", tuple(never), (Assign(place, 1),)),
                Command("p", "after", tuple(clauses(read(yes), equal(place, 1))), ()),
                *count,
            ),
        )
        folded, _ = prune(system)
        assert [str(pruned.command) for pruned in folded.pruned] == ["p: moves", "p: after"]
        assert [pruned.how for pruned in folded.pruned] == ["solver", "folded"]
        assert folded.pruned[1].clauses == tuple(clauses(equal(place, 1)))
        assert folded.constants == {yes: 1, place: 0}

    def test_no_question_is_put_where_one_look_decides(self):
        _, statistics = prune(doors())
        assert (statistics.queries, statistics.pruned) == (0, 0)

    def test_the_graph_stays(self):
        pruned, _ = prune(river(), watched=())
        assert explore(pruned).states == explore(river()).states


class TestModels:
    def test_are_all_found_in_ascending_order(self):
        found = models_of(equal(plus(a, b), 2), (a, b))
        assert found == [(0, 2), (1, 1), (2, 0)]

    def test_of_booleans_too(self):
        first, second = boolean("first"), boolean("second")
        assert models_of(any_of(first, second), (first, second)) == [(0, 1), (1, 0), (1, 1)]

    def test_booleans_with_arithmetic(self):
        """Half of a boolean is always 0: what Z3's solver for booleans does not know, its other solver does."""
        flag = boolean("flag")
        assert models_of(equal(read(flag), half(read(flag))), (flag,)) == [(0,)]

    def test_of_a_contradiction_there_are_none(self):
        assert models_of(FALSE, (a,)) == []
        assert models_of(less(a, 3), ()) == [()]

    def test_other_variables_are_forgotten(self):
        assert models_of(less(plus(a, b), 2), (a,)) == [(0,), (1,)]


class TestChoices:
    def test_that_add_up(self):
        levels = [1, 3, 4, 4, 8]
        found = choices(levels, lambda chosen: equal(plus(times(n, v) for n, v in zip(levels, chosen, strict=True)), 8))
        expected = [s for k in range(6) for s in combinations(range(5), k) if sum(levels[i] for i in s) == 8]
        assert found == sorted(expected) == [(0, 1, 2), (0, 1, 3), (2, 3), (4,)]

    def test_of_two_without_two_of_a_name(self):
        names = "xxy"
        found = choices(names, lambda v: all_of(equal(count_true(v), 2), at_most(plus(v[0], v[1]), 1)))
        assert found == [(0, 2), (1, 2)]

    def test_of_nothing(self):
        assert choices([], lambda v: equal(minus(plus(v), 0), 0)) == [()]
