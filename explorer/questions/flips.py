"""Flips: what the corpus says when one clause of a ruleset has another value.

A clause whose flip contradicts no ruling is not pinned down by any official answer: a finding for researchers. Flips
also tell which clause decides where two rulesets answer the same board differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from explorer.questions.verdicts import RulingAnswer, Verdict, check_ruling
from explorer.search.explore import NO_LIMITS, Limits
from models.library import Library
from models.ruleset import Ruleset
from models.ruling import Ruling, cases_for


@dataclass(frozen=True)
class Flip:
    """A clause of a ruleset with another value, and the ids of the rulings that this contradicts.

    Of those that are ``undecided`` a limit kept it from being known.
    """

    ruleset: str
    clause: str
    value: str
    instead_of: str
    contradicted: tuple[str, ...]
    undecided: tuple[str, ...] = ()

    @property
    def pinned(self) -> bool:
        """Whether some official answer speaks against it."""
        return bool(self.contradicted)

    def __str__(self) -> str:
        against = ", ".join(self.contradicted) or "no ruling"
        left = f"; undecided: {', '.join(self.undecided)}" if self.undecided else ""
        return f"{self.ruleset}: {self.clause}: {self.value} (not {self.instead_of}) contradicts {against}{left}"


def other_values(library: Library, ruleset: Ruleset, clauses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each of the clauses with each value that it does not have in the ruleset."""
    for clause in clauses:
        yield from ((clause, value) for value in library.clauses[clause].values if value != ruleset[clause])


def flip(
    library: Library,
    ruleset: Ruleset,
    clause: str,
    value: str,
    rulings: Iterable[Ruling],
    limits: Limits = NO_LIMITS,
) -> Flip:
    """Another value of a clause, with what it contradicts among the rulings of the ruleset."""
    own = [one for one in rulings if ruleset.id in one.rulesets and not one.note and not one.unmodelled]
    changed = ruleset.changed({clause: value})
    verdicts = {one.id: check_ruling(one, library, changed, limits).verdict for one in own}
    contradicted, undecided = (
        tuple(name for name, verdict in verdicts.items() if verdict is wanted)
        for wanted in (Verdict.CONTRADICTED, Verdict.UNDECIDED)
    )
    return Flip(ruleset.id, clause, value, ruleset[clause], contradicted, undecided)


@dataclass(frozen=True)
class Difference:
    """Two rulesets that make different graphs of a ruling's boards, and the clauses each of which does so alone.

    Without such a clause it is several together, or the card texts of the rulesets' days.
    """

    ruling: str
    one: str
    other: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        decides = ", ".join(f"*{clause}*" for clause in self.clauses) or "several clauses together, or the card texts"
        return f"{self.ruling}: {self.one} and {self.other}: {decides}"


def differences(answers: Iterable[RulingAnswer], library: Library, limits: Limits = NO_LIMITS) -> Iterator[Difference]:
    """Every pair of answers to one ruling with the same boards but other graphs, or other answers to the claims."""
    by_ruling: dict[str, list[RulingAnswer]] = {}
    for answer in answers:
        by_ruling.setdefault(answer.ruling.id, []).append(answer)
    for found in by_ruling.values():
        for one, other in combinations(found, 2):
            if _boards(one) == _boards(other) and _graphs(one) != _graphs(other):
                clauses = _deciding(one, library, library.ruleset(one.ruleset), library.ruleset(other.ruleset), limits)
                yield Difference(one.ruling.id, one.ruleset, other.ruleset, clauses)


def _deciding(answer: RulingAnswer, library: Library, one: Ruleset, other: Ruleset, limits: Limits) -> tuple[str, ...]:
    """The clauses of ``one`` that change the graphs by themselves when they have the value of ``other``."""
    unlike = [clause for clause in library.clauses if one[clause] != other[clause]]
    changed = ((clause, one.changed({clause: other[clause]})) for clause in unlike)
    return tuple(
        clause
        for clause, ruleset in changed
        if _graphs(check_ruling(answer.ruling, library, ruleset, limits)) != _graphs(answer)
    )


def _boards(answer: RulingAnswer) -> list[int]:
    return [answer.ruling.cases.index(case) for case in cases_for(answer.ruling, answer.ruleset)]


def _graphs(answer: RulingAnswer) -> list[tuple[int, int, tuple[bool | None, ...]]]:
    return [(case.states, case.transitions, tuple(claim.holds for claim in case.claims)) for case in answer.cases]
