"""Plays to states that were found by positions in plain Python, put together from where these were first reached."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from explorer.search.plain import PlainStates
from explorer.system.fields import Position
from explorer.system.interface import CommandIndex
from explorer.system.plain_moves import Move
from explorer.system.plans import Code, codes_of

Node = tuple[Position, Code]
"""A position at a moment."""


class PlainPlays:
    """Plays from the start to what was found; what one of them has come by, another one need not look for."""

    def __init__(self, found: PlainStates) -> None:
        """Only the way to the start is known."""
        self._found = found
        self._steps = found.steps
        self._came: dict[Node, tuple[Node, Move] | None] = {found.first: None}
        self._others: dict[Position, list[Position]] = {}
        for position, parent in found.others:
            self._others.setdefault(position, []).append(parent)

    def play_to(self, end: Node) -> list[CommandIndex]:
        """The commands of a play to a position at a moment at which it is reached; it need not be a shortest one."""
        self._look_for(end)
        commands = []
        came = self._came[end]
        while came is not None:
            node, move = came
            if move.step.command is not None:
                commands.append(move.step.command)
            came = self._came[node]
        return commands[::-1]

    def _look_for(self, end: Node) -> None:
        """Go back from the end until a way is met that is known."""
        on: dict[Node, tuple[Node, Move] | None] = {end: None}
        waiting = deque([end])
        while waiting:
            node = waiting.popleft()
            if node in self._came:
                self._note(node, on)
                return
            for before, move in self._before(node):
                if before not in on:
                    on[before] = node, move
                    waiting.append(before)
        raise AssertionError("nothing leads there")

    def _note(self, node: Node, on: dict[Node, tuple[Node, Move] | None]) -> None:
        """Remember the way that leads on from a node, and how each of its nodes is come by."""
        leads = on[node]
        while leads is not None:
            after, move = leads
            self._came.setdefault(after, (node, move))
            node, leads = after, on[after]

    def _before(self, node: Node) -> Iterator[tuple[Node, Move]]:
        """What steps lead there from: inside of the position, and from those by which it was reached."""
        steps, (position, code) = self._steps, node
        for move in steps.inside(position):
            if move.code == code:
                yield from self._at(position, move)
        for parent in self._parents(position):
            word = steps.word(parent, self._found.marks[parent])
            for group in steps.groups:
                for move in group.kind(word & group.looks).moves:
                    if move.code == code and group.target(move, parent) == position:
                        yield from self._at(parent, move)

    def _parents(self, position: Position) -> Iterator[Position]:
        first = self._found.parents.get(position)
        if first is not None:
            yield first
        yield from self._others.get(position, ())

    def _at(self, position: Position, move: Move) -> Iterator[tuple[Node, Move]]:
        moments = move.moments & self._steps.known(self._found.marks[position])
        for code in codes_of(moments):
            yield (position, code), move
