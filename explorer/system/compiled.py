"""The fast stepper: guards and updates are written out as Python source and compiled.

Commands are grouped by the value of one variable, the one that guards most often compare with a constant (for
a board, the step of the procedure), so that a state tests only the guards of its group. The guards of a group
form a tree in which a condition that several commands share is tested once for all of them. Source is written
and compiled when a state first needs it: on a small state space, most of a system is never compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from types import CodeType
from typing import Any, Final, NoReturn

from explorer.system.commands import Command, OutOfDomain, Statement, reads, writes
from explorer.system.guards import GuardGroups, moves_source
from explorer.system.interface import CommandIndex
from explorer.system.source import Statements
from explorer.system.system import State, System

Moves = Callable[[State], list[CommandIndex]]
Update = Callable[[State], State]


_MOST_KEPT: Final = 4096
_LONGEST_KEPT: Final = 10_000
"""How many functions are kept compiled, and the longest text of one: systems of like boards have half in common."""


def _code(name: str, source: str) -> CodeType:
    """The source text, compiled."""
    return _compiled(name, source) if len(source) <= _LONGEST_KEPT else compile(source, name, "exec")


@lru_cache(_MOST_KEPT)
def _compiled(name: str, source: str) -> CodeType:
    return compile(source, name, "exec")


class CompiledStepper:
    """The steps of a system, compiled.

    An assignment that leaves the range of its variable goes unnoticed, unless `checked`: then it raises
    `OutOfDomain`.
    """

    def __init__(self, system: System, *, checked: bool = False) -> None:
        """Prepare to step through `system`; guards and updates are compiled when they are first needed."""
        self.system = system
        self._checked = checked
        self._guards = GuardGroups(system)
        self._control = None if self._guards.control is None else system.index[self._guards.control]
        self._groups = _Groups(self._compile_group)
        self._compiled: dict[tuple[Statement, ...], Update] = {}
        self._updates: list[Update] = [partial(self._first, k) for k in range(len(system.commands))]
        self._closing_locals = sorted(
            (v for v in reads(system.closing) | writes(system.closing) if v.local), key=lambda v: v.name
        )
        self._namespace: dict[str, Any] = {"left": _left}
        exec(_code("<closing>", "\n".join(self._closing_source())), self._namespace)

    @property
    def source(self) -> str:
        """All the source text, as it is or would be compiled."""
        lines = self._closing_source()
        control = self._guards.control
        for value in range(1) if control is None else range(control.low, control.high + 1):
            lines += ["", f"# {control} = {value}", *self.source_of_moves(value)]
        for command in self.system.commands:
            lines += ["", "# " + " ".join(str(command).split()), *self._update_source(command.update)]
        return "\n".join(lines) + "\n"

    def initial_state(self) -> State:
        """The state in which every play starts."""
        return self.system.initial_state()

    def moves(self, state: State) -> Sequence[CommandIndex]:
        """The commands whose guards hold in the state, ascending."""
        control = self._control
        return self._groups[0 if control is None else state[control]](state)

    def successor(self, state: State, command: CommandIndex) -> State:
        """The state after the command. Whether its guard holds is not asked."""
        return self._updates[command](state)

    def successors(self, state: State) -> list[tuple[CommandIndex, State]]:
        """Each move with the state after it, in the order of `moves`."""
        updates, control = self._updates, self._control
        moves = self._groups[0 if control is None else state[control]](state)
        return [(command, updates[command](state)) for command in moves]

    def _compile_group(self, value: int) -> Moves:
        control = self._guards.control
        name = "of all states" if control is None else f"with {control} = {value}"
        exec(_code(f"<moves {name}>", "\n".join(self.source_of_moves(value))), self._namespace)
        moves: Moves = self._namespace.pop("moves")
        return moves

    def source_of_moves(self, value: int) -> list[str]:
        """The lines of the function that lists the moves where the variable of the groups has this value."""
        return moves_source(self._guards.of(value), self.system.index)

    def _first(self, number: CommandIndex, state: State) -> State:
        """Compile the command's update, and carry it out."""
        command = self.system.commands[number]
        update = self._compiled.get(command.update)
        if update is None:
            exec(_code("<update>", "\n".join(self._update_source(command.update))), self._namespace)
            update = self._compiled[command.update] = self._namespace.pop("update")
        self._updates[number] = partial(self._blame, update, command) if self._checked else update
        return self._updates[number](state)

    def _blame(self, update: Update, command: Command, state: State) -> State:
        try:
            return update(state)
        except _LeftRange as error:
            name, value = error.args
            used = {v.name: v for v in writes(command.update) | writes(self.system.closing)}
            raise OutOfDomain(used[name], value, command) from None

    def _closing_source(self) -> list[str]:
        writer = Statements(self.system.index, checked=self._checked)
        parameters = "".join(f", {writer.local(variable)}" for variable in self._closing_locals)
        body = writer.write(self.system.closing, "    ")
        return [f"def closing(t{parameters}):", *body, *sorting_source(self.system), "    return tuple(t)"]

    def _update_source(self, update: tuple[Statement, ...]) -> list[str]:
        writer = Statements(self.system.index, checked=self._checked)
        body = writer.write(update, "    ")
        mine = {v for v in reads(update) | writes(update) if v.local}
        arguments = "".join(f", {writer.local(v) if v in mine else 0}" for v in self._closing_locals)
        closing = bool(self.system.closing or self.system.orbits)
        last = f"    return closing(t{arguments})" if closing else "    return tuple(t)"
        return ["def update(s):", "    t = list(s)", *body, last]


def sorting_source(system: System) -> Iterator[str]:
    """The lines that put the rows of each orbit into ascending order, in the list `t`."""
    for orbit in system.orbits:
        rows = [[f"t[{system.index[variable]}]" for variable in row] for row in orbit.rows]
        if len(rows) < 2 or not rows[0]:
            continue
        texts = [row[0] if len(row) == 1 else f"({', '.join(row)})" for row in rows]
        yield f"    if not {' <= '.join(texts)}:"
        yield f"        {', '.join(texts)} = sorted(({', '.join(texts)}))"


class _LeftRange(Exception):  # noqa: N818
    """An assignment of a compiled update left its range; holds the variable's name and the value."""


def _left(name: str, value: int) -> NoReturn:
    raise _LeftRange(name, value)


class _Groups(dict[int, Moves]):
    """The compiled guards by value of the control variable, compiled when first asked for."""

    def __init__(self, build: Callable[[int], Moves]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, value: int) -> Moves:
        self[value] = self._build(value)
        return self[value]
