"""Plays to states that a folded search found, read backwards off its rounds.

A state was expanded in some round. It was reached from one that was expanded before: in an earlier round, or at an
earlier moment of the same position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from explorer.search.folded_states import FoldedStates
from explorer.search.rounds import Round
from explorer.system.codes import codes_in
from explorer.system.interface import CommandIndex
from explorer.system.plans import Code

_Arrival = tuple[int, Code, CommandIndex]
"""A position and a moment, and the command that is taken there."""


class Arrivals:
    """How each position was reached."""

    def __init__(self, found: FoldedStates) -> None:
        """Sort all steps by the position to which they lead. Raises `ValueError` when the rounds were not kept."""
        if not found.rounds:
            raise ValueError("the search did not keep its rounds")
        self._found = found
        self._batches = [(number, batch) for number, one in enumerate(found.rounds) for batch in one.outside]
        lengths = np.array([len(batch.targets) for _, batch in self._batches], np.int64)
        self._ends = np.cumsum(lengths)
        targets = np.concatenate([np.zeros(0, np.int32), *(batch.targets for _, batch in self._batches)])
        self._order = np.argsort(targets, kind="stable")
        self._offsets = np.searchsorted(targets[self._order], np.arange(len(found.words) + 1))
        rows = np.concatenate([one.rows for one in found.rounds])
        numbers = np.repeat(np.arange(len(found.rounds)), [len(one.rows) for one in found.rounds])
        order = np.argsort(rows, kind="stable")
        self._round_of = numbers[order]
        self._round_offsets = np.searchsorted(rows[order], np.arange(len(found.words) + 1))

    def play_to(self, row: int, code: Code) -> list[CommandIndex]:
        """The commands of a play from the first state to a position at a moment, at which it was expanded."""
        play: list[CommandIndex] = []
        while True:
            number, place = self._expanded(row, code)
            arrivals: dict[Code, _Arrival | None] = dict(self._entering(row, number))
            if row == self._found.first[0]:
                arrivals[self._found.first[1]] = None
            code, inside = _within(self._found.rounds[number], place, arrivals, code)
            play += reversed(inside)
            arrival = arrivals[code]
            if arrival is None:
                return play[::-1]
            row, code, command = arrival
            play.append(command)

    def _expanded(self, row: int, code: Code) -> tuple[int, int]:
        """The round in which the position was expanded at the moment, and its place there."""
        for number in self._round_of[self._round_offsets[row] : self._round_offsets[row + 1]].tolist():
            one = self._found.rounds[number]
            place = int(np.flatnonzero(one.rows == row)[0])
            if int(one.moments[place]) >> code & 1:
                return number, place
        raise ValueError(f"position {row} was not expanded at moment {code}")

    def _entering(self, row: int, before: int) -> Iterator[tuple[Code, _Arrival]]:
        """For moments of the position, a position and moment of an earlier round from which a command leads there."""
        for at in self._order[self._offsets[row] : self._offsets[row + 1]].tolist():
            index = int(np.searchsorted(self._ends, at, side="right"))
            number, batch = self._batches[index]
            if number < before:
                place = at - int(self._ends[index]) + len(batch.targets)
                one = self._found.rounds[number]
                source = int(batch.sources[place])
                moment = next(codes_in(one.moments[source : source + 1] & batch.moments))
                yield batch.code(place), (int(one.rows[source]), moment, batch.command)


def _within(one: Round, place: int, arrivals: Collection[Code], code: Code) -> tuple[Code, list[CommandIndex]]:
    """One of the moments from which inner steps of the position at the place lead to a moment, and their commands."""
    ways: dict[Code, tuple[Code, list[CommandIndex]]] = {
        arrival: (arrival, []) for arrival in arrivals if int(one.moments[place]) >> arrival & 1
    }
    waiting = list(ways)
    while code not in ways:
        here = waiting.pop(0)
        for batch in one.inside.get(here, ()):
            at = int(np.searchsorted(batch.sources, place))
            if at == len(batch.sources) or batch.sources[at] != place or batch.code(at) in ways:
                continue
            start, commands = ways[here]
            ways[batch.code(at)] = start, [*commands, batch.command]
            waiting.append(batch.code(at))
    return ways[code]
