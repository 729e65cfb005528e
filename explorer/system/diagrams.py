"""Decision diagrams: what holds in some of the cases of a few small variables, as a term, and counted.

A set of cases is split by one variable after another; a variable that makes no difference is left out, and equal parts
are one (Bryant, "Graph-based algorithms for Boolean function manipulation", 1986; here with more than two values).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod

from explorer.system.evaluation import substitute
from explorer.system.nodes import CONST, Term, const, read
from explorer.system.terms import FALSE, TRUE, all_of, any_of, one_of
from explorer.system.variables import Variable

Values = tuple[int, ...]
"""A value for each of some variables, in their order."""


def domain(variable: Variable) -> range:
    """All values of the variable."""
    return range(variable.low, variable.high + 1)


def term_of(variables: Sequence[Variable], cases: Collection[Values]) -> Term:
    """A term over the variables that holds in these cases and in no others."""
    if not variables:
        return TRUE if cases else FALSE
    variable, rest = variables[0], variables[1:]
    parts: dict[int, set[Values]] = {value: set() for value in domain(variable)}
    for values in cases:
        parts[values[0]].add(values[1:])
    by_part: dict[frozenset[Values], list[int]] = {}
    for value, part in parts.items():
        by_part.setdefault(frozenset(part), []).append(value)
    if len(by_part) == 1:
        return term_of(rest, next(iter(by_part)))
    return any_of(all_of(one_of(read(variable), values), term_of(rest, part)) for part, values in by_part.items())


def count(term: Term, variables: Sequence[Variable]) -> int:
    """The number of cases of these variables, which must be all that the term reads, in which it holds."""
    return _count(term, tuple(variables), {})


def _count(term: Term, variables: tuple[Variable, ...], known: dict[tuple[Term, int], int]) -> int:
    if term.kind is CONST:
        return prod(len(domain(variable)) for variable in variables) if term.value else 0
    key = term, len(variables)
    if key not in known:
        variable, rest = variables[0], variables[1:]
        known[key] = sum(_count(substitute(term, {variable: const(value)}), rest, known) for value in domain(variable))
    return known[key]


def without(term: Term, variable: Variable) -> Term:
    """What the term says whatever the value of the variable: that it holds for one of its values."""
    return any_of(substitute(term, {variable: const(value)}) for value in domain(variable))
