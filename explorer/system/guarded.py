"""The guards of some steps, as bits: which of them fail in a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from explorer.system.constructors import negate
from explorer.system.fields import Bits, Fields, Looked
from explorer.system.guards import conjuncts
from explorer.system.nodes import NOT, OR, Term, variables_of
from explorer.system.plain_moves import Move

_TABLE_BITS: Final = 20  # of a position, at which a table looks
_MORE_BITS: Final = 2  # than the condition that looks at most


class Guarded:
    """Steps by the bits of their guards: a bit where one fails, or where one of its disjunctions holds.

    `looks` are all bits of a position at which the guards look; so many `bits` there are for guards.
    """

    def __init__(self, moves: Sequence[Move], fields: Fields) -> None:
        """Give each guard its bits."""
        self._fields = fields
        self.bits = 0
        self._units: dict[Term, Bits] = {}
        self._truths: dict[Term, Bits] = {}
        guards: dict[Term, tuple[Bits, tuple[Bits, ...]]] = {}
        for move in moves:
            if move.step.guard not in guards:
                guards[move.step.guard] = self._bits_of(move.step.guard)
        self._moves = [(move, *guards[move.step.guard]) for move in moves]
        self.looks = fields.mask({variable for unit in self._units for variable in variables_of(unit)})

    def allowed(self, failing: Bits) -> list[Move]:
        """The steps whose guards hold."""
        return [
            move
            for move, fails, needs in self._moves
            if not failing & fails and all(failing & truth for truth in needs)
        ]

    def tables(self, place: int) -> tuple[tuple[Bits, Looked], ...]:
        """Tables of the bits, moved up to a place: neighbours together, while they look at few bits of a position."""
        looked = {unit: self._fields.mask(variables_of(unit)) for unit in self._units}
        groups: list[tuple[int, int, dict[Term, Bits]]] = []
        for unit in sorted(looked, key=lambda unit: (looked[unit].bit_length(), looked[unit])):
            size = looked[unit].bit_count()
            for number, (looks, widest, some) in enumerate(groups):
                together, least = looks | looked[unit], max(widest, size)
                if together.bit_count() <= max(_TABLE_BITS, least + _MORE_BITS):
                    some[unit] = self._units[unit] << place
                    groups[number] = together, least, some
                    break
            else:
                groups.append((looked[unit], size, {unit: self._units[unit] << place}))
        return tuple((looks, Looked(looks, self._fields.failures(some))) for looks, _, some in groups)

    def _bits_of(self, guard: Term) -> tuple[Bits, tuple[Bits, ...]]:
        """The bit where the guard fails, and those of which each is needed."""
        fails, needs = 0, []
        for test in dict.fromkeys(_tests(guard)):
            if test.kind is OR and self._fields.mask(variables_of(test)).bit_count() > _TABLE_BITS:
                needs.append(self._truth(test))
            else:
                fails = fails or self._bit()
                self._units[test] = self._units.get(test, 0) | fails
        return fails, tuple(needs)

    def _truth(self, test: Term) -> Bits:
        if test not in self._truths:
            self._truths[test] = bit = self._bit()
            for arg in test.args:
                self._units[negate(arg)] = self._units.get(negate(arg), 0) | bit
        return self._truths[test]

    def _bit(self) -> Bits:
        self.bits += 1
        return 1 << self.bits - 1


def _tests(term: Term) -> Iterator[Term]:
    """The conditions that together are the term."""
    for test in conjuncts(term):
        if test.kind is NOT and test.args[0].kind is OR:
            for arg in test.args[0].args:
                yield from _tests(negate(arg))
        else:
            yield test
