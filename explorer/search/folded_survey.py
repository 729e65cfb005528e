"""A survey by a folded search: for boards whose graph would be too large, where only numpy is at hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from time import monotonic
from typing import TYPE_CHECKING, Protocol

import numpy as np

from explorer.search import grid_games, grid_plays
from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.grid import explore_grid
from explorer.search.grid_states import Array, GridStates
from explorer.search.surveys import Case, Survey, View, surveyed
from explorer.system.codes import codes_in, having
from explorer.system.grid import NotAGrid
from explorer.system.interface import CommandIndex
from explorer.system.nodes import Term
from explorer.system.plans import Code
from explorer.system.system import System

if TYPE_CHECKING:
    from explorer.search.folded_states import FoldedStates

_End = tuple[int, Code]
"""A position and a moment at which play is over."""


def survey_folded(
    system: System,
    view: View,
    *,
    players: Collection[str] = (),
    most_endings: int = 1000,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> Survey:
    """The sizes of the state graph, and the cases of the view in the finished states.

    Positions are the cells of a grid where they make one, and are looked up where they do not. For each of the
    `players` it is worked out which cases they can force, one after the other. Cases are listed where there are no more
    than `most_endings`. A limit ends the survey with what is known.

    Raises `OverflowError`, `MixedDeciders` and `OutOfDomain` as `explorer.search.folded.explore_folded` does.
    """
    started = monotonic()
    positions = _searched(system, limits, progress)
    return surveyed(
        positions.found,
        _ends(positions, view),
        lambda end: positions.play_to(*end),
        lambda player, ends: positions.can_force(player, _target(ends)),
        players=players,
        most_endings=most_endings,
        out_of_time=lambda: limits.out_of_time(started, monotonic()),
    )


class _Positions(Protocol):
    """What was searched, however positions are kept."""

    @property
    def found(self) -> FoldedStates | GridStates:
        """The sizes, and the finished states."""
        ...

    def values(self, term: Term, rows: Array, code: Code) -> Array:
        """The values of a term in some positions at a moment."""
        ...

    def play_to(self, row: int, code: Code) -> list[CommandIndex]:
        """The commands of a play to a position at a moment."""
        ...

    def can_force(self, player: str, targets: tuple[Array, Array]) -> bool:
        """Whether the player can force one of some positions, each at one of some moments."""
        ...


class _OnAGrid:
    """Positions that are the cells of a grid."""

    def __init__(self, found: GridStates) -> None:
        self.found = found

    def values(self, term: Term, rows: Array, code: Code) -> Array:
        return self.found.values(term, rows, code)

    def play_to(self, row: int, code: Code) -> list[CommandIndex]:
        return grid_plays.play_to(self.found, row, code)

    def can_force(self, player: str, targets: tuple[Array, Array]) -> bool:
        return grid_games.can_force(self.found, (player,), targets)


def _searched(system: System, limits: Limits, progress: Callable[[Progress], None] | None) -> _Positions:
    started = monotonic()
    try:
        return _OnAGrid(explore_grid(system, limits=limits, progress=progress, arrivals=True))
    except NotAGrid:
        left = None if limits.seconds is None else limits.seconds - (monotonic() - started)
        from explorer.search.looked_up import LookedUp

        return LookedUp(system, replace(limits, seconds=left), progress)


def _ends(positions: _Positions, view: View) -> dict[Case, list[_End]]:
    """The finished states of each case of the view."""
    rows, moments = positions.found.final
    ends: dict[Case, list[_End]] = {}
    for code in codes_in(moments):
        some = rows[having(moments, code)]
        columns = [positions.values(term, some, code).tolist() for term in view.terms]
        cases: Iterable[Case] = zip(*columns, strict=True) if columns else repeat((), len(some))
        for row, case in zip(some.tolist(), cases, strict=True):
            ends.setdefault(view.ordered(case), []).append((row, code))
    return ends


def _target(ends: Sequence[_End]) -> tuple[Array, Array]:
    """Positions, and the moment of each as bits."""
    rows = np.array([row for row, _ in ends])
    return rows, np.array([1 << code for _, code in ends], np.uint64)
