"""Reading terms: their value under an assignment, and terms put in the place of variables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, MutableMapping
from typing import Final

from explorer.system.constructors import (
    all_of,
    any_of,
    at_most,
    either,
    equal,
    half,
    less,
    minus,
    negate,
    plus,
    times,
)
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

Values = Mapping[Variable, int]

_MOST_TABULATED: Final = 256
"""The widest range of a variable over which a term remembers its values."""


def evaluate(term: Term, values: Values) -> int:
    """The value of the term when each variable has its value in `values`.

    Raises `KeyError` for a variable without a value, if the value of the term depends on it.
    """
    return _VALUE_OF[term.kind](term, values)


def _choice(term: Term, values: Values) -> int:
    condition, then, otherwise = term.args
    return evaluate(then if evaluate(condition, values) else otherwise, values)


_VALUE_OF: Final[dict[str, Callable[[Term, Values], int]]] = {
    CONST: lambda term, values: term.value,
    VAR: lambda term, values: values[term.variable],
    AND: lambda term, values: int(all(evaluate(arg, values) for arg in term.args)),
    OR: lambda term, values: int(any(evaluate(arg, values) for arg in term.args)),
    NOT: lambda term, values: 1 - evaluate(term.args[0], values),
    EQ: lambda term, values: int(evaluate(term.args[0], values) == evaluate(term.args[1], values)),
    LE: lambda term, values: int(evaluate(term.args[0], values) <= evaluate(term.args[1], values)),
    LT: lambda term, values: int(evaluate(term.args[0], values) < evaluate(term.args[1], values)),
    ADD: lambda term, values: sum(evaluate(arg, values) for arg in term.args),
    SUB: lambda term, values: evaluate(term.args[0], values) - evaluate(term.args[1], values),
    MUL: lambda term, values: term.value * evaluate(term.args[0], values),
    HALF: lambda term, values: evaluate(term.args[0], values) // 2,
    ITE: _choice,
}


def along(term: Term, variable: Variable, values: Collection[int]) -> list[int]:
    """The values of a term that reads just this variable, for each of these values of that."""
    if variable.high - variable.low >= _MOST_TABULATED:
        return [evaluate(term, {variable: value}) for value in values]
    table = _tabulated(term, variable)
    return [table[value - variable.low] for value in values]


def _tabulated(term: Term, variable: Variable) -> tuple[int, ...]:
    """The values of a term that reads just this variable, for each of its values, ascending. The term keeps them."""
    if term._tabulated is None:
        kind = term.kind
        if kind is AND:
            term._tabulated = tuple(map(min, *(_tabulated(arg, variable) for arg in term.args)))
        elif kind is OR:
            term._tabulated = tuple(map(max, *(_tabulated(arg, variable) for arg in term.args)))
        elif kind is NOT:
            term._tabulated = tuple([1 - value for value in _tabulated(term.args[0], variable)])
        else:
            every = range(variable.low, variable.high + 1)
            term._tabulated = tuple([evaluate(term, {variable: value}) for value in every])
    return term._tabulated


_BUILD: Final[dict[str, Callable[..., Term]]] = {
    AND: all_of,
    OR: any_of,
    NOT: negate,
    EQ: equal,
    LE: at_most,
    LT: less,
    ADD: plus,
    SUB: minus,
    HALF: half,
    ITE: either,
}


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The compound term with other operands, simplified anew."""
    if args == term.args:
        return term
    if term.kind is MUL:
        return times(term.value, args[0])
    return _BUILD[term.kind](*args)


def substitute(
    term: Term, replacements: Mapping[Variable, Term], memo: MutableMapping[Term, Term] | None = None
) -> Term:
    """The term with each variable of `replacements` replaced, all at once, and simplified.

    `memo` remembers answers: pass one mapping to all calls with the same replacements, and to no others.
    """
    if not replacements:
        return term
    return _substitute(term, replacements, {} if memo is None else memo)


def _substitute(
    term: Term,
    replacements: Mapping[Variable, Term],
    memo: MutableMapping[Term, Term],
) -> Term:
    found = memo.get(term)
    if found is None:
        if term.kind is VAR:
            found = replacements.get(term.variable, term)
        elif replacements.keys().isdisjoint(variables_of(term)):
            found = term
        else:
            args = tuple(_substitute(arg, replacements, memo) for arg in term.args)
            found = rebuild(term, args)
        memo[term] = found
    return found


class Evaluation:
    """The values of many terms under one assignment; parts that they share are worked out once.

    For terms that are large because of what they share, such as those of `explorer.system.weakest`: `evaluate` follows
    every way to a shared part.
    """

    def __init__(self, values: Values) -> None:
        """For variables with these values, which have to be all that the terms read."""
        self._replacements = {variable: const(value) for variable, value in values.items()}
        self._memo: dict[Term, Term] = {}

    def __call__(self, term: Term) -> int:
        """The value of the term. Raises `KeyError` for a variable without a value."""
        found = substitute(term, self._replacements, self._memo)
        if found.kind is not CONST:
            raise KeyError(*sorted(variable.name for variable in variables_of(found)))
        return found.value
