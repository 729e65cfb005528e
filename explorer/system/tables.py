"""Tables that are filled as their entries are met: which conditions fail in a state, and what a command flips there.

A state is an integer (`explorer.system.flat`). What a table says of it depends on some of its bits alone; the others
may hold anything where an entry is worked out, and are taken from an example.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from explorer.system.flat import Layout
from explorer.system.nodes import Term, variables_of
from explorer.system.source import compiled_failures
from explorer.system.system import State
from explorer.system.variables import Variable

MOST_ENTRIES: Final = 512
"""A table that has so many is said to have grown."""

_MOST_TOGETHER: Final = 64  # entries of the table of a row

Bits = int
"""Of conditions of a window: those that fail."""


class Tests(dict[int, Bits]):
    """Which of some conditions fail, by the bits at which they look."""

    def __init__(
        self,
        layout: Layout,
        index: Mapping[Variable, int],
        example: int,
        units: Mapping[Term, Bits],
        grown: Callable[[Tests], None],
    ) -> None:
        """The bits that each condition gives when it fails."""
        super().__init__()
        self.units = units
        self.variables = frozenset[Variable]().union(*map(variables_of, units))
        self.looks = layout.mask(self.variables)
        self._rest = example & ~self.looks
        self._state = layout.state
        self._failing = compiled_failures(units, index)
        self._grown = grown

    def __missing__(self, key: int) -> Bits:
        self[key] = found = self._failing(self._state(key | self._rest))
        if len(self) == MOST_ENTRIES:
            self._grown(self)
        return found


class Flips(dict[int, int]):
    """What an update flips, by the bits at which it looks."""

    def __init__(
        self,
        layout: Layout,
        example: int,
        looks: int,
        successor: Callable[[State], State],
        grown: Callable[[], None],
    ) -> None:
        """What leads to the states that `successor` gives."""
        super().__init__()
        self.looks = looks
        self._rest = example & ~looks
        self._layout = layout
        self._successor = successor
        self._grown = grown

    def __missing__(self, key: int) -> int:
        before = key | self._rest
        self[key] = flips = before ^ self._layout.number(self._successor(self._layout.state(before)))
        if len(self) == MOST_ENTRIES:
            self._grown()
        return flips


class Together(dict[int, tuple[int, ...]]):
    """What several updates flip, by the bits at which they look."""

    def __init__(self, steps: Sequence[tuple[int, Flips]], grown: Callable[[], None]) -> None:
        """The bits at which each looks, and its table."""
        super().__init__()
        self._steps = steps
        self._grown = grown

    def __missing__(self, key: int) -> tuple[int, ...]:
        self[key] = found = tuple([flips[key & looks] for looks, flips in self._steps])
        if len(self) == _MOST_TOGETHER:
            self._grown()
        return found


class Row(NamedTuple):
    """What can be done in the states in which the same conditions of a window fail.

    `labels` are the commands, ascending, `steps` for each the bits at which it looks, and what it flips by these.
    `together` has what all flip, by the bits at which some look, `looks`; None where that is one, or too many.
    `events` are their events by number where two are the same, None where all are different.
    """

    labels: array[int]
    steps: tuple[tuple[int, Flips], ...]
    looks: int
    together: Together | None
    events: tuple[int, ...] | None
