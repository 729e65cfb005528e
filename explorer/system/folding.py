"""Folding: what never changes becomes a constant, what can never be done goes, what nobody reads goes.

Possible values are the least fixed point of "a command whose guard may hold may give its variables the values
it assigns", started from the initial values (`explorer.system.possibilities` says what "may" means). What is
left has the same steps: its graph is the old one with the variables that were dropped left out, and watched
terms keep their values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Literal

from explorer.system.commands import Assign, Clause, Command, If, Statement, block
from explorer.system.constructors import FALSE, TRUE, all_of
from explorer.system.nodes import ADD, CONST, HALF, ITE, MUL, SUB, Term, read, variables_of
from explorer.system.possibilities import MOST_VALUES, Possibilities
from explorer.system.system import Orbit, Pruned, System
from explorer.system.variables import Variable

_GROWTHS = 16  # a set that keeps growing by arithmetic becomes the whole range


def fold(system: System, watched: Iterable[Term] | None = ()) -> System:
    """The system with constants folded, and without impossible commands and unread variables.

    The terms in `watched` keep their values, read through `System.value`. With None, no variable counts as
    unread. Dropped commands are recorded in `System.pruned` with the clauses that are false. Enumerations
    keep their numbering, whatever values are left. The columns of an orbit are folded or dropped as a whole.
    """
    return fold_tracked(Tracked.of(system), watched).system


@dataclass(frozen=True)
class Origin:
    """Where a command comes from: the one first written, and its clause for each clause that is left."""

    command: Command
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Tracked:
    """A system, and for each of its commands where that comes from."""

    system: System
    origins: tuple[Origin, ...]

    @staticmethod
    def of(system: System) -> Tracked:
        """The system, its commands being as first written."""
        return Tracked(system, tuple(Origin(command, command.guard) for command in system.commands))

    def without(self, dropped: Mapping[int, Iterable[int]], how: Literal["folded", "solver"]) -> Tracked:
        """The system without some commands; `dropped` gives for each the clauses to blame, by position."""
        if not dropped:
            return self
        kept = [i for i in range(len(self.origins)) if i not in dropped]
        pruned = tuple(
            Pruned(self.origins[i].command, tuple(self.origins[i].clauses[j] for j in dropped[i]), how)
            for i in sorted(dropped)
        )
        commands = tuple(self.system.commands[i] for i in kept)
        system = self.system.derived(commands=commands, pruned=self.system.pruned + pruned)
        return Tracked(system, tuple(self.origins[i] for i in kept))


def fold_tracked(tracked: Tracked, watched: Iterable[Term] | None) -> Tracked:
    """As `fold`, but what it drops is recorded as it was first written."""
    terms = None if watched is None else tuple(watched)
    stable = False
    while not stable:
        sets = possible_values(tracked.system)
        may = Possibilities(sets)
        tracked, stable = _drop_impossible(tracked, may)
    tracked = _rewrite(tracked, sets, may)
    if terms is None:
        return tracked
    system = tracked.system
    kept = _relevant(system, [system.term(term) for term in terms])
    return Tracked(_keep(system, kept), tracked.origins)


def narrowed(system: System, sets: Mapping[Variable, frozenset[int]]) -> System:
    """The system as it is while variables keep to ``sets``: no constants, and no commands whose guard is then false.

    No variable counts as unread.
    """
    may = Possibilities(sets)
    tracked, _ = _drop_impossible(Tracked.of(system), may)
    return _rewrite(tracked, sets, may).system


def possible_values(system: System) -> dict[Variable, frozenset[int]]:
    """For each variable, values among which are all it ever has; one that may have any has no entry."""
    return _FixedPoint(system).run()


@dataclass(eq=False, slots=True)
class _Source:
    """An assignment as a source of values: it gives `variable` those of `term` where the conditions may hold."""

    variable: Variable
    term: Term
    conditions: tuple[tuple[Term, bool], ...]
    active: bool = False

    def inputs(self) -> frozenset[Variable]:
        """The variables on which it depends whether it gives values, and which."""
        return variables_of(self.term).union(*(variables_of(condition) for condition, _ in self.conditions))


def _sources(statements: Iterable[Statement], conditions: tuple[tuple[Term, bool], ...]) -> Iterator[_Source]:
    for statement in statements:
        if isinstance(statement, If):
            yield from _sources(statement.then, (*conditions, (statement.condition, True)))
            yield from _sources(statement.otherwise, (*conditions, (statement.condition, False)))
        else:
            yield _Source(statement.variable, statement.term, conditions)


class _FixedPoint:
    """The growing sets of possible values. A variable without a set may have any value of its range.

    In each round, only that is looked at which reads a variable whose set grew in the round before.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.updates = [system.closing, *(command.update for command in system.commands)]
        self.sources = {update: list(_sources(update, ())) for update in self.updates}
        self.readers: dict[Variable, list[_Source]] = {}
        self.sets: dict[Variable, frozenset[int]] = {}
        for source in chain.from_iterable(self.sources.values()):
            inputs = source.inputs()
            for variable in inputs:
                self.readers.setdefault(variable, []).append(source)
            self.sets |= {v: frozenset((0,)) for v in (*inputs, source.variable) if v.local}
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
        self.growths = dict.fromkeys(self.sets, 0)
        self.changed: set[Variable] = set()

    def run(self) -> dict[Variable, frozenset[int]]:
        """Let every command that may be taken contribute until nothing grows."""
        waiting: dict[Variable, list[int]] = {}
        for number, command in enumerate(self.system.commands):
            for variable in frozenset().union(*(variables_of(clause.term) for clause in command.guard)):
                waiting.setdefault(variable, []).append(number)
        idle = dict.fromkeys(range(len(self.system.commands)))
        due = dict.fromkeys(self.activated(self.system.closing))
        candidates = list(idle)
        while due or candidates:
            may = Possibilities(dict(self.sets))
            for number in candidates:
                command = self.system.commands[number]
                if all(may.span(clause.term)[1] for clause in command.guard):
                    del idle[number]
                    due |= dict.fromkeys(self.activated(command.update))
            self.changed = set()
            for source in due:
                self.contribute(source, may)
            due = dict.fromkeys(s for variable in self.changed for s in self.readers.get(variable, ()) if s.active)
            candidates = sorted({n for variable in self.changed for n in waiting.get(variable, ()) if n in idle})
        return self.sets

    def activated(self, update: tuple[Statement, ...]) -> list[_Source]:
        """The sources of an update that may be carried out from now on."""
        fresh = [source for source in self.sources[update] if not source.active]
        for source in fresh:
            source.active = True
        return fresh

    def contribute(self, source: _Source, may: Possibilities) -> None:
        """Add the values that the source may give to those of the variable, and of its column of an orbit."""
        variable = source.variable
        known = self.sets.get(variable)
        if known is None or len(known) == _width(variable):
            return
        if source.term.kind is CONST and source.term.value in known:
            return
        for condition, wanted in source.conditions:
            low, high = may.span(condition)
            if not (high if wanted else not low):
                return
        values = may.values(source.term)
        within = None if values is None else known.union(filter(variable.holds, values))
        if within == known:
            return
        self.growths[variable] += _arithmetic(source.term)
        if within is not None and (len(within) > MOST_VALUES or self.growths[variable] > _GROWTHS):
            within = None
        column = self.siblings.get(variable, (variable,))
        self.changed.update(column)
        for sibling in column:
            if within is None:
                del self.sets[sibling]
            else:
                self.sets[sibling] = within


