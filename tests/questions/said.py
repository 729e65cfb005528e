"""What other questions than a ruling's own are answered about its board, on record: in few words, and by digests.

Of the first board of each ruling under each ruleset: another ruleset compared with it, why each move can be made or
not, what a survey finds, a play against somebody, the cases in which two clauses may have any value, the claims asked
of a slice, a clause with another value, what the ruling is evidence of, what is answered within half of the states, and
which properties are proved of all that its commands could do. The clauses, the other ruleset and the moves that are
chosen are drawn by hashes of the board's name. ``in_words`` gives that of which a digest is.

``python -m tests.questions.said`` writes the record anew; look at what has changed before you commit it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from explorer.game import Happening, Kind
from explorer.game.players import PLAYERS
from explorer.questions import Inquiry, ask, inquire
from explorer.questions.cases import inquire_open
from explorer.questions.claims import watched
from explorer.questions.compare import compare
from explorer.questions.evidence import Selection, clause_variables, evidence, is_evidence
from explorer.questions.flips import flip, other_values
from explorer.questions.inquiry import PlayedStep
from explorer.questions.machine import Machine, Property
from explorer.questions.moments import phrased
from explorer.questions.partition import partition
from explorer.questions.prove import prove_machine
from explorer.questions.session import BestOpponent, Opponent, RandomOpponent, begin, phrases, spelled
from explorer.questions.slices import can_be_sliced, inquire_sliced
from explorer.questions.surveys import survey_board
from explorer.questions.verdicts import check_ruling
from explorer.questions.walk import Walk
from explorer.questions.why import WhyMove, why_move
from explorer.search.explore import Limits
from explorer.system.diagrams import count
from models.claims import read_question
from models.phrase import Moment
from models.ruleset import Ruleset
from models.ruling import Case, Ruling, cases_for
from tests.records import digest, read, write
from tests.rulings.answers import play_words, values_words
from tests.rulings.sizes import library, speaks_about

RECORD = Path(__file__).with_name("said.json")
MOST_STATES, MOST_COMMANDS = 400, 20
"""Of larger boards nothing is asked, and nothing is proved."""
MOST_OPENED = 60
"""As evidence a board is searched up to so many states."""
MOST_CHOICES = 40
"""A play is not gone on with beyond so many choices."""

CLAUSES = tuple(clause_variables(library()).values())

T = TypeVar("T")


@dataclass(frozen=True)
class Asked:
    """A board of a ruling under a ruleset, and what is drawn for it."""

    ruling: Ruling
    ruleset: Ruleset
    case: Case

    def drawn(self, some: Sequence[T], what: str) -> T:
        """One of some, for a purpose."""
        name = f"{self.ruling.id} {self.ruleset.id} {what}"
        return some[int.from_bytes(sha256(name.encode()).digest()[:8]) % len(some)]

    @cached_property
    def inquiry(self) -> Inquiry:
        """The board, searched for all that the ruling claims of it."""
        asked = [what for claim in self.case.claims for what in watched(claim)]
        return inquire(self.case.board, library(), self.ruleset, watching=asked)

    @cached_property
    def walk(self) -> Walk:
        """The board, walked through with the first wishes that the ruling tells."""
        wants = next((claim.wants for claim in self.case.claims if claim.wants), self.case.wants)
        return Walk(self.inquiry, library(), wants)


@cache
def asked_of(name: str, ruleset: str) -> Asked | None:
    """The first board of the ruling under the ruleset; None where it has none, or a large one."""
    ruling = library().ruling(name)
    cases = () if ruling.note or ruling.unmodelled else cases_for(ruling, ruleset)
    found = Asked(ruling, library().ruleset(ruleset), cases[0]) if cases else None
    return found if found and len(found.inquiry.graph.states) <= MOST_STATES else None


def compared(asked: Asked) -> Iterator[object]:
    """Another ruleset beside that of the board."""
    others = [one for one in library().ruleset_ids if one != asked.ruleset.id]
    other = library().ruleset(asked.drawn(others, "compared"))
    found = compare(asked.case.board, library(), asked.ruleset, other)
    yield found
    yield from (found.only_in, found.powers_only_in, found.all_sets, found.texts, found.sizes)
    if found.play is not None:
        yield from (found.play.shows, found.play.through, found.play.power)
        for one in found.play.followed:
            yield from (play_words(one.steps), one.outcome, one.stop, one.endless)


def moves(inquiry: Inquiry) -> list[str]:
    """Everything that anybody could ever do on the board, as claims name it."""
    events = [command.event for command in inquiry.game.whole.commands]
    steps = [
        PlayedStep(event, inquiry.game.window(inquiry.graph.states[0]), must=False, adjusted=False)
        for event in events
        if isinstance(event, Happening) and event.kind in (Kind.PASS, Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS)
    ]
    return [*dict.fromkeys(words for step in steps if (words := phrased(step)))]


def explained(asked: Asked) -> Iterator[object]:
    """Why each move can be made, or why not, anywhere and at the start."""
    for words in moves(asked.inquiry):
        moment = read_question(words, asked.case.board, library())
        assert isinstance(moment, Moment)
        for line in (None, ()):
            found = why_move(asked.inquiry, library(), moment, line)
            yield f"{words}{'' if line is None else ' at the start'}: {'legal' if found.legal else 'not legal'}"
            yield from because(found)


def because(found: WhyMove) -> Iterator[object]:
    """What is told of a move: a play to it, or what forbids it."""
    yield found.positions
    yield play_words(found.play)
    yield from map(str, found.forbidden)
    if found.nearest is not None:
        yield from (found.nearest.move, play_words(found.nearest.play), *map(str, found.nearest.obstacles))


def surveyed(asked: Asked) -> Iterator[object]:
    """What is found without a graph."""
    found = survey_board(asked.case.board, library(), asked.ruleset, powers=True)
    yield f"{len(found.outcomes)} outcomes"
    yield from ((one.number, one.outcome, play_words(one.play), one.enforceable_by) for one in found.outcomes)


def played(asked: Asked) -> Iterator[object]:
    """A play in which one player chooses by hashes, and the other at random or, where there are wishes, best."""
    player = asked.drawn(PLAYERS, "player")
    wishes = asked.walk.valuation
    opponent: Opponent = BestOpponent(player.other) if wishes else RandomOpponent(player.other, 7)
    session = begin(asked.walk, opponent)
    for _ in range(MOST_CHOICES):
        if session.over:
            break
        session = session.choose(asked.drawn(range(len(session.position.moves)), spelled(session.address)))
    yield f"{player} plays {spelled(session.address)}"
    yield from (taken.maker for taken in session.line)
    yield from phrases(session)
    score = session.score
    if score is not None:
        yield values_words({score.player: score.got, score.player.other: score.best})
        yield from (score.less, score.lost and (score.lost.position.number, score.lost.number))
    back = session.undo().undo()
    yield from (spelled(back.address), spelled(back.redo().address), spelled(session.restart().address))


def opened(asked: Asked) -> Iterator[object]:
    """In which cases what can happen, where two clauses may have any value."""
    clauses = list(library().clauses)
    first = asked.drawn(clauses, "first")
    second = asked.drawn([one for one in clauses if one != first], "second")
    found = partition(inquire_open(asked.case.board, library(), asked.ruleset, left_open=(first, second)))
    yield f"{first}, {second}: {' | '.join(f'{part.cases}' for part in found.parts)}"
    for one in found.outcomes:
        able = {player.value: f"{cases}" for player, cases in one.enforceable.items()}
        yield from (one.number, one.outcome, f"{one.possible}", able)
    yield from ((part.outcomes, part.enforceable, part.cases.exact) for part in found.parts)


def sliced(asked: Asked) -> Iterator[object]:
    """The claims that can be asked of a slice, and plays of the whole board for them."""
    claims = [claim for claim in asked.case.claims if can_be_sliced([claim])]
    watching = [what for claim in claims for what in watched(claim)]
    found = inquire_sliced(asked.case.board, library(), asked.ruleset, watching=watching, whole_up_to=1)
    part = found.slice
    yield f"{len(claims)} claims, {len(found.graph.states)} states of {'the whole' if part is None else 'a slice'}"
    for claim in claims:
        answer = ask(found, claim)
        yield from (answer, answer.because, play_words(answer.play))


def flipped(asked: Asked) -> Iterator[object]:
    """A clause with another value, and whether that contradicts the ruling."""
    clause, value = asked.drawn([*other_values(library(), asked.ruleset, library().clauses)], "flipped")
    yield flip(library(), asked.ruleset, clause, value, [asked.ruling])


def heard(asked: Asked) -> Iterator[object]:
    """What the ruling allows as evidence, where its boards are searched as far as a limit lets them be."""
    if is_evidence(asked.ruling):
        for one in evidence(library(), Selection((asked.ruling,)), Limits(states=MOST_OPENED)):
            yield f"{'all' if one.complete else 'some'} of {count(one.readings, CLAUSES)} readings"
            yield from (one.readings, one.period)


def cut_short(asked: Asked) -> Iterator[object]:
    """What is answered within half of the states."""
    board, ruleset = asked.case.board, asked.ruleset
    few = Limits(states=max(2, len(asked.inquiry.graph.states) // 2))
    other = library().ruleset(asked.drawn(library().ruleset_ids, "cut short"))
    found = compare(board, library(), ruleset, other, few)
    yield f"{found}"
    yield from (found.limits, found.sizes, found.only_in, found.play and found.play.shows)
    yield check_ruling(asked.ruling, library(), ruleset, few)
    clause, value = asked.drawn([*other_values(library(), ruleset, library().clauses)], "cut short")
    yield flip(library(), ruleset, clause, value, [asked.ruling], few)
    yield survey_board(board, library(), ruleset, limits=few).found.limit
    part = inquire_sliced(board, library(), ruleset, limits=few, whole_up_to=1)
    yield from (part.graph.limit, len(part.graph.states), part.whole)
    opened = inquire_open(board, library(), ruleset, left_open=(clause,), limits=few)
    yield from (opened.graph.limit, [f"{one.cases}" for one in partition(opened).parts])
    for claim in asked.case.claims:
        if claim.kind != "best play":
            yield ask(inquire(board, library(), ruleset, watching=watched(claim), limits=few), claim)


def proved(asked: Asked) -> Iterator[object]:
    """What is proved of the board's commands whatever its cards do, and a smallest state against the rest."""
    game = asked.inquiry.game
    if len(game.whole.commands) > MOST_COMMANDS:
        return
    found = prove_machine(Machine(game), None, [one for one in Property if one is not Property.GUARDS])
    yield f"{found.standing}: {', '.join(one.standing for one in found.proofs)}; {found.queries} queries"
    for one in found.proofs:
        yield from (one.cases, one.parts, one.counterexample)


