"""The next question: a board on which the readings that are left do not all say the same.

What could be answered to a board is which of its ruling's own claims hold, which moves can be made, and what can be
left at the end. The best board leaves fewest readings whatever the answer (Knuth, "The computer as Master Mind", 1977);
of those the smallest is chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from explorer.game import Kind, Outcome
from explorer.questions.cases import inquire_open
from explorer.questions.claims import ask, watched
from explorer.questions.evidence import clause_variables, distinctions, readings
from explorer.questions.infer import Free, Knowledge
from explorer.questions.inquiry import Inquiry
from explorer.search.explore import NO_LIMITS, Limits
from explorer.system.commands import RULES
from explorer.system.diagrams import count, domain
from explorer.system.nodes import Term, read
from explorer.system.solving import Solver
from explorer.system.terms import all_of, any_of, equal
from models.board import Board
from models.library import Library
from models.phrase import Count
from models.ruleset import Ruleset
from models.ruling import Claim

T = TypeVar("T")

_VERBS = {
    Kind.PASS: ("passes", "pass"),
    Kind.ACTIVATE: ("activates", "activate"),
    Kind.CHAIN: ("activates", "activate"),
    Kind.PROCESS: ("processes", "process"),
    Kind.DISCARD: ("discards", "discard"),
}
"""The kinds of steps that a claim can name, in its words: what a player does, and what they must do."""


@dataclass(frozen=True)
class Candidate:
    """A board that could be asked about: its name, its text as a file has it, and what its ruling claims of it.

    ``answered`` is when that was answered, if it was.
    """

    name: str
    board: Board
    text: str
    claims: tuple[Claim, ...] = ()
    answered: str = ""

    @property
    def size(self) -> int:
        """The number of cards on it that are named, and of effects that linger."""
        return sum(card.copies for card in self.board.cards) + len(self.board.lingering)


@dataclass(frozen=True)
class PossibleAnswer:
    """What one answer says, of that in which the answers differ, and the readings that it would leave.

    ``claims`` hold, ``moves`` can be made, in the words of claims, and ``outcomes`` can be left. ``number`` counts the
    readings, ``left`` has for each clause that was free the values that are left.
    """

    claims: tuple[Claim, ...]
    moves: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    number: int
    left: tuple[Free, ...]


@dataclass(frozen=True)
class NextQuestion:
    """A board with its possible answers, several; ``start`` is the board as it is laid, told like an outcome."""

    asked: Candidate
    ruleset: str
    start: Outcome
    answers: tuple[PossibleAnswer, ...]

    @property
    def worst(self) -> int:
        """How many readings are left at most."""
        return max(one.number for one in self.answers)


def next_question(
    library: Library,
    knowledge: Knowledge,
    ruleset: Ruleset,
    candidates: Iterable[Candidate],
    limits: Limits = NO_LIMITS,
) -> NextQuestion | None:
    """The best board to ask about under the ruleset's card texts; None where no candidate tells readings apart.

    What is settled is taken for settled. A board whose search is cut short is passed over. Raises InputError for one
    that cannot be laid, and `Undecided` where Z3 does not know what an answer would leave.
    """
    asking = _Asking(library, knowledge, ruleset, limits)
    found = (question for one in candidates if (question := asking.question(one)) is not None)
    return min(found, key=lambda one: (one.worst, one.asked.size, -len(one.answers)), default=None)


_Said = tuple[tuple[int, ...], tuple[str, ...], tuple[Outcome, ...]]
"""What can be seen of a class of cases: the claims that hold, by number, the moves, and the outcomes."""


class _Asking:
    """The readings that are left, and what boards show of them."""

    def __init__(self, library: Library, knowledge: Knowledge, ruleset: Ruleset, limits: Limits) -> None:
        self.library = library
        self.knowledge = knowledge
        self.free = {free.clause: free for free in knowledge.free}
        self.ruleset = ruleset.changed({one.clause: one.value for one in knowledge.settled})
        self.limits = limits
        self.clauses = clause_variables(library)
        self.solver = Solver()

    def question(self, candidate: Candidate) -> NextQuestion | None:
        """The question about the board; None where all readings that are left say the same of it."""
        watching = [what for claim in candidate.claims for what in watched(claim)]
        free = tuple(self.free)
        opened = inquire_open(
            candidate.board, self.library, self.ruleset, left_open=free, watching=watching, limits=self.limits
        )
        if not opened.graph.complete or not opened.graph.system.open_variables:
            return None
        game = opened.game
        asked = [game.count(what) if isinstance(what, Count) else game.condition(what) for what in watching]
        asked += [game.system.term(read(variable)) for variable in (game.scene.window, game.scene.adjusted)]
        seen: dict[_Said, list[Term]] = {}
        for one in opened.classes(distinctions(opened, asked)):
            said = _said(one.inquiry, candidate.claims)
            seen.setdefault(said, []).append(readings(opened, one.condition))
        found = {said: any_of(*terms) for said, terms in seen.items()}
        found = {said: term for said, term in found.items() if self.possible(term)}
        if len(found) < 2:
            return None
        answers = tuple(self.answer(said, term, list(found), candidate) for said, term in found.items())
        return NextQuestion(candidate, self.ruleset.id, game.start, answers)

    def possible(self, *terms: Term) -> bool:
        return self.solver.decided([self.knowledge.remaining, *terms])

    def answer(self, said: _Said, term: Term, all_said: Sequence[_Said], candidate: Candidate) -> PossibleAnswer:
        """The answer, without what all answers say."""
        claims = _differing(said[0], [one[0] for one in all_said])
        moves = _differing(said[1], [one[1] for one in all_said])
        outcomes = _differing(said[2], [one[2] for one in all_said])
        return PossibleAnswer(
            tuple(candidate.claims[number] for number in claims),
            moves,
            outcomes,
            count(all_of(self.knowledge.remaining, term), tuple(self.clauses.values())),
            self.left(term),
        )

    def left(self, term: Term) -> tuple[Free, ...]:
        """The values that each free clause has left with the term."""
        found = []
        for name, free in self.free.items():
            variable = self.clauses[name]
            values = [value for value in domain(variable) if self.possible(term, equal(read(variable), value))]
            found.append(Free(free.clause, tuple(variable.label(value) for value in values)))
        return tuple(found)


def _differing(part: tuple[T, ...], parts: Collection[tuple[T, ...]]) -> tuple[T, ...]:
    """What is in this part, but not in all of them."""
    return tuple(one for one in part if not all(one in other for other in parts))


def _said(inquiry: Inquiry, claims: Sequence[Claim]) -> _Said:
    holds = tuple(number for number, claim in enumerate(claims) if ask(inquiry, claim).holds)
    return holds, tuple(sorted(set(_moves(inquiry)))), tuple(sorted(inquiry.ends, key=repr))


def _moves(inquiry: Inquiry) -> Iterator[str]:
    """Every move that can be made, as claims say it: plainly, and with what else can be said of it."""
    graph = inquiry.graph
    for state in range(len(graph.states)):
        for edge in graph.edges(state):
            step = inquiry.step(edge)
            happening = step.happening
            if happening.by == RULES or happening.kind not in _VERBS:
                continue
            does, must = _VERBS[happening.kind]
            cards = happening.chosen if happening.kind is Kind.DISCARD else (happening.card,)
            for card in cards:
                what = f" {card}" if card else ""
                yield f"the {happening.by} {does}{what}"
                if step.must:
                    yield f"the {happening.by} must {must}{what}"
                if step.adjusted:
                    yield f"the {happening.by} {does}{what} after the hand-size adjustment"