def _arithmetic(term: Term) -> bool:
    """Whether the term can make a number that no constant or variable holds."""
    if term.kind is ITE:
        return _arithmetic(term.args[1]) or _arithmetic(term.args[2])
    return term.kind in (ADD, SUB, MUL, HALF)


def _drop_impossible(tracked: Tracked, may: Possibilities) -> tuple[Tracked, bool]:
    """Without the commands whose guard is false when variables keep to their possible values.

    And whether these stay as they are: a command with a clause that cannot be true gave no values to any variable.
    """
    dropped: dict[int, list[int]] = {}
    stable = True
    for number, command in enumerate(tracked.system.commands):
        narrowed = [may.narrow(clause.term) for clause in command.guard]
        if all_of(narrowed) is FALSE:
            alone = [i for i, term in enumerate(narrowed) if term is FALSE]
            stable = stable and any(not may.span(clause.term)[1] for clause in command.guard)
            dropped[number] = alone or smallest(range(len(narrowed)), partial(_contradict, narrowed))
    return tracked.without(dropped, "folded"), stable


def _contradict(terms: Sequence[Term], positions: Sequence[int]) -> bool:
    return all_of([terms[i] for i in positions]) is FALSE


def smallest(items: Iterable[int], suffices: Callable[[Sequence[int]], bool]) -> list[int]:
    """Items that suffice, none of which can be left out. The last ones are left out first."""
    kept = list(items)
    for item in kept[::-1]:
        fewer = [other for other in kept if other != item]
        if suffices(fewer):
            kept = fewer
    return kept


