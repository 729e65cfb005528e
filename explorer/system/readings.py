"""Readings: the values of the same terms in many states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from explorer.system.evaluation import evaluate
from explorer.system.nodes import CONST, VAR, Term, variables_of
from explorer.system.possibilities import Possibilities
from explorer.system.system import State, System, UnknownVariable

_Read = Callable[[State], int]


class Readings:
    """Terms, written before folding or after, to be read in reachable states of a system.

    What a term is for some values of its variables is remembered: most terms depend on few.
    """

    def __init__(self, system: System, terms: Iterable[Term]) -> None:
        """Raise `UnknownVariable` when a term reads what the system does not keep."""
        may = Possibilities(system.possible)
        left = {term: may.narrow(system.term(term)) for term in terms}
        self._constants = {term: now.value for term, now in left.items() if now.kind is CONST}
        self._readers = [(term, _reader(system, now)) for term, now in left.items() if now.kind is not CONST]

    def of(self, state: State) -> dict[Term, int]:
        """The value of each term in the state."""
        values = self._constants.copy()
        for term, read in self._readers:
            values[term] = read(state)
        return values


def _reader(system: System, term: Term) -> _Read:
    variables = tuple(variables_of(term))
    unknown = sorted(variable.name for variable in variables if variable not in system.index)
    if unknown:
        raise UnknownVariable(f"the system has no variable {', '.join(unknown)}, which {term} reads")
    places = [system.index[variable] for variable in variables]
    key_of = itemgetter(*places)
    if term.kind is VAR:
        return key_of
    known: dict[object, int] = {}

    def value(state: State) -> int:
        key = key_of(state)
        found = known.get(key)
        if found is None:
            found = known[key] = evaluate(term, {v: state[place] for v, place in zip(variables, places, strict=True)})
        return found

    return value
