"""Best play: what both players should do, given what they wish for, and why anything else is no better.

Wishes are lexicographic: a later one matters only between plays that are equal on all earlier ones. With the wishes of
one player the other wants the opposite; with those of both, each plays for their own, and every step is a best reply to
what follows it (subgame perfect). Among equally good moves waiting comes first (a pass, then not responding, then
activating nothing further), then the order of the commands, as the official answers do. Endless play fulfils no wish:
to the player whose wishes are told it is worse than any end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from explorer.game import Happening, Kind, Outcome
from explorer.game.players import Player
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.questions.wishes import Wants
from explorer.search.equilibrium import subgame_perfect
from explorer.search.games import UnvaluedGame, backward_values
from explorer.search.graph import Edge, Play, StateNumber
from explorer.system.commands import RULES
from explorer.system.terms import Term
from models.errors import InputError
from models.phrase import Who, Wish

Value = tuple[int, ...]
"""One number for each wish, larger is better to the player who wishes."""

_WAITING = {Kind.PASS: 0, Kind.NO_RESPONSE: 1, Kind.DECLINE: 2}


class Merit(StrEnum):
    """How a move compares with the others that its player could make."""

    FORCED = "forced"
    BEST = "best"
    EQUAL = "equal"
    MISTAKE = "mistake"


@dataclass(frozen=True)
class Alternative:
    """A move that best play does not make: what it is worth, and how best play goes on after it.

    ``merit`` is EQUAL or MISTAKE; ``refutation`` begins after the move, and ``outcome`` is None where it never ends.
    """

    move: PlayedStep
    values: Mapping[Player, Value]
    merit: Merit
    refutation: tuple[PlayedStep, ...]
    outcome: Outcome | None


@dataclass(frozen=True)
class Decision:
    """A step of the line that a player decides: FORCED without another move, BEST when all others are mistakes."""

    step: PlayedStep
    merit: Merit
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True)
class BestPlay:
    """What best play is worth to each player who wishes, a line of it, and the outcome.

    ``decisions`` has an entry for each step of the line, None for the rules' own. ``outcome`` is None when the line
    never ends; then it comes back, after its last step, to where its step number ``loop`` (from 0) is taken.
    """

    wishes: Wants
    values: Mapping[Player, Value]
    line: tuple[PlayedStep, ...]
    decisions: tuple[Decision | None, ...]
    outcome: Outcome | None
    loop: int | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """Who wishes for something."""
        return tuple(self.values)

    @property
    def player(self) -> Player:
        """Who wishes for something; of two, the turn player."""
        return self.players[0]

    @property
    def value(self) -> Value:
        """What best play is worth to :attr:`player`."""
        return self.values[self.player]

    @property
    def endless(self) -> bool:
        """Whether best play never ends."""
        return self.outcome is None


@dataclass(frozen=True, eq=False)
class Valuation:
    """What every state is worth to those who wish, and the moves that best play makes there, the preferred first.

    ``wishes`` are those that there are, the turn player's first; ``endless`` is what endless play is worth, where only
    one player wishes.
    """

    inquiry: Inquiry
    wishes: Wants
    value: Callable[[StateNumber], Mapping[Player, Value]]
    best: Callable[[StateNumber], list[Edge]]
    endless: Value | None = None

    def line(self, state: StateNumber) -> tuple[Play, int | None]:
        """Best play from a state to its end, or until it comes back to a state: then where in the line that is left."""
        graph = self.inquiry.graph
        line: Play = []
        places = {state: 0}
        while graph.edges(state):
            line.append(self.best(state)[0])
            state = graph.targets[line[-1]]
            if state in places:
                return line, places[state]
            places[state] = len(line)
        return line, None


def best_play(inquiry: Inquiry, wants: Wants) -> BestPlay:
    """The best play of both; raises InputError without wishes, and where those of both have no value on a loop."""
    return explained(valuation(inquiry, wants))


def explained(found: Valuation) -> BestPlay:
    """A line of best play, with what else could be done at each decision; of a slice of a board the line alone."""
    line, loop = found.line(0)
    steps = found.inquiry.steps(line)
    decisions: tuple[Decision | None, ...] = (None,) * len(steps)
    if found.inquiry.whole:
        decisions = tuple(_decision(found, line, place, step) for place, step in enumerate(steps))
    return BestPlay(found.wishes, found.value(0), steps, decisions, _outcome(found.inquiry, line, loop), loop)


def valuation(inquiry: Inquiry, wants: Wants) -> Valuation:
    """The values of all states for the wishes; raises InputError like :func:`best_play`."""
    told = {who: wants[who] for who in (Who.TURN, Who.OPPONENT) if wants.get(who)}
    if not told:
        raise InputError("best play needs wishes (wants: in a file, --want in a call)")
    return _against_the_other(inquiry, told) if len(told) == 1 else _each_their_own(inquiry, told)


def _against_the_other(inquiry: Inquiry, wants: Wants) -> Valuation:
    ((who, wishes),) = wants.items()
    player = Player(who.value)
    terms = [_wished(inquiry, wish) for wish in wishes]
    worst = tuple(min(term.low * sign, term.high * sign) - 1 for sign, term in terms)
    value = _value(inquiry, terms)
    solution = backward_values(inquiry.graph, value, player.value, player.other.value, worst)
    return Valuation(
        inquiry,
        wants,
        lambda state: {player: solution.values[state]},
        lambda state: sorted(solution.best(state), key=lambda edge: patience(inquiry, edge)),
        worst,
    )


def _each_their_own(inquiry: Inquiry, wants: Wants) -> Valuation:
    values = {who.value: _value(inquiry, [_wished(inquiry, wish) for wish in wishes]) for who, wishes in wants.items()}
    try:
        found = subgame_perfect(inquiry.graph, values, lambda edge: patience(inquiry, edge))
    except UnvaluedGame as unvalued:
        message = f"best play for the wishes of both is known only where every play ends; here {unvalued}"
        raise InputError(message) from None
    return Valuation(
        inquiry,
        wants,
        lambda state: {Player(who): value for who, value in found.values[state].items()},
        lambda state: [found.steps[state]],
    )


def _value(inquiry: Inquiry, terms: list[tuple[int, Term]]) -> Callable[[StateNumber], Value]:
    system, states = inquiry.game.system, inquiry.graph.states
    return lambda state: tuple(sign * system.value(states[state], term) for sign, term in terms)


def _wished(inquiry: Inquiry, wish: Wish) -> tuple[int, Term]:
    if wish.condition is not None:
        return 1, inquiry.game.condition(wish.condition)
    assert wish.count is not None
    return (-1 if wish.sense == "fewest" else 1), inquiry.game.count(wish.count)


def _decision(found: Valuation, line: Play, place: int, step: PlayedStep) -> Decision | None:
    """The step with every other move of the player who makes it; moves that are told and end alike are one."""
    inquiry = found.inquiry
    graph, chosen = inquiry.graph, line[place]
    state = graph.source(chosen)
    if graph.decider(state) == RULES:
        return None
    worth = found.value(graph.targets[chosen])
    told = {(graph.event(chosen), str(worth))}
    alternatives: list[Alternative] = []
    for edge in sorted(graph.edges(state), key=lambda edge: patience(inquiry, edge)):
        values = found.value(graph.targets[edge])
        if (graph.event(edge), str(values)) in told:
            continue
        told.add((graph.event(edge), str(values)))
        rest, loop = found.line(graph.targets[edge])
        steps = inquiry.steps([*line[:place], edge, *rest])[place:]
        decider = Player(graph.decider(state))
        as_good = values[decider] == worth[decider] if decider in worth else values == worth
        merit = Merit.EQUAL if as_good else Merit.MISTAKE
        outcome = _outcome(inquiry, [edge, *rest], loop)
        alternatives.append(Alternative(steps[0], values, merit, steps[1:], outcome))
    merits = {one.merit for one in alternatives}
    merit = Merit.EQUAL if Merit.EQUAL in merits else Merit.BEST if merits else Merit.FORCED
    return Decision(step, merit, tuple(alternatives))


def _outcome(inquiry: Inquiry, line: Play, loop: int | None) -> Outcome | None:
    if loop is not None:
        return None
    return inquiry.outcome_of(line)


def patience(inquiry: Inquiry, edge: Edge) -> tuple[int, Edge]:
    """The order among equally good moves: waiting first, then as the commands stand."""
    event = inquiry.graph.event(edge)
    assert isinstance(event, Happening)
    return _WAITING.get(event.kind, len(_WAITING)), edge
