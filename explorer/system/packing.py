"""States packed into bits: each variable has a field of a 64-bit word, as narrow as its range allows.

A state is a row of words. No field lies across two words, so a field is read by one shift and one mask; many states
are read and written at once, a variable at a time, as arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from explorer.system.system import State
from explorer.system.variables import Variable

Words = NDArray[np.uint64]
"""Packed states, a row each."""

Column = NDArray[Any]
"""The values of a variable or term in many states: of type bool where they are 0 and 1, else a signed integer."""

_WORD_BITS = 64
_BLOCK = 4096  # states that are unpacked at once when all of them are gone through


def column_type(low: int, high: int) -> str:
    """The name of the narrowest type of a `Column` with values from `low` to `high`.

    Raises `OverflowError` beyond 64 bits.
    """
    if low >= 0 and high <= 1:
        return "bool"
    for bits in (8, 16, 32, 64):
        if -(1 << (bits - 1)) <= low and high < 1 << (bits - 1):
            return f"int{bits}"
    raise OverflowError(f"no machine integer holds all of {low}..{high}")


@dataclass(frozen=True)
class Field:
    """Where a variable is kept: in which word, above how many bits, and which bits once they are moved down."""

    word: int
    shift: int
    mask: int
    low: int
    type: str


class Packing:
    """The fields of some variables, in their order, and the number of words of a state."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        """Lay the fields out. Raises `OverflowError` when a variable does not fit 64 bits."""
        self.fields: list[Field] = []
        word = shift = 0
        for variable in variables:
            bits = (variable.high - variable.low).bit_length()
            kind = column_type(variable.low, variable.high)
            if shift + bits > _WORD_BITS:
                word, shift = word + 1, 0
            self.fields.append(Field(word, shift, (1 << bits) - 1, variable.low, kind))
            shift += bits
        self.width = word + 1

    def read(self, words: Words, place: int) -> Column:
        """The values of the variable at `place` in each state."""
        field = self.fields[place]
        bits = words[:, field.word] >> np.uint64(field.shift) & np.uint64(field.mask)
        column: Column = bits.astype(field.type)
        return column + np.array(field.low, field.type) if field.low else column

    def write(self, words: Words, columns: Mapping[int, Column]) -> None:
        """Put the values of variables, by place, into the states; they must lie within the ranges."""
        for word in range(self.width):
            fields = [(self.fields[place], column) for place, column in columns.items()]
            mine = [(field, column) for field, column in fields if field.word == word and field.mask]
            if not mine:
                continue
            kept = (1 << _WORD_BITS) - 1
            for field, _ in mine:
                kept &= ~(field.mask << field.shift)
            packed = words[:, word] & np.uint64(kept)
            for field, column in mine:
                bits = (column.astype(np.int64) - field.low if field.low else column).astype(np.uint64)
                packed |= bits << np.uint64(field.shift)
            words[:, word] = packed

    def pack(self, states: Sequence[State]) -> Words:
        """The states, packed."""
        words = np.zeros((len(states), self.width), np.uint64)
        table = np.array(states, np.int64).reshape(len(states), len(self.fields))
        self.write(words, {place: table[:, place].astype(field.type) for place, field in enumerate(self.fields)})
        return words

    def state(self, row: Sequence[int]) -> State:
        """One state from its words."""
        return tuple((row[field.word] >> field.shift & field.mask) + field.low for field in self.fields)

    def states(self, words: Words) -> Iterator[State]:
        """All states, in order."""
        for start in range(0, len(words), _BLOCK):
            block = words[start : start + _BLOCK]
            if not self.fields:
                yield from [()] * len(block)
                continue
            yield from zip(
                *(self.read(block, p).astype(np.int64).tolist() for p in range(len(self.fields))), strict=True
            )


class PackedStates(Sequence[State]):
    """States that are kept packed, and unpacked when they are looked at."""

    def __init__(self, packing: Packing, words: Words) -> None:
        self._packing = packing
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return list(self._packing.states(self._words[number]))
        return self._packing.state(self._words[number].tolist())

    def __iter__(self) -> Iterator[State]:
        return self._packing.states(self._words)
