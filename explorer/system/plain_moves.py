"""Steps of which each leads to one moment.

A position is a state without its moment, as an integer (`explorer.system.fields`). Where the closing is due after a
step to another position, it is a part of the step, so that only what commands lead to is met. Where it is due in the
position itself, two steps say whether it changes that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

from explorer.system.constructors import FALSE, all_of, equal, negate
from explorer.system.evaluation import substitute
from explorer.system.fields import Bits
from explorer.system.interface import CommandIndex
from explorer.system.nodes import CONST, ITE, Term, const, read, variables_of
from explorer.system.plans import Code, Plans, codes_of
from explorer.system.steps import Step, Steps
from explorer.system.system import System
from explorer.system.variables import Variable

_MOST_CASES: Final = 64  # of a step, by where it may lead


@dataclass(eq=False)
class Move:
    """A step from some moments, as bits, to one.

    It is `plain` when it may change places with others: a command that leaves no range and all copies as they are, and
    after which the closing does nothing. It `leaves` a range when a variable is outside it after the step. `sleeps` is
    the mark with which the step is not taken, and `before` are earlier ones with which it can change places; `movable`
    says whether there are such ones, or later ones.
    """

    step: Step
    code: Code
    plain: bool
    looks: frozenset[Variable]
    changes: frozenset[Variable]
    leaves: bool = False
    sleeps: Bits = 0
    before: tuple[Move, ...] = ()
    movable: bool = False

    @property
    def moments(self) -> int:
        """Those from which it may be taken."""
        return self.step.moments

    @property
    def command(self) -> CommandIndex:
        """The command whose step it is; not to be asked of the closing."""
        assert self.step.command is not None
        return self.step.command

    @property
    def counts(self) -> bool:
        """Whether it is the step of a command, and not the closing."""
        return self.step.command is not None

    @property
    def alike(self) -> bool:
        """Whether another step may be told alike."""
        return self.step.alike


def moves_of(plans: Plans) -> list[Move]:
    """All steps from the moments that are known and those to which they may lead.

    Raises `OverflowError` when there are too many moments, or too many to which one step may lead.
    """
    steps = Steps(plans)
    found: dict[Step, list[Move]] = {}
    while not steps.ready:
        steps.prepare()
        for step in steps.found:
            if step not in found:
                found[step] = [_move(case, plans) for case in _cases(step, plans)]
    for step, moves in found.items():
        for move in moves:
            move.step.moments, move.step.alike = step.moments, step.alike
    return list(_closed([move for moves in found.values() for move in moves], plans))


def _closed(moves: Sequence[Move], plans: Plans) -> Iterator[Move]:
    """The steps, with the closing in those that lead to another position, if it is due then and changes more of it."""
    closings: dict[Code, list[Move]] = {}
    for move in moves:
        if not move.counts:
            for code in codes_of(move.moments):
                closings.setdefault(code, []).append(move)
    for move in moves:
        after = closings.get(move.code, ()) if move.step.due and move.counts and move.changes else ()
        if any(closing.changes or closing.leaves for closing in after):
            known: dict[Term, Term] = {}
            for closing in after:
                yield from _followed(move, closing, plans, known)
        elif move.counts or not move.changes or move.leaves:
            yield move
        else:
            yield from _split(move, plans)


def _split(closing: Move, plans: Plans) -> Iterator[Move]:
    """The closing by whether it changes anything: where it does not, it stays in the position."""
    step = closing.step
    same = all_of(*(equal(term, read(variable)) for variable, term in step.data.items()))
    for guard, data in ((same, {}), (negate(same), step.data)):
        case = all_of(step.guard, guard)
        if case is not FALSE:
            yield _move(replace(step, guard=case, data=data), plans)


def _followed(move: Move, closing: Move, plans: Plans, known: dict[Term, Term]) -> Iterator[Move]:
    """The step with the closing after it, where that can be; `known` are terms after the step that have been met."""
    before, step = move.step, closing.step
    guard = all_of(before.guard, substitute(step.guard, before.data, known))
    if guard is not FALSE:
        data = {variable: substitute(term, before.data, known) for variable, term in step.data.items()}
        data = {variable: term for variable, term in {**before.data, **data}.items() if term is not read(variable)}
        yield _move(replace(before, guard=guard, data=data, moment=step.moment, due=False, hazard=step.hazard), plans)


def _cases(step: Step, plans: Plans) -> Iterator[Step]:
    """The step by whether a variable leaves its range, and by the moment to which it leads."""
    guard = step.guard
    if step.hazard is not FALSE:
        yield replace(step, guard=all_of(guard, step.hazard), moment=plans.values(0), due=False)
        guard = all_of(guard, negate(step.hazard))
    ranges = [sorted(value for value in _values(step.moment[v]) if v.holds(value)) for v in plans.moment]
    if prod(map(len, ranges)) > _MOST_CASES:
        raise OverflowError("a step may lead to too many moments")
    for values in product(*ranges):
        moment = dict(zip(plans.moment, map(const, values), strict=True))
        case = all_of(guard, *(equal(step.moment[v], value) for v, value in moment.items()))
        if case is not FALSE:
            yield replace(step, guard=case, moment=moment, hazard=FALSE)


def _values(term: Term) -> set[int]:
    """The values that the term may have."""
    if term.kind is CONST:
        return {term.value}
    if term.kind is ITE:
        return _values(term.args[1]) | _values(term.args[2])
    if term.high - term.low >= _MOST_CASES:
        raise OverflowError("a step may lead to too many moments")
    return set(range(term.low, term.high + 1))


def _move(step: Step, plans: Plans) -> Move:
    leaves = step.hazard is not FALSE
    code = plans.number(step.moment, due=step.due)
    changes = with_copies(frozenset(step.data), plans.system)
    looks = changes.union(variables_of(step.guard), *map(variables_of, step.data.values()))
    quiet = not step.due or plans.at(code)[0].inner
    plain = step.command is not None and not leaves and quiet and changes.isdisjoint(plans.system.copies)
    return Move(step, code, plain, looks, changes, leaves)


def with_copies(variables: frozenset[Variable], system: System) -> frozenset[Variable]:
    """The variables, and all rows of the copies to which some of them belong."""
    for orbit in system.orbits:
        if orbit.variables & variables:
            variables |= orbit.variables
    return variables
