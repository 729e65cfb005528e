"""The steps between positions and moments in plain Python: positions are integers, and what a step does is looked up.

A position has *marks*, further bits of the integer: one for each moment at which it is reached, for each step that is
asleep there (`explorer.system.orders`), and for some guards that fail. All else follows from a few of these bits: which
moments are reached by steps that leave the position as it is, how many steps there are, and which lead to other
positions. So it is worked out once for the bits at which it looks, and then looked up (the "local transition caching" of
Blom, van de Pol and Weber, "LTSmin: distributed and symbolic reachability", 2010).

Steps from the same moments are looked up together, first by the bits of the position at which their guards look. When
these turn out to be too many, it is first looked up which guards fail, by some bits at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from explorer.system.fields import Bits, Fields, Looked, Position
from explorer.system.guarded import Guarded
from explorer.system.orders import earlier
from explorer.system.plain_moves import Move, lead_of, moves_of
from explorer.system.plans import Code, Plans, written_by_most
from explorer.system.system import State, System

Marks = int
"""Bits above those of a position: what is known of it."""

ONE_STATE: Final = 1 << 64
"""What a state adds to what a reach counts; a step adds 1."""


class LeavesRange(Exception):  # noqa: N818
    """A variable leaves its range somewhere."""


Row = tuple[int, tuple[tuple[Bits, Marks], ...], tuple[tuple[Bits, Looked, Marks], ...], bool]
"""What may be done from the same moments where the same guards hold, and the same steps are asleep.

