"""Constructors of terms, which simplify while they build.

Booleans are the integers 0 and 1. Every constructor accepts a term, a variable, an `int` or a `bool` as
operand.

The simplifications are local and keep the value under every assignment within the ranges: constants are
folded, `and` and `or` are flattened, and a comparison that the intervals of its two sides decide becomes a
constant. They are not complete: a term that is not `FALSE` may still be unsatisfiable; ask
`explorer.system.solving`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

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
    existing,
    make,
    read,
)
from explorer.system.variables import Variable

Operand = Term | Variable | int
"""What a constructor takes for a term; a `bool` is an `int`."""

TRUE: Final = const(1)
FALSE: Final = const(0)


def lift(operand: Operand) -> Term:
    """The operand as a term. Raises `TypeError` for anything that is none."""
    if type(operand) is Term:
        return operand
    if isinstance(operand, int):
        return const(operand)
    if isinstance(operand, Variable):
        return read(operand)
    raise TypeError(f"expected a term, a variable or an integer, not {operand!r}")


def _condition(operand: Operand) -> Term:
    term = operand if type(operand) is Term else lift(operand)
    if not term.is_boolean:
        raise TypeError(f"expected a condition, but this may be {term.low}..{term.high}: {term}")
    return term


def _operands(operands: tuple[Operand | Iterable[Operand], ...]) -> Iterable[Operand]:
    """The operands, whether they were given one by one or as one iterable."""
    if len(operands) == 1:
        (only,) = operands
        if not isinstance(only, Term | Variable | int):
            return only
    return operands  # type: ignore[return-value]


def _junction(kind: str, unit: Term, zero: Term, operands: Iterable[Operand]) -> Term:
    """`and` (unit TRUE, zero FALSE) or `or` (unit FALSE, zero TRUE) of the operands, without repetitions."""
    parts: dict[Term, None] = {}
    for operand in operands:
        term = operand if type(operand) is Term and operand.is_boolean else _condition(operand)
        if term is zero:
            return zero
        if term.kind is kind:
            parts.update(dict.fromkeys(term.args))
        elif term is not unit:
            parts[term] = None
    if len(parts) > 1:
        known = existing(kind, tuple(parts))
        if known is not None:
            return known
        for term in parts:
            if term.kind in _NEGATIONS and _complement(term) in parts:
                return zero
        if kind is AND:
            kept = _without_implied(parts)
            if kept is None:
                return zero
            parts = kept
    if len(parts) <= 1:
        return next(iter(parts), unit)
    return make(kind, tuple(parts), 0, 0, 1)


_NEGATIONS: Final = frozenset((NOT, LE, LT))


def _complement(term: Term) -> Term | None:
    """The term's negation if that exists already."""
    if term.kind is NOT:
        return term.args[0]
    if term.kind is LE:
        return existing(LT, term.args[::-1])
    if term.kind is LT:
        return existing(LE, term.args[::-1])
    return None


def _without_implied(parts: dict[Term, None]) -> dict[Term, None] | None:
    """The conjuncts without each `x is not d` beside `x = c`; None when an `x` is to equal two constants."""
    fixed: dict[Term, Term] = {}
    for term in parts:
        if term.kind is EQ and term.args[1].kind is CONST:
            left, right = term.args
            if fixed.setdefault(left, right) is not right:
                return None
    if not fixed:
        return parts

    def implied(term: Term) -> bool:
        if term.kind is not NOT or term.args[0].kind is not EQ:
            return False
        left, right = term.args[0].args
        return right.kind is CONST and left in fixed

    return {term: None for term in parts if not implied(term)}


def all_of(*terms: Operand | Iterable[Operand]) -> Term:
    """True when every condition is; of none, `TRUE`. Takes conditions one by one or as one iterable."""
    return _junction(AND, TRUE, FALSE, _operands(terms))


def any_of(*terms: Operand | Iterable[Operand]) -> Term:
    """True when some condition is; of none, `FALSE`. Takes conditions one by one or as one iterable."""
    return _junction(OR, FALSE, TRUE, _operands(terms))


