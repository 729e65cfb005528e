"""Guarded commands: who decides, what happens, under which named conditions, and what it changes.

The guarded commands of Dijkstra (1975), with the guard kept as a list of named clauses, so that a step that
is not allowed can be explained by the clauses that fail.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import is_
from typing import Final

from explorer.system.constructors import FALSE, TRUE, Operand, all_of, lift
from explorer.system.evaluation import evaluate
from explorer.system.nodes import Term, variables_of
from explorer.system.variables import Variable

RULES: Final = "rules"
"""The `by` of a step that nobody decides."""


@dataclass(frozen=True, slots=True, init=False)
class Assign:
    """Give `variable` the value of `term`."""

    variable: Variable
    term: Term

    def __init__(self, variable: Variable, term: Operand) -> None:
        """Take anything for the value that is a term or stands for one."""
        object.__setattr__(self, "variable", variable)
        object.__setattr__(self, "term", term if type(term) is Term else lift(term))

    def __str__(self) -> str:
        """The assignment, with the label of a constant."""
        constant = not self.term.args and not variables_of(self.term)
        value = self.variable.label(self.term.value) if constant else str(self.term)
        return f"{self.variable} := {value}"


@dataclass(frozen=True, slots=True, init=False)
class If:
    """Carry out `then` where the condition holds, else `otherwise`."""

    condition: Term
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]

    def __init__(self, condition: Operand, then: Block, otherwise: Block = ()) -> None:
        """Take any nesting of statements for the two branches. Raises `TypeError` without a condition."""
        term = lift(condition)
        if not term.is_boolean:
            raise TypeError(f"expected a condition, but this may be {term.low}..{term.high}: {term}")
        object.__setattr__(self, "condition", term)
        object.__setattr__(self, "then", block(then))
        object.__setattr__(self, "otherwise", block(otherwise))

    def __str__(self) -> str:
        """The choice on one line."""
        text = f"if {self.condition}: {{{written(self.then)}}}"
        return f"{text} else: {{{written(self.otherwise)}}}" if self.otherwise else text


Statement = Assign | If
Block = Statement | Iterable["Block"]
"""A statement, or any nesting of iterables of statements."""


def block(*parts: Block) -> tuple[Statement, ...]:
    """The statements of the parts in order, with choices that are already made carried out.

    Of one tuple of statements in which there is none, that tuple.
    """
    found: list[Statement] = []
    _flatten(parts, found)
    if len(parts) == 1:
        (only,) = parts
        if isinstance(only, tuple) and len(only) == len(found) and all(map(is_, only, found)):
            return only
    return tuple(found)


def _flatten(parts: Iterable[Block], found: list[Statement]) -> None:
    """Add the statements of the parts to those found."""
    for part in parts:
        if isinstance(part, Assign):
            found.append(part)
        elif not isinstance(part, If):
            _flatten(part, found)
        elif part.condition is TRUE:
            found += part.then
        elif part.condition is FALSE:
            found += part.otherwise
        elif part.then or part.otherwise:
            found.append(part)


def written(statements: Iterable[Statement]) -> str:
    """The statements as text on one line."""
    return "; ".join(map(str, statements))


def reads(statements: Iterable[Statement]) -> frozenset[Variable]:
    """The variables that conditions and right-hand sides read."""
    found: set[Variable] = set()
    for statement in statements:
        if isinstance(statement, Assign):
            found |= variables_of(statement.term)
        else:
            found |= variables_of(statement.condition)
            found |= reads(statement.then) | reads(statement.otherwise)
    return frozenset(found)


def writes(statements: Iterable[Statement]) -> frozenset[Variable]:
    """The variables that some assignment changes."""
    return frozenset(assignment.variable for assignment in assignments(statements))


def assignments(statements: Iterable[Statement]) -> Iterator[Assign]:
    """Every assignment in the statements, whatever the conditions around it."""
    for statement in statements:
        if isinstance(statement, Assign):
            yield statement
        else:
            yield from assignments(statement.then)
            yield from assignments(statement.otherwise)


@dataclass(frozen=True, slots=True, init=False)
class Clause:
    """One condition of a guard. `reason` tells people where it comes from; nothing here reads it."""

    reason: str
    term: Term

    def __init__(self, reason: str, term: Operand) -> None:
        """Take anything for the condition that is one or stands for one; else raise `TypeError`."""
        lifted = lift(term)
        if not lifted.is_boolean:
            raise TypeError(f"{reason}: expected a condition: {lifted}")
        object.__setattr__(self, "reason", reason)
        object.__setattr__(self, "term", lifted)

    def __str__(self) -> str:
        """The condition, then its reason."""
        return f"{self.term} [{self.reason}]"


@dataclass(frozen=True)
class Command:
    """A step: `by` decides on it, `event` says what happened; allowed while all clauses hold.

    The statements of `update` are carried out in order, each seeing what those before it wrote.
    """

    by: str
    event: Hashable
    guard: tuple[Clause, ...]
    update: tuple[Statement, ...]

    @cached_property
    def condition(self) -> Term:
        """The clauses of the guard as one term."""
        return all_of([clause.term for clause in self.guard])

    def failing(self, values: Mapping[Variable, int]) -> tuple[Clause, ...]:
        """The clauses of the guard that do not hold; none where the step is allowed."""
        return tuple(clause for clause in self.guard if not evaluate(clause.term, values))

    def __str__(self) -> str:
        """Who does what."""
        return f"{self.by}: {self.event}"


class OutOfDomain(ValueError):  # noqa: N818
    """An assignment left the range of its variable: the system is wrong, not the state."""

    def __init__(self, variable: Variable, value: int, command: Command | None) -> None:
        """Name the variable, the value and the command; None for the closing of the initial values."""
        self.variable = variable
        self.value = value
        self.command = command
        where = "the closing of the initial values" if command is None else str(command)
        super().__init__(f"{where} sets {variable} to {value}, outside {variable.low}..{variable.high}")


def execute(statements: Iterable[Statement], values: dict[Variable, int], command: Command | None) -> None:
    """Carry the statements out on `values`, in order. A local variable that was not assigned yet reads as 0.

    Raises `OutOfDomain`, blaming `command`, at the first assignment that leaves the range of its variable.
    """
    for statement in statements:
        if isinstance(statement, If):
            holds = _value(statement.condition, values)
            execute(statement.then if holds else statement.otherwise, values, command)
        else:
            value = _value(statement.term, values)
            if not statement.variable.holds(value):
                raise OutOfDomain(statement.variable, value, command)
            values[statement.variable] = value


def _value(term: Term, values: dict[Variable, int]) -> int:
    for variable in variables_of(term):
        if variable.local:
            values.setdefault(variable, 0)
    return evaluate(term, values)


def numbered(things: Iterable[Hashable]) -> list[int]:
    """A number for each of the things, the same for equal ones."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(thing, len(numbers)) for thing in things]
