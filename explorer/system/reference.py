"""The obvious stepper: it evaluates terms and carries out statements as they stand, over dictionaries.

Slow, and kept for that: every other back end is tested against it, and every play that is shown is replayed
by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.system.commands import execute
from explorer.system.evaluation import evaluate
from explorer.system.interface import CommandIndex
from explorer.system.system import State, System
from explorer.system.variables import Variable


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
        return self._moves(self.system.values(state))

    def successor(self, state: State, command: CommandIndex) -> State:
        """The state after the command. Whether its guard holds is not asked."""
        return self._after(self.system.values(state), command)

    def successors(self, state: State) -> list[tuple[CommandIndex, State]]:
        """Each move with the state after it, in the order of `moves`."""
        values = self.system.values(state)
        return [(command, self._after({**values}, command)) for command in self._moves(values)]

    def _moves(self, values: Mapping[Variable, int]) -> list[CommandIndex]:
        return [
            number
            for number, command in enumerate(self.system.commands)
            if all(evaluate(clause.term, values) for clause in command.guard)
        ]

    def _after(self, values: dict[Variable, int], command: CommandIndex) -> State:
        chosen = self.system.commands[command]
        execute(chosen.update, values, chosen)
        execute(self.system.closing, values, chosen)
        return self.system.canonical([values[variable] for variable in self.system.variables])
