"""Strategies: what a player should do, whatever the other does, as a few rules where they suffice and as a table else.

The rules are a decision list (Rivest, "Learning decision lists", 1987): make the first of these moves that can be made,
some of them only once something has happened. Such a list is looked for among all moves that are good in a state, so
that a strategy which a table would spread over many positions is often one line. Before it is shown, a strategy is
followed by the reference stepper against every defence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from explorer.game import Happening, Kind
from explorer.game.players import PLAYERS, Player
from explorer.questions.best import Valuation, Value, patience, valuation
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.questions.wishes import Wants
from explorer.search.games import attractor
from explorer.search.graph import Edge, Play, StateNumber
from explorer.system.reference import ReferenceStepper

Move = Happening

_WAITING = frozenset({Kind.PASS, Kind.NO_RESPONSE, Kind.DECLINE})
_TOLD_AS_PAST = frozenset({Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS, Kind.DISCARD})

Good = Callable[[StateNumber], Collection[Edge]]
"""The moves that are good in a state: any choice among them, state by state, gets the player what is wanted."""


class BrokenStrategy(AssertionError):  # noqa: N818
    """A strategy that some defence defeats: a mistake of the tool, never of its user."""


@dataclass(frozen=True)
class Rule:
    """Make this move if it can be made; where ``once`` is given, only after that has happened."""

    move: Move
    once: Move | None = None


@dataclass(frozen=True)
class Entry:
    """A line of a table: after this play the player makes this move."""

    play: tuple[PlayedStep, ...]
    move: PlayedStep


@dataclass(frozen=True)
class Strategy:
    """What a player does wherever there is a choice.

    ``rules``: the first that fits is followed; empty where no such list exists, and then ``table`` has an entry for
    every position with a choice that arises. Without either there is never a choice. ``positions`` counts those
    positions, and ``tried`` the states that were met when it was followed against the other's every move.
    """

    player: Player
    rules: tuple[Rule, ...]
    table: tuple[Entry, ...]
    positions: int
    tried: int


def forcing(inquiry: Inquiry, player: Player, targets: Iterable[StateNumber]) -> Strategy | None:
    """A strategy by which the player forces that play ends in one of the targets; None when there is none."""
    goal = frozenset(targets)
    winning = attractor(inquiry.graph, (player.value,), goal)
    if 0 not in winning:
        return None
    graph, ranks = inquiry.graph, winning.ranks

    def good(state: StateNumber) -> list[Edge]:
        return [edge for edge in graph.edges(state) if 0 <= ranks[graph.targets[edge]] < ranks[state]]

    return _strategy(inquiry, player, good, lambda state: state in goal)


def optimal(found: Valuation, player: Player) -> Strategy:
    """A strategy by which the player gets what best play is worth at least, whatever the other does.

    For the player who wishes, or the one who wishes the opposite, in a game of one player's wishes.
    """
    ((wishing, value),) = found.value(0).items()
    assert found.endless is not None

    def enough(now: Value) -> bool:
        return now >= value if player is wishing else now <= value

    def attained(state: StateNumber) -> bool:
        return enough(found.value(state)[wishing])

    return _strategy(found.inquiry, player, found.best, attained, endless=enough(found.endless))


def advised(inquiry: Inquiry, wants: Wants) -> tuple[Strategy, ...]:
    """What each player should do for the wishes of one; none where both have wishes, as the other's are theirs."""
    found = valuation(inquiry, wants)
    return tuple(optimal(found, player) for player in PLAYERS) if len(found.value(0)) == 1 else ()


def _strategy(
    inquiry: Inquiry, player: Player, good: Good, attained: Callable[[StateNumber], bool], *, endless: bool = False
) -> Strategy:
    """The strategy as rules if some list of them is good wherever it leads, else as a table."""
    graph = inquiry.graph
    arising = _arising(inquiry, player, good)
    mine = [state for state in arising if graph.decider(state) == player.value]
    past = _Past(inquiry, arising, player, good)
    rules = _rules(inquiry, mine, good, past)
    if rules:
        chosen = {state: _followed(inquiry, state, rules, past)[1] for state in mine}
    else:
        chosen = {state: min(good(state), key=lambda edge: patience(inquiry, edge)) for state in mine}
    met = set(_arising(inquiry, player, lambda state: [chosen[state]]))
    chosen = {state: edge for state, edge in chosen.items() if state in met}
    tried = _against_every_defence(inquiry, player, chosen, attained, endless=endless)
    choices = [state for state in chosen if len({graph.event(edge) for edge in graph.edges(state)}) > 1]
    used = {_followed(inquiry, state, rules, past)[0] for state in choices} if rules else set()
    entries = () if rules else tuple(_entry(inquiry, chosen, state) for state in choices)
    return Strategy(player, tuple(rule for rule in rules if rule in used), entries, len(choices), tried)


def _arising(inquiry: Inquiry, player: Player, allowed: Good) -> list[StateNumber]:
    """The states that arise while the player makes allowed moves only, the start first."""
    graph = inquiry.graph
    seen = {0}
    queue = [0]
    for state in queue:
        for edge in allowed(state) if graph.decider(state) == player.value else graph.edges(state):
            if graph.targets[edge] not in seen:
                seen.add(graph.targets[edge])
                queue.append(graph.targets[edge])
    return queue


