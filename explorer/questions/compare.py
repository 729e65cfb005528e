"""Compare: what two rulesets make of one board.

Three questions, each finer than the one before: whether they leave the same outcomes, whether each player has the same
powers, and whether the two graphs are bisimilar, so that nothing that could ever be asked tells them apart. A player's
powers are a family of sets of outcomes: those in which they can make the End Phase end, whatever the other does (the
effectivity functions of Moulin and Peleg 1982; Pauly, "Logic for Social Software", 2001). A family holds with a set
every larger one, so that two families differ in some smallest set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from explorer.game import Happening, Outcome, Window
from explorer.game.players import PLAYERS, Player
from explorer.questions.blocked import blocked_by
from explorer.questions.inquiry import Inquiry, PlayedStep, inquire
from explorer.search.bisimulation import Labelled, Trace, bisimilar, distinguishing_trace
from explorer.search.defence import evasion, longest_defence
from explorer.search.explore import NO_LIMITS, Limits, Progress
from explorer.search.games import attractor
from explorer.search.graph import Limit, Play, StateNumber
from explorer.search.plays import shortest_play
from explorer.search.powers import TooManySets, enforceable, forceable_sets
from models.board import Board
from models.library import Library
from models.ruleset import Ruleset
from models.ruling import Ruling


class Likeness(StrEnum):
    """How alike two rulesets are on a board: the coarsest thing in which they differ."""

    SAME = "same"
    CHOICES = "choices differ"
    PLAYS = "plays differ"
    POWERS = "powers differ"
    OUTCOMES = "outcomes differ"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Power:
    """A player can make the End Phase end in one of these outcomes, told by their numbers, whatever the other does."""

    player: Player
    outcomes: tuple[int, ...]


@dataclass(frozen=True)
class Stop:
    """Where a play stops: the step, from 1, that cannot be taken, in which window, and what forbids it.

    ``clauses`` are the failing clauses of the move; without any, there is no such move under that ruleset.
    """

    step: int
    happening: Happening
    window: Window
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Followed:
    """A play under one ruleset, replayed by the reference stepper.

    ``outcome`` is what it ends in; None where it stops, goes on, or never ends (``endless``).
    """

    steps: tuple[PlayedStep, ...]
    outcome: Outcome | None = None
    stop: Stop | None = None
    endless: bool = False


@dataclass(frozen=True)
class Distinguishing:
    """A play that tells the rulesets apart, under each of them; ``through`` is the one (0 or 1) that it is told for.

    Where outcomes or plays differ it is one play: under the other ruleset it stops, or leads elsewhere. Where powers
    differ it is how the player gets their ``power`` there against the longest defence, and under the other ruleset a
    play by which the other player prevents it.
    """

    shows: Likeness
    through: int
    followed: tuple[Followed, Followed]
    power: Power | None = None


@dataclass(frozen=True)
class Comparison:
    """What two rulesets make of a board. None is undecided: a search was cut short.

    ``outcomes`` are those of both, numbered from 1; ``only_in`` and ``powers_only_in`` say what just one of the two
    rulesets has, of powers the smallest. ``all_sets`` tells whether powers were decided over all sets of outcomes, or
    else over single outcomes and all but one. ``texts`` are the cards whose effects differ between the days of the
    rulesets, ``limits`` what ended each search early.
    """

    rulesets: tuple[str, str]
    start: Outcome
    outcomes: tuple[Outcome, ...]
    only_in: tuple[tuple[int, ...], tuple[int, ...]]
    powers_only_in: tuple[tuple[Power, ...], tuple[Power, ...]]
    all_sets: bool
    same_outcomes: bool | None
    same_powers: bool | None
    same_graph: bool | None
    same_plays: bool | None
    texts: tuple[str, ...]
    sizes: tuple[tuple[int, int], tuple[int, int]]
    limits: tuple[Limit | None, Limit | None]
    play: Distinguishing | None = None

    @property
    def complete(self) -> bool:
        """Whether both searches were."""
        return self.limits == (None, None)

    @property
    def likeness(self) -> Likeness:
        """The coarsest difference that was found; SAME only where the graphs are bisimilar."""
        found = {
            Likeness.OUTCOMES: self.same_outcomes,
            Likeness.POWERS: self.same_powers,
            Likeness.PLAYS: self.same_plays,
            Likeness.CHOICES: self.same_graph,
        }
        if None in found.values() and self.same_outcomes is not False:
            return Likeness.UNDECIDED
        return next((likeness for likeness, same in found.items() if not same), Likeness.SAME)

    def __str__(self) -> str:
        return f"{self.rulesets[0]} and {self.rulesets[1]}: {self.likeness}"


@dataclass(frozen=True)
class ComparedBoard:
    """One board of a ruling, by the name under which the command line finds it, and its comparison."""

    name: str
    ruling: Ruling
    comparison: Comparison


def compare(
    board: Board,
    library: Library,
    one: Ruleset,
    other: Ruleset,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> Comparison:
    """What the two rulesets make of the board; the limits are those of each of the two searches. Raises InputError."""
    sides = [_Side(inquire(board, library, ruleset, limits=limits, progress=progress)) for ruleset in (one, other)]
    pair = _Pair(sides[0], sides[1])
    texts = tuple(name for name in _names(pair, board) if _differs(library, name, one, other))
    return replace(pair.comparison, texts=texts)


def compare_corpus(
    library: Library,
    one: Ruleset,
    other: Ruleset,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[ComparedBoard]:
    """Every board of every ruling, whether the ruling speaks about these rulesets or not."""
    for ruling in library.rulings:
        for number, case in enumerate(ruling.cases, 1):
            yield ComparedBoard(
                board_name(ruling, number), ruling, compare(case.board, library, one, other, limits, progress)
            )


def board_name(ruling: Ruling, number: int) -> str:
    """The name under which the command line finds a board of a ruling, of which it is this one, from 1."""
    return ruling.id if len(ruling.cases) == 1 else f"{ruling.id}#{number}"


def _names(pair: _Pair, board: Board) -> list[str]:
    """The cards that take part, those that only linger included."""
    members = (member.name for side in pair.sides for member in side.inquiry.game.scene.members)
    return sorted({*members, *(lingering.card for lingering in board.lingering)})


def _differs(library: Library, name: str, one: Ruleset, other: Ruleset) -> bool:
    card = library.card(name)
    return card.effects_on(one.day) != card.effects_on(other.day)


class _Side:
    """A board under one of the two rulesets."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.inquiry = inquiry
        self.graph = inquiry.graph
        self.complete = inquiry.complete
        ended = {state: outcome for outcome, states in inquiry.ends.items() for state in states}
        seen: dict[int, Hashable] = {}
        for edge, label in enumerate(self.graph.labels):
            if label not in seen:
                by = self.graph.system.commands[self.graph.act(edge)[0]].by
                seen[label] = _seen(by, self.graph.event(edge))
        self.labelled = Labelled(self.graph, lambda edge: seen[self.graph.labels[edge]], ended.get)

    def goals(self, outcomes: Sequence[Outcome]) -> list[list[StateNumber]]:
        """For each outcome the states in which it is left, if there are any."""
        return [self.inquiry.ends.get(outcome, []) for outcome in outcomes]

    def trace(self, play: Play) -> Trace:
        """What is seen of a play."""
        return tuple(self.labelled.labels[edge] for edge in play)

    def played(self, play: Play) -> Followed:
        """A play of this side, and what it ends in."""
        states = [0, *(self.graph.targets[edge] for edge in play)]
        over = not self.graph.edges(states[-1])
        outcome = self.inquiry.game.outcome(self.graph.states[states[-1]]) if over else None
        return Followed(self.inquiry.steps(play), outcome, endless=len(set(states)) < len(states))

    def followed(self, trace: Trace, steps: Sequence[PlayedStep]) -> Followed:
        """A play of the other side, its trace and its steps, as far as it goes here."""
        layers = self.labelled.following(trace)
        state, done = next(iter(layers[-1])), len(layers) - 1
        found = self.played(self.labelled.play(layers, state))
        if done == len(trace):
            return found
        clauses = blocked_by(self.inquiry.game.whole, trace[: done + 1], lambda one: _seen(one.by, one.event))
        window = self.inquiry.game.window(self.graph.states[state])
        return replace(found, stop=Stop(done + 1, steps[done].happening, window, clauses))


