"""Terms over many states at once, each in as many places as it can differ: by the broadcasting of numpy.

The column of a variable may be one value for each of many states, or it may lie along one axis of a grid. What a term
is worth then lies along the axes of its variables, and is as small as they allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explorer.system.nodes import ADD, AND, CONST, EQ, HALF, ITE, LE, LT, MUL, NOT, OR, SUB, VAR, Term
from explorer.system.variables import Variable

Array = NDArray[Any]

_SMALL: Final = 1 << 9  # numbers of which a few may be added in 16 bits

_COMPARED: Final[Mapping[str, Callable[[Array, Array], Array]]] = {EQ: np.equal, LE: np.less_equal, LT: np.less}
_JOINED: Final[Mapping[str, Callable[[Array, Array], Array]]] = {AND: np.logical_and, OR: np.logical_or}
_ADDED: Final[Mapping[str, Callable[[Array, Array], Array]]] = {ADD: np.add, SUB: np.subtract}


class Spread:
    """The values of terms, those of each remembered. Conditions are of type bool."""

    def __init__(self, column: Callable[[Variable], Array]) -> None:
        """`column` gives the values of a variable."""
        self._column = column
        self._known: dict[Term, Array] = {}

    def __call__(self, term: Term) -> Array:
        """The values of the term, along the axes of its variables."""
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._value(term)
        return found

    def truth(self, term: Term) -> Array:
        """Where the term is not 0."""
        found = self(term)
        return found if found.dtype == np.bool_ else found != 0

    def _value(self, term: Term) -> Array:
        kind, args = term.kind, term.args
        if kind is CONST:
            return np.array(term.value)
        if kind is VAR:
            return self._column(term.variable)
        if kind in _JOINED:
            return reduce(_JOINED[kind], sorted(map(self.truth, args), key=_size))
        if kind is NOT:
            return ~self.truth(args[0])
        if kind in _COMPARED:
            return _COMPARED[kind](self(args[0]), self(args[1]))
        if kind is ITE:
            return np.where(self.truth(args[0]), self(args[1]), self(args[2]))
        wide = max(abs(number) for one in (term, *args) for number in (one.low, one.high)) > _SMALL
        numbers: list[Array] = [self(arg).astype(np.int64 if wide else np.int16) for arg in args]
        if kind is MUL:
            return np.multiply(numbers[0], term.value, dtype=numbers[0].dtype)
        if kind is HALF:
            return np.right_shift(numbers[0], 1)
        return reduce(_ADDED[kind], sorted(numbers, key=_size) if kind is ADD else numbers)


def _size(array: Array) -> int:
    return array.size
