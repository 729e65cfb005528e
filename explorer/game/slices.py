"""Slices: the game of a board without the items, and the variables, that cannot reach what is asked.

An item may be left out when processing it changes nothing in the cone of what is asked and of all other commands, but
for what it does to the procedure: it opens a new window, as if the last one had not been passed. Why the answers are
the same is proved in docs/decisions/0025-slices.md; its premises are looked at here and in the graph of the slice
(:meth:`Slice.stutters`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from explorer.game.grounding import Game
from explorer.game.items import Item
from explorer.game.players import Player
from explorer.game.procedure import Procedure
from explorer.game.windows import WINDOWS, Window
from explorer.system.commands import Assign, Command
from explorer.system.compiled import CompiledStepper
from explorer.system.fixed_point import possible_values
from explorer.system.folding import fold, narrowed
from explorer.system.interface import CommandIndex
from explorer.system.memory import uncollected
from explorer.system.pruning import prune
from explorer.system.reductions import Reduction
from explorer.system.slicing import Errand, Satisfiable, comes_once, cone, keeps_locals_apart, outside
from explorer.system.system import State, System
from explorer.system.terms import FALSE, Term, Variable, read

if TYPE_CHECKING:
    from explorer.system.solving import Solver


@dataclass(frozen=True)
class Passing:
    """The event of processing any item of a player that was left out."""

    player: Player
    mandatory: bool


@dataclass(frozen=True, eq=False)
class Slice:
    """A game that answers like ``whole`` what it was made for. ``left_out`` of ``items`` are not in it.

    ``stuttering`` is its system with a command for what processing an item that was left out would do to it.
    """

    whole: Game
    game: Game
    left_out: tuple[Item, ...]
    items: int
    stuttering: System

    @property
    def variables_left_out(self) -> int:
        """How many variables of the whole game it does without."""
        return self.variables - len(self.game.system.variables)

    @property
    def variables(self) -> int:
        """How many variables the whole game has."""
        return len(self.whole.system.variables)

    def __bool__(self) -> bool:
        """Whether something was left out."""
        return bool(self.left_out or self.variables_left_out)

    def __str__(self) -> str:
        """What was left out."""
        items = f"{len(self.left_out)} of {self.items} items"
        return f"{items}, {self.variables_left_out} of {self.variables} variables left out"

    @cached_property
    def _stutter(self) -> list[CommandIndex]:
        return [number for number, one in enumerate(self.stuttering.commands) if isinstance(one.event, Passing)]

    def stutters(self, states: Sequence[State]) -> bool:
        """Whether processing what was left out leads from each of the states only back to the window before it.

        ``states`` are all states of the slice.
        """
        if not self._stutter:
            return True
        known, index = set(states), self.stuttering.index
        stepper = CompiledStepper(self.stuttering)
        ours = frozenset(self._stutter)
        scene = self.game.scene
        moved = {index[one] for one in (scene.window, scene.passes, scene.holder) if one in index}
        rest = [place for place in range(len(self.stuttering.variables)) if place not in moved]
        for state in states:
            for move in ours.intersection(stepper.moves(state)):
                after = stepper.successor(state, move)
                if after not in known or any(after[place] != state[place] for place in rest):
                    return False
                if self.game.window(after) is not Window.TURN_OPEN or self._passed(after):
                    return False
        return True

    def _passed(self, state: State) -> bool:
        return bool(self.game.system.value(state, self.game.system.term(read(self.game.scene.passes))))


def sliced(game: Game, asked: Iterable[Term]) -> Slice:
    """The slice of a game in which ``asked`` is to be known of states: terms as they are written before folding.

    Nothing of what the plays are told by is left out: in which window a step is made, and whether after the adjustment.
    """
    scene = game.scene
    watched = [*asked, read(scene.window), read(scene.adjusted)]
    with uncollected():
        sets = possible_values(_without_pruned(game, game.whole))
        errands = _errands(game, sets)
        left_out = _left_out(game, watched, errands, sets)
        procedure = game.procedure.without(left_out)
        kinds = {(item.player, item.mandatory): None for item in left_out}
        stutters = [_stutter(procedure, *kind) for kind in kinds]
        reduced, kept = _reduced(game, procedure, stutters), [*watched, read(scene.passes)]
        pruning = Reduction.PRUNING in game.reductions
        system = prune(reduced, watched=kept)[0] if pruning else fold(reduced, kept)
    commands = tuple(one for one in system.commands if not isinstance(one.event, Passing))
    small = replace(game, system=replace(system, commands=commands), procedure=procedure)
    return Slice(game, small, tuple(left_out), len(errands), system)


Sets = dict[Variable, frozenset[int]]


def _without_pruned(game: Game, system: System) -> System:
    """The system without the commands that Z3 has found to be impossible in the game."""
    impossible = {one.command for one in game.system.pruned if one.how == "solver"}
    return replace(system, commands=tuple(one for one in system.commands if one not in impossible))


def _reduced(game: Game, procedure: Procedure, further: Iterable[Command] = ()) -> System:
    """The whole system under another procedure."""
    commands = (*procedure.commands(), *further)
    return _without_pruned(game, replace(game.whole, commands=commands, closing=procedure.closing()))


def _stutter(procedure: Procedure, player: Player, mandatory: bool) -> Command:
    """What processing an item that was left out does to the procedure."""
    scene = procedure.scene
    update = (
        Assign(scene.passes, 0),
        Assign(scene.holder, player.number),
        Assign(scene.step, 0),
        Assign(scene.window, WINDOWS.index(Window.SETTLING)),
    )
    return Command(player, Passing(player, mandatory), procedure.where(player, mandatory), update)


def _errands(game: Game, sets: Sets) -> dict[Item, Errand]:
    """The items that can be processed, each with its commands, over the possible values of variables."""
    items = game.procedure.items
    every = [(item, one) for item in items for one in game.procedure.processing(item)]
    tagged = tuple(replace(command, event=number) for number, (_, command) in enumerate(every))
    system = narrowed(replace(game.whole, commands=tagged), sets)
    found: dict[Item, list[Command]] = {}
    for command in system.commands:
        assert isinstance(command.event, int)
        found.setdefault(every[command.event][0], []).append(command)
    return {item: Errand(system.term(item.condition), tuple(commands)) for item, commands in found.items()}


def _decided_by_z3(system: System) -> Satisfiable:
    """Whether terms can hold together in the system; Z3 is loaded when that is first asked."""
    solvers: list[Solver] = []

    def satisfiable(terms: Collection[Term]) -> bool:
        if not solvers:
            from explorer.system.solving import Solver  # noqa: PLC0415 - most boards need no Z3 here

            solvers.append(Solver(system.possible))
        return solvers[0].satisfiable(terms)

    return satisfiable


def _left_out(game: Game, watched: Sequence[Term], errands: dict[Item, Errand], sets: Sets) -> list[Item]:
    """The items that the question can do without: as many as possible at first, fewer until none reaches the rest."""
    scene, procedure = game.scene, game.procedure
    free = {scene.window, scene.passes, scene.holder, scene.step}
    whole = narrowed(_without_pruned(game, game.whole), sets)
    fixed = scene.rule("next window after an action", "same player") is FALSE
    if game.whole.opened or not fixed or not keeps_locals_apart(whole.closing):
        return []
    possible = _decided_by_z3(whole)
    cut = [item for item, errand in errands.items() if len(item.segments) <= 1 and comes_once(errand, whole, possible)]
    called = {use.called for use in procedure.event_cards}
    while cut:
        system = narrowed(_reduced(game, procedure.without(cut)), sets)
        reached = cone(system, map(system.term, watched))
        if not called.isdisjoint(reached):
            return []  # a chance that is missed when something else is done first
        reaching = [item for item in cut if not outside(errands[item], reached, free)]
        if not reaching:
            break
        cut = [item for item in cut if item not in reaching]
    return cut
