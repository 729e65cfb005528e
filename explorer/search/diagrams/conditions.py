"""Terms over sets of states: in which states a condition holds, and the states by the value of a term."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import eq, le, lt
from typing import Final

from explorer.search.diagrams.encoding import Diagram, Encoding, without
from explorer.system.nodes import ADD, AND, CONST, EQ, HALF, ITE, LE, LT, MUL, NOT, OR, SUB, VAR, Term, variables_of
from explorer.system.variables import Variable

ByValue = dict[int, Diagram]
"""States by the value of a term, for each value that occurs."""

_FEW_VALUES: Final = 256
_FEW_VARIABLES: Final = 16  # a term with more is looked at in the states in question only: over all it may be too large

_COMPARES: Final[dict[str, Callable[[int, int], bool]]] = {EQ: eq, LE: le, LT: lt}
_CONNECTS: Final = (AND, OR, NOT)


class Conditions:
    """What terms say of sets of states, where variables have no other values than `values` (all, if None)."""

    def __init__(self, encoding: Encoding, values: Mapping[Variable, Sequence[int]] | None = None) -> None:
        """Read terms over the variables of the encoding."""
        self.encoding = encoding
        self.values = encoding.values if values is None else values
        self._small: dict[Term, bool] = {}
        self._where: dict[Term, Diagram] = {}
        self._by_value: dict[Term, ByValue] = {}

    def holds(self, condition: Term, states: Diagram) -> Diagram:
        """The states in which the condition holds."""
        if not self.small(condition):
            return self._holds(condition, states)
        found = self._where.get(condition)
        if found is None:
            found = self._where[condition] = self._holds(condition, self.encoding.all)
        return states & found

    def by_value(self, term: Term, states: Diagram) -> ByValue:
        """The states by the value of the term."""
        if not self.small(term):
            return self._split(term, states)
        found = self._by_value.get(term)
        if found is None:
            found = self._by_value[term] = self._split(term, self.encoding.all)
        if len(found) == 1:
            return dict.fromkeys(found, states)
        return _occurring({value: states & part for value, part in found.items()})

    def small(self, term: Term) -> bool:
        """Whether the term is worked out for all states at once, and then remembered."""
        found = self._small.get(term)
        if found is None:
            found = self._small[term] = len(variables_of(term)) <= _FEW_VARIABLES and self._few(term)
        return found

    def _few(self, term: Term) -> bool:
        """Whether the term and its parts have few values."""
        if term.kind is VAR:
            return len(self.values[term.variable]) <= _FEW_VALUES
        if _names_value(term):
            return True
        return (term.kind in _CONNECTS or term.high - term.low < _FEW_VALUES) and all(map(self.small, term.args))

    def _holds(self, term: Term, states: Diagram) -> Diagram:
        kind, args = term.kind, term.args
        if kind is AND:
            for arg in args:
                states = self.holds(arg, states)
            return states
        if kind is OR:
            found = self.encoding.none
            for arg in args:
                found |= self.holds(arg, states)
            return found
        if kind is NOT:
            return without(states, self.holds(args[0], states))
        if _names_value(term):
            return states & self.encoding.equal(args[0].variable, args[1].value)
        if kind in _COMPARES:
            return self._compared(_COMPARES[kind], args, states)
        if kind is ITE:
            yes = self.holds(args[0], states)
            return self.holds(args[1], yes) | self.holds(args[2], without(states, yes))
        return self._split(term, states).get(1, self.encoding.none)

    def _compared(self, fits: Callable[[int, int], bool], sides: Sequence[Term], states: Diagram) -> Diagram:
        found = self.encoding.none
        left, right = (self.by_value(side, states) for side in sides)
        for one, part in left.items():
            for other in (one,) if fits is eq else right:
                if other in right and fits(one, other):
                    found |= part & right[other]
        return found

    def _split(self, term: Term, states: Diagram) -> ByValue:
        kind, args = term.kind, term.args
        if kind is CONST:
            return {term.value: states}
        if kind is VAR:
            return self._variable(term.variable, states)
        if kind is ADD:
            return self._sum(args, states)
        if kind is SUB:
            left, right = (self.by_value(arg, states) for arg in args)
            return _joined((one - other, part & left[one]) for other, part in right.items() for one in left)
        if kind is MUL:
            return {term.value * value: part for value, part in self.by_value(args[0], states).items()}
        if kind is HALF:
            return _joined((value // 2, part) for value, part in self.by_value(args[0], states).items())
        if kind is ITE:
            yes = self.holds(args[0], states)
            branches = (args[1], yes), (args[2], without(states, yes))
            return _joined(pair for arg, part in branches for pair in self.by_value(arg, part).items())
        yes = self._holds(term, states)
        return _occurring({0: without(states, yes), 1: yes})

    def _variable(self, variable: Variable, states: Diagram) -> ByValue:
        values = self.values[variable]
        if len(values) > _FEW_VALUES:
            return self.encoding.parts(variable, states)
        return _occurring({value: states & self.encoding.equal(variable, value) for value in values})

    def _sum(self, args: Iterable[Term], states: Diagram) -> ByValue:
        sums = {0: states}
        for arg in args:
            sums = _joined(
                (total + value, common)
                for total, part in sums.items()
                for value, common in self.by_value(arg, part).items()
            )
        return sums


def _names_value(term: Term) -> bool:
    """Whether the term says that a variable has a certain value."""
    return term.kind is EQ and term.args[0].kind is VAR and term.args[1].kind is CONST


def _occurring(parts: ByValue) -> ByValue:
    return {value: part for value, part in parts.items() if part.satisfiable()}


def _joined(pairs: Iterable[tuple[int, Diagram]]) -> ByValue:
    """The states by value, where several sets may have one value."""
    found: ByValue = {}
    for value, part in pairs:
        if part.satisfiable():
            found[value] = found[value] | part if value in found else part
    return found
