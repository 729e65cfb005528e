"""Outcomes: everything that can be left, how many plays lead to it, a shortest one, and who can force it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from explorer.game import Outcome
from explorer.game.players import PLAYERS, Player
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.search.graph import StateNumber
from explorer.search.plays import play_counts, shortest_play
from explorer.search.powers import enforceable
from explorer.system.memory import uncollected


@dataclass(frozen=True)
class OutcomeAnswer:
    """One reachable outcome. ``plays`` is exact; None stands for endlessly many (a loop lies on the way).

    Of a slice of a board, whose plays are fewer, it is not ``counted`` how many there are, and ``plays`` is 0.
    ``enforceable_by`` are the players who can bring it about whatever the other does; it is known of a complete
    search only.
    """

    number: int
    outcome: Outcome
    plays: int | None
    enforceable_by: tuple[Player, ...]
    show: Callable[[], tuple[PlayedStep, ...]] = field(repr=False, compare=False)
    counted: bool = True

    @cached_property
    def shortest(self) -> tuple[PlayedStep, ...]:
        """A shortest play that ends so, replayed when it is first looked at."""
        return self.show()


def outcomes(inquiry: Inquiry) -> tuple[OutcomeAnswer, ...]:
    """Every reachable outcome, in the order in which the search met them."""
    graph = inquiry.graph
    counts = play_counts(graph) if inquiry.whole else [0] * len(graph.states)
    goals = list(inquiry.ends.values())
    powers = {player: enforceable(graph, (player.value,), goals) for player in PLAYERS} if graph.complete else {}
    answers: list[OutcomeAnswer] = []
    with uncollected():
        for number, (outcome, states) in enumerate(inquiry.ends.items(), 1):
            numbers = [counts[state] for state in states]
            plays = None if any(one is None for one in numbers) else sum(one for one in numbers if one is not None)
            forcing = tuple(player for player, able in powers.items() if number - 1 in able)
            answers.append(
                OutcomeAnswer(number, outcome, plays, forcing, partial(_shortest, inquiry, states), inquiry.whole)
            )
    return tuple(answers)


def _shortest(inquiry: Inquiry, states: Sequence[StateNumber]) -> tuple[PlayedStep, ...]:
    play = shortest_play(inquiry.graph, states)
    assert play is not None
    return inquiry.steps(play)