def negate(condition: Operand) -> Term:
    """True when the condition is not."""
    term = _condition(condition)
    kind = term.kind
    if kind is CONST:
        return FALSE if term.value else TRUE
    if kind is NOT:
        return term.args[0]
    if kind is LE or kind is LT:
        return make(LT if kind is LE else LE, term.args[::-1], 0, 0, 1)
    return make(NOT, (term,), 0, 0, 1)


def implies(condition: Operand, consequence: Operand) -> Term:
    """True unless the condition holds and the consequence does not."""
    return any_of(negate(condition), consequence)


def equal(left: Operand, right: Operand) -> Term:
    """True when both sides have one value."""
    a = left if type(left) is Term else lift(left)
    b = right if type(right) is Term else lift(right)
    if a is b:
        return TRUE
    if a.kind is CONST:
        a, b = b, a
    if a.low > b.high or a.high < b.low:
        return FALSE
    if a.low == a.high == b.low == b.high:
        return TRUE
    if b.kind is not CONST:
        if a.is_boolean and b.is_boolean and NOT in (a.kind, b.kind):
            return _equal_negations(a, b)
        return make(EQ, (a, b), 0, 0, 1)
    shifted = _shift(a, b)
    if shifted is not None:
        return equal(*shifted)
    if a.is_boolean and (a.kind is not VAR or a.variable.labels is None):
        return a if b.value else negate(a)
    if a.kind is ITE and a.args[1].kind is CONST and a.args[2].kind is CONST:
        return either(a.args[0], equal(a.args[1], b), equal(a.args[2], b))
    return make(EQ, (a, b), 0, 0, 1)


def _equal_negations(a: Term, b: Term) -> Term:
    """Equality of two conditions, one of them negated at least, with the negations taken out."""
    inner = equal(a.args[0] if a.kind is NOT else a, b.args[0] if b.kind is NOT else b)
    return inner if a.kind == b.kind else negate(inner)


def _shift(a: Term, b: Term) -> tuple[Term, Term] | None:
    """`x + c` against `d` as `x` against `d - c`, if `a` is such a sum and `b` a constant."""
    if a.kind is ADD and a.args[-1].kind is CONST:
        return plus(*a.args[:-1]), const(b.value - a.args[-1].value)
    return None


def at_most(left: Operand, right: Operand) -> Term:
    """True when left <= right."""
    a, b = lift(left), lift(right)
    if a is b or a.high <= b.low:
        return TRUE
    if a.low > b.high:
        return FALSE
    return _ordered(LE, a, b)


def less(left: Operand, right: Operand) -> Term:
    """True when left < right."""
    a, b = lift(left), lift(right)
    if a is b or a.low >= b.high:
        return FALSE
    if a.high < b.low:
        return TRUE
    return _ordered(LT, a, b)


def _apart(a: Term, b: Term) -> tuple[Term, Term] | None:
    """Two sums without what they have in common; None where that is nothing."""
    mine, theirs = ([*term.args] if term.kind is ADD else [term] for term in (a, b))
    common = {part for part in mine if part.kind is not CONST}.intersection(theirs)
    for part in common:
        for _ in range(min(mine.count(part), theirs.count(part))):
            mine.remove(part)
            theirs.remove(part)
    return (plus(mine), plus(theirs)) if common else None


def _ordered(kind: str, a: Term, b: Term) -> Term:
    build = at_most if kind is LE else less
    apart = _apart(a, b) if ADD in (a.kind, b.kind) and CONST not in (a.kind, b.kind) else None
    if apart is not None:
        return build(*apart)
    if b.kind is CONST:
        shifted = _shift(a, b)
        if shifted is not None:
            return build(*shifted)
        if a.kind is ITE and a.args[1].kind is CONST and a.args[2].kind is CONST:
            return either(a.args[0], build(a.args[1], b), build(a.args[2], b))
    elif a.kind is CONST:
        shifted = _shift(b, a)
        if shifted is not None:
            return build(shifted[1], shifted[0])
        if b.kind is ITE and b.args[1].kind is CONST and b.args[2].kind is CONST:
            return either(b.args[0], build(a, b.args[1]), build(a, b.args[2]))
    return make(kind, (a, b), 0, 0, 1)


