"""The one narrow interface between systems and searches: where to start, what to do, what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from explorer.system.system import State, System

CommandIndex = int
"""The position of a command in `System.commands`."""


class TransitionSystem(Protocol):
    """The steps of a system, as small as Stateright's `Model`."""

    @property
    def system(self) -> System:
        """The system whose steps these are."""
        ...

    def initial_state(self) -> State:
        """The state in which every play starts."""
        ...

    def moves(self, state: State) -> Sequence[CommandIndex]:
        """The commands whose guards hold in the state, ascending."""
        ...

    def successor(self, state: State, command: CommandIndex) -> State:
        """The state after the command. Whether its guard holds is not asked."""
        ...

    def successors(self, state: State) -> list[tuple[CommandIndex, State]]:
        """Each move with the state after it, in the order of `moves`."""
        ...
