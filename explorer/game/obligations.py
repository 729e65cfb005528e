"""Obligations: what has to be dealt with before the End Phase is over, and a measure of what there is left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from explorer.game.chain import Chain
from explorer.game.happenings import Happening, Kind
from explorer.game.players import PLAYERS, Player
from explorer.game.procedure import LATE_ITEMS, LATE_TRIGGERS, Procedure, too_many
from explorer.game.scene import Scene
from explorer.game.uses import Use
from explorer.game.windows import Window, open_windows, window_of
from explorer.system.commands import RULES, Command
from explorer.system.terms import (
    FALSE,
    Term,
    all_of,
    any_of,
    at_least,
    count_true,
    either,
    equal,
    implies,
    less,
    minus,
    negate,
    plus,
    read,
)


@dataclass(frozen=True)
class Obligation:
    """Something to be dealt with: of which card, whose, when it is due, and when the ruleset still allows it."""

    name: str
    player: Player
    due: Term
    allowed: Term


def obligations(procedure: Procedure) -> Iterator[Obligation]:
    """What the texts of the cards ask for in the End Phase, whether or not the ruleset makes it anybody's item."""
    scene = procedure.scene
    early = negate(read(scene.adjusted))
    items = any_of(early, scene.rule(LATE_ITEMS, "yes"))
    effects = any_of(early, all_of(scene.rule(LATE_TRIGGERS, "yes"), procedure.chain_allowed))
    for lasting in procedure.lasting:
        if lasting.is_item and lasting.mandatory:
            yield Obligation(lasting.name, lasting.player, lasting.due, items)
    for item in procedure.items:
        if item.mandatory:
            yield Obligation(item.name, item.player, item.condition, items)
    for use in procedure.phase:
        if use.effect.mandatory:
            yield Obligation(use.label, use.player, procedure.chain.usable(use), effects)
    last = any_of(early, negate(scene.rule("at the end of the End Phase", "before the adjustment")))
    for lasting in procedure.last:
        yield Obligation(lasting.name, lasting.player, lasting.due_last, last)


def duties(procedure: Procedure) -> Iterator[Term]:
    """Everything that has to be done by somebody, as conditions: more than obligations, since rules have duties too."""
    scene, chain = procedure.scene, procedure.chain
    for item in procedure.items:
        if item.mandatory:
            yield all_of(item.condition, negate(FALSE if item.running is None else read(item.running)))
    again = scene.rule("a negated activation", "may be tried again")
    for use in procedure.phase:
        if use.effect.mandatory:
            negated = all_of(again, at_least(read(use.link), 1), read(use.stopped))
            yield any_of(chain.usable(use), negated)
    marks = {use.pending: use.called for use in procedure.triggers if use.effect.mandatory}  # shared by both players
    for pending, called in marks.items():
        if pending is not None and called is not None:
            yield any_of(read(pending), read(called))
            yield all_of(read(pending), read(called))  # it has happened once more
    responding = scene.in_window(Window.TRIGGERS, Window.TURN_RESPONDS, Window.OPPONENT_RESPONDS)
    for use in _answers(chain):
        yield all_of(responding, chain.usable(use))
    for lasting in procedure.last:
        yield lasting.due_last
    yield too_many(scene, Player.TURN)
    yield all_of(scene.rule("hand-size adjustment", "both players"), too_many(scene, Player.OPPONENT))


def _answers(chain: Chain) -> Iterator[Use]:
    """The effects that have to be used in response."""
    return (use for player in PLAYERS for use in chain.quick[player] if use.effect.mandatory)


def optional(command: Command) -> bool:
    """Whether the step is that a player uses an effect that need not be used."""
    event = command.event
    assert isinstance(event, Happening)
    used = event.kind in (Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS)
    return used and command.by != RULES and not event.mandatory


@dataclass(frozen=True)
class Measure:
    """What there is left to do: sets of things, each as conditions, and numbers; the weightier first."""

    over: Term
    sets: tuple[tuple[Term, ...], ...]
    numbers: tuple[Term, ...]

    def at(self, values: Callable[[Term], Term]) -> Measure:
        """The measure where terms have other values."""
        sets = tuple(tuple(map(values, one)) for one in self.sets)
        return Measure(values(self.over), sets, tuple(map(values, self.numbers)))

    def below(self, earlier: Measure) -> Term:
        """Whether less is left than there was: the first set or number that differs is smaller, or it is over.

        A set is smaller when something has left it and nothing has come to it; so it holds fewer things.
        """
        found: Term = FALSE
        for one, other in reversed(list(zip(self.numbers, earlier.numbers, strict=True))):
            found = any_of(less(one, other), all_of(equal(one, other), found))
        for now, before in reversed(list(zip(self.sets, earlier.sets, strict=True))):
            pairs = list(zip(now, before, strict=True))
            within = all_of(implies(one, other) for one, other in pairs)
            fewer = any_of(all_of(other, negate(one)) for one, other in pairs)
            found = all_of(within, any_of(fewer, found))
        return any_of(self.over, found)


def measure(procedure: Procedure) -> Measure:
    """What is left to do: each step lowers it but the use of an optional effect, and what makes a duty due.

    The duties; the links of the chain and the items that are under way; how far the procedure has come; and what is
    left within its window.
    """
    scene = procedure.scene
    links = [at_least(read(use.link), 1) for use in procedure.chain.uses]
    running = [read(item.running) for item in procedure.items if item.running is not None]
    height: Term = plus(0)
    for rank, window in enumerate(reversed(_ranks(scene))):
        height = either(window, rank, height)
    called = {use.called.name: use.called for use in procedure.triggers if use.called is not None}
    waiting = count_true(called[name] for name in sorted(called))
    within = either(scene.in_window(Window.TRIGGERS), waiting, minus(scene.step.high, read(scene.step)))
    busy = scene.in_window(Window.TRIGGERS, Window.RESOLVING, Window.PROCESSING)
    sets = tuple(duties(procedure)), (*links, *running)
    return Measure(scene.in_window(Window.OVER), sets, (height, either(busy, within, 0)))


def _ranks(scene: Scene) -> list[Term]:
    """The windows in the order in which a phase in which nobody does anything goes through them."""
    first = negate(read(scene.passes))
    responds = scene.in_window(*(window_of(player, "responds") for player in PLAYERS))
    opened = scene.in_window(*(open_windows(player)[0] for player in PLAYERS))
    compelled = scene.in_window(*(window_of(player, "compelled") for player in PLAYERS))
    return [
        scene.in_window(Window.TRIGGERS),
        all_of(responds, first),
        responds,
        scene.in_window(Window.RESOLVING),
        scene.in_window(Window.PROCESSING),
        all_of(opened, first),
        opened,
        scene.in_window(Window.TURN_AGAIN),
        compelled,
        scene.in_window(Window.LAST_ITEMS),
        scene.in_window(*(window_of(player, "adjusts") for player in PLAYERS)),
        scene.in_window(*(window_of(player, "after") for player in PLAYERS)),
        scene.in_window(Window.OVER),
    ]
