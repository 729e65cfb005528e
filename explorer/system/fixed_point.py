"""The values that each variable of a system may ever have, as far as looking at one variable at a time tells.

They are the least fixed point of "a command whose guard may hold may give its variables the values it assigns", started
from the initial values (`explorer.system.possibilities` says what "may" means). An assignment that adds to its own
variable is taken as often as it gives more, at once: a counter has all its values in one round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeVar

from explorer.system.commands import If, Statement
from explorer.system.constructors import plus
from explorer.system.nodes import ADD, HALF, ITE, MUL, SUB, Term, read, variables_of
from explorer.system.possibilities import MOST_VALUES, Possibilities
from explorer.system.system import System
from explorer.system.variables import Variable

_GROWTHS: Final = 16  # a set that keeps growing by arithmetic becomes the whole range

Waiting = TypeVar("Waiting")


def possible_values(system: System) -> dict[Variable, frozenset[int]]:
    """For each variable, values among which are all it ever has; one that may have any has no entry."""
    return _FixedPoint(system).run()


_Conditions = tuple[tuple[Term, bool], ...]
"""Terms, each with whether it is to hold or not to."""


@dataclass(eq=False, slots=True)
class _Source:
    """Assignments as a source of values: it gives `variable` those of `term` where the conditions may hold.

    It is `active` when a command with such an assignment may be taken. The first `held` of its conditions may hold, and
    all when it has `started`.
    """

    variable: Variable
    term: Term
    conditions: _Conditions
    active: bool = False
    held: int = 0
    started: bool = False


def _given(statements: Iterable[Statement], conditions: _Conditions) -> Iterator[tuple[Variable, Term, _Conditions]]:
    """The assignments in the statements: the variable, the term, and under which conditions."""
    for statement in statements:
        if isinstance(statement, If):
            yield from _given(statement.then, (*conditions, (statement.condition, True)))
            yield from _given(statement.otherwise, (*conditions, (statement.condition, False)))
        else:
            yield statement.variable, statement.term, conditions


class _FixedPoint:
    """The growing sets of possible values. A variable without a set may have any value of its range.

    In each round, only that is looked at which waits for a variable whose set grew in the round before: sets only
    grow, and spans with them, so that a command or a source waits for the first of its conditions that cannot hold,
    and from then on, a source for its term.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.sources: dict[tuple[Variable, Term, _Conditions], _Source] = {}
        self.closing = self.sources_of(system.closing)
        self.updates = [self.sources_of(command.update) for command in system.commands]
        self.commands: dict[Variable, list[int]] = {}
        self.waiting: dict[Variable, list[_Source]] = {}
        self.readers: dict[Variable, list[_Source]] = {}
        self.sets: dict[Variable, frozenset[int]] = dict.fromkeys(self.scratch(), frozenset((0,)))
        starts: dict[Variable, frozenset[int] | None] = {
            variable: frozenset((system.initial[variable],)) for variable in system.variables
        }
        anything = Possibilities({})
        starts |= {variable: anything.values(term) for variable, term in system.opened.items()}
        self.siblings: dict[Variable, tuple[Variable, ...]] = {}
        for orbit in system.orbits:
            for column in orbit.columns:
                together = [starts[variable] for variable in column]
                known = [values for values in together if values is not None]
                values = frozenset[int]().union(*known) if len(known) == len(together) else None
                for variable in column:
                    starts[variable] = values
                self.siblings.update(dict.fromkeys(column, column))
        self.sets |= {variable: values for variable, values in starts.items() if values is not None}
        self.growths: Counter[Variable] = Counter()
        self.changed: dict[Variable, None] = {}

    def sources_of(self, update: tuple[Statement, ...]) -> list[_Source]:
        """The sources of an update; like assignments under like conditions are one source."""
        found = []
        for variable, term, conditions in _given(update, ()):
            key = variable, term, conditions
            source = self.sources.get(key)
            if source is None:
                source = self.sources[key] = _Source(variable, term, conditions)
            found.append(source)
        return found

    def scratch(self) -> set[Variable]:
        """The local variables that the sources read or give values."""
        every = self.sources.values()
        terms = {source.term for source in every}.union(term for one in every for term, _ in one.conditions)
        found = {one for one in frozenset[Variable]().union(*map(variables_of, terms)) if one.local}
        return found.union(source.variable for source in every if source.variable.local)

    def run(self) -> dict[Variable, frozenset[int]]:
        """Let every command that may be taken contribute until nothing grows."""
        commands = self.system.commands
        due = dict.fromkeys(_activated(self.closing))
        idle = set(range(len(commands)))
        candidates = sorted(idle)
        while due or candidates:
            may = Possibilities(dict(self.sets))
            for number in candidates:
                impossible = next((c.term for c in commands[number].guard if not may.span(c.term)[1]), None)
                if impossible is None:
                    idle.remove(number)
                    due |= dict.fromkeys(_activated(self.updates[number]))
                else:
                    _wait(number, impossible, self.commands)
            self.changed = {}
            for source in due:
                self.contribute(source, may)
            due = {}
            for variable in self.changed:
                due |= dict.fromkeys(self.waiting.pop(variable, ()))
                due |= dict.fromkeys(self.readers.get(variable, ()))
            woken = chain.from_iterable(self.commands.pop(variable, ()) for variable in self.changed)
            candidates = sorted(idle.intersection(woken))
        return self.sets

    def contribute(self, source: _Source, may: Possibilities) -> None:
        """Add the values that the source may give to those of the variable, and of its column of an orbit."""
        variable = source.variable
        known = self.sets.get(variable)
        if known is None or len(known) == variable.width or not self.starts(source, may):
            return
        within = self.grown(known, source, may)
        if within is known:
            return
        column = self.siblings.get(variable, (variable,))
        self.changed.update(dict.fromkeys(column))
        for sibling in column:
            if within is None:
                del self.sets[sibling]
            else:
                self.sets[sibling] = within

    def grown(self, known: frozenset[int], source: _Source, may: Possibilities) -> frozenset[int] | None:
        """The values known with those that the source may give, once or again and again; None for the whole range."""
        values = may.values(source.term)
        if values is None:
            return None
        variable, within = source.variable, known
        fresh = [value for value in values - known if variable.holds(value)]
        if not fresh:
            return known
        strides, grows = _strides(source, may), _arithmetic(source.term)
        while fresh:
            self.growths[variable] += grows
            within = within.union(fresh)
            if self.growths[variable] > _GROWTHS or len(within) > MOST_VALUES:
                return None
            further = {value + stride for value in fresh for stride in strides}
            fresh = [value for value in further - within if variable.holds(value)]
        return within

    def starts(self, source: _Source, may: Possibilities) -> bool:
        """Whether the conditions of the source may hold; it is looked at again when that, or its term, may change."""
        if not source.started:
            for condition, wanted in source.conditions[source.held :]:
                low, high = may.span(condition)
                if not (high if wanted else not low):
                    _wait(source, condition, self.waiting)
                    return False
                source.held += 1
            source.started = True
            _wait(source, source.term, self.readers)
        return True


def _activated(sources: Iterable[_Source]) -> Iterator[_Source]:
    """The sources that were not active, and are from now on."""
    for source in sources:
        if not source.active:
            source.active = True
            yield source


def _wait(one: Waiting, term: Term, waiting: dict[Variable, list[Waiting]]) -> None:
    """Note that it waits for a variable of the term."""
    for variable in variables_of(term):
        waiting.setdefault(variable, []).append(one)


def _strides(source: _Source, may: Possibilities) -> Iterable[int]:
    """What the source may add to the value of its variable; nothing where it does something else."""
    term = source.term
    own = read(source.variable)
    if term.kind is not ADD or own not in term.args:
        return ()
    added = plus([arg for arg in term.args if arg is not own])
    return () if source.variable in variables_of(added) else may.values(added) or ()


def _arithmetic(term: Term) -> bool:
    """Whether the term can make a number that no constant or variable holds."""
    if term.kind is ITE:
        return _arithmetic(term.args[1]) or _arithmetic(term.args[2])
    return term.kind in (ADD, SUB, MUL, HALF)
