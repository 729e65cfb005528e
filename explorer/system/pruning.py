"""Pruning: commands that can never be taken are dropped, with the clauses that exclude each other.

Whether a guard can hold is decided by what its variables may be (`explorer.system.possibilities`): by each one alone,
by a sample under which it holds or the lack of one, and where that would take long by Z3, which is loaded then and not
before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

from explorer.system.commands import Clause
from explorer.system.evaluation import along
from explorer.system.folding import Tracked, fold_tracked, smallest
from explorer.system.guards import conjuncts
from explorer.system.nodes import Term, variables_of
from explorer.system.possibilities import MOST_VALUES
from explorer.system.samples import GaveUp, sample
from explorer.system.system import System
from explorer.system.variables import Variable

if TYPE_CHECKING:
    from explorer.system.solving import Solver


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
        self._cases = _Cases(system)
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
        cheap = self._cases.decide(terms)
        if cheap is not None:
            self.statistics.decided += 1
            return None if cheap else smallest(range(len(terms)), partial(self._cases.exclude, terms))
        if self.solver.satisfiable(terms):
            return None
        clauses = [Clause(str(position), term) for position, term in enumerate(terms)]
        return [int(clause.reason) for clause in self.solver.core(clauses)]


class _Cases:
    """What can be told of the guards of one system by looking at one variable at a time, and by samples."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._listed: dict[Variable, Sequence[int] | None] = {}
        self._holding: dict[Term, frozenset[int]] = {}

    def exclude(self, terms: Sequence[Term], positions: Sequence[int]) -> bool:
        """Whether it is told that the terms at these positions cannot all hold."""
        return self.decide([terms[i] for i in positions]) is False

    def decide(self, terms: Iterable[Term]) -> bool | None:
        """Whether all the terms can hold, as far as it can be told."""
        cases: dict[Variable, Sequence[int]] = {}
        joint: list[Term] = []
        for term in terms:
            for test in conjuncts(term):
                variables = variables_of(test)
                variable = next(iter(variables)) if len(variables) == 1 else None
                values = None if variable is None else cases.get(variable, self.listed(variable))
                if variable is None or values is None:
                    joint.append(test)
                    continue
                holding = self._values(test, variable)
                cases[variable] = [value for value in values if value in holding]
                if not cases[variable]:
                    return False
        return self._together(joint, cases) if joint else True

    def _together(self, joint: Sequence[Term], cases: Mapping[Variable, Sequence[int]]) -> bool | None:
        """As `decide`, for tests of several variables each; of some variables only these values are left."""
        try:
            if sample(joint, lambda variable: cases.get(variable) or self._tried(variable)) is not None:
                return True
        except GaveUp:
            return None
        every = frozenset[Variable]().union(*map(variables_of, joint))
        return None if any(self.listed(variable) is None for variable in every) else False

    def _tried(self, variable: Variable) -> Sequence[int]:
        """Possible values of the variable: all, or if these are many the initial one and both ends."""
        return self.listed(variable) or (self._system.initial.get(variable, 0), variable.low, variable.high)

    def listed(self, variable: Variable) -> Sequence[int] | None:
        """The possible values of the variable, if they are few enough to look at each."""
        if variable not in self._listed:
            self._listed[variable] = _listed(variable, self._system)
        return self._listed[variable]

    def _values(self, test: Term, variable: Variable) -> frozenset[int]:
        """The possible values of the only variable of the test for which it holds."""
        found = self._holding.get(test)
        if found is None:
            values = self.listed(variable) or ()
            found = frozenset(compress(values, along(test, variable, values)))
            self._holding[test] = found
        return found


def _listed(variable: Variable, system: System) -> Sequence[int] | None:
    if variable in system.possible:
        return sorted(system.possible[variable])
    if variable.high - variable.low < MOST_VALUES:
        return range(variable.low, variable.high + 1)
    return None
