"""Which variables of a system say where the procedure is: those without which there are fewer positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Final

import numpy as np

from explorer.system.commands import writes
from explorer.system.guards import control_of
from explorer.system.layout import MOST_COMBINATIONS, Column, distinct
from explorer.system.system import System
from explorer.system.variables import Variable

_ENOUGH_MOMENTS: Final = 40  # of a sample
_WRITTEN: Final = 0.5  # the part of the commands that write a variable of the moment
_FEWER: Final = 0.95  # positions, for one more variable of the moment


def moment_variables(system: System, sample: Mapping[Variable, Column]) -> tuple[Variable, ...]:
    """Of the variables that most commands write those without which there are fewer positions.

    Combinations of values are counted by a sum over the variables, of which two combinations have the same with a
    chance of one in 2^63; then a variable more or less may be chosen, which costs time and nothing else.
    """
    written = [writes(command.update) for command in system.commands]
    often = {v for v in system.variables if sum(v in some for some in written) > _WRITTEN * len(written)}
    control = control_of(system)
    often = (often if control is None else often | {control}) - system.copies
    random = Random(0)
    marks = {v: sample[v].astype(np.uint64) * np.uint64(random.getrandbits(64) | 1) for v in system.variables}
    count = len(next(iter(sample.values()), ()))
    inside, outside = np.zeros(count, np.uint64), sum(marks.values(), np.zeros(count, np.uint64))
    chosen: list[Variable] = []
    now = count
    while True:
        others = [v for v in system.variables if v in often and v not in chosen and _fit([*chosen, v])]
        counts = {v: len(distinct(outside - marks[v])) for v in others}
        best = min(others, key=lambda variable: counts[variable], default=None)
        if best is None or counts[best] > _FEWER * now or len(distinct(inside + marks[best])) > _ENOUGH_MOMENTS:
            return tuple(chosen)
        chosen.append(best)
        inside, outside = inside + marks[best], outside - marks[best]
        now = counts[best]


def _fit(variables: Sequence[Variable]) -> bool:
    """Whether a block can hold the variables, and one more truth."""
    return 2 * prod(variable.high - variable.low + 1 for variable in variables) <= MOST_COMBINATIONS
