"""Conflicts, corrections and decision diagrams, against all sets and all cases."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.system.conflicts import conflicts
from explorer.system.diagrams import count, term_of, without
from explorer.system.evaluation import evaluate
from explorer.system.solving import Solver
from explorer.system.terms import FALSE, TRUE, all_of, enumeration, equal, one_of, read, variables_of

A, B, C = VARIABLES = tuple(enumeration(name, "xyz"[:size]) for name, size in (("a", 2), ("b", 3), ("c", 2)))
CASES = [*product(range(2), range(3), range(2))]


def of(*pairs):
    """That each variable has one of these values."""
    return all_of(one_of(read(variable), values) for variable, values in pairs)


def holding(term):
    return {values for values in CASES if evaluate(term, dict(zip(VARIABLES, values, strict=True)))}


sets_of_cases = st.sets(st.sampled_from(CASES))


class TestConflicts:
    def test_none_where_all_can_hold(self):
        assert [*conflicts([of((A, [0])), of((B, [0, 1]))], [], Solver())] == []

    def test_none_of_nothing(self):
        assert [*conflicts([], [], Solver())] == []

    def test_two_that_exclude_each_other(self):
        assert [*conflicts([of((A, [0])), of((B, [2])), of((A, [1]))], [], Solver())] == [(0, 2)]

    def test_one_that_cannot_hold_is_a_conflict_by_itself(self):
        assert [*conflicts([of((A, [0])), FALSE], [], Solver())] == [(1,)]

    def test_three_of_which_any_two_can_hold(self):
        assert [*conflicts([of((B, [0, 1])), of((B, [1, 2])), of((B, [0, 2]))], [], Solver())] == [(0, 1, 2)]

    def test_beside_what_holds_anyway(self):
        """What settles a value is what cannot hold beside another one: the smallest set comes first."""
        parts = [of((B, [0, 1])), of((B, [1, 2])), of((A, [0])), of((B, [1]))]
        assert [*conflicts(parts, [of((B, [0, 2]))], Solver())] == [(3,), (0, 1)]

    def test_what_cannot_hold_anyway_needs_no_parts(self):
        assert [*conflicts([of((A, [0]))], [FALSE], Solver())] == [()]

    @given(st.lists(sets_of_cases, max_size=6))
    def test_all_minimal_sets_smallest_first(self, sets):
        parts = [term_of(VARIABLES, cases) for cases in sets]
        wanted = []
        for size in range(len(sets) + 1):
            for numbers in combinations(range(len(sets)), size):
                common = set(CASES).intersection(*(sets[number] for number in numbers))
                if not common and not any(set(known) <= set(numbers) for known in wanted):
                    wanted.append(numbers)
        found = [*conflicts(parts, [], Solver())]
        assert sorted(found) == sorted(wanted)
        assert [len(one) for one in found] == sorted(map(len, found))


class TestDiagrams:
    @given(sets_of_cases)
    def test_a_term_for_a_set_of_cases(self, cases):
        """It holds in these and in no others; its cases are counted without listing them."""
        term = term_of(VARIABLES, cases)
        assert holding(term) == cases
        assert count(term, VARIABLES) == len(cases)

    def test_what_makes_no_difference_is_left_out(self):
        assert term_of(VARIABLES, [case for case in CASES if case[1] == 2]) is equal(read(B), 2)
        assert term_of(VARIABLES, CASES) is TRUE
        assert term_of(VARIABLES, []) is FALSE

    @given(sets_of_cases)
    def test_without_a_variable(self, cases):
        term = without(term_of(VARIABLES, cases), B)
        assert B not in variables_of(term)
        left = {(a, c) for a, _, c in cases}
        assert holding(term) == {case for case in CASES if (case[0], case[2]) in left}

    @pytest.mark.parametrize(("term", "number"), [(TRUE, 12), (FALSE, 0), (of((A, [0]), (C, [1])), 3)])
    def test_numbers_of_cases(self, term, number):
        assert count(term, VARIABLES) == number
