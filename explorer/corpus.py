"""The corpus, worked through by several processes: verdicts, comparisons and flips, each in the order of the corpus.

What processes send each other names rulings by their ids, or by the files that they are in; a process reads the library
itself, or has it from the one that it was forked from.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.questions.compare import ComparedBoard, Comparison, board_name, compare
from explorer.questions.flips import Flip, flip, other_values
from explorer.questions.verdicts import CaseAnswer, RulingAnswer, Verdict, check_ruling
from explorer.search.explore import Limits, Progress
from explorer.sweep import processes, sweep
from models.arguments import place_of, ruling_at
from models.library import Library
from models.packaged import packaged
from models.ruleset import Ruleset
from models.ruling import Ruling


@dataclass(frozen=True)
class _Checking:
    """The verdict on a ruling, told by its id or its file, under a ruleset."""

    library: Library
    limits: Limits
    progress: Callable[[Progress], None] | None

    def __call__(self, thing: tuple[str | Path, str]) -> tuple[str, Verdict, tuple[CaseAnswer, ...]]:
        ruling, ruleset = ruling_at(thing[0], self.library), self.library.ruleset(thing[1])
        found = check_ruling(ruling, self.library, ruleset, self.limits, self.progress)
        return found.ruleset, found.verdict, found.cases


def checked(
    library: Library,
    things: Sequence[tuple[Ruling, str]],
    limits: Limits,
    jobs: int | None,
    progress: Callable[[Progress], None] | None = None,
) -> Generator[RulingAnswer]:
    """The verdict on each ruling under the ruleset that is named beside it.

    ``progress`` is that of each search, where one process does them all. Raises InputError, and KeyboardInterrupt.
    """
    number = processes(jobs, len(things))
    work = _Checking(library, limits, progress if number == 1 else None)
    named = [(place_of(ruling, library), ruleset) for ruling, ruleset in things]
    for (ruling, _), (ruleset, verdict, cases) in zip(things, sweep(work, named, number, _save), strict=True):
        yield RulingAnswer(ruling, ruleset, verdict, cases)


def checked_on(
    scheduler: str, library: Library, things: Sequence[tuple[Ruling, str]], limits: Limits
) -> Generator[RulingAnswer]:
    """The same by a Dask cluster, whose workers have this version of endphase; raises InputError without one."""
    from explorer.cluster import cluster, in_order  # noqa: PLC0415 - an extra, loaded when it is asked for

    work = _Checking(library, limits, None)
    named = [(place_of(ruling, library), ruleset) for ruling, ruleset in things]
    with cluster(scheduler) as able:
        found = in_order(able.results(work, named))
        for (ruling, _), (ruleset, verdict, cases) in zip(things, found, strict=True):
            yield RulingAnswer(ruling, ruleset, verdict, cases)


@dataclass(frozen=True)
class _Comparing:
    """What two rulesets make of a board, told by its ruling's id and its number there, from 1."""

    library: Library
    one: Ruleset
    other: Ruleset
    limits: Limits

    def __call__(self, thing: tuple[str, int]) -> Comparison:
        board = self.library.ruling(thing[0]).cases[thing[1] - 1].board
        return compare(board, self.library, self.one, self.other, self.limits)


def compared(
    library: Library, one: Ruleset, other: Ruleset, limits: Limits, jobs: int | None
) -> Generator[ComparedBoard]:
    """Every board of every ruling, as ``compare_corpus`` has them; raises KeyboardInterrupt."""
    things = [(ruling, number) for ruling in library.rulings for number in range(1, len(ruling.cases) + 1)]
    named = [(ruling.id, number) for ruling, number in things]
    work = _Comparing(library, one, other, limits)
    found = sweep(work, named, processes(jobs, len(things)), _save)
    for (ruling, number), comparison in zip(things, found, strict=True):
        if "interrupted" in comparison.limits:
            raise KeyboardInterrupt
        yield ComparedBoard(board_name(ruling, number), ruling, comparison)


@dataclass(frozen=True)
class _Flipping:
    """A flip of a clause of one of the rulesets, told by its position."""

    library: Library
    rulesets: tuple[Ruleset, ...]
    rulings: tuple[str | Path, ...]
    limits: Limits

    def __call__(self, thing: tuple[int, str, str]) -> Flip:
        position, clause, value = thing
        rulings = (ruling_at(place, self.library) for place in self.rulings)
        return flip(self.library, self.rulesets[position], clause, value, rulings, self.limits)


def flipped(
    library: Library,
    rulesets: Sequence[Ruleset],
    clauses: Sequence[str],
    rulings: Sequence[Ruling],
    limits: Limits,
    jobs: int | None,
) -> Generator[Flip]:
    """Every other value of these clauses, under one ruleset after another; raises KeyboardInterrupt."""
    things = [
        (position, clause, value)
        for position, ruleset in enumerate(rulesets)
        for clause, value in other_values(library, ruleset, clauses)
    ]
    work = _Flipping(library, tuple(rulesets), tuple(place_of(ruling, library) for ruling in rulings), limits)
    return sweep(work, things, processes(jobs, len(things)), _save)


def _save() -> None:
    packaged().save()
