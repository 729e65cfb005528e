"""What decides what a command does: the variables at which its update looks, the closing included.

Both are carried out on terms (`explorer.system.weakest`), the closing once for all commands that leave it the same
constants: most of them tell it which step of the procedure comes next, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from explorer.system.commands import Statement, reads
from explorer.system.interface import CommandIndex
from explorer.system.nodes import CONST, Term, const, read, variables_of
from explorer.system.system import System
from explorer.system.variables import Variable
from explorer.system.weakest import Hazard, after

Terms = Mapping[Variable, Term]


@dataclass(frozen=True, eq=False)
class Effect:
    """What statements do, in terms over the values before, and what may leave its range."""

    terms: Terms
    hazards: tuple[Hazard, ...]

    @staticmethod
    def of(statements: Iterable[Statement], start: Terms) -> Effect:
        """That of statements, where variables held `start`."""
        hazards: list[Hazard] = []
        terms = after(statements, start, hazards)
        return Effect(terms, tuple(hazards))

    @property
    def changes(self) -> dict[Variable, Term]:
        """The variables of the state that may change."""
        return {v: term for v, term in self.terms.items() if not v.local and term is not read(v)}


class Influence:
    """The effects of the commands of a system where one variable, the control, has a known value."""

    def __init__(self, system: System, control: Variable | None) -> None:
        """Nothing is worked out yet."""
        self._system = system
        self._control = control
        self._closing_reads = reads(system.closing)
        self._blind: dict[CommandIndex, bool] = {}  # whether the update does not read the control
        self._updates: dict[tuple[CommandIndex, int | None], Effect] = {}
        self._closings: dict[frozenset[tuple[Variable, Term]], Effect] = {}

    def effect(self, command: CommandIndex, value: int) -> Effect:
        """What the command and the closing after it do."""
        update = self._update(command, value)
        hazards = list(update.hazards)
        terms = after(self._system.closing, update.terms, hazards)
        return Effect(terms, tuple(hazards))

    def looks(self, command: CommandIndex, value: int) -> frozenset[Variable]:
        """The variables that decide what the command writes, or whether it leaves a range, and those that it writes."""
        update = self._update(command, value)
        left = {variable: update.terms[variable] for variable in self._closing_reads if variable in update.terms}
        known = {variable: term for variable, term in left.items() if term.kind is CONST}
        control = self._control
        if (control is not None and control in left.keys() - known.keys()) or any(v.local for v in left.keys() - known):
            return looks(self.effect(command, value))
        closing = self._closing(known)
        found = set(looks(Effect({v: t for v, t in update.terms.items() if v not in closing.changes}, update.hazards)))
        for variable in looks(closing):
            found |= variables_of(update.terms.get(variable, read(variable)))
        return frozenset(found.union(closing.changes, update.changes))

    def _update(self, command: CommandIndex, value: int) -> Effect:
        if self._control is None:
            return self._remembered(command, None)
        if command not in self._blind:
            self._blind[command] = self._control not in reads(self._system.commands[command].update)
        if not self._blind[command]:
            return self._remembered(command, value)
        update = self._remembered(command, None)
        return Effect({self._control: const(value), **update.terms}, update.hazards)

    def _remembered(self, command: CommandIndex, value: int | None) -> Effect:
        """What the update does where the control has the value; None for a value that is not known."""
        key = command, value
        if key not in self._updates:
            start = {self._control: const(value)} if self._control is not None and value is not None else {}
            self._updates[key] = Effect.of(self._system.commands[command].update, start)
        return self._updates[key]

    def _closing(self, known: Terms) -> Effect:
        key = frozenset(known.items())
        if key not in self._closings:
            self._closings[key] = Effect.of(self._system.closing, known)
        return self._closings[key]


def looks(effect: Effect) -> frozenset[Variable]:
    """The variables that decide what an effect writes or whether something leaves its range, and what it writes."""
    parts = [t for hazard in effect.hazards for t in (hazard.condition, hazard.term)]
    changes = effect.changes
    return frozenset(changes).union(*map(variables_of, changes.values()), *map(variables_of, parts))
