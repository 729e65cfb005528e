"""The table of positions: a row for each number."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.search.positions import Positions

BATCHES = st.lists(st.lists(st.integers(0, 60) | st.integers(2**55 - 5, 2**56 - 1), max_size=80), max_size=12)


def test_a_number_keeps_its_row():
    positions = Positions()
    seven, three, again, nine = positions.rows(np.array([7, 3, 7, 9])).tolist()
    assert (seven, {seven, three, nine}) == (again, {1, 2, 3})
    assert positions.rows(np.array([9, 8, 3])).tolist() == [nine, 4, three]
    assert positions.words[[seven, three, nine, 4]].tolist() == [7, 3, 9, 8]


@settings(max_examples=200)
@given(BATCHES)
def test_each_number_has_one_row_and_each_row_one_number(batches):
    positions = Positions()
    rows = {}
    for batch in batches:
        for number, row in zip(batch, positions.rows(np.array(batch, np.int64)).tolist(), strict=True):
            assert rows.setdefault(number, row) == row
    assert sorted(rows.values()) == list(range(1, positions.count))
    assert all(positions.words[row] == number for number, row in rows.items())


@pytest.mark.parametrize("large", [1, 1 << 21], ids=["by two", "by four"])
def test_many_numbers_that_share_their_low_bits(monkeypatch, large):
    """The table grows again and again, and is probed well past the first slot."""
    monkeypatch.setattr("explorer.search.positions._LARGE", large)
    positions = Positions()
    numbers = np.arange(20_000, dtype=np.int64) << 30
    for start in range(0, len(numbers), 700):
        positions.rows(numbers[start : start + 700])
    assert positions.count == 20_001
    assert positions.words[positions.rows(numbers)].tolist() == numbers.tolist()


def test_a_number_comes_to_every_slot():
    """Of 8,192, though all 4,900 numbers look at one of the 4,096 even slots first."""
    positions = Positions()
    numbers = np.arange(20_000, dtype=np.int64)
    even = numbers[positions._first_slots(numbers) % 2 == 0][:4900]
    rows = positions.rows(even)
    assert (len(positions._slots), len(even)) == (8192, 4900)
    assert (sorted(rows), positions.words[rows].tolist()) == (list(range(1, 4901)), even.tolist())


def test_rows_stay_when_their_numbers_change():
    positions = Positions()
    rows = positions.rows(np.arange(100))
    positions.renumber(positions.words * 4)
    assert positions.rows(np.arange(100) * 4).tolist() == rows.tolist()
    assert positions.rows(np.array([1])).tolist() == [101]
