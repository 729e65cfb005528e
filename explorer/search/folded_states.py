"""What a folded search finds: positions, each with the moments at which it is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.search.graph import Limit
from explorer.search.rounds import Bits, Round, RowNumbers
from explorer.system.codes import codes_in, having
from explorer.system.layout import Words
from explorer.system.moments import FoldedSteps
from explorer.system.plans import Code
from explorer.system.system import State, System


@dataclass(frozen=True, eq=False)
class FoldedStates:
    """What a folded search found: all positions, each with the moments at which it is reached.

    `first` is the number of the first position, and its moment. `final` are the numbers of positions that have moments
    in which no command can be taken, and these moments. The moments of no state, those in which the closing is due, are
    among `moments` too. `rounds` are kept when they were asked for. When `limit` is not None, it ended the search, and
    there may be more of everything.
    """

    steps: FoldedSteps
    words: Words
    moments: Bits
    first: tuple[int, Code]
    final: tuple[RowNumbers, Bits]
    transitions: int
    rounds: Sequence[Round]
    limit: Limit | None

    @property
    def system(self) -> System:
        """The system that was searched."""
        return self.steps.system

    @property
    def complete(self) -> bool:
        """Whether this is all that can be reached."""
        return self.limit is None

    @property
    def states(self) -> int:
        """The number of states."""
        return int(np.bitwise_count(_open(self.steps, self.moments)).sum())

    @property
    def positions(self) -> int:
        """The number of positions of states."""
        return int(np.count_nonzero(_open(self.steps, self.moments)))

    @property
    def finished(self) -> int:
        """The number of states in which no command can be taken."""
        return int(np.bitwise_count(self.final[1]).sum())

    def final_states(self) -> Iterator[State]:
        """The states in which no command can be taken, by moment."""
        rows, moments = self.final
        return states_at(self.steps, self.words[rows], moments)

    def all_states(self) -> Iterator[State]:
        """Every state, by moment."""
        return states_at(self.steps, self.words, self.moments)


def states_at(steps: FoldedSteps, words: Words, moments: Bits) -> Iterator[State]:
    """The states in which positions are at these of their moments, where no closing is due."""
    for code in codes_in(_open(steps, moments)):
        yield from steps.states(words[having(moments, code)], code)


def _open(steps: FoldedSteps, moments: Bits) -> Bits:
    """The moments of the sets at which no closing is due."""
    found: Bits = moments & moments.dtype.type(steps.open_moments & int(np.iinfo(moments.dtype).max))
    return found
