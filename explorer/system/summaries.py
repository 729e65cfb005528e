"""Conditions that look at much, each as one truth: in terms a variable stands for it.

A disjunction over all items of a board looks at dozens of variables, and says yes or no. A term in which a variable
stands for it looks at few (predicate abstraction: Graf and Saïdi, "Construction of abstract state graphs with PVS",
1997).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from explorer.system.constructors import negate
from explorer.system.evaluation import rebuild
from explorer.system.nodes import AND, OR, Term, read, variables_of
from explorer.system.variables import Variable, boolean

NARROW: Final = 6
"""At so many variables a condition may look and be left as it is."""


def is_wide(terms: Iterable[Term]) -> bool:
    """Whether the terms together look at more than `NARROW` variables."""
    return len(frozenset[Variable]().union(*map(variables_of, terms))) > NARROW


@dataclass(frozen=True, eq=False)
class Truth:
    """A condition for which `variable` stands: it holds exactly when all `parts` do; when `denied`, when one fails."""

    variable: Variable
    parts: tuple[Term, ...]
    denied: bool


class Summaries:
    """The truths of some terms; equal conditions share one."""

    def __init__(self) -> None:
        """None yet."""
        self.truths: dict[Variable, Truth] = {}
        self._known: dict[tuple[str, tuple[Term, ...]], Truth] = {}
        self._memo: dict[Term, Term] = {}

    def of(self, term: Term) -> Term:
        """The term with truths in the place of its wide conjunctions and disjunctions."""
        if not is_wide([term]):
            return term
        found = self._memo.get(term)
        if found is None:
            found = rebuild(term, tuple(self.of(arg) for arg in term.args))
            if found.kind in (AND, OR):
                found = self._junction(found)
            self._memo[term] = found
        return found

    def truth(self, kind: str, args: tuple[Term, ...]) -> Truth:
        """The truth of a conjunction or disjunction."""
        found = self._known.get((kind, args))
        if found is None:
            parts = args if kind is AND else tuple(map(negate, args))
            found = Truth(boolean(f"truth {len(self.truths)} of a window"), parts, kind is OR)
            self._known[kind, args] = self.truths[found.variable] = found
        return found

    def _junction(self, term: Term) -> Term:
        """The junction with one truth for its operands in which there is none; as it is when these are narrow."""
        plain = tuple(arg for arg in term.args if variables_of(arg).isdisjoint(self.truths))
        if not is_wide(plain):
            return term
        rest = tuple(arg for arg in term.args if arg not in plain)
        return rebuild(term, (*rest, read(self.truth(term.kind, plain).variable)))
