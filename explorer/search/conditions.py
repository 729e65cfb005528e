"""Conditions on what is open: sets of cases, as bits where the cases can be listed, and else as terms that Z3 decides.

A case gives every open variable a value. A search over an open system needs to combine such sets, and to know which are
empty; both kinds answer the same questions, and answers are remembered.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import reduce
from itertools import product
from typing import Protocol, TypeVar

from explorer.system.evaluation import evaluate
from explorer.system.nodes import AND, CONST, NOT, OR, Term, read, variables_of
from explorer.system.terms import FALSE, TRUE, all_of, any_of, at_most, equal, negate
from explorer.system.variables import Variable

C = TypeVar("C", bound=Hashable)

Case = Mapping[Variable, int]
"""A value for each open variable."""


class Conditions(Protocol[C]):
    """Sets of cases of one kind."""

    everything: C
    nothing: C

    def of(self, term: Term) -> C:
        """The cases in which the term, over open variables, holds."""
        ...

    def both(self, one: C, other: C) -> C:
        """The cases in both sets."""
        ...

    def either(self, one: C, other: C) -> C:
        """The cases in one of the sets."""
        ...

    def without(self, one: C, other: C) -> C:
        """The cases in the first set that are not in the second."""
        ...

    def possible(self, one: C) -> bool:
        """Whether the set has a case."""
        ...

    def has(self, one: C, case: Case) -> bool:
        """Whether the case is in the set."""
        ...

    def example(self, one: C) -> Case:
        """The smallest case of the set, by the order of the open variables; `ValueError` of an empty one."""
        ...


class Cases:
    """Sets of listed cases: bit i of a number stands for case i."""

    def __init__(self, variables: Sequence[Variable], assume: Term = TRUE) -> None:
        """All cases of these variables in which `assume` holds."""
        self.variables = tuple(variables)
        ranges = [range(variable.low, variable.high + 1) for variable in self.variables]
        self.cases = [
            values for values in product(*ranges) if evaluate(assume, dict(zip(self.variables, values, strict=True)))
        ]
        self._numbers = {values: number for number, values in enumerate(self.cases)}
        self.everything = (1 << len(self.cases)) - 1
        self.nothing = 0
        self._masks: dict[Term, int] = {}
        self._places = {variable: place for place, variable in enumerate(self.variables)}

    def of(self, term: Term) -> int:
        """Bit i tells whether the term holds in case i."""
        found = self._masks.get(term)
        if found is None:
            found = self._masks[term] = self._mask(term)
        return found

    def _mask(self, term: Term) -> int:
        if term.kind is CONST:
            return self.everything if term.value else 0
        if term.kind is AND:
            return reduce(int.__and__, map(self.of, term.args), self.everything)
        if term.kind is OR:
            return reduce(int.__or__, map(self.of, term.args), 0)
        if term.kind is NOT:
            return self.everything & ~self.of(term.args[0])
        needed = [(variable, self._places[variable]) for variable in sorted(variables_of(term), key=lambda v: v.name)]
        known: dict[tuple[int, ...], int] = {}
        mask = 0
        for number, values in enumerate(self.cases):
            key = tuple(values[place] for _, place in needed)
            if key not in known:
                known[key] = evaluate(term, dict(zip((variable for variable, _ in needed), key, strict=True)))
            mask |= known[key] << number
        return mask

    def both(self, one: int, other: int) -> int:
        """The common cases."""
        return one & other

    def either(self, one: int, other: int) -> int:
        """The cases of either."""
        return one | other

    def without(self, one: int, other: int) -> int:
        """The cases of the first that are not of the second."""
        return one & ~other

    def possible(self, one: int) -> bool:
        """Whether any bit is set."""
        return bool(one)

    def has(self, one: int, case: Case) -> bool:
        """Whether the bit of the case is set."""
        return bool(one >> self._numbers[tuple(case[variable] for variable in self.variables)] & 1)

    def example(self, one: int) -> Case:
        """The first case of the set."""
        if not one:
            raise ValueError("there is no such case")
        first = (one & -one).bit_length() - 1
        return dict(zip(self.variables, self.cases[first], strict=True))


class Terms:
    """Sets of cases described by terms; Z3 says which are empty."""

    def __init__(self, variables: Sequence[Variable], assume: Term = TRUE) -> None:
        """Cases of these variables in which `assume` holds."""
        from explorer.system.solving import Solver  # noqa: PLC0415 - Z3 is loaded where it is asked

        self.variables = tuple(variables)
        self.everything = assume
        self.nothing = FALSE
        self.solver = Solver()

    def of(self, term: Term) -> Term:
        """The term itself."""
        return term

    def both(self, one: Term, other: Term) -> Term:
        """The conjunction; FALSE where it has no case, and the one of the two where it is as small."""
        found = all_of(one, other)
        if found in (one, other) or found is FALSE:
            return found
        if not self.possible(found):
            return FALSE
        return found

    def either(self, one: Term, other: Term) -> Term:
        """The disjunction; the one of the two that has the other within it."""
        if not self.possible(self.without(one, other)):
            return other
        if not self.possible(self.without(other, one)):
            return one
        return any_of(one, other)

    def without(self, one: Term, other: Term) -> Term:
        """The conjunction with the negation."""
        return all_of(one, negate(other))

    def possible(self, one: Term) -> bool:
        """Whether Z3 finds a case, or does not know of any reason against one."""
        if one is FALSE or one is TRUE:
            return one is TRUE and self.solver.satisfiable([self.everything])
        return self.solver.satisfiable([self.everything, one])

    def has(self, one: Term, case: Case) -> bool:
        """Whether the term, and what is assumed, hold in the case."""
        return bool(evaluate(self.everything, case) and evaluate(one, case))

    def example(self, one: Term) -> Case:
        """The smallest case, found by narrowing one variable after another."""
        if not self.possible(one):
            raise ValueError("there is no such case")
        case: dict[Variable, int] = {}
        for variable in self.variables:
            low, high = variable.low, variable.high
            while low < high:
                middle = (low + high) // 2
                below = all_of(one, at_most(read(variable), middle))
                low, high = (low, middle) if self.possible(below) else (middle + 1, high)
            case[variable] = low
            one = all_of(one, equal(read(variable), low))
        return case