def at_least(left: Operand, right: Operand) -> Term:
    """True when left >= right."""
    return at_most(right, left)


def one_of(variable: Operand, values: Iterable[int]) -> Term:
    """True when the variable (or term) has one of the values."""
    term = lift(variable)
    wanted = dict.fromkeys(int(value) for value in values)
    within = [value for value in wanted if term.low <= value <= term.high]
    width = term.high - term.low + 1
    if 2 * len(within) > width:
        rest = [value for value in range(term.low, term.high + 1) if value not in wanted]
        return all_of([negate(equal(term, value)) for value in rest])
    return any_of([equal(term, value) for value in within])


def plus(*terms: Operand | Iterable[Operand]) -> Term:
    """The sum of the terms; of none, 0. Takes terms one by one or as one iterable."""
    parts: list[Term] = []
    number = 0
    for operand in _operands(terms):
        term = lift(operand)
        for part in term.args if term.kind is ADD else (term,):
            if part.kind is CONST:
                number += part.value
            else:
                parts.append(part)
    if number or not parts:
        parts.append(const(number))
    if len(parts) == 1:
        return parts[0]
    return make(ADD, tuple(parts), 0, sum(t.low for t in parts), sum(t.high for t in parts))


def minus(left: Operand, right: Operand) -> Term:
    """The difference left - right."""
    a, b = lift(left), lift(right)
    if a is b:
        return FALSE
    if b.kind is CONST:
        return plus(a, -b.value)
    return make(SUB, (a, b), 0, a.low - b.high, a.high - b.low)


def times(factor: int, term: Operand) -> Term:
    """The term multiplied by a constant."""
    part = lift(term)
    if part.kind is MUL:
        factor, part = factor * part.value, part.args[0]
    if factor == 0:
        return FALSE
    if factor == 1:
        return part
    if part.kind is CONST:
        return const(factor * part.value)
    ends = factor * part.low, factor * part.high
    return make(MUL, (part,), factor, min(ends), max(ends))


def half(term: Operand) -> Term:
    """Half of the term, rounded down."""
    part = lift(term)
    if part.kind is CONST:
        return const(part.value // 2)
    return make(HALF, (part,), 0, part.low // 2, part.high // 2)


def either(condition: Operand, then: Operand, otherwise: Operand) -> Term:
    """`then` where the condition holds, else `otherwise`."""
    c, a, b = _condition(condition), lift(then), lift(otherwise)
    if c.kind is NOT:
        c, a, b = c.args[0], b, a
    if a.kind is ITE and a.args[0] is c:
        a = a.args[1]
    if b.kind is ITE and b.args[0] is c:
        b = b.args[2]
    if c.kind is CONST:
        return a if c.value else b
    if a is b:
        return a
    if a.is_boolean and b.is_boolean and (a.kind is CONST or b.kind is CONST):
        return _either_condition(c, a, b)
    low, high = min(a.low, b.low), max(a.high, b.high)
    if c.kind is LE and c.args == (a, b):  # the smaller of the two
        high = min(a.high, b.high)
    elif c.kind is LE and c.args == (b, a):  # the larger
        low = max(a.low, b.low)
    return make(ITE, (c, a, b), 0, low, high)


def _either_condition(c: Term, a: Term, b: Term) -> Term:
    """A choice between two conditions, one of them constant, as `and` and `or`."""
    if a is TRUE:
        return any_of(c, b)
    if a is FALSE:
        return all_of(negate(c), b)
    return any_of(negate(c), a) if b is TRUE else all_of(c, a)


def count_true(*conditions: Operand | Iterable[Operand]) -> Term:
    """How many of the conditions hold."""
    return plus([_condition(condition) for condition in _operands(conditions)])


def smaller(left: Operand, right: Operand) -> Term:
    """The smaller of the two."""
    a, b = lift(left), lift(right)
    return either(at_most(a, b), a, b)


def larger(left: Operand, right: Operand) -> Term:
    """The larger of the two."""
    a, b = lift(left), lift(right)
    return either(at_most(b, a), a, b)
