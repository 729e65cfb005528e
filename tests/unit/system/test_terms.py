"""Terms simplify while they are built, share structure, and print as people read them."""

import copy
import gc
import pickle

import pytest

from explorer.system.nodes import _TABLE
from explorer.system.terms import (
    FALSE,
    TRUE,
    Variable,
    all_of,
    any_of,
    at_least,
    at_most,
    boolean,
    bounds,
    const,
    count_true,
    either,
    enumeration,
    equal,
    evaluate,
    implies,
    integer,
    larger,
    less,
    lift,
    minus,
    negate,
    one_of,
    plus,
    read,
    scratch,
    smaller,
    substitute,
    times,
    variables_of,
)

place = enumeration("place", ["hand", "field", "graveyard"])
due, set_ = boolean("due"), boolean("set")
life, cost = integer("life", 0, 9), integer("cost", 1, 3)


class TestSimplification:
    @pytest.mark.parametrize(
        ("term", "simple"),
        [
            (all_of(), TRUE),
            (any_of(), FALSE),
            (all_of(due, TRUE), read(due)),
            (all_of([due, FALSE]), FALSE),
            (all_of(due, due), read(due)),
            (all_of(due, negate(due)), FALSE),
            (any_of(due, negate(due)), TRUE),
            (any_of(less(life, cost), at_most(cost, life)), TRUE),
            (at_most(plus(life, cost, 2), plus(cost, 5)), at_most(life, 3)),
            (less(plus(life, life, cost), plus(cost, life, 3)), less(life, 3)),
            (at_most(cost, plus(life, cost)), TRUE),
            (all_of(due, all_of(set_, due)), all_of(due, set_)),
            (all_of(equal(place, 1), equal(place, 2)), FALSE),
            (all_of(equal(place, 1), negate(equal(place, 2))), equal(place, 1)),
            (negate(negate(due)), read(due)),
            (negate(at_most(life, cost)), less(cost, life)),
            (equal(place, 3), FALSE),
            (equal(3, place), FALSE),
            (equal(place, place), TRUE),
            (equal(const(2), 2), TRUE),
            (equal(due, True), read(due)),
            (equal(negate(due), set_), negate(equal(due, set_))),
            (equal(negate(due), negate(set_)), equal(due, set_)),
            (equal(due, 0), negate(due)),
            (equal(plus(life, 2), 5), equal(life, 3)),
            (equal(either(due, 1, 2), 2), negate(due)),
            (at_most(life, 9), TRUE),
            (at_most(cost, 0), FALSE),
            (less(plus(life, 1), 4), less(life, 3)),
            (at_least(4, plus(life, 1)), at_most(life, 3)),
            (less(life, 0), FALSE),
            (plus(1, life, 2), plus(life, 3)),
            (plus(plus(life, 1), minus(cost, 1)), plus(life, cost)),
            (minus(life, life), const(0)),
            (times(2, times(3, life)), times(6, life)),
            (times(0, life), const(0)),
            (either(due, life, life), read(life)),
            (either(negate(due), life, cost), either(due, cost, life)),
            (either(due, 1, 0), read(due)),
            (either(due, set_, False), all_of(due, set_)),
            (either(due, either(due, 1, 2), 3), either(due, 1, 3)),
            (smaller(life, 12), read(life)),
            (larger(cost, 0), read(cost)),
            (one_of(place, [0, 1, 2, 7]), TRUE),
            (one_of(place, [0, 2]), negate(equal(place, 1))),
            (one_of(place, [7]), FALSE),
            (implies(due, due), TRUE),
            (equal(Variable("one", 4, 4), Variable("other", 4, 4)), TRUE),
        ],
        ids=str,
    )
    def test_is_the_same_object_as_the_simple_term(self, term, simple):
        assert term is simple

    def test_a_two_valued_enumeration_keeps_its_labels(self):
        side = enumeration("side", ["left", "right"])
        assert str(equal(side, 1)) == "side = right"


