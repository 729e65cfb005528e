"""Best play: what both players should do when one wishes for something and the other wishes the opposite.

Wishes are lexicographic: a later one matters only between plays that are equal on all earlier ones. Among equally good
moves waiting comes first (a pass, then not responding), then the order of the commands, as the official answers do.
Endless play fulfils no wish: to the player whose wishes are told it is worse than any end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.game import Happening, Kind, Outcome
from explorer.game.players import Player
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.search.games import Solution, backward_values
from explorer.search.graph import Edge, Play, StateNumber
from explorer.system.terms import Term
from models.errors import InputError
from models.phrase import Condition, Count, Who, Wish

Value = tuple[int, ...]
"""One number for each wish, larger is better to the player who wishes."""

_WAITING = {Kind.PASS: 0, Kind.NO_RESPONSE: 1, Kind.DECLINE: 2}


@dataclass(frozen=True)
class BestPlay:
    """The value for the player who wishes, a line of best play, and the outcome; None when the line never ends."""

    player: Player
    wishes: tuple[Wish, ...]
    value: Value
    line: tuple[PlayedStep, ...]
    outcome: Outcome | None

    @property
    def endless(self) -> bool:
        """Whether best play never ends."""
        return self.outcome is None


def best_play(inquiry: Inquiry, wants: Mapping[Who, tuple[Wish, ...]]) -> BestPlay:
    """The best play of both for the wishes of one; raises InputError unless just one player has wishes."""
    wishing = [who for who, wishes in wants.items() if wishes]
    if len(wishing) != 1:
        raise InputError("best play needs the wishes of one player (wants:); the other is taken to want the opposite")
    player = Player(wishing[0].value)
    wishes = wants[wishing[0]]
    solution = _solve(inquiry, player, wishes)
    line = best_line(inquiry, solution)
    state = inquiry.graph.targets[line[-1]] if line else 0
    ended = not inquiry.graph.edges(state)
    outcome = inquiry.game.outcome(inquiry.graph.states[state]) if ended else None
    return BestPlay(player, wishes, solution.values[0], inquiry.steps(line), outcome)


def _solve(inquiry: Inquiry, player: Player, wishes: tuple[Wish, ...]) -> Solution[Value]:
    terms = [_wished(inquiry, wish) for wish in wishes]
    system, states = inquiry.game.system, inquiry.graph.states

    def value(state: StateNumber) -> Value:
        return tuple(sign * system.value(states[state], term) for sign, term in terms)

    worst = tuple(min(term.low * sign, term.high * sign) - 1 for sign, term in terms)
    return backward_values(inquiry.graph, value, player.value, player.other.value, worst)


def _wished(inquiry: Inquiry, wish: Wish) -> tuple[int, Term]:
    if wish.condition is not None:
        return 1, inquiry.game.condition(wish.condition)
    assert wish.count is not None
    return (-1 if wish.sense == "fewest" else 1), inquiry.game.count(wish.count)


def best_line(inquiry: Inquiry, solution: Solution[Value]) -> Play:
    """A line of best moves from the start to an end, or until it comes back to a state."""
    graph = inquiry.graph
    line: list[Edge] = []
    state: StateNumber = 0
    seen = {state}
    while graph.edges(state):
        edge = min(solution.best(state), key=lambda edge: _patience(graph.event(edge), edge))
        line.append(edge)
        state = graph.targets[edge]
        if state in seen:
            break
        seen.add(state)
    return line


def _patience(event: object, edge: Edge) -> tuple[int, Edge]:
    assert isinstance(event, Happening)
    return _WAITING.get(event.kind, len(_WAITING)), edge


def watched(wants: Mapping[Who, tuple[Wish, ...]]) -> list[Condition | Count]:
    """What the wishes ask of states, to be kept when the board is grounded."""
    asked = [one for wishes in wants.values() for wish in wishes for one in (wish.condition, wish.count)]
    return [one for one in asked if one is not None]
