"""Readings: the values of the same terms in many states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from explorer.system.evaluation import evaluate
from explorer.system.nodes import CONST, VAR, Term, variables_of
from explorer.system.system import State, System

_Read = Callable[[State], int]


class Readings:
    """Terms, written before folding or after, to be read in states of a system.

    What a term is for some values of its variables is remembered: most terms depend on few.
    """

    def __init__(self, system: System, terms: Iterable[Term]) -> None:
        """Raise `KeyError` when a term reads a variable that the system does not keep."""
        self._readers = [(term, _reader(system, system.term(term))) for term in terms]

    def of(self, state: State) -> dict[Term, int]:
        """The value of each term in the state."""
        return {term: read(state) for term, read in self._readers}


def _reader(system: System, term: Term) -> _Read:
    if term.kind is CONST:
        return lambda _: term.value
    if term.kind is VAR:
        return itemgetter(system.index[term.variable])
    variables = tuple(variables_of(term))
    indices = [system.index[variable] for variable in variables]
    key_of = itemgetter(*indices)
    known: dict[object, int] = {}

    def value(state: State) -> int:
        key = key_of(state)
        found = known.get(key)
        if found is None:
            found = known[key] = evaluate(term, {v: state[i] for v, i in zip(variables, indices, strict=True)})
        return found

    return value
