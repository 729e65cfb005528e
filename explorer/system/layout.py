"""States as small numbers: variables that go together share a field, which numbers the values that they have together.

A board has many variables and few combinations of their values: an item that is gone applies to nothing any more, and
its monster is where it was moved. A *block* is some variables; the combinations of values that they are met with get
numbers in the order in which they are met, and a state is the numbers of its blocks, side by side in the bits of one
integer (the "collapse" of SPIN: Holzmann, "State compression in SPIN", 1997). Which variables make a block is read off
a sample of states, and so is how many bits its field gets; a field that gets too narrow is widened, and every state
moved over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from math import log2, prod

import numpy as np
from numpy.typing import NDArray

from explorer.system.variables import Variable

Words = NDArray[np.int64]
"""States, a number each."""

Column = NDArray[np.signedinteger]
"""The values of a variable in many states."""

MOST_BITS = 56
"""How many bits a state may take: beside it goes the number of a moment of the procedure."""

MOST_COMBINATIONS = 1 << 20
"""How many combinations of values a block may have, met or not."""

_MOST_SEEN = 512  # combinations that a sample can tell apart from all that there could be
_SPAN = 1 << 12  # from the lowest to the highest of values that are not worth sorting
_FEW = 16  # combinations of a block: a sample has most of so few, and perhaps half of more
_SPARE, _SPARE_OF_MANY = 1.2, 2  # room for combinations that a sample does not have
_WORTH = 0.5  # bits that a block of two has to save


class FieldIsFull(Exception):  # noqa: N818
    """A block is met with more combinations of values than its field can number."""

    def __init__(self, block: Block) -> None:
        super().__init__(", ".join(map(str, block.variables)))
        self.block = block


class Block:
    """Variables whose values are numbered together. `bits` wide is the field."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        """No combination is known yet. Raises `OverflowError` when there could be too many."""
        self.variables = tuple(variables)
        self._sizes = [variable.high - variable.low + 1 for variable in variables]
        if prod(self._sizes) > MOST_COMBINATIONS:
            raise OverflowError(f"{', '.join(map(str, variables))} may have too many values together")
        self.known = 0
        self.bits = 0
        self.shift = 0
        self._numbers = np.full(prod(self._sizes), -1, np.int32)
        self._values = [np.zeros(1, np.int64) for _ in variables]

    def allow(self, bits: int) -> None:
        """Make room for as many combinations as so many bits can number."""
        self.bits = bits
        self._values = [np.resize(values, 1 << bits) for values in self._values]

    @property
    def mask(self) -> int:
        """The bits of the field, moved down."""
        return (1 << self.bits) - 1

    def numbers(self, columns: Sequence[Column | int]) -> Column:
        """The number of the combination in each row; one that is new gets the next.

        The values must lie within the ranges. Raises `FieldIsFull` when there is no number left.
        """
        raw = self._raw(columns)
        found = self._numbers.take(raw)
        if len(found) and found.min() < 0:
            self._meet(distinct(raw[found < 0]))
            found = self._numbers.take(raw)
        return found

    def different(self, columns: Sequence[Column]) -> int:
        """How many different combinations there are."""
        return len(distinct(self._raw(columns)))

    def _raw(self, columns: Sequence[Column | int]) -> Column:
        """The combinations as numbers, whether met or not."""
        raw: Column = np.zeros(1, np.int64)
        for variable, size, column in zip(self.variables, self._sizes, columns, strict=True):
            raw = raw * size + (column - np.int64(variable.low) if variable.low else column)
        return raw

    def _meet(self, raw: Column) -> None:
        if self.known + len(raw) > 1 << self.bits:
            raise FieldIsFull(self)
        self._numbers[raw] = np.arange(self.known, self.known + len(raw))
        rest = raw
        for values, variable, size in reversed(list(zip(self._values, self.variables, self._sizes, strict=True))):
            rest, value = np.divmod(rest, size)
            values[self.known : self.known + len(raw)] = value + variable.low
        self.known += len(raw)

    def values(self, place: int, numbers: Column) -> Column:
        """The values of the variable at `place` where the block has these numbers."""
        return self._values[place].take(numbers)

    def of(self, words: Words) -> Column:
        """The numbers that the block has in the states."""
        return words >> self.shift & self.mask


class Layout:
    """Where each variable is kept in the number of a state."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        """Lay the blocks side by side, each as wide as it is. Raises `OverflowError` past `MOST_BITS`."""
        self.blocks = list(blocks)
        self.place = {variable: (b, n) for b in self.blocks for n, variable in enumerate(b.variables)}
        self._lay_out()

    def _lay_out(self) -> None:
        used = 0
        for block in self.blocks:
            block.shift = used
            used += block.bits
        if used > MOST_BITS:
            raise OverflowError(f"a state takes {used} bits")
        self.bits = used

    def widen(self, full: Block) -> Callable[[Words], Words]:
        """Give the block a wider field; what comes back moves states over. Raises `OverflowError` past `MOST_BITS`.

        Where there is no more room, the other fields give up what they do not need yet.
        """
        before = [(block, block.shift, block.mask) for block in self.blocks]
        full.allow(full.bits + 1)
        _make_room([block for block in self.blocks if block is not full], full.bits)
        self._lay_out()
        moves = [(shift, mask, block.shift) for block, shift, mask in before]

        def moved(words: Words) -> Words:
            found = np.zeros_like(words)
            for old, mask, new in moves:
                found |= (words >> old & mask) << new
            return found

        return moved

    def read(self, words: Words, variable: Variable) -> Column:
        """The values of the variable in the states."""
        block, place = self.place[variable]
        return block.values(place, block.of(words))

    def words(self, columns: Mapping[Variable, Column]) -> Words:
        """The states in which the variables have these values."""
        found: Words = np.zeros(1, np.int64)
        for block in self.blocks:
            found = found | block.numbers([columns[v] for v in block.variables]).astype(np.int64) << block.shift
        return found


def distinct(column: Column) -> Column:
    """The different values, ascending (as numpy.unique, which loads a part of numpy that is not needed otherwise)."""
    ordered = np.sort(column)
    new = np.ones(len(ordered), np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


def ranks(column: Column) -> tuple[Column, int]:
    """Each value as its place among the different ones, and how many these are."""
    low = int(column.min())
    if int(column.max()) - low >= _SPAN:
        values = distinct(column)
        return np.searchsorted(values, column), len(values)
    met = np.bincount(column - low) != 0
    return (np.cumsum(met) - 1).take(column - low), int(np.count_nonzero(met))


def layout_for(variables: Sequence[Variable], sample: Mapping[Variable, Column]) -> Layout:
    """A layout for these variables in which every state of the sample has room.

    Raises `OverflowError` when it takes too many bits, or a variable may have too many values.
    """
    blocks = []
    for group in _groups(variables, sample):
        block = Block(group)
        columns = [sample[variable] for variable in group]
        different = block.different(columns)
        block.allow((int(different * (_SPARE if different < _FEW else _SPARE_OF_MANY)) - 1).bit_length())
        block.numbers(columns)
        blocks.append(block)
    _make_room(blocks)
    return Layout(blocks)


def _make_room(blocks: Collection[Block], beside: int = 0) -> None:
    """Where the fields and so many bits `beside` do not fit a state, make the fields as narrow as what is known."""
    if sum(block.bits for block in blocks) + beside > MOST_BITS:
        for block in blocks:
            block.allow((block.known - 1).bit_length())


def _groups(variables: Sequence[Variable], sample: Mapping[Variable, Column]) -> list[list[Variable]]:
    """The variables, those together that have far fewer combinations of values than each for itself."""
    groups = [[variable] for variable in variables]
    met = [_states_by_value(sample[variable]) for variable in variables]
    raw = [variable.high - variable.low + 1 for variable in variables]
    saved: dict[tuple[int, int], float] = {}

    def consider(one: int, other: int) -> None:
        size = len(met[one]) * len(met[other])
        if (
            min(len(met[one]), len(met[other])) > 1
            and size <= _MOST_SEEN
            and raw[one] * raw[other] <= MOST_COMBINATIONS
        ):
            gain = log2(size) - log2(sum(1 for some in met[one] for others in met[other] if some & others))
            if gain >= _WORTH:
                saved[one, other] = gain

    for one, other in combinations(range(len(groups)), 2):
        consider(one, other)
    gone: set[int] = set()
    while saved:
        one, other = max(saved, key=lambda pair: (saved[pair], -pair[0], -pair[1]))
        groups[one] += groups[other]
        met[one] = [some & others for some in met[one] for others in met[other] if some & others]
        raw[one] *= raw[other]
        gone.add(other)
        saved = {pair: gain for pair, gain in saved.items() if not {one, other} & set(pair)}
        for third in range(len(groups)):
            if third != one and third not in gone:
                consider(min(one, third), max(one, third))
    return [group for number, group in enumerate(groups) if number not in gone]


def _states_by_value(column: Column) -> Sequence[int]:
    """For each different value the states that have it, as bits; where there are too many values, a 0 for each."""
    codes, count = ranks(column)
    if count > _MOST_SEEN:
        return [0] * count
    return [int.from_bytes(np.packbits(codes == code).tobytes()) for code in range(count)]
