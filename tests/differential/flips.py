"""What one clause is worth on random boards: a ruleset against itself with another value of that clause.

``python -m tests.differential.flips BOARDS`` counts on so many boards for each clause and ruleset below, as
``docs/findings`` reports it; it takes some 0.5 s a board. Two runs draw the same boards.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator

from hypothesis import HealthCheck, given, seed, settings

from explorer.questions.compare import Comparison, Likeness, compare
from explorer.search.explore import Limits
from models.board import Board
from models.errors import InputError
from models.ruleset import Ruleset, read_flip
from tests.differential.boards import LIBRARY, board_of, boards
from tests.differential.draws import DRAWN

CLAUSES = ("second offer to the turn player", "compelled act")
RULESETS = ("ocg", "ocg-2013", "tcg")
MOST_STATES = 2_000


def flipped(name: str, clause: str) -> tuple[Ruleset, Ruleset]:
    """The ruleset, and the same with the other value of the clause."""
    ruleset = LIBRARY.ruleset(name)
    return ruleset, ruleset.variant(dict([read_flip(clause, ruleset, LIBRARY.clauses)]))


def tied_to_a_moment(board: Board) -> bool:
    """Whether there is a Trap on the board that can be activated only at the moment something has happened."""
    cards = {LIBRARY.card(placed.name) for placed in board.cards}
    effects = [effect for card in cards if card.is_trap for version in card.versions for effect in version.effects]
    return any(effect.trigger is not None and effect.trigger.kind != "activated" for effect in effects)


def drawn(one: Ruleset, other: Ruleset, number: int, part: int, seen: Callable[[Board, Comparison], None]) -> None:
    """Show so many random boards with what the two rulesets make of them; a board that is refused does not count."""

    @seed(part)
    @settings(DRAWN, max_examples=number, suppress_health_check=list(HealthCheck))
    @given(boards(one))
    def each(text: str) -> None:
        board = board_of(text)
        try:
            found = compare(board, LIBRARY, one, other, Limits(states=MOST_STATES))
        except InputError:
            return
        seen(board, found)

    each()


def tally(name: str, clause: str, number: int) -> tuple[Counter[Likeness], Counter[Likeness]]:
    """How alike the two are on random boards: first where nobody has a Trap that is tied to a moment, then elsewhere."""
    one, other = flipped(name, clause)
    counts: tuple[Counter[Likeness], Counter[Likeness]] = Counter(), Counter()

    def seen(board: Board, found: Comparison) -> None:
        counts[tied_to_a_moment(board)][found.likeness] += 1

    drawn(one, other, number, CLAUSES.index(clause), seen)
    return counts


def report(number: int) -> Iterator[str]:
    """A line for each clause and ruleset."""
    for clause in CLAUSES:
        for name in RULESETS:
            free, tied = (
                {str(one): count for one, count in sorted(part.items())} for part in tally(name, clause, number)
            )
            yield f"{clause}, {name}: {free}; with a Trap tied to a moment: {tied}"


if __name__ == "__main__":
    for line in report(int(sys.argv[1])):
        print(line, flush=True)