class TestBounds:
    @pytest.mark.parametrize(
        ("term", "interval"),
        [
            (plus(life, cost), (1, 12)),
            (minus(life, cost), (-3, 8)),
            (times(-2, cost), (-6, -2)),
            (either(due, life, 20), (0, 20)),
            (smaller(life, 4), (0, 4)),
            (larger(life, 4), (4, 9)),
            (count_true(due, set_, equal(place, 1)), (0, 3)),
        ],
        ids=str,
    )
    def test_holds_every_value(self, term, interval):
        assert bounds(term) == interval


class TestReading:
    def test_evaluates_under_an_assignment(self):
        term = either(all_of(due, less(life, 5)), plus(times(2, life), cost), minus(life, cost))
        assert evaluate(term, {due: 1, life: 4, cost: 3}) == 11
        assert evaluate(term, {due: 0, life: 4, cost: 3}) == 1

    def test_names_the_variables(self):
        assert variables_of(any_of(due, equal(place, 1))) == {due, place}
        assert variables_of(TRUE) == frozenset()

    def test_substitutes_all_at_once(self):
        swapped = substitute(less(life, cost), {life: read(cost), cost: read(life)})
        assert swapped is less(cost, life)

    def test_substituting_simplifies(self):
        assert substitute(any_of(due, set_), {due: TRUE}) is TRUE

    def test_a_missing_value_is_an_error(self):
        with pytest.raises(KeyError):
            evaluate(read(due), {})


class TestPrinting:
    @pytest.mark.parametrize(
        ("term", "text"),
        [
            (all_of(equal(place, 2), negate(due)), "place = graveyard and not due"),
            (any_of(all_of(due, set_), negate(equal(place, 0))), "(due and set) or place is not hand"),
            (negate(any_of(due, set_)), "not (due or set)"),
            (at_most(plus(life, times(2, cost)), 7), "life + 2 * cost <= 7"),
            (minus(plus(life, -1), cost), "life - 1 - cost"),
            (minus(life, plus(cost, due)), "life - (cost + due)"),
            (either(due, life, 3), "if due then life else 3"),
            (plus(either(due, life, 3), cost), "(if due then life else 3) + cost"),
            (equal(minus(life, cost), 2), "life - cost = 2"),
        ],
        ids=str,
    )
    def test_reads_well(self, term, text):
        assert str(term) == text


class TestSharing:
    def test_equal_structure_is_one_object(self):
        assert all_of(due, equal(place, 1)) is all_of(due, equal(place, 1))
        assert read(boolean("due")) is read(due)

    def test_variables_of_one_name_and_two_ranges_have_two_terms(self):
        wide = integer("life", 0, 99)
        assert wide == life
        assert read(wide) is not read(life)
        assert bounds(read(wide)) == (0, 99)

    def test_copies_and_pickles_are_the_same_object(self):
        term = any_of(all_of(due, set_), equal(minus(life, cost), 2), at_most(times(3, cost), life))
        assert copy.deepcopy(term) is term
        assert pickle.loads(pickle.dumps(term)) is term
        assert hash(pickle.loads(pickle.dumps(place))) == hash(place)

    def test_terms_that_nobody_holds_are_forgotten(self):
        gc.collect()
        before = len(_TABLE)
        terms = [equal(integer(f"passing {i}", 0, 5), 3) for i in range(100)]
        assert len(_TABLE) >= before + 200
        del terms
        gc.collect()
        assert len(_TABLE) <= before


class TestMistakes:
    def test_a_term_has_no_truth_value(self):
        with pytest.raises(TypeError, match="truth value"):
            bool(read(due))

    def test_a_number_is_no_condition(self):
        with pytest.raises(TypeError, match=r"0\.\.9: life"):
            all_of(due, life)

    def test_a_string_is_no_term(self):
        with pytest.raises(TypeError, match="expected a term"):
            lift("due")  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "make",
        [
            lambda: integer("empty", 1, 0),
            lambda: Variable("labels", 0, 2, ("only", "two")),
            lambda: scratch("never 0", 1, 2),
        ],
    )
    def test_a_variable_with_an_impossible_range_is_refused(self, make):
        with pytest.raises(ValueError):  # noqa: PT011 - the three messages differ
            make()

    def test_only_a_variable_has_a_variable(self):
        with pytest.raises(AttributeError, match="variable"):
            _ = TRUE.variable