How many steps are allowed, the closing aside; of those that are awake what they flip and the marks that they leave, where
that is always the same; and where it is not, the bits at which they look, what they flip by these, and the marks. Then
whether it is not told by this how many of them have one decider, event and target; else these count as one.
"""


class Reach(NamedTuple):
    """What follows from the moments of a position: all `moments` that steps inside of it reach.

    `known` are the marks of these and of those that were expanded before. `counted` are the states, and steps inside.
    `groups` are those of which there may be steps to other positions: the bits at which each looks, its rows, from how many
    of the moments they are, and all others. `idle` are groups without a moment, in which no step may have been left out. At `bare` moments
    there is no step inside. It is `odd` where commands of several deciders may be met, or of one event in several groups.
    `inside` are the steps inside.
    """

    known: Marks
    counted: int
    groups: tuple[tuple[Bits, Rows, int, int], ...]
    idle: tuple[tuple[Bits, Rows], ...]
    bare: int
    odd: bool
    inside: tuple[Move, ...]
    moments: int


class _Kind(NamedTuple):
    """What rows have in common: how many steps are allowed, and the leads of those that are awake.

    Of some it follows from the row what they flip. There are `twins` where several have one event. `movable` says whether some of the steps can change places.
    """

    count: int
    same: tuple[tuple[Looked, Marks], ...]
    varied: tuple[tuple[Bits, Looked, Marks], ...]
    twins: tuple[Move, ...]
    movable: bool
    moves: tuple[Move, ...]


class PlainSteps:
    """All steps of a system, by marks. With `reorder`, of steps that can change places one order is enough.

    `tests` are tables of guards that fail, each with the bits of the position at which it looks.
    """

    def __init__(self, system: System, *, reorder: bool = True) -> None:
        """Tell the marks.

        Raises `OverflowError` when a variable does not fit 64 bits, or there are too many moments.
        """
        self.system = system
        self.plans = Plans(system, written_by_most(system))
        self.fields = Fields(system, self.plans.moment)
        values = dict(zip(system.variables, system.initial_state(), strict=True))
        self.first_code: Code = self.plans.code([values[variable] for variable in self.plans.moment], due=False)
        self.first: Position = self.fields.position(values)
        self.moves = moves_of(self.plans)
        self.open = self.plans.open_moments
        self.low = self.fields.bits
        self.width = self.plans.known
        self.every_moment = (1 << self.width) - 1
        self._marks = 2 * self.width
        self.tests: tuple[tuple[Bits, Looked], ...] = ()
        by_moments: dict[int, list[Move]] = {}
        for move in self.moves:
            if move.changes or move.leaves:
                by_moments.setdefault(move.moments, []).append(move)
        if reorder:
            for some in by_moments.values():
                self._reorder(some)
        self.groups = [Rows(self, moments, moves) for moments, moves in by_moments.items()]
        self.reaches = Reaches(self, [move for move in self.moves if not (move.changes or move.leaves)])
        deciders = [self._deciders(code) for code in range(self.width)]
        self.mixed = sum(1 << code for code, some in enumerate(deciders) if len(some) > 1)

    def state(self, position: Position, code: Code) -> State:
        """The state that a position is at a moment."""
        return self.fields.state(position, {v: term.value for v, term in self.plans.values(code).items()})

    def marked(self, position: Position, marks: Marks) -> Marks:
        """The position with these marks, and those of guards that fail."""
        marks = marks << self.low | position
        for looks, failing in self.tests:
            marks |= failing[position & looks]
        return marks

    def known(self, marks: Marks) -> int:
        """The moments at which a position with these marks has been expanded."""
        return marks >> self.width & self.every_moment

    def reached(self, position: Position, marks: Marks) -> int:
        """The moments that are known of a position, with all that steps inside of it reach."""
        reach = self.reaches[self.marked(position, marks) & self.reaches.looks]
        return reach.moments | self.known(marks)

    def settled(self, position: Position, code: Code) -> tuple[Position, Code]:
        """The position and the moment after the closing, where it is due."""
        if self.open >> code & 1:
            return position, code
        for move in self.inner_moves(position):
            if not move.counts and move.moments >> code & 1:
                return position, move.code
        for group in self.groups:
            if group.moments >> code & 1:
                for move in group.kind(position & group.looks).moves:
                    return group.target(move, position), move.code
        raise AssertionError("the closing leads nowhere")

    def inner_moves(self, position: Position) -> Sequence[Move]:
        """The steps whose guards hold and that leave the position as it is, whatever the moment."""
        return self.reaches.allowed(self.marked(position, 0))

    def decider(self, move: Move) -> str:
        """Who decides a step that counts."""
        assert move.step.command is not None
        return self.system.commands[move.step.command].by

    def event(self, move: Move) -> int:
        """The number of the decider and event of a step that counts."""
        assert move.step.command is not None
        return self.plans.events[move.step.command]

    def marks(self, count: int) -> int:
        """The place of the lowest of so many new marks."""
        self._marks += count
        return self._marks - count

    def _reorder(self, moves: Sequence[Move]) -> None:
        """Find out which of the steps can change places."""
        for move, before in zip(moves, earlier(moves), strict=True):
            move.before = tuple(other for place, other in enumerate(moves) if before >> place & 1)
            move.movable |= bool(before)
            for other in move.before:
                other.sleeps = other.sleeps or 1 << self.marks(1)
                other.movable = True

    def _deciders(self, code: Code) -> set[str]:
        commands = [move.step.command for move in self.moves if move.moments >> code & 1]
        return {self.system.commands[command].by for command in commands if command is not None}


class Reaches(dict[Marks, Reach]):
    """What follows from moments, by the marks at which steps look that leave the position as it is."""

    def __init__(self, steps: PlainSteps, moves: Sequence[Move]) -> None:
        """Nothing is known yet."""
        super().__init__()
        self._steps = steps
        self._guarded = Guarded(moves, steps.fields)
        self._place = steps.marks(self._guarded.bits)
        self._every = (1 << self._guarded.bits) - 1
        steps.tests += self._guarded.tables(steps.low + self._place)
        moments = steps.every_moment | steps.every_moment << steps.width
        self.looks = (moments | self._every << self._place) << steps.low

    def allowed(self, marks: Marks) -> Sequence[Move]:
        """The steps whose guards hold, by the marks of a position."""
        return self._guarded.allowed(marks >> self._steps.low + self._place & self._every)

    def __missing__(self, marks: Marks) -> Reach:
        steps = self._steps
        allowed = self.allowed(marks)
        before = steps.known(marks >> steps.low)
        todo = work = marks >> steps.low & steps.every_moment & ~before
        while work:
            reached = reduce(or_, (1 << move.code for move in allowed if move.moments & work), 0)
            work = reached & ~(todo | before)
            todo |= work
        real = todo & steps.open
        inside = [move for move in allowed if move.counts and move.moments & todo]
        groups = [group for group in steps.groups if group.moments & todo]
        taken = reduce(or_, (move.moments for move in inside), 0)
        alike = [{steps.event(move) for move in moves if move.alike} for moves in (inside, *(g.moves for g in groups))]
        found = self[marks] = Reach(
            (todo | before) << steps.width,
            real.bit_count() * ONE_STATE + sum((move.moments & todo).bit_count() for move in inside),
            tuple((group.looks, group, (group.moments & todo).bit_count(), ~group.moments) for group in groups),
            tuple((group.looks, group) for group in steps.groups if group.movable and not group.moments & todo),
            real & ~taken,
            bool(real & steps.mixed) or len(set().union(*alike)) < sum(map(len, alike)) or bool(_twins(steps, inside)),
            tuple(inside),
            todo,
        )
        return found


class Rows(dict[Marks, Row | None]):
    """Steps to other positions from the same moments, by the bits at which they look, of positions or marks."""

    def __init__(self, steps: PlainSteps, moments: Marks, moves: Sequence[Move]) -> None:
        """Nothing is known yet."""
        super().__init__()
        self._steps = steps
        self.moments = moments
        self.moves = moves
        self.movable = any(move.movable for move in moves)
        self._guarded = Guarded(moves, steps.fields)
        self._sleeps = reduce(or_, (move.sleeps for move in moves), 0) << steps.low
        self.looks: Marks = self._guarded.looks | self._sleeps
        self._leads: dict[Move, Looked] = {}
        self._kinds: dict[tuple[Bits, Marks], _Kind] = {}

    def kind(self, marks: Marks) -> _Kind:
        """What is the same wherever the same guards hold and the same steps are asleep."""
        failing = self._guarded.failing(marks & self._guarded.looks)
        sleeping = marks & self._sleeps
        found = self._kinds.get((failing, sleeping))
        if found is None:
            found = self._kinds[failing, sleeping] = self._kind(failing, sleeping >> self._steps.low)
        return found

    def __missing__(self, marks: Marks) -> Row | None:
        kind = self.kind(marks)
        if any(move.leaves for move in kind.moves):
            raise LeavesRange
        same: dict[Bits, Marks] = {}
        for flips, left in kind.same:
            flip = flips[marks & flips.looks]
            same[flip] = same.get(flip, 0) | left
        count, unclear = kind.count, False
        if kind.twins:
            unclear = any(move.step.due or self._varies(move) for move in kind.twins)
            if not unclear:
                count -= len(kind.twins) - len({self._led(move, marks) for move in kind.twins})
        found = self[marks] = (count, tuple(same.items()), kind.varied, unclear) if kind.moves else None
        return found

    def _varies(self, move: Move) -> bool:
        """Whether a row does not tell what the step flips."""
        return bool(self._lead(move).looks & ~self._guarded.looks)

    def _led(self, move: Move, marks: Marks) -> tuple[int, Bits, Code]:
        """The event, and where the step leads."""
        flips = self._lead(move)
        return self._steps.event(move), flips[marks & flips.looks], move.code

    def target(self, move: Move, position: Position) -> Position:
        """The position to which the step leads from another."""
        flips = self._lead(move)
        return position ^ flips[position & flips.looks]

    def _kind(self, failing: Bits, sleeping: Marks) -> _Kind:
        allowed = self._guarded.allowed(failing)
        same, varied = [], []
        for move in allowed:
            if not (sleeping & move.sleeps or move.leaves):
                flips = self._lead(move)
                left = 1 << move.code | reduce(or_, (one.sleeps for one in move.before if one in allowed), 0)
                if self._varies(move):
                    varied.append((flips.looks, flips, left))
                else:
                    same.append((flips, left))
        movable = any(move.movable for move in allowed)
        count = sum(move.counts for move in allowed)
        return _Kind(count, tuple(same), tuple(varied), _twins(self._steps, allowed), movable, tuple(allowed))

    def _lead(self, move: Move) -> Looked:
        found = self._leads.get(move)
        if found is None:
            found = self._leads[move] = lead_of(move, self._steps.system, self._steps.fields)
        return found


def _twins(steps: PlainSteps, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The steps that have the decider and event of another one."""
    events = [steps.event(move) for move in moves if move.alike]
    return tuple(move for move in moves if move.alike and events.count(steps.event(move)) > 1)
