"""Random boards on record, with their texts: what the search finds on each, and digests of its variables and positions.

Half are usual boards, half odd ones, under the library's rulesets and others. In cards nobody would put together, full
zones, hands of 12 and no Decks rules meet that no ruling has. Of each board the record has the numbers of states and
transitions as they are searched, those that are left where an act of several choices is one step, the number of
outcomes, and two digests: of the names and values of all variables, and of all positions, with the moves and what
forbids the others, where they are few, else of all that can happen with each outcome and who can force it.

``python -m tests.differential.drawn`` draws the boards anew and writes the record; look at what has changed before you
commit it. Since the boards are in the record, another version of what draws them changes no test.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from explorer.questions import Inquiry, inquire, outcomes
from explorer.questions.walk import Walk
from explorer.search import explore
from models.ruleset import Ruleset
from tests.differential.boards import LIBRARY, board_of, cases, odd_cases, searched_draw
from tests.differential.draws import assert_of_draws
from tests.records import digest, read, write
from tests.rulings.answers import lines_of

RECORD = Path(__file__).with_name("drawn.json")
SEED, NUMBER = 4021, 150
MOST_STATES, MOST_POSITIONS = 600, 80
"""Of more states there is no board in the record, and of more positions no digest."""


class Drawn(TypedDict):
    """A board of the record: its text, its ruleset with the clauses that are changed, and what is found."""

    board: str
    ruleset: str
    clauses: dict[str, str]
    found: str


def lines(inquiry: Inquiry) -> Iterator[str]:
    """What the last digest of a board is of."""
    if len(inquiry.graph.states) <= MOST_POSITIONS:
        yield from lines_of(Walk(inquiry, LIBRARY))
        return
    graph = inquiry.graph
    yield from sorted({f"{graph.event(edge)}" for edge in range(graph.transitions)})
    yield from (f"{one.outcome}, {one.plays}, {one.enforceable_by}" for one in outcomes(inquiry))


def variables(inquiry: Inquiry) -> Iterator[str]:
    """The variables before anything is folded, with the values that they may have, and which of them are kept."""
    whole, kept = inquiry.game.whole, set(inquiry.game.system.variables)
    for one in whole.variables:
        yield f"{one}: {one.low}..{one.high} {one.labels} {whole.initial[one]} {one in kept}"


def found_of(text: str, ruleset: Ruleset) -> str:
    """What the record says of a board."""
    inquiry = inquire(board_of(text), LIBRARY, ruleset)
    searched, told = explore(inquiry.game.system), inquiry.graph
    sizes = (len(searched.states), searched.transitions, len(told.states), told.transitions, len(inquiry.ends))
    return f"{', '.join(map(str, sizes))} [{digest(variables(inquiry))}] [{digest(lines(inquiry))}]"


def measured(one: Drawn) -> str:
    """What is found now."""
    return found_of(one["board"], LIBRARY.ruleset(one["ruleset"]).changed(one["clauses"]))


def draw() -> Iterator[Drawn]:
    """The boards, drawn anew."""
    for strategy in (cases(), odd_cases()):
        drawn: list[tuple[str, Ruleset]] = []

        def note(text: str, ruleset: Ruleset, mine: list[tuple[str, Ruleset]] = drawn) -> None:
            searched_draw((text, ruleset), MOST_STATES)
            mine.append((text, ruleset))

        assert_of_draws(SEED, NUMBER, strategy, note)
        for text, ruleset in dict(drawn).items():
            named = LIBRARY.ruleset(ruleset.id)
            changed = {clause: ruleset[clause] for clause in LIBRARY.clauses if ruleset[clause] != named[clause]}
            yield Drawn(board=text, ruleset=ruleset.id, clauses=changed, found=found_of(text, ruleset))


def record() -> list[Drawn]:
    """The record as it was written."""
    found: list[Drawn] = read(RECORD)
    return found


def main() -> None:
    """Write the record."""
    write(RECORD, [*draw()])


if __name__ == "__main__":
    main()