def _seen(by: str, happening: Hashable) -> Hashable:
    """What is seen of a step: who decides, and what happens, whatever the order in which chosen cards are named."""
    assert isinstance(happening, Happening)
    cost, targets, chosen = (tuple(sorted(names)) for names in (happening.cost, happening.targets, happening.chosen))
    return by, replace(happening, cost=cost, targets=targets, chosen=chosen)


_Sides = tuple[_Side, _Side]
_Families = dict[Player, tuple[frozenset[int], ...]]


class _Pair:
    """The board under both rulesets, one beside the other."""

    def __init__(self, one: _Side, other: _Side) -> None:
        self.sides: _Sides = (one, other)
        self.complete = one.complete and other.complete
        self.outcomes = tuple(dict.fromkeys((*one.inquiry.ends, *other.inquiry.ends)))

    def only_in(self, side: int) -> list[int]:
        """The outcomes, from 0, that this side has and the other is proved not to have."""
        mine, theirs = self.sides[side], self.sides[1 - side]
        found = [number for number, one in enumerate(self.outcomes) if one not in theirs.inquiry.ends]
        return [number for number in found if self.outcomes[number] in mine.inquiry.ends] if theirs.complete else []

    @cached_property
    def families(self) -> tuple[tuple[_Families, _Families], bool]:
        """For each side and player the smallest sets of outcomes they can force, and whether of all sets.

        Where these are too many, the single outcomes, and all but one, that they can force.
        """
        goals = [side.goals(self.outcomes) for side in self.sides]
        try:
            one, other = (
                {player: forceable_sets(side.graph, (player.value,), goal) for player in PLAYERS}
                for side, goal in zip(self.sides, goals, strict=True)
            )
        except TooManySets:
            one, other = (self._some_sets(side, goal) for side, goal in zip(self.sides, goals, strict=True))
            return (one, other), False
        return (one, other), True

    def _some_sets(self, side: _Side, goals: Sequence[Collection[StateNumber]]) -> _Families:
        numbers = frozenset(range(len(goals)))
        sets = [*(frozenset([number]) for number in numbers), *(numbers - {number} for number in numbers)]
        states = [[state for number in one for state in goals[number]] for one in sets]
        found: _Families = {}
        for player in PLAYERS:
            able = enforceable(side.graph, (player.value,), states)
            found[player] = tuple(sets[number] for number in sorted(able))
        return found

    def powers_only_in(self, side: int) -> list[Power]:
        """The smallest sets that a player can force on this side and not on the other."""
        families, _ = self.families
        return [
            Power(player, tuple(sorted(number + 1 for number in mine)))
            for player in PLAYERS
            for mine in families[side][player]
            if not any(theirs <= mine for theirs in families[1 - side][player])
        ]

    @cached_property
    def comparison(self) -> Comparison:
        """All that is compared, but for the cards' texts."""
        one, other = self.sides
        only = self.only_in(0), self.only_in(1)
        same_outcomes = False if any(only) else (True if self.complete else None)
        same_graph = bisimilar(one.labelled, other.labelled) if self.complete else same_outcomes
        unlike = self.complete and not same_graph
        powers = (self.powers_only_in(0), self.powers_only_in(1)) if unlike else ([], [])
        distinction = distinguishing_trace(one.labelled, other.labelled) if unlike else None
        found = Comparison(
            rulesets=(one.inquiry.game.ruleset.id, other.inquiry.game.ruleset.id),
            start=one.inquiry.start,
            outcomes=self.outcomes,
            only_in=(_numbers(only[0]), _numbers(only[1])),
            powers_only_in=(tuple(powers[0]), tuple(powers[1])),
            all_sets=self.families[1] if unlike else self.complete,
            same_outcomes=same_outcomes,
            same_powers=not any(powers) if self.complete else None,
            same_graph=same_graph,
            same_plays=distinction is None if self.complete else same_outcomes,
            texts=(),
            sizes=(_size(one), _size(other)),
            limits=(one.graph.limit, other.graph.limit),
        )
        play: Distinguishing | None = None
        if any(only):
            play = self._of_outcomes(only)
        elif any(powers):
            play = self._of_powers(powers)
        elif distinction is not None:
            play = self._of_traces(distinction.trace)
        return replace(found, play=play)

    # ---- the plays ----

    def _of_outcomes(self, only: tuple[Sequence[int], Sequence[int]]) -> Distinguishing:
        """A shortest play to an outcome that just one side has."""
        plays: list[tuple[int, Play]] = []
        for number, side in enumerate(self.sides):
            states = [state for goal in side.goals([self.outcomes[one] for one in only[number]]) for state in goal]
            play = shortest_play(side.graph, states)
            plays += [] if play is None else [(number, play)]
        through, play = min(plays, key=lambda one: (len(one[1]), one[0]))
        return self._along(Likeness.OUTCOMES, through, play)

    def _along(self, shows: Likeness, through: int, play: Play) -> Distinguishing:
        mine, theirs = self.sides[through], self.sides[1 - through]
        told = mine.played(play)
        followed = theirs.followed(mine.trace(play), told.steps)
        return Distinguishing(shows, through, (told, followed) if through == 0 else (followed, told))

    def _of_powers(self, powers: tuple[Sequence[Power], Sequence[Power]]) -> Distinguishing:
        """How a player gets what they can force on one side only, and how that is prevented on the other.

        Shown is the smallest power. The play that prevents it goes the same way for as long as it can.
        """
        through, power = min(
            ((side, power) for side in (0, 1) for power in powers[side]),
            key=lambda one: (len(one[1].outcomes), one[0]),
        )
        wanted = [self.outcomes[number - 1] for number in power.outcomes]
        mine, theirs = self.sides[through], self.sides[1 - through]
        won, lost = (
            attractor(side.graph, (power.player.value,), [state for goal in side.goals(wanted) for state in goal])
            for side in (mine, theirs)
        )
        play = longest_defence(mine.graph, won)
        prevents = evasion(theirs.graph, lost, theirs.labelled.labels, mine.trace(play))
        told, refuted = mine.played(play), theirs.played(prevents)
        followed = (told, refuted) if through == 0 else (refuted, told)
        return Distinguishing(Likeness.POWERS, through, followed, power)

    def _of_traces(self, trace: Trace) -> Distinguishing:
        """A play for the trace: on a side where it goes through, and ends as it cannot on the other."""
        ways = [side.labelled.following(trace) for side in self.sides]
        through = max((0, 1), key=lambda side: (len(ways[side]), -side))
        side = self.sides[through]
        if len(ways[0]) == len(ways[1]):
            ends = [one.labelled.ended(layers[-1]) for one, layers in zip(self.sides, ways, strict=True)]
            through = 0 if ends[0] - ends[1] else 1
            side = self.sides[through]
            state = next(state for state in ways[through][-1] if side.labelled.ended([state]) - ends[1 - through])
        else:
            state = next(iter(ways[through][-1]))
        return self._along(Likeness.PLAYS, through, side.labelled.play(ways[through], state))


def _numbers(positions: Sequence[int]) -> tuple[int, ...]:
    return tuple(position + 1 for position in positions)


def _size(side: _Side) -> tuple[int, int]:
    return len(side.graph.states), side.graph.transitions
