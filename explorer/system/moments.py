"""The steps of a system between positions and moments, for many positions at once.

A *moment* is where the procedure is: whose window it is, who has passed. A *position* is all the rest. A state is a
position at a moment. A step that leaves the position as it is, such as a pass, is an `Inner` one; an `Outer` one leads
to another position, and often does the same from several moments. Moments have numbers below `MOST_MOMENTS`, so that a
set of them fits the bits of an integer.

What the closing does after a step depends on the position it leads to, which many steps share. So a step leads to a
moment in which the closing is due, where it makes a difference, and the closing is a step that nobody counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import repeat
from operator import or_
from typing import Final

import numpy as np

from explorer.system.commands import numbered
from explorer.system.constructors import FALSE, TRUE, any_of
from explorer.system.evaluation import substitute
from explorer.system.guards import conjuncts
from explorer.system.interface import CommandIndex
from explorer.system.layout import Block, Column, FieldIsFull, Words, layout_for
from explorer.system.lookup import Computed, Lookup, Numbers, OutsideRange, Rows, gathered
from explorer.system.nodes import CONST, Term, const, read
from explorer.system.orders import earlier
from explorer.system.parting import handed_over, moment_variables
from explorer.system.system import State, System
from explorer.system.variables import Variable, boolean
from explorer.system.weakest import Hazard, after

Code = int
"""The number of a moment."""

Terms = Mapping[Variable, Term]

MOST_MOMENTS: Final = 64
_BITS: Final = (MOST_MOMENTS - 1).bit_length()

_CLOSING_IS_DUE: Final = boolean("the closing is due")
_MOST_GUARDS = 60  # guards that are looked up together, a bit each


@dataclass(frozen=True, eq=False)
class Inner:
    """A step from a moment to another, the position being as it was. No command: the closing.

    It is `alike` when another command with its decider and event may be allowed there too.
    """

    command: CommandIndex | None
    guard: Term
    moment: Computed
    alike: bool


@dataclass(eq=False)
class Outer:
    """A step to another position from any of some moments, given as bits. No command: the closing.

    It looks at some blocks of the position, and changes some. Where it is `plain`, it leads to a `code` that is the
    same for every position, no range has to be watched, no copies change places, and the closing leaves the position
    as it is.
    """

    command: CommandIndex | None
    guard: Term
    target: Computed
    moment: Computed
    looks: frozenset[Block]
    changes: frozenset[Block]
    code: Code | None
    plain: bool
    moments: int = 0
    alike: bool = False


@dataclass(frozen=True, eq=False)
class Together:
    """Steps from the same moments. `allowed` has bit i where the guard of the i-th holds.

    `before[i]` are earlier steps, as bits, that lead to the same after step i as before it (`explorer.system.orders`).
    """

    moments: int
    steps: tuple[Outer, ...]
    allowed: Computed
    before: tuple[int, ...]

    @cached_property
    def movable(self) -> int:
        """The steps that can change places with some other one, as bits."""
        return reduce(or_, self.before, sum(1 << number for number, before in enumerate(self.before) if before))

    def by_decider(self, deciders: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Each decider of some of the steps, given by command, with these steps as bits; the closing has none."""
        found: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            if step.command is not None:
                by = deciders[step.command]
                found[by] = found.get(by, 0) | 1 << number
        yield from found.items()


@dataclass(frozen=True, eq=False)
class _Plan:
    """What a command does at a moment, in terms; None for the closing. `closed` when the closing is in it."""

    command: CommandIndex | None
    guard: Term
    terms: Terms
    hazards: tuple[Hazard, ...]
    closed: bool
    inner: bool
    alike: bool


