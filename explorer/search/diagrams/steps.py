"""Statements over sets of states: what an update makes of a set, and from where it leads into a set.

Forwards, a set is taken through the statements one by one (strongest postconditions): a choice splits it, an assignment
forgets the old value and adds the new one; so only values are looked at that occur. Backwards the same in the other
direction (weakest preconditions; Dijkstra, "A Discipline of Programming", 1976).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from explorer.search.diagrams.conditions import Conditions
from explorer.search.diagrams.encoding import Diagram, Encoding, Exchange, without
from explorer.system.commands import Assign, Command, If, OutOfDomain, Statement
from explorer.system.nodes import CONST, Term, read
from explorer.system.system import Orbit
from explorer.system.terms import all_of, any_of, equal, less
from explorer.system.variables import Variable


class _Settled:
    """Assignments of numbers, one after the other: all bits are forgotten at once, and set at once."""

    def __init__(self, values: dict[Variable, int], encoding: Encoding) -> None:
        self.values = values
        self.bits = encoding.bits(values)
        self.states = encoding.assigned(values)


_Part = Statement | _Settled


class _Reading:
    """The parts of updates, made once each."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._parts: dict[int, tuple[tuple[Statement, ...], list[_Part]]] = {}

    def parts(self, update: tuple[Statement, ...]) -> list[_Part]:
        """The statements, with assignments of numbers taken together."""
        found = self._parts.get(id(update))
        if found is None:
            found = update, list(_settling(update, self._encoding))
            self._parts[id(update)] = found  # the update is held, so that its id is not given to another
        return found[1]


class Updates:
    """What updates make of sets of states, and the values that they have given to variables so far."""

    def __init__(self, conditions: Conditions) -> None:
        """Read statements over the variables of the encoding."""
        self._conditions = conditions
        self._encoding = conditions.encoding
        self._reading = _Reading(conditions.encoding)
        self.given: dict[Variable, set[int]] = {}

    def after(self, update: tuple[Statement, ...], states: Diagram, command: Command | None = None) -> Diagram:
        """What becomes of the states. Raises `OutOfDomain`, blaming `command`, where a variable leaves its range."""
        for part in self._reading.parts(update):
            if not states.satisfiable():
                break
            if isinstance(part, _Settled):
                states = states.exists(part.bits) & part.states
                for variable, value in part.values.items():
                    self.given.setdefault(variable, set()).add(value)
            elif isinstance(part, If):
                yes = self._conditions.holds(part.condition, states)
                no = without(states, yes)
                states = self.after(part.then, yes, command) | self.after(part.otherwise, no, command)
            else:
                states = self._assigned(part, states, command)
        return states

    def _assigned(self, assignment: Assign, states: Diagram, command: Command | None) -> Diagram:
        variable = assignment.variable
        bits = self._encoding.bits((variable,))
        given = self.given.setdefault(variable, set())
        found = self._encoding.none
        for value, part in self._conditions.by_value(assignment.term, states).items():
            if not variable.holds(value):
                raise OutOfDomain(variable, value, command)
            if value not in self._encoding.values[variable]:
                raise ValueError(f"{command} sets {variable} to {value}, which was said to be impossible")
            given.add(value)
            found |= part.exists(bits) & self._encoding.equal(variable, value)
        return found


class Origins:
    """From which states updates lead into a set, as far as the values occur that the conditions know of."""

    def __init__(self, conditions: Conditions) -> None:
        """Read statements over the variables of the encoding."""
        self._conditions = conditions
        self._encoding = conditions.encoding
        self._reading = _Reading(conditions.encoding)

    def before(self, update: tuple[Statement, ...], states: Diagram) -> Diagram:
        """The states that become one of these."""
        for part in reversed(self._reading.parts(update)):
            if isinstance(part, _Settled):
                states = (states & part.states).exists(part.bits)
            elif isinstance(part, If):
                then, otherwise = self.before(part.then, states), self.before(part.otherwise, states)
                yes = self._conditions.holds(part.condition, then)
                states = yes | without(otherwise, self._conditions.holds(part.condition, otherwise))
            else:
                states = self._unassigned(part, states)
        return states

    def _unassigned(self, assignment: Assign, states: Diagram) -> Diagram:
        variable = assignment.variable
        bits = self._encoding.bits((variable,))
        found = self._encoding.none
        for value in self._conditions.values[variable]:
            after = states & self._encoding.equal(variable, value)
            if after.satisfiable():
                found |= self._conditions.by_value(assignment.term, after.exists(bits)).get(value, self._encoding.none)
        return found


def _is_settled(statement: Statement, encoding: Encoding) -> TypeGuard[Assign]:
    """Whether it gives a variable a number that it may have."""
    if isinstance(statement, If) or statement.term.kind is not CONST:
        return False
    return statement.term.value in encoding.values[statement.variable]


def _settling(update: Iterable[Statement], encoding: Encoding) -> Iterator[_Part]:
    """The statements, with assignments of numbers that follow each other taken together."""
    values: dict[Variable, int] = {}
    for statement in update:
        if _is_settled(statement, encoding):
            values[statement.variable] = statement.term.value
            continue
        if values:
            yield _Settled(values, encoding)
            values = {}
        yield statement
    if values:
        yield _Settled(values, encoding)


@dataclass(frozen=True)
class _Neighbours:
    """Two rows: in which states they stand in the wrong order, and their exchange."""

    wrong: Diagram
    exchange: Exchange


class Sorting:
    """The rows of an orbit put in order in every state of a set, by exchanges of neighbours (bubble sort)."""

    def __init__(self, conditions: Conditions, orbit: Orbit) -> None:
        """Sort the rows of this orbit; the variables of a column must have one code."""
        encoding = conditions.encoding
        neighbours = [
            _Neighbours(conditions.holds(_above(*rows), encoding.all), encoding.exchange(*rows))
            for rows in pairwise(orbit.rows)
        ]
        self._passes = [one for last in range(len(neighbours), 0, -1) for one in neighbours[:last]]

    def after(self, states: Diagram) -> Diagram:
        """The states with sorted rows that stand for these."""
        for one in self._passes:
            moved = states & one.wrong
            if moved.satisfiable():
                states = without(states, one.wrong) | moved.substitute(one.exchange)
        return states

    def before(self, states: Diagram) -> Diagram:
        """The states for which one of these, all sorted, stands."""
        for one in reversed(self._passes):
            states = one.wrong.ite(states.substitute(one.exchange), states)
        return states


def _above(row: Sequence[Variable], other: Sequence[Variable]) -> Term:
    """That a row is larger than another one, the first column counting most."""
    pairs = [(read(one), read(two)) for one, two in zip(row, other, strict=True)]
    return any_of(
        all_of(*(equal(*pair) for pair in pairs[:place]), less(two, one)) for place, (one, two) in enumerate(pairs)
    )
