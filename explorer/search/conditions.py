"""Conditions on what is open: sets of cases, as bits where the cases can be listed, and else as terms that Z3 decides.

A case gives every open variable a value. A search over an open system needs to combine such sets, and to know which are
empty; both kinds answer the same questions, and answers are remembered.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from typing import Protocol, TypeVar

from explorer.system.evaluation import evaluate, substitute
from explorer.system.nodes import AND, CONST, NOT, OR, Term, const, read, variables_of
from explorer.system.patience import Undecided
from explorer.system.terms import FALSE, TRUE, all_of, any_of, at_most, equal, integer, negate
from explorer.system.variables import Variable

C = TypeVar("C", bound=Hashable)

Case = Mapping[Variable, int]
"""A value for each open variable."""

SECONDS = 10.0
"""The time that Z3 has for one question; what it does not decide is told as undetermined."""


class Conditions(Protocol[C]):
    """Sets of cases of one kind."""

    everything: C
    nothing: C

    @property
    def questions(self) -> Questions:
        """What it took to decide."""
        ...

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

    def decided(self, one: C) -> bool:
        """Whether `possible` is proved; where it is not, the set counts as possible."""
        ...

    def has(self, one: C, case: Case) -> bool:
        """Whether the case is in the set."""
        ...

    def example(self, one: C) -> Case:
        """The smallest case of the set, by the order of the open variables; `ValueError` of an empty one."""
        ...


@dataclass(frozen=True)
class Questions:
    """What it took to decide: questions put to Z3, answers from memory, and how many questions Z3 gave up."""

    queries: int = 0
    remembered: int = 0
    undetermined: int = 0

    def __str__(self) -> str:
        """The numbers in words."""
        text = f"{self.queries:,} queries, {self.remembered:,} answered from memory"
        return f"{text}, {self.undetermined:,} undetermined" if self.undetermined else text


class Cases:
    """Sets of listed cases: bit i of a number stands for case i, in the order of their values.

    Cases that `assume` excludes have numbers too, but are in no set.
    """

    def __init__(self, variables: Sequence[Variable], assume: Term = TRUE) -> None:
        """All cases of these variables in which `assume` holds."""
        self.variables = tuple(variables)
        self.nothing = 0
        self._steps: dict[Variable, int] = {}  # how far apart two cases are that differ in one value by 1
        self.number = 1
        for variable in reversed(self.variables):
            self._steps[variable] = self.number
            self.number *= _width(variable)
        self.everything = (1 << self.number) - 1
        self._masks: dict[Term, int] = {}
        self.everything = self.of(assume)
        self._masks.clear()

    @cached_property
    def cases(self) -> list[tuple[int, ...]]:
        """The values of the open variables in every case that there is, in order."""
        return self.listed(self.everything)

    def listed(self, one: int) -> list[tuple[int, ...]]:
        """The values of the open variables in every case of the set, in order."""
        ranges = (range(variable.low, variable.high + 1) for variable in self.variables)
        return [values for number, values in enumerate(product(*ranges)) if one >> number & 1]

    @property
    def questions(self) -> Questions:
        """None: nothing is asked."""
        return Questions()

    def of(self, term: Term) -> int:
        """Bit i tells whether the term holds in case i."""
        found = self._masks.get(term)
        if found is None:
            found = self._masks[term] = self._mask(term) & self.everything
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
        read_here = sorted(variables_of(term), key=lambda variable: (_width(variable), variable.name))
        if len(read_here) > 1:  # by the values of the variable that has the fewest
            first = read_here[0]
            values = range(first.low, first.high + 1)
            return reduce(
                int.__or__,
                (self.of(equal(read(first), n)) & self.of(substitute(term, {first: const(n)})) for n in values),
            )
        (variable,) = read_here
        return reduce(int.__or__, (self._between(variable, *run) for run in _runs(term, variable)), 0)

    def _between(self, variable: Variable, low: int, high: int) -> int:
        """The cases in which the variable has one of these values."""
        step = self._steps[variable]
        period = step * _width(variable)
        once = ((1 << (high - low + 1) * step) - 1) << (low - variable.low) * step
        while period < self.number:  # the pattern repeats for all values of the variables before
            once |= once << period
            period *= 2
        return once & ((1 << self.number) - 1)

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

    def decided(self, one: int) -> bool:
        """Always: the cases are listed."""
        return True

    def has(self, one: int, case: Case) -> bool:
        """Whether the bit of the case is set."""
        number = sum((case[variable] - variable.low) * step for variable, step in self._steps.items())
        return bool(one >> number & 1)

    def example(self, one: int) -> Case:
        """The first case of the set."""
        if not one:
            raise ValueError("there is no such case")
        first = (one & -one).bit_length() - 1
        return {v: v.low + first // self._steps[v] % _width(v) for v in self.variables}


def _width(variable: Variable) -> int:
    return variable.high - variable.low + 1


def _runs(term: Term, variable: Variable) -> list[tuple[int, int]]:
    """The values of its one variable for which the term holds, as runs from a first to a last, in order.

    A half of the range in which the simplified term is a constant is not looked at further.
    """
    found: list[tuple[int, int]] = []
    waiting = [(variable.low, variable.high)]
    while waiting:
        low, high = waiting.pop()
        here = substitute(term, {variable: read(integer(variable.name, low, high)) if low < high else const(low)})
        if here.low < here.high:
            middle = (low + high) // 2
            waiting += [(middle + 1, high), (low, middle)]
        elif here.low:
            follows = bool(found) and found[-1][1] == low - 1
            found[-1:] = [(found[-1][0], high)] if follows else [*found[-1:], (low, high)]
    return found


class Terms:
    """Sets of cases described by terms; Z3 says which are empty.

    A term stays small: what follows from the rest of it is dropped, and parts that differ in one fact are joined. What
    Z3 does not decide in the time it has counts as possible, and `decided` says so.
    """

    def __init__(self, variables: Sequence[Variable], assume: Term = TRUE, seconds: float = SECONDS) -> None:
        """Cases of these variables in which `assume` holds; `seconds` is the time that Z3 has for a question."""
        from explorer.system.solving import Solver  # noqa: PLC0415 - Z3 is loaded where it is asked

        self.variables = tuple(variables)
        self.everything = assume
        self.nothing = FALSE
        self.solver = Solver(seconds=seconds)

    @property
    def questions(self) -> Questions:
        """What Z3 has been asked."""
        asked = self.solver.statistics
        return Questions(asked.queries, asked.remembered, asked.undetermined)

    def of(self, term: Term) -> Term:
        """The term itself."""
        return term

    def both(self, one: Term, other: Term) -> Term:
        """The conjunction, without what follows from the rest; FALSE where it has no case."""
        found = all_of(one, other)
        if found in (one, other) or found is FALSE:
            return found
        if not self.possible(found):
            return FALSE
        kept = [part for part in _parts(other, AND) if self.possible(all_of(one, negate(part)))]
        if len(kept) < len(_parts(other, AND)):
            return self.both(one, all_of(kept)) if kept else one
        return found

    def either(self, one: Term, other: Term) -> Term:
        """The disjunction; one of the two that has the other within it; what both demand is said once."""
        if not self.possible(self._less(one, other)):
            return other
        if not self.possible(self._less(other, one)):
            return one
        for part in _parts(one, OR):
            joined = self._joined(part, other)
            if joined is not None:
                rest = [old for old in _parts(one, OR) if old is not part]
                return self.either(any_of(rest), joined) if rest else joined
        found = any_of(one, other)
        return found if self.possible(self._less(self.everything, found)) else self.everything

    def _joined(self, one: Term, other: Term) -> Term | None:
        """What both demand, where together they leave out nothing of it."""
        ours, theirs = _parts(one, AND), _parts(other, AND)
        shared = [part for part in ours if part in theirs]
        left = [all_of(part for part in parts if part not in shared) for parts in (ours, theirs)]
        common = all_of(shared)
        if not self.possible(all_of(common, negate(left[0]), negate(left[1]))):
            return self.both(self.everything, common)
        return None

    def _less(self, one: Term, other: Term) -> Term:
        return all_of(one, negate(other))

    def without(self, one: Term, other: Term) -> Term:
        """The conjunction with the negation of what is not already excluded."""
        if not self.possible(all_of(one, other)):
            return one
        found: Term = one
        for part in _parts(other, OR):
            demands = [fact for fact in _parts(part, AND) if self.possible(all_of(found, negate(fact)))]
            found = all_of(found, negate(all_of(demands)))
            if found is FALSE:
                return FALSE
        return found if self.possible(found) else FALSE

    def possible(self, one: Term) -> bool:
        """Whether Z3 finds a case, or does not know of any reason against one."""
        return self._answer(one) is not False

    def decided(self, one: Term) -> bool:
        """Whether it is proved that the set has a case, or that it has none."""
        return self._answer(one) is not None

    def _answer(self, one: Term) -> bool | None:
        if one is FALSE:
            return False
        return self.solver.decide([self.everything] if one is TRUE else [self.everything, one])

    def has(self, one: Term, case: Case) -> bool:
        """Whether the term, and what is assumed, hold in the case."""
        return bool(evaluate(self.everything, case) and evaluate(one, case))

    def example(self, one: Term) -> Case:
        """The smallest case, found by narrowing one variable after another.

        Raises `Undecided` where Z3 does not know.
        """
        if not self.possible(one):
            raise ValueError("there is no such case")
        left = one
        case: dict[Variable, int] = {}
        for variable in self.variables:
            low, high = variable.low, variable.high
            while low < high:
                middle = (low + high) // 2
                below = all_of(left, at_most(read(variable), middle))
                low, high = (low, middle) if self.possible(below) else (middle + 1, high)
            case[variable] = low
            left = all_of(left, equal(read(variable), low))
        if not self.has(one, case):
            raise Undecided(f"Z3 does not know a case of: {one}")
        return case


def _parts(term: Term, kind: str) -> tuple[Term, ...]:
    """The operands of a conjunction or disjunction, or the term alone."""
    return term.args if term.kind is kind else (term,)
