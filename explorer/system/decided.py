"""Terms by cases: what a term is once it is known what holds elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
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
    conditions: dict[Term, None] = {}
    for part in _parts(terms.values(), _arms):
        if part.kind is ITE:
            conditions[part.args[0]] = None
        elif part.is_boolean and part.kind is not CONST:
            conditions[part] = None
    if len(conditions) > _MOST_CONDITIONS:
        yield guard, terms
        return
    for truths in product((False, True), repeat=len(conditions)):
        held = dict(zip(conditions, truths, strict=True))
        case = all_of(guard, *(part if truth else negate(part) for part, truth in held.items()))
        if case is not FALSE:
            yield case, {variable: _decide(term, held) for variable, term in terms.items()}


def _arms(term: Term) -> Iterable[Term]:
    return term.args[1:] if term.kind is ITE else ()


def _decide(term: Term, held: Mapping[Term, bool]) -> Term:
    """The term where the truth of its conditions is known."""
    while term.kind is ITE:
        term = term.args[1] if held[term.args[0]] else term.args[2]
    return const(held[term]) if term in held else term


def elsewhere(term: Term, own: frozenset[Variable]) -> Iterator[Term]:
    """The largest parts of the term that read something, but none of these variables.

    Such operands of a conjunction, disjunction or sum are one part.
    """
    if variables_of(term) and variables_of(term).isdisjoint(own):
        yield term
        return
    for part in _parts([term], lambda one: _mixed(one, own)):
        foreign = _foreign(part, own)
        if foreign and part.kind in _MANY:
            yield rebuild(part, foreign)
        else:
            yield from foreign


def _mixed(term: Term, own: frozenset[Variable]) -> Iterable[Term]:
    """The operands that read some of these variables and others."""
    return [arg for arg in term.args if not (variables_of(arg) <= own or variables_of(arg).isdisjoint(own))]


def _parts(terms: Iterable[Term], inside: Callable[[Term], Iterable[Term]]) -> Iterator[Term]:
    """The terms and what is inside of them, each once, however many ways lead to it."""
    seen = dict.fromkeys(terms)
    waiting = list(seen)[::-1]
    while waiting:
        term = waiting.pop()
        yield term
        new = [part for part in inside(term) if part not in seen]
        seen.update(dict.fromkeys(new))
        waiting += reversed(new)


def given(term: Term, own: frozenset[Variable], known: MutableMapping[Term, Term]) -> Term:
    """The term where each of the parts that read none of these variables has a value that is known.

    Answers are remembered in `known`: it is for one term or several, and for the same variables.
    """
    if variables_of(term) <= own:
        return term
    found = known.get(term)
    if found is None:
        foreign = _foreign(term, own)
        if foreign and term.kind in _MANY:
            rest = [given(arg, own, known) for arg in term.args if arg not in foreign]
            found = rebuild(term, (*rest, known[rebuild(term, foreign)]))
        else:
            found = rebuild(term, tuple(given(arg, own, known) for arg in term.args))
        known[term] = found
    return found


def _foreign(term: Term, own: frozenset[Variable]) -> tuple[Term, ...]:
    """The operands that read something, but none of these variables."""
    return tuple(arg for arg in term.args if variables_of(arg) and variables_of(arg).isdisjoint(own))
