"""What face-up cards keep applying: what cannot be done, what is negated, hand limits, and reactions at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from explorer.game.cast import Member
from explorer.game.conditions import condition
from explorer.game.lasting import LastingItem
from explorer.game.nouns import describes, fits
from explorer.game.players import PLAYERS, Player, seen_from
from explorer.game.scene import Listener, Prevents, Scene
from explorer.game.scripts import Script, at_once
from explorer.game.uses import located
from explorer.system.commands import If, Statement
from explorer.system.terms import FALSE, TRUE, Term, all_of, negate, read
from models.card import Effect
from models.errors import InputError
from models.phrase import Continuous, Filter, Step, Who

QUIET_VERBS = frozenset({"take", "inflict", "gain", "lose", "place", "win", "draw"})
"""What a reaction at once may do: nothing but drawing moves a card, so that no reaction brings about another."""


def apply_continuous(scene: Scene) -> None:
    """Make known what the cards of the cast keep applying, for each player on whose side they may be."""
    lingering = {member: scene.negated(member) for member in scene.members}
    for member in scene.members:
        for effect in member.effects:
            for player in PLAYERS:
                here = located(scene, member, effect, player)
                if here is FALSE or not (effect.applies or effect.reacts or effect.instead):
                    continue
                holds = [condition(scene, one, player, member) for one in effect.conditions]
                active = all_of(here, negate(lingering[member]), *holds)
                for rule in effect.applies:
                    _apply(scene, rule, member, player, active)
                if effect.instead:
                    noun = effect.instead.filter
                    scene.reroutes.append((partial(_meant, scene, noun, player, member), active))
                if effect.reacts:
                    _react(scene, effect, member, player, active)


def _apply(scene: Scene, rule: Continuous, member: Member, player: Player, active: Term) -> None:
    to = _applies_to(scene, rule, member, player)
    if rule.kind == "unaffected" or rule.kind.startswith("cannot be "):
        done = rule.kind.removeprefix("cannot be ").removeprefix("unaffected")
        scene.preventions.append(Prevents(done, to, active, rule.by, player))
        if done == "drawn":
            scene.no_draws.append((None if rule.cards.who is Who.ANY else seen_from(rule.cards.who, player), active))
    elif rule.kind in ("hand limit", "no hand limit"):
        amount = rule.amount if rule.kind == "hand limit" else None
        who = None if rule.who is Who.ANY else seen_from(rule.who, player)
        scene.hand_limits.append((who, amount, active))
    elif rule.kind == "at most as many":
        scene.caps.append((player.other, active))
    else:
        for one in scene.members:
            applies = all_of(active, to(one))
            if applies is not FALSE:
                scene.alter(one, rule.kind, applies, rule.amount)


def _applies_to(scene: Scene, rule: Continuous, member: Member, player: Player) -> Callable[[Member], Term]:
    if rule.self_only:
        return lambda one: TRUE if one is member else FALSE
    return lambda one: fits(scene, one, rule.cards, player, member)


def _meant(scene: Scene, noun: Filter, player: Player, holder: Member, member: Member) -> Term:
    """Whether the card is one that the noun describes; "your" cards are those with this owner."""
    whose = seen_from(noun.who, player)
    if not describes(member.card, noun) or (whose is not None and member.owner is not whose):
        return FALSE
    return FALSE if noun.other and member is holder else TRUE


def react_lastingly(scene: Scene, item: LastingItem) -> None:
    """Let what lasts and reacts ("whenever ...") do so while it applies."""
    event = item.lasting.reacts
    if event is None:
        return
    _refuse_moves(item.lasting.steps)
    done = partial(_done, scene, item.lasting.steps, item.source, item.player, read(item.applies))
    scene.listeners.append(Listener(event, item.source, item.player, done))


def _refuse_moves(steps: Sequence[Step]) -> None:
    """Raise where a reaction at once would move cards."""
    for step in steps:
        for action in step.options:
            if action.verb not in QUIET_VERBS:
                message = f"what is done 'whenever' something happens cannot be {action.verb!r}"
                raise InputError(message, action.at, expected=sorted(QUIET_VERBS))


def _react(scene: Scene, effect: Effect, member: Member, player: Player, active: Term) -> None:
    """Whenever the event happens while the card applies, it is done at once, without a chain."""
    event = effect.reacts
    assert event is not None
    _refuse_moves(effect.steps)
    done = partial(_done, scene, effect.steps, member, player, active)
    scene.listeners.append(Listener(event, member, player, done))


def _done(
    scene: Scene, steps: Sequence[Step], source: Member | None, player: Player, active: Term, _: Member | None
) -> Iterable[Statement]:
    script = Script(scene, source, player)
    return [If(active, at_once(script, steps))]
