"""Flips: what the corpus says when one clause of a ruleset has another value.

A clause whose flip contradicts no ruling is not pinned down by any official answer: a finding for researchers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from explorer.questions.verdicts import Verdict, check_ruling
from explorer.search.explore import NO_LIMITS, Limits
from models.library import Library
from models.ruleset import Ruleset
from models.ruling import Ruling


@dataclass(frozen=True)
class Flip:
    """A clause of a ruleset with another value, and the ids of the rulings that this contradicts."""

    ruleset: str
    clause: str
    value: str
    instead_of: str
    contradicted: tuple[str, ...]

    @property
    def pinned(self) -> bool:
        """Whether some official answer speaks against it."""
        return bool(self.contradicted)

    def __str__(self) -> str:
        against = ", ".join(self.contradicted) or "no ruling"
        return f"{self.ruleset}: {self.clause}: {self.value} (not {self.instead_of}) contradicts {against}"


def flips(
    library: Library,
    ruleset: Ruleset,
    clauses: Iterable[str],
    rulings: Iterable[Ruling],
    limits: Limits = NO_LIMITS,
) -> Iterator[Flip]:
    """Each other value of each clause, one at a time, with what it contradicts among the rulings of the ruleset."""
    own = [one for one in rulings if ruleset.id in one.rulesets and not one.note and not one.unmodelled]
    for clause in clauses:
        for value in library.clauses[clause].values:
            if value == ruleset[clause]:
                continue
            changed = ruleset.changed({clause: value})
            found = [one.id for one in own if _contradicts(one, library, changed, limits)]
            yield Flip(ruleset.id, clause, value, ruleset[clause], tuple(found))


def _contradicts(ruling: Ruling, library: Library, ruleset: Ruleset, limits: Limits) -> bool:
    return check_ruling(ruling, library, ruleset, limits).verdict is Verdict.CONTRADICTED
