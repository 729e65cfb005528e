"""Verdicts: a ruling checked under a ruleset, all its boards and all its claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from explorer.questions.cases import inquire_open
from explorer.questions.claims import ClaimAnswer, ask, watched
from explorer.questions.inquiry import Inquiry, inquire
from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.graph import Limit
from models.library import Library
from models.phrase import Condition, Count
from models.ruleset import Ruleset
from models.ruling import Case, Ruling, cases_for


class Verdict(StrEnum):
    """How a ruling and the model stand to each other."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    OPEN = "open"
    UNMODELLED = "unmodelled"
    UNDECIDED = "undecided"
    NOTE = "note"


@dataclass(frozen=True)
class CaseAnswer:
    """One board of a ruling: its claims answered, and the size of its graph."""

    case: Case
    claims: tuple[ClaimAnswer, ...]
    states: int
    transitions: int
    complete: bool


@dataclass(frozen=True)
class RulingAnswer:
    """A ruling under a ruleset. ``states`` and ``transitions`` add up over its boards."""

    ruling: Ruling
    ruleset: str
    verdict: Verdict
    cases: tuple[CaseAnswer, ...] = ()

    @property
    def claims(self) -> tuple[ClaimAnswer, ...]:
        """The answers of all its boards."""
        return tuple(answer for case in self.cases for answer in case.claims)

    def verdict_on(self, claim: ClaimAnswer) -> Verdict:
        """What the verdict would be if this were the only claim."""
        return _verdict(self.ruling, (claim,))

    @property
    def states(self) -> int:
        """The number of states of all its boards."""
        return sum(case.states for case in self.cases)

    @property
    def transitions(self) -> int:
        """The number of transitions of all its boards."""
        return sum(case.transitions for case in self.cases)

    def __str__(self) -> str:
        return f"{self.ruling.id} under {self.ruleset}: {self.verdict}"


def check_case(
    case: Case,
    library: Library,
    ruleset: Ruleset,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> CaseAnswer:
    """All claims of one board; where something is open on it, in all cases.

    Raises KeyboardInterrupt where an interrupt ended the search: the user wants no verdict on its part, but the end.
    """
    asked = asked_of(case)
    if case.board.left_open:
        opened = inquire_open(case.board, library, ruleset, watching=asked, limits=limits)
        _go_on_unless(opened.graph.limit)
        found = tuple(opened.ask(claim) for claim in case.claims)
        return CaseAnswer(case, found, len(opened.graph.states), opened.graph.transitions, opened.graph.complete)
    return answer_case(case, inquire(case.board, library, ruleset, watching=asked, limits=limits, progress=progress))


def asked_of(case: Case) -> list[Condition | Count]:
    """What the claims of a board ask of states."""
    return [what for claim in case.claims for what in watched(claim)]


def answer_case(case: Case, inquiry: Inquiry) -> CaseAnswer:
    """The same as :func:`check_case`, of a board that was searched, with what is :func:`asked_of` it watched."""
    graph = inquiry.graph
    _go_on_unless(graph.limit)
    answers = tuple(ask(inquiry, claim) for claim in case.claims)
    return CaseAnswer(case, answers, len(graph.states), graph.transitions, graph.complete)


def _go_on_unless(limit: Limit | None) -> None:
    if limit == "interrupted":
        raise KeyboardInterrupt


def check_ruling(
    ruling: Ruling,
    library: Library,
    ruleset: Ruleset,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> RulingAnswer:
    """The verdict on a ruling under a ruleset, be it one that the ruling speaks about or another."""
    if ruling.note:
        return RulingAnswer(ruling, ruleset.id, Verdict.NOTE)
    if ruling.unmodelled:
        return RulingAnswer(ruling, ruleset.id, Verdict.UNMODELLED)
    cases = cases_for(ruling, ruleset.id)
    return judged(ruling, ruleset, [check_case(case, library, ruleset, limits, progress) for case in cases])


def judged(ruling: Ruling, ruleset: Ruleset, cases: Sequence[CaseAnswer]) -> RulingAnswer:
    """The verdict on a ruling whose boards are answered."""
    claims = (answer for case in cases for answer in case.claims)
    return RulingAnswer(ruling, ruleset.id, _verdict(ruling, claims), tuple(cases))


def _verdict(ruling: Ruling, claims: Iterable[ClaimAnswer]) -> Verdict:
    """The worst of all claims: nothing undecided counts as confirmed, and an open question stays open."""
    holds = [answer.holds for answer in claims]
    if ruling.status == "pending":
        return Verdict.OPEN
    if False in holds:
        return Verdict.CONTRADICTED
    return Verdict.UNDECIDED if None in holds else Verdict.CONFIRMED
