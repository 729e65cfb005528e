"""All states that can be reached, as one set.

It grows by what one command after the other makes of it, until none adds a state (chaining: Roig, Cortadella and
Pastor, "Verification of asynchronous circuits by BDD-based model checking of Petri nets", 1995). Commands that change
only variables which most commands share, such as whose turn it is, are taken again after each of the others: what they
lead to has then been met by the time that the next one is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from explorer.search.diagrams.encoding import Diagram, without
from explorer.search.diagrams.machine import Machine
from explorer.search.diagrams.order import shared
from explorer.system.commands import Command, writes


@dataclass(frozen=True)
class Growth:
    """States that were new when a command, or another with the same update, was taken in the sources."""

    commands: Sequence[Command]
    sources: Diagram
    states: Diagram


class Reach:
    """The growing set. `between` is called before each step, and may raise to end the search."""

    def __init__(self, machine: Machine, between: Callable[[], None] = lambda: None) -> None:
        """Begin with the first state."""
        self.machine = machine
        self.between = between
        self.states = machine.single(machine.system.initial_state())
        self.growths: list[Growth] = []
        self._alike: dict[object, list[Command]] = {}
        for command in machine.system.commands:
            self._alike.setdefault(command.update, []).append(command)
        self._taken = dict.fromkeys(self._alike, machine.encoding.none)

    def run(self) -> None:
        """Let the set grow until it holds all that can be reached."""
        first = shared(self.machine.system)
        updates = [(update, commands[0]) for update, commands in self._alike.items()]
        passing = [update for update, command in updates if writes(command.update) <= first]
        others = [update for update, command in updates if not writes(command.update) <= first]
        growing = True
        while growing:
            growing = self._closed(passing)
            for update in others:
                if self._take(update):
                    growing = True
                    self._closed(passing)

    def _closed(self, updates: list[object]) -> bool:
        """Take these updates until they add nothing; whether they added anything."""
        grown = False
        growing = True
        while growing:
            growing = sum(map(self._take, updates)) > 0
            grown |= growing
        return grown

    def _take(self, update: object) -> bool:
        """Make the step from the states from which it was not made before; whether any state is new."""
        self.between()
        allowed = self.machine.encoding.none
        commands = self._alike[update]
        for command in commands:
            allowed |= self.machine.allowed(command, self.states)
        sources = without(allowed, self._taken[update])
        if not sources.satisfiable():
            return False
        new = without(self.machine.after(commands[0], sources), self.states)
        self._taken[update] = allowed
        if not new.satisfiable():
            return False
        self.growths.append(Growth(commands, sources, new))
        self.states |= new
        return True
