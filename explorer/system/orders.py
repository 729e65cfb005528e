"""Orders that cannot matter: of steps that do not touch each other, one after the other is enough.

Of two steps from the same moments, neither of which looks at what the other changes, and which lead to the same moment,
either may be first (the independence of Mazurkiewicz traces; Godefroid, "Partial-order methods", 1996).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol


class Exchangeable(Protocol):
    """A step of which it is known whether it can change places at all, and at what it looks and what it changes."""

    @property
    def plain(self) -> bool:
        """Whether it may change places with others: it always leads to the moment `code`, and does nothing else."""
        ...

    @property
    def alike(self) -> bool:
        """Whether another step may be told alike."""
        ...

    @property
    def code(self) -> int | None:
        """The number of the moment to which it leads, where that is always the same."""
        ...

    @property
    def looks(self) -> AbstractSet[Hashable]:
        """The parts of a position at which it looks."""
        ...

    @property
    def changes(self) -> AbstractSet[Hashable]:
        """The parts of a position that it changes."""
        ...


def earlier(steps: Sequence[Exchangeable]) -> tuple[int, ...]:
    """For each of the steps those before it in the sequence, as bits, with which it can change places."""
    return tuple(
        sum(1 << place for place, other in enumerate(steps[:number]) if _exchangeable(one, other))
        for number, one in enumerate(steps)
    )


def _exchangeable(one: Exchangeable, other: Exchangeable) -> bool:
    plain = one.plain and other.plain and not (one.alike or other.alike) and one.code == other.code
    return plain and one.looks.isdisjoint(other.changes) and other.looks.isdisjoint(one.changes)
