"""Answers with conditions: in which cases each outcome is possible and who can force it, and all cases parted.

A board on which something is open has outcomes that depend on it: numbers that are open stay open in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explorer.game import Outcome
from explorer.game.players import PLAYERS, Player
from explorer.questions.boxes import Described, described
from explorer.questions.cases import OpenInquiry
from explorer.search.graph import StateNumber
from explorer.search.open_games import forced


@dataclass(frozen=True)
class OpenOutcome:
    """An outcome, the cases in which play can end so, and for each player those in which that player can force it."""

    number: int
    outcome: Outcome
    possible: Described
    enforceable: Mapping[Player, Described]


@dataclass(frozen=True)
class Part:
    """Cases that have the same possible outcomes, and the same that each player can force (by number)."""

    cases: Described
    outcomes: tuple[int, ...]
    enforceable: Mapping[Player, tuple[int, ...]]


@dataclass(frozen=True)
class Partition:
    """All outcomes with their conditions, and all cases, each in one part."""

    outcomes: tuple[OpenOutcome, ...]
    parts: tuple[Part, ...]

    @property
    def decided(self) -> bool:
        """Whether no condition was too hard for Z3."""
        told = [one.possible for one in self.outcomes] + [part.cases for part in self.parts]
        told += [cases for one in self.outcomes for cases in one.enforceable.values()]
        return not any(cases.undetermined for cases in told)


def partition(inquiry: OpenInquiry) -> Partition:
    """What can happen in which cases. Of a partial graph only that outcomes are possible is proved."""
    graph, conditions = inquiry.graph, inquiry.conditions
    variables = graph.system.open_variables
    ends = _ends(inquiry)
    found: list[OpenOutcome] = []
    masks: list[tuple[Any, dict[Player, Any]]] = []
    for outcome, states in ends.items():
        possible = conditions.nothing
        for ended in states.values():
            possible = conditions.either(possible, ended)
        powers = {player: _forced(inquiry, player, states) for player in PLAYERS} if graph.complete else {}
        told = described(conditions, possible, variables)
        assert told is not None
        enforceable = {
            player: words
            for player, cases in powers.items()
            if (words := described(conditions, cases, variables)) is not None
        }
        found.append(OpenOutcome(len(found) + 1, outcome, told, enforceable))
        masks.append((possible, powers))
    return Partition(tuple(found), tuple(_parts(inquiry, masks)))


def _ends(inquiry: OpenInquiry) -> dict[Outcome, dict[StateNumber, Any]]:
    """For each outcome the states in which play ends so, each with its cases."""
    graph, projection = inquiry.graph, inquiry.game.projection
    found: dict[Outcome, dict[StateNumber, Any]] = {}
    for state in range(len(graph.states)):
        ended = graph.ended(state)
        if inquiry.conditions.possible(ended):
            outcome = projection.outcome({term: graph.value(state, term) for term in projection.terms})
            found.setdefault(outcome, {})[state] = ended
    return found


def _forced(inquiry: OpenInquiry, player: Player, goal: Mapping[StateNumber, Any]) -> Any:
    """The cases in which the player can force that play ends in one of these states."""
    graph, conditions = inquiry.graph, inquiry.conditions
    won = forced(graph, (player.value,), lambda state: goal.get(state, conditions.nothing))
    cases = conditions.nothing
    for start, own in graph.starts.items():
        cases = conditions.either(cases, conditions.both(own, won[start]))
    return cases


def _parts(inquiry: OpenInquiry, masks: list[tuple[Any, dict[Player, Any]]]) -> list[Part]:
    conditions = inquiry.conditions
    parts = [conditions.everything]
    for by in dict.fromkeys(cases for possible, powers in masks for cases in (possible, *powers.values())):
        halves = [(conditions.both(part, by), conditions.without(part, by)) for part in parts]
        parts = [one for pair in halves for one in pair if conditions.possible(one)]
    variables = inquiry.graph.system.open_variables
    told: list[Part] = []
    for part in parts:
        words = described(conditions, part, variables)
        if words is None:
            continue
        if words.undetermined:
            told.append(Part(words, (), {}))
            continue
        case = words.example
        outcomes = tuple(n for n, (possible, _) in enumerate(masks, 1) if conditions.has(possible, case))
        powers = {
            player: tuple(
                n for n, (_, able) in enumerate(masks, 1) if player in able and conditions.has(able[player], case)
            )
            for player in PLAYERS
        }
        told.append(Part(words, outcomes, powers))
    return sorted(told, key=lambda part: [part.cases.example.get(one, one.high + 1) for one in variables])
