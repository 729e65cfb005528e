"""What is asked of finished states: the cases of some terms, where exchanging what is alike makes no other case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.search.diagrams.encoding import Diagram
from explorer.search.diagrams.machine import Machine
from explorer.search.diagrams.order import Group
from explorer.search.diagrams.steps import Sorting
from explorer.search.surveys import Case, View
from explorer.system.commands import Assign
from explorer.system.nodes import CONST, VAR, Term, variables_of
from explorer.system.system import Orbit, System
from explorer.system.variables import Variable


class Seen:
    """A view of the states of a system: each term has a variable, its own or a local one that is given its value.

    A number that is in no group has none.
    """

    def __init__(self, system: System, view: View, most_nodes: int) -> None:
        """Make a machine for the system in which the view has its variables."""
        self.view = view
        columns = [column for group in view.alike for column in zip(*group, strict=True)]
        ranges = {one: _range([view.terms[other] for other in column]) for column in columns for one in column}
        self._place: dict[int, Variable] = {}
        for position, term in enumerate(view.terms):
            low, high = ranges.get(position, _range([term]))
            fits = term.kind is VAR and (term.low, term.high) == (low, high)
            if fits and term.variable not in self._place.values():
                self._place[position] = term.variable
            elif term.kind is not CONST or position in ranges:
                self._place[position] = Variable(f"(view {position})", min(low, 0), max(high, 0), local=True)
        self._copied = tuple(Assign(one, view.terms[position]) for position, one in self._place.items() if one.local)
        orbits = [Orbit(tuple(tuple(self._place[one] for one in row) for row in group)) for group in view.alike]
        more: list[tuple[Variable, Group]] = [(one.variable, variables_of(one.term)) for one in self._copied]
        self.machine = Machine(system, more, orbits, most_nodes)
        self._sortings = [Sorting(self.machine.conditions, orbit) for orbit in orbits]
        self._places = tuple(self._place.values())
        hidden = [variable for variable in self.machine.encoding.values if variable not in set(self._places)]
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
        return self.machine.encoding.count_cases(cases, self._places)

    def each(self, cases: Diagram) -> Iterator[tuple[Case, Diagram]]:
        """Each case, in ascending order, and the set of it alone."""
        parts: list[tuple[Case, Diagram]] = [((), cases)] if cases.satisfiable() else []
        for place in self._places:
            parts = [
                ((*values, value), rest)
                for values, part in parts
                for value, rest in self.machine.encoding.parts(place, part).items()
            ]
        for values, part in parts:
            known = dict(zip(self._place, values, strict=True))
            yield tuple(known.get(place, term.value) for place, term in enumerate(self.view.terms)), part


def _range(terms: Sequence[Term]) -> tuple[int, int]:
    """The least and the greatest value of the terms, which may come to stand in each other's places."""
    return min(term.low for term in terms), max(term.high for term in terms)
