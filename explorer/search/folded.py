"""All states that can be reached, those that differ only in the moment of the procedure together.

Most steps of an End Phase are passes and answers that change only whose window it is (`explorer.system.moments`). So
positions are few: each is kept once, with the set of its moments as bits, and what all moments of a position allow is
worked out together, for many positions at once. Nothing is left out: every state and every step is counted, as
`explorer.search.explore` counts them. But states have no numbers here, and no step is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explorer.search.explore import NO_LIMITS, Limits, Progress, Watch, ended, refuse_mixed
from explorer.search.folded_sample import sample_of
from explorer.search.folded_states import FoldedStates, states_at
from explorer.search.graph import Limit
from explorer.search.positions import Positions
from explorer.search.rounds import Bits, Round, RowNumbers, Taken
from explorer.system.codes import codes_in
from explorer.system.commands import OutOfDomain, numbered
from explorer.system.compiled import CompiledStepper
from explorer.system.keys import Numbers, Rows
from explorer.system.layout import FieldIsFull, Words
from explorer.system.lookup import OutsideRange
from explorer.system.moments import FoldedSteps, Inner, Outer, Together
from explorer.system.plans import Code
from explorer.system.system import System

_TOGETHER: Final = 1 << 16  # positions that are worked on at once
_REACHED_TOGETHER: Final = 1 << 15  # positions: few enough that most of a board of items were met before
_MOST_ASLEEP: Final = 62  # steps that can be asleep: a bit each
_TOLD_APART: Final = 1 << 16  # positions that arrive: they are numbered in 16 bits
_ONE: Final = np.uint64(1)


def explore_folded(
    system: System,
    *,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
    rounds: bool = False,
) -> FoldedStates:
    """All states that can be reached, with the `rounds` in which they were found if these are asked for.

    Raises `OverflowError` when positions do not fit 56 bits or there are too many moments, and `MixedDeciders` and
    `OutOfDomain` as `explorer.search.explore.explore` does.
    """
    steps = FoldedSteps(system, sample_of(system))
    watch = Watch(limits, progress)
    search = _Search(steps, watch, keep=rounds)
    try:
        limit = ended(search.run)
    except _OrdersMatter:
        search = _Search(steps, watch, keep=rounds, every_order=True)
        limit = ended(search.run)
    return search.found(limit)


class _Search:
    """A search under way.

    `met` are the moments at which a position was reached, `known` those from which it has been expanded, in the
    narrowest type that has a bit for each moment. `arrived` are positions that were met at a new moment, each perhaps
    several times, since the queue was last filled. Those with numbers below `nearer` were met before any that is one
    step farther from the start than those that are expanded now. `asleep` is None where no step can change places.

    Where a step was taken and an earlier one, with which it can change places, could have been, the earlier one is
    `asleep` in the position it leads to, if that is one step farther from the start (decision 17): the same position is
    met by the two in the other order. That needs that no step is lost by another: positions where it is allowed have a
    moment at which it is. That is watched, and where it fails the search begins again with every order. Steps are
    counted all the same.
    """

    def __init__(
        self,
        steps: FoldedSteps,
        watch: Watch,
        *,
        keep: bool,
        every_order: bool = False,
    ) -> None:
        self.rounds: list[Round] | None = [] if keep else None
        self.every_order = keep or every_order
        self.watch = watch
        self.steps = steps
        self.asleep: Bits | None = None
        self.distance = 0
        self.nearer = 1
        self.groups: list[Together] = []
        self.positions = Positions()
        self.met = self.known = np.zeros(1, np.uint8)
        self.waiting = np.zeros(1, np.bool_)
        self.queue: RowNumbers = np.zeros(0, np.int32)
        self.coming: list[RowNumbers] = []
        self.arrived: list[RowNumbers] = []
        self.final: list[tuple[RowNumbers, Bits]] = []
        self.transitions = self.states = 0
        self.by = numbered(command.by for command in steps.system.commands)
        word, code = self.steps.position(steps.system.initial_state())
        self.first = int(self.reach(np.array([word]), np.array([code]))[0]), code
        self.fill_queue()

    def run(self) -> Limit | None:
        """Expand positions until none is left (None) or a limit is reached."""
        while len(self.queue) or self.coming:
            limit = self.watch.reached(self.states, self.transitions, self.distance)
            if limit is not None:
                return limit
            rows = self.next_rows()
            done = False
            while not done:
                try:
                    self.expand(rows)
                    done = True
                except FieldIsFull as error:
                    self.widen(error)
                except OutsideRange as error:
                    raise self.blamed(error) from None
            self.fill_queue()
        return None

    def next_rows(self) -> RowNumbers:
        """The positions to expand next: all of one distance from the start before any of the next."""
        if not len(self.queue):
            self.queue, self.coming = _joined(self.coming), []
            self.distance += 1
            self.nearer = self.positions.count
        rows, self.queue = self.queue[:_TOGETHER], self.queue[_TOGETHER:]
        self.waiting[rows] = False
        return rows

    def fill_queue(self) -> None:
        """Let what has arrived wait, once each."""
        if not self.arrived:
            return
        arrived = np.concatenate(self.arrived)
        self.arrived.clear()
        last = np.empty(self.positions.count, np.uint16)
        for start in range(0, len(arrived), _TOLD_APART):
            rows = arrived[start : start + _TOLD_APART]
            rows = rows.take(np.flatnonzero(~self.waiting.take(rows)))
            order = np.arange(len(rows), dtype=np.uint16)
            last[rows] = order
            rows = rows.take(np.flatnonzero(last.take(rows) == order))
            if len(rows):
                self.waiting[rows] = True
                self.coming.append(rows)

    def widen(self, error: FieldIsFull) -> None:
        """Give a field more room. Raises `OverflowError` when there is none."""
        moved = self.steps.widen(error)
        self.positions.renumber(moved(self.positions.words))

    def expand(self, rows: RowNumbers) -> None:
        """Take all steps from all new moments of the positions; what it changes when it fails can be done again."""
        at = Rows(self.positions.words[rows])
        before = self.known[rows].astype(np.uint64)
        todo = self.met[rows] & ~before
        taken = Taken(self.steps, self.by, at)
        leaving = self.take_inner(rows, at, todo, before, taken)
        self.make_room()
        done = (before | todo).astype(self.known.dtype)
        self.met[rows] |= done
        self.known[rows] = done
        try:
            self.take_all(leaving, todo, taken)
            self.take_outer(rows, at, todo, taken)
            repeated = taken.repeated()
        except BaseException:
            self.known[rows] = before.astype(self.known.dtype)
            raise
        real = todo & np.uint64(self.steps.open_moments)
        self.refuse_mixed(at, real, taken)
        self.transitions += taken.count - repeated
        self.states += int(np.bitwise_count(real).sum())
        final = real & ~np.bitwise_or.reduce(taken.moments)
        some = np.flatnonzero(final)
        self.final.append((rows.take(some), final.take(some).astype(self.known.dtype)))
        if self.rounds is not None:
            self.rounds.append(taken.round(rows, todo.astype(self.known.dtype)))

    def take_inner(self, rows: RowNumbers, at: Rows, todo: Bits, before: Bits, taken: Taken) -> list[_Steps]:
        """Add to the moments to do all that inner steps lead to.

        What comes back are those after which the closing leads to another position.
        """
        leaving: list[_Steps] = []
        work = todo.copy()
        while work.any():
            self.steps.prepare()
            reached = np.zeros(len(at), np.uint64)
            for code in codes_in(work):
                bit = np.uint64(1 << code)
                here = np.flatnonzero(work & bit != 0)
                for step in self.steps.inner[code]:
                    part, places = _part(at, here)
                    holds = self.steps.holds(step.guard, part)[places]
                    codes = np.broadcast_to(step.moment(part), len(part))[places][holds]
                    sources = here[holds]
                    taken.note(step, sources, bit)
                    words = at.words.take(sources) if step.alike or self.steps.due(codes) else None
                    if words is not None:
                        targets, codes = self.steps.settled(words, codes)
                        taken.note_alike(step, sources, bit, targets, codes)
                        gone, stays = np.flatnonzero(targets != words), np.flatnonzero(targets == words)
                        leaving.append(_Steps(step, bit, sources.take(gone), targets.take(gone), codes.take(gone)))
                        sources, codes = sources.take(stays), codes.take(stays)
                    reached[sources] |= _ONE << codes.astype(np.uint64)
                    if self.rounds is not None:
                        taken.keep_inside(step, bit, sources, rows[sources], codes)
            work = reached & ~(todo | before)
            todo |= work
        return leaving

    def take_outer(self, rows: RowNumbers, at: Rows, todo: Bits, taken: Taken) -> None:
        """Take all steps to other positions."""
        self.regroup()
        pending: list[_Steps] = []
        place = waiting = 0
        for group in self.groups:
            moments = np.uint64(group.moments)
            here = np.flatnonzero(todo & moments != 0)
            shift, place = np.uint64(place), place + len(group.steps)
            reordered = not self.every_order and place <= _MOST_ASLEEP and group.movable
            if reordered:
                self.notice_lost(group, at, todo & moments)
            if not len(here):
                continue
            part, places = _part(at, here)
            allowed = group.allowed(part)[places]
            taken.note_all(group, here, todo[here] & moments, allowed)
            awake = allowed
            if reordered and self.asleep is not None:
                awake = allowed & ~(self.asleep[rows[here]] >> shift).astype(allowed.dtype)
            for number, step in enumerate(group.steps):
                chosen = np.flatnonzero(awake & (1 << number) != 0)
                if not len(chosen):
                    continue
                sources = here.take(chosen)
                some = Rows(at.words.take(sources))
                steps = _Steps(step, moments, sources, step.target(some), step.moment(some))
                if reordered and group.before[number]:
                    steps.asleep = (allowed[chosen] & group.before[number]).astype(np.uint64) << shift
                pending.append(steps)
                waiting += len(sources)
                if waiting >= _REACHED_TOGETHER:
                    self.take_all(pending, todo, taken)
                    waiting = 0
        self.take_all(pending, todo, taken)

    def regroup(self) -> None:
        """Take note of new steps: what is asleep was told by their old places, and wakes."""
        if self.groups is not self.steps.outer:
            self.groups = self.steps.outer
            movable = not self.every_order and any(group.movable for group in self.groups)
            self.asleep = np.zeros(len(self.met), np.uint64) if movable else None

    def notice_lost(self, group: Together, at: Rows, moments: Bits) -> None:
        """Raise `_OrdersMatter` where a step that may be asleep elsewhere is allowed, but not at any moment."""
        if np.any((group.allowed(at) & group.movable != 0) & (moments == 0)):
            raise _OrdersMatter

    def take_all(self, pending: list[_Steps], todo: Bits, taken: Taken) -> None:
        """Take the steps, and forget them."""
        if not pending:
            return
        lengths = [len(one.sources) for one in pending]
        codes = _joined([np.broadcast_to(one.codes, length) for one, length in zip(pending, lengths, strict=True)])
        targets, settled = self.steps.settled(_joined([one.targets for one in pending]), codes)
        rows = self.reach(targets, settled)
        for one, end, length in zip(pending, accumulate(lengths), lengths, strict=True):
            here = slice(end - length, end)
            if one.asleep is not None and self.asleep is not None:
                self.asleep[rows[here]] |= np.where(rows[here] >= self.nearer, one.asleep, np.uint64(0))
            if isinstance(one.step, Outer) and one.step.alike:
                moments = todo[one.sources] & one.moments
                taken.note_alike(one.step, one.sources, moments, targets[here], settled[here])
            if self.rounds is not None:
                led = one.codes if settled is codes else settled[here]
                taken.keep_outside(one.step, one.moments, one.sources, rows[here], led)
        pending.clear()

    def reach(self, targets: Words, codes: Numbers) -> RowNumbers:
        """Meet positions, each at its moment; what comes back are their numbers."""
        rows = self.positions.rows(targets)
        self.make_room()
        different = np.flatnonzero(np.bincount(codes)).tolist()
        for code in different:
            self.reach_at(rows if len(different) == 1 else rows[codes == code], code)
        return rows

    def reach_at(self, rows: RowNumbers, code: Code) -> None:
        """Meet positions at a moment."""
        bit = self.met.dtype.type(1 << code)
        met = self.met.take(rows)
        new = np.flatnonzero(met & bit == 0)
        if len(new):
            fresh = rows.take(new)
            self.met[fresh] = met.take(new) | bit
            self.arrived.append(fresh)

    def make_room(self) -> None:
        """Have a place for every position, and in it a bit for every moment."""
        kind = self.steps.set_of_moments
        if self.met.dtype != kind:
            self.met, self.known = self.met.astype(kind), self.known.astype(kind)
        if self.positions.count > len(self.met):
            size = max(self.positions.count, 2 * len(self.met))
            self.met, self.known = _longer(self.met, size), _longer(self.known, size)
            self.waiting = _longer(self.waiting, size)
            if self.asleep is not None:
                self.asleep = _longer(self.asleep, size)

    def refuse_mixed(self, at: Rows, real: Bits, taken: Taken) -> None:
        """Raise `MixedDeciders` where commands of several deciders can be taken."""
        seen = np.zeros(len(at), np.uint64)
        for moments in taken.moments:
            both = np.flatnonzero(seen & moments & real)
            if len(both):
                row = both[:1]
                code = next(codes_in(seen[row] & moments[row] & real[row]))
                state = next(self.steps.states(at.words[row], code))
                refuse_mixed(self.steps.system, state, CompiledStepper(self.steps.system).moves(state))
            seen |= moments

    def blamed(self, error: OutsideRange) -> OutOfDomain:
        """What to tell of a value outside its range: a command after which it is there."""
        stepper = CompiledStepper(self.steps.system, checked=True)
        for state in states_at(self.steps, self.positions.words, self.met[: self.positions.count]):
            try:
                stepper.successors(state)
            except OutOfDomain as found:
                return found
        return OutOfDomain(error.variable, error.value, None)

    def found(self, limit: Limit | None) -> FoldedStates:
        """What has been expanded."""
        words = self.positions.words
        rows = np.concatenate([rows for rows, _ in self.final] or [np.zeros(0, np.int32)])
        moments = np.concatenate([moments for _, moments in self.final] or [np.zeros(0, np.uint64)])
        known = self.known[: len(words)]
        rounds = self.rounds or ()
        return FoldedStates(self.steps, words, known, self.first, (rows, moments), self.transitions, rounds, limit)


class _OrdersMatter(Exception):  # noqa: N818
    """The order of steps that do not touch each other may matter."""


@dataclass(eq=False)
class _Steps:
    """The steps of one kind from some positions, and the steps that need not be taken after them."""

    step: Inner | Outer
    moments: np.uint64
    sources: RowNumbers
    targets: Words
    codes: Numbers
    asleep: Bits | None = None


def _longer(array: NDArray[Any], size: int) -> NDArray[Any]:
    """The array with zeros after it."""
    found = np.zeros(size, array.dtype)
    found[: len(array)] = array
    return found


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _part(at: Rows, here: RowNumbers) -> tuple[Rows, RowNumbers | slice]:
    """Some of the positions, and where they are in what comes back: all of them, when they are most."""
    if 2 * len(here) > len(at):
        return at, here
    return Rows(at.words[here]), slice(None)
