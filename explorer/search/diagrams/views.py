"""What is asked of finished states: the cases of some terms, where exchanging what is alike makes no other case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.search.diagrams.encoding import Diagram
from explorer.search.diagrams.machine import Machine
from explorer.search.diagrams.order import Group
from explorer.search.diagrams.steps import Sorting
from explorer.system.commands import Assign
from explorer.system.nodes import VAR, Term, variables_of
from explorer.system.system import Orbit, System
from explorer.system.variables import Variable

Case = tuple[int, ...]
"""A value for each term of a view."""


@dataclass(frozen=True)
class View:
    """Terms, and groups of rows of them: a case is the same when two rows of a group exchange their values."""

    terms: tuple[Term, ...] = ()
    alike: tuple[tuple[tuple[Term, ...], ...], ...] = ()


class Seen:
    """A view of the states of a system: each term is a variable, its own or a local one that is given its value."""

    def __init__(self, system: System, view: View, most_nodes: int) -> None:
        """Make a machine for the system in which the view has its variables."""
        self.view = view
        self._place: dict[Term, Variable] = {}
        for number, term in enumerate(view.terms):
            own = term.kind is VAR and not term.variable.local
            self._place[term] = term.variable if own else _copy(term, number)
        self._copied = tuple(Assign(place, term) for term, place in self._place.items() if place.local)
        orbits = [Orbit(tuple(tuple(self._place[term] for term in row) for row in group)) for group in view.alike]
        more: list[tuple[Variable, Group]] = [(one.variable, variables_of(one.term)) for one in self._copied]
        self.machine = Machine(system, more, orbits, most_nodes)
        self._sortings = [Sorting(self.machine.conditions, orbit) for orbit in orbits]
        self.places = tuple(dict.fromkeys(self._place.values()))
        hidden = [variable for variable in self.machine.encoding.values if variable not in set(self.places)]
        self._hidden = self.machine.encoding.bits(hidden)

    def cases(self, states: Diagram) -> Diagram:
        """The cases of the states (or, of pairs, those of the states with their shadows)."""
        states = self.machine.updates.after(self._copied, states).exists(self._hidden)
        for sorting in self._sortings:
            states = sorting.after(states)
        return states

    def with_cases(self, states: Diagram) -> Diagram:
        """The states, each with its case as the shadow."""
        encoding = self.machine.encoding
        pairs = self.cases(states & encoding.unchanged())
        return pairs.substitute(encoding.exchange_shadows())

    def having(self, pairs: Diagram, cases: Diagram) -> Diagram:
        """The states whose shadow is one of the cases."""
        encoding = self.machine.encoding
        shadows = cases.substitute(encoding.exchange_shadows())
        return (pairs & shadows).exists(encoding.shadow_bits(encoding.values))

    def shadows(self, pairs: Diagram) -> Diagram:
        """The cases that are the shadow of some state."""
        encoding = self.machine.encoding
        return pairs.exists(encoding.bits(encoding.values)).substitute(encoding.exchange_shadows())

    def count(self, cases: Diagram) -> int:
        """How many cases there are."""
        return self.machine.encoding.count_cases(cases, self.places)

    def each(self, cases: Diagram) -> Iterator[tuple[Case, Diagram]]:
        """Each case, in ascending order, and the set of it alone."""
        parts: list[tuple[Case, Diagram]] = [((), cases)] if cases.satisfiable() else []
        for place in self.places:
            parts = [
                ((*values, value), rest)
                for values, part in parts
                for value, rest in self.machine.encoding.parts(place, part).items()
            ]
        order = [self.places.index(self._place[term]) for term in self.view.terms]
        for values, part in parts:
            yield tuple(values[place] for place in order), part


def _copy(term: Term, number: int) -> Variable:
    """A local variable for the value of a term."""
    return Variable(f"(view {number})", min(term.low, 0), max(term.high, 0), local=True)
