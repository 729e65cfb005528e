"""Which values each variable may take, and what terms may be when it takes only those.

A Cartesian abstraction (Cousot and Cousot, 1977): each variable has its own set of values, and how variables
depend on each other is forgotten. What holds of every combination holds of every state; the converse may
fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from explorer.system.constructors import at_least
from explorer.system.evaluation import along, rebuild
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
    const,
    variables_of,
)
from explorer.system.variables import Variable

Span = tuple[int, int]
"""The least and the greatest value."""

MOST_VALUES: Final = 256  # sets that would be larger are taken as the whole range

_UNKNOWN: Final = (0, 1)


class Possibilities:
    """What terms may be while each variable keeps to its set of values in `sets`, or else to its range.

    Answers are remembered: make a new one when the sets change.
    """

    def __init__(self, sets: Mapping[Variable, frozenset[int]]) -> None:
        """Answer for these sets. None of them is empty."""
        self._sets = sets
        self._spans: dict[Term, Span] = {}
        self._values: dict[Term, frozenset[int] | None] = {}
        self._narrowed: dict[Term, Term] = {}

    def span(self, term: Term) -> Span:
        """An interval that holds every value the term may have."""
        found = self._spans.get(term)
        if found is None:
            found = self._spans[term] = self._span(term)
        return found

    def values(self, term: Term) -> frozenset[int] | None:
        """The values that the term may have; None when they are too many to list."""
        held = self._sets.get(term.variable) if term.kind is VAR else None
        if held is not None:
            return held
        if term not in self._values:
            self._values[term] = self._listed(term)
        return self._values[term]

    def _listed(self, term: Term) -> frozenset[int] | None:
        low, high = self.span(term)
        if high - low <= 1:
            return frozenset((low, high))
        if len(variables_of(term)) == 1:
            (variable,) = variables_of(term)
            if variable in self._sets:
                return frozenset(along(term, variable, self._sets[variable]))
        if term.kind is ITE:
            condition, then, otherwise = term.args
            low, high = self.span(condition)
            if low == high:
                return self.values(then if low else otherwise)
            first, second = self.values(then), self.values(otherwise)
            return None if first is None or second is None else first | second
        return frozenset(range(low, high + 1)) if high - low < MOST_VALUES else None

    def narrow(self, term: Term) -> Term:
        """A simpler term with the same value whenever the variables keep to their sets."""
        found = self._narrowed.get(term)
        if found is None:
            low, high = self.span(term)
            if low == high:
                found = const(low)
            elif not term.args:
                found = term
            else:
                found = rebuild(term, tuple(self.narrow(arg) for arg in term.args))
                low, high = self.span(found)  # simplified, it may be decided
                if low == high:
                    found = const(low)
                elif term.is_boolean and not found.is_boolean:  # 0 or 1 all the same: it stays a condition
                    found = at_least(found, 1)
            self._narrowed[term] = found
        return found

    def _span(self, term: Term) -> Span:
        kind, args = term.kind, term.args
        if kind is VAR:
            return self._variable(term.variable)
        if kind is CONST:
            return term.value, term.value
        if kind is EQ:
            return self._equality(args[0], args[1])
        if kind is AND or kind is OR:
            return self._junction(args, 0 if kind is AND else 1)
        if kind is ITE:
            low, high = self.span(args[0])
            if low == high:
                return self.span(args[1] if low else args[2])
            (a, b), (c, d) = self.span(args[1]), self.span(args[2])
            return max(min(a, c), term.low), min(max(b, d), term.high)
        return _combine(term, [self.span(arg) for arg in args])

    def _junction(self, args: tuple[Term, ...], zero: int) -> Span:
        """The span of conditions of which one that is `zero` decides: 0 for `and`, 1 for `or`."""
        decided = True
        for arg in args:
            low, high = self.span(arg)
            if low != high:
                decided = False
            elif low == zero:
                return zero, zero
        return (1 - zero, 1 - zero) if decided else _UNKNOWN

    def _variable(self, variable: Variable) -> Span:
        values = self._sets.get(variable)
        return (variable.low, variable.high) if values is None else (min(values), max(values))

    def _equality(self, left: Term, right: Term) -> Span:
        (a, b), (c, d) = self.span(left), self.span(right)
        if b < c or d < a:
            return 0, 0
        if a == b == c == d:
            return 1, 1
        if left.kind is VAR and c == d:
            values = self._sets.get(left.variable)
            if values is not None and c not in values:
                return 0, 0
        return _UNKNOWN


def _combine(term: Term, spans: list[Span]) -> Span:
    """The span of a term whose operands have these spans."""
    kind = term.kind
    lows, highs = [low for low, _ in spans], [high for _, high in spans]
    if kind is NOT:
        return 1 - highs[0], 1 - lows[0]
    if kind is LE:
        return int(highs[0] <= lows[1]), int(lows[0] <= highs[1])
    if kind is LT:
        return int(highs[0] < lows[1]), int(lows[0] < highs[1])
    if kind is ADD:
        return sum(lows), sum(highs)
    if kind is SUB:
        return lows[0] - highs[1], highs[0] - lows[1]
    if kind is MUL:
        ends = term.value * lows[0], term.value * highs[0]
        return min(ends), max(ends)
    if kind is HALF:
        return lows[0] // 2, highs[0] // 2
    raise ValueError(f"no interval for a term of the kind {kind}")
