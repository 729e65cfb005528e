"""Variables: a name and the finite range of integers that it may hold.

Every value is an integer. A boolean is 0 or 1; a value of an enumeration is the index of its label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Variable(str):
    """A named place that holds an integer from `low` to `high`, both included.

    Never changed once made. It is its name, with what belongs to it: two variables with one name are equal, since names
    tell the variables of a system apart. `labels`, when given, names each value from `low` on. A `local` variable is
    scratch paper: it is no part of the state, holds 0 when a command starts, and may be assigned and read within the
    one update.

    Raises `ValueError` when the range is empty, the labels do not fit it, or a local variable cannot hold 0.
    """

    __slots__ = ("_read", "high", "labels", "local", "low")

    low: int
    high: int
    labels: tuple[str, ...] | None
    local: bool
    _read: Any  # the term that reads it, once there is one

    def __new__(
        cls, name: str, low: int, high: int, labels: tuple[str, ...] | None = None, local: bool = False
    ) -> Variable:
        """The variable, checked."""
        if low > high:
            raise ValueError(f"{name}: the range {low}..{high} is empty")
        if labels is not None and len(labels) != high - low + 1:
            raise ValueError(f"{name}: {len(labels)} labels for the range {low}..{high}")
        if local and not low <= 0 <= high:
            raise ValueError(f"{name}: a local variable starts at 0, outside {low}..{high}")
        self = str.__new__(cls, name)
        self.low = low
        self.high = high
        self.labels = labels
        self.local = local
        self._read = None
        return self

    @property
    def name(self) -> str:
        """The name by itself."""
        return str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the term."""
        return Variable, (self.name, self.low, self.high, self.labels, self.local)

    def label(self, value: int) -> str:
        """How a person reads `value` of this variable: its label, or the number."""
        if self.labels is not None and self.low <= value <= self.high:
            return self.labels[value - self.low]
        return str(value)

    @property
    def width(self) -> int:
        """How many values it may have."""
        return self.high - self.low + 1

    def holds(self, value: int) -> bool:
        """Whether `value` lies in the range."""
        return self.low <= value <= self.high

    def same_range(self, other: Variable) -> bool:
        """Whether both have one range and one set of labels."""
        return self.low == other.low and self.high == other.high and self.labels == other.labels


def boolean(name: str) -> Variable:
    """A variable that is 0 (no) or 1 (yes)."""
    return Variable(name, 0, 1)


def enumeration(name: str, labels: Sequence[str]) -> Variable:
    """A variable whose value is the index of one of `labels`."""
    return Variable(name, 0, len(labels) - 1, tuple(labels))


def integer(name: str, low: int, high: int) -> Variable:
    """A variable that holds an integer from `low` to `high`."""
    return Variable(name, low, high)


def scratch(name: str, low: int = 0, high: int = 1) -> Variable:
    """A local variable: 0 at the start of every command, forgotten at its end."""
    return Variable(name, low, high, local=True)
