"""An inquiry: one board under one ruleset, grounded and searched, to be asked questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from explorer.game import Game, Happening, Kind, Outcome, Window, as_one, ground
from explorer.search.acts import whole_acts
from explorer.search.explore import NO_LIMITS, Limits, Progress, explore
from explorer.search.graph import Edge, Play, StateGraph, StateNumber, selected
from explorer.search.plays import replay
from explorer.system.commands import RULES
from explorer.system.compiled import CompiledStepper
from explorer.system.interface import CommandIndex
from explorer.system.memory import uncollected
from explorer.system.reductions import EVERY, Reductions
from explorer.system.terms import Term, read
from models.board import Board
from models.errors import InputError
from models.library import Library
from models.phrase import Condition, Count
from models.ruleset import Ruleset

if TYPE_CHECKING:
    from explorer.game.slices import Slice
    from explorer.search.checkpoints import Checkpoints

_MUST = frozenset({Window.TURN_COMPELLED, Window.OPPONENT_COMPELLED, Window.TURN_AFTER, Window.OPPONENT_AFTER})
_SILENT = frozenset({Kind.NO_RESPONSE, Kind.NEGATED})


@dataclass(frozen=True)
class PlayedStep:
    """One step of a play that is shown: what happened, in which window, and whether the player had to act.

    ``again`` marks the turn player's second pass before the opponent is compelled; ``adjusted`` a step after the
    hand-size adjustment; ``idle`` a pass of a player who could do nothing else.
    """

    happening: Happening
    window: Window
    must: bool
    adjusted: bool
    idle: bool = False

    @property
    def again(self) -> bool:
        """Whether it answers the second offer to the turn player."""
        return self.window is Window.TURN_AGAIN

    @property
    def told(self) -> bool:
        """Whether an official answer would tell it: choices and what is processed, not each link that resolves."""
        if self.happening.kind is Kind.RESOLVE:
            return self.happening.by != RULES
        return self.happening.kind not in _SILENT


@dataclass(frozen=True, eq=False)
class Inquiry:
    """A searched board. Every play that it gives has been replayed by the reference stepper."""

    game: Game
    graph: StateGraph

    @property
    def complete(self) -> bool:
        """Whether the whole graph is there, so that "never" and "always" are proved."""
        return self.graph.complete

    @property
    def slice(self) -> Slice | None:
        """What was left out of the board, if it was not searched whole."""
        return None

    @property
    def whole(self) -> bool:
        """Whether nothing of the board was left out, so that its plays can be counted and its strategies told."""
        return self.slice is None

    @property
    def start(self) -> Outcome:
        """The board as it was laid, told like an outcome."""
        return self.game.start

    @cached_property
    def ends(self) -> dict[Outcome, list[StateNumber]]:
        """The finished states of each outcome, outcomes in the order in which the search met them."""
        found: dict[Outcome, list[StateNumber]] = {}
        terminal = self.graph.terminal
        with uncollected():
            for number, state in zip(terminal, selected(self.graph.states, terminal), strict=True):
                found.setdefault(self.game.outcome(state), []).append(number)
        return found

    def holds(self, says: Condition) -> Callable[[StateNumber], bool]:
        """A test of states for a condition of a claim."""
        return self.test(self.game.condition(says))

    def ends_parted(self, says: Condition) -> tuple[list[StateNumber], list[StateNumber]]:
        """The states in which play is over: those that a condition of a claim describes, and the others."""
        holds = self.holds(says)
        inside: list[StateNumber] = []
        outside: list[StateNumber] = []
        for state in self.graph.terminal:
            (inside if holds(state) else outside).append(state)
        return inside, outside

    def test(self, term: Term) -> Callable[[StateNumber], bool]:
        """A test of states for a term of the system."""
        system, states = self.game.system, self.graph.states
        return lambda state: bool(system.value(states[state], term))

    def steps(self, play: Play) -> tuple[PlayedStep, ...]:
        """The play as it is shown; raises NotAPlay when the reference stepper cannot follow it."""
        replay(self.game.system, self.graph.commands_of(play))
        return tuple(self.step(edge) for edge in play)

    def outcome_of(self, play: Play) -> Outcome:
        """What a play leaves."""
        return self.game.outcome(self.graph.states[self.graph.targets[play[-1]] if play else 0])

    def step(self, edge: Edge) -> PlayedStep:
        """One edge as it is shown."""
        source = self.graph.source(edge)
        state = self.graph.states[source]
        happening = self.graph.event(edge)
        assert isinstance(happening, Happening)
        window = self.game.window(state)
        idle = happening.kind is Kind.PASS and len({self.graph.event(one) for one in self.graph.edges(source)}) == 1
        return PlayedStep(happening, window, window in _MUST, self.adjusted(source), idle)

    @cached_property
    def _adjusted(self) -> Callable[[StateNumber], bool]:
        return self.test(self.game.system.term(read(self.game.scene.adjusted)))

    def adjusted(self, state: StateNumber) -> bool:
        """Whether the hand-size adjustment has been made."""
        return self._adjusted(state)


def inquire(
    board: Board,
    library: Library,
    ruleset: Ruleset,
    *,
    watching: Iterable[Condition | Count] = (),
    pictured: bool = False,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
    checkpoints: Checkpoints | None = None,
    reductions: Reductions = EVERY,
) -> Inquiry:
    """The board, grounded and searched; a search that reaches a limit gives a partial inquiry.

    ``pictured``: states are told apart by all that a picture of the board shows. ``checkpoints``: the search goes on
    from what they have. Raises InputError where something is open on the board, and `BadCheckpoint`.
    """
    refuse_open(board)
    game = ground(board, library, ruleset, watching=watching, pictured=pictured, reductions=reductions)
    return search(game, limits, progress, checkpoints)


def refuse_open(board: Board) -> None:
    """Raise InputError where something is open on the board."""
    for value in board.left_open:
        expected = ["endphase explore, which answers with conditions", "a value"]
        raise InputError(f"this is open: {value}", value.at, expected=expected)


def search(
    game: Game,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Progress], None] | None = None,
    checkpoints: Checkpoints | None = None,
) -> Inquiry:
    """The game, searched, each act of several choices as one step."""
    graph = explore(game.system, limits=limits, progress=progress, checkpoints=checkpoints)
    return Inquiry(game, whole_acts(graph, game.unfinished, as_one))


def played(game: Game, play: Sequence[CommandIndex]) -> tuple[PlayedStep, ...]:
    """A play without a graph as it is shown; raises NotAPlay when the reference stepper cannot follow it."""
    system = game.system
    adjusted = system.term(read(game.scene.adjusted))
    stepper = CompiledStepper(system)
    steps: list[PlayedStep] = []
    for state, number in zip(replay(system, play), play, strict=False):
        happening = system.commands[number].event
        assert isinstance(happening, Happening)
        window = game.window(state)
        choices = {system.commands[move].event for move in stepper.moves(state)}
        idle = happening.kind is Kind.PASS and len(choices) == 1
        steps.append(PlayedStep(happening, window, window in _MUST, bool(system.value(state, adjusted)), idle))
    return tuple(steps)


def told(steps: Sequence[PlayedStep]) -> tuple[PlayedStep, ...]:
    """The steps that an official answer would tell."""
    return tuple(step for step in steps if step.told)


def narrated(steps: Sequence[PlayedStep]) -> tuple[PlayedStep, ...]:
    """The told steps without the last windows, where nobody could do anything but pass; all if there are no others."""
    words = told(steps)
    last = len(words)
    while last and words[last - 1].idle:
        last -= 1
    return words[:last] or words
