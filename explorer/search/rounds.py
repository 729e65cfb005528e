"""The rounds of a folded search: the positions that are expanded together, and the steps that are taken from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.system.interface import CommandIndex
from explorer.system.keys import Numbers, Rows
from explorer.system.layout import Words
from explorer.system.moments import FoldedSteps, Inner, Outer, Together
from explorer.system.plans import Code

Bits = NDArray[np.unsignedinteger]
"""Sets of moments, each as the bits of their numbers: 64 bits, or where they are kept so many as there are moments."""

RowNumbers = NDArray[np.signedinteger]
"""Numbers of positions."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Steps of one command, and of the closing after it where that is due, from some positions of a round.

    From position `sources[i]` of the round, at each of the `moments` at which it was expanded, a step leads to position
    `targets[i]`, at moment `codes[i]`, or at the one moment that there is. Sources are ascending.
    """

    command: CommandIndex
    moments: np.uint64
    sources: RowNumbers
    targets: RowNumbers
    codes: Numbers

    def code(self, place: int) -> Code:
        """The moment to which the step at the place leads."""
        return int(self.codes[place if len(self.codes) > 1 else 0])

    def codes_at(self, places: RowNumbers) -> Numbers:
        """The moments to which some of the steps lead, or the one moment that there is."""
        return self.codes.take(places) if len(self.codes) > 1 else self.codes

    def part(self, new: RowNumbers) -> Batch:
        """The steps from some positions; `new` is the new place of each, negative for the others."""
        sources = new.take(self.sources)
        kept = np.flatnonzero(sources >= 0)
        return Batch(self.command, self.moments, sources.take(kept), self.targets.take(kept), self.codes_at(kept))


@dataclass(frozen=True, eq=False)
class Round:
    """The positions that were expanded together, the moments at which they were, and all steps from there.

    Steps `outside` lead to other positions, their `sources` and `targets` batch by batch; those `inside`, by moment in
    the order in which these were met, do not.
    """

    rows: RowNumbers
    moments: Bits
    sources: RowNumbers
    targets: RowNumbers
    outside: Sequence[Batch]
    inside: Mapping[Code, Sequence[Batch]]

    @cached_property
    def leads_on(self) -> bool:
        """Whether all steps inside lead to moments that come later in their order."""
        earlier = 0
        for code, batches in self.inside.items():
            earlier |= 1 << code
            codes = [code for batch in batches for code in np.flatnonzero(np.bincount(batch.codes)).tolist()]
            if any(earlier >> code & 1 for code in codes):
                return False
        return True

    def part(self, places: RowNumbers) -> Round:
        """The same of some of its positions, given by their places in ascending order."""
        new = np.full(len(self.rows), -1, np.int32)
        new[places] = np.arange(len(places))
        left = new.take(self.sources)
        kept = np.flatnonzero(left >= 0)
        sources, targets = left.take(kept), self.targets.take(kept)
        starts = np.cumsum([0, *(len(batch.sources) for batch in self.outside)])
        bounds = np.searchsorted(kept, starts).tolist()
        outside = []
        for batch, start, low, high in zip(self.outside, starts, bounds[:-1], bounds[1:], strict=False):
            if low < high:
                codes = batch.codes_at(kept[low:high] - start)
                outside.append(Batch(batch.command, batch.moments, sources[low:high], targets[low:high], codes))
        inside = {code: [batch.part(new) for batch in batches] for code, batches in self.inside.items()}
        return Round(self.rows.take(places), self.moments.take(places), sources, targets, outside, inside)


class Taken:
    """The steps that were taken from some positions: how many, and from which moments by each decider."""

    def __init__(self, steps: FoldedSteps, by: Sequence[int], at: Rows) -> None:
        self.steps = steps
        self.by = by
        self.at = at
        self.count = 0
        self.moments = [np.zeros(len(at), np.uint64) for _ in range(max(by, default=0) + 1)]
        self.alike: list[tuple[int, RowNumbers, Bits, Words, Numbers]] = []
        self.outside: list[Batch] = []
        self.inside: dict[Code, list[Batch]] = {}

    def note(self, step: Inner, sources: RowNumbers, bit: np.uint64) -> None:
        """Note inner steps from a moment of the sources."""
        self.moments[self.by[step.command]][sources] |= bit
        self.count += len(sources)

    def note_all(self, group: Together, sources: RowNumbers, moments: Bits, allowed: Numbers) -> None:
        """Note the steps of a group from moments of the sources; `allowed` are those of each source, as bits."""
        for by, steps in group.by_decider(self.by):
            some = allowed & steps
            self.moments[by][sources] |= np.where(some != 0, moments, np.uint64(0))
            self.count += int(np.dot(np.bitwise_count(some).astype(np.int64), np.bitwise_count(moments)))

    def note_alike(
        self, step: Inner | Outer, sources: RowNumbers, moments: Bits | np.uint64, targets: Words, codes: Numbers
    ) -> None:
        """Note steps that may be told like others, and where they lead after the closing, if that is due."""
        if step.alike:
            event, length = self.steps.events[step.command], len(sources)
            self.alike.append(
                (event, sources, np.broadcast_to(moments, length), targets, np.broadcast_to(codes, length))
            )

    def keep_inside(
        self, step: Inner, moment: np.uint64, sources: RowNumbers, targets: RowNumbers, codes: Numbers
    ) -> None:
        """Keep steps that leave their positions as they are, for those who ask for the rounds."""
        self.inside.setdefault(int(moment).bit_length() - 1, []).append(
            self._batch(step, moment, sources, targets, codes)
        )

    def keep_outside(
        self, step: Inner | Outer, moments: np.uint64, sources: RowNumbers, targets: RowNumbers, codes: Numbers
    ) -> None:
        """Keep steps that lead to other positions; those that are inner do so by the closing after them."""
        self.outside.append(self._batch(step, moments, sources, targets, codes))

    def _batch(
        self, step: Inner | Outer, moments: np.uint64, sources: RowNumbers, targets: RowNumbers, codes: Numbers
    ) -> Batch:
        narrow = sources.astype(np.min_scalar_type(len(self.at)))
        return Batch(step.command, moments, narrow, targets.astype(np.int32), codes.astype(np.uint8))

    def round(self, rows: RowNumbers, moments: Bits) -> Round:
        """The round of these positions and moments, with the steps that were kept."""
        sources = np.concatenate([np.zeros(0, np.uint8), *(batch.sources for batch in self.outside)])
        targets = np.concatenate([np.zeros(0, np.int32), *(batch.targets for batch in self.outside)])
        ends = np.cumsum([len(batch.sources) for batch in self.outside]).tolist()
        outside = [
            replace(batch, sources=sources[start:end], targets=targets[start:end])
            for batch, start, end in zip(self.outside, [0, *ends], ends, strict=False)
        ]
        return Round(rows, moments, sources, targets, outside, self.inside)

    def repeated(self) -> int:
        """How many of the steps have the decider, event, source and target of another."""
        by_event: dict[int, list[tuple[RowNumbers, Bits, Words, Numbers]]] = {}
        for event, sources, moments, targets, codes in self.alike:
            by_event.setdefault(event, []).append((sources, moments, targets, codes))
        return sum(self._repeated(steps) for steps in by_event.values() if len(steps) > 1)

    def _repeated(self, steps: Sequence[tuple[RowNumbers, Bits, Words, Numbers]]) -> int:
        """The same, of steps with one decider and event; only sources that several of them leave matter."""
        leave = np.zeros(len(self.at), np.uint8)
        for sources, *_ in steps:
            leave[sources] += leave[sources] < 2
        places = np.cumsum(leave > 1) - 1
        size = int(places[-1]) + 1
        found: list[_Alike] = []
        for sources, moments, targets, codes in steps if size else ():
            here = np.flatnonzero(leave.take(sources) > 1)
            at = places.take(sources.take(here))
            found.append(self._spread(size, at, moments.take(here), targets.take(here), codes.take(here)))
        return _repeated(found)

    def _spread(self, size: int, sources: RowNumbers, moments: Bits, targets: Words, codes: Numbers) -> _Alike:
        """The steps by source."""
        found = np.full(size, -1, np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint64)
        for array, values in zip(found, (targets, codes, moments), strict=True):
            array[sources] = values
        return found


_Alike = tuple[Words, Numbers, Bits]
"""For each source the target, its moment, and the moments at which the step is taken."""


def _repeated(steps: Sequence[_Alike]) -> int:
    """How many steps lead where another leads that was listed before."""
    count = 0
    for number, (targets, codes, moments) in enumerate(steps):
        before = np.zeros(len(targets), np.uint64)
        for others, their_codes, theirs in steps[:number]:
            before |= np.where((others == targets) & (their_codes == codes), theirs, np.uint64(0))
        count += int(np.bitwise_count(before & moments).sum())
    return count
