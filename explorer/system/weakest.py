"""What holds before a block so that something holds after it: Dijkstra's weakest precondition (1975).

A block is carried out on terms instead of numbers: after each statement every variable has a term over the values at
the start, and the two branches of a choice are joined value by value. So the result grows with the block, and not with
the number of ways through it (Flanagan and Saxe, 2001). A condition on the values after the block is turned into one
on those before it by putting these terms in their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from explorer.system.commands import If, Statement
from explorer.system.evaluation import substitute
from explorer.system.nodes import Term, const, read, variables_of
from explorer.system.terms import FALSE, TRUE, all_of, any_of, at_least, either, less, negate
from explorer.system.variables import Variable

Terms = Mapping[Variable, Term]
"""What variables hold, as terms over the values at the start; those that are not in it are as they were."""


@dataclass(frozen=True)
class Hazard:
    """An assignment that may leave the range of its variable: where `condition` holds, it gives it `term`."""

    variable: Variable
    term: Term
    condition: Term


def after(
    statements: Iterable[Statement], start: Terms | None = None, hazards: list[Hazard] | None = None
) -> dict[Variable, Term]:
    """What the variables hold after the statements, where they held `start` before.

    A local variable that was not assigned reads as 0. Ranges are not watched: see `OutOfDomain`. With a list for them,
    assignments that may leave a range are noted; the terms are right where none does.
    """
    now = dict(start or {})
    _carry_out(statements, now, TRUE, hazards)
    return now


def _carry_out(
    statements: Iterable[Statement], now: dict[Variable, Term], path: Term, hazards: list[Hazard] | None
) -> None:
    for statement in statements:
        if not isinstance(statement, If):
            term = value(statement.term, now)
            if hazards is not None:
                term = _watched(statement.variable, term, path, hazards)
            now[statement.variable] = term
            continue
        holds = value(statement.condition, now)
        if holds is TRUE or holds is FALSE:
            _carry_out(statement.then if holds is TRUE else statement.otherwise, now, path, hazards)
            continue
        then, otherwise = dict(now), dict(now)
        _carry_out(statement.then, then, all_of(path, holds), hazards)
        _carry_out(statement.otherwise, otherwise, all_of(path, negate(holds)), hazards)
        for variable in {**then, **otherwise}:
            one, other = (branch.get(variable, _untouched(variable)) for branch in (then, otherwise))
            now[variable] = one if one is other else either(holds, one, other)


def _watched(variable: Variable, term: Term, path: Term, hazards: list[Hazard]) -> Term:
    """What is assigned, if it is in the range; where it may not be, that is noted."""
    outside = all_of(path, any_of(less(term, variable.low), less(variable.high, term)))
    if outside is FALSE:
        return term
    hazards.append(Hazard(variable, term, outside))
    return at_least(term, 1) if read(variable).is_boolean and not term.is_boolean else term


def _untouched(variable: Variable) -> Term:
    return const(0) if variable.local else read(variable)


def value(term: Term, now: Terms) -> Term:
    """The term where the variables hold what `now` says, over the values at the start.

    For a condition and what variables hold `after` a block: the weakest one that makes it hold after it.
    """
    replacements = {}
    for variable in variables_of(term):
        if variable in now:
            replacements[variable] = now[variable]
        elif variable.local:
            replacements[variable] = const(0)
    return substitute(term, replacements)
