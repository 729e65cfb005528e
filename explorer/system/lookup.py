"""Terms and updates over many states at once, by tables that are filled as their entries are met.

A guard, a part of an update, the next window: each looks at a few fields of a state. What comes out for a combination
of these fields is worked out once, when the combination is first met, and then looked up (the "local transition
caching" of Blom, van de Pol and Weber, "LTSmin: distributed and symbolic reachability", 2010). What looks at too many
fields is put together from parts that do not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.system.evaluation import rebuild
from explorer.system.layout import Block, Layout, Words
from explorer.system.nodes import (
    ADD,
    AND,
    CONST,
    EQ,
    HALF,
    ITE,
    LE,
    LT,
    MUL,
    NOT,
    OR,
    SUB,
    VAR,
    Term,
    read,
    variables_of,
)
from explorer.system.rows import sort_rows
from explorer.system.variables import Variable

Numbers = NDArray[Any]
Thing = TypeVar("Thing")

MOST_ENTRIES = 1 << 14
"""The size of a table that still fits a core's own cache."""

_UNKNOWN: Final = np.int64(-(1 << 62))

_OPERATIONS: Final[Mapping[str, Callable[..., Numbers]]] = {
    NOT: lambda a: 1 - a,
    EQ: lambda a, b: (a == b).astype(np.int64),
    LE: lambda a, b: (a <= b).astype(np.int64),
    LT: lambda a, b: (a < b).astype(np.int64),
    SUB: lambda a, b: a - b,
    HALF: lambda a: a >> 1,
    ITE: lambda c, a, b: np.asarray(np.where(c != 0, a, b)),
}
_MANY: Final[Mapping[str, Callable[..., Numbers]]] = {AND: np.bitwise_and, OR: np.bitwise_or, ADD: np.add}

Computed = Callable[["Rows"], Numbers]


class Rows:
    """Some states, and what has been worked out of them."""

    def __init__(self, words: Words) -> None:
        """Nothing is known of the states yet."""
        self.words = words
        self.values: dict[Term, Numbers] = {}
        self._windows: dict[tuple[int, int], Words] = {}

    def __len__(self) -> int:
        """The number of states."""
        return len(self.words)

    def window(self, low: int, mask: int) -> Words:
        """So many bits of each state, moved down."""
        found = self._windows.get((low, mask))
        if found is None:
            found = self.words >> low if low else self.words
            found = self._windows[low, mask] = found & mask
        return found


