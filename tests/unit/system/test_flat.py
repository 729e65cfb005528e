"""States as integers: each variable has bits of its own, whatever its range."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.system.flat import FlatLayout, FlatStates
from explorer.system.packing import Packing
from explorer.system.variables import Variable

ranges = st.lists(
    st.tuples(st.integers(-(2**40), 2**40), st.one_of(st.integers(0, 20), st.integers(0, 2**63))), max_size=12
)


@given(ranges, st.data())
def test_a_state_comes_back(drawn, data):
    variables = [Variable(f"v{n}", low, low + width) for n, (low, width) in enumerate(drawn)]
    layout = FlatLayout(variables)
    states = [tuple(data.draw(st.integers(v.low, v.high)) for v in variables) for _ in range(3)]
    numbers = layout.numbers(states)
    assert [layout.state(number) for number in numbers] == states
    assert list(layout.states(numbers)) == states
    assert all(0 <= number < 256**layout.bytes for number in numbers)


@given(ranges)
def test_every_variable_has_its_own_bits(drawn):
    variables = [Variable(f"v{n}", low, low + width) for n, (low, width) in enumerate(drawn)]
    layout = FlatLayout(variables)
    masks = [layout.mask([variable]) for variable in variables]
    assert sum(masks) == layout.mask(variables)
    assert [mask.bit_count() for mask in masks] == [max(1, (v.high - v.low).bit_length()) for v in variables]


@given(ranges, st.data())
def test_numpy_takes_them_over(drawn, data):
    """Wide variables too, which it looks at one by one."""
    variables = [Variable(f"v{n}", low, low + width) for n, (low, width) in enumerate(drawn)]
    layout, packing = FlatLayout(variables), Packing(variables)
    states = [tuple(data.draw(st.integers(v.low, v.high)) for v in variables) for _ in range(3)]
    words = packing.pack(FlatStates(layout, layout.numbers(states)))
    assert words.tolist() == packing.pack(states).tolist()


def test_small_variables_share_a_byte():
    layout = FlatLayout([Variable("a", 0, 15), Variable("b", 1, 8), Variable("c", 0, 1), Variable("d", 0, 3)])
    assert layout.bytes == 2
    assert [layout.number(state) for state in ((15, 1, 0, 0), (0, 8, 1, 0), (0, 1, 0, 3))] == [15, 0xF0, 0x300]


def test_what_does_not_fit_is_refused():
    with pytest.raises(OverflowError, match="wide does not fit 64 bits"):
        FlatLayout([Variable("wide", 0, 2**64)])
    layout = FlatLayout([Variable("a", 2, 5)])
    for value in (1, 6):
        with pytest.raises(OverflowError, match=rf"{value}\.\.{value} does not fit"):
            layout.numbers([(value,)])
