"""Terms by cases: what a term is once it is known what holds elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from explorer.system.constructors import FALSE, all_of, negate
from explorer.system.evaluation import rebuild
from explorer.system.nodes import ADD, AND, CONST, ITE, OR, Term, const, variables_of
from explorer.system.variables import Variable

Terms = Mapping[Variable, Term]

_MOST_CONDITIONS: Final = 5
_MANY: Final = (AND, OR, ADD)


def decided(guard: Term, terms: Terms) -> Iterator[tuple[Term, Terms]]:
    """The guard and the terms, by the conditions that decide between constants; as they are, where these are many."""
    conditions = dict.fromkeys(part for term in terms.values() for part in _conditions(term))
    if len(conditions) > _MOST_CONDITIONS:
        yield guard, terms
        return
    for truths in product((False, True), repeat=len(conditions)):
        held = dict(zip(conditions, truths, strict=True))
        case = all_of(guard, *(part if truth else negate(part) for part, truth in held.items()))
        if case is not FALSE:
            yield case, {variable: _decide(term, held) for variable, term in terms.items()}


def _conditions(term: Term) -> Iterator[Term]:
    """The conditions on which it depends which of its constants a term is."""
    if term.kind is ITE:
        yield term.args[0]
        yield from (part for arm in term.args[1:] for part in _conditions(arm))
    elif term.is_boolean and term.kind is not CONST:
        yield term


def _decide(term: Term, held: Mapping[Term, bool]) -> Term:
    """The term where the truth of its conditions is known."""
    if term.kind is ITE:
        return _decide(term.args[1] if held[term.args[0]] else term.args[2], held)
    return const(held[term]) if term in held else term


def elsewhere(term: Term, own: frozenset[Variable]) -> Iterator[Term]:
    """The largest parts of the term that read something, but none of these variables.

    Such operands of a conjunction, disjunction or sum are one part.
    """
    if variables_of(term) <= own:
        return
    foreign = _foreign(term, own)
    if variables_of(term).isdisjoint(own):
        yield term
    elif foreign and term.kind in _MANY:
        yield rebuild(term, foreign)
    else:
        yield from foreign
    if not variables_of(term).isdisjoint(own):
        yield from (part for arg in term.args if arg not in foreign for part in elsewhere(arg, own))


def given(term: Term, own: frozenset[Variable], known: Mapping[Term, Term]) -> Term:
    """The term where each of the parts that read none of these variables has a value that is known."""
    if variables_of(term) <= own:
        return term
    if term in known:
        return known[term]
    foreign = _foreign(term, own)
    if foreign and term.kind in _MANY:
        rest = [given(arg, own, known) for arg in term.args if arg not in foreign]
        return rebuild(term, (*rest, known[rebuild(term, foreign)]))
    return rebuild(term, tuple(given(arg, own, known) for arg in term.args))


def _foreign(term: Term, own: frozenset[Variable]) -> tuple[Term, ...]:
    """The operands that read something, but none of these variables."""
    return tuple(arg for arg in term.args if variables_of(arg) and variables_of(arg).isdisjoint(own))
