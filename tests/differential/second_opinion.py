"""A second opinion on what players can force, on what play is worth, and on equilibria: by the definitions alone.

Everything here is worked out over a table of moves that the reference stepper fills, in repeated passes over sets of
states or by plain recursion. That stepper, which stands for the rules of the game itself, is all that it shares with
what it judges: no compiled search, no state graph, no components, no ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.system import RULES, State, System
from explorer.system.interface import CommandIndex
from explorer.system.reference import ReferenceStepper

Worth = Callable[[State], Any]
"""What a finished state is worth, more being better for the maximiser; all worths of a game can be compared."""


@dataclass(frozen=True)
class Arena:
    """Who decides in each state (`RULES` where play has ended), and each move there with the state after it."""

    start: State
    deciders: Mapping[State, str]
    moves: Mapping[State, list[tuple[CommandIndex, State]]]

    @property
    def ends(self) -> set[State]:
        """The states in which nothing more can be done."""
        return {state for state, moves in self.moves.items() if not moves}

    def bound(self, allowed: Mapping[State, Collection[State]], by: str) -> Arena:
        """The game in which a plan is followed in some states: there `by` picks the next state among those allowed.

        Raises ValueError for a plan that allows nothing, or what is no move.
        """
        moves = dict(self.moves)
        for state, targets in allowed.items():
            moves[state] = [(move, after) for move, after in self.moves[state] if after in targets]
            if not targets or not set(targets) <= {after for _, after in moves[state]}:
                raise ValueError(f"no move from {state} to {targets}")
        return Arena(self.start, {**self.deciders, **dict.fromkeys(allowed, by)}, moves)


def arena(system: System) -> Arena:
    """The table of all states that the reference stepper gets to."""
    stepper = ReferenceStepper(system)
    deciders: dict[State, str] = {}
    moves: dict[State, list[tuple[CommandIndex, State]]] = {}
    unseen = [stepper.initial_state()]
    while unseen:
        state = unseen.pop()
        if state in moves:
            continue
        moves[state] = stepper.successors(state)
        (deciders[state],) = {system.commands[command].by for command, _ in moves[state]} or {RULES}
        unseen += [after for _, after in moves[state]]
    return Arena(stepper.initial_state(), deciders, moves)


def forced(game: Arena, players: Collection[str], goal: Iterable[State]) -> set[State]:
    """The states from which the players together get into the goal, whatever the others do.

    The least set that holds the goal, each state where a move of theirs stays in the set, and each state where every
    move of the others does. For no players: the states from which every play gets there.
    """
    won = set(goal)
    growing = True
    while growing:
        growing = False
        for state, moves in reversed(game.moves.items()):
            if state not in won and moves:
                enough = any if game.deciders[state] in players else all
                if enough(after in won for _, after in moves):
                    won.add(state)
                    growing = True
    return won


def endless(game: Arena) -> set[State]:
    """The states from which some play never ends."""
    return set(game.moves) - forced(game, (), game.ends)


def values(game: Arena, worth: Worth, maximiser: str, forever: Any) -> dict[State, Any]:
    """What each state is worth when the maximiser wants a high and everybody else a low end; `forever` of no end.

    A state is worth at least a level above `forever` if the maximiser can force an end that is; it is worth at least
    a level up to `forever` unless the others can force an end that is not. The rules are among the others.
    """
    others = set(game.deciders.values()) - {maximiser}
    worths = {end: worth(end) for end in game.ends}
    found: dict[State, Any] = {}
    for level in sorted({forever, *worths.values()}):
        if level > forever:
            reached = forced(game, {maximiser}, [end for end in worths if worths[end] >= level])
        else:
            reached = set(game.moves) - forced(game, others, [end for end in worths if worths[end] < level])
        found.update(dict.fromkeys(reached, level))
    return found


def induction(game: Arena, worth: Worth, maximiser: str) -> dict[State, Any]:
    """The same by plain backward induction, for a game in which every play ends."""
    found: dict[State, Any] = {}

    def value(state: State) -> Any:
        if state not in found:
            after = [value(next_state) for _, next_state in game.moves[state]]
            choose = max if game.deciders[state] == maximiser else min
            found[state] = choose(after) if after else worth(state)
        return found[state]

    for state in game.moves:
        value(state)
    return found


def told(
    system: System, game: Arena, start: Iterable[State], events: Iterable[Hashable], within: Collection[State]
) -> set[State]:
    """The states in which a play from one of `start` with these events can be at its end, without ever leaving `within`.

    Steps to different states may have the same event; the set is empty if there is no such play.
    """
    here = {state for state in start if state in within}
    for event in events:
        steps = [step for state in here for step in game.moves[state]]
        here = {after for move, after in steps if after in within and system.commands[move].event == event}
    return here


# --- Each player with wishes of their own ---

Choices = Mapping[State, CommandIndex]
"""The move that is made in each state that has moves, the rules' included."""

Worths = Mapping[str, Worth]
"""For each player, what a finished state is worth to them."""


def followed(game: Arena, choices: Choices, worths: Worths) -> dict[State, dict[str, Any]]:
    """What each state is worth to each player when everybody makes the moves of the table; every play has to end."""
    found: dict[State, dict[str, Any]] = {}

    def value(state: State) -> dict[str, Any]:
        if state not in found:
            moves = dict(game.moves[state])
            ended = {player: worth(state) for player, worth in worths.items()} if not moves else {}
            found[state] = value(moves[choices[state]]) if moves else ended
        return found[state]

    for state in game.moves:
        value(state)
    return found


def deviations(game: Arena, choices: Choices, worths: Worths) -> list[tuple[State, CommandIndex]]:
    """Each move that is worth more to who decides than the move of the table, if all keep to the table afterwards.

    The table is a subgame perfect equilibrium if there is none (the one-shot deviation property, which where every play
    ends says as much as that no player gains in any state by any other way to play on). Raises ValueError where the
    rules have several steps: nobody chooses there, so there is no table.
    """
    if any(game.deciders[state] == RULES and len(moves) > 1 for state, moves in game.moves.items()):
        raise ValueError("the rules have several steps")
    now = followed(game, choices, worths)
    return [
        (state, move)
        for state, moves in game.moves.items()
        for move, after in moves
        for player in [game.deciders[state]]
        if player in worths and now[after][player] > now[state][player]
    ]
