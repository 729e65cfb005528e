"""Answers: what the atlas records of a board under a ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.atlas.orders import Reordered, acting, reordered, waits
from explorer.game import Outcome, ground
from explorer.game.players import PLAYERS, Player
from explorer.questions.inquiry import Inquiry, narrated, search
from explorer.search.explore import Limits
from explorer.search.graph import Play, StateNumber
from explorer.search.plays import play_counts, shortest_play
from explorer.search.powers import TooManySets, enforceable, forceable_sets
from models.board import Board
from models.library import Library
from models.ruleset import Ruleset

OUTCOMES, POWERS = "outcomes", "powers"
"""In what two rulesets part: what can be left, or what a player can force."""

TEXTS = "card texts"
"""What two rulesets part by where it is no clause: the texts of the cards, which go by the day of the ruleset."""

MOST_TOLD = 60
"""The steps of a play, from which on it is cut."""


class Noted(Ruleset, frozen=True, eq=False, kw_only=True):
    """A ruleset that notes which of its clauses are asked for."""

    asked: set[str]

    def __getitem__(self, clause: str) -> str:
        self.asked.add(clause)
        return super().__getitem__(clause)


@dataclass(frozen=True, eq=False)
class Answered:
    """A board that was searched under a ruleset.

    ``asked`` are the clauses that could have made a difference.
    """

    board: Board
    inquiry: Inquiry
    asked: frozenset[str]

    @property
    def complete(self) -> bool:
        """Whether the whole graph is there."""
        return self.inquiry.complete

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What can be left, in the order in which the search met it."""
        return tuple(self.inquiry.ends)

    @cached_property
    def outcome_of(self) -> dict[StateNumber, int]:
        """The number of its outcome, from 0, for each state in which play is over."""
        return {state: number for number, states in enumerate(self.inquiry.ends.values()) for state in states}

    @cached_property
    def endless(self) -> bool:
        """Whether play may go on for ever."""
        counts = play_counts(self.inquiry.graph)
        return any(counts[state] is None for state in range(len(counts)))

    def forces(self, player: Player) -> tuple[int, ...]:
        """The numbers, from 1, of the outcomes that the player can bring about whatever the other does."""
        if not self.complete:
            return ()
        goals = [*self.inquiry.ends.values()]
        return tuple(sorted(goal + 1 for goal in enforceable(self.inquiry.graph, (player.value,), goals)))

    @cached_property
    def waiting(self) -> tuple[Player, ...]:
        """The players for whom passing is somewhere strictly best, so as to force an outcome, or to avoid one."""
        ends = [*self.inquiry.ends.values()]
        if not self.complete or len(ends) < 2:
            return ()
        every = [state for states in ends for state in states]
        others = [[state for state in every if self.outcome_of[state] != number] for number in range(len(ends))]
        return tuple(player for player in PLAYERS if waits(self.inquiry.graph, player.value, [*ends, *others]))

    @cached_property
    def reordered(self) -> Reordered | bool | None:
        """Two plays of the same acts that end differently, False where there are none, None if that is not decided."""
        return reordered(self.inquiry.graph, self.outcome_of)

    @cached_property
    def powers(self) -> frozenset[object] | None:
        """The smallest sets of outcomes that each player can force; None where they are too many."""
        goals = [*self.inquiry.ends.values()]
        found: set[object] = set()
        try:
            for player in PLAYERS:
                for numbers in forceable_sets(self.inquiry.graph, (player.value,), goals):
                    found.add((player, frozenset(self.outcomes[number] for number in numbers)))
        except TooManySets:
            return None
        return frozenset(found)

    @property
    def acting(self) -> tuple[str, ...]:
        """The cards with which somebody does something in some play."""
        return tuple(acting(self.inquiry.graph))

    @cached_property
    def differences(self) -> list[str]:
        """Each outcome by what not all of them have in common."""
        return differences(self.outcomes)

    def ending(self, play: Play) -> int:
        """The number, from 1, of the outcome of a play that is over."""
        return self.outcome_of[self.inquiry.graph.targets[play[-1]]] + 1

    def told(self, play: Play) -> str:
        """The play in one line, without the last windows in which nobody could do anything."""
        steps = [str(step.happening) for step in narrated(self.inquiry.steps(play))]
        more = [f"and {len(steps) - MOST_TOLD} more"] if len(steps) > MOST_TOLD else []
        return "; ".join([*steps[:MOST_TOLD], *more])

    def shortest(self, number: int) -> str:
        """A shortest play to the outcome of this number, from 0."""
        play = shortest_play(self.inquiry.graph, list(self.inquiry.ends.values())[number])
        assert play is not None
        return self.told(play)


