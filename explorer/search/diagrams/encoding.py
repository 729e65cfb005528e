"""The states of a system as assignments of bits, and sets of states as binary decision diagrams over them.

A variable takes the least number of bits that tell its values apart: they hold the number of its value among those
that it may have. Beside each bit is its shadow, by which a set of pairs of states is one diagram too. (Bryant,
"Graph-based algorithms for Boolean function manipulation", 1986.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import Final

from explorer.system.variables import Variable

try:
    from oxidd.bdd import BDDFunction, BDDManager, BDDSubstitution
except ModuleNotFoundError as missing:
    raise ImportError("decision diagrams need OxiDD, which comes with the extra endphase[diagrams]") from missing

Diagram = BDDFunction
"""A set of states, or of pairs of states."""

Exchange = BDDSubstitution
"""The values of some bits put in the place of others, and the other way round."""

MOST_NODES: Final = 1 << 26
NODE_BYTES: Final = 40  # what a node takes, its place in the tables included
_REMEMBERED: Final = 1 << 20  # results of operations


class Encoding:
    """Variables as bits, in this order, the first at the top.

    `possible` tells the values of those that cannot take all of their range. The variables of one of the `columns`
    have one code, so that their values can be exchanged.
    """

    def __init__(
        self,
        variables: Iterable[Variable],
        possible: Mapping[Variable, frozenset[int]],
        columns: Iterable[Collection[Variable]] = (),
        most_nodes: int = MOST_NODES,
    ) -> None:
        """Make the bits. An operation raises `MemoryError` when there would be more nodes."""
        self.values: dict[Variable, Sequence[int]] = {
            variable: sorted(possible[variable]) if variable in possible else range(variable.low, variable.high + 1)
            for variable in variables
        }
        self._share([tuple(column) for column in columns])
        self.width = {variable: (len(values) - 1).bit_length() for variable, values in self.values.items()}
        self.size = sum(self.width.values())
        self._manager = BDDManager(most_nodes, _REMEMBERED, 1)
        self._manager.add_vars(2 * self.size)
        self._first: dict[Variable, int] = {}
        first = 0
        for variable, width in self.width.items():
            self._first[variable] = first
            first += 2 * width
        self._equal: dict[tuple[Variable, int], Diagram] = {}
        self._bits: dict[Variable, Diagram] = {}
        self.all = self._manager.true()
        self.none = self._manager.false()

    def _share(self, columns: Sequence[Sequence[Variable]]) -> None:
        """Give the variables of a column the values of all of them, and so on where columns meet."""
        sharing = True
        while sharing:
            sharing = False
            for column in columns:
                values = sorted(frozenset[int]().union(*(self.values[variable] for variable in column)))
                for variable in column:
                    sharing |= len(self.values[variable]) < len(values)
                    self.values[variable] = values

    @property
    def nodes(self) -> int:
        """How many nodes there are, those that nothing needs any more included."""
        return self._manager.approx_num_inner_nodes()

    def _numbers(self, variable: Variable, shadow: bool = False) -> range:
        """The numbers of the bits of the variable, the highest bit first."""
        first = self._first[variable] + shadow
        return range(first, first + 2 * self.width[variable], 2)

    def _each(self, variable: Variable, shadow: bool = False) -> list[Diagram]:
        return [self._manager.var(number) for number in self._numbers(variable, shadow)]

    def equal(self, variable: Variable, value: int) -> Diagram:
        """The states in which the variable has the value."""
        found = self._equal.get((variable, value))
        if found is None:
            found = self._equal[variable, value] = self._coded(variable, value)
        return found

    def _coded(self, variable: Variable, value: int) -> Diagram:
        values = self.values[variable]
        if value not in values:
            return self.none
        code = values.index(value)
        places = reversed(range(self.width[variable]))
        return self.every(
            bit if code >> place & 1 else ~bit for place, bit in zip(places, self._each(variable), strict=True)
        )

    def assigned(self, values: Mapping[Variable, int]) -> Diagram:
        """The states in which all these variables have these values."""
        return self.every(self.equal(variable, value) for variable, value in values.items())

    def every(self, sets: Iterable[Diagram]) -> Diagram:
        """The states that are in all of the sets."""
        return reduce(and_, [*sets][::-1], self.all)  # the lowest bits first: so a cube is made node by node

    def bits(self, variables: Iterable[Variable]) -> Diagram:
        """The bits of the variables, as `exists` takes what it forgets."""
        found = []
        for variable in variables:
            if variable not in self._bits:
                self._bits[variable] = self.every(self._each(variable))
            found.append(self._bits[variable])
        return self.every(found)

    def shadow_bits(self, variables: Iterable[Variable]) -> Diagram:
        """The same of their shadows."""
        return self.every(bit for variable in variables for bit in self._each(variable, shadow=True))

    def parts(self, variable: Variable, states: Diagram) -> dict[int, Diagram]:
        """The states by the value of the variable, for each value that occurs."""
        parts = [(0, states)]
        for bit in self._each(variable):
            halves = [
                (2 * code + one, half) for code, part in parts for one, half in ((0, part & ~bit), (1, part & bit))
            ]
            parts = [(code, half) for code, half in halves if half.satisfiable()]
        values = self.values[variable]
        return {values[code]: part for code, part in parts if code < len(values)}

    def exchange(self, these: Sequence[Variable], others: Sequence[Variable]) -> Exchange:
        """The values of the variables exchanged with those of others, which have the same codes."""
        pairs: list[tuple[int, Diagram]] = []
        for one, other in zip(these, others, strict=True):
            pairs += zip(self._numbers(one), self._each(other), strict=True)
            pairs += zip(self._numbers(other), self._each(one), strict=True)
        return Exchange(pairs)

    def exchange_shadows(self) -> Exchange:
        """All values exchanged with their shadows."""
        var = self._manager.var
        return Exchange([(number, var(number ^ 1)) for number in range(2 * self.size)])

    def unchanged(self) -> Diagram:
        """The pairs of a state and a shadow that is the same state."""
        var = self._manager.var
        return self.every(var(number).equiv(var(number + 1)) for number in range(0, 2 * self.size, 2))

    def count(self, states: Diagram) -> int:
        """How many states are in the set."""
        return states.sat_count(self.size)

    def count_cases(self, states: Diagram, variables: Iterable[Variable]) -> int:
        """How many cases of the variables are in the set, which depends on nothing else."""
        return states.sat_count(sum(self.width[variable] for variable in variables))

    def count_pairs(self, pairs: Diagram) -> int:
        """How many pairs of a state and a shadow are in the set."""
        return pairs.sat_count(2 * self.size)


def without(states: Diagram, others: Diagram) -> Diagram:
    """The states that are not among the others."""
    return others.imp_strict(states)
