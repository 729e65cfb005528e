"""The first steps of a search: taken as they stand, for as long as that is quicker than to compile them.

To write and compile the source of a small board takes as long as to evaluate its terms in some fifty states; most
boards of two cards have fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from explorer.system.compiled import CompiledStepper
from explorer.system.interface import CommandIndex
from explorer.system.reference import ReferenceStepper
from explorer.system.system import State, System

_FIRST: Final = 48
"""The states that are expanded before anything is compiled (docs/decisions/0026-the-atlas.md)."""


class FirstSteps:
    """A stepper that evaluates terms in the first states, and from then on is compiled.

    Raises `OutOfDomain` where one of the first states has a step that leaves the range of a variable; later ones go
    unnoticed, as by the compiled stepper.
    """

    def __init__(self, system: System) -> None:
        """Prepare to step through `system`."""
        self.system = system
        self._left = _FIRST
        self._plain = ReferenceStepper(system)

    @cached_property
    def _compiled(self) -> CompiledStepper:
        return CompiledStepper(self.system)

    def initial_state(self) -> State:
        """The state in which every play starts."""
        return self.system.initial_state()

    def moves(self, state: State) -> Sequence[CommandIndex]:
        """The commands whose guards hold in the state, ascending."""
        return self._compiled.moves(state)

    def successor(self, state: State, command: CommandIndex) -> State:
        """The state after the command. Whether its guard holds is not asked."""
        return self._compiled.successor(state, command)

    def successors(self, state: State) -> list[tuple[CommandIndex, State]]:
        """Each move with the state after it, in the order of `moves`."""
        if not self._left:
            return self._compiled.successors(state)
        self._left -= 1
        return self._plain.successors(state)
