"""Interchangeable rows of variables, put in order in many states at once."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from explorer.system.packing import Column

Key = TypeVar("Key")
"""What a column is known by."""


def sort_rows(columns: MutableMapping[Key, Column], rows: Sequence[Sequence[Key]]) -> None:
    """Put the rows of an orbit into ascending order, in every state (bubble sort: copies are few)."""
    for last in range(len(rows) - 1, 0, -1):
        swapped = False
        for one, other in pairwise(rows[: last + 1]):
            larger = _larger(columns, one, other)
            if larger.any():
                swapped = True
                for left, right in zip(one, other, strict=True):
                    a, b = columns[left], columns[right]
                    columns[left], columns[right] = np.where(larger, b, a), np.where(larger, a, b)
        if not swapped:
            return


def _larger(columns: MutableMapping[Key, Column], one: Sequence[Key], other: Sequence[Key]) -> Column:
    """Where one row comes after the other in the order of tuples."""
    larger: Column = np.zeros(1, np.bool_)
    for left, right in zip(reversed(one), reversed(other), strict=True):
        a, b = columns[left], columns[right]
        larger = (a > b) | ((a == b) & larger)
    return larger
