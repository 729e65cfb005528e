"""All states that can be reached, by positions and their moments, in plain Python.

The search of `explorer.search.folded`, one position after the other: for boards so small that numpy does not pay. What
can be done in a position is looked up (`explorer.system.plain`), and the positions of one distance from the start are a
dict of their own, so that what is written lies together. Every state and every step is counted, as
`explorer.search.explore` counts them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Final

from explorer.search.explore import NO_LIMITS, Limits, Progress, Watch, ended, refuse_mixed
from explorer.search.graph import Limit
from explorer.system.commands import OutOfDomain
from explorer.system.compiled import CompiledStepper
from explorer.system.fields import Position
from explorer.system.plain import ONE_STATE, PlainSteps, Reach
from explorer.system.plain_moves import Move
from explorer.system.plain_rows import LeavesRange, Marks, collisions
from explorer.system.plans import Code, codes_of
from explorer.system.system import State, System

_TOGETHER: Final = 4096  # positions that are expanded between two looks at the limits
_NOT_FEW: Final = 4_000  # positions, by which it can be told whether there will be many
_CLEARLY: Final = 1.5  # times as many as are worth it, before a guess is believed
_LEAST_BEND: Final = 0.95  # of what the growth is from one distance to the next: so the numbers come to an end
_ENOUGH: Final = 300  # positions, to tell by those of one distance at how much it pays to look


def explore_plain(
    system: System,
    *,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
    most_positions: int | None = None,
) -> PlainStates | None:
    """All states that can be reached; None where more than `most_positions` are met, or seem to be ahead.

    Raises `OverflowError` when there are too many moments, and `MixedDeciders` and `OutOfDomain` as
    `explorer.search.explore.explore` does.
    """
    watch = Watch(limits, progress)
    collecting = gc.isenabled()
    gc.disable()  # the search makes no cyclic garbage
    try:
        return _searched(system, watch, most_positions)
    except _TooMany:
        return None
    finally:
        if collecting:
            gc.enable()


def _searched(system: System, watch: Watch, most: int | None) -> PlainStates:
    try:
        search = _Search(PlainSteps(system), watch, most)
        return search.found(ended(search.run))
    except _OrdersMatter:
        search = _Search(PlainSteps(system, reorder=False), watch, most)
        return search.found(ended(search.run))


@dataclass(frozen=True, eq=False)
class PlainStates:
    """What was found: for each position its marks, and from where it was first reached.

    `others` are further positions from which one was reached at another moment. `final` are positions with moments in
    which no command can be taken, and these moments as bits. When `limit` is not None, it ended the search, and there
    may be more of everything.
    """

    steps: PlainSteps
    marks: dict[Position, Marks]
    first: tuple[Position, Code]
    final: Sequence[tuple[Position, int]]
    states: int
    transitions: int
    limit: Limit | None
    parents: dict[Position, Position] = field(repr=False)
    others: Sequence[tuple[Position, Position]] = field(repr=False)

    @property
    def system(self) -> System:
        """The system that was searched."""
        return self.steps.system

    @property
    def complete(self) -> bool:
        """Whether this is all that can be reached."""
        return self.limit is None

    @property
    def finished(self) -> int:
        """The number of states in which no command can be taken."""
        return sum(moments.bit_count() for _, moments in self.final)

    @property
    def positions(self) -> int:
        """The number of positions of states."""
        return sum(1 for marks in self.marks.values() if self.steps.known(marks) & self.steps.open)

    def final_states(self) -> Iterator[State]:
        """The states in which no command can be taken."""
        return self._states(self.final)

    def all_states(self) -> Iterator[State]:
        """Every state, position by position."""
        return self._states((position, self.steps.known(marks)) for position, marks in self.marks.items())

    def _states(self, found: Iterable[tuple[Position, int]]) -> Iterator[State]:
        for position, moments in found:
            yield from (self.steps.state(position, code) for code in codes_of(moments & self.steps.open))


class _Search:
    """A search under way.

    `level` are the positions to expand, all of one distance from the start or met again at a new moment, with their
    marks: new moments, those that are known, and what is asleep. `marks` are those of all that have been met.

    Where a step was taken and an earlier one, with which it can change places, could have been, the earlier one is
    asleep in the position it leads to if that is one step farther from the start (decision 17). That needs that no step
    is lost by another: positions where it is allowed have a moment at which it is. That is watched, and where it fails
    the search begins again with every order.
    """

    def __init__(self, steps: PlainSteps, watch: Watch, most: int | None) -> None:
        self.steps = steps
        self.watch = watch
        self.most = most
        self.level: dict[Position, Marks] = {steps.first: 1 << steps.first_code}
        self.marks: dict[Position, Marks] = {}
        self.parents: dict[Position, Position] = {}
        self.others: list[tuple[Position, Position]] = []
        self.final: list[tuple[Position, int]] = []
        self.sizes: list[int] = []
        self.states = self.transitions = self.distance = 0

    def run(self) -> Limit | None:
        """Expand positions until none is left (None) or a limit is reached."""
        while self.level:
            if len(self.marks) < _ENOUGH <= len(self.marks) + len(self.level):
                self.steps.widen(self.level)
            self.marks.update(self.level)
            self.sizes.append(len(self.level))
            if self.most is not None and self.exceeds(self.most):
                raise _TooMany
            nearer: dict[Position, Marks] = {}
            again: dict[Position, Marks] = {}
            left = iter(self.level.items())
            for _ in range(0, len(self.level), _TOGETHER):
                limit = self.watch.reached(self.states, self.transitions, self.distance)
                if limit is not None:
                    return limit
                try:
                    self.expand(islice(left, _TOGETHER), nearer, again)
                except LeavesRange:
                    raise self.blamed() from None
            for position, moments in again.items():
                marks = self.marks[position]
                if moments & ~self.steps.known(marks):
                    nearer[position] = marks & ~self.steps.every_moment | moments
            self.level = nearer
            self.distance += 1
        return None

    def exceeds(self, most: int) -> bool:
        """Whether more positions are known than that, or where not few are, clearly more seem to be ahead."""
        known = len(self.marks)
        return known > most or (known >= _NOT_FEW and known + ahead(self.sizes) > _CLEARLY * most)

    def expand(  # noqa: PLR0912 - all that is done for each position, without a call
        self, some: Iterable[tuple[Position, Marks]], nearer: dict[Position, Marks], again: dict[Position, Marks]
    ) -> None:
        """Take all steps from positions: to those that are one step farther, `nearer`, or were met `again`."""
        steps, marks, parents, others = self.steps, self.marks, self.parents, self.others
        tests, reaches = steps.tests, steps.reaches
        low, width, every, told = steps.fields.bits, steps.width, steps.every_moment, steps.reaches.looks
        met = nearer.get
        counted = 0
        for position, known in some:
            fails = known
            for looks, failing in tests:
                fails |= failing[position & looks]
            reach = reaches[fails & told]
            after, count, groups, idle, bare, odd, _, _ = reach
            marks[position] = known | after
            counted += count
            word = known << low | position
            for looks, rows, moments, elsewhere in groups:
                row = rows[word & looks]
                if row is None:
                    continue
                count, leads, doubt = row
                if doubt is not None:
                    count -= collisions(doubt, position)
                    odd = odd or not doubt
                counted += moments * count
                bare &= elsewhere
                for keep, flip, looked, more, left in leads:
                    target = position & keep ^ flip
                    if looked:
                        target ^= more[position & looked]
                    before = met(target)
                    if before is not None:
                        together = before | left
                        if together != before:
                            nearer[target] = together
                            if (together ^ before) & every:
                                others.append((target, position))
                    elif target not in marks:
                        nearer[target] = left
                        parents[target] = position
                    elif left & every & ~(marks[target] >> width):
                        again[target] = again.get(target, 0) | left & every
                        others.append((target, position))
            if idle and any(rows.kind(word & looks).movable for looks, rows in idle):
                raise _OrdersMatter
            if bare:
                self.final.append((position, bare))
            if odd:
                counted -= self.look(position, word, reach)
        self.states += counted // ONE_STATE
        self.transitions += counted % ONE_STATE

    def look(self, position: Position, word: Marks, reach: Reach) -> int:
        """How many of the steps that were counted lead where another one leads.

        Raises `MixedDeciders` where commands of several deciders can be taken.
        """
        steps = self.steps
        count = 0
        moves = list(reach.inside)
        alike = [(move, position) for move in reach.inside if move.alike]
        for looks, rows, moments, _ in reach.groups:
            kind = rows.kind(word & looks)
            row = rows[word & looks]
            if row is not None:
                count -= moments * (kind.steps - row[0] + collisions(row[2] or (), position))
                moves += [move for move in kind.moves if move.counts]
                alike += [(move, rows.target(move, position)) for move in kind.moves if move.alike]
        if reach.moments & steps.open & steps.mixed:
            self.refuse_mixed(position, reach.moments, moves)
        return count + self.repeated(reach.moments, alike)

    def refuse_mixed(self, position: Position, moments: int, moves: Iterable[Move]) -> None:
        """Raise `MixedDeciders` where several of those decide who can take the moves."""
        steps = self.steps
        taken: dict[str, int] = {}
        for move in moves:
            by = steps.decider(move)
            taken[by] = taken.get(by, 0) | move.moments & moments
        for one, other in combinations(taken.values(), 2):
            for code in codes_of(one & other):
                state = steps.state(position, code)
                refuse_mixed(steps.system, state, CompiledStepper(steps.system).moves(state))

    def repeated(self, moments: int, alike: Sequence[tuple[Move, Position]]) -> int:
        """How many of the steps have the decider, event and target of another one before them."""
        steps = self.steps
        events = [steps.plans.events[move.command] for move, _ in alike]
        count = 0
        led: dict[tuple[int, Position, Code], int] = {}
        for event, (move, target) in zip(events, alike, strict=True):
            if events.count(event) > 1:
                there = event, *steps.settled(target, move.code)
                here = move.moments & moments
                count += (led.get(there, 0) & here).bit_count()
                led[there] = led.get(there, 0) | here
        return count

    def blamed(self) -> OutOfDomain:
        """What to tell of a value outside its range: a command after which it is there."""
        steps = self.steps
        stepper = CompiledStepper(steps.system, checked=True)
        for position, marks in self.marks.items():
            for code in codes_of(steps.reached(position, marks) & steps.open):
                try:
                    stepper.successors(steps.state(position, code))
                except OutOfDomain as found:
                    return found
        raise AssertionError("no command leaves a range")

    def found(self, limit: Limit | None) -> PlainStates:
        """What has been expanded."""
        first = self.steps.first, self.steps.first_code
        counts = self.states, self.transitions
        return PlainStates(self.steps, self.marks, first, self.final, *counts, limit, self.parents, self.others)


def ahead(sizes: Sequence[int]) -> float:
    """About how many things more there are, by the numbers of those at each distance so far.

    Things that can be done in any order make numbers that grow by less each time, and then fall, as those of a
    binomial distribution: the growth is taken to go on falling as it last did. So there are rather more.
    """
    if len(sizes) < 3 or not all(sizes[-3:]):
        return 0.0
    before, last, size = (float(one) for one in sizes[-3:])
    growth = size / last
    bend = min(growth / (last / before), _LEAST_BEND)
    more = 0.0
    while size >= 1:
        growth *= bend
        size *= growth
        more += size
    return more


class _OrdersMatter(Exception):  # noqa: N818
    """The order of steps that do not touch each other may matter."""


class _TooMany(Exception):  # noqa: N818
    """More positions are met than are asked for."""
