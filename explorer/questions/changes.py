"""Changes: other values of clauses under which play can end as it cannot under a ruleset.

One search with every clause left open gives the readings of the rules under which play can end so. Of the clauses on
which such a reading differs from the ruleset one after another is kept as it is, until none can be spared; readings in
which all of these differ are set aside, and the next is taken (Liffiton, Previti, Malik and Marques-Silva, "Fast,
flexible MUS enumeration", 2016).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from explorer.questions.cases import OpenInquiry, inquire_open
from explorer.questions.inquiry import PlayedStep
from explorer.search.conditions import Case, Conditions
from explorer.search.explore import NO_LIMITS, Limits
from explorer.search.graph import Limit
from explorer.search.plays import shortest_play
from explorer.system.folding import smallest
from explorer.system.nodes import read
from explorer.system.terms import all_of, equal
from explorer.system.variables import Variable
from models.board import Board
from models.library import Library
from models.phrase import Condition
from models.ruleset import Ruleset


@dataclass(frozen=True)
class Change:
    """Other values of clauses under which an outcome can be reached, with a play to it there."""

    values: Mapping[str, str]
    play: tuple[PlayedStep, ...]


@dataclass(frozen=True)
class Changes:
    """The smallest sets of clauses that have to change, with all values that will do, those of fewest clauses first.

    When ``limit`` is given the search of the readings ended early: others may do too, and fewer clauses.
    """

    changes: tuple[Change, ...]
    limit: Limit | None


def changes(board: Board, library: Library, ruleset: Ruleset, says: Condition, limits: Limits = NO_LIMITS) -> Changes:
    """What has to change of a ruleset for play to end as the condition says.

    Raises InputError for what the board cannot be asked.
    """
    opened = inquire_open(board, library, ruleset, left_open=tuple(library.clauses), watching=[says], limits=limits)
    scene, variables = opened.game.scene, opened.graph.system.open_variables
    clauses = {variable: clause for clause, variable in scene.clauses.items() if variable in variables}
    now = {variable: scene.words.initial[variable] for variable in clauses}
    found = []
    for changed, case in smallest_changes(opened.conditions, opened.ending(says), now):
        play = _play(opened, case, says)
        if play is not None:
            values = {clauses[variable]: variable.label(case[variable]) for variable in changed}
            found.append(Change(values, play))
    return Changes(tuple(sorted(found, key=lambda change: len(change.values))), opened.graph.limit)


def _play(opened: OpenInquiry, case: Case, says: Condition) -> tuple[PlayedStep, ...] | None:
    """A shortest play in the case to an end that the condition describes; None where a partial graph lacks it."""
    inquiry = opened.closed(case)
    play = shortest_play(inquiry.graph, inquiry.ends_parted(says)[0])
    return None if play is None else inquiry.steps(play)


def smallest_changes(
    conditions: Conditions[Any], wanted: Any, now: Case
) -> Iterator[tuple[tuple[Variable, ...], Case]]:
    """The smallest sets of variables that have to change for the wanted cases, each with every case that will do.

    A set is one of the smallest when all others can keep the value that they have ``now``, and none of its own can.
    """
    variables = tuple(now)
    same = {variable: conditions.of(equal(read(variable), now[variable])) for variable in variables}

    def keeping_others(changed: Collection[int]) -> Any:
        kept = (same[variable] for number, variable in enumerate(variables) if number not in changed)
        return reduce(conditions.both, kept, wanted)

    left = wanted
    while conditions.possible(left):
        case = conditions.example(left)
        unlike = [number for number, variable in enumerate(variables) if case[variable] != now[variable]]
        numbers = smallest(unlike, lambda some: conditions.possible(keeping_others(some)))
        changed = tuple(variables[number] for number in numbers)
        yield from ((changed, one) for one in _listed(conditions, keeping_others(numbers), changed))
        left = conditions.without(
            left, reduce(conditions.without, (same[one] for one in changed), conditions.everything)
        )


def _listed(conditions: Conditions[Any], cases: Any, variables: Collection[Variable]) -> Iterator[Case]:
    """The smallest of the cases for each way of giving the variables values."""
    while conditions.possible(cases):
        case = conditions.example(cases)
        yield case
        like = all_of(equal(read(variable), case[variable]) for variable in variables)
        cases = conditions.without(cases, conditions.of(like))
