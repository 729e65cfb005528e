"""Steps to other positions from the same moments, in rows: all that may be done where the same guards hold.

A row is found by the bits of a position at which the guards look, and by the steps that are asleep
(`explorer.system.orders`). Where it takes hardly more rows, they look at what steps look at beside their guards too,
and so tell what the steps flip; what others flip is looked up position by position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from explorer.system.fields import Bits, Fields, Looked, Position
from explorer.system.guarded import Guarded
from explorer.system.plain_leads import Flips, Leads
from explorer.system.plain_moves import Move

Marks = int
"""Bits above those of a position: what is known of it."""

Way = tuple[Bits, Bits, Looked | None]
"""What a step does to a position: the bits that it keeps, those that it flips then, a table of what it flips beside."""

Lead = tuple[Bits, Bits, Bits, Any, Marks]
"""Where a step leads: its way, with the bits at which the table looks before it, and the marks that it leaves."""

Doubt = tuple[tuple[Lead, ...], ...]
"""Steps of one event to one moment of which some may lead to the same position, event by event."""

Row = tuple[int, tuple[Lead, ...], Doubt | None]
"""How many steps are allowed, the closing aside, and where those lead that are awake.

Steps with one decider, event and target count as one. The last says of which steps that depends on more than the row:
None where on none, and empty where the row cannot say.
"""

_BESIDE: Final = 4  # bits at which a step may look beside its guard, for rows to look at them too
_MORE_ROWS: Final = 1.2  # so many times as many rows there may be then


class LeavesRange(Exception):  # noqa: N818
    """A variable leaves its range somewhere."""


class Kind(NamedTuple):
    """What rows have in common where the same guards hold: the `moves` that are allowed.

    So many `steps` are not the closing's. Those that are `awake` do something and leave marks. `twins` have one decider
    and event. `movable` says whether some of the steps can change places with others, and `leaves` whether a variable
    leaves its range. The `rows` are told apart by the bits of `looks`.
    """

    steps: int
    awake: tuple[tuple[Flips, Marks], ...]
    twins: tuple[tuple[Move, ...], ...]
    movable: bool
    leaves: bool
    moves: tuple[Move, ...]
    looks: Bits
    rows: dict[Bits, Row | None]


class Rows(dict[Bits, Row | None]):
    """The rows of steps from the same moments; None where nothing may be done. Raises `LeavesRange` for some.

    `looks` are the bits at which rows look, of a position and of the marks, which are above its `fields`.
    """

    def __init__(
        self, fields: Fields, leads: Leads, events: Sequence[int], closing: Bits, moments: int, moves: Sequence[Move]
    ) -> None:
        """Nothing is known yet.

        `events` has the number of decider and event for each command; the closing may change the bits of `closing`.
        """
        super().__init__()
        self.moments = moments
        self.moves = moves
        self.movable = any(move.movable for move in moves)
        self.closes = not any(move.counts for move in moves)
        self._fields = fields
        self._events = events
        self._closing = closing
        self._guarded = Guarded(moves, fields)
        self._sleeps = reduce(or_, (move.sleeps for move in moves), 0) << fields.bits
        self._place = self._sleeps.bit_length()
        self._seen = self._guarded.looks
        self.looks = self._seen | self._sleeps
        self._leads = leads
        self._flips: dict[Move, Flips] = {}
        self._kinds: dict[Bits, Kind] = {}

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
        self._flips.clear()
        self.clear()
        return True

    def kind(self, word: Bits) -> Kind:
        """What may be done in a position, given with its marks; other bits than `looks` do not matter."""
        failing = word & self._sleeps
        for looks, table in self._tables:
            failing |= table[word & looks]
        found = self._kinds.get(failing)
        if found is None:
            sleeping = (word & self._sleeps) >> self._fields.bits
            found = self._kinds[failing] = self._kind(failing >> self._place, sleeping)
        return found

    @cached_property
    def _tables(self) -> tuple[tuple[Bits, Looked], ...]:
        return self._guarded.tables(self._place)

    def target(self, move: Move, position: Position) -> Position:
        """The position to which the step leads from another."""
        return led(_lead(_way(self._flipped(move), position), 0), position)

    def __missing__(self, word: Bits) -> Row | None:
        kind = self.kind(word)
        told = word & kind.looks
        if told not in kind.rows:
            kind.rows[told] = self._row(kind, word)
        found = self[word] = kind.rows[told]
        return found

    def _row(self, kind: Kind, word: Bits) -> Row | None:
        if kind.leaves:
            raise LeavesRange
        if not kind.moves:
            return None
        ways: dict[Way, Marks] = {}
        for flips, marks in kind.awake:
            way = _way(flips, word)
            ways[way] = ways.get(way, 0) | marks
        repeated, doubt = self._repeated(kind.twins, word) if kind.twins else (0, None)
        return kind.steps - repeated, tuple(_lead(way, marks) for way, marks in ways.items()), doubt

    def _kind(self, failing: Bits, sleeping: Marks) -> Kind:
        allowed = self._guarded.allowed(failing)
        awake, looks = [], 0
        for move in allowed:
            if move.leaves:
                continue
            flips = self._flipped(move)
            looks |= flips.told.looks
            if not sleeping & move.sleeps:
                asleep = (one.sleeps for one in move.before if one in allowed)
                awake.append((flips, reduce(or_, asleep, 1 << move.code)))
        count = sum(move.counts for move in allowed)
        movable, leaves = any(move.movable for move in allowed), any(move.leaves for move in allowed)
        alike = tuple(self._alike(twins(allowed, self._events)))
        return Kind(count, tuple(awake), alike, movable, leaves, tuple(allowed), looks, {})

    def _alike(self, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
        """The steps by events, and by the moments to which they lead, if no closing can change that."""
        found: dict[int, list[Move]] = {}
        for move in moves:
            found.setdefault(self._events[move.command], []).append(move)
        for some in found.values():
            due = any(move.step.due for move in some)
            for code in {0 if due else move.code for move in some}:
                yield tuple(move for move in some if due or move.code == code)

    def _beside(self) -> Bits:
        """The bits at which steps look, for those that look at hardly any more than their guards."""
        looked = (self._fields.mask(move.looks) & ~self._guarded.looks for move in self.moves if not move.leaves)
        return reduce(or_, (bits for bits in looked if bits.bit_count() <= _BESIDE), 0)

    def _repeated(self, twins: Sequence[Sequence[Move]], word: Bits) -> tuple[int, Doubt | None]:
        """How many of the steps lead where another one of the same event leads; then the last of the row."""
        count, doubt = 0, []
        for moves in twins:
            flips = [self._flipped(move) for move in moves]
            due = any(move.step.due for move in moves)
            loose = reduce(or_, (one.loose | one.keep ^ flips[0].keep for one in flips), self._closing if due else 0)
            ways = {(_way(one, word), move.code) for one, move in zip(flips, moves, strict=True)}
            count += len(moves) - len(ways)
            if len({flip & ~loose for (_, flip, _), _ in ways}) == len(ways):
                continue
            if due:
                return 0, ()
            doubt.append(tuple(_lead(way, 0) for way, _ in ways))
        return count, tuple(doubt) or None

    def _flipped(self, move: Move) -> Flips:
        found = self._flips.get(move)
        if found is None:
            found = self._flips[move] = self._leads.flips(move, self._seen)
        return found


def led(lead: Lead, position: Position) -> Position:
    """Where it leads from a position."""
    keep, flip, looks, more, _ = lead
    target = position & keep ^ flip
    return target ^ more[position & looks] if looks else target


def collisions(doubt: Doubt, position: Position) -> int:
    """How many of the steps lead where another one leads."""
    return sum(len(some) - len({led(lead, position) for lead in some}) for some in doubt)


def _way(flips: Flips, word: Bits) -> Way:
    return flips.keep, flips.told[word & flips.told.looks], flips.varies


def _lead(way: Way, marks: Marks) -> Lead:
    keep, flip, varies = way
    return keep, flip, 0 if varies is None else varies.looks, varies, marks


def twins(moves: Sequence[Move], events: Sequence[int]) -> tuple[Move, ...]:
    """Those of the steps that have the decider and event of another one."""
    alike = [events[move.command] for move in moves if move.alike]
    return tuple(move for move in moves if move.alike and alike.count(events[move.command]) > 1)
