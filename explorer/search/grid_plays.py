"""Plays to states that a search on a grid found, read backwards off the moves by which cells were reached."""

from __future__ import annotations

from collections.abc import Collection

from explorer.search.grid_states import GridStates
from explorer.system.interface import CommandIndex
from explorer.system.plans import Code


def play_to(found: GridStates, cell: int, code: Code) -> list[CommandIndex]:
    """The commands of a play from the first state to a cell at a moment, both of which were reached.

    Raises `ValueError` when the search did not keep its arrivals.
    """
    if found.arrivals is None:
        raise ValueError("the search did not keep its arrivals")
    moves = found.moves.moves
    play: list[CommandIndex] = []
    while True:
        entered = {one: int(cells[cell]) for one, cells in found.arrivals.items() if cells[cell] >= 0}
        if cell == found.first[0]:
            entered[found.first[1]] = -1
        code, inside = _within(found, cell, entered, code)
        play += reversed(inside)
        if entered[code] < 0:
            return play[::-1]
        cell, number = divmod(entered[code], len(moves))
        command = moves[number].command
        if command is not None:
            play.append(command)
        code = (int(found.met[cell]) & moves[number].moments).bit_length() - 1


def _within(found: GridStates, cell: int, entered: Collection[Code], code: Code) -> tuple[Code, list[CommandIndex]]:
    """One of the moments from which steps that leave the cell lead to a moment, and their commands."""
    ways: dict[Code, tuple[Code, list[CommandIndex]]] = {one: (one, []) for one in entered}
    waiting = list(ways)
    while code not in ways:
        here = waiting.pop(0)
        for one in found.moves.still:
            if one.moments >> here & 1 and one.target not in ways and found.moves.holds(one.guard, cell):
                start, commands = ways[here]
                ways[one.target] = start, commands if one.command is None else [*commands, one.command]
                waiting.append(one.target)
    return ways[code]
