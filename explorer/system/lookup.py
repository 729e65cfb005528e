"""Terms and updates over many states at once, by tables that are filled as their entries are met.

A guard, a part of an update, the next window: each looks at a few fields of a state. What comes out for a combination
of these fields is worked out once, when the combination is first met, and then looked up (the "local transition
caching" of Blom, van de Pol and Weber, "LTSmin: distributed and symbolic reachability", 2010). What looks at too many
fields is put together from parts that do not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import Final

import numpy as np

from explorer.system.evaluation import rebuild
from explorer.system.keys import Key, Kind, Numbers, Rows, Sight, Thing, blocks_of, sights_of, small, unique
from explorer.system.layout import Block, Layout
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
)
from explorer.system.rows import sort_rows
from explorer.system.variables import Variable

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

Computed = Callable[[Rows], Numbers]


class Table:
    """A function of what a key looks at, remembered."""

    def __init__(self, key: Key, compute: Computed, kind: Kind = np.int64) -> None:
        """No entry is known yet; `compute` gives those of states, which fit the `kind` and are not its lowest."""
        self._key = key
        self._compute = compute
        self._unknown = np.iinfo(kind).min
        self._entries = np.full(1 << key.bits, self._unknown, kind)

    def __call__(self, rows: Rows) -> Numbers:
        """The value in each state."""
        places = self._key.of(rows)
        found: Numbers = self._entries.take(places)
        if len(found) and found.min() == self._unknown:
            missing = np.flatnonzero(found == self._unknown)
            example = np.full(len(self._entries), -1, np.int32)
            example[places.take(missing)] = missing
            new = np.flatnonzero(example >= 0)
            self._entries[new] = self._compute(Rows(rows.words.take(example.take(new)), few=True))
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

    def blocks(self, terms: Iterable[Term]) -> list[Block]:
        """The blocks at which the terms look."""
        return blocks_of(terms, self.layout)

    def value(self, term: Term, rows: Rows) -> Numbers:
        """The value of the term in each state; a single number where it is the same in all."""
        found = rows.values.get(term)
        if found is None:
            found = rows.values[term] = self._value(term, rows)
        return found

    def remembered(self, sights: Collection[Sight], compute: Computed, kind: Kind = np.int64) -> Computed:
        """The function, by a table of a kind if it is small enough; `sights` is all that it looks at."""
        return Table(Key(sights, self.value, kind), compute, kind) if small(sights, kind) else compute

    def shift(self, assigned: Mapping[Variable, Term]) -> Computed:
        """What giving variables the values of terms over the state before adds to the numbers of states.

        The values have to be in the ranges.
        """
        looked: dict[Block, Collection[Sight]] = {}
        for block in self.layout.blocks:
            terms = [assigned[variable] for variable in block.variables if variable in assigned]
            if terms:
                looked[block] = sights_of(block, terms, self.layout)
        together = gathered(looked.items())
        parts = [self.remembered(blocks, partial(self._moved, written, assigned)) for blocks, written in together]
        nothing = np.zeros(1, np.int64)
        return lambda rows: reduce(np.add, [part(rows) for part in parts], nothing)

    def sorting(self, copies: Sequence[Sequence[Variable]]) -> Computed:
        """What putting interchangeable rows of variables into ascending order adds to the numbers of states."""
        blocks = self.blocks(read(variable) for row in copies for variable in row)
        return self.remembered(blocks, partial(self._sorted, blocks, copies))

    def _sorted(self, written: Collection[Block], copies: Sequence[Sequence[Variable]], rows: Rows) -> Numbers:
        held = {v: self._held(v, rows) for block in written for v in block.variables}
        sort_rows(held, copies)
        return self._added(written, held, rows)

    def _moved(self, written: Sequence[Block], assigned: Mapping[Variable, Term], rows: Rows) -> Numbers:
        held = {
            v: self.value(assigned[v], rows) if v in assigned else self._held(v, rows)
            for block in written
            for v in block.variables
        }
        return self._added(written, held, rows)

    def _held(self, variable: Variable, rows: Rows) -> Numbers:
        """The values of the variable in the states."""
        block, place = self.layout.place[variable]
        return block.values(place, rows.window(block.shift, block.mask))

    def _added(self, written: Iterable[Block], held: Mapping[Variable, Numbers], rows: Rows) -> Numbers:
        """What has to be added to the numbers of the states so that the blocks hold other values."""
        total = np.zeros(len(rows), np.int64)
        for block in written:
            numbers = block.numbers([held[variable] for variable in block.variables])
            total += (numbers - rows.window(block.shift, block.mask)) << block.shift
        return total

    def _value(self, term: Term, rows: Rows) -> Numbers:
        if term.kind is CONST:
            return np.array([term.value])
        if term.kind is VAR:
            return self._held(term.variable, rows)
        if rows.few:
            return self._composed(term, rows)
        table = self._tables.get(term)
        if table is None:
            blocks = self.blocks([term])
            if not small(blocks):
                return self._composed(term, rows)
            table = self._tables[term] = Table(Key(blocks, self.value), partial(self._composed, term))
        return table(rows)

    def _composed(self, term: Term, rows: Rows) -> Numbers:
        """The value of a term from those of its parts."""
        if term.kind not in _MANY:
            values = [self.value(arg, rows) for arg in term.args]
            return term.value * values[0] if term.kind is MUL else _OPERATIONS[term.kind](*values)
        parts = term.args if rows.few else self._parts.get(term)
        if parts is None:
            parts = self._parts[term] = self._together(term)
        return reduce(_MANY[term.kind], [self.value(part, rows) for part in parts])

    def _together(self, term: Term) -> list[Term]:
        """The parts of a conjunction, disjunction or sum, as many together as one table can have."""
        if small(self.blocks([term])):
            return list(term.args)
        looked = [(arg, self.blocks([arg])) for arg in sorted(term.args, key=self.lowest)]
        return [args[0] if len(args) == 1 else rebuild(term, tuple(args)) for _, args in gathered(looked)]


def gathered(
    looked: Iterable[tuple[Thing, Collection[Sight]]], kind: Kind = np.int64
) -> list[tuple[list[Sight], list[Thing]]]:
    """Things in groups, as many together as one table of the kind can have; `looked` says at what each looks."""
    groups: list[tuple[list[Sight], list[Thing]]] = []
    for thing, sights in looked:
        for held, things in groups:
            together = unique([*held, *sights])
            if small(together, kind):
                held[:] = together
                things.append(thing)
                break
        else:
            groups.append((list(sights), [thing]))
    return groups