class Fields:
    """Some fields of a state, read as one number: from the lowest to the highest where that is not much more."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        """Take the blocks from the lowest on, neighbours together."""
        self._pieces: list[tuple[int, int, int]] = []  # bits of the state, how many, where to
        bits = 0
        for block in sorted(blocks, key=lambda block: block.shift):
            if self._pieces and sum(self._pieces[-1][:2]) == block.shift:
                low, width, place = self._pieces.pop()
                self._pieces.append((low, width + block.bits, place))
            elif block.bits:
                self._pieces.append((block.shift, block.bits, bits))
            bits += block.bits
        low = self._pieces[0][0] if self._pieces else 0
        span = sum(self._pieces[-1][:2]) - low if self._pieces else 0
        if 1 << span <= MOST_ENTRIES:
            self._pieces, bits = [(low, span, 0)], span
        self.bits = bits

    def of(self, rows: Rows) -> Words:
        """The number that the fields hold in each state."""
        low, width, _ = self._pieces[0]
        found = rows.window(low, (1 << width) - 1)
        for low, width, place in self._pieces[1:]:
            found = found | rows.window(low, (1 << width) - 1) << place
        return found


class Table:
    """A function of some fields, remembered."""

    def __init__(self, fields: Fields, compute: Computed) -> None:
        """No entry is known yet; `compute` gives those of states."""
        self._fields = fields
        self._compute = compute
        self._entries = np.full(1 << fields.bits, _UNKNOWN)

    def __call__(self, rows: Rows) -> Numbers:
        """The value in each state."""
        places = self._fields.of(rows)
        found: Numbers = self._entries.take(places)
        if len(found) and found.min() == _UNKNOWN:
            missing = np.flatnonzero(found == _UNKNOWN)
            example = np.full(len(self._entries), -1, np.int32)
            example[places[missing]] = missing
            new = np.flatnonzero(example >= 0)
            self._entries[new] = self._compute(Rows(rows.words[example[new]]))
            found = self._entries.take(places)
        return found


class OutsideRange(Exception):  # noqa: N818
    """A variable is given a value outside its range, in some state."""

    def __init__(self, variable: Variable, value: int) -> None:
        super().__init__(f"{variable} := {value}")
        self.variable = variable
        self.value = value


class Lookup:
    """Terms and assignments over the states of a layout. Thrown away when the layout changes."""

    def __init__(self, layout: Layout) -> None:
        """No table yet."""
        self.layout = layout
        self._tables: dict[Term, Table] = {}
        self._parts: dict[Term, list[Term]] = {}

    def lowest(self, term: Term) -> int:
        """The lowest bit at which the term looks."""
        return min((block.shift for block in self.blocks([term])), default=0)

    def blocks(self, terms: Iterable[Term]) -> set[Block]:
        """The blocks at which the terms look."""
        return {self.layout.place[variable][0] for term in terms for variable in variables_of(term)}

    def value(self, term: Term, rows: Rows) -> Numbers:
        """The value of the term in each state; a single number where it is the same in all."""
        found = rows.values.get(term)
        if found is None:
            found = rows.values[term] = self._value(term, rows)
        return found

    def remembered(self, blocks: Collection[Block], compute: Computed) -> Computed:
        """The function, by a table if it is small enough; `blocks` is all that it looks at."""
        return Table(Fields(blocks), compute) if small(blocks) else compute

    def shift(self, assigned: Mapping[Variable, Term]) -> Computed:
        """What giving variables the values of terms over the state before adds to the numbers of states.

        The values have to be in the ranges.
        """
        looked: dict[Block, set[Block]] = {}
        for block in self.layout.blocks:
            terms = [assigned[variable] for variable in block.variables if variable in assigned]
            if terms:
                looked[block] = {block} | self.blocks(terms)
        together = gathered(looked.items())
        parts = [self.remembered(blocks, partial(self._moved, written, assigned)) for blocks, written in together]
        nothing = np.zeros(1, np.int64)
        return lambda rows: reduce(np.add, [part(rows) for part in parts], nothing)

    def sorting(self, copies: Sequence[Sequence[Variable]]) -> Computed:
        """What putting interchangeable rows of variables into ascending order adds to the numbers of states."""
        blocks = {self.layout.place[variable][0] for row in copies for variable in row}
        return self.remembered(blocks, partial(self._sorted, blocks, copies))

    def _sorted(self, written: Collection[Block], copies: Sequence[Sequence[Variable]], rows: Rows) -> Numbers:
        held = {v: self.layout.read(rows.words, v) for block in written for v in block.variables}
        sort_rows(held, copies)
        return self._added(written, held, rows)

    def _moved(self, written: Sequence[Block], assigned: Mapping[Variable, Term], rows: Rows) -> Numbers:
        held = {v: self.value(assigned.get(v, read(v)), rows) for block in written for v in block.variables}
        return self._added(written, held, rows)

    def _added(self, written: Iterable[Block], held: Mapping[Variable, Numbers], rows: Rows) -> Numbers:
        """What has to be added to the numbers of the states so that the blocks hold other values."""
        total = np.zeros(len(rows), np.int64)
        for block in written:
            numbers = block.numbers([held[variable] for variable in block.variables])
            total += (numbers - block.of(rows.words)) << block.shift
        return total

    def _value(self, term: Term, rows: Rows) -> Numbers:
        if term.kind is CONST:
            return np.array([term.value])
        if term.kind is VAR:
            return self.layout.read(rows.words, term.variable).astype(np.int64)
        table = self._tables.get(term)
        if table is None:
            blocks = self.blocks([term])
            if not small(blocks):
                return self._composed(term, rows)
            table = self._tables[term] = Table(Fields(blocks), partial(self._composed, term))
        return table(rows)

    def _composed(self, term: Term, rows: Rows) -> Numbers:
        """The value of a term from those of its parts."""
        if term.kind not in _MANY:
            values = [self.value(arg, rows) for arg in term.args]
            return term.value * values[0] if term.kind is MUL else _OPERATIONS[term.kind](*values)
        parts = self._parts.get(term)
        if parts is None:
            parts = self._parts[term] = self._together(term)
        return reduce(_MANY[term.kind], [self.value(part, rows) for part in parts])

    def _together(self, term: Term) -> list[Term]:
        """The parts of a conjunction, disjunction or sum, as many together as one table can have."""
        if small(self.blocks([term])):
            return list(term.args)
        looked = [(arg, self.blocks([arg])) for arg in sorted(term.args, key=self.lowest)]
        return [args[0] if len(args) == 1 else rebuild(term, tuple(args)) for _, args in gathered(looked)]


def gathered(looked: Iterable[tuple[Thing, set[Block]]]) -> list[tuple[set[Block], list[Thing]]]:
    """Things in groups, as many together as one table can have; `looked` says at which blocks each looks."""
    groups: list[tuple[set[Block], list[Thing]]] = []
    for thing, blocks in looked:
        at = next((n for n, (held, _) in enumerate(groups) if small(held | blocks)), None)
        if at is None:
            groups.append((blocks, [thing]))
        else:
            groups[at][0].update(blocks)
            groups[at][1].append(thing)
    return groups


def small(blocks: Iterable[Block]) -> bool:
    """Whether a table over these blocks is small enough."""
    return 1 << sum(block.bits for block in blocks) <= MOST_ENTRIES
