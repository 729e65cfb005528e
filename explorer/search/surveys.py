"""Surveys: how large a system is and what its finished states come to, found without a graph."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from explorer.search.graph import Limit
from explorer.system.interface import CommandIndex
from explorer.system.nodes import Term

Case = tuple[int, ...]
"""A value for each term of a view."""


@dataclass(frozen=True)
class View:
    """Terms, and groups of rows of their positions: a case is the same when two rows of a group exchange their values.

    No position is in two places of the groups.
    """

    terms: tuple[Term, ...] = ()
    alike: tuple[tuple[tuple[int, ...], ...], ...] = ()

    def ordered(self, case: Case) -> Case:
        """The case, with the rows of each group that are alike in ascending order."""
        values = list(case)
        for group in self.alike:
            ordered = sorted(tuple(case[place] for place in row) for row in group)
            for row, held in zip(group, ordered, strict=True):
                for place, value in zip(row, held, strict=True):
                    values[place] = value
        return tuple(values)


@dataclass(frozen=True)
class Ending:
    """One case of the view: a value for each of its terms, a play to it, and which of the players can force it."""

    case: Case
    play: Sequence[CommandIndex]
    enforceable_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """What was found. `cases` is the number of all `endings`, which are listed where they are not too many.

    When `limit` says what ended the survey, `states` are those found until then, and None stands for what is not known.
    `solved` says whether it is known who can force what.
    """

    states: int
    transitions: int | None
    finished: int | None
    cases: int | None
    endings: tuple[Ending, ...]
    solved: bool
    limit: Limit | None = None

    @property
    def complete(self) -> bool:
        """Whether everything that can be reached was."""
        return self.limit is None

    def __str__(self) -> str:
        """The size, and whether it is all."""
        if self.limit is not None:
            return f"at least {self.states} states (partial: {self.limit})"
        return f"{self.states} states, {self.transitions} transitions, {self.finished} terminal"


class Sizes(Protocol):
    """What a search has counted, and what ended it."""

    @property
    def states(self) -> int:
        """The number of states."""
        ...

    @property
    def transitions(self) -> int:
        """The number of steps."""
        ...

    @property
    def finished(self) -> int:
        """The number of states in which no command can be taken."""
        ...

    @property
    def limit(self) -> Limit | None:
        """What ended the search, if it is not all."""
        ...


End = TypeVar("End")
"""A finished state, however it is told."""


def surveyed(
    found: Sizes,
    ends: Mapping[Case, Sequence[End]],
    play_to: Callable[[End], Sequence[CommandIndex]],
    can_force: Callable[[str, Sequence[End]], bool],
    *,
    players: Collection[str] = (),
    most_endings: int,
    out_of_time: Callable[[], bool] = lambda: False,
) -> Survey:
    """The survey of what was found: finished states by case, listed where there are no more than `most_endings`.

    `can_force` says of a player whether they can force one of some finished states. It is asked of each of the
    `players`, for one case after the other while there is time: for all, or it is not known for any.
    """
    listed = sorted(ends) if len(ends) <= most_endings else []
    solved = bool(players and listed) and found.limit is None
    powers: list[tuple[str, ...]] = []
    for case in listed:
        solved = solved and not out_of_time()
        powers.append(tuple(player for player in players if can_force(player, ends[case])) if solved else ())
    endings = tuple(
        Ending(case, play_to(ends[case][0]), able if solved else ()) for case, able in zip(listed, powers, strict=True)
    )
    if found.limit is not None:
        return Survey(found.states, None, None, len(ends), endings, solved=False, limit=found.limit)
    return Survey(found.states, found.transitions, found.finished, len(ends), endings, solved=solved)
