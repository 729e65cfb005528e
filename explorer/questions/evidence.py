"""Evidence: which readings of the rules a ruling allows.

A reading gives each clause a value. All clauses are left open, and a ruling allows those readings under which all its
claims hold on all its boards. It is read under the card texts that its first ruleset goes by (docs/decisions/0012).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from explorer.questions.cases import OpenInquiry, inquire_open
from explorer.questions.claims import ask, watched
from explorer.search.explore import NO_LIMITS, Limits
from explorer.system.diagrams import Values, term_of
from explorer.system.nodes import Term
from explorer.system.terms import all_of, enumeration, equal
from explorer.system.variables import Variable
from models.errors import InputError, nearest
from models.library import Library
from models.names import fold
from models.periods import Period, read_period
from models.phrase import Count
from models.ruleset import Ruleset
from models.ruling import Case, Ruling

UNDATED = "-"


def clause_variables(library: Library) -> dict[str, Variable]:
    """For each clause its variable, one and the same on all boards on which it is left open."""
    return {name: enumeration(f"clause: {name}", tuple(clause.values)) for name, clause in library.clauses.items()}


@dataclass(frozen=True)
class Evidence:
    """A ruling as evidence: a term over the clauses' variables for the readings that it allows.

    ``complete`` is False where a limit cut a search short; then ``readings`` leaves nothing out that is not refuted.
    """

    ruling: Ruling
    readings: Term
    complete: bool = True

    @property
    def period(self) -> Period | None:
        """The days on which it may have been answered; None when nothing is known of that."""
        return period_of(self.ruling)


def period_of(ruling: Ruling) -> Period | None:
    """The days on which the ruling may have been answered; None when nothing is known of that."""
    answered = ruling.source.answered
    return None if answered == UNDATED else read_period(answered)


@dataclass(frozen=True)
class Selection:
    """Which rulings are taken as evidence: every part that is given narrows it down.

    ``families`` are rulesets with all that are named after them (``ocg``: also ``ocg-2013``); of a ruling those boards
    count that are meant for one of them. ``authority`` is a part of the name of who answered, or for whom.
    ``since`` and ``until`` take what was surely answered in that time; answers without a date only if ``undated``.
    """

    rulings: tuple[Ruling, ...] = ()
    families: tuple[str, ...] = ()
    authority: str = ""
    since: Period | None = None
    until: Period | None = None
    undated: bool = False

    def rulesets(self, library: Library) -> tuple[str, ...]:
        """The ids of all rulesets of the families; raises InputError for a family that there is not."""
        for family in self.families:
            library.ruleset(family)
        ids = library.ruleset_ids
        return tuple(name for name in ids if not self.families or any(map(_family(name).__contains__, self.families)))

    def of(self, library: Library) -> list[tuple[Ruling, list[Case]]]:
        """The rulings with the boards that count, in the library's order; raises InputError when there are none."""
        names = self.rulesets(library)
        for ruling in self.rulings:
            if not is_evidence(ruling):
                why = "it has nothing to check" if ruling.note or ruling.unmodelled else "it is pending"
                raise InputError(f"the ruling {ruling.id} is no evidence: {why}")
        self._known_authority(library)
        wanted = [one for one in library.rulings if is_evidence(one) and (not self.rulings or one in self.rulings)]
        found = [
            (ruling, [case for case in ruling.cases if set(case.rulesets) & set(names)])
            for ruling in wanted
            if self._answered_by(ruling) and self._in_time(ruling)
        ]
        found = [(ruling, cases) for ruling, cases in found if cases]
        if not found:
            raise InputError("no ruling is all that; there is no evidence")
        return found

    def _known_authority(self, library: Library) -> None:
        known = {name for one in library.rulings for name in (one.source.authority, one.source.of) if name}
        if not any(fold(self.authority) in fold(name) for name in known):
            near = nearest(self.authority[:200], sorted(known))
            raise InputError(f"nobody called {self.authority[:80]!r} has answered anything", near=near)

    def _answered_by(self, ruling: Ruling) -> bool:
        return any(fold(self.authority) in fold(name) for name in (ruling.source.authority, ruling.source.of))

    def _in_time(self, ruling: Ruling) -> bool:
        if self.since is None and self.until is None:
            return True
        return within(period_of(ruling), self.since, self.until, undated=self.undated)


def within(period: Period | None, since: Period | None, until: Period | None, *, undated: bool) -> bool:
    """Whether the period lies between the two whatever day of it is meant; ``undated`` is the answer without one."""
    if period is None:
        return undated
    return (since is None or since.first <= period.first) and (until is None or period.last <= until.last)


def _family(ruleset: str) -> list[str]:
    """The names by which a ruleset is called: its own, and those before each hyphen."""
    parts = ruleset.split("-")
    return ["-".join(parts[:number]) for number in range(1, len(parts) + 1)]


def is_evidence(ruling: Ruling) -> bool:
    """Whether it has boards, and an answer to them."""
    return not ruling.note and not ruling.unmodelled and ruling.status != "pending"


def evidence(library: Library, selection: Selection, limits: Limits = NO_LIMITS) -> Iterator[Evidence]:
    """What each selected ruling allows, in the library's order; the limits are those of each board. Raises InputError.

    Each board is searched once, in all readings.
    """
    names = selection.rulesets(library)
    for ruling, cases in selection.of(library):
        heard = [allowed_on(case, library, texts_of(case, names, library), limits) for case in cases]
        yield Evidence(ruling, all_of(*(term for term, _ in heard)), all(complete for _, complete in heard))


def texts_of(case: Case, names: Collection[str], library: Library) -> Ruleset:
    """The ruleset by whose day the card texts of a board are read: the first of its own among these."""
    return library.ruleset(next(name for name in case.rulesets if name in names))


def allowed_on(case: Case, library: Library, texts: Ruleset, limits: Limits = NO_LIMITS) -> tuple[Term, bool]:
    """The readings under which no claim of the board fails, and whether the search was complete."""
    watching = [what for claim in case.claims for what in watched(claim)]
    opened = inquire_open(
        case.board, library, texts, left_open=tuple(library.clauses), watching=watching, limits=limits
    )
    game = opened.game
    asked = [game.count(what) if isinstance(what, Count) else game.condition(what) for what in watching]
    allowed = opened.conditions.nothing
    complete = opened.graph.complete
    for one in opened.classes(distinctions(opened, asked)):
        holds = [ask(one.inquiry, claim).holds for claim in case.claims]
        complete = complete and None not in holds
        if False not in holds:
            allowed = opened.conditions.either(allowed, one.condition)
    return readings(opened, allowed), complete


def distinctions(opened: OpenInquiry, terms: Iterable[Term]) -> Iterator[Term]:
    """Yes/no terms that tell the cases apart in which one of the terms has another value in some state."""
    for term in terms:
        if term.is_boolean:
            yield term
            continue
        values = {opened.graph.value(state, term) for state in range(len(opened.graph.states))}
        numbers = {number for value in values if isinstance(value, Term) for number in range(value.low, value.high + 1)}
        yield from (equal(term, number) for number in sorted(numbers))


def readings(opened: OpenInquiry, condition: Any) -> Term:
    """The cases of a condition as a term over what is open."""
    if isinstance(condition, Term):
        return condition
    conditions: Any = opened.conditions
    cases: set[Values] = set(conditions.listed(condition))
    return term_of(opened.graph.system.open_variables, cases)
