"""Verbs about Decks: drawing, and sending from the top."""

from __future__ import annotations

from explorer.game.moves import move
from explorer.game.players import DECK, GRAVEYARD, HAND, Player
from explorer.game.scene import Scene
from explorer.game.verbs.deed import Deed, verb
from explorer.game.verbs.duel import loses
from explorer.system.commands import Assign, Block, If, Statement, block
from explorer.system.terms import (
    TRUE,
    Term,
    all_of,
    at_least,
    count_true,
    either,
    minus,
    negate,
    plus,
    read,
    scratch,
    smaller,
    times,
)
from models.phrase import Place

MOST_DRAWN = 20
"""How many cards one effect that counts may draw; no board comes near."""


def deck_size(scene: Scene, player: Player) -> Term:
    """The number of cards in the player's Deck."""
    named = [scene.at(member, DECK) for member in scene.members if member.owner is player]
    return plus(count_true(named), read(scene.unnamed[player, DECK]))


def at_most_all(scene: Scene, player: Player, number: int) -> int:
    """The number, or one more than the Deck can come to hold where that is less: further cards change nothing."""
    unnamed = sum(scene.most_unnamed(player, spot) for owner, spot in scene.unnamed if owner is player)
    return min(number, unnamed + sum(member.owner is player for member in scene.members) + 1)


def take_top(deed: Deed, kind: str, place: Place) -> tuple[Statement, ...]:
    """Move the top card of the Deck: an unnamed one while there are any, then the named ones in order."""
    scene, player = deed.scene, deed.doer
    spot = HAND if place is Place.HAND else GRAVEYARD
    deck, there = scene.unnamed[player, DECK], scene.unnamed[player, spot]
    taken = scratch("taken")
    parts: list[Block] = [
        Assign(taken, 0),
        If(
            at_least(read(deck), 1),
            [Assign(deck, minus(read(deck), 1)), Assign(there, plus(read(there), 1)), Assign(taken, 1)],
        ),
    ]
    for member in scene.members:
        if member.owner is player:
            manner = deed.manner(kind, place=place)
            here = all_of(negate(read(taken)), scene.at(member, DECK))
            parts.append(If(here, [Assign(taken, 1), move(scene, [(member, TRUE)], manner)]))
    if kind == "drawn":
        parts.append(If(negate(read(taken)), loses(scene, player)))
    return block(parts)


def _may_draw(deed: Deed) -> Term:
    return deed.scene.can_draw(deed.doer)


@verb("draw", possible=_may_draw)
def draw(deed: Deed) -> Block:
    """From the top of the Deck to the hand; who cannot draw has lost."""
    number = sum(selection.count.low for selection in deed.action.objects)
    if deed.times is TRUE:
        cards = range(at_most_all(deed.scene, deed.doer, number))
        return If(_may_draw(deed), [take_top(deed, "drawn", Place.HAND) for _ in cards])
    left = scratch("still to draw", 0, 1000)
    one: list[Block] = [Assign(left, minus(read(left), 1)), take_top(deed, "drawn", Place.HAND)]
    return [
        Assign(left, either(_may_draw(deed), smaller(times(number, deed.times), MOST_DRAWN), 0)),
        *(If(at_least(read(left), 1), one) for _ in range(MOST_DRAWN)),
    ]
