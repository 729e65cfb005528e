"""The numbers of moments in many positions at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.system.layout import distinct
from explorer.system.plans import Code, Plans, codes_of

Moments = NDArray[Any]
"""A set of moments for each of many positions, as bits."""


def having(moments: Moments, code: Code) -> NDArray[np.bool_]:
    """Which of the sets a moment is in."""
    found: NDArray[np.bool_] = moments & moments.dtype.type(1 << code) != 0
    return found


def codes_in(moments: Moments) -> Iterator[Code]:
    """The moments that are in some of the sets, ascending."""
    return codes_of(int(np.bitwise_or.reduce(moments, initial=0)))


class Codes:
    """The moments of plans, by the values of their variables as one number; those of a moment not yet met are -1."""

    def __init__(self, plans: Plans) -> None:
        """No moment has been asked for."""
        self._plans = plans
        self._sizes = [variable.width for variable in plans.moment]
        self._codes = np.full(2 * prod(self._sizes), -1, np.int8)

    def __call__(self, columns: Sequence[NDArray[Any]], *, due: bool) -> NDArray[Any]:
        """The moments in which the variables have these values, in their order; new ones by ascending values.

        Raises `TooManyMoments` when there is no number left.
        """
        raw: NDArray[Any] = np.array([int(due)])
        for variable, size, column in zip(self._plans.moment, self._sizes, columns, strict=True):
            raw = raw * size + (column - np.int64(variable.low))
        found: NDArray[Any] = self._codes.take(raw)
        if len(found) and found.min() < 0:
            for new in distinct(raw[found < 0]).tolist():
                self._codes[new] = self._plans.code(self._values(new), due=due)
            found = self._codes.take(raw)
        return found

    def _values(self, raw: int) -> list[int]:
        values = []
        for variable, size in zip(reversed(self._plans.moment), reversed(self._sizes), strict=True):
            raw, value = divmod(raw, size)
            values.append(value + variable.low)
        return values[::-1]