class _Past:
    """What has happened on the way to a state: on every way that arises, on none, or on some only."""

    def __init__(self, inquiry: Inquiry, arising: list[StateNumber], player: Player, allowed: Good) -> None:
        graph = inquiry.graph
        self.moves: dict[Move, int] = {}
        self._some = dict.fromkeys(arising, 0)
        self._every = dict.fromkeys(arising, -1)
        self._every[0] = 0
        queue = [0]
        while queue:
            state = queue.pop()
            for edge in allowed(state) if graph.decider(state) == player.value else graph.edges(state):
                event, target = graph.event(edge), graph.targets[edge]
                assert isinstance(event, Happening)
                bit = 0 if event.kind not in _TOLD_AS_PAST else 1 << self.moves.setdefault(event, len(self.moves))
                some, every = self._some[state] | bit, self._every[state] | bit
                if (
                    some | self._some[target] != self._some[target]
                    or every & self._every[target] != self._every[target]
                ):
                    self._some[target] |= some
                    self._every[target] &= every
                    queue.append(target)

    def has(self, state: StateNumber, move: Move) -> bool:
        """Whether it has happened, on whatever way the state was reached."""
        return bool(self._every[state] >> self.moves[move] & 1)

    def settled(self, states: Iterable[StateNumber], move: Move) -> bool:
        """Whether in each of the states it is the same on every way."""
        bit = 1 << self.moves[move]
        return all((self._some[state] & bit) == (self._every[state] & bit) for state in states)


def _rules(inquiry: Inquiry, states: list[StateNumber], good: Good, past: _Past) -> tuple[Rule, ...]:
    """Rules such that in each of the states the first that fits is good; empty when there is no such list.

    A rule can be the next of the list when it is good wherever it fits among the states that are left. Taking one never
    bars another, so that the greedy search finds a list if there is one.
    """
    graph = inquiry.graph
    possible = {state: {graph.event(edge) for edge in graph.edges(state)} for state in states}
    fine: dict[StateNumber, set[object]] = {}
    for state in states:
        bad = {graph.event(edge) for edge in set(graph.edges(state)).difference(good(state))}
        fine[state] = possible[state] - bad
    order = {event: None for state in states for edge in graph.edges(state) if (event := graph.event(edge))}
    conditions = [None, *(move for move in past.moves if past.settled(states, move))]
    rules: list[Rule] = []
    left = list(states)
    while left:
        best: tuple[tuple[bool, bool, int], Rule, set[StateNumber]] | None = None
        for once in conditions:
            there = [state for state in left if once is None or past.has(state, once)]
            for move in order:
                fits = {state for state in there if move in possible[state]}
                if fits and all(move in fine[state] for state in fits):
                    assert isinstance(move, Happening)
                    key = (once is not None, move.kind in _WAITING, -len(fits))
                    if best is None or key < best[0]:
                        best = key, Rule(move, once), fits
        if best is None:
            return ()
        rules.append(best[1])
        left = [state for state in left if state not in best[2]]
    return tuple(rules)


def _followed(inquiry: Inquiry, state: StateNumber, rules: tuple[Rule, ...], past: _Past) -> tuple[Rule, Edge]:
    """The first rule that fits, and the edge that it takes."""
    graph = inquiry.graph
    edges = {graph.event(edge): edge for edge in reversed(graph.edges(state))}
    rule = next(one for one in rules if one.move in edges and (one.once is None or past.has(state, one.once)))
    return rule, edges[rule.move]


def _entry(inquiry: Inquiry, chosen: Mapping[StateNumber, Edge], state: StateNumber) -> Entry:
    """The position told by a shortest play in which the player has followed the strategy."""
    play = _play_to(inquiry, chosen, state)
    steps = inquiry.steps([*play, chosen[state]])
    return Entry(steps[:-1], steps[-1])


def _play_to(inquiry: Inquiry, chosen: Mapping[StateNumber, Edge], goal: StateNumber) -> Play:
    graph = inquiry.graph
    reached: dict[StateNumber, Play] = {0: []}
    queue = [0]
    for state in queue:
        if state == goal:
            break
        for edge in [chosen[state]] if state in chosen else graph.edges(state):
            target = graph.targets[edge]
            if target not in reached:
                reached[target] = [*reached[state], edge]
                queue.append(target)
    return reached[goal]


def _against_every_defence(
    inquiry: Inquiry,
    player: Player,
    chosen: Mapping[StateNumber, Edge],
    attained: Callable[[StateNumber], bool],
    *,
    endless: bool,
) -> int:
    """Follow the strategy with the reference stepper, and everything else that the other may do.

    The number of states that were met. Raises `BrokenStrategy` where play ends without what is wanted, and where it can
    go round for ever, unless that will do.
    """
    system, graph = inquiry.game.system, inquiry.graph
    stepper = ReferenceStepper(system)
    start = stepper.initial_state()
    following: dict[StateNumber, list[StateNumber]] = {}
    queue = [start]
    for state in queue:
        number = graph.number_of[state]
        if number in following:
            continue
        moves = list(stepper.moves(state))
        if not moves and not attained(number):
            raise BrokenStrategy(f"the strategy of the {player} ends elsewhere")
        if number in chosen:
            moves = [graph.labels[chosen[number]]]
        after = [stepper.successor(state, move) for move in moves]
        following[number] = [graph.number_of[one] for one in after]
        queue += after
    if not endless and _goes_round(following):
        raise BrokenStrategy(f"the strategy of the {player} never ends")
    return len(following)


def _goes_round(following: Mapping[StateNumber, list[StateNumber]]) -> bool:
    """Whether some state comes back to itself: states without successors left are taken away until none is."""
    waiting = {state: len(after) for state, after in following.items()}
    into: dict[StateNumber, list[StateNumber]] = {state: [] for state in following}
    for state, after in following.items():
        for one in after:
            into[one].append(state)
    ended = [state for state, number in waiting.items() if not number]
    for state in ended:
        for one in into[state]:
            waiting[one] -= 1
            if not waiting[one]:
                ended.append(one)
    return len(ended) < len(following)
