"""The steps between positions and moments in plain Python: positions are integers, and what a step does is looked up.

A position has *marks*, further bits of the integer: one for each moment at which it is reached, and for each at which
it was expanded, for each step that is asleep there, and for some guards that fail. All else follows from a few of these
bits: which moments are reached by steps that leave the position as it is, how many steps there are, and which lead to
other positions. So it is worked out once for the bits at which it looks, and then looked up (the "local transition
caching" of Blom, van de Pol and Weber, "LTSmin: distributed and symbolic reachability", 2010).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from explorer.system.fields import Bits, Fields, Looked, Position
from explorer.system.guarded import Guarded
from explorer.system.orders import earlier
from explorer.system.plain_leads import Leads
from explorer.system.plain_moves import Move, moves_of
from explorer.system.plain_rows import Marks, Rows, twins
from explorer.system.plans import Code, Plans, written_by_most
from explorer.system.system import State, System

_MOST_COMPARED: Final = 64  # steps, each with every other one, to see which can change places
_MOST_COMBINATIONS: Final = 128  # of values of the variables of the moment: each may be one that is never met

ONE_STATE: Final = 1 << 64
"""What a state adds to what a reach counts; a step adds 1."""


class Reach(NamedTuple):
    """What follows from the marks of a position: the `moments` to expand, with all that steps inside of it reach.

    `known` marks them, and those that were expanded before, as expanded. `counted` are the states, and steps inside.
    `groups` are those of which there may be steps to other positions: the bits at which each looks, its rows, from how
    many of the moments they are, and all others. `idle` are groups without a moment, in which no step may have been
    left out. At `bare` moments there is no step inside. More has to be looked at where it is `odd`: commands of several
    deciders may be met, or of one event in several groups. `inside` are the steps inside.
    """

    known: Marks
    counted: int
    groups: tuple[tuple[Bits, Rows, int, int], ...]
    idle: tuple[tuple[Bits, Rows], ...]
    bare: int
    odd: bool
    inside: tuple[Move, ...]
    moments: int


class PlainSteps:
    """All steps of a system. With `reorder`, of steps that can change places one order is enough.

    `groups` are the steps to other positions by their moments, and `reaches` tell what follows from marks. In these a
    moment has its own bit, and one `width` above it where it was expanded. `tests` are tables of guards that fail, with
    the bits of a position at which each looks.
    """

    def __init__(self, system: System, *, reorder: bool = True) -> None:
        """Tell the marks.

        Raises `OverflowError` when there are too many moments, or too many to which one step may lead.
        """
        self.system = system
        self.plans = Plans(system, written_by_most(system, _MOST_COMBINATIONS))
        values = dict(zip(system.variables, system.initial_state(), strict=True))
        self.first_code: Code = self.plans.code([values[variable] for variable in self.plans.moment], due=False)
        self.moves = moves_of(self.plans)
        self.fields = Fields(system, self.plans.moment)
        self.first: Position = self.fields.position(values)
        self.open = self.plans.open_moments
        self.width = self.plans.known
        self.every_moment = (1 << self.width) - 1
        self._marks = 2 * self.width
        self.tests: tuple[tuple[Bits, Looked], ...] = ()
        inside: list[Move] = []
        by_moments: dict[int, list[Move]] = {}
        for move in self.moves:
            outside = move.changes or move.leaves
            (by_moments.setdefault(move.moments, []) if outside else inside).append(move)
        if reorder:
            for some in by_moments.values():
                for start in range(0, len(some), _MOST_COMPARED):
                    self._reorder(some[start : start + _MOST_COMPARED])
        closing = self.fields.mask(variable for move in self.moves if not move.counts for variable in move.changes)
        events = self.plans.events
        leads = Leads(self.fields, system)
        groups = by_moments.items()
        self.groups = [Rows(self.fields, leads, events, closing, moments, some) for moments, some in groups]
        self.reaches = Reaches(self, inside)
        deciders = [self._deciders(code) for code in range(self.width)]
        self.mixed = sum(1 << code for code, some in enumerate(deciders) if len(some) > 1)

    def state(self, position: Position, code: Code) -> State:
        """The state that a position is at a moment."""
        return self.fields.state(position, {v: term.value for v, term in self.plans.values(code).items()})

    def word(self, position: Position, marks: Marks) -> Bits:
        """The position with its marks."""
        return marks << self.fields.bits | position

    def known(self, marks: Marks) -> int:
        """The moments at which a position with these marks has been expanded."""
        return marks >> self.width & self.every_moment

    def reached(self, position: Position, marks: Marks) -> int:
        """The moments that are known of a position, with all that steps inside of it reach."""
        return self.reaches[self._told(position, marks) & self.reaches.looks].moments | self.known(marks)

    def inside(self, position: Position) -> Sequence[Move]:
        """The steps that leave the position as it is and whose guards hold, whatever the moment."""
        return self.reaches.allowed(self._told(position, 0))

    def _told(self, position: Position, marks: Marks) -> Marks:
        """The marks, and those of guards that fail."""
        for looks, failing in self.tests:
            marks |= failing[position & looks]
        return marks

    def settled(self, position: Position, code: Code) -> tuple[Position, Code]:
        """The position and the moment after the closing, where it is due."""
        if self.open >> code & 1:
            return position, code
        found = [(position, move.code) for move in self.inside(position) if move.moments >> code & 1]
        for group in self.groups:
            if group.moments >> code & 1:
                found += [(group.target(move, position), move.code) for move in group.kind(position).moves]
        return found[0]

    def widen(self, positions: Collection[Position]) -> None:
        """Let groups look at more where some positions show that it pays; what was looked up is then not right."""
        if any([group.widen(positions) for group in self.groups]):  # noqa: C419 - all of them
            self.reaches.clear()

    def decider(self, move: Move) -> str:
        """Who decides the step of a command."""
        return self.system.commands[move.command].by

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
        return {self.decider(move) for move in self.moves if move.counts and move.moments >> code & 1}


class Reaches(dict[Marks, Reach]):
    """What follows from marks, by those of moments and of the guards of steps that leave a position as it is."""

    def __init__(self, steps: PlainSteps, moves: Sequence[Move]) -> None:
        """Nothing is known yet."""
        super().__init__()
        self._steps = steps
        self._guarded = Guarded(moves, steps.fields)
        self._every = (1 << self._guarded.bits) - 1
        self._place = steps.marks(self._guarded.bits)
        steps.tests = self._guarded.tables(self._place)
        moments = steps.every_moment | steps.every_moment << steps.width
        self.looks = moments | self._every << self._place

    def allowed(self, marks: Marks) -> Sequence[Move]:
        """The steps whose guards hold."""
        return self._guarded.allowed(marks >> self._place & self._every)

    def __missing__(self, marks: Marks) -> Reach:
        steps = self._steps
        allowed = self.allowed(marks)
        before = steps.known(marks)
        todo = work = marks & steps.every_moment & ~before
        while work:
            reached = reduce(or_, (1 << move.code for move in allowed if move.moments & work), 0)
            work = reached & ~(todo | before)
            todo |= work
        real = todo & steps.open
        inside = tuple(move for move in allowed if move.counts and move.moments & todo)
        taken = reduce(or_, (move.moments for move in inside), 0)
        closed = reduce(or_, (move.moments for move in allowed if not move.counts), 0)
        groups = [group for group in steps.groups if group.moments & todo & ~(closed if group.closes else 0)]
        found = self[marks] = Reach(
            (todo | before) << steps.width,
            real.bit_count() * ONE_STATE + sum((move.moments & todo).bit_count() for move in inside),
            tuple((group.looks, group, (group.moments & todo).bit_count(), ~group.moments) for group in groups),
            tuple((group.looks, group) for group in steps.groups if group.movable and not group.moments & todo),
            real & ~taken,
            bool(real & steps.mixed) or self._may_repeat(inside, groups),
            inside,
            todo,
        )
        return found

    def _may_repeat(self, inside: Sequence[Move], groups: Sequence[Rows]) -> bool:
        """Whether a step may be told like another one that is not of its group."""
        events = self._steps.plans.events
        alike = [{events[move.command] for move in some if move.alike} for some in (inside, *(g.moves for g in groups))]
        return bool(twins(inside, events)) or len(set().union(*alike)) < sum(map(len, alike))
