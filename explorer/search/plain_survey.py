"""A survey by positions and their moments: in plain Python while there are few, then with numpy."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from time import monotonic
from typing import Final

from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.plain import PlainStates, codes_of, explore_plain
from explorer.search.plain_plays import PlainPlays
from explorer.search.surveys import Case, Ending, Survey, View
from explorer.system.evaluation import substitute
from explorer.system.fields import Position
from explorer.system.plans import Code
from explorer.system.system import System

_MANY_POSITIONS: Final = 40_000  # from here on, numpy is worth its start (docs/performance.md)


def survey_by_positions(
    system: System,
    view: View,
    *,
    players: Collection[str] = (),
    most_endings: int = 1000,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> Survey:
    """The sizes of the state graph, and the cases of the view in the finished states.

    For each of the `players` it is worked out, with numpy, which cases they can force. Cases are listed where there are
    no more than `most_endings`. A limit ends the survey with what is known.

    Raises `OverflowError`, `MixedDeciders` and `OutOfDomain` as `explorer.search.folded.explore_folded` does.
    """
    started = monotonic()
    found = None if players else _few(system, limits, progress)
    if found is not None:
        return _survey(found, view, most_endings)
    left = None if limits.seconds is None else limits.seconds - (monotonic() - started)
    from explorer.search.folded_survey import survey_folded

    limits = replace(limits, seconds=left)
    return survey_folded(system, view, players=players, most_endings=most_endings, limits=limits, progress=progress)


def _few(system: System, limits: Limits, progress: Callable[[Progress], None] | None) -> PlainStates | None:
    """What is found where there are few positions; None where there are many, or too much for plain Python."""
    try:
        return explore_plain(system, limits=limits, progress=progress, most_positions=_MANY_POSITIONS)
    except OverflowError:
        return None


def _survey(found: PlainStates, view: View, most: int) -> Survey:
    ends = _ends(found, view)
    plays = PlainPlays(found)
    listed = sorted(ends) if len(ends) <= most else []
    endings = tuple(Ending(case, plays.play_to(*ends[case])) for case in listed)
    if not found.complete:
        return Survey(found.states, None, None, len(ends), endings, solved=False, limit=found.limit)
    return Survey(found.states, found.transitions, found.finished, len(ends), endings, solved=False)


def _ends(found: PlainStates, view: View) -> dict[Case, tuple[Position, Code]]:
    """For each case of the view the first of its finished states."""
    by_code: dict[Code, list[Position]] = {}
    for position, moments in found.final:
        for code in codes_of(moments):
            by_code.setdefault(code, []).append(position)
    ends: dict[Case, tuple[Position, Code]] = {}
    for code, positions in sorted(by_code.items()):
        moment = found.steps.plans.values(code)
        values = found.steps.fields.values([substitute(term, moment) for term in view.terms])
        for position in positions:
            ends.setdefault(view.ordered(values(position)), (position, code))
    return ends