def answered(
    board: Board, library: Library, ruleset: Ruleset, limits: Limits, alike: Sequence[Answered] = ()
) -> Answered:
    """The board, searched; raises InputError where it cannot be grounded.

    Where one of the answers ``alike`` is of the same board and its system has the same steps, its graph is taken.
    """
    fields = {name: getattr(ruleset, name) for name in Ruleset.__struct_fields__}
    noted = Noted(**fields, asked=set())
    known = [one for one in alike if one.board is board]
    game = ground(board, library, noted, alike=[one.inquiry.game for one in known])
    asked = frozenset(noted.asked)
    same = next((one for one in known if one.inquiry.game.system.same_steps(game.system)), None)
    return Answered(board, search(game, limits) if same is None else same.inquiry, asked)


@dataclass(frozen=True)
class Parting:
    """In what an answer differs from that of another ruleset, and the clauses each of which makes a difference alone.

    ``by`` is empty where only several clauses together do.
    """

    likeness: str
    by: tuple[str, ...]


def parting(
    board: Board, library: Library, one: Ruleset, other: Ruleset, found: tuple[Answered, Answered], limits: Limits
) -> Parting | None:
    """How the answers of two rulesets part; None where they do not, or where either is partial."""
    mine, theirs = found
    likeness = _differ(mine, theirs)
    if likeness is None:
        return None
    by = []
    for clause in library.clauses:
        if clause in mine.asked and one[clause] != other[clause]:
            changed = answered(board, library, one.changed({clause: other[clause]}), limits, found)
            if _differ(mine, changed) is not None:
                by.append(clause)
    if one.day != other.day and any(_texts_differ(name, library, one, other) for name in board.names):
        dated = answered(board, library, _dated(one, other), limits, found)
        if _differ(mine, dated) is not None:
            by.append(TEXTS)
    return Parting(likeness, tuple(by))


def _dated(one: Ruleset, other: Ruleset) -> Ruleset:
    """The first ruleset with the card texts of the other's day."""
    fields = {name: getattr(one, name) for name in Ruleset.__struct_fields__}
    return Ruleset(**{**fields, "day": other.day})


def _texts_differ(name: str, library: Library, one: Ruleset, other: Ruleset) -> bool:
    card = library.card(name)
    return card.effects_on(one.day) is not card.effects_on(other.day)


def _differ(one: Answered, other: Answered) -> str | None:
    """In what two answers differ; None where they do not, or where a search was cut short."""
    if one.inquiry is other.inquiry or not (one.complete and other.complete):
        return None
    if set(one.outcomes) != set(other.outcomes):
        return OUTCOMES
    return POWERS if len(one.outcomes) > 1 and one.powers != other.powers else None


def differences(outcomes: Sequence[Outcome]) -> list[str]:
    """Each outcome by what not all of them have in common, in few words."""
    facts = [Counter(_facts(outcome)) for outcome in outcomes]
    common = facts[0].copy() if facts else Counter[str]()
    for one in facts[1:]:
        common &= one
    return ["; ".join(sorted((one - common).elements())) for one in facts]


def _facts(outcome: Outcome) -> Iterator[str]:
    for card in outcome.cards:
        yield f"{card} in {card.side}'s {card.zone}"
    yield from (f"{who} has {life} life" for who, life in outcome.life)
    yield from (f"{number} unnamed in {who}'s {zone}" for who, zone, number in outcome.unnamed if number)
    yield from (f"{who}'s next turn is skipped" for who in outcome.skipped)
    yield from (f"{name} is due again" for name in outcome.due_again)
    if outcome.result != "open":
        yield f"result: {outcome.result}"
