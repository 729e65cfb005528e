"""Searches that go on from what another has found: what they are given, and what they are asked."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from explorer.search.graph import Limit, StateNumber
from explorer.system.interface import CommandIndex
from explorer.system.system import State

Check = Callable[[StateNumber], Limit | None]
"""Whether a limit is reached, asked before states are expanded, from the number of the first."""

Refuse = Callable[[State, Sequence[CommandIndex]], None]
"""Told of a state whose commands belong to several deciders; raises `MixedDeciders`."""


@dataclass(frozen=True, eq=False)
class Arrays:
    """The graph that a search has found so far: the arrays of `StateGraph`, at first those of the first state alone.

    A state is expanded when `offsets` has its entry, which is written after everything else.
    """

    offsets: array[int] = field(default_factory=lambda: array("i", [0]))
    targets: array[int] = field(default_factory=lambda: array("i"))
    labels: array[int] = field(default_factory=lambda: array("i"))


class Ahead(Protocol):
    """A search that has taken over what another has found, and adds to its arrays."""

    @property
    def known(self) -> int:
        """The number of states."""
        ...

    def states(self, count: int) -> Sequence[State]:
        """The first states."""
        ...

    def run(self, check: Check, refuse: Refuse, most: int | None, enough: float) -> Limit | None:
        """Expand states until none is left or more than `enough` are known (None), or a limit is reached.

        `most` is how many states there may be.
        """
        ...
