"""Proofs with Z3 over all values of the variables, and the smallest values that refute what does not hold.

A claim holds when its negation has no model. Z3 answers within the time it is given, or not at all: what it does not
decide is `None`, never a guess. The model that is shown does not depend on how Z3 searches: it is the one in which
the fewest variables differ from their usual values, and among those the first in the order of the variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from explorer.system.nodes import Term, read
from explorer.system.patience import Undecided
from explorer.system.solving import Translation, answered, give, new_solver
from explorer.system.terms import TRUE, all_of, at_most, count_true, equal, negate
from explorer.system.variables import Variable

Model = dict[Variable, int]


class Prover:
    """Decides claims about variables within their ranges, under assumptions that can be added but not taken back."""

    def __init__(self, variables: Sequence[Variable], seconds: float | None = None) -> None:
        """Every variable of a claim must be among `variables`; `seconds` is the time for one query."""
        self.variables = tuple(variables)
        self.queries = 0
        context = z3.Context()
        self._solver = new_solver(context)
        self._seconds = seconds
        if seconds is not None:
            give(self._solver, seconds)
        self._translation = Translation(context, self._solver.add, {})
        for variable in self.variables:
            self._translation.variable(variable)

    def assume(self, term: Term) -> None:
        """Let the term hold from now on."""
        if term is not TRUE:
            self._solver.add(self._translation.condition(term))

    def possible(self, term: Term) -> bool:
        """Whether the term can hold. Raises `Undecided`."""
        return self._model(term) is not None

    def holds(self, term: Term) -> bool:
        """Whether the term always holds. Raises `Undecided`."""
        return not self.possible(negate(term))

    def smallest(self, term: Term, usual: Mapping[Variable, int], order: Sequence[Variable] | None = None) -> Model:
        """The values with which the term holds, as near as can be to the `usual` ones, 0 or the lowest elsewhere.

        First as few variables as possible of those in `usual` differ; then the variables of the `order`, by default
        all, are one after the other as usual if they can be, and else as low as they can be. What these leave open is
        as Z3 finds it. Raises `ValueError` if there are no values, and `Undecided`.
        """
        model = self._model(term)
        if model is None:
            raise ValueError("the term cannot hold")
        differ = count_true(negate(equal(read(one), usual[one])) for one in self.variables if one in usual)
        low, high = 0, sum(model[one] != usual[one] for one in self.variables if one in usual)
        while low < high:
            middle = (low + high) // 2
            nearer = self._model(all_of(term, at_most(differ, middle)))
            if nearer is None:
                low = middle + 1
            else:
                model, high = nearer, sum(nearer[one] != usual[one] for one in self.variables if one in usual)
        self._solver.push()
        try:
            self._solver.add(self._translation.condition(all_of(term, at_most(differ, high))))
            for variable in self.variables if order is None else order:
                model = self._settled(variable, usual, model)
        finally:
            self._solver.pop()
        return model

    def _settled(self, variable: Variable, usual: Mapping[Variable, int], model: Model) -> Model:
        """Fix the variable to the best value it can have with those fixed before it; gives a model with it."""
        best = usual.get(variable, max(variable.low, min(0, variable.high)))
        if model[variable] != best:
            model = self._model(equal(read(variable), best)) or model
        if model[variable] != best:
            low = variable.low
            while low < model[variable]:
                middle = (low + model[variable]) // 2
                lower = self._model(at_most(read(variable), middle))
                if lower is None:
                    low = middle + 1
                else:
                    model = lower
        self._solver.add(self._translation.has(variable, model[variable]))
        return model

    def _model(self, term: Term) -> Model | None:
        self.queries += 1
        self._solver.push()
        try:
            self._solver.add(self._translation.condition(term))
            answer = answered(self._solver, self._seconds)
            if answer == z3.unsat:
                return None
            if answer != z3.sat:
                raise Undecided("Z3 does not know whether a claim holds")
            return self._values(self._solver.model())
        finally:
            self._solver.pop()

    def _values(self, model: Any) -> Model:
        found: Model = {}
        for variable in self.variables:
            value = model.eval(self._translation.variable(variable), model_completion=True)
            number = int(z3.is_true(value)) if z3.is_bool(value) else value.as_long()
            found[variable] = min(max(number, variable.low), variable.high)
        return found
