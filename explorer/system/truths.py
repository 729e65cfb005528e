"""Truths: which of many conditions hold in a state, by one compiled function.

A condition is judged by the parts of it that the state tells: of a conjunction those conjuncts whose variables the
system keeps. Where a part fails the condition fails; where a variable that folding dropped is read, nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from explorer.system.guards import conjuncts
from explorer.system.nodes import Term, variables_of
from explorer.system.source import Expressions, Sharing
from explorer.system.system import State, System
from explorer.system.terms import all_of

Truths = Callable[[State], tuple[bool, ...]]
"""The truths of some terms in a state, in their order."""


def is_told(system: System, term: Term) -> bool:
    """Whether the states of the system tell the value of a term written before folding."""
    return all(variable in system.index for variable in variables_of(system.term(term)))


def told(system: System, condition: Term) -> tuple[Term, bool]:
    """What of a condition, written before folding, the states of the system tell, and whether that is all of it."""
    parts = conjuncts(system.term(condition))
    known = [part for part in parts if is_told(system, part)]
    return all_of(known), len(known) == len(parts)


def truths(system: System, terms: Iterable[Term]) -> Truths:
    """The function that tells which of the terms hold; they read nothing but variables of the system."""
    sharing, terms = Sharing(), tuple(terms)
    for term in terms:
        sharing.use(term)
    writer = Expressions(lambda variable: f"s[{system.index[variable]}]")
    lines = ["def truths(s):"]
    for shared in sharing.settled().get((), ()):
        text = writer.test(shared)
        lines.append(f"    {writer.name(shared)} = {text}")
    lines.append(f"    return ({''.join(f'not not {writer.test(term)}, ' for term in terms)})")
    namespace: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<truths>", "exec"), namespace)
    found: Truths = namespace["truths"]
    return found
