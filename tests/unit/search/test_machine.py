"""The table of states as machine code: it says what the one of numpy says, and needs no folder for its cache."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explorer.search.visited import Visited

machine = pytest.importorskip("explorer.search.machine")


@st.composite
def batches(draw):
    """Some batches of states of one to three words, many of them equal."""
    width = draw(st.integers(1, 3))
    word = st.integers(0, 5).map(lambda number: number << 60 | number)
    rows = st.integers(0, 30).flatmap(lambda count: arrays(np.uint64, (count, width), elements=word))
    return width, draw(st.lists(rows, min_size=1, max_size=5))


@settings(max_examples=200)
@given(batches(), st.sampled_from([1, 2, 8, 64]))
def test_states_get_the_same_numbers(batches, size):
    """In tables that are full, that grow, and that are hardly used."""
    width, some = batches
    one, other = Visited(width, size), machine.MachineVisited(width, size)
    for states in some:
        for mine, its in zip(one.add(states), other.add(states), strict=True):
            assert mine.tolist() == its.tolist()
    assert one.known == other.known
    assert one.words().tolist() == other.words().tolist()


def test_states_are_numbered_as_they_come():
    table = machine.MachineVisited(2)
    found, new = table.add(np.array([[7, 1], [7, 2], [7, 1], [0, 0], [7, 2]], np.uint64))
    assert found.tolist() == [0, 1, 0, 2, 1]
    assert new.tolist() == [0, 1, 3]


def test_no_cache_can_be_written(monkeypatch):
    """What is compiled is then compiled for this process alone."""
    asked = []

    def njit(signature, **options):
        asked.append(options)
        if options:
            raise RuntimeError("no locator available")
        return lambda function: (signature, function)

    monkeypatch.setattr(machine, "njit", njit)
    assert machine.compiled("int64(int64)")(abs) == ("int64(int64)", abs)
    assert asked == [{"cache": True}, {}]
