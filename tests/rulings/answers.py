"""What is answered about the boards of every ruling, on record: word for word where that is short, else by a digest.

Of each claim the record has whether it holds, why, the play that shows it, and what the player does who can force or
prevent it; of each wish best play with what it is worth and how every other move compares; of each board who can secure
what, and a digest of its positions: what lies where, what is due, the moves with what they change, and what forbids
the others. ``lines_of`` gives the lines of which the digest is.

``python -m tests.rulings.answers`` writes the record anew; look at what has changed before you commit it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from explorer.game.players import PLAYERS, Player
from explorer.questions import BestPlay, ClaimAnswer, Inquiry, PlayedStep, Strategy, ask, best_play, inquire, secured
from explorer.questions.best import Alternative, Value, valuation
from explorer.questions.claims import strategy, watched
from explorer.questions.forbidden import Forbidden
from explorer.questions.strategies import optimal
from explorer.questions.walk import Move, Position, Walk
from explorer.questions.wishes import Wants
from explorer.questions.wishes import watched as wished
from models.errors import InputError
from models.ruling import Case, Ruling, cases_for
from tests.records import digest, read, write
from tests.rulings.sizes import library, speaks_about

RECORD = Path(__file__).with_name("answers.json")
MOST_POSITIONS = 60
"""Of larger boards the positions are not looked at."""
MOST_SETS = 10
"""More sets of outcomes are told by a digest."""


def step_words(step: PlayedStep) -> str:
    """A step of a play with what is marked of it."""
    marks = {"must": step.must, "after the adjustment": step.adjusted, "idle": step.idle, "again": step.again}
    return ", ".join([f"{step.happening}", *(mark for mark, given in marks.items() if given)])


def play_words(steps: tuple[PlayedStep, ...]) -> str:
    """A play."""
    return "; ".join(map(step_words, steps))


def strategy_words(found: Strategy) -> Iterator[str]:
    """A strategy as a list of rules or as a table."""
    yield f"{found.player}: {found.positions} choices, {found.tried} states"
    yield from (f"{one.move}{f' once {one.once}' if one.once else ''}" for one in found.rules)
    yield from (f"{play_words(one.play)} -> {step_words(one.move)}" for one in found.table)


def claim_words(inquiry: Inquiry, answer: ClaimAnswer) -> Iterator[str]:
    """An answer to a claim, and the strategy that goes with it."""
    yield f"{answer}: {answer.because}"
    yield f"play: {play_words(answer.play)}{'' if answer.repeats is None else f' from {answer.repeats} on again'}"
    found = strategy(inquiry, answer.claim)
    yield from strategy_words(found) if found else ()


def values_words(values: Mapping[Player, Value]) -> str:
    """What something is worth to each."""
    return ", ".join(f"{player} {value}" for player, value in values.items())


def alternative_words(one: Alternative) -> str:
    """Another move than that of best play."""
    return f"  {one.merit}: {step_words(one.move)} ({values_words(one.values)}), then {play_words(one.refutation)}"


def best_words(found: BestPlay) -> Iterator[str]:
    """A line of best play, with the alternatives to each step."""
    yield f"best play: {values_words(found.values)}, loop {found.loop}"
    for step, decision in zip(found.line, found.decisions, strict=True):
        yield f"{step_words(step)}{f' ({decision.merit})' if decision else ''}"
        yield from map(alternative_words, decision.alternatives if decision else ())


def wants_words(inquiry: Inquiry, wants: Wants) -> Iterator[str]:
    """Best play for some wishes, and what to do for them where only one player has any."""
    yield from best_words(best_play(inquiry, wants))
    found = valuation(inquiry, wants)
    if len(found.wishes) == 1:
        yield from (line for player in PLAYERS for line in strategy_words(optimal(found, player)))


def move_words(move: Move) -> str:
    """A legal move of a position."""
    return f"{step_words(move.step)} to {move.to}, {move.merit}, {move.preferred}, {[*map(str, move.changes)]}"


def forbidden_words(one: Forbidden) -> str:
    """A move that is forbidden, without the texts of the rules."""
    reasons = [f"{why.reason} {why.value} {why.card}" for why in one.obstacles]
    return f"{one.move}: {reasons}, {one.each}, {one.circumstances}"


def position_words(position: Position) -> Iterator[str]:
    """A position: the table, and everything that can and cannot be done."""
    able = {player.value: sorted(outcomes) for player, outcomes in position.enforceable.items()}
    yield f"{position.number}: {position.window}, {position.player}, {sorted(position.outcomes)}, {able}"
    yield str(position.playmat)
    yield from map(move_words, position.moves)
    yield from map(forbidden_words, position.forbidden)


def lines_of(walk: Walk) -> list[str]:
    """All positions of a board."""
    return [line for state in range(len(walk)) for line in position_words(walk.position(state))]


def secured_words(inquiry: Inquiry) -> Iterator[str]:
    """The sets of outcomes that each player can secure, or that they are too many."""
    try:
        found = secured(inquiry)
    except InputError as error:
        yield str(error)
        return
    for player, some in found.sets.items():
        sets = sorted(map(sorted, some))
        yield f"{player} secures {len(sets)}: {sets if len(sets) <= MOST_SETS else digest(sets)}"


def case_words(case: Case, ruleset: str) -> Iterator[str]:
    """What is answered about one board."""
    wants = {id(claim.wants): claim.wants for claim in case.claims if claim.wants}
    asked = [what for claim in case.claims for what in watched(claim)]
    asked += [what for one in wants.values() for what in wished(one)]
    inquiry = inquire(case.board, library(), library().ruleset(ruleset), watching=asked)
    for claim in case.claims:
        yield from claim_words(inquiry, ask(inquiry, claim))
    for one in wants.values():
        yield from wants_words(inquiry, one)
    yield from secured_words(inquiry)
    if len(inquiry.graph.states) <= MOST_POSITIONS:
        yield f"positions: {digest(lines_of(Walk(inquiry, library(), next(iter(wants.values()), {}))))}"


def measured(ruling: Ruling, ruleset: str) -> list[str]:
    """What is answered about a ruling, as the record has it."""
    cases = () if ruling.note or ruling.unmodelled else cases_for(ruling, ruleset)
    return [line for case in cases for line in case_words(case, ruleset)]


def record() -> dict[str, dict[str, list[str]]]:
    """The record as it was written."""
    found: dict[str, dict[str, list[str]]] = read(RECORD)
    return found


def main() -> None:
    """Write the record."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, ruleset in speaks_about():
        found.setdefault(name, {})[ruleset] = measured(library().ruling(name), ruleset)
    write(RECORD, found)


if __name__ == "__main__":
    main()
