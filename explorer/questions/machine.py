"""A board as a machine whose effects do anything: its steps as terms, and what would refute each property.

Each command of the board is carried out on terms. Between its update and what the rules do at once, everything that
belongs to the cards may change in any way, since nothing is supposed about what effects do; what belongs to the
procedure (windows, the chain, which item is under way) is changed by the procedure alone. Passing, declining and
answering "no response" do nothing to cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial

from explorer.game.grounding import Game
from explorer.game.happenings import Happening, Kind
from explorer.game.invariants import Invariant, invariants
from explorer.game.obligations import duties, measure, obligations, optional
from explorer.game.players import PLAYERS
from explorer.game.procedure import too_many
from explorer.game.windows import Window, window_of
from explorer.system.commands import Command
from explorer.system.guards import conjuncts
from explorer.system.nodes import Term, const, read
from explorer.system.terms import TRUE, all_of, any_of, at_least, equal, negate
from explorer.system.variables import Variable
from explorer.system.weakest import after, value

Values = dict[Variable, Term]

_QUIET = frozenset({Kind.PASS, Kind.NO_RESPONSE, Kind.DECLINE})


class Property(StrEnum):
    """What is proved about a ruleset."""

    INVARIANTS = "the invariants hold at the start and are kept by every step"
    MOVES = "some move exists until the phase is over"
    ENDS = "the phase ends if optional effects are used, and mandatory ones become due, finitely often"
    NOTHING_LEFT = "no mandatory item is left behind"
    TWO_PASSES = "two passes in a row with nothing due end it, or lead to the adjustment and then the end"
    GUARDS = "the compiled guard and the Z3 guard of each command agree"


@dataclass(frozen=True, eq=False)
class Step:
    """A command, and what variables hold after its update, once the cards have done anything, and at the end."""

    command: Command
    done: Values
    disturbed: Values
    settled: Values


@dataclass(frozen=True, eq=False)
class Refutation:
    """A condition on a state, and on what its cards do, that would refute a property: by a step, or in the state."""

    says: str
    term: Term
    step: Step | None = None


class Machine:
    """The steps of a board. With `quiet`, cards do only what their effects say: then it is the board itself."""

    def __init__(self, game: Game, granted: Term = TRUE, *, quiet: bool = False) -> None:
        """`granted` is what cards never do away with, whatever they do."""
        self.game = game
        self.procedure = game.procedure
        self.granted = granted
        scene, uses = game.scene, game.procedure.chain.uses
        own = [scene.window, scene.passes, scene.holder, scene.adjusted, scene.chain_after, scene.speaker]
        own += [scene.chain_length, scene.chain_speed, scene.step, *scene.clauses.values()]
        own += [use.link for use in uses]
        own += [item.running for item in self.procedure.items if item.running is not None]
        self.own = tuple(own)
        self._called = {use.called for use in self.procedure.triggers}
        self._links = {use.stopped: use.link for use in uses}
        free = () if quiet else [one for one in game.whole.variables if one not in set(own)]
        self.inputs = {one: Variable(f"{one} afterwards", one.low, one.high, one.labels) for one in free}

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Those of the board, then one for each that cards may change: what they make of it in a step."""
        return (*self.game.whole.variables, *self.inputs.values())

    @cached_property
    def usual(self) -> dict[Variable, int]:
        """What a smallest counterexample is measured from: the board with nothing left over from before."""
        return dict(self.game.whole.initial) | {item.applies: 0 for item in self.procedure.lasting}

    @cached_property
    def invariants(self) -> tuple[Invariant, ...]:
        """What is true of every state."""
        return (*invariants(self.procedure), Invariant("hands hold what the adjustment reckons with", self.granted))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every command carried out."""
        return tuple(map(self._step, self.game.whole.commands))

    def _step(self, command: Command) -> Step:
        done = after(command.update)
        disturbed = done if _kind(command) in _QUIET else self._disturbed(done)
        return Step(command, done, disturbed, after(self.game.whole.closing, disturbed))

    def _disturbed(self, done: Values) -> Values:
        """Cards may have done anything, but the procedure alone calls triggers, and only links are negated."""
        now = dict(done)
        for one, free in self.inputs.items():
            now[one] = read(free)
            if one in self._called:
                now[one] = all_of(value(read(one), done), read(free))
            elif one in self._links:
                now[one] = all_of(at_least(value(read(self._links[one]), done), 1), read(free))
        return now

    @cached_property
    def calm(self) -> Machine:
        """The same board, whose cards do only what their effects say."""
        return Machine(self.game, self.granted, quiet=True)

    def refutations(self, wanted: Property) -> Iterator[Refutation]:
        """What would refute the property in a state that satisfies the invariants."""
        match wanted:
            case Property.INVARIANTS:
                yield from self._not_kept()
            case Property.MOVES:
                over = self.game.scene.in_window(Window.OVER)
                some = any_of(command.condition for command in self.game.whole.commands)
                yield Refutation("no move exists", negate(any_of(over, some)))
            case Property.ENDS:
                yield from self._not_lower()
            case Property.NOTHING_LEFT:
                yield from self._left_behind()
            case Property.TWO_PASSES:
                yield from self._not_over()

    def _taken(self, step: Step) -> Term:
        return all_of(step.command.condition, value(self.granted, step.disturbed))

    def at_start(self) -> Iterator[Refutation]:
        """What would refute an invariant as the phase begins, wherever the cards are."""
        initial = self.game.whole.initial
        begins: Values = {one: const(initial[one]) for one in self.own if one not in self.game.whole.opened}
        begins |= {one: const(0) for one in (*self._called, *self._links) if one is not None}
        settled = after(self.game.whole.closing, begins)
        for one in self.invariants:
            yield Refutation(one.says, all_of(self.granted, negate(value(one.term, settled))))

    def _not_kept(self) -> Iterator[Refutation]:
        known = {part for one in self.invariants for part in conjuncts(one.term)}
        for step in self.steps:
            taken = self._taken(step)
            for one in self.invariants:
                left = [part for part in conjuncts(value(one.term, step.settled)) if part not in known]
                yield Refutation(one.says, all_of(taken, negate(all_of(left))), step)

    def _not_lower(self) -> Iterator[Refutation]:
        due = tuple(duties(self.procedure))
        before = measure(self.procedure)
        for step in self.steps:
            if optional(step.command):
                continue
            renewed = any_of(
                all_of(value(one, step.disturbed), negate(all_of(one, value(one, step.done)))) for one in due
            )
            lowered = before.at(partial(value, now=step.settled)).below(before)
            refuted = all_of(self._taken(step), negate(renewed), negate(lowered))
            yield Refutation("there is no less left to do", refuted, step)

    def _left_behind(self) -> Iterator[Refutation]:
        scene = self.game.scene
        ended = all_of(scene.in_window(Window.OVER), equal(read(scene.result), 0))
        left = any_of(all_of(one.due, one.allowed) for one in obligations(self.procedure))
        for step in self.steps:
            refuted = all_of(self._taken(step), value(ended, step.settled), value(left, step.disturbed))
            yield Refutation("it is over, and something mandatory is left", refuted, step)

    def _not_over(self) -> Iterator[Refutation]:
        scene, procedure = self.game.scene, self.procedure
        nothing = negate(any_of(procedure.mandatory(player) for player in PLAYERS))
        none_last = negate(any_of(item.due_last for item in procedure.last))
        over, passed = scene.in_window(Window.OVER), read(scene.passes)
        for player in PLAYERS:
            opened = all_of(scene.in_window(window_of(player, "open")), nothing)
            passes = [step for step in self.steps if _kind(step.command) is Kind.PASS and step.command.by == player]
            some = any_of(step.command.condition for step in passes)
            yield Refutation("with nothing due a pass is not possible", all_of(opened, negate(some)))
            asked = all_of(scene.in_window(window_of(player.other, "open")), passed, nothing)
            adjusts = any_of(
                all_of(scene.in_window(window_of(one, "adjusts")), too_many(scene, one)) for one in PLAYERS
            )
            for step in passes:
                here = all_of(opened, step.command.condition)
                first = all_of(here, negate(passed), negate(value(asked, step.settled)))
                yield Refutation("after one pass the other player is not asked", first, step)
                ended = value(any_of(over, adjusts), step.settled)
                second = all_of(here, passed, none_last, negate(ended))
                yield Refutation("after two passes it goes on", second, step)
        yield from self._goes_on_after_adjusting()

    def _goes_on_after_adjusting(self) -> Iterator[Refutation]:
        scene, procedure = self.game.scene, self.procedure
        called = any_of(read(one) for one in self._called if one is not None)
        last = [item.due_last for item in procedure.last]
        due = any_of(called, *last, *map(procedure.mandatory_after, PLAYERS))
        for step in self.steps:
            event = step.command.event
            if isinstance(event, Happening) and event.kind is Kind.DISCARD:
                settled = after(self.game.whole.closing, step.done)
                next_one = scene.in_window(*(window_of(one, "adjusts") for one in PLAYERS if one != event.by))
                ended = any_of(scene.in_window(Window.OVER), next_one, due)
                refuted = all_of(step.command.condition, negate(value(ended, settled)))
                yield Refutation("after the adjustment, with nothing due, it goes on", refuted, step)


def _kind(command: Command) -> Kind:
    assert isinstance(command.event, Happening)
    return command.event.kind
