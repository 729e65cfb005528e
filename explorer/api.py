"""The same answers as the command line's, as Python objects; ``import explorer`` offers these functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from explorer.questions import (
    BestPlay,
    Comparison,
    Inquiry,
    OutcomeAnswer,
    RulingAnswer,
    check_ruling,
    inquire,
    outcomes,
)
from explorer.questions import best_play as find_best_play
from explorer.questions.compare import compare as compare_board
from explorer.questions.evidence import Selection, evidence
from explorer.questions.infer import Inference
from explorer.questions.infer import infer as infer_from
from explorer.questions.why import WhyMove, WhyOutcome
from explorer.questions.why import why as why_of
from explorer.questions.wishes import watched
from explorer.search.explore import NO_LIMITS, Limits
from explorer.subjects import Subject, pair
from explorer.subjects import subject as named
from models.library import Library
from models.periods import read_period
from models.ruling import rulesets_of


@dataclass(frozen=True)
class Explored:
    """The outcomes of a board and the size of its graph; ``complete`` is False when a limit was reached."""

    outcomes: tuple[OutcomeAnswer, ...]
    states: int
    transitions: int
    complete: bool

    def __str__(self) -> str:
        size = f"{len(self.outcomes)} outcomes, {self.states} states, {self.transitions} transitions"
        return size if self.complete else f"{size} (partial)"


@cache
def _library() -> Library:
    return Library()


def _inquire(subject: Subject, limits: Limits | None) -> Inquiry:
    return inquire(
        subject.board, _library(), subject.ruleset, watching=watched(subject.wants), limits=limits or NO_LIMITS
    )


def load(argument: str, ruleset: str | None = None) -> Subject:
    """The board in a file, or of a ruling; raises InputError."""
    return named(argument, _library(), ruleset)


def explore(subject: Subject, limits: Limits | None = None) -> Explored:
    """All reachable outcomes of a board."""
    inquiry = _inquire(subject, limits)
    graph = inquiry.graph
    return Explored(outcomes(inquiry), len(graph.states), graph.transitions, graph.complete)


def check(*rulings: str, rulesets: Sequence[str] = ()) -> tuple[RulingAnswer, ...]:
    """Verdicts on rulings, all by default, under the rulesets they speak about or under those given."""
    library = _library()
    wanted = [library.ruling(name) for name in rulings] if rulings else library.rulings
    return tuple(
        check_ruling(ruling, library, library.ruleset(name))
        for ruling in wanted
        for name in (rulesets or rulesets_of(ruling))
    )


def best_play(subject: Subject) -> BestPlay:
    """Best play by both for the wishes told with the board; raises InputError without any."""
    return find_best_play(_inquire(subject, None), subject.wants)


def why(subject: Subject, what: str, after: str | None = None, limits: Limits | None = None) -> WhyMove | WhyOutcome:
    """Why a move cannot be made or an outcome not come about, or how it can.

    ``after``: only after these moves, parted by semicolons; with none of them at the start. Raises InputError for what
    is neither a move nor an outcome of the board.
    """
    return why_of(subject.board, _library(), subject.ruleset, what, after, limits or NO_LIMITS)


def compare(
    argument: str, one: str, other: str = "", *, flips: Sequence[str] = (), limits: Limits | None = None
) -> Comparison:
    """What two rulesets make of the board in a file, or of a ruling; raises InputError.

    ``flips`` change clauses of the second ruleset, as ``CLAUSE: VALUE`` or ``CLAUSE``; without ``other`` the second is
    the first with these changes.
    """
    library = _library()
    both = pair(f"{one},{other}" if other else one, flips, library)
    return compare_board(named(argument, library, one).board, library, *both, limits or NO_LIMITS)


def infer(
    *rulings: str,
    families: Sequence[str] = (),
    authority: str = "",
    since: str = "",
    until: str = "",
    undated: bool = False,
    limits: Limits | None = None,
) -> Inference:
    """What rulings, all by default, settle of the clauses, leave free, and do not agree on.

    ``families``, ``authority``, ``since``, ``until`` and ``undated`` narrow down which rulings count, as for
    ``Selection``; ``limits`` are those of each board. Raises InputError when none is left.
    """
    library = _library()
    chosen = Selection(
        rulings=tuple(library.ruling(name) for name in rulings),
        families=tuple(families),
        authority=authority,
        since=read_period(since) if since else None,
        until=read_period(until) if until else None,
        undated=undated,
    )
    return infer_from(library, evidence(library, chosen, limits or NO_LIMITS))
