"""A walk: the state graph of a board as something to stand in, for whoever shows it.

Each state is a position: the board as it lies, the window, who decides, the legal moves with what they change, the
moves that cannot be made with what forbids them, and the outcomes that can still be reached, and by whom they can be
enforced. What is known of all states at once (the powers, and the values of best play) is worked out once for the
graph; a position is put together when it is first stood in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.game import Outcome, Window
from explorer.game.players import PLAYERS, Player
from explorer.questions.best import Merit, Valuation, valuation
from explorer.questions.forbidden import Forbidden, Forbidding
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.questions.playmat import Change, Playmat, Table, changes
from explorer.questions.wishes import Wants
from explorer.search.graph import Edge, StateNumber
from explorer.search.powers import enforceable_from
from explorer.system.commands import RULES
from models.errors import InputError
from models.library import Library


@dataclass(frozen=True)
class Move:
    """A legal move: its edge of the graph, what it is, where it leads, and what it changes on the board.

    ``merit`` is how it compares with the other moves of the player who decides, None where nobody wishes for anything
    or the rules go on; ``preferred`` marks the one that best play makes.
    """

    edge: Edge
    step: PlayedStep
    to: StateNumber
    changes: tuple[Change, ...]
    merit: Merit | None = None
    preferred: bool = False


@dataclass(frozen=True)
class Position:
    """A state as it is shown. ``player`` decides in it, nobody where the rules go on or the End Phase is over.

    ``outcomes`` and those that each player can enforce from here are positions in :attr:`Walk.outcomes`; ``ended`` is
    the one that it is.
    """

    number: StateNumber
    window: Window
    player: Player | None
    playmat: Playmat
    moves: tuple[Move, ...]
    forbidden: tuple[Forbidden, ...]
    outcomes: frozenset[int]
    enforceable: Mapping[Player, frozenset[int]]

    @property
    def ended(self) -> int | None:
        """The outcome that this is, where the End Phase is over."""
        return None if self.moves else next(iter(self.outcomes), None)


class Walk:
    """The positions of a board that was searched completely, by the number of their state; 0 is the start."""

    def __init__(self, inquiry: Inquiry, library: Library, wants: Wants | None = None) -> None:
        """Raise InputError for a partial inquiry, and for wishes that give no value (:func:`best.valuation`)."""
        if not inquiry.complete:
            raise InputError(f"the board is too large to walk through ({inquiry.graph.limit})")
        self.inquiry = inquiry
        self.library = library
        self.valuation: Valuation | None = valuation(inquiry, wants) if wants and any(wants.values()) else None
        self._forbidding = Forbidding(inquiry, library)
        self._table = Table(inquiry.game)
        self._playmats: dict[StateNumber, Playmat] = {}
        self._positions: dict[StateNumber, Position] = {}

    def __len__(self) -> int:
        return len(self.inquiry.graph.states)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every outcome of the board, in the order in which the search met them."""
        return tuple(self.inquiry.ends)

    @cached_property
    def reachable(self) -> Sequence[frozenset[int]]:
        """For each state the outcomes in which play from it can end."""
        everybody = (*(player.value for player in PLAYERS), RULES)
        return enforceable_from(self.inquiry.graph, everybody, list(self.inquiry.ends.values()))

    @cached_property
    def powers(self) -> Mapping[Player, Sequence[frozenset[int]]]:
        """For each player and state the outcomes that the player can enforce from it."""
        goals = list(self.inquiry.ends.values())
        return {player: enforceable_from(self.inquiry.graph, (player.value,), goals) for player in PLAYERS}

    def playmat(self, state: StateNumber) -> Playmat:
        """The board as it lies in a state."""
        found = self._playmats.get(state)
        if found is None:
            found = self._playmats[state] = self._table.of(self.inquiry.graph.states[state])
        return found

    def player(self, state: StateNumber) -> Player | None:
        """Who decides in a state."""
        by = self.inquiry.graph.decider(state)
        return None if by == RULES else Player(by)

    def position(self, state: StateNumber) -> Position:
        """The position of a state; raises IndexError for one that is not there."""
        found = self._positions.get(state)
        if found is None:
            if not 0 <= state < len(self):
                raise IndexError(f"there is no position {state}")
            found = self._positions[state] = self._position(state)
        return found

    def play(self, numbers: Sequence[int]) -> tuple[Position, ...]:
        """The positions after each move of a play, told by the places of its moves, from 0; the start comes first.

        Raises InputError where a position has no such move.
        """
        line = [self.position(0)]
        for place, number in enumerate(numbers, 1):
            moves = line[-1].moves
            if not 0 <= number < len(moves):
                raise InputError(f"move {place} of the play is {number}; there are {len(moves)} moves, from 0")
            line.append(self.position(moves[number].to))
        return tuple(line)

    def _position(self, state: StateNumber) -> Position:
        inquiry = self.inquiry
        player = self.player(state)
        legal = [inquiry.graph.event(edge) for edge in inquiry.graph.edges(state)]
        stored = inquiry.graph.states[state]
        return Position(
            state,
            inquiry.game.window(stored),
            player,
            self.playmat(state),
            self._moves(state, player),
            () if player is None else self._forbidding.at(stored, player, legal),
            self.reachable[state],
            {one: powers[state] for one, powers in self.powers.items()},
        )

    def _moves(self, state: StateNumber, player: Player | None) -> tuple[Move, ...]:
        graph, here = self.inquiry.graph, self.playmat(state)
        edges = graph.edges(state)
        merits = {} if player is None else self._merits(edges, player)
        preferred = self.valuation.best(state)[0] if merits and self.valuation is not None else None
        return tuple(
            Move(
                edge,
                self.inquiry.step(edge),
                graph.targets[edge],
                changes(here, self.playmat(graph.targets[edge])),
                merits.get(edge),
                edge == preferred,
            )
            for edge in edges
        )

    def _merits(self, edges: Sequence[Edge], player: Player) -> dict[Edge, Merit]:
        """How the moves of a player compare: with those that are told otherwise or worth something else."""
        if self.valuation is None:
            return {}
        graph = self.inquiry.graph
        values = {edge: self.valuation.value(graph.targets[edge]) for edge in edges}
        best = values[self.valuation.best(graph.source(edges[0]))[0]]
        good = [edge for edge in edges if _as_good(values[edge], best, player)]
        apart = {(graph.event(edge), str(values[edge])) for edge in edges}
        as_good = {(graph.event(edge), str(values[edge])) for edge in good}
        merit = Merit.FORCED if len(apart) == 1 else Merit.BEST if len(as_good) == 1 else Merit.EQUAL
        return {edge: merit if edge in good else Merit.MISTAKE for edge in edges}


def _as_good(values: Mapping[Player, tuple[int, ...]], best: Mapping[Player, tuple[int, ...]], player: Player) -> bool:
    """Whether a move is worth as much to the player as the best one; where only the other wishes, the same to them."""
    return values[player] == best[player] if player in best else values == best
