"""Keys of tables: a step that looks at much of the state is remembered by the truths that matter to it."""

import numpy as np
import pytest

from explorer.system.keys import Key, Rows, Seen, sights_of, small
from explorer.system.layout import Block, Layout
from explorer.system.lookup import Lookup
from explorer.system.terms import all_of, either, equal, integer, plus, times

PLACE = integer("place", 0, 7)
OTHERS = [integer(f"other {n}", 0, 7) for n in range(5)]
ALL_SET = all_of(*(equal(one, n) for n, one in enumerate(OTHERS, 1)))
"""It looks at fifteen bits, and is one of them."""


@pytest.fixture
def layout():
    """A field of three bits for each variable, in which a value has itself as its number."""
    blocks = [Block((variable,)) for variable in (PLACE, *OTHERS)]
    for one in blocks:
        one.allow(3)
        one.numbers([np.arange(8)])
    return Layout(blocks)


@pytest.fixture
def states(layout):
    random = np.random.default_rng(4)
    columns = {variable: random.integers(0, 8, 400) for variable in (PLACE, *OTHERS)}
    for n, one in enumerate(OTHERS, 1):
        columns[one][:200] = n
    return layout.words(columns)


def block_of(variable, layout):
    return layout.place[variable][0]


def test_what_is_small_is_looked_at_as_it_is(layout):
    term = either(equal(OTHERS[0], 3), 0, PLACE)
    assert sights_of(block_of(PLACE, layout), [term], layout) == [block_of(v, layout) for v in (PLACE, OTHERS[0])]


@pytest.mark.parametrize(
    "term",
    [
        either(ALL_SET, 0, PLACE),
        either(all_of(equal(PLACE, 2), ALL_SET), 0, PLACE),
        plus(ALL_SET, times(2, equal(PLACE, 1))),
    ],
    ids=["a condition", "a part of a condition", "a part of a sum"],
)
def test_of_what_is_large_the_truth_about_it_is_looked_at(layout, states, term):
    block = block_of(PLACE, layout)
    sights = sights_of(block, [term], layout)
    assert sights == [block, Seen(ALL_SET, 1)]

    lookup = Lookup(layout)
    key = Key(sights, lookup.value)
    numbers = key.of(Rows(states)).tolist()
    values = np.broadcast_to(lookup.value(term, Rows(states)), len(states)).tolist()
    assert key.bits == 4
    assert len(set(numbers)) == 16
    assert len(set(zip(numbers, values, strict=True))) == 16


def test_a_block_with_fewer_bits_than_a_term_about_it_is_looked_at_instead(layout):
    block = block_of(PLACE, layout)
    terms = [either(ALL_SET, 0, PLACE), plus(PLACE, times(5, OTHERS[1]))]
    assert sights_of(block, terms, layout) == [block, Seen(ALL_SET, 1), block_of(OTHERS[1], layout)]


def test_a_step_that_looks_at_all_leads_where_its_terms_say(layout, states):
    shift = Lookup(layout).shift({PLACE: either(ALL_SET, 7, PLACE), OTHERS[0]: either(ALL_SET, 0, OTHERS[0])})
    for some in (states[190:230], states, states[::-1]):
        moved = some + shift(Rows(some))
        held = {v: layout.read(some, v) for v in (PLACE, *OTHERS)}
        met = np.all([held[one] == n for n, one in enumerate(OTHERS, 1)], axis=0)
        assert layout.read(moved, PLACE).tolist() == np.where(met, 7, held[PLACE]).tolist()
        assert layout.read(moved, OTHERS[0]).tolist() == np.where(met, 0, held[OTHERS[0]]).tolist()
        assert all(layout.read(moved, one).tolist() == held[one].tolist() for one in OTHERS[1:])


def test_a_table_of_narrow_entries_may_have_more_of_them(layout):
    blocks = [block_of(v, layout) for v in (PLACE, *OTHERS[:4])]
    assert [small(blocks, kind) for kind in (np.int8, np.int16, np.int32, np.int64)] == [True, True, True, False]
