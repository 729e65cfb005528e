"""Weakest preconditions: carried out on terms, a block gives what it gives carried out on numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.system.commands import Assign, If, execute
from explorer.system.evaluation import Evaluation, evaluate
from explorer.system.terms import (
    TRUE,
    all_of,
    boolean,
    either,
    equal,
    integer,
    less,
    negate,
    plus,
    read,
    scratch,
)
from explorer.system.weakest import after, value

X, Y = integer("x", 0, 9), integer("y", 0, 9)
A, B = boolean("a"), boolean("b")
LOCAL = scratch("local", 0, 9)
VARIABLES = (X, Y, A, B)

numbers = st.one_of(
    st.sampled_from([read(X), read(Y), read(LOCAL)]),
    st.integers(0, 9).map(plus),
    st.builds(
        lambda one, other: either(less(read(X), read(Y)), one, other),
        st.sampled_from([read(X), read(LOCAL)]),
        st.sampled_from([read(Y), plus(3)]),
    ),
)
conditions = st.recursive(
    st.one_of(
        st.sampled_from([read(A), read(B)]),
        st.builds(less, numbers, numbers),
        st.builds(equal, numbers, numbers),
    ),
    lambda inner: st.one_of(st.builds(negate, inner), st.builds(all_of, inner, inner)),
    max_leaves=4,
)
assignments = st.one_of(
    st.builds(Assign, st.sampled_from([X, Y, LOCAL]), numbers),
    st.builds(Assign, st.sampled_from([A, B]), conditions),
)
blocks = st.recursive(
    st.lists(assignments, max_size=4),
    lambda inner: st.lists(st.one_of(assignments, st.builds(If, conditions, inner, inner)), max_size=5),
    max_leaves=12,
)
starts = st.fixed_dictionaries({one: st.integers(one.low, one.high) for one in VARIABLES})


@given(blocks, starts)
def test_terms_have_the_values_that_execution_leaves(statements, start):
    """On random blocks with choices and a local variable, from random values."""
    left = dict(start)
    execute(statements, left, None)
    now = after(statements)
    assert {one: evaluate(now.get(one, read(one)), start) for one in VARIABLES} == {one: left[one] for one in VARIABLES}


@given(blocks, conditions, starts)
def test_the_precondition_holds_where_the_condition_holds_afterwards(statements, condition, start):
    left = {LOCAL: 0, **start}
    execute(statements, left, None)
    assert evaluate(value(condition, after(statements)), start) == evaluate(condition, left)


@given(blocks, conditions, starts)
def test_shared_parts_are_worked_out_once_and_give_the_same(statements, condition, start):
    """`Evaluation` against `evaluate`, on terms as weakest preconditions are."""
    term = value(condition, after(statements))
    assert Evaluation(start)(term) == evaluate(term, start)


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(KeyError, match="y"):
        Evaluation({X: 1})(plus(X, Y))


def test_a_later_statement_sees_what_an_earlier_one_wrote():
    """x := y; y := x + 1 makes y one more than it was."""
    now = after([Assign(X, Y), Assign(Y, plus(X, 1))])
    assert now[Y] is plus(Y, 1)


def test_a_choice_is_joined_value_by_value():
    now = after([If(A, Assign(X, 1), Assign(Y, 2))])
    assert now == {X: either(A, 1, X), Y: either(A, Y, 2)}


def test_a_local_variable_starts_at_nought():
    assert after([Assign(A, equal(read(LOCAL), 0))])[A] is TRUE


def test_a_block_grows_with_its_length_and_not_with_its_ways():
    """Sixty choices in a row have 2 to the power of 60 ways, and 60 nested choices as a term."""
    flags = [boolean(f"flag {number}") for number in range(60)]
    steps = [If(flag, Assign(X, plus(X, 1))) for flag in flags]
    seen = set()
    waiting = [after(steps)[X]]
    while waiting:
        term = waiting.pop()
        if term not in seen:
            seen.add(term)
            waiting += term.args
    assert len(seen) < 60 * 6
