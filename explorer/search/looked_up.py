"""What a survey asks of positions that are looked up, where they make no grid: only then is all of this loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from explorer.search import folded_games
from explorer.search.explore import Limits, Progress
from explorer.search.folded import explore_folded
from explorer.search.folded_plays import Arrivals
from explorer.search.rounds import Bits, RowNumbers
from explorer.system.interface import CommandIndex
from explorer.system.keys import Numbers
from explorer.system.nodes import Term
from explorer.system.plans import Code
from explorer.system.system import System


class LookedUp:
    """The positions that a folded search found."""

    def __init__(self, system: System, limits: Limits, progress: Callable[[Progress], None] | None) -> None:
        """Search. Raises `OverflowError` and `MixedDeciders` as `explorer.search.folded.explore_folded` does."""
        self.found = explore_folded(system, limits=limits, progress=progress, rounds=True)

    @cached_property
    def _arrivals(self) -> Arrivals:
        return Arrivals(self.found)

    def values(self, term: Term, rows: RowNumbers, code: Code) -> Numbers:
        """The values of a term in some positions at a moment."""
        return self.found.steps.values(term, self.found.words[rows], code)

    def play_to(self, row: int, code: Code) -> list[CommandIndex]:
        """The commands of a play to a position at a moment."""
        return self._arrivals.play_to(row, code)

    def can_force(self, player: str, targets: tuple[RowNumbers, Bits]) -> bool:
        """Whether the player can force one of some positions, each at one of some moments."""
        return folded_games.can_force(self.found, (player,), targets)
