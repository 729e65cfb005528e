"""Verbs about life points, turns, counters, the chain and the Duel itself."""

from __future__ import annotations

from explorer.game.moves import put_face_up
from explorer.game.players import Player
from explorer.game.scene import MOST_LIFE, RESULTS, Scene
from explorer.game.verbs.deed import Deed, verb
from explorer.system.commands import Assign, Block, If
from explorer.system.terms import (
    Term,
    at_least,
    either,
    equal,
    half,
    larger,
    minus,
    plus,
    read,
    smaller,
)


def _points(deed: Deed, player: Player) -> Term:
    """The life points that the amount means, half of them rounded up."""
    life = read(deed.scene.life[player])
    halved = deed.action.amount is not None and deed.action.amount.unit == "half LP"
    return minus(life, half(life)) if halved else deed.number


def _can_pay(deed: Deed) -> Term:
    return at_least(read(deed.scene.life[deed.doer]), _points(deed, deed.doer))


def _lose_life(deed: Deed, player: Player) -> Block:
    """Fewer life points; a player who has none left has lost at once."""
    life = deed.scene.life[player]
    left = larger(minus(read(life), _points(deed, player)), 0)
    return [Assign(life, left), If(equal(read(life), 0), loses(deed.scene, player))]


@verb("pay", possible=_can_pay)
def pay(deed: Deed) -> Block:
    """Life points as a cost."""
    return _lose_life(deed, deed.doer)


@verb("take", "lose")
def take_damage(deed: Deed) -> Block:
    """Damage to the doer; to lose the Duel is to have lost."""
    if deed.action.amount is not None and deed.action.amount.unit == "Duel":
        return loses(deed.scene, deed.doer)
    return _lose_life(deed, deed.doer)


@verb("halve")
def halve(deed: Deed) -> Block:
    """The doer's life points."""
    life = deed.scene.life[deed.doer]
    return Assign(life, half(read(life)))


@verb("inflict")
def inflict(deed: Deed) -> Block:
    """Damage to the doer's opponent."""
    return _lose_life(deed, deed.doer.other)


@verb("gain")
def gain(deed: Deed) -> Block:
    """Life points to the doer."""
    life = deed.scene.life[deed.doer]
    return Assign(life, smaller(plus(read(life), deed.number), MOST_LIFE))


@verb("skip")
def skip(deed: Deed) -> Block:
    """A player's next turn."""
    unit = deed.action.amount.unit if deed.action.amount else ""
    player = deed.doer if unit.startswith("your next") else deed.doer.other
    return Assign(deed.scene.skipped[player], 1)


@verb("place")
def place(deed: Deed) -> Block:
    """Counters on the card itself; a Spell or Trap face-up in the doer's Spell & Trap Zone."""
    if deed.action.amount is None:
        return If(deed.scene.spell_room(deed.doer), put_face_up(deed.scene, deed.objects, deed.doer))
    return [
        Assign(deed.scene.counters[one], smaller(plus(read(deed.scene.counters[one]), deed.number), 99))
        for one, _ in deed.objects
        if one in deed.scene.counters
    ]


@verb("remove")
def remove_counters(deed: Deed) -> Block:
    """Counters from the card itself."""
    unit = deed.action.amount.unit if deed.action.amount else ""
    return [
        Assign(
            deed.scene.counters[one],
            0 if unit == "all counters" else larger(minus(read(deed.scene.counters[one]), deed.number), 0),
        )
        for one, _ in deed.objects
        if one in deed.scene.counters
    ]


@verb("win")
def win(deed: Deed) -> Block:
    """The Duel, at once."""
    return loses(deed.scene, deed.doer.other)


@verb("tie")
def tie(deed: Deed) -> Block:
    """The Duel ends in a draw."""
    return If(equal(read(deed.scene.result), 0), Assign(deed.scene.result, RESULTS.index("draw")))


@verb("negate")
def negate_link(deed: Deed) -> Block:
    """The activation, or the effect, of the link just below on the chain."""
    unit = deed.action.amount.unit if deed.action.amount else "effect"
    return [If(one.condition, Assign(one.activation if unit == "activation" else one.effect, 1)) for one in deed.below]


def loses(scene: Scene, player: Player) -> Block:
    """The player has lost; if the other one has too, the duel is a draw."""
    winner, loser = RESULTS.index(str(player.other)), RESULTS.index(str(player))
    now = read(scene.result)
    both = equal(now, loser)
    return Assign(scene.result, either(both, RESULTS.index("draw"), either(equal(now, 0), winner, now)))
