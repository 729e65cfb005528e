"""Lifting: a play of a slice as a play of the whole board.

The play of the whole board has the same steps in the same order. Between them players pass, or process what was left
out of the slice, which changes nothing that is asked; so after each step what is asked has the same values in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.game import Happening, Kind
from explorer.game.slices import Slice
from explorer.search.plays import NotAPlay
from explorer.system.compiled import CompiledStepper
from explorer.system.interface import CommandIndex
from explorer.system.readings import Readings
from explorer.system.system import State
from explorer.system.terms import Term

_Spot = tuple[State, int]
"""A state of the whole board, and how many steps of the play have been made."""


@dataclass(frozen=True, eq=False)
class Lifting:
    """Finds plays of a whole board for those of its slice, made to be asked for these terms."""

    slice: Slice
    asked: tuple[Term, ...]

    def lifted(self, commands: Sequence[CommandIndex]) -> list[CommandIndex]:
        """The commands of a play of the whole board for those of one of the slice.

        It ends after the same step, and with the End Phase where the given one does. Raises NotAPlay where there is
        none.
        """
        small = CompiledStepper(self.slice.game.system)
        read = Readings(small.system, self.asked)
        state = small.initial_state()
        wanted = []
        for command in commands:
            state = small.successor(state, command)
            event = small.system.commands[command].event
            if not _passes(event):
                wanted.append((event, read.of(state)))
        return self._found(wanted, None if small.moves(state) else read.of(state))

    def _found(
        self, wanted: Sequence[tuple[object, dict[Term, int]]], end: dict[Term, int] | None
    ) -> list[CommandIndex]:
        """A play with the wanted steps, each with what is asked after it; depth first, the next wanted step first.

        With an ``end`` it goes to the end of the phase, where that is what is asked.
        """
        start = self._whole.initial_state(), 0
        came: dict[_Spot, tuple[_Spot, CommandIndex] | None] = {start: None}
        pending: list[_Spot] = [start]
        while pending:
            spot = state, done = pending.pop()
            if done == len(wanted) and (end is None or self._ends(state, end)):
                return _way(came, spot)
            further = sorted(self._steps(state, wanted[done : done + 1]), reverse=True)
            for order, command, after in further:  # the last is looked at first
                there = after, done + (order == 0)
                if there not in came:
                    came[there] = spot, command
                    pending.append(there)
        raise NotAPlay("a play of the slice is none of the whole board")

    def _ends(self, state: State, asked: dict[Term, int]) -> bool:
        return not self._whole.moves(state) and self._read.of(state) == asked

    def _steps(
        self, state: State, wanted: Sequence[tuple[object, dict[Term, int]]]
    ) -> Iterator[tuple[int, CommandIndex, State]]:
        """The steps from a state, each after how soon it is tried: what is wanted, passes, what was left out.

        Passes come last where nothing more is wanted.
        """
        here = self._read.of(state)
        passes, errand = (1, 2) if wanted else (2, 1)
        for command, after in self._whole.successors(state):
            event, values = self._whole.system.commands[command].event, self._read.of(after)
            if any(event == one and values == asked for one, asked in wanted):
                yield 0, command, after
            if _passes(event):  # the last one may change what is asked: what lasts until then ends
                yield passes, command, after
            elif values == here and event in self._errands:
                yield errand, command, after

    @cached_property
    def _whole(self) -> CompiledStepper:
        return CompiledStepper(self.slice.whole.system)

    @cached_property
    def _read(self) -> Readings:
        return Readings(self.slice.whole.system, self.asked)

    @cached_property
    def _errands(self) -> frozenset[object]:
        """What happens when something that was left out is processed."""
        processing = self.slice.whole.procedure.processing
        return frozenset(command.event for item in self.slice.left_out for command in processing(item))


def _passes(event: object) -> bool:
    return isinstance(event, Happening) and event.kind is Kind.PASS


def _way(came: dict[_Spot, tuple[_Spot, CommandIndex] | None], spot: _Spot) -> list[CommandIndex]:
    """The commands that led to a spot."""
    way: list[CommandIndex] = []
    step = came[spot]
    while step is not None:
        spot, command = step
        way.append(command)
        step = came[spot]
    return way[::-1]
