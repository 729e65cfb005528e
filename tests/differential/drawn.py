"""Random boards on record, with their texts: what the search finds on each, and digests of its variables and positions.

Usual boards, odd ones, and some on which something is open, under the library's rulesets and others. In cards that
nobody would put together, full zones, hands of 12 and no Decks rules meet that no ruling has. Of each board the record
has the numbers of states and transitions as they are searched, those that are left where an act of several choices is
one step, the number of outcomes, and two digests: of the names and values of all variables, and of the outcomes' facts
with all positions, their moves and what forbids the others, where they are few, else with all that can happen and who
can force which outcome. Where something is open it has the number of states and a digest of all cases, parted.

``python -m tests.differential.drawn`` draws the boards anew and writes the record; look at what has changed before you
commit it. Since the boards are in the record, another version of what draws them changes no test.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from hypothesis import assume

from explorer.questions import Inquiry, inquire, outcomes
from explorer.questions.cases import OpenInquiry, inquire_open
from explorer.questions.partition import partition
from explorer.questions.walk import Walk
from explorer.search import Limits, explore
from models.errors import InputError
from models.ruleset import Ruleset
from tests.differential.boards import LIBRARY, board_of, cases, odd_cases, searched_draw
from tests.differential.draws import assert_of_draws
from tests.differential.openings import OpenBoard, open_boards
from tests.records import digest, read, write
from tests.rulings.answers import lines_of

RECORD = Path(__file__).with_name("drawn.json")
SEED, NUMBER, OPEN = 4021, 150, 60
MOST_STATES, MOST_POSITIONS = 600, 80
"""Of more states there is no board in the record, and of more positions no digest."""


class Drawn(TypedDict):
    """A board of the record: its text, its ruleset with the clauses that are changed, and what is found."""

    board: str
    ruleset: str
    clauses: dict[str, str]
    found: str


def lines(inquiry: Inquiry) -> Iterator[str]:
    """What the last digest of a board is of, whose states are told apart by all that a picture of it would show."""
    yield from (f"{one.facts}" for one in inquiry.ends)
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


def cases_of(opened: OpenInquiry) -> Iterator[str]:
    """Of a board on which something is open: each outcome with its cases and who can force it in which, and all parts."""
    found = partition(opened)
    for one in found.outcomes:
        able = {player.value: f"{told}" for player, told in one.enforceable.items()}
        yield f"{one.number}: {one.outcome} {one.possible} {able}"
    for part in found.parts:
        yield f"{part.cases}: {part.outcomes} {part.enforceable}"


def found_of(text: str, ruleset: Ruleset) -> str:
    """What the record says of a board."""
    board = board_of(text)
    if board.left_open:
        opened = inquire_open(board, LIBRARY, ruleset, limits=Limits(states=MOST_STATES))
        return f"{len(opened.graph.states)} [{digest(cases_of(opened))}]"
    inquiry = inquire(board, LIBRARY, ruleset)
    searched, told = explore(inquiry.game.system), inquiry.graph
    sizes = (len(searched.states), searched.transitions, len(told.states), told.transitions, len(inquiry.ends))
    pictured = inquire(board, LIBRARY, ruleset, pictured=True)
    return f"{', '.join(map(str, sizes))} [{digest(variables(inquiry))}] [{digest(lines(pictured))}]"


def measured(one: Drawn) -> str:
    """What is found now."""
    return found_of(one["board"], LIBRARY.ruleset(one["ruleset"]).changed(one["clauses"]))


def as_drawn(text: str, ruleset: Ruleset) -> tuple[str, Ruleset]:
    """A board, if it is not refused, and not too large."""
    searched_draw((text, ruleset), MOST_STATES)
    return text, ruleset


def with_cases(drawn: OpenBoard, ruleset: Ruleset) -> tuple[str, Ruleset]:
    """A board on which something is open, if it is not refused, and not too large in all cases together."""
    try:
        found = inquire_open(board_of(drawn.text), LIBRARY, ruleset, limits=Limits(states=MOST_STATES))
    except InputError:
        assume(False)
    assume(found.graph.complete)
    return drawn.text, ruleset


def draw() -> Iterator[Drawn]:
    """The boards, drawn anew."""
    for number, strategy, law in (
        (NUMBER, cases(), as_drawn),
        (NUMBER, odd_cases(), as_drawn),
        (OPEN, open_boards(), with_cases),
    ):
        drawn: dict[str, Ruleset] = {}
        assert_of_draws(SEED, number, strategy, lambda *one, law=law, drawn=drawn: drawn.update([law(*one)]))
        for text, ruleset in drawn.items():
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
