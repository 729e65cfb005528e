"""Infer: what rulings settle of the rules, what they leave free, and where they conflict.

Rulings that allow the same readings speak with one voice. Where no reading agrees with all voices, what none of their
minimal conflicts touches can still be relied on (the free consequences of an inconsistent knowledge base: Benferhat,
Dubois and Prade, "Some syntactic approaches to the handling of inconsistent knowledge bases", 1997), and so can what
was said in each era: a time, as long as can be, in which nobody was contradicted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from explorer.questions.evidence import Evidence, clause_variables, within
from explorer.system.conflicts import conflicts
from explorer.system.diagrams import count, domain, without
from explorer.system.nodes import Term, read, variables_of
from explorer.system.pruning import Statistics
from explorer.system.solving import Solver
from explorer.system.terms import TRUE, all_of, equal, negate
from explorer.system.variables import Variable
from models.library import Library
from models.periods import Period
from models.ruling import Ruling

MOST_CONFLICTS = 1000
"""Up to so many minimal conflicts are looked for."""


@dataclass(frozen=True)
class Voice:
    """Rulings that allow the same readings, the oldest first, those without a date last."""

    evidence: tuple[Evidence, ...]

    @property
    def readings(self) -> Term:
        """What they allow."""
        return self.evidence[0].readings

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Who speaks."""
        return tuple(one.ruling for one in self.evidence)

    def during(self, since: Period | None, until: Period | None, *, undated: bool) -> Voice | None:
        """The voice of those rulings that were surely answered in that time, if there are any."""
        found = tuple(one for one in self.evidence if within(one.period, since, until, undated=undated))
        return Voice(found) if found else None


@dataclass(frozen=True)
class Settled:
    """A clause with the only value left: a smallest set of voices that settle it, and those that do so alone."""

    clause: str
    value: str
    by: tuple[Voice, ...]
    alone: tuple[Voice, ...]


@dataclass(frozen=True)
class Free:
    """A clause with the values that are left, several."""

    clause: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Tie:
    """Two clauses, neither settled, of which not all pairs of values that are left go together: those that do."""

    clauses: tuple[str, str]
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Knowledge:
    """What voices that agree settle, and what they leave. ``remaining`` is the term for the readings that are left."""

    voices: tuple[Voice, ...]
    settled: tuple[Settled, ...]
    free: tuple[Free, ...]
    ties: tuple[Tie, ...]
    remaining: Term
    number: int


