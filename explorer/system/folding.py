"""Folding: what never changes becomes a constant, what can never be done goes, what nobody reads goes.

What may be is told by `explorer.system.fixed_point`. What is left has the same steps: its graph is the old one with
the variables that were dropped left out, and watched terms keep their values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import is_
from typing import Literal

from explorer.system.commands import Assign, Clause, Command, If, Statement, block
from explorer.system.constructors import FALSE, TRUE, all_of
from explorer.system.fixed_point import possible_values
from explorer.system.nodes import Term, read, variables_of
from explorer.system.possibilities import Possibilities
from explorer.system.system import Orbit, Pruned, System
from explorer.system.variables import Variable


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
            if variable not in fixed and len(sets.get(variable, ())) in range(1, variable.width)
        },
    )
    return Tracked(folded, tuple(origins))


class _Rewriter:
    """Rewrites the terms of statements, and leaves out the assignments to variables that are not `kept`."""

    def __init__(self, rewrite: Callable[[Term], Term], kept: Callable[[Variable], bool]) -> None:
        self.rewrite = rewrite
        self.kept = kept
        self.done: dict[int, tuple[tuple[Statement, ...], tuple[Statement, ...]]] = {}

    def block(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """The statements, rewritten: the very ones that were given where nothing changes."""
        found = self.done.get(id(statements))
        if found is None:
            rewritten = [*self.statements(statements)]
            same = len(rewritten) == len(statements) and all(map(is_, rewritten, statements))
            found = statements, statements if same else block(rewritten)
            self.done[id(statements)] = found  # with the statements, so that their id is not given to others
        return found[1]

    def statements(self, statements: tuple[Statement, ...]) -> Iterator[Statement]:
        for statement in statements:
            if isinstance(statement, If):
                condition = self.rewrite(statement.condition)
                then, otherwise = self.block(statement.then), self.block(statement.otherwise)
                same = condition is statement.condition and then is statement.then and otherwise is statement.otherwise
                yield statement if same else If(condition, then, otherwise)
            elif self.kept(statement.variable):
                term = self.rewrite(statement.term)
                if term is not read(statement.variable):
                    yield statement if term is statement.term else Assign(statement.variable, term)


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