class FoldedSteps:
    """All steps of a system, by moment. Positions are numbers as the layout has it."""

    def __init__(self, system: System, sample: Sequence[State]) -> None:
        """Lay the system out as a sample of its states suggests.

        Raises `OverflowError` when a position does not fit, or a variable may have too many values.
        """
        self.system = system
        values = np.array(sample, np.int64).reshape(len(sample), len(system.variables))
        columns: dict[Variable, Column] = {v: values[:, n] for n, v in enumerate(system.variables)}
        self._moment = moment_variables(system, columns)
        self._inside = frozenset(self._moment)
        self._block = Block((_CLOSING_IS_DUE, *self._moment))
        self._block.allow(_BITS)
        self.layout = layout_for([v for v in system.variables if v not in self._inside], columns)
        self._handed_over = handed_over(system)
        self.events = numbered((command.by, command.event) for command in system.commands)
        self._plans: dict[Code, list[_Plan]] = {}
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forget what depends on the layout, which has changed."""
        self.inner: dict[Code, list[Inner]] = {}
        self._lookup = Lookup(self.layout)
        copies = [orbit.rows for orbit in self.system.orbits]
        blocks = [frozenset(self._lookup.blocks(read(v) for row in rows for v in row)) for rows in copies]
        self._sorters = [(some, self._lookup.sorting(rows)) for some, rows in zip(blocks, copies, strict=True)]
        self._outer: dict[object, Outer] = {}
        self._closings: dict[Code, tuple[Computed, Computed]] = {}
        self._together: list[Together] | None = None
        self._ready = 0

    @property
    def open_moments(self) -> int:
        """The moments of states, as bits: those in which no closing is due."""
        due = self._block.values(0, np.arange(self._block.known))
        return sum(1 << code for code in range(self._block.known) if not due[code])

    def position(self, state: State) -> tuple[int, Code]:
        """The position and the moment of a state."""
        columns = {v: np.array([value]) for v, value in zip(self.system.variables, state, strict=True)}
        words = self.layout.words({v: column for v, column in columns.items() if v not in self._inside})
        return int(words[0]), self._number({v: const(int(columns[v][0])) for v in self._moment}, due=False)

    def states(self, words: Words, code: Code) -> Iterator[State]:
        """The states at a moment, with these positions."""
        moment = self._values(code)
        return zip(
            *(
                repeat(moment[v].value, len(words)) if v in moment else self.layout.read(words, v).tolist()
                for v in self.system.variables
            ),
            strict=True,
        )

    def values(self, term: Term, words: Words, code: Code) -> Numbers:
        """The values of a term in these positions at a moment."""
        left = substitute(term, self._values(code))
        return np.broadcast_to(self._lookup.value(left, Rows(words)), len(words))

    def widen(self, error: FieldIsFull) -> Callable[[Words], Words]:
        """Give a field more room; what comes back moves positions over.

        Raises `OverflowError` when there is no more room, or there are too many moments.
        """
        if error.block is self._block:
            raise OverflowError(f"more than {MOST_MOMENTS} moments") from error
        moved = self.layout.widen(error.block)
        self._begin_anew()
        return moved

    def prepare(self) -> None:
        """Have the steps of all moments that are known."""
        while self._ready < self._block.known:
            code = self._ready
            self._ready += 1
            self._together = None
            self.inner[code] = []
            for plan in self._plans_for(code):
                self._add(code, plan)

    @property
    def outer(self) -> list[Together]:
        """The steps to other positions, those from the same moments together."""
        if self._together is None:
            by_moments: dict[int, list[Outer]] = {}
            for step in self._outer.values():
                by_moments.setdefault(step.moments, []).append(step)
            self._together = [
                Together(moments, tuple(some), self._allowed([step.guard for step in some]), earlier(some))
                for moments, steps in by_moments.items()
                for some in (steps[at : at + _MOST_GUARDS] for at in range(0, len(steps), _MOST_GUARDS))
            ]
        return self._together

    def settled(self, words: Words, codes: Numbers) -> tuple[Words, Numbers]:
        """The positions and moments after the closing, where it is due."""
        due = [code for code in np.flatnonzero(np.bincount(codes)).tolist() if not self.open_moments >> code & 1]
        if not due:
            return words, codes
        before, words, codes = codes, words.copy(), codes.copy()
        for code in due:
            at = np.flatnonzero(before == code)
            rows = Rows(words[at])
            target, moment = self._closing(code)
            words[at], codes[at] = target(rows), moment(rows)
        return words, codes

    def _closing(self, code: Code) -> tuple[Computed, Computed]:
        """The position and the moment to which the closing leads from a moment in which it is due."""
        if code not in self._closings:
            (plan,) = self._plans_for(code)
            self._closings[code] = self._target(plan.terms, plan.hazards), self._numbers(plan.terms, due=False)
        return self._closings[code]

    def holds(self, guard: Term, rows: Rows) -> Numbers:
        """Where the guard holds."""
        return np.broadcast_to(self._lookup.value(guard, rows) != 0, len(rows))

    def _plans_for(self, code: Code) -> list[_Plan]:
        if code not in self._plans:
            due = bool(self._block.values(0, np.array([code]))[0])
            self._plans[code] = [self._closing_at(code)] if due else list(self._commands_at(code))
        return self._plans[code]

    def _commands_at(self, code: Code) -> Iterator[_Plan]:
        values = self._values(code)
        memo: dict[Term, Term] = {}
        guards = {n: substitute(command.condition, values, memo) for n, command in enumerate(self.system.commands)}
        possible = {number: guard for number, guard in guards.items() if guard is not FALSE}
        events = Counter(self.events[number] for number in possible)
        for number, guard in possible.items():
            hazards: list[Hazard] = []
            terms = after(self.system.commands[number].update, values, hazards)
            alike = events[self.events[number]] > 1
            whole = any(terms.get(local, const(0)) is not const(0) for local in self._handed_over)
            inner = not self._data(terms) and not hazards
            if whole or inner:
                later: list[Hazard] = []
                closed = after(self.system.closing, terms, later)
                still = inner and not self._data(closed) and not later
                if whole or still:
                    every = (*hazards, *later)
                    yield _Plan(number, guard, closed, every, closed=True, inner=still, alike=alike)
                    continue
            yield _Plan(number, guard, terms, tuple(hazards), closed=False, inner=inner, alike=alike)

    def _closing_at(self, code: Code) -> _Plan:
        hazards: list[Hazard] = []
        terms = after(self.system.closing, self._values(code), hazards)
        inner = not self._data(terms) and not hazards
        return _Plan(None, TRUE, terms, tuple(hazards), closed=True, inner=inner, alike=False)

    def _add(self, code: Code, plan: _Plan) -> None:
        if plan.inner:
            moment = self._numbers(plan.terms, due=not plan.closed)
            self.inner[code].append(Inner(plan.command, plan.guard, moment, plan.alike))
            return
        moment_terms = {variable: plan.terms[variable] for variable in self._moment}
        changed = frozenset(self._data(plan.terms).items()), frozenset(moment_terms.items())
        key = plan.command, plan.guard, *changed, plan.hazards, plan.closed
        if key not in self._outer:
            settled = None if plan.closed else self._settled_moment(moment_terms)
            closed = plan.closed or settled is not None
            self._outer[key] = self._outer_step(plan, settled or moment_terms, closed=closed)
        self._outer[key].moments |= 1 << code
        self._outer[key].alike |= plan.alike

    def _outer_step(self, plan: _Plan, moment: Terms, *, closed: bool) -> Outer:
        data = self._data(plan.terms)
        code = self._number(moment, due=not closed) if self._is_known(moment) else None
        changes = frozenset(self._lookup.blocks(map(read, data)))
        sorted_later = any(blocks & changes for blocks, _ in self._sorters)
        plain = code is not None and plan.command is not None and not plan.hazards and not sorted_later
        return Outer(
            plan.command,
            plan.guard,
            self._target(plan.terms, plan.hazards),
            self._numbers(moment, due=not closed),
            frozenset(self._lookup.blocks([plan.guard, *data.values(), *map(read, data)])),
            changes,
            code,
            plain and (closed or self._plans_for(code or 0)[0].inner),
        )

    def _is_known(self, moment: Terms) -> bool:
        return all(moment[v].kind is CONST and v.holds(moment[v].value) for v in self._moment)

    def _settled_moment(self, moment: Terms) -> dict[Variable, Term] | None:
        """The moment after the closing, if that is the same for every position, and the closing does nothing else."""
        if any(term.kind is not CONST for term in moment.values()):
            return None
        hazards: list[Hazard] = []
        terms = after(self.system.closing, moment, hazards)
        found = {variable: terms[variable] for variable in self._moment}
        constant = all(term.kind is CONST for term in found.values())
        return found if constant and not self._data(terms) and not hazards else None

    def _data(self, terms: Terms) -> dict[Variable, Term]:
        """What changes of the position."""
        return {
            variable: term
            for variable, term in terms.items()
            if variable not in self._inside and not variable.local and term is not read(variable)
        }

    def _target(self, terms: Terms, hazards: Sequence[Hazard]) -> Computed:
        """The positions in which the variables hold the terms, copies in order.

        Before the closing too: it treats copies alike, so that it does not matter.
        """
        data = self._data(terms)
        outside = any_of(hazard.condition for hazard in hazards)
        shift, changes = self._lookup.shift(data), self._lookup.blocks(map(read, data))
        sorters = [sort for blocks, sort in self._sorters if blocks & changes]

        def target(rows: Rows) -> Words:
            if outside is not FALSE and self._lookup.value(outside, rows).any():
                self._refuse(hazards, rows)
            words = rows.words + shift(rows)
            for sort in sorters:
                words = words + sort(Rows(words))
            return words

        return target

    def _refuse(self, hazards: Sequence[Hazard], rows: Rows) -> None:
        """Raise `OutsideRange` for a variable that leaves its range."""
        for hazard in hazards:
            outside = np.flatnonzero(np.broadcast_to(self._lookup.value(hazard.condition, rows), len(rows)))
            if len(outside):
                column = np.broadcast_to(self._lookup.value(hazard.term, rows), len(rows))
                raise OutsideRange(hazard.variable, int(column[outside[0]]))

    def _values(self, code: Code) -> dict[Variable, Term]:
        """What the variables are at a moment."""
        at = np.array([code])
        return {v: const(int(self._block.values(n, at)[0])) for n, v in enumerate(self._moment, 1)}

    def _number(self, values: Terms, *, due: bool) -> Code:
        return int(self._block.numbers([np.array([due]), *(np.array([values[v].value]) for v in self._moment)])[0])

    def _numbers(self, terms: Terms, *, due: bool) -> Computed:
        """The moment in which the variables have the values of the terms."""
        ordered = [terms[variable] for variable in self._moment]
        if self._is_known(terms):
            code = np.array([self._number(terms, due=due)])
            return lambda rows: code
        compute = partial(self._code, ordered, np.array([due]))
        return self._lookup.remembered(self._lookup.blocks(ordered), compute)

    def _code(self, terms: Sequence[Term], due: Numbers, rows: Rows) -> Numbers:
        columns = [self._lookup.value(term, rows) for term in terms]
        return self._block.numbers([due, *columns]).astype(np.int64)

    def _allowed(self, guards: Sequence[Term]) -> Computed:
        """Bit i where the i-th guard holds: what is small of all of them is looked up together."""
        tests = [(number, test) for number, guard in enumerate(guards) for test in conjuncts(guard)]
        tests.sort(key=lambda one: self._lookup.lowest(one[1]))
        groups = gathered((one, self._lookup.blocks([one[1]])) for one in tests)
        parts = [self._lookup.remembered(blocks, partial(self._held, some, len(guards))) for blocks, some in groups]

        def allowed(rows: Rows) -> Numbers:
            found: Numbers = np.full(len(rows), (1 << len(guards)) - 1, np.int64)
            for part in parts:
                found &= part(rows)
            return found

        return allowed

    def _held(self, tests: Iterable[tuple[int, Term]], count: int, rows: Rows) -> Numbers:
        found = np.full(len(rows), (1 << count) - 1, np.int64)
        for number, test in tests:
            found &= np.where(self._lookup.value(test, rows) != 0, -1, ~(1 << number))
        return found
