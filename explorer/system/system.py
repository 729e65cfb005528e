"""A transition system: variables, guarded commands, and what is done after each of them.

A state is the tuple of the variables' values, in the order of `System.variables`. Things that are
interchangeable are declared as an `Orbit`; of all states that differ only by a permutation of its rows, the
one with sorted rows stands for all (Ip and Dill, "Better verification through symmetry", 1996). That this is
sound, that is, that the commands treat the rows alike, is the duty of who builds the system: it is not
checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from explorer.system.commands import Clause, Command, If, Statement, execute
from explorer.system.constructors import TRUE
from explorer.system.evaluation import evaluate, substitute
from explorer.system.nodes import Term, const, variables_of
from explorer.system.variables import Variable

State = tuple[int, ...]
"""The values of a system's variables, in their order."""


class IllFormedSystem(ValueError):  # noqa: N818
    """The parts do not make a system; the message names the part."""


class UnknownVariable(LookupError):  # noqa: N818
    """A term reads a variable that the system does not have (any more: folding drops what nobody watches)."""


@dataclass(frozen=True)
class Orbit:
    """Interchangeable things: row i, column j holds the same fact about copy i of the thing."""

    rows: tuple[tuple[Variable, ...], ...]

    @property
    def columns(self) -> tuple[tuple[Variable, ...], ...]:
        """The variables that hold one fact, for each fact."""
        return tuple(zip(*self.rows, strict=True))

    @property
    def variables(self) -> frozenset[Variable]:
        """All that is held about the copies."""
        return frozenset(variable for row in self.rows for variable in row)


@dataclass(frozen=True)
class Pruned:
    """A command that can never be taken, with the clauses that forbid it together, as they were written."""

    command: Command
    clauses: tuple[Clause, ...]
    how: Literal["folded", "solver"]


@dataclass(frozen=True, eq=False)
class System:
    """Variables with initial values, and commands.

    `closing` runs after the update of each command, as part of it, and once on the initial values.
    `constants` are variables that folding removed, with the value they always have; `pruned` the commands it
    removed. `possible` holds, for variables that cannot take every value of their range, those they can.

    `opened` are variables whose initial value is not known, each with a term for it. The variables of these terms
    stand for their own initial values: what is open is what they may be, as far as `assume` allows, and `initial`
    is one case of it.

    Raises `IllFormedSystem` when names repeat, a value is missing or out of range, a term or statement uses a
    variable that is not declared, a guard reads a local variable, or an orbit is not rectangular.
    """

    variables: tuple[Variable, ...]
    initial: Mapping[Variable, int]
    commands: tuple[Command, ...]
    closing: tuple[Statement, ...] = ()
    orbits: tuple[Orbit, ...] = ()
    constants: Mapping[Variable, int] = field(default_factory=dict)
    pruned: tuple[Pruned, ...] = ()
    possible: Mapping[Variable, frozenset[int]] = field(default_factory=dict)
    opened: Mapping[Variable, Term] = field(default_factory=dict)
    assume: Term = TRUE

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        object.__setattr__(self, "variables", tuple(self.variables))
        object.__setattr__(self, "commands", tuple(self.commands))
        _Check(self).all()

    def derived(self, **parts: Any) -> System:
        """The system with other parts that are known to go together: they are not checked against each other again."""
        found = object.__new__(System)
        for one in fields(self):
            object.__setattr__(found, one.name, parts.get(one.name, getattr(self, one.name)))
        return found

    def same_steps(self, other: System) -> bool:
        """Whether both start alike and have the same steps, allowed by the same clauses."""
        return self is other or (
            self.initial == other.initial
            and self.variables == other.variables
            and self.commands == other.commands
            and self.closing == other.closing
            and self.orbits == other.orbits
            and self.opened == other.opened
            and self.assume is other.assume
        )

    @cached_property
    def copies(self) -> frozenset[Variable]:
        """The variables of all orbits."""
        return frozenset[Variable]().union(*(orbit.variables for orbit in self.orbits))

    @cached_property
    def index(self) -> dict[Variable, int]:
        """The position of each variable in a state."""
        return {variable: i for i, variable in enumerate(self.variables)}

    @cached_property
    def _replacements(self) -> tuple[dict[Variable, Term], dict[Term, Term]]:
        return {variable: const(value) for variable, value in self.constants.items()}, {}

    def term(self, term: Term) -> Term:
        """The term, written before folding, over the variables that are left."""
        replacements, memo = self._replacements
        return substitute(term, replacements, memo)

    def values(self, state: State) -> dict[Variable, int]:
        """The value of each variable in the state."""
        return dict(zip(self.variables, state, strict=True))

    def value(self, state: State, term: Term) -> int:
        """The value of a term, which may have been written before folding, in the state.

        Raises `UnknownVariable` when the term reads what the system does not keep.
        """
        left = self.term(term)
        unknown = sorted(v.name for v in variables_of(left) if v not in self.index)
        if unknown:
            raise UnknownVariable(f"the system has no variable {', '.join(unknown)}, which {term} reads")
        return evaluate(left, {variable: state[self.index[variable]] for variable in variables_of(left)})

    def canonical(self, values: Sequence[int]) -> State:
        """The state that stands for `values`: the rows of each orbit in ascending order."""
        ordered = list(values)
        for orbit in self.orbits:
            rows = sorted(tuple(values[self.index[v]] for v in row) for row in orbit.rows)
            for row, contents in zip(orbit.rows, rows, strict=True):
                for variable, value in zip(row, contents, strict=True):
                    ordered[self.index[variable]] = value
        return tuple(ordered)

    @cached_property
    def open_variables(self) -> tuple[Variable, ...]:
        """The variables whose initial values are free, in the order of `variables`."""
        used = set(variables_of(self.assume)).union(*map(variables_of, self.opened.values()))
        return tuple(variable for variable in self.variables if variable in used)

    def closed(self, case: Mapping[Variable, int]) -> System:
        """The system in the case in which the open variables start with these values: nothing is open any more.

        Raises `ValueError` for a case that `assume` excludes.
        """
        if not evaluate(self.assume, case):
            raise ValueError("the case is excluded")
        started = {variable: evaluate(term, case) for variable, term in self.opened.items()}
        return replace(self, initial={**self.initial, **started}, opened={}, assume=TRUE)

    def initial_state(self) -> State:
        """The initial values after `closing`, in canonical order."""
        values = dict(self.initial)
        execute(self.closing, values, None)
        return self.canonical([values[variable] for variable in self.variables])