def _rewrite(tracked: Tracked, sets: Mapping[Variable, frozenset[int]], may: Possibilities) -> Tracked:
    """With constants in the place of variables that have one possible value, and what follows from it."""
    system = tracked.system
    fixed = {variable for variable, values in sets.items() if len(values) == 1}
    statements = _Rewriter(may.narrow, lambda variable: variable not in fixed)
    commands, origins = [], []
    for command, origin in zip(system.commands, tracked.origins, strict=True):
        guard = [Clause(clause.reason, may.narrow(clause.term)) for clause in command.guard]
        left = [i for i, clause in enumerate(guard) if clause.term is not TRUE]
        commands.append(replace(command, guard=tuple(guard[i] for i in left), update=statements.block(command.update)))
        origins.append(Origin(origin.command, tuple(origin.clauses[i] for i in left)))
    constants = {v: system.initial[v] for v in system.variables if v in fixed}
    folded = _only(system, [variable for variable in system.variables if variable not in fixed]).derived(
        commands=tuple(commands),
        closing=statements.block(system.closing),
        opened={variable: may.narrow(term) for variable, term in system.opened.items() if variable not in fixed},
        assume=may.narrow(system.assume),
        constants={**system.constants, **constants},
        possible={
            variable: sets[variable]
            for variable in system.variables
            if variable not in fixed and len(sets.get(variable, ())) in range(1, _width(variable))
        },
    )
    return Tracked(folded, tuple(origins))


def _width(variable: Variable) -> int:
    return variable.high - variable.low + 1


class _Rewriter:
    """Rewrites the terms of statements, and leaves out the assignments to variables that are not `kept`."""

    def __init__(self, rewrite: Callable[[Term], Term], kept: Callable[[Variable], bool]) -> None:
        self.rewrite = rewrite
        self.kept = kept
        self.done: dict[tuple[Statement, ...], tuple[Statement, ...]] = {}

    def block(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        found = self.done.get(statements)
        if found is None:
            found = self.done[statements] = block(self.statements(statements))
        return found

    def statements(self, statements: tuple[Statement, ...]) -> Iterator[Statement]:
        for statement in statements:
            if isinstance(statement, If):
                condition = self.rewrite(statement.condition)
                yield If(condition, self.block(statement.then), self.block(statement.otherwise))
            elif self.kept(statement.variable):
                term = self.rewrite(statement.term)
                if term is not read(statement.variable):
                    yield Assign(statement.variable, term)


def _only(system: System, variables: list[Variable]) -> System:
    """The system's declarations of some of its variables, without commands and closing."""
    kept = set(variables)
    rows = [tuple(tuple(v for v in row if v in kept) for row in orbit.rows) for orbit in system.orbits]
    return system.derived(
        variables=tuple(variables),
        initial={variable: system.initial[variable] for variable in variables},
        orbits=tuple(Orbit(orbit) for orbit in rows if any(orbit)),
        commands=(),
        closing=(),
        opened={variable: term for variable, term in system.opened.items() if variable in kept},
        possible={v: values for v, values in system.possible.items() if v in kept},
    )


def _relevant(system: System, watched: Iterable[Term]) -> set[Variable]:
    """The variables on which guards and watched terms depend, now or after any number of steps."""
    inputs: dict[Variable, set[Variable]] = {}
    for update in {system.closing, *(command.update for command in system.commands)}:
        note_inputs(update, frozenset(), inputs)
    for orbit in system.orbits:
        for column in orbit.columns:
            for variable in column:
                inputs.setdefault(variable, set()).update(column)
    guards = [clause.term for command in system.commands for clause in command.guard]
    found: set[Variable] = set()
    for variable, term in system.opened.items():
        inputs.setdefault(variable, set()).update(variables_of(term))
    new: set[Variable] = set().union(*(variables_of(term) for term in (*watched, *guards, system.assume)))
    while new:
        found |= new
        new = set().union(*(inputs.get(variable, ()) for variable in new)) - found
    return found


def note_inputs(
    statements: Iterable[Statement], conditions: frozenset[Variable], inputs: dict[Variable, set[Variable]]
) -> None:
    """Note for each variable which variables the values assigned to it depend on."""
    for statement in statements:
        if isinstance(statement, If):
            under = conditions | variables_of(statement.condition)
            note_inputs(statement.then, under, inputs)
            note_inputs(statement.otherwise, under, inputs)
        else:
            inputs.setdefault(statement.variable, set()).update(conditions, variables_of(statement.term))


def _keep(system: System, kept: set[Variable]) -> System:
    """The system without the other variables and the assignments to them."""
    statements = _Rewriter(lambda term: term, kept.__contains__)
    return _only(system, [variable for variable in system.variables if variable in kept]).derived(
        commands=tuple(replace(command, update=statements.block(command.update)) for command in system.commands),
        closing=statements.block(system.closing),
    )
