"""A survey in stages: by the graph of a small system, by positions in plain Python while they are few, then numpy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from time import monotonic
from typing import Final

from explorer.search.explore import NO_LIMITS, Limits, Progress, explore
from explorer.search.games import attractor
from explorer.search.graph import Limit, StateGraph, StateNumber
from explorer.search.plain import PlainStates, explore_plain
from explorer.search.plain_plays import Node, PlainPlays
from explorer.search.surveys import Case, Survey, View, surveyed
from explorer.system.compiled import CompiledStepper
from explorer.system.evaluation import substitute
from explorer.system.fields import Position
from explorer.system.plans import Code, codes_of
from explorer.system.system import System

_FEW_STATES: Final = 2_000  # up to here, it does not pay to put positions together (docs/performance.md)
_MANY_POSITIONS: Final = 50_000  # from here on, numpy is worth its start (docs/performance.md)


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

    For each of the `players` it is worked out which cases they can force, one after the other; where the graph is not
    small, with numpy from the start. Cases are listed where there are no more than `most_endings`. A limit ends the
    survey with what is known.

    Raises `OverflowError`, `MixedDeciders` and `OutOfDomain` as `explorer.search.folded.explore_folded` does.
    """
    started = monotonic()
    few = _FEW_STATES if limits.states is None else min(limits.states, _FEW_STATES)
    graph = explore(CompiledStepper(system, checked=True), limits=replace(limits, states=few), progress=progress)
    if graph.limit != "states" or few == limits.states:
        return surveyed(
            _OfGraph(graph),
            _ends_of_graph(graph, view),
            lambda end: graph.commands_of(graph.path_to(end)),
            lambda player, ends: 0 in attractor(graph, [player], ends),
            players=players,
            most_endings=most_endings,
            out_of_time=lambda: limits.out_of_time(started, monotonic()),
        )
    found = None if players else _by_positions(system, _left(limits, started), progress)
    if found is not None:
        return surveyed(
            found, _ends(found, view), PlainPlays(found).play_to, _nobody_is_asked_for, most_endings=most_endings
        )
    from explorer.search.folded_survey import survey_folded

    limits = _left(limits, started)
    return survey_folded(system, view, players=players, most_endings=most_endings, limits=limits, progress=progress)


def _left(limits: Limits, started: float) -> Limits:
    """The limits, with the time that is left."""
    return replace(limits, seconds=None if limits.seconds is None else limits.seconds - (monotonic() - started))


class _OfGraph:
    """What a graph has counted."""

    def __init__(self, graph: StateGraph) -> None:
        self.states = len(graph.states)
        self.transitions = graph.transitions
        self.finished = len(graph.terminal)
        self.limit: Limit | None = graph.limit


def _ends_of_graph(graph: StateGraph, view: View) -> dict[Case, list[StateNumber]]:
    """The finished states of each case of the view."""
    ends: dict[Case, list[StateNumber]] = {}
    for number in graph.terminal:
        case = tuple(graph.system.value(graph.states[number], term) for term in view.terms)
        ends.setdefault(view.ordered(case), []).append(number)
    return ends


def _by_positions(system: System, limits: Limits, progress: Callable[[Progress], None] | None) -> PlainStates | None:
    """What is found where there are few positions; None where there are many, or too much for plain Python."""
    try:
        return explore_plain(system, limits=limits, progress=progress, most_positions=_MANY_POSITIONS)
    except OverflowError:
        return None


def _ends(found: PlainStates, view: View) -> dict[Case, list[Node]]:
    """The finished states of each case of the view."""
    by_code: dict[Code, list[Position]] = {}
    for position, moments in found.final:
        for code in codes_of(moments):
            by_code.setdefault(code, []).append(position)
    ends: dict[Case, list[Node]] = {}
    for code, positions in sorted(by_code.items()):
        moment = found.steps.plans.values(code)
        values = found.steps.fields.values([substitute(term, moment) for term in view.terms])
        for position in positions:
            ends.setdefault(view.ordered(values(position)), []).append((position, code))
    return ends


def _nobody_is_asked_for(player: str, ends: Sequence[Node]) -> bool:
    raise AssertionError(f"{player} is not asked for")