@dataclass(frozen=True)
class Conflict:
    """Voices that do not all agree, though any but one of them do.

    ``about`` are the smallest sets of clauses such that they would agree if each could have its own values for these;
    ``sides`` tells what each voice leaves of a clause that is such a set by itself.
    """

    voices: tuple[Voice, ...]
    about: tuple[tuple[str, ...], ...]
    sides: Mapping[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class Era:
    """A time in which no answer contradicts another, and that cannot be longer.

    It runs from the first answer in it to the last; None is the beginning or the end of all that is dated. Answers
    without a date belong to every era, as far as no conflict touches them.
    """

    since: Period | None
    until: Period | None
    knowledge: Knowledge


@dataclass(frozen=True)
class Inference:
    """What the evidence says. ``silent`` are rulings that allow every reading.

    ``known`` is what all of it settles, or, where there are ``conflicts``, what none of them touches; None where
    ``exhausted`` is False: there are more conflicts than were looked for. ``eras`` are told where there are conflicts.
    """

    clauses: Mapping[str, Variable]
    voices: tuple[Voice, ...]
    silent: tuple[Ruling, ...]
    cut_short: tuple[Ruling, ...]
    conflicts: tuple[Conflict, ...]
    exhausted: bool
    known: Knowledge | None
    eras: tuple[Era, ...]
    statistics: Statistics

    @property
    def consistent(self) -> bool:
        """Whether some reading agrees with everything."""
        return not self.conflicts

    @property
    def complete(self) -> bool:
        """Whether no search was cut short, all conflicts were found, and Z3 decided what it was asked."""
        return self.exhausted and not self.cut_short and self.decided

    @property
    def decided(self) -> bool:
        """Whether Z3 decided what it was asked; else something may be settled, or conflict, that is not told."""
        return not self.statistics.undetermined

    @property
    def latest(self) -> Knowledge | None:
        """What holds today: what is known where nothing conflicts, and else the knowledge of the last era."""
        return self.eras[-1].knowledge if self.eras else self.known

    @property
    def readings(self) -> int:
        """How many readings there are, before anybody has said anything."""
        return count(TRUE, tuple(self.clauses.values()))


def infer(library: Library, evidence: Iterable[Evidence], most_conflicts: int = MOST_CONFLICTS) -> Inference:
    """What the evidence settles of the library's clauses, and up to so many minimal conflicts in it."""
    heard = list(evidence)
    return _Reasoning(clause_variables(library), heard).inference(most_conflicts)


def voices_of(evidence: Iterable[Evidence]) -> tuple[Voice, ...]:
    """The voices that say something, in the order of their oldest rulings."""
    grouped: dict[Term, list[Evidence]] = {}
    for one in sorted(evidence, key=_age):
        if one.readings is not TRUE:
            grouped.setdefault(one.readings, []).append(one)
    return tuple(Voice(tuple(found)) for found in grouped.values())


def _age(one: Evidence) -> tuple[bool, str, str]:
    period = one.period
    return period is None, str(period and (period.first, period.last)), one.ruling.id


class _Reasoning:
    """One solver, asked about the clauses of one library."""

    def __init__(self, clauses: Mapping[str, Variable], evidence: Sequence[Evidence]) -> None:
        self.clauses = clauses
        self.evidence = evidence
        self.voices = voices_of(evidence)
        self.solver = Solver()

    def inference(self, most_conflicts: int) -> Inference:
        found = conflicts([one.readings for one in self.voices], [], self.solver)
        numbers = list(islice(found, most_conflicts + 1))
        exhausted = len(numbers) <= most_conflicts
        numbers = numbers[:most_conflicts]
        touched = {number for one in numbers for number in one}
        calm = [one for number, one in enumerate(self.voices) if number not in touched] if exhausted else []
        return Inference(
            clauses=self.clauses,
            voices=self.voices,
            silent=tuple(one.ruling for one in self.evidence if one.readings is TRUE),
            cut_short=tuple(one.ruling for one in self.evidence if not one.complete),
            conflicts=tuple(self.conflict([self.voices[number] for number in one]) for one in numbers),
            exhausted=exhausted,
            known=self.knowledge(calm) if exhausted else None,
            eras=self.eras(calm) if numbers else (),
            statistics=self.solver.statistics,
        )

    def possible(self, voices: Iterable[Voice], *more: Term) -> bool:
        return self.solver.satisfiable([*(one.readings for one in voices), *more])

    # ---- what voices that agree settle ----

    def knowledge(self, voices: Sequence[Voice]) -> Knowledge:
        left = {
            name: [value for value in domain(variable) if self.possible(voices, equal(read(variable), value))]
            for name, variable in self.clauses.items()
        }
        settled = tuple(self.settled(name, values[0], voices) for name, values in left.items() if len(values) == 1)
        open_ones = {name: values for name, values in left.items() if len(values) > 1}
        free = tuple(Free(name, self.labels(name, values)) for name, values in open_ones.items())
        ties = (self.tie(one, other, open_ones, voices) for one, other in combinations(open_ones, 2))
        remaining = all_of(*(one.readings for one in voices))
        return Knowledge(
            voices=tuple(voices),
            settled=settled,
            free=free,
            ties=tuple(tie for tie in ties if tie is not None),
            remaining=remaining,
            number=count(remaining, tuple(self.clauses.values())),
        )

    def labels(self, clause: str, values: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.clauses[clause].label(value) for value in values)

    def settled(self, clause: str, value: int, voices: Sequence[Voice]) -> Settled:
        otherwise = negate(equal(read(self.clauses[clause]), value))
        numbers = next(conflicts([one.readings for one in voices], [otherwise], self.solver))
        alone = tuple(one for one in voices if not self.possible([one], otherwise))
        return Settled(clause, self.clauses[clause].label(value), tuple(voices[number] for number in numbers), alone)

    def tie(self, one: str, other: str, left: Mapping[str, list[int]], voices: Sequence[Voice]) -> Tie | None:
        first, second = (read(self.clauses[name]) for name in (one, other))
        pairs = list(product(left[one], left[other]))
        found = [(a, b) for a, b in pairs if self.possible(voices, equal(first, a), equal(second, b))]
        if len(found) == len(pairs):
            return None
        return Tie((one, other), tuple((self.clauses[one].label(a), self.clauses[other].label(b)) for a, b in found))

    # ---- where they do not agree ----

    def conflict(self, voices: Sequence[Voice]) -> Conflict:
        terms = [one.readings for one in voices]
        read_ones = set().union(*map(variables_of, terms))
        clauses = [name for name, variable in self.clauses.items() if variable in read_ones]
        about: list[tuple[str, ...]] = []
        for size in range(1, len(clauses) + 1):
            about = [names for names in combinations(clauses, size) if self.agree_without(names, terms)]
            if about:
                break
        sides = {names[0]: tuple(self.leaves(names[0], one) for one in voices) for names in about if len(names) == 1}
        return Conflict(tuple(voices), tuple(about), sides)

    def agree_without(self, clauses: Collection[str], terms: Iterable[Term]) -> bool:
        """Whether the terms could hold together if each had values of its own for these clauses."""
        for clause in clauses:
            terms = [without(term, self.clauses[clause]) for term in terms]
        return self.solver.satisfiable(terms)

    def leaves(self, clause: str, voice: Voice) -> tuple[str, ...]:
        variable = self.clauses[clause]
        values = domain(variable)
        return self.labels(clause, [n for n in values if self.possible([voice], equal(read(variable), n))])

    # ---- by date ----

    def eras(self, calm: Sequence[Voice]) -> tuple[Era, ...]:
        """All times that cannot be longer without a contradiction, the earliest first."""
        periods = [one.period for voice in self.voices for one in voice.evidence if one.period is not None]
        starts = [Period(day, day) for day in sorted({period.first for period in periods})]
        ends = [Period(day, day) for day in sorted({period.last for period in periods})]
        found: list[Era] = []
        last = -1
        for number, start in enumerate(starts):
            furthest = last
            while furthest + 1 < len(ends) and self.possible(self.during(start, ends[furthest + 1], ())):
                furthest += 1
            if furthest > last:
                last = furthest
                voices = self.during(start, ends[last], calm)
                since, until = start if number else None, ends[last] if last + 1 < len(ends) else None
                found.append(Era(since, until, self.knowledge(voices)))
        return tuple(found)

    def during(self, since: Period, until: Period, calm: Collection[Voice]) -> list[Voice]:
        """The voices of that time, and of those that are calm also those without a date."""
        found = (one.during(since, until, undated=one in calm) for one in self.voices)
        return [one for one in found if one is not None]
