"""Games of a token that goes from place to place: told place by place, or drawn at random, the same every time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from explorer.search import Solution, StateGraph, backward_values, explore
from explorer.system import RULES, Assign, Clause, Command, State, System
from explorer.system.terms import enumeration, equal
from tests.differential import second_opinion
from tests.differential.second_opinion import Arena, arena

PLAYERS = ("turn player", "opponent")
PLACES = range(4, 13)

Moves = Mapping[str, tuple[str, Collection[str]]]
"""For each place who moves the token there, and the places it may go to."""


def other(player: str) -> str:
    """The other of the two players."""
    return PLAYERS[1 - PLAYERS.index(player)]


def moving(moves: Moves) -> System:
    """The system in which the token starts in the first place."""
    names = list(dict.fromkeys([*moves, *(there for _, targets in moves.values() for there in targets)]))
    place = enumeration("place", names)

    def move(by: str, here: str, there: str) -> Command:
        guard = (Clause("here", equal(place, names.index(here))),)
        return Command(by, f"{here} to {there}", guard, (Assign(place, names.index(there)),))

    commands = [move(by, here, there) for here, (by, targets) in moves.items() for there in targets]
    return System((place,), {place: 0}, tuple(commands))


@dataclass(frozen=True, eq=False)
class RandomGame:
    """A game, what its ends are worth (pairs of numbers, the first counts more), and endless play.

    Endless play may be better or worse than all ends, in between, or as good as one.
    """

    moves: Moves
    system: System
    worth: Mapping[State, tuple[int, int]]
    forever: tuple[int, int]

    @cached_property
    def arena(self) -> Arena:
        """The game by the reference stepper."""
        return arena(self.system)

    @cached_property
    def graph(self) -> StateGraph:
        """The game by the search."""
        return explore(self.system)

    @property
    def endless(self) -> bool:
        """Whether some play never ends."""
        return bool(second_opinion.endless(self.arena))

    def solution(self, maximiser: str) -> Solution[tuple[int, int]]:
        """The solution that is to be tested."""
        states = self.graph.states
        return backward_values(
            self.graph, lambda end: self.worth[states[end]], maximiser, other(maximiser), self.forever
        )

    def values(self, game: Arena, maximiser: str) -> dict[State, Any]:
        """The values by definition of this game, or of one with the same ends."""
        return second_opinion.values(game, self.worth.__getitem__, maximiser, self.forever)

    def after(self, edges: Iterable[int]) -> set[State]:
        """The states to which edges of the graph lead."""
        return {self.graph.states[self.graph.targets[edge]] for edge in edges}

    def __str__(self) -> str:
        """The game as it was drawn."""
        return f"{self.moves}, ends {self.worth}, endless play {self.forever}"


@cache
def random_game(number: int, *, endless: bool, deciders: tuple[str, ...] = (*PLAYERS, *PLAYERS, RULES)) -> RandomGame:
    """The game of this number, in which some play never ends or, without `endless`, every play ends.

    In each place one of the deciders has up to three moves; the token can get to at least as many places as `PLACES` says.
    """
    random = Random(f"{number}, {endless}, {deciders}")
    while True:
        game = _drawn(random, deciders, forward=not endless)
        if len(game.arena.moves) in PLACES and game.endless is endless:
            return game


def _drawn(random: Random, deciders: tuple[str, ...], forward: bool) -> RandomGame:
    names = [f"p{number}" for number in range(random.choice(PLACES))]
    moves = {}
    for number, name in enumerate(names):
        within_reach = names[number + 1 :] if forward else names
        targets = random.sample(within_reach, min(random.choice([0, 1, 2, 2, 3, 3]), len(within_reach)))
        moves[name] = (random.choice(deciders), targets)
    system = moving(moves)
    ends = sorted(arena(system).ends)
    worth = {end: (random.randint(0, 3), random.randint(0, 1)) for end in ends}
    return RandomGame(moves, system, worth, (random.randint(-1, 4), random.randint(0, 1)))