class _Guard(NamedTuple):
    """Where something is that is wrong, to be written out if it is."""

    command: Command

    def __str__(self) -> str:
        return f"the guard of {self.command}"


class _Check:
    """The checks of one system. Parts that occur often are looked at once."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.known: dict[Variable, Variable] = {}
        self.terms: set[Term] = set()
        self.used: set[frozenset[Variable]] = set()
        self.blocks: dict[int, tuple[Statement, ...]] = {}

    def all(self) -> None:
        self.variables()
        guards: set[Term] = set()
        for command in self.system.commands:
            guard = _Guard(command)
            for clause in command.guard:
                self.term(clause.term, guard)
                if clause.term not in guards:
                    guards.add(clause.term)
                    if any(variable.local for variable in variables_of(clause.term)):
                        raise IllFormedSystem(f"{guard} reads a local variable: {clause}")
            self.block(command.update, command)
        self.block(self.system.closing, "the closing")
        self.opened()
        self.orbits()

    def variables(self) -> None:
        system = self.system
        for variable in system.variables:
            if variable in self.known:
                raise IllFormedSystem(f"two variables are named {variable}")
            if variable.local:
                raise IllFormedSystem(f"{variable} is local: it cannot be a part of the state")
            if variable not in system.initial:
                raise IllFormedSystem(f"{variable} has no initial value")
            if not variable.holds(system.initial[variable]):
                value = system.initial[variable]
                raise IllFormedSystem(f"{variable} starts as {value}, outside {variable.low}..{variable.high}")
            self.known[variable] = variable
        for variable in system.initial:
            if variable not in self.known:
                raise IllFormedSystem(f"{variable} has an initial value, but is not declared")

    def opened(self) -> None:
        for variable, term in self.system.opened.items():
            self.variable(variable, "an open initial value")
            self.term(term, f"the initial value of {variable}")
        self.term(self.system.assume, "what is assumed")

    def term(self, term: Term, where: object) -> None:
        if term in self.terms:
            return
        self.terms.add(term)
        variables = variables_of(term)
        if variables not in self.used:
            for variable in variables:
                self.variable(variable, where)
            self.used.add(variables)

    def variable(self, variable: Variable, where: object) -> None:
        known = self.known.get(variable)
        if known is variable:
            return
        if known is None:
            if not variable.local:
                raise IllFormedSystem(f"{where} uses {variable}, which is not declared")
            self.known[variable] = variable
        elif not (known.same_range(variable) and known.local == variable.local):
            raise IllFormedSystem(f"{where} uses {variable} with another range than it was declared with")

    def block(self, statements: tuple[Statement, ...], where: object) -> None:
        if id(statements) in self.blocks:
            return
        self.blocks[id(statements)] = statements  # held, so that its id is not given to another
        for statement in statements:
            if isinstance(statement, If):
                self.term(statement.condition, where)
                self.block(statement.then, where)
                self.block(statement.otherwise, where)
            else:
                self.term(statement.term, where)
                self.variable(statement.variable, where)

    def orbits(self) -> None:
        used: set[Variable] = set()
        for orbit in self.system.orbits:
            if len({len(row) for row in orbit.rows}) > 1:
                raise IllFormedSystem("the rows of an orbit differ in length")
            for column in orbit.columns:
                for variable in column:
                    if variable not in self.known or variable.local or variable in used:
                        raise IllFormedSystem(f"{variable} is not declared, or is in two places of the orbits")
                    if not column[0].same_range(variable):
                        raise IllFormedSystem(f"{column[0]} and {variable} share a column, but not a range")
                    used.add(variable)
