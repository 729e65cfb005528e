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
from typing import Literal

from explorer.system.commands import Assign, Clause, Command, If, Statement, assignments, block, reads
from explorer.system.constructors import FALSE, TRUE, all_of
from explorer.system.nodes import ADD, HALF, ITE, MUL, SUB, Term, read, variables_of
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
        system = replace(
            self.system,
            commands=tuple(self.system.commands[i] for i in kept),
            pruned=self.system.pruned + pruned,
        )
        return Tracked(system, tuple(self.origins[i] for i in kept))


def fold_tracked(tracked: Tracked, watched: Iterable[Term] | None) -> Tracked:
    """As `fold`, but what it drops is recorded as it was first written."""
    terms = None if watched is None else tuple(watched)
    while True:
        before = len(tracked.origins)
        sets = possible_values(tracked.system)
        may = Possibilities(sets)
        tracked = _drop_impossible(tracked, may)
        if len(tracked.origins) == before:
            break
    tracked = _rewrite(tracked, sets, may)
    if terms is None:
        return tracked
    system = tracked.system
    kept = _relevant(system, [system.term(term) for term in terms])
    return Tracked(_keep(system, kept), tracked.origins)


def possible_values(system: System) -> dict[Variable, frozenset[int]]:
    """For each variable, values among which are all it ever has; one that may have any has no entry."""
    return _FixedPoint(system).run()


class _FixedPoint:
    """The growing sets of possible values. A variable without a set may have any value of its range."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.sets: dict[Variable, frozenset[int]] = {
            variable: frozenset((system.initial[variable],)) for variable in system.variables
        }
        updates = [system.closing, *(command.update for command in system.commands)]
        for update in updates:
            for assignment in assignments(update):
                if assignment.variable.local:
                    self.sets[assignment.variable] = frozenset((0,))
            self.sets.update({v: frozenset((0,)) for v in reads(update) if v.local and v not in self.sets})
        self.growths = dict.fromkeys(self.sets, 0)
        self.siblings: dict[Variable, tuple[Variable, ...]] = {}
        for orbit in system.orbits:
            for column in orbit.columns:
                values = frozenset(system.initial[variable] for variable in column)
                self.sets.update(dict.fromkeys(column, values))
                self.siblings.update(dict.fromkeys(column, column))
        self.changed: set[Variable] = set()

    def run(self) -> dict[Variable, frozenset[int]]:
        """Let every command that may be taken contribute until nothing grows."""
        commands = self.system.commands
        guards = [frozenset().union(*(variables_of(c.term) for c in command.guard)) for command in commands]
        inputs = [reads(command.update) for command in commands]
        alive = [False] * len(commands)
        closing = reads(self.system.closing)
        changed = set(self.sets)
        first = True
        while first or changed:
            may = Possibilities(dict(self.sets))
            self.changed = set()
            if first or not closing.isdisjoint(changed):
                self.contribute(self.system.closing, may)
            for number, command in enumerate(commands):
                if not alive[number]:
                    if not first and guards[number].isdisjoint(changed):
                        continue
                    if any(may.span(clause.term)[1] == 0 for clause in command.guard):
                        continue
                    alive[number] = True
                elif inputs[number].isdisjoint(changed):
                    continue
                self.contribute(command.update, may)
            changed, first = self.changed, False
        return self.sets

    def contribute(self, statements: Iterable[Statement], may: Possibilities) -> None:
        """Add the values that the statements may assign."""
        for statement in statements:
            if isinstance(statement, If):
                low, high = may.span(statement.condition)
                if high:
                    self.contribute(statement.then, may)
                if not low:
                    self.contribute(statement.otherwise, may)
            else:
                self.add(statement.variable, may.values(statement.term), _arithmetic(statement.term))

    def add(self, variable: Variable, values: frozenset[int] | None, computed: bool) -> None:
        """Add values to those of the variable and of those that share its column of an orbit."""
        known = self.sets.get(variable)
        if known is None:
            return
        within = None if values is None else known.union(filter(variable.holds, values))
        if within == known:
            return
        self.growths[variable] += computed
        if within is None or len(within) > MOST_VALUES or self.growths[variable] > _GROWTHS:
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


def _drop_impossible(tracked: Tracked, may: Possibilities) -> Tracked:
    """Without the commands whose guard is false when variables keep to their possible values."""
    dropped: dict[int, list[int]] = {}
    for number, command in enumerate(tracked.system.commands):
        narrowed = [may.narrow(clause.term) for clause in command.guard]
        if all_of(narrowed) is FALSE:
            alone = [i for i, term in enumerate(narrowed) if term is FALSE]
            dropped[number] = alone or smallest(range(len(narrowed)), partial(_contradict, narrowed))
    return tracked.without(dropped, "folded")


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
    folded = replace(
        _only(system, [variable for variable in system.variables if variable not in fixed]),
        commands=tuple(commands),
        closing=statements.block(system.closing),
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
    return replace(
        system,
        variables=tuple(variables),
        initial={variable: system.initial[variable] for variable in variables},
        orbits=tuple(Orbit(orbit) for orbit in rows if any(orbit)),
        commands=(),
        closing=(),
        possible={v: values for v, values in system.possible.items() if v in kept},
    )


def _relevant(system: System, watched: Iterable[Term]) -> set[Variable]:
    """The variables on which guards and watched terms depend, now or after any number of steps."""
    inputs: dict[Variable, set[Variable]] = {}
    for update in {system.closing, *(command.update for command in system.commands)}:
        _note_inputs(update, frozenset(), inputs)
    for orbit in system.orbits:
        for column in orbit.columns:
            for variable in column:
                inputs.setdefault(variable, set()).update(column)
    guards = [clause.term for command in system.commands for clause in command.guard]
    found: set[Variable] = set()
    new: set[Variable] = set().union(*(variables_of(term) for term in (*watched, *guards)))
    while new:
        found |= new
        new = set().union(*(inputs.get(variable, ()) for variable in new)) - found
    return found


def _note_inputs(
    statements: Iterable[Statement], conditions: frozenset[Variable], inputs: dict[Variable, set[Variable]]
) -> None:
    """Note for each variable which variables the values assigned to it depend on."""
    for statement in statements:
        if isinstance(statement, If):
            under = conditions | variables_of(statement.condition)
            _note_inputs(statement.then, under, inputs)
            _note_inputs(statement.otherwise, under, inputs)
        else:
            inputs.setdefault(statement.variable, set()).update(conditions, variables_of(statement.term))


def _keep(system: System, kept: set[Variable]) -> System:
    """The system without the other variables and the assignments to them."""
    statements = _Rewriter(lambda term: term, kept.__contains__)
    return replace(
        _only(system, [variable for variable in system.variables if variable in kept]),
        commands=tuple(replace(command, update=statements.block(command.update)) for command in system.commands),
        closing=statements.block(system.closing),
    )
