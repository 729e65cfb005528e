"""States packed into bits: each variable has a field as narrow as its range allows.

A state is a row of 64-bit words. A field lies within one byte, or has two, four or eight bytes of its own, so that it
is read by one shift and one mask on integers of that size. Many states are read and written at once, a variable at a
time, as arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

import numpy as np
from numpy.typing import NDArray

from explorer.system.flat import FlatStates
from explorer.system.kept import KeptStates
from explorer.system.system import State
from explorer.system.variables import Variable

Words = NDArray[np.uint64]
"""Packed states, a row each."""

Column = NDArray[Any]
"""The values of a variable or term in many states: of type bool where they are 0 and 1, else a signed integer."""

_WORD_BYTES = 8
_UNITS: Final[dict[int, type[np.unsignedinteger[Any]]]] = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
_CODES: Final[dict[int, Literal["B", "H", "I", "Q"]]] = {1: "B", 2: "H", 4: "I", 8: "Q"}  # the same for `memoryview`
_MOST_BITS: Final = 32  # of a variable that is packed from integers without being looked at
_BLOCK = 4096  # states that are unpacked at once when all of them are gone through


def column_type(low: int, high: int) -> str:
    """The name of the narrowest type of a `Column` with values from `low` to `high`; past 64 bits, that of objects."""
    if low >= 0 and high <= 1:
        return "bool"
    for bits in (8, 16, 32, 64):
        if -(1 << (bits - 1)) <= low and high < 1 << (bits - 1):
            return f"int{bits}"
    return "object"


@dataclass(frozen=True)
class Field:
    """Where a variable is kept.

    With states as rows of unsigned integers of so many `bytes`, it is in those at `position`, above `shift` bits;
    `mask` has the bits that it takes there, moved down. What is kept is how far the value is above `low`.
    """

    bytes: int
    position: int
    shift: int
    mask: int
    low: int
    kind: str

    @property
    def unit(self) -> type[np.unsignedinteger[Any]]:
        """The unsigned integers of this size."""
        return _UNITS[self.bytes]


class Packing:
    """The fields of some variables, in their order, and the number of words of a state."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        """Lay the fields out. Raises `OverflowError` when a variable does not fit 64 bits."""
        self.fields: list[Field] = []
        used: list[int] = []  # bits of each byte
        found: dict[int, Field] = {}
        sizes = [(variable.high - variable.low).bit_length() for variable in variables]
        for place in sorted(range(len(sizes)), key=lambda place: -sizes[place]):
            variable, bits = variables[place], sizes[place]
            size = next((size for size in _UNITS if bits <= 8 * size), None)
            if size is None:
                raise OverflowError(f"{variable} does not fit 64 bits")
            # From the widest to the narrowest, so that every field of several bytes starts at a multiple of its size.
            byte = next((byte for byte, taken in enumerate(used) if size == 1 and taken + bits <= 8), len(used))
            used += [0] * (byte + size - len(used))
            kind = column_type(variable.low, variable.high)
            found[place] = Field(size, byte // size, used[byte], (1 << bits) - 1, variable.low, kind)
            for part in range(byte, byte + size):
                used[part] = 8 if size > 1 else used[part] + bits
        self.fields = [found[place] for place in range(len(variables))]
        self._cells = [(one.bytes, one.position, one.shift, one.mask, one.low) for one in self.fields]
        self._spans = [variable.high - variable.low for variable in variables]
        self.width = max(1, -(-len(used) // _WORD_BYTES))

    def read(self, words: Words, place: int, units: dict[tuple[int, int], Column] | None = None) -> Column:
        """The values of the variable at `place` in each state.

        What is kept in one integer with others is gathered once when several reads share `units`.
        """
        field = self.fields[place]
        if units is None:
            units = {}
        where = field.bytes, field.position
        if where not in units:
            units[where] = np.ascontiguousarray(words.view(field.unit)[:, field.position])
        bits = units[where]
        if field.kind == "bool" and field.mask:
            truths: Column = bits & field.unit(field.mask << field.shift) != 0
            return truths
        column: Column = (bits >> field.unit(field.shift) & field.unit(field.mask)).astype(field.kind)
        return column + np.array(field.low, field.kind) if field.low else column

    def write(self, words: Words, columns: Mapping[int, Column]) -> None:
        """Put the values of variables, by place, into the states; they must lie within the ranges."""
        together: dict[tuple[int, int], list[tuple[Field, Column]]] = {}
        for place, column in columns.items():
            field = self.fields[place]
            if field.mask:
                together.setdefault((field.bytes, field.position), []).append((field, column))
        for (size, position), fields in together.items():
            units = words.view(_UNITS[size])
            taken = sum(field.mask << field.shift for field, _ in fields)
            packed = units[:, position] & _UNITS[size]((1 << 8 * size) - 1 - taken)
            for field, column in fields:
                bits = (column.astype(np.int64) - field.low if field.low else column).astype(_UNITS[size])
                packed |= bits << field.unit(field.shift)
            units[:, position] = packed

    def pack(self, states: Sequence[State]) -> Words:
        """The states, packed. Raises `OverflowError` when a value does not fit its field."""
        if isinstance(states, FlatStates) and all(place.bits <= _MOST_BITS for place in states.places):
            return self._of_flat(states)
        words = np.zeros((len(states), self.width), np.uint64)
        columns = zip(*states, strict=True) if self.fields else ()
        for place, (field, column) in enumerate(zip(self.fields, columns, strict=False)):
            if min(column) < field.low or max(column) > field.low + field.mask:
                raise OverflowError(f"{min(column)}..{max(column)} does not fit {field}")
            self.write(words, {place: np.array(column, field.kind)})
        return words

    def holds(self, words: Words) -> bool:
        """Whether all of these are packed states: each field is within the range of its variable, the rest is zero."""
        unused = np.full((1, self.width), (1 << 64) - 1, np.uint64)
        for field, span in zip(self.fields, self._spans, strict=True):
            unused.view(field.unit)[0, field.position] &= field.unit(
                ~(field.mask << field.shift) & (1 << 8 * field.bytes) - 1
            )
            bits = words.view(field.unit)[:, field.position] >> field.unit(field.shift) & field.unit(field.mask)
            if field.mask != span and len(bits) and int(bits.max()) > span:
                return False
        return not np.any(words & unused)

    def _of_flat(self, states: FlatStates) -> Words:
        """States that are kept as integers, packed without being taken apart."""
        size, data = states.rows()
        rows = np.frombuffer(data, np.uint8).reshape(len(states), size)
        words = np.zeros((len(states), self.width), np.uint64)
        for number, (field, place) in enumerate(zip(self.fields, states.places, strict=True)):
            first, shift = divmod(place.shift, 8)
            column = np.zeros(len(states), np.int64)
            for byte in range(first, (place.shift + place.bits - 1) // 8 + 1):
                column |= rows[:, byte].astype(np.int64) << 8 * (byte - first)
            self.write(words, {number: ((column >> shift & place.mask) + place.low).astype(field.kind)})
        return words

    def state(self, row: Words) -> State:
        """One state from its words."""
        data = memoryview(row.tobytes())
        units = {size: data.cast(code) for size, code in _CODES.items()}
        return tuple([(units[size][at] >> shift & mask) + low for size, at, shift, mask, low in self._cells])

    def states(self, words: Words) -> Iterator[State]:
        """All states, in order."""
        for start in range(0, len(words), _BLOCK):
            block = words[start : start + _BLOCK]
            columns = [self.read(block, place).tolist() for place in range(len(self.fields))]
            numbers = [
                map(int, column) if f.kind == "bool" else column for f, column in zip(self.fields, columns, strict=True)
            ]
            yield from zip(*numbers, strict=True) if numbers else [()] * len(block)


class PackedStates(KeptStates[Packing, Words]):
    """States that are kept packed, and unpacked when they are looked at."""

    @property
    def words(self) -> Words:
        """A row of words for each state."""
        return cast("Words", self._kept)

    def picked(self, numbers: Sequence[int]) -> PackedStates:
        """The states with these numbers, in their order, still packed."""
        return PackedStates(self._form, self.words[np.array(numbers, np.int64)])
