"""Conditions for a reader: a set of cases as a few boxes, each of which says of some variables what they may be.

A box gives every open variable a set of values; it is grown from one case of the set as far as it stays within, so that
none of its limits can be left out (a prime implicant). Boxes are added until they cover the set, and those that the
others cover are dropped again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.search.conditions import Case, Conditions
from explorer.system.nodes import Term
from explorer.system.patience import Undecided
from explorer.system.terms import all_of, at_least, at_most, one_of, read
from explorer.system.variables import Variable

MOST_BOXES = 24
"""Of a set that needs more boxes only so many are told."""

Values = range | frozenset[int]
"""What a variable may be: numbers from..to, or some of the labels of an enumeration."""


@dataclass(frozen=True)
class Box:
    """Limits to variables; one without limits is every case."""

    limits: Mapping[Variable, Values]

    @property
    def term(self) -> Term:
        """The box as a condition."""
        return all_of(_within(variable, values) for variable, values in self.limits.items())

    def __str__(self) -> str:
        return " and ".join(told(variable, values) for variable, values in self.limits.items()) or "always"


@dataclass(frozen=True)
class Described:
    """A set of cases: boxes of which one holds, and the smallest case; ``exact`` is False when boxes were left out.

    Where Z3 could not tell whether there is any case, there are no boxes and no example, but the condition as it is:
    ``undetermined``.
    """

    boxes: tuple[Box, ...]
    example: Case
    exact: bool = True
    undetermined: str = ""

    def __str__(self) -> str:
        if self.undetermined:
            return f"undetermined: {self.undetermined}"
        words = [str(box) for box in self.boxes]
        text = " or ".join(f"({word})" if " and " in word and len(words) > 1 else word for word in words)
        return text if self.exact else f"{text} or ..."


def described(conditions: Conditions[Any], cases: Any, variables: Iterable[Variable]) -> Described | None:
    """The set of cases for a reader; None for an empty set."""
    if not conditions.possible(cases):
        return None
    variables = tuple(variables)
    example = _example(conditions, cases)
    if example is None:
        return Described((), {}, False, str(cases))
    boxes: list[Box] = []
    left = cases
    while conditions.possible(left) and len(boxes) < MOST_BOXES:
        case = _example(conditions, left)
        if case is None:
            break
        box = _grown(conditions, cases, case, variables)
        boxes.append(box)
        left = conditions.without(left, conditions.of(box.term))
    exact = not conditions.possible(left)
    return Described(tuple(_needed(conditions, boxes)), example, exact)


def _example(conditions: Conditions[Any], cases: Any) -> Case | None:
    """The smallest case; None where nobody knows one."""
    try:
        return conditions.example(cases) if conditions.decided(cases) else None
    except Undecided:
        return None


def _grown(conditions: Conditions[Any], cases: Any, case: Case, variables: tuple[Variable, ...]) -> Box:
    """The box around a case: each variable in its turn is freed if that stays within, or widened as far as it does."""
    outside = conditions.without(conditions.everything, cases)
    limits: dict[Variable, Values] = {
        variable: range(case[variable], case[variable] + 1) if _is_number(variable) else frozenset({case[variable]})
        for variable in variables
    }

    def stays(changed: Mapping[Variable, Values]) -> bool:
        return not conditions.possible(conditions.both(outside, conditions.of(Box(changed).term)))

    for variable in reversed(variables):
        freed = {one: values for one, values in limits.items() if one is not variable}
        if stays(freed):
            limits = freed
            continue

        def fits(values: Values, others: Mapping[Variable, Values] = freed, variable: Variable = variable) -> bool:
            return stays({**others, variable: values})

        if _is_number(variable):
            limits[variable] = _widest(variable, case[variable], fits)
        else:
            limits[variable] = _most(variable, case[variable], fits)
    return Box({variable: limits[variable] for variable in variables if variable in limits})


def _most(variable: Variable, value: int, fits: Callable[[Values], bool]) -> frozenset[int]:
    """As many values besides the one as fit, each in its turn."""
    found = frozenset({value})
    for other in range(variable.low, variable.high + 1):
        if fits(found | {other}):
            found |= {other}
    return found


def _widest(variable: Variable, value: int, fits: Callable[[Values], bool]) -> range:
    """The widest range around the value that stays within: first as far up as it can be, then as far down."""
    low, high = value, variable.high
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(range(value, middle + 1)) else (low, middle - 1)
    top = low
    low, high = variable.low, value
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(range(middle, top + 1)) else (middle + 1, high)
    return range(low, top + 1)


def _needed(conditions: Conditions[Any], boxes: list[Box]) -> list[Box]:
    """The boxes without those that the others cover."""
    kept = list(boxes)
    for box in boxes:
        left = conditions.of(box.term)
        for other in kept:
            if other is not box:
                left = conditions.without(left, conditions.of(other.term))
        if not conditions.possible(conditions.both(conditions.everything, left)):
            kept.remove(box)
    return kept


def _is_number(variable: Variable) -> bool:
    return variable.labels is None and variable.high - variable.low > 1


def _within(variable: Variable, values: Values) -> Term:
    if isinstance(values, range):
        return all_of(at_least(read(variable), values[0]), at_most(read(variable), values[-1]))
    return one_of(read(variable), sorted(values))


def told(variable: Variable, values: Values) -> str:
    """What a variable may be, in words: ``name >= 3``, ``name``, ``not name``, ``name = this or that``."""
    name = variable.name.removeprefix("clause: ")
    if isinstance(values, range):
        low, high = values[0], values[-1]
        if low == high:
            return f"{name} = {low}"
        if high == variable.high:
            return f"{name} >= {low}"
        return f"{name} <= {high}" if low == variable.low else f"{name} = {low}..{high}"
    if variable.labels is None:
        return name if values == {1} else f"not {name}"
    others = set(range(variable.low, variable.high + 1)) - set(values)
    if len(others) == 1 < len(values):
        return f"{name} is not {variable.label(others.pop())}"
    return f"{name} = {' or '.join(variable.label(value) for value in sorted(values))}"
