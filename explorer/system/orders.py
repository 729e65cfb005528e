"""Orders that cannot matter: of steps that do not touch each other, one after the other is enough.

Of two steps from the same moments, neither of which looks at what the other changes, and which lead to the same moment,
either may be first (the independence of Mazurkiewicz traces; Godefroid, "Partial-order methods", 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explorer.system.moments import Outer


def earlier(steps: Sequence[Outer]) -> tuple[int, ...]:
    """For each of the steps those before it in the sequence, as bits, with which it can change places."""
    return tuple(
        sum(1 << place for place, other in enumerate(steps[:number]) if _exchangeable(one, other))
        for number, one in enumerate(steps)
    )


def _exchangeable(one: Outer, other: Outer) -> bool:
    plain = one.plain and other.plain and not (one.alike or other.alike) and one.code == other.code
    return plain and one.looks.isdisjoint(other.changes) and other.looks.isdisjoint(one.changes)
