"""The steps of a system between positions and moments, for many positions at once.

A state is a position at a moment (`explorer.system.plans`). A step that leaves the position as it is, such as a pass,
is an `Inner` one; an `Outer` one leads to another position, and often does the same from several moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import repeat
from operator import or_
from typing import Any

import numpy as np

from explorer.system.codes import Codes
from explorer.system.constructors import FALSE, any_of
from explorer.system.evaluation import substitute
from explorer.system.guards import conjuncts
from explorer.system.interface import CommandIndex
from explorer.system.keys import Numbers, Rows
from explorer.system.layout import Block, Column, FieldIsFull, Words, layout_for
from explorer.system.lookup import Computed, Lookup, OutsideRange, gathered
from explorer.system.nodes import Term, const, read
from explorer.system.orders import earlier
from explorer.system.parting import moment_variables
from explorer.system.plans import Code, Plan, Plans, Terms
from explorer.system.system import State, System
from explorer.system.variables import Variable
from explorer.system.weakest import Hazard

_MOST_GUARDS = 60  # guards that are looked up together, a bit each
_KINDS = np.int8, np.int16, np.int32, np.int64


@dataclass(frozen=True, eq=False)
class Inner:
    """A step from a moment to another, the position being as it was, before the closing at least.

    It is `alike` when another command with its decider and event may be allowed there too.
    """

    command: CommandIndex
    guard: Term
    moment: Computed
    alike: bool


@dataclass(eq=False)
class Outer:
    """A step to another position from any of some moments, given as bits.

    It looks at some blocks of the position, and changes some. Where it is `plain`, it leads to a `code` that is the
    same for every position, no range has to be watched, no copies change places, and the closing leaves the position
    as it is.
    """

    command: CommandIndex
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
        """Each decider of some of the steps, given by command, with these steps as bits."""
        found: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            by = deciders[step.command]
            found[by] = found.get(by, 0) | 1 << number
        yield from found.items()


class FoldedSteps:
    """All steps of a system, by moment. Positions are numbers as the layout has it."""

    def __init__(self, system: System, sample: Sequence[State]) -> None:
        """Lay the system out as a sample of its states suggests.

        Raises `OverflowError` when a position does not fit, or a variable may have too many values.
        """
        self.system = system
        values = np.array(sample, np.int64).reshape(len(sample), len(system.variables))
        columns: dict[Variable, Column] = {v: values[:, n] for n, v in enumerate(system.variables)}
        self._plans = Plans(system, moment_variables(system, columns))
        self._codes = Codes(self._plans)
        self.events = self._plans.events
        self.layout = layout_for([v for v in system.variables if v not in self._plans], columns)
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
        return self._plans.open_moments

    @property
    def set_of_moments(self) -> np.dtype[Any]:
        """The narrowest type with a bit for each moment that is known."""
        return np.min_scalar_type((1 << self._plans.known) - 1)

    def position(self, state: State) -> tuple[int, Code]:
        """The position and the moment of a state."""
        columns = {v: np.array([value]) for v, value in zip(self.system.variables, state, strict=True)}
        words = self.layout.words({v: column for v, column in columns.items() if v not in self._plans})
        return int(words[0]), self._plans.number({v: const(int(columns[v][0])) for v in self._plans.moment}, due=False)

    def states(self, words: Words, code: Code) -> Iterator[State]:
        """The states at a moment, with these positions."""
        moment = self._plans.values(code)
        return zip(
            *(
                repeat(moment[v].value, len(words)) if v in moment else self.layout.read(words, v).tolist()
                for v in self.system.variables
            ),
            strict=True,
        )

    def values(self, term: Term, words: Words, code: Code) -> Numbers:
        """The values of a term in these positions at a moment."""
        left = substitute(term, self._plans.values(code))
        return np.broadcast_to(self._lookup.value(left, Rows(words)), len(words))

    def widen(self, error: FieldIsFull) -> Callable[[Words], Words]:
        """Give a field more room; what comes back moves positions over.

        Raises `OverflowError` when there is no more room.
        """
        moved = self.layout.widen(error.block)
        self._begin_anew()
        return moved

    def prepare(self) -> None:
        """Have the steps of all moments that are known, but for the closing: it is done after steps (`settled`)."""
        while self._ready < self._plans.known:
            code = self._ready
            self._ready += 1
            self._together = None
            self.inner[code] = []
            if self.open_moments >> code & 1:
                for plan in self._plans.at(code):
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

    def due(self, codes: Numbers) -> list[Code]:
        """Those of the moments in which the closing is due, once each."""
        open_moments = self.open_moments
        return [code for code in np.flatnonzero(np.bincount(codes)).tolist() if not open_moments >> code & 1]

    def settled(self, words: Words, codes: Numbers) -> tuple[Words, Numbers]:
        """The positions and moments after the closing, where it is due."""
        due = self.due(codes)
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
            (plan,) = self._plans.at(code)
            self._closings[code] = self._target(plan.terms, plan.hazards), self._numbers(plan.terms, due=False)
        return self._closings[code]

    def holds(self, guard: Term, rows: Rows) -> Numbers:
        """Where the guard holds."""
        return np.broadcast_to(self._lookup.value(guard, rows) != 0, len(rows))

    def _add(self, code: Code, plan: Plan) -> None:
        assert plan.command is not None
        if plan.inner:
            moment = self._numbers(plan.terms, due=not plan.closed)
            self.inner[code].append(Inner(plan.command, plan.guard, moment, plan.alike))
            return
        moment_terms = {variable: plan.terms[variable] for variable in self._plans.moment}
        changed = frozenset(self._plans.data(plan.terms).items()), frozenset(moment_terms.items())
        key = plan.command, plan.guard, *changed, plan.hazards, plan.closed
        if key not in self._outer:
            settled = None if plan.closed else self._plans.settled(moment_terms)
            closed = plan.closed or settled is not None
            self._outer[key] = self._outer_step(plan.command, plan, settled or moment_terms, closed=closed)
        self._outer[key].moments |= 1 << code
        self._outer[key].alike |= plan.alike

    def _outer_step(self, command: CommandIndex, plan: Plan, moment: Terms, *, closed: bool) -> Outer:
        data = self._plans.data(plan.terms)
        code = self._plans.number(moment, due=not closed) if self._plans.is_known(moment) else None
        changes = frozenset(self._lookup.blocks(map(read, data)))
        sorted_later = any(blocks & changes for blocks, _ in self._sorters)
        plain = code is not None and not plan.hazards and not sorted_later
        return Outer(
            command,
            plan.guard,
            self._target(plan.terms, plan.hazards),
            self._numbers(moment, due=not closed),
            frozenset(self._lookup.blocks([plan.guard, *data.values(), *map(read, data)])),
            changes,
            code,
            plain and (closed or self._plans.at(code or 0)[0].inner),
        )

    def _target(self, terms: Terms, hazards: Sequence[Hazard]) -> Computed:
        """The positions in which the variables hold the terms, copies in order.

        Before the closing too: it treats copies alike, so that it does not matter.
        """
        data = self._plans.data(terms)
        outside = any_of(hazard.condition for hazard in hazards)
        shift, changes = self._lookup.shift(data), frozenset(self._lookup.blocks(map(read, data)))
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

    def _numbers(self, terms: Terms, *, due: bool) -> Computed:
        """The moment in which the variables have the values of the terms."""
        ordered = [terms[variable] for variable in self._plans.moment]
        if self._plans.is_known(terms):
            code = np.array([self._plans.number(terms, due=due)])
            return lambda rows: code
        compute = partial(self._code, ordered, due)
        return self._lookup.remembered(self._lookup.blocks(ordered), compute)

    def _code(self, terms: Sequence[Term], due: bool, rows: Rows) -> Numbers:
        columns = [self._lookup.value(term, rows) for term in terms]
        return self._codes(columns, due=due).astype(np.int64)

    def _allowed(self, guards: Sequence[Term]) -> Computed:
        """Bit i where the i-th guard holds: what is small of all of them is looked up together."""
        kind = next(kind for kind in _KINDS if len(guards) < 8 * kind(0).nbytes)
        every = kind((1 << len(guards)) - 1)
        guarded: dict[Term, int] = {}
        for number, guard in enumerate(guards):
            for test in conjuncts(guard):
                guarded[test] = guarded.get(test, 0) | 1 << number
        tests = sorted(guarded, key=self._lookup.lowest)
        groups = gathered(((test, self._lookup.blocks([test])) for test in tests), kind)
        parts = [
            self._lookup.remembered(blocks, partial(self._held, {test: guarded[test] for test in some}, every), kind)
            for blocks, some in groups
        ]

        def allowed(rows: Rows) -> Numbers:
            found: Numbers = np.full(len(rows), every)
            for part in parts:
                found &= part(rows)
            return found

        return allowed

    def _held(self, tests: Mapping[Term, int], every: np.signedinteger, rows: Rows) -> Numbers:
        """The guards that hold as far as some tests tell; beside each test are the guards in which it is, as bits."""
        found = np.full(len(rows), every)
        for test, guards in tests.items():
            found &= np.where(self._lookup.value(test, rows) != 0, every, every & ~type(every)(guards))
        return found