QUESTIONS: Mapping[str, Callable[[Asked], Iterator[object]]] = {
    "compared": compared,
    "why": explained,
    "survey": surveyed,
    "play": played,
    "open": opened,
    "slice": sliced,
    "flip": flipped,
    "evidence": heard,
    "cut short": cut_short,
    "proofs": proved,
}


def in_words(asked: Asked, question: str) -> list[str]:
    """An answer line by line."""
    return [f"{line}" for line in QUESTIONS[question](asked)]


def short(lines: Sequence[str]) -> str:
    """The first line of an answer, with a digest of the others where there are any."""
    return f"{lines[0]} [{digest(lines[1:])}]" if len(lines) > 1 else "".join(lines)


def measured(question: str, ruling: str) -> dict[str, str]:
    """What is answered about a ruling under each of its rulesets, as the record has it."""
    boards = {ruleset: asked_of(ruling, ruleset) for name, ruleset in speaks_about() if name == ruling}
    return {ruleset: short(in_words(asked, question)) for ruleset, asked in boards.items() if asked}


def record() -> dict[str, dict[str, dict[str, str]]]:
    """The record as it was written."""
    found: dict[str, dict[str, dict[str, str]]] = read(RECORD)
    return found


def main() -> None:
    """Write the record."""
    rulings = dict.fromkeys(name for name, _ in speaks_about())
    write(RECORD, {question: {name: measured(question, name) for name in rulings} for question in QUESTIONS})


if __name__ == "__main__":
    main()
