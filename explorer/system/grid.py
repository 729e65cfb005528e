"""The positions of a system as the cells of a grid, for boards whose parts hardly touch each other.

Variables that some step writes together lie on one *axis*, which lists the values that they are met with; a position is
a place on each axis. Items that do not interfere fill such a grid: nearly every cell is reached, so a position needs
neither a name nor looking up. A step moves along an axis, by as much as its place there says, wherever its guard allows
it; and a guard is worked out for all cells at once, along the axes at which it looks.

What the axes list is met by working every step out over the grid there is, until no step leaves it. So they list more
than is reached where places do not go together; that costs room and is not wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

import numpy as np

from explorer.system.codes import Codes
from explorer.system.constructors import FALSE, all_of, any_of, equal, negate
from explorer.system.decided import elsewhere, given
from explorer.system.layout import distinct
from explorer.system.memory import uncollected
from explorer.system.nodes import Term, const, variables_of
from explorer.system.packing import column_type
from explorer.system.plans import Code, Plans, TooManyMoments, written_by_most
from explorer.system.rows import sort_rows
from explorer.system.spread import Array, Spread
from explorer.system.steps import Step, Steps
from explorer.system.system import State, System
from explorer.system.variables import Variable

MOST_CELLS: Final = 1 << 25
_MOST_PLACES: Final = 1 << 14  # on an axis
_MOST_RAW: Final = 1 << 62
_MOST_CASES: Final = 64  # of a step


class NotAGrid(OverflowError):  # noqa: N818
    """The positions of a system do not make a grid, or one that is too large."""


class Axis:
    """Variables that are written together, and the values that they are met with: a row of `held` for each place."""

    def __init__(self, variables: Sequence[Variable], copies: Sequence[Sequence[Sequence[Variable]]]) -> None:
        """No place is known yet. `copies` are the interchangeable rows of variables on the axis."""
        self.variables = tuple(variables)
        self.copies = copies
        self._sizes = [variable.high - variable.low + 1 for variable in variables]
        if prod(self._sizes) > _MOST_RAW or any(column_type(v.low, v.high) == "object" for v in variables):
            raise NotAGrid(f"{', '.join(map(str, variables))} may have too many values together")
        self.held = np.zeros((0, len(variables)), np.int64)
        self._raw = np.zeros(0, np.int64)

    def __len__(self) -> int:
        """The number of places."""
        return len(self.held)

    def raw(self, columns: Sequence[Array]) -> Array:
        """The values of the variables as one number, met or not."""
        found: Array = np.zeros((), np.int64)
        for variable, size, column in zip(self.variables, self._sizes, columns, strict=True):
            found = found * size + (column - np.int64(variable.low))
        return found

    def add(self, raw: Array) -> None:
        """Give places to values that had none. Raises `NotAGrid` when there are too many."""
        if len(self) + len(raw) > _MOST_PLACES:
            raise NotAGrid(f"{', '.join(map(str, self.variables))} have too many values together")
        rest, columns = raw, []
        for variable, size in reversed(list(zip(self.variables, self._sizes, strict=True))):
            rest, value = np.divmod(rest, size)
            columns.append(value + variable.low)
        self.held = np.concatenate([self.held, np.stack(columns[::-1], axis=-1)])
        self._raw = np.concatenate([self._raw, raw])
        self._order = np.argsort(self._raw)

    def places(self, raw: Array) -> tuple[Array, Array]:
        """The place of each value, and where it has none."""
        at = np.minimum(np.searchsorted(self._raw, raw, sorter=self._order), len(self) - 1)
        found = self._order[at]
        return found, self._raw[found] != raw


@dataclass(frozen=True, eq=False)
class Worked:
    """A step worked out over the grid: where it is allowed, to which moment it leads, and to which place of each axis.

    The first two lie along the axes at which they look; on an axis the places are told for each place that it has.
    """

    step: Step
    allowed: Array
    codes: Array
    targets: Mapping[int, Array]


@dataclass(eq=False)
class _Case:
    """A step, the axes at which it looks or writes, and what it came to when they had these sizes."""

    step: Step
    axes: Sequence[int]
    sizes: tuple[int, ...] | None = None
    worked: Worked | None = None


class Grid:
    """The axes of a system, and all its steps worked out over them."""

    def __init__(self, system: System) -> None:
        """Raises `NotAGrid` when there is no grid, or a variable may leave its range somewhere in it."""
        self.system = system
        self.plans = Plans(system, written_by_most(system))
        self._moments = Codes(self.plans)
        self._steps = Steps(self.plans)
        self._cases: list[_Case] = []
        values = dict(zip(system.variables, system.initial_state(), strict=True))
        self.first_code: Code = self.plans.code([values[variable] for variable in self.plans.moment], due=False)
        try:
            with uncollected():
                self._lay_out(values)
        except TooManyMoments as error:
            raise NotAGrid("too many moments") from error

    @property
    def shape(self) -> tuple[int, ...]:
        """How many places each axis has."""
        return tuple(map(len, self.axes))

    def taken(self) -> list[Worked]:
        """All steps worked out; they are large, and can be taken once."""
        found = [case.worked for case in self._cases if case.worked is not None]
        self._cases, self._spread = [], Spread(self.column)
        return found

    def along(self, number: int, values: Array) -> Array:
        """Values for each place of an axis, along it."""
        found: Array = values.reshape([-1 if other == number else 1 for other in range(len(self.axes))])
        return found

    def column(self, variable: Variable) -> Array:
        """The values of a variable along its axis."""
        number, place = self.place[variable]
        held = self.axes[number].held[:, place]
        return self.along(number, held.astype(column_type(variable.low, variable.high)))

    def _lay_out(self, values: Mapping[Variable, int]) -> None:
        """Work all steps out, anew whenever a new moment is met, until nothing new is."""
        self.axes: list[Axis] = []
        self._steps.prepare()
        self._part(values)
        while True:
            self._spread = Spread(self.column)
            self._work_out()
            new = [np.concatenate(self._new[number]) for number in range(len(self.axes))]
            for axis, raw in zip(self.axes, new, strict=True):
                if len(raw):
                    axis.add(distinct(raw))
            if prod(self.shape) > MOST_CELLS:
                raise NotAGrid("too many cells")
            if not self._steps.ready:
                self._steps.prepare()
                self._part(values)
            elif not any(map(len, new)):
                return

    def _part(self, values: Mapping[Variable, int]) -> None:
        """Lay the variables on axes: those that a step of a command writes, and copies, together."""
        written = [step.data for step in self._steps.found if step.command is not None]
        kept = [[v for row in orbit.rows for v in row] for orbit in self.system.orbits]
        groups = _joined([v for v in self.system.variables if v not in self.plans], [*written, *kept])
        if len(groups) < 2:
            raise NotAGrid("all positions lie on one axis")
        if [axis.variables for axis in self.axes] != groups:
            self._begin_anew(groups, values)
        self._cases = [_Case(case, self._looked_at(case)) for step in self._steps.found for case in self._by_case(step)]

    def _begin_anew(self, groups: Sequence[Sequence[Variable]], values: Mapping[Variable, int]) -> None:
        """Axes on which only the first place is known."""
        self.axes = []
        for group in groups:
            copies = [orbit.rows for orbit in self.system.orbits if orbit.rows[0][0] in group]
            self.axes.append(Axis(group, copies))
            self.axes[-1].add(self.axes[-1].raw([np.array([values[v]]) for v in group]))
        self.place = {v: (n, at) for n, axis in enumerate(self.axes) for at, v in enumerate(axis.variables)}

    def _looked_at(self, step: Step) -> list[int]:
        """The axes on which it depends what a step does."""
        terms = [step.guard, step.hazard, *step.data.values(), *step.moment.values()]
        read = frozenset().union(step.data, *map(variables_of, terms))
        return sorted({self.place[variable][0] for variable in read if variable in self.place})

    def _by_case(self, step: Step) -> Iterator[Step]:
        """The step by what holds elsewhere: where it leads on an axis then depends on the place on this axis alone."""
        own = {number: frozenset(axis.variables) for number, axis in enumerate(self.axes)}
        axis = {variable: self.place[variable][0] for variable in step.data}
        parts = dict.fromkeys(part for v, term in step.data.items() for part in elsewhere(term, own[axis[v]]))
        if prod(part.high - part.low + 1 for part in parts) > _MOST_CASES:
            raise NotAGrid("where a step leads depends on too much elsewhere")
        cases: dict[frozenset[tuple[Variable, Term]], list[Term]] = {}
        for values in product(*(range(part.low, part.high + 1) for part in parts)):
            known = dict(zip(parts, map(const, values), strict=True))
            memos = {number: known.copy() for number in axis.values()}
            data = frozenset((v, given(term, own[axis[v]], memos[axis[v]])) for v, term in step.data.items())
            holds = all_of(*(equal(part, value) for part, value in zip(parts, values, strict=True)))
            cases.setdefault(data, []).append(holds)
        for number, (data, holding) in enumerate(cases.items()):
            last = number == len(cases) - 1
            other = negate(any_of(one for some in cases.values() if some is not holding for one in some))
            guard = all_of(step.guard, other if last else any_of(holding))
            yield replace(step, guard=guard, data=dict(data))

    def _work_out(self) -> None:
        """Work out all steps that may do something else since an axis got more places."""
        self._new: list[list[Array]] = [[np.zeros(0, np.int64)] for _ in self.axes]
        for case in self._cases:
            sizes = tuple(len(self.axes[axis]) for axis in case.axes)
            if case.sizes != sizes:
                case.sizes, case.worked = sizes, self._work(case.step)

    def _work(self, step: Step) -> Worked | None:
        """A step worked out; None when it is allowed nowhere."""
        allowed = self._spread.truth(step.guard)
        if not allowed.any():
            return None
        if step.hazard is not FALSE and (allowed & self._spread.truth(step.hazard)).any():
            raise NotAGrid("a variable may leave its range")
        return Worked(step, allowed, self._codes(step, allowed), dict(self._targets(step, allowed)))

    def _codes(self, step: Step, allowed: Array) -> Array:
        """The moments to which the step leads; anything where it is not allowed."""
        if self.plans.is_known(step.moment):
            return np.array(self.plans.number(step.moment, due=step.due))
        columns = np.broadcast_arrays(allowed, *(self._spread(step.moment[v]) for v in self.plans.moment))
        codes = np.zeros(columns[0].shape, np.int64)
        codes[columns[0]] = self._moments([column[columns[0]] for column in columns[1:]], due=step.due)
        return codes

    def _targets(self, step: Step, allowed: Array) -> Iterator[tuple[int, Array]]:
        """For each axis on which the step writes, the places to which it leads; anything where it is not allowed."""
        for number in sorted({self.place[variable][0] for variable in step.data}):
            axis = self.axes[number]
            held = {v: self._spread(step.data[v]) if v in step.data else self.column(v) for v in axis.variables}
            for copies in axis.copies:
                if not step.data.keys().isdisjoint(v for row in copies for v in row):
                    sort_rows(held, copies)
            raw = np.asarray(axis.raw([held[variable] for variable in axis.variables]))
            if raw.size > len(axis):
                raise NotAGrid("where a step leads depends on several axes")
            raw = np.broadcast_to(raw, self.along(number, np.zeros(len(axis))).shape)
            places, unknown = axis.places(raw)
            if unknown.any():
                there = np.any(allowed & unknown, axis=tuple(n for n in range(len(self.axes)) if n != number))
                self._new[number].append(raw.ravel()[there.ravel()])
            yield number, places.ravel()

    def states(self, cells: Array, code: Code) -> Iterator[State]:
        """The states at a moment, in these cells."""
        at = np.unravel_index(cells, self.shape)
        moment = self.plans.values(code)
        columns = (
            np.full(len(cells), moment[v].value) if v in moment else self.values_at(v, at)
            for v in self.system.variables
        )
        return zip(*(column.tolist() for column in columns), strict=True)

    def values_at(self, variable: Variable, at: Sequence[Array]) -> Array:
        """The values of a variable at places, given for each axis."""
        number, place = self.place[variable]
        found: Array = self.axes[number].held[at[number], place]
        return found


def _joined(variables: Sequence[Variable], groups: Iterable[Iterable[Variable]]) -> list[tuple[Variable, ...]]:
    """The variables, those of a group together, the smallest of what comes out first."""
    group_of: dict[Variable, tuple[Variable, ...]] = {variable: (variable,) for variable in variables}
    for group in groups:
        together = {variable: None for one in group for variable in group_of[one]}
        group_of |= dict.fromkeys(together, tuple(together))
    order = {variable: number for number, variable in enumerate(variables)}
    parts = [tuple(sorted(group, key=lambda variable: order[variable])) for group in dict.fromkeys(group_of.values())]
    return sorted(parts, key=len)
