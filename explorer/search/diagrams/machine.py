"""A system that steps from sets of states to sets of states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.search.diagrams.conditions import Conditions
from explorer.search.diagrams.encoding import MOST_NODES, Diagram, Encoding
from explorer.search.diagrams.order import Group, ordered
from explorer.search.diagrams.steps import Origins, Sorting, Updates
from explorer.system.commands import Command, reads, writes
from explorer.system.system import Orbit, State, System
from explorer.system.variables import Variable


class Machine:
    """The steps of a system over sets of states. In every set between two steps, local variables are 0.

    `more` are local variables beside those of the system, each with what it is to stand together with. The variables of
    a column of `alike` have one code.
    """

    def __init__(
        self,
        system: System,
        more: Sequence[tuple[Variable, Group]] = (),
        alike: Iterable[Orbit] = (),
        most_nodes: int = MOST_NODES,
    ) -> None:
        """Choose an order, and make the bits."""
        self.system = system
        updates = dict.fromkeys((system.closing, *(command.update for command in system.commands)))
        used = frozenset[Variable]().union(*(reads(update) | writes(update) for update in updates))
        self._scratch = dict.fromkeys(sorted((one for one in used if one.local), key=str), 0)
        self._locals = {**self._scratch, **dict.fromkeys((one for one, _ in more), 0)}
        columns = [column for orbit in (*system.orbits, *alike) for column in orbit.columns]
        order = ordered(system, [*system.variables, *self._locals], [group | {one} for one, group in more], columns)
        self.encoding = Encoding(order, system.possible, columns, most_nodes)
        self.conditions = Conditions(self.encoding)
        self.updates = Updates(self.conditions)
        self._sortings = [Sorting(self.conditions, orbit) for orbit in system.orbits]
        self._scratch_bits = self.encoding.bits(self._scratch)
        self._clean = self.encoding.assigned(self._scratch)
        self._steps_back: Origins | None = None

    def single(self, state: State) -> Diagram:
        """The set of one state."""
        return self.encoding.assigned({**self.system.values(state), **self._locals})

    def allowed(self, command: Command, states: Diagram) -> Diagram:
        """The states in which the guard of the command holds."""
        for clause in command.guard:
            states = self.conditions.holds(clause.term, states)
        return states

    def after(self, command: Command, states: Diagram) -> Diagram:
        """The states after the command. Raises `OutOfDomain` where a variable leaves its range."""
        states = self.updates.after(command.update, states, command)
        states = self.updates.after(self.system.closing, states, command)
        if self._scratch:
            states = states.exists(self._scratch_bits) & self._clean
        for sorting in self._sortings:
            states = sorting.after(states)
        return states

    def before(self, command: Command, states: Diagram) -> Diagram:
        """The states from which the command leads into these, whatever its guard says of them.

        To be asked when all steps forwards have been made: it knows of no other values than those, and what it tells of
        states that no play reaches means nothing.
        """
        if self._steps_back is None:
            self._steps_back = Origins(Conditions(self.encoding, self._given()))
        for sorting in reversed(self._sortings):
            states = sorting.before(states)
        if self._scratch:
            states = (states & self._clean).exists(self._scratch_bits)
        return self._steps_back.before(command.update, self._steps_back.before(self.system.closing, states))

    def _given(self) -> dict[Variable, Sequence[int]]:
        """The values of each variable that occur: that of the first state, and those given since."""
        given = {variable: {value} for variable, value in self.system.values(self.system.initial_state()).items()}
        given.update((variable, {0}) for variable in self._locals)
        for orbit in self.system.orbits:
            for column in orbit.columns:
                shared = set[int]().union(*(given[one] | self.updates.given.get(one, set()) for one in column))
                given.update((one, shared) for one in column)
        return {
            variable: sorted(values | self.updates.given.get(variable, set())) for variable, values in given.items()
        }

    def state(self, states: Diagram) -> State:
        """One of the states."""
        states = states.pick_cube_dd()
        found = []
        for variable in self.system.variables:
            value, states = next(iter(self.encoding.parts(variable, states).items()))
            found.append(value)
        return tuple(found)
