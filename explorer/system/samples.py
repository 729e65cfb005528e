"""Samples: values of variables under which conditions hold together, or that there are none, found in a few steps.

A goal-directed search in the manner of Davis, Putnam, Logemann and Loveland (1962), over finite sets of values: a
condition on one variable takes values away, a disjunction is tried part by part, and any other condition value by value
of one of its variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Final

from explorer.system.constructors import FALSE, TRUE, negate
from explorer.system.evaluation import along, substitute
from explorer.system.nodes import AND, NOT, OR, Term, const, variables_of
from explorer.system.variables import Variable

Sample = Mapping[Variable, Sequence[int]]
"""Values for the variables that matter, any of which will do, whatever the others have."""

MOST_STEPS: Final = 500
"""The conditions looked at before the search is given up; Z3 takes longer to start than these."""

MOST_CHOICES: Final = 50
"""The choices of a part or a value, one upon the other, past which none is tried."""


class GaveUp(Exception):  # noqa: N818
    """A search would take too many steps."""


def sample(conditions: Iterable[Term], values: Callable[[Variable], Sequence[int]]) -> Sample | None:
    """Values of those given for each variable under which the conditions hold; None where there are none.

    Raises `GaveUp` after `MOST_STEPS`.
    """
    return _Search(values).sample([*conditions], {}, 0)


class _Search:
    """A search that has taken some steps."""

    def __init__(self, values: Callable[[Variable], Sequence[int]]) -> None:
        self._values = values
        self._steps = 0

    def sample(self, goals: Sequence[Term], found: Sample, choices: int) -> Sample | None:
        """Values, of those found so far by so many choices, under which the goals hold."""
        left = [*goals]
        joint: list[Term] = []
        while left:
            self._steps += 1
            goal = left.pop()
            parts = _conjuncts(goal)
            variables = variables_of(goal)
            if self._steps > MOST_STEPS:
                raise GaveUp
            if goal is FALSE:
                return None
            if parts is not None:
                left += parts
            elif len(variables) == 1:
                (variable,) = variables
                values = self._held(goal, variable, found)
                if not values:
                    return None
                found = {**found, variable: values}
            elif goal is not TRUE:
                joint.append(goal)
        if not joint:
            return found
        if choices == MOST_CHOICES:
            raise GaveUp
        return self._chosen(joint, found, choices + 1)

    def _held(self, goal: Term, variable: Variable, found: Sample) -> Sequence[int]:
        values = self._of(variable, found)
        return [*compress(values, along(goal, variable, values))]

    def _of(self, variable: Variable, found: Sample) -> Sequence[int]:
        return found[variable] if variable in found else self._values(variable)

    def _chosen(self, goals: Sequence[Term], found: Sample, choices: int) -> Sample | None:
        """As `sample`, for goals of several variables each: a part or a value is chosen for the first."""
        goal, *others = goals
        parts = _disjuncts(goal)
        if parts is not None:
            tried = (self.sample([*others, part], found, choices) for part in parts)
        else:
            variable = min(variables_of(goal), key=lambda one: (len(self._of(one, found)), one.name))
            tried = (self._settled(goals, variable, value, found, choices) for value in self._of(variable, found))
        return next((one for one in tried if one is not None), None)

    def _settled(
        self, goals: Sequence[Term], variable: Variable, value: int, found: Sample, choices: int
    ) -> Sample | None:
        settled = {variable: const(value)}
        return self.sample([substitute(one, settled) for one in goals], {**found, variable: (value,)}, choices)


def _conjuncts(term: Term) -> Sequence[Term] | None:
    """The conditions that together are the term, if it is made of several."""
    if term.kind is NOT and term.args[0].kind is OR:
        return [negate(arg) for arg in term.args[0].args]
    return term.args if term.kind is AND else None


def _disjuncts(term: Term) -> Sequence[Term] | None:
    """The conditions one of which is enough for the term, if it is made of several."""
    if term.kind is NOT and term.args[0].kind is AND:
        return [negate(arg) for arg in term.args[0].args]
    return term.args if term.kind is OR else None
