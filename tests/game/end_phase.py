"""One End Phase of a small board, to be looked at: its size, its plays and outcomes in words, and claims about it.

A play is told as ``turn player: pass > opponent: pass``, an outcome as what is different from the board at its start:
``Mist Archfiend in the turn player's graveyard; the turn player has 7000 LP``.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent

from explorer.game import Outcome
from explorer.questions import Inquiry, check_case, inquire
from explorer.search import find_loop
from models.board import read_board
from models.documents import read_document
from models.library import Library
from models.ruleset import Ruleset
from models.ruling import read_case

MOST_PLAYS = 500


@cache
def library(cards: str = "") -> Library:
    """The library, with the cards of a text besides."""
    if not cards:
        return Library()
    with TemporaryDirectory() as folder:
        path = Path(folder, "cards.yaml")
        path.write_text(dedent(cards), encoding="utf-8")
        known = Library(extra=[path])
        known.check()
        return known


@dataclass(frozen=True)
class EndPhase:
    """A searched board and what tests ask about it."""

    text: str
    library: Library
    ruleset: Ruleset
    inquiry: Inquiry

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of states and transitions."""
        return len(self.inquiry.graph.states), self.inquiry.graph.transitions

    @property
    def outcomes(self) -> set[str]:
        """Every outcome in words."""
        return {self._outcome(outcome) for outcome in self.inquiry.ends}

    @property
    def plays(self) -> list[str]:
        """Every play in words, in the order of the search; only where every play ends."""
        assert not self.endless
        return sorted(" > ".join(play) for play in self._plays(0))

    @property
    def endless(self) -> bool:
        """Whether a play can go on for ever."""
        return find_loop(self.inquiry.graph) is not None

    @property
    def events(self) -> set[str]:
        """Everything that can happen, in words."""
        graph = self.inquiry.graph
        return {str(graph.event(edge)) for edge in range(graph.transitions)}

    def holds(self, claim: str) -> bool:
        """Whether a claim, written as in a ruling, holds."""
        document = f"board:\n{indent(self.text, '  ')}\nclaims:\n  - {claim}\n"
        case = read_case(read_document(document, "claim"), (self.ruleset.id,), self.library)
        (answer,) = check_case(case, self.library, self.ruleset).claims
        assert answer.holds is not None
        return answer.holds

    def _plays(self, state: int) -> Iterator[tuple[str, ...]]:
        graph = self.inquiry.graph
        if not graph.edges(state):
            yield ()
        for edge in graph.edges(state):
            for rest in self._plays(graph.targets[edge]):
                yield (str(graph.event(edge)), *rest)

    def _outcome(self, outcome: Outcome) -> str:
        start = self.inquiry.start
        words = []
        for card, number in sorted((Counter(outcome.cards) - Counter(start.cards)).items()):
            several = f"{number} " if number > 1 else ""
            words.append(f"{several}{card} in the {card.side}'s {card.zone}")
        before = {(side, zone): number for side, zone, number in start.unnamed}
        for side, zone, number in outcome.unnamed:
            if number != before[side, zone]:
                words.append(f"{number} unnamed in the {side}'s {zone}")
        words += [f"the {side} has {life} LP" for side, life in outcome.life if life != dict(start.life)[side]]
        words += [f"the {side}'s next turn is skipped" for side in outcome.skipped]
        if outcome.result != "open":
            words.append("draw" if outcome.result == "draw" else f"the {outcome.result} wins")
        return "; ".join(words) or "nothing changes"


def end_phase(
    board: str, ruleset: str = "ocg", *, cards: str = "", clauses: dict[str, str] | None = None
) -> EndPhase:
    """The End Phase of a board in YAML. ``cards`` are cards that only this test has; ``clauses`` change the ruleset."""
    known = library(cards)
    rules = known.ruleset(ruleset).changed(clauses or {})
    text = dedent(board)
    return EndPhase(text, known, rules, inquire(read_board(read_document(text, "board"), known), known, rules))
