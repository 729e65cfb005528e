"""The obvious stepper: it evaluates terms and carries out statements as they stand, over dictionaries.

Slow, and kept for that: every other back end is tested against it, and every play that is shown is replayed
by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from explorer.system.commands import execute
from explorer.system.evaluation import evaluate
from explorer.system.interface import CommandIndex
from explorer.system.system import State, System


class ReferenceStepper:
    """The steps of a system, by direct evaluation.

    Raises `OutOfDomain` when a command leaves a variable outside its range.
    """

    def __init__(self, system: System) -> None:
        """Step through `system`."""
        self.system = system

    def initial_state(self) -> State:
        """The state in which every play starts."""
        return self.system.initial_state()

    def moves(self, state: State) -> Sequence[CommandIndex]:
        """The commands whose guards hold in the state, ascending."""
        values = self.system.values(state)
        return [
            number
            for number, command in enumerate(self.system.commands)
            if all(evaluate(clause.term, values) for clause in command.guard)
        ]

    def successor(self, state: State, command: CommandIndex) -> State:
        """The state after the command. Whether its guard holds is not asked."""
        chosen = self.system.commands[command]
        values = self.system.values(state)
        execute(chosen.update, values, chosen)
        execute(self.system.closing, values, chosen)
        return self.system.canonical([values[variable] for variable in self.system.variables])

    def successors(self, state: State) -> list[tuple[CommandIndex, State]]:
        """Each move with the state after it, in the order of `moves`."""
        return [(command, self.successor(state, command)) for command in self.moves(state)]
