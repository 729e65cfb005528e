"""States of affairs that the rules act on at once: "while you control ..., destroy this card".

Nobody chooses and nothing is activated: as soon as no effect is being carried out and the conditions hold, it is done.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.game.cast import Member
from explorer.game.conditions import condition
from explorer.game.moves import change_control
from explorer.game.players import Player, seen_from
from explorer.game.scene import Scene
from explorer.game.scripts import Script, at_once
from explorer.game.uses import located, users
from explorer.system.commands import If, Statement
from explorer.system.terms import all_of, negate
from models.card import Effect


def _each(scene: Scene) -> Iterator[tuple[Member, Effect, Player]]:
    for member in scene.members:
        for effect in member.effects:
            if effect.state or (effect.during is not None and effect.during.end):
                for player in users(scene, member, effect, True):
                    yield member, effect, player


def declare(scene: Scene) -> None:
    """Read the conditions once, so that what they remember is known before anything moves."""
    for member, effect, player in _each(scene):
        for one in effect.conditions:
            condition(scene, one, player, member)


def states(scene: Scene) -> tuple[Statement, ...]:
    """What the rules do at once wherever a "while" holds."""
    found = [_done(scene, *one) for one in _each(scene) if one[1].state]
    return (*found, *_owners_control(scene))


def turn_ends(scene: Scene) -> tuple[Statement, ...]:
    """What the rules look at as the turn ends, before what lasts until then is over (C06, C07)."""
    return tuple(
        _done(scene, member, effect, player)
        for member, effect, player in _each(scene)
        if effect.during is not None
        and effect.during.end
        and seen_from(effect.during.whose, player) in (None, Player.TURN)
    )


def _done(scene: Scene, member: Member, effect: Effect, player: Player) -> Statement:
    """The effect, carried out where its card is, is not negated, and its conditions hold."""
    holds = [condition(scene, one, player, member) for one in effect.conditions]
    here = located(scene, member, effect, player)
    script = Script(scene, member, player, {}, here)
    return If(all_of(here, negate(scene.negated(member)), *holds), at_once(script, effect.steps))


def _owners_control(scene: Scene) -> Iterator[Statement]:
    """Where a card says so, every monster is at once under its owner's control again."""
    for member in scene.members:
        for effect in member.effects:
            if not any(rule.kind == "owners control" for rule in effect.applies):
                continue
            for player in users(scene, member, effect, True):
                here = located(scene, member, effect, player)
                for one in scene.members:
                    if one.card.is_monster:
                        yield If(all_of(here, scene.is_monster_on_field(one)), change_control(scene, one, one.owner))
