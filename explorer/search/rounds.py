"""The rounds of a folded search: the positions that are expanded together, and the steps that are taken from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.system.interface import CommandIndex
from explorer.system.layout import Words
from explorer.system.lookup import Numbers, Rows
from explorer.system.moments import Code, FoldedSteps, Inner, Outer, Together, numbered

Bits = NDArray[np.uint64]
"""Sets of moments, each as the bits of their numbers."""

RowNumbers = NDArray[np.signedinteger]
"""Numbers of positions."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Steps of one command, or of the closing, from some positions of a round.

    From position `sources[i]` of the round, at each of the `moments` at which it was expanded, a step leads to position
    `targets[i]`, at moment `codes[i]`, or at the one moment that there is. The command is None for the closing. Sources
    are ascending.
    """

    command: CommandIndex | None
    moments: np.uint64
    sources: RowNumbers
    targets: RowNumbers
    codes: Numbers

    def code(self, place: int) -> Code:
        """The moment to which the step at the place leads."""
        return int(self.codes[place if len(self.codes) > 1 else 0])


@dataclass(frozen=True, eq=False)
class Round:
    """The positions that were expanded together, the moments at which they were, and all steps from there.

    Steps `outside` lead to other positions; those `inside`, by moment in the order in which these were met, do not.
    """

    rows: RowNumbers
    moments: Bits
    outside: Sequence[Batch]
    inside: Mapping[Code, Sequence[Batch]]


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

    def note(self, step: Inner, sources: RowNumbers, bit: np.uint64, codes: Numbers) -> None:
        """Note inner steps from a moment of the sources. The closing is no step."""
        if step.command is None:
            return
        self.moments[self.by[step.command]][sources] |= bit
        self.count += len(sources)
        if step.alike:
            self.note_alike(step, sources, np.full(len(sources), bit), self.at.words[sources], codes)

    def note_all(self, group: Together, sources: RowNumbers, moments: Bits, allowed: Numbers) -> None:
        """Note the steps of a group from moments of the sources; `allowed` are those of each source, as bits."""
        for by, steps in group.by_decider(self.by):
            some = allowed & steps
            self.moments[by][sources] |= np.where(some != 0, moments, np.uint64(0))
            self.count += int((np.bitwise_count(some).astype(np.int64) * np.bitwise_count(moments)).sum())

    def note_alike(
        self, step: Inner | Outer, sources: RowNumbers, moments: Bits, targets: Words, codes: Numbers
    ) -> None:
        """Note steps that may be told like others, and lead where these do."""
        assert step.command is not None
        event = self.steps.events[step.command]
        self.alike.append((event, sources, moments, targets, np.broadcast_to(codes, len(sources))))

    def keep(
        self, step: Inner | Outer, moments: np.uint64, sources: RowNumbers, targets: RowNumbers, codes: Numbers
    ) -> None:
        """Keep the steps, for those who ask for the rounds."""
        narrow = sources.astype(np.min_scalar_type(len(self.at)))
        batch = Batch(step.command, moments, narrow, targets.astype(np.int32), codes.astype(np.uint8))
        if isinstance(step, Inner):
            self.inside.setdefault(int(moments).bit_length() - 1, []).append(batch)
        else:
            self.outside.append(batch)

    def repeated(self) -> int:
        """How many of the steps have the decider, event, source and target of another."""
        local = numbered(one[0] for one in self.alike)
        alike = [(event, one) for event, one in zip(local, self.alike, strict=True) if local.count(event) > 1]
        if not alike:
            return 0
        events = np.repeat([event for event, _ in alike], [len(one[1]) for _, one in alike])
        sources, bits, targets, codes = (np.concatenate([one[n] for _, one in alike]) for n in range(1, 5))
        several = _several(events * len(self.at) + sources)
        events, sources, bits, targets, codes = (each[several] for each in (events, sources, bits, targets, codes))
        if not len(events):
            return 0
        targets, codes = self.steps.settled(targets, codes)
        order = np.lexsort((codes, targets, sources, events))
        keys = [column[order] for column in (events, sources, targets, codes)]
        first = np.ones(len(order), np.bool_)
        first[1:] = np.bitwise_or.reduce([key[1:] != key[:-1] for key in keys])
        together = np.bitwise_or.reduceat(bits[order], np.flatnonzero(first))
        return int(np.bitwise_count(bits).sum()) - int(np.bitwise_count(together).sum())


def _several(numbers: RowNumbers) -> RowNumbers:
    """Where the numbers are that occur more than once."""
    return np.flatnonzero(np.bincount(numbers)[numbers] > 1)
