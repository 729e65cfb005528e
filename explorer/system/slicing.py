"""Slicing: what can reach a question, and what can be left out of the search for its answer.

The cone of influence of a question are the variables on which its terms and the guards depend, now or after any number
of steps (Weiser, "Program slicing", 1984; Clarke, Grumberg and Peled, "Model Checking", 1999, chapter 13). An errand is
something that is due and can be done: it lies outside a cone when its commands give no variable of the cone a value,
but for some that they set back to a constant. What plays lose with it is for whoever builds the system to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from explorer.system.commands import Assign, Command, If, Statement, writes
from explorer.system.evaluation import substitute
from explorer.system.folding import note_inputs
from explorer.system.nodes import CONST, Term, variables_of
from explorer.system.system import System
from explorer.system.terms import FALSE, negate
from explorer.system.variables import Variable

Satisfiable = Callable[[Collection[Term]], bool]
"""Whether terms can hold together; true where nobody knows."""


@dataclass(frozen=True)
class Errand:
    """Something that may be done while it is `due`, by one of the `commands`."""

    due: Term
    commands: tuple[Command, ...]


def cone(system: System, asked: Iterable[Term]) -> frozenset[Variable]:
    """The variables on which the guards and the asked terms depend, now or after any number of steps."""
    inputs: dict[Variable, set[Variable]] = {}
    for update in {system.closing, *(command.update for command in system.commands)}:
        for variable, ones in _inputs(update).items():
            inputs.setdefault(variable, set()).update(ones)
    for orbit in system.orbits:
        for column in orbit.columns:
            for variable in column:
                inputs.setdefault(variable, set()).update(column)
    guards = (clause.term for command in system.commands for clause in command.guard)
    return frozenset(_reached(inputs, (v for term in (*asked, *guards) for v in variables_of(term))))


def _inputs(update: tuple[Statement, ...]) -> dict[Variable, set[Variable]]:
    """For each variable that the update writes those on which it then depends, local ones looked through."""
    direct: dict[Variable, set[Variable]] = {}
    note_inputs(update, frozenset(), direct)
    through = {variable: ones for variable, ones in direct.items() if variable.local}
    return {
        variable: {one for one in _reached(through, ones) if not one.local}
        for variable, ones in direct.items()
        if not variable.local
    }


def _reached(inputs: Mapping[Variable, set[Variable]], start: Iterable[Variable]) -> set[Variable]:
    found: set[Variable] = set()
    new = set(start)
    while new:
        found |= new
        new = set().union(*(inputs.get(variable, ()) for variable in new)) - found
    return found


def keeps_locals_apart(closing: Iterable[Statement]) -> bool:
    """Whether the closing never reads what a command left in a local variable."""
    return _assigned(closing, frozenset()) is not None


def _assigned(statements: Iterable[Statement], known: frozenset[Variable]) -> frozenset[Variable] | None:
    """The local variables that are assigned after the statements; None where one is read that need not be."""
    for statement in statements:
        term = statement.condition if isinstance(statement, If) else statement.term
        if any(variable.local and variable not in known for variable in variables_of(term)):
            return None
        if isinstance(statement, Assign):
            known |= {statement.variable} if statement.variable.local else frozenset()
            continue
        then, otherwise = _assigned(statement.then, known), _assigned(statement.otherwise, known)
        if then is None or otherwise is None:
            return None
        known = then & otherwise
    return known


def outside(errand: Errand, reached: Collection[Variable], free: Collection[Variable]) -> bool:
    """Whether the commands write nothing of the cone but constants to `free` variables, whatever the state."""
    for command in errand.commands:
        for variable in writes(command.update):
            if variable in reached and variable not in free:
                return False
        for statement in command.update:
            inner = writes([statement]) & frozenset(free)
            if inner and (isinstance(statement, If) or statement.term.kind is not CONST):
                return False
    return True


def comes_once(errand: Errand, system: System, satisfiable: Satisfiable) -> bool:
    """Whether the errand is no longer due once it was done, and never due again once it was not.

    Each run of assignments is looked at alone, so the answer may be no where it is yes. Terms and commands are those
    of `system`.
    """
    about = variables_of(errand.due)
    if not all(_ends(errand.due, command.update) for command in errand.commands):
        return False
    updates = {system.closing, *(command.update for command in system.commands)}
    runs = {run for update in updates for run in _runs(update, about)}
    return not any(_turns_on(errand.due, run, satisfiable) for run in runs)


def _ends(due: Term, update: Iterable[Statement]) -> bool:
    """Whether some of the first assignments of the update leave nothing due, whatever else holds."""
    values: dict[Variable, Term] = {}
    for statement in update:
        if isinstance(statement, Assign) and statement.term.kind is CONST:
            values[statement.variable] = statement.term
            if substitute(due, values) is FALSE:
                return True
        else:
            for variable in writes([statement]):
                values.pop(variable, None)
    return False


def _runs(update: Iterable[Statement], about: Collection[Variable]) -> Iterator[tuple[Assign, ...]]:
    """The assignments to these variables, those together that are carried out together."""
    run: list[Assign] = []
    for statement in update:
        if isinstance(statement, Assign):
            if statement.variable in about:
                run.append(statement)
        elif not writes([statement]).isdisjoint(about):
            yield from ([tuple(run)] if run else [])
            run = []
            yield from _runs(statement.then, about)
            yield from _runs(statement.otherwise, about)
    if run:
        yield tuple(run)


def _turns_on(due: Term, run: Iterable[Assign], satisfiable: Satisfiable) -> bool:
    """Whether the errand may be due after the assignments where it was not before."""
    values: dict[Variable, Term] = {}
    for assign in run:
        if assign.term.kind is not CONST:
            return True
        values[assign.variable] = assign.term
    after = substitute(due, values)
    return after is not FALSE and satisfiable([after, negate(due)])
