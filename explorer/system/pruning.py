"""Pruning: commands that can never be taken are dropped, with the clauses that exclude each other.

Whether a guard can hold is decided by what its variables may be (`explorer.system.possibilities`): by each one alone,
by a few guesses, and where these find nothing by Z3, which is loaded then and not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from explorer.system.commands import Clause
from explorer.system.evaluation import evaluate
from explorer.system.folding import Tracked, fold_tracked, smallest
from explorer.system.guards import conjuncts
from explorer.system.nodes import Term, variables_of
from explorer.system.possibilities import MOST_VALUES
from explorer.system.system import System
from explorer.system.variables import Variable

if TYPE_CHECKING:
    from explorer.system.solving import Solver

MOST_GUESSES: Final = 200  # more take longer than a question to Z3 once it is loaded


@dataclass
class Statistics:
    """The solver's work: questions put to Z3, answers from memory, commands decided without either.

    `undetermined` are the questions that Z3 gave up.
    """

    queries: int = 0
    remembered: int = 0
    undetermined: int = 0
    decided: int = 0
    pruned: int = 0

    def __str__(self) -> str:
        """The numbers in words."""
        return (
            f"{self.queries} queries, {self.remembered} answered from memory, "
            f"{self.decided} decided without, {self.pruned} commands pruned"
        )


def prune(
    system: System, solver: Solver | None = None, *, watched: Iterable[Term] | None = None
) -> tuple[System, Statistics]:
    """The system without the commands whose guards cannot hold, folded again until nothing changes.

    Guards are judged over the possible values of the variables, not over the reachable states.
    `System.pruned` names for each the clauses that exclude each other. `watched` is as in `fold`, but by
    default every variable is kept that can change. A `solver` must be new, or have served this system only.
    """
    terms = None if watched is None else tuple(watched)
    judge = _Judge(solver, Statistics() if solver is None else solver.statistics)
    tracked = Tracked.of(system)
    while True:
        tracked = fold_tracked(tracked, terms)
        judge.take(tracked.system)
        dropped: dict[int, list[int]] = {}
        for number, command in enumerate(tracked.system.commands):
            core = judge.excluded([clause.term for clause in command.guard])
            if core is not None:
                dropped[number] = core
        if not dropped:
            return tracked.system, judge.statistics
        judge.statistics.pruned += len(dropped)
        tracked = tracked.without(dropped, "solver")


class _Judge:
    """Decides on guards of one system, which gets smaller."""

    def __init__(self, solver: Solver | None, statistics: Statistics) -> None:
        """Ask that solver, or make one where there is something to ask."""
        self._solver = solver
        self.statistics = statistics

    def take(self, system: System) -> None:
        """Judge over the possible values of this system from now on."""
        self._system = system
        if self._solver is not None:
            self._solver.restrict(system.possible)

    @property
    def solver(self) -> Solver:
        """The solver, which keeps to what is possible in the system."""
        if self._solver is None:
            from explorer.system.solving import Solver  # noqa: PLC0415 - many boards need no Z3

            self._solver = Solver(statistics=self.statistics)
            self._solver.restrict(self._system.possible)
        return self._solver

    def excluded(self, terms: Sequence[Term]) -> list[int] | None:
        """The positions of terms that cannot all hold, none of them needless; None when all can."""
        cheap = _by_cases(terms, self._system)
        if cheap is not None:
            self.statistics.decided += 1
            return None if cheap else smallest(range(len(terms)), partial(_no_case, terms, self._system))
        if self.solver.satisfiable(terms):
            return None
        clauses = [Clause(str(position), term) for position, term in enumerate(terms)]
        return [int(clause.reason) for clause in self.solver.core(clauses)]


def _no_case(terms: Sequence[Term], system: System, positions: Sequence[int]) -> bool:
    return _by_cases([terms[i] for i in positions], system) is False


def _by_cases(terms: Iterable[Term], system: System) -> bool | None:
    """Whether all the terms can hold, as far as looking at one variable at a time and a few guesses tell."""
    cases: dict[Variable, list[int]] = {}
    joint: list[Term] = []
    for term in terms:
        for test in conjuncts(term):
            variables = variables_of(test)
            if len(variables) != 1:
                joint.append(test)
                continue
            (variable,) = variables
            values = cases.get(variable)
            if values is None:
                listed = _listed(variable, system)
                if listed is None:
                    joint.append(test)
                    continue
                values = listed
            cases[variable] = [value for value in values if evaluate(test, {variable: value})]
            if not cases[variable]:
                return False
    if not joint:
        return True
    for guess in _guesses(cases, joint, system):
        if all(evaluate(test, guess) for test in joint):
            return True
    return None


def _guesses(
    cases: Mapping[Variable, Sequence[int]], joint: Iterable[Term], system: System
) -> Iterator[Mapping[Variable, int]]:
    """Values to try: the first of each case, the last, and these with one variable of the tests changed."""
    ends = [{**system.initial, **{one: values[end] for one, values in cases.items()}} for end in (0, -1)]
    yield from ends
    variables = sorted({variable for test in joint for variable in variables_of(test)}, key=lambda one: one.name)
    listed = {one: cases.get(one) or _listed(one, system) or [] for one in variables}
    if sum(map(len, listed.values())) <= MOST_GUESSES:
        for guess in ends:
            for variable, values in listed.items():
                yield from ({**guess, variable: value} for value in values)


def _listed(variable: Variable, system: System) -> list[int] | None:
    """The possible values of the variable, if they are few enough to look at each."""
    if variable in system.possible:
        return sorted(system.possible[variable])
    if variable.high - variable.low < MOST_VALUES:
        return list(range(variable.low, variable.high + 1))
    return None
