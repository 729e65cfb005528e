"""A survey by a folded search: for boards whose graph would be too large, where only numpy is at hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from time import monotonic

import numpy as np

from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.folded import explore_folded
from explorer.search.folded_games import can_force
from explorer.search.folded_plays import Arrivals
from explorer.search.folded_states import FoldedStates, codes_of, having
from explorer.search.rounds import Bits, RowNumbers
from explorer.search.surveys import Case, Ending, Survey, View
from explorer.system.plans import Code
from explorer.system.system import System

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

    For each of the `players` it is worked out which cases they can force, one after the other. Cases are listed where
    there are no more than `most_endings`. A limit ends the survey with what is known.

    Raises `OverflowError`, `MixedDeciders` and `OutOfDomain` as `explorer.search.folded.explore_folded` does.
    """
    started = monotonic()
    found = explore_folded(system, limits=limits, progress=progress, rounds=True)
    ends = _ends(found, view)
    listed = sorted(ends) if len(ends) <= most_endings else []
    arrivals = Arrivals(found) if listed else None
    endings = []
    solved = bool(players and listed) and found.complete
    for case in listed:
        solved = solved and not limits.out_of_time(started, monotonic())
        able = [player for player in players if can_force(found, (player,), _target(ends[case]))] if solved else []
        play = arrivals.play_to(*ends[case][0]) if arrivals else []
        endings.append(Ending(case, play, tuple(able)))
    if not found.complete:
        return Survey(found.states, None, None, len(ends), tuple(endings), solved=False, limit=found.limit)
    if not solved:
        endings = [replace(one, enforceable_by=()) for one in endings]
    return Survey(found.states, found.transitions, found.finished, len(ends), tuple(endings), solved=solved)


def _ends(found: FoldedStates, view: View) -> dict[Case, list[_End]]:
    """The finished states of each case of the view."""
    rows, moments = found.final
    ends: dict[Case, list[_End]] = {}
    for code in codes_of(moments):
        some = rows[having(moments, code)]
        columns = [found.steps.values(term, found.words[some], code).tolist() for term in view.terms]
        cases: Iterable[Case] = zip(*columns, strict=True) if columns else repeat((), len(some))
        for row, case in zip(some.tolist(), cases, strict=True):
            ends.setdefault(_sorted(case, view), []).append((row, code))
    return ends


def _sorted(case: Case, view: View) -> Case:
    """The case, with the rows of each group that are alike in ascending order."""
    values = list(case)
    for group in view.alike:
        ordered = sorted(tuple(case[place] for place in row) for row in group)
        for row, held in zip(group, ordered, strict=True):
            for place, value in zip(row, held, strict=True):
                values[place] = value
    return tuple(values)


def _target(ends: Sequence[_End]) -> tuple[RowNumbers, Bits]:
    """Positions, and the moment of each as bits."""
    rows = np.array([row for row, _ in ends])
    return rows, np.array([1 << code for _, code in ends], np.uint64)
