"""Verbs that take cards from place to place, change their position, or give them to the other player."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from explorer.game.cast import Member
from explorer.game.moves import (
    change_control,
    movable,
    move,
    place,
    put_back,
    set_down,
    summon,
    summonable,
    turn_face_down,
    turn_face_up,
)
from explorer.game.players import GRAVEYARD, HAND, NOWHERE, Player
from explorer.game.verbs.decks import at_most_all, deck_size, take_top
from explorer.game.verbs.deed import Deed, verb
from explorer.system.commands import Assign, Block, If, Statement
from explorer.system.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    at_least,
    count_true,
    less,
    minus,
    negate,
    plus,
    read,
)
from models.phrase import Place


def _unless_forbidden(kind: str) -> Callable[[Deed, Member], Term]:
    return lambda deed, member: movable(deed.scene, member, deed.manner(kind, place=Place.GRAVEYARD))


def _unnamed_leave_hand(deed: Deed, spot: int) -> Iterator[Statement]:
    if deed.everything:
        hand, there = deed.scene.unnamed[deed.doer, HAND], deed.scene.unnamed[deed.doer, spot]
        yield Assign(there, plus(read(there), read(hand)))
        yield Assign(hand, 0)
    elif deed.unnamed:
        hand, there = deed.scene.unnamed[deed.doer, HAND], deed.scene.unnamed[deed.doer, spot]
        yield Assign(hand, minus(read(hand), deed.unnamed))
        yield Assign(there, plus(read(there), deed.unnamed))


def _enough_cards(deed: Deed) -> Term:
    """Whether the Deck still has the cards that an amount of "top cards" asks for; at least one is enough."""
    if deed.action.amount is None:
        return TRUE
    return at_least(deck_size(deed.scene, deed.doer), 1)


@verb("send", possible=_enough_cards, able=_unless_forbidden("sent"))
def send(deed: Deed) -> Block:
    """To the Graveyard, or where the text says; neither destroyed nor discarded."""
    if deed.action.amount is not None and deed.action.amount.unit == "top cards":
        cards = range(at_most_all(deed.scene, deed.doer, deed.action.amount.number))
        return [take_top(deed, "sent", Place.GRAVEYARD) for _ in cards]
    place = deed.action.place_to or Place.GRAVEYARD
    return [
        move(deed.scene, deed.objects, deed.manner("sent", place=place)),
        *_unnamed_leave_hand(deed, GRAVEYARD),
    ]


@verb("destroy", able=_unless_forbidden("destroyed"))
def destroy(deed: Deed) -> Block:
    """Destroyed on the field and sent to the Graveyard; a card that has left the field is not destroyed any more."""
    there = [(member, all_of(condition, deed.scene.on_field(member))) for member, condition in deed.objects]
    return move(deed.scene, there, deed.manner("destroyed", "sent", place=Place.GRAVEYARD))


@verb("banish", able=_unless_forbidden("banished"))
def banish(deed: Deed) -> Block:
    """Removed from play, face-up."""
    return move(deed.scene, deed.objects, deed.manner("banished", place=Place.BANISHED))


@verb("discard", able=_unless_forbidden("discarded"))
def discard(deed: Deed) -> Block:
    """From the hand to the Graveyard."""
    manner = deed.manner("discarded", "sent", place=Place.GRAVEYARD)
    return [move(deed.scene, deed.objects, manner), *_unnamed_leave_hand(deed, GRAVEYARD)]


def _tributable(deed: Deed, member: Member) -> Term:
    """A monster that is unaffected may be chosen all the same; then it is not Tributed (G01)."""
    return deed.scene.can_be("Tributed", member)


@verb("Tribute", able=_tributable)
def tribute(deed: Deed) -> Block:
    """Sent to the Graveyard as a Tribute."""
    return move(deed.scene, deed.objects, deed.manner("Tributed", "sent", place=Place.GRAVEYARD))


def _back_to_field(deed: Deed) -> bool:
    return deed.action.place_to is Place.FIELD


def _returnable(deed: Deed, member: Member) -> Term:
    return movable(deed.scene, member, deed.manner("returned", place=deed.action.place_to or Place.HAND))


@verb("return", able=_returnable)
def give_back(deed: Deed) -> Block:
    """To the owner's hand, Deck or Extra Deck; or back to the field, which is no Summon, and else to the Graveyard."""
    if _back_to_field(deed):
        return [_returns(deed, player) for player in Player]
    return move(deed.scene, deed.objects, deed.manner("returned", place=deed.action.place_to or Place.HAND))


def _returns(deed: Deed, player: Player) -> Block:
    """The player's cards that come back: those that were chosen to, the others are put in the Graveyard (D02, D13)."""
    scene = deed.scene
    sides = [
        [(member, all_of(condition, scene.goes_back_to(member, player))) for member, condition in cards]
        for cards in (deed.objects, deed.left_out)
    ]
    back, stay = ([(member, condition) for member, condition in cards if condition is not FALSE] for cards in sides)
    return [put_back(scene, back, player) if back else (), place(scene, stay, GRAVEYARD) if stay else ()]


@verb("show", able=_unless_forbidden("shown"))
def show(_: Deed) -> Block:
    """Shown to both players, who see everything anyway."""
    return ()


@verb("add", able=_unless_forbidden("added"))
def add(deed: Deed) -> Block:
    """To the hand."""
    return move(deed.scene, deed.objects, deed.manner("added", place=Place.HAND))


def _room_for_all(deed: Deed) -> Term:
    return deed.scene.room(deed.whose, deed.tokens or max(1, len(deed.objects)))


def _summonable(deed: Deed, member: Member) -> Term:
    return summonable(deed.scene, member, deed.whose)


@verb("Special Summon", possible=_room_for_all, able=_summonable)
def special_summon(deed: Deed) -> Block:
    """To a Monster Zone, face-up; in Attack Position unless the text says otherwise. Tokens come from nowhere."""
    position = " ".join(deed.action.manner)
    cards = list(deed.objects)
    if deed.tokens:
        spare = [deed.scene.at(member, NOWHERE) for member, _ in cards]
        cards = [
            (member, all_of(spare[index], less(count_true(spare[:index]), deed.tokens)))
            for index, (member, _) in enumerate(cards)
        ]
    statements = summon(
        deed.scene,
        cards,
        deed.whose,
        defense="Defense" in position,
        face_down="face-down" in position,
    )
    return If(_room_for_all(deed), statements)


def _spell_room(deed: Deed) -> Term:
    return deed.scene.spell_room(deed.doer)


@verb("Set", possible=_spell_room)
def set_card(deed: Deed) -> Block:
    """To the doer's Spell & Trap Zone, face-down; it cannot be activated this turn."""
    return set_down(deed.scene, deed.objects, deed.doer)


@verb("take control of")
def take_control(deed: Deed) -> Block:
    """To the doer's side of the field, if a zone is free there."""
    return [If(condition, change_control(deed.scene, member, deed.doer)) for member, condition in deed.objects]


@verb("change")
def change_position(deed: Deed) -> Block:
    """To the position that the text names, else to the other one. A face-down monster that turns up is flipped."""
    position = " ".join(deed.action.manner)
    parts: list[Block] = []
    for member, condition in deed.objects:
        if not position:
            parts.append(If(condition, Assign(member.defense, negate(read(member.defense)))))
            continue
        if "face-up" in position:
            parts.append(turn_face_up(deed.scene, member, condition, deed.doer))
        if "face-down" in position:
            parts.append(If(condition, turn_face_down(deed.scene, member)))
        parts.append(If(condition, Assign(member.defense, int("Defense" in position))))
    return parts
