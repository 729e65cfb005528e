"""Steps to other positions from the same moments, in rows: all that may be done where the same guards hold.

A row is found by the bits of a position at which the guards look, and by the steps that are asleep
(`explorer.system.orders`). Where it takes hardly more rows, they look at what steps look at beside their guards too,
and so tell what the steps flip; what others flip is looked up position by position.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from explorer.system.fields import Bits, Fields, Looked, Position
from explorer.system.guarded import Guarded
from explorer.system.plain_moves import Move, lead_of

Marks = int
"""Bits above those of a position: what is known of it."""

Lead = tuple[Bits, Any, Marks]
"""Where a step leads: the bits of a position at which it looks, what it flips by these, and the marks that it leaves.

Where it looks at none, it always flips the same, and this is given in the place of a table.
"""

Row = tuple[int, tuple[Lead, ...], bool]
"""How many steps are allowed, the closing aside, and where those lead that are awake.

Steps with one decider, event and target count as one, unless the row does not tell which these are: so the last says.
"""

_BESIDE: Final = 4  # bits at which a step may look beside its guard, for rows to look at them too
_MORE_ROWS: Final = 1.2  # so many times as many rows there may be then


class LeavesRange(Exception):  # noqa: N818
    """A variable leaves its range somewhere."""


class Kind(NamedTuple):
    """What rows have in common where the same guards hold: the `moves` that are allowed.

    So many `steps` are not the closing's. Of those that are awake `same` have flips that follow from the row, and
    `varied` have not. There are `twins` where several have one decider and event. `movable` says whether some of the
    steps can change places with others, and `leaves` whether a variable leaves its range.
    """

    steps: int
    same: tuple[tuple[Looked, Marks], ...]
    varied: tuple[Lead, ...]
    twins: tuple[Move, ...]
    movable: bool
    leaves: bool
    moves: tuple[Move, ...]


class Rows(dict[Bits, Row | None]):
    """The rows of steps from the same moments; None where nothing may be done. Raises `LeavesRange` for some.

    `looks` are the bits at which rows look, of a position and of the marks, which are above its `fields`.
    """

    def __init__(
        self, fields: Fields, events: Sequence[int], closing: Bits, moments: int, moves: Sequence[Move]
    ) -> None:
        """Nothing is known yet.

        `events` has the number of decider and event for each command; the closing may change the bits of `closing`.
        """
        super().__init__()
        self.moments = moments
        self.moves = moves
        self.movable = any(move.movable for move in moves)
        self._fields = fields
        self._events = events
        self._closing = closing
        self._guarded = Guarded(moves, fields)
        self._sleeps = reduce(or_, (move.sleeps for move in moves), 0) << fields.bits
        self._seen = self._guarded.looks
        self.looks = self._seen | self._sleeps
        self._leads: dict[Move, Looked] = {}
        self._kinds: dict[tuple[Bits, Marks], Kind] = {}

    def widen(self, positions: Collection[Position]) -> bool:
        """Look at what steps look at beside their guards, if that hardly tells more of some positions apart.

        What comes back is whether `looks` has changed.
        """
        wider = self._guarded.looks | self._beside()
        apart = len({position & self._guarded.looks for position in positions})
        if wider == self._seen or len({position & wider for position in positions}) > _MORE_ROWS * apart:
            return False
        self._seen = wider
        self.looks = self._seen | self._sleeps
        self._kinds.clear()
        self.clear()
        return True

    def kind(self, word: Bits) -> Kind:
        """What may be done in a position, given with its marks; other bits than `looks` do not matter."""
        failing, sleeping = self._guarded.failing(word & self._guarded.looks), word & self._sleeps
        found = self._kinds.get((failing, sleeping))
        if found is None:
            found = self._kinds[failing, sleeping] = self._kind(failing, sleeping >> self._fields.bits)
        return found

    def target(self, move: Move, position: Position) -> Position:
        """The position to which the step leads from another."""
        flips = self._lead(move)
        return position ^ flips[position & flips.looks]

    def __missing__(self, word: Bits) -> Row | None:
        kind = self.kind(word)
        if kind.leaves:
            raise LeavesRange
        count, leads, unclear = kind.steps, kind.varied, False
        if kind.same:
            same: dict[Bits, Marks] = {}
            for flips, left in kind.same:
                flip = flips[word & flips.looks]
                same[flip] = same.get(flip, 0) | left
            leads = (*((0, flip, left) for flip, left in same.items()), *leads)
        if kind.twins:
            repeated = self._repeated(kind.twins, word)
            count, unclear = count - (repeated or 0), repeated is None
        found = self[word] = (count, leads, unclear) if kind.moves else None
        return found

    def _kind(self, failing: Bits, sleeping: Marks) -> Kind:
        allowed = self._guarded.allowed(failing)
        same, varied = [], []
        for move in allowed:
            if sleeping & move.sleeps or move.leaves:
                continue
            flips = self._lead(move)
            left = 1 << move.code | reduce(or_, (one.sleeps for one in move.before if one in allowed), 0)
            if self._varies(move):
                varied.append((flips.looks, flips, left))
            else:
                same.append((flips, left))
        count = sum(move.counts for move in allowed)
        movable, leaves = any(move.movable for move in allowed), any(move.leaves for move in allowed)
        alike = twins(allowed, self._events)
        return Kind(count, tuple(same), tuple(varied), alike, movable, leaves, tuple(allowed))

    def _beside(self) -> Bits:
        """The bits at which steps look, for those that look at hardly any more than their guards."""
        looked = (self._fields.mask(move.looks) & ~self._guarded.looks for move in self.moves if not move.leaves)
        return reduce(or_, (bits for bits in looked if bits.bit_count() <= _BESIDE), 0)

    def _varies(self, move: Move) -> bool:
        """Whether a row does not tell what the step flips."""
        return bool(self._lead(move).looks & ~self._seen)

    def _repeated(self, moves: Sequence[Move], word: Bits) -> int | None:
        """How many of the steps lead where another one of the same event leads; None where the row does not tell."""
        if any(map(self._varies, moves)):
            return None
        flips = [self._lead(move) for move in moves]
        led = [(self._events[move.command], one[word & one.looks]) for move, one in zip(moves, flips, strict=True)]
        if len({(event, flip & ~self._closing) for event, flip in led}) == len(moves):
            return 0  # they differ in what the closing leaves as it is
        if any(move.step.due for move in moves):
            return None
        return len(moves) - len({(*one, move.code) for move, one in zip(moves, led, strict=True)})

    def _lead(self, move: Move) -> Looked:
        found = self._leads.get(move)
        if found is None:
            found = self._leads[move] = lead_of(move, self._fields)
        return found


def twins(moves: Sequence[Move], events: Sequence[int]) -> tuple[Move, ...]:
    """Those of the steps that have the decider and event of another one."""
    alike = [events[move.command] for move in moves if move.alike]
    return tuple(move for move in moves if move.alike and alike.count(events[move.command]) > 1)
