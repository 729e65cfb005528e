"""Blocks and layouts: combinations of values that are met get numbers, side by side in one integer."""

import numpy as np
import pytest

from explorer.system.layout import MOST_BITS, Block, FieldIsFull, Layout, layout_for, ranks
from explorer.system.terms import boolean, integer

DUE, GONE = boolean("due"), boolean("gone")
LIFE = integer("life", 0, 7)
SMALL = integer("small", -2, 5)
WIDE = integer("wide", 0, 99)


def block(variables, bits):
    found = Block(variables)
    found.allow(bits)
    return found


def test_combinations_are_numbered_as_they_are_met():
    one = block((SMALL, DUE), 2)
    numbers = one.numbers([np.array([5, -2, 5, 0]), np.array([1, 0, 1, 1])])
    assert numbers[0] == numbers[2]
    assert sorted(set(numbers.tolist())) == [0, 1, 2]
    assert one.values(0, numbers).tolist() == [5, -2, 5, 0]
    assert one.values(1, numbers).tolist() == [1, 0, 1, 1]


def test_a_field_holds_no_more_combinations_than_its_bits_can_number():
    one = block((LIFE,), 1)
    one.numbers([np.array([3, 4])])
    with pytest.raises(FieldIsFull, match="life"):
        one.numbers([np.array([5])])
    assert one.known == 2


def test_too_many_combinations_are_refused():
    with pytest.raises(OverflowError, match="wide may have too many values together"):
        Block((integer("wide", 0, 1 << 20),))


def test_states_keep_their_values_when_a_field_is_widened():
    layout = Layout([block((SMALL, DUE), 2), block((LIFE,), 1), block((GONE,), 1)])
    columns = {
        SMALL: np.array([1, 2, 3, 4]),
        DUE: np.array([0, 1, 0, 1]),
        LIFE: np.array([0, 7, 0, 7]),
        GONE: np.array([1, 1, 0, 0]),
    }
    words = layout.words(columns)
    moved = layout.widen(layout.blocks[0])(words)
    assert layout.bits == 5
    assert {v: layout.read(moved, v).tolist() for v in columns} == {v: c.tolist() for v, c in columns.items()}


def test_a_state_takes_no_more_than_its_bits():
    layout = Layout([block((integer(f"n{n}", 0, 1),), 1) for n in range(MOST_BITS)])
    assert layout.bits == MOST_BITS
    with pytest.raises(OverflowError, match="57 bits"):
        layout.widen(layout.blocks[3])


def test_where_there_is_no_more_room_fields_give_up_what_they_do_not_need():
    numbered = [block((integer(f"n{n}", 0, 1 << 14),), 14) for n in range(4)]
    for n, one in enumerate(numbered):
        one.numbers([np.arange(10 + n)])
    layout = Layout(numbered)
    columns = {one.variables[0]: np.array([n, 9]) for n, one in enumerate(numbered)}
    words = layout.words(columns)
    moved = layout.widen(numbered[1])(words)
    assert [one.bits for one in numbered] == [4, 15, 4, 4]
    assert {v: layout.read(moved, v).tolist() for v in columns} == {v: c.tolist() for v, c in columns.items()}


def test_a_field_has_room_for_twice_of_many_combinations_and_for_a_few_more_of_few():
    sample = {LIFE: np.arange(320) % 8, WIDE: np.arange(320) // 8}
    blocks = layout_for([LIFE, WIDE], sample).blocks
    assert [(one.variables, one.known, one.bits) for one in blocks] == [((LIFE,), 8, 4), ((WIDE,), 40, 7)]


def test_a_sample_that_needs_all_bits_has_no_room_beside():
    many = [integer(f"m{n}", 0, (1 << 14) - 1) for n in range(4)]
    sample = {one: np.random.default_rng(n).permutation(1 << 14) for n, one in enumerate(many)}
    assert [one.bits for one in layout_for(many, sample).blocks] == [14] * 4


@pytest.mark.parametrize("column", [[7, -3, 7, 0], [1 << 20, -(1 << 40), 1 << 20, 5]], ids=["near", "far apart"])
def test_values_by_their_places_among_the_different_ones(column):
    places, count = ranks(np.array(column))
    assert (places.tolist(), count) == ([2, 0, 2, 1], 3)


def test_variables_that_go_together_share_a_field():
    """Of due and gone one is always true: together they have two combinations, not four."""
    due = np.array([0, 1] * 8)
    sample = {DUE: due, LIFE: np.arange(16) // 2, GONE: 1 - due}
    layout = layout_for([DUE, LIFE, GONE], sample)
    assert [one.variables for one in layout.blocks] == [(DUE, GONE), (LIFE,)]


def test_variables_that_do_not_depend_on_each_other_have_fields_of_their_own():
    sample = {DUE: np.arange(8) % 2, GONE: np.arange(8) // 4}
    assert [one.variables for one in layout_for([DUE, GONE], sample).blocks] == [(DUE,), (GONE,)]
