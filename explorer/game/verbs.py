"""The verbs: what each does to the cards or players it is done to. A new verb is one function here.

A verb gets a :class:`Deed` and gives the statements that carry it out. ``possible`` says when it can be done at all;
``able`` says which cards it can be done to. Both default to "always".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from explorer.game.cast import Member
from explorer.game.moves import (
    Manner,
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
from explorer.game.players import DECK, GRAVEYARD, HAND, NOWHERE, Player
from explorer.game.scene import MOST_LIFE, RESULTS, Scene
from explorer.system.commands import Assign, Block, If, Statement, block
from explorer.system.terms import (
    TRUE,
    Term,
    Variable,
    all_of,
    at_least,
    count_true,
    either,
    equal,
    larger,
    less,
    minus,
    negate,
    plus,
    read,
    scratch,
    smaller,
    times,
)
from models.errors import InputError, nearest
from models.phrase import Action, Place, Who

MOST_DRAWN = 20
"""How many cards one effect that counts may draw; no board comes near."""


@dataclass(frozen=True)
class Below:
    """A link that may lie just below on the chain: its card, whether it does, and the marks that negate it."""

    member: Member
    condition: Term
    activation: Variable
    effect: Variable


@dataclass(frozen=True)
class Deed:
    """A verb in use: by whom, as the action words it, to which cards (each under a condition), and for what price.

    ``times`` multiplies the amount, for "for each"; ``everything`` stands for all the unnamed cards of a hand; ``why``
    goes with every event that the deed causes.
    """

    scene: Scene
    doer: Player
    action: Action
    objects: Sequence[tuple[Member, Term]] = ()
    unnamed: int = 0
    tokens: int = 0
    times: Term = TRUE
    everything: bool = False
    left_out: Sequence[tuple[Member, Term]] = ()
    why: tuple[str, ...] = ("by an effect",)
    below: tuple[Below, ...] = ()

    @property
    def whose(self) -> Player:
        """The player that "your" or "your opponent's" means to the doer."""
        return self.doer.other if self.action.whose is Who.FOE else self.doer

    @property
    def number(self) -> Term:
        """The amount of the action, multiplied where it is for each card paid."""
        amount = self.action.amount
        if amount is None:
            return plus(self.times, 0)
        return times(amount.number, self.times)

    def manner(self, *kinds: str, place: Place) -> Manner:
        """How the cards of this deed move."""
        return Manner(kinds, place, self.why, self.doer)


@dataclass(frozen=True)
class Verb:
    """What a verb does, whether it can be done, and to which cards."""

    does: Callable[[Deed], Block]
    possible: Callable[[Deed], Term]
    able: Callable[[Deed, Member], Term]


VERBS: dict[str, Verb] = {}


def _always(_: Deed) -> Term:
    return TRUE


def _anything(_: Deed, __: Member) -> Term:
    return TRUE


def verb(
    *words: str,
    possible: Callable[[Deed], Term] = _always,
    able: Callable[[Deed, Member], Term] = _anything,
) -> Callable[[Callable[[Deed], Block]], Callable[[Deed], Block]]:
    """Make a function the meaning of these words."""

    def known(does: Callable[[Deed], Block]) -> Callable[[Deed], Block]:
        for word in words:
            VERBS[word] = Verb(does, possible, able)
        return does

    return known


def meaning(action: Action) -> Verb:
    """The verb of the action; raises InputError at the action's place when there is no such verb."""
    found = VERBS.get(action.verb)
    if found is None:
        raise InputError(
            f"unknown verb {action.verb!r}",
            action.at,
            expected=sorted(VERBS),
            near=nearest(action.verb, VERBS),
        )
    return found


# ---- moving cards -------------------------------------------------------------------------------------------------


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
        return [_take_top(deed, "sent", Place.GRAVEYARD) for _ in range(deed.action.amount.number)]
    place = deed.action.place_to or Place.GRAVEYARD
    return [
        move(deed.scene, deed.objects, deed.manner("sent", place=place)),
        *_unnamed_leave_hand(deed, GRAVEYARD),
    ]


@verb("destroy", able=_unless_forbidden("destroyed"))
def destroy(deed: Deed) -> Block:
    """Destroyed and sent to the Graveyard."""
    return move(deed.scene, deed.objects, deed.manner("destroyed", "sent", place=Place.GRAVEYARD))


@verb("banish", able=_unless_forbidden("banished"))
def banish(deed: Deed) -> Block:
    """Removed from play, face-up."""
    return move(deed.scene, deed.objects, deed.manner("banished", place=Place.BANISHED))


@verb("discard", able=_unless_forbidden("discarded"))
def discard(deed: Deed) -> Block:
    """From the hand to the Graveyard."""
    manner = deed.manner("discarded", "sent", place=Place.GRAVEYARD)
    return [move(deed.scene, deed.objects, manner), *_unnamed_leave_hand(deed, GRAVEYARD)]


@verb("Tribute", able=_unless_forbidden("Tributed"))
def tribute(deed: Deed) -> Block:
    """Sent to the Graveyard as a Tribute."""
    return move(deed.scene, deed.objects, deed.manner("Tributed", "sent", place=Place.GRAVEYARD))


def _back_to_field(deed: Deed) -> bool:
    return deed.action.place_to is Place.FIELD


@verb("return", able=_unless_forbidden("returned"))
def give_back(deed: Deed) -> Block:
    """To the owner's hand, Deck or Extra Deck; or back to the field, which is no Summon, and else to the Graveyard."""
    if _back_to_field(deed):
        return [_returns(deed, player) for player in Player]
    return move(deed.scene, deed.objects, deed.manner("returned", place=deed.action.place_to or Place.HAND))


def _returns(deed: Deed, player: Player) -> Block:
    """The player's cards that come back: those that were chosen to, the others are put in the Graveyard (D02, D13)."""
    cards = [(member, condition) for member, condition in deed.objects if member.owner is player]
    stay = [(member, condition) for member, condition in deed.left_out if member.owner is player]
    return [put_back(deed.scene, cards, player) if cards else (), place(deed.scene, stay, GRAVEYARD) if stay else ()]


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


# ---- Decks ----------------------------------------------------------------------------------------------------------


def deck_size(scene: Scene, player: Player) -> Term:
    """The number of cards in the player's Deck."""
    named = [scene.at(member, DECK) for member in scene.members if member.owner is player]
    return plus(count_true(named), read(scene.unnamed[player, DECK]))


def _take_top(deed: Deed, kind: str, place: Place) -> tuple[Statement, ...]:
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


@verb("draw")
def draw(deed: Deed) -> Block:
    """From the top of the Deck to the hand; who cannot draw has lost."""
    number = sum(selection.count.low for selection in deed.action.objects)
    if deed.times is TRUE:
        return [_take_top(deed, "drawn", Place.HAND) for _ in range(number)]
    left = scratch("still to draw", 0, 1000)
    one: list[Block] = [Assign(left, minus(read(left), 1)), _take_top(deed, "drawn", Place.HAND)]
    return [
        Assign(left, smaller(times(number, deed.times), MOST_DRAWN)),
        *(If(at_least(read(left), 1), one) for _ in range(MOST_DRAWN)),
    ]


@verb("negate")
def negate_link(deed: Deed) -> Block:
    """The activation, or the effect, of the link just below on the chain."""
    unit = deed.action.amount.unit if deed.action.amount else "effect"
    return [If(one.condition, Assign(one.activation if unit == "activation" else one.effect, 1)) for one in deed.below]


# ---- life, turns, the duel ------------------------------------------------------------------------------------------


def _can_pay(deed: Deed) -> Term:
    return at_least(read(deed.scene.life[deed.doer]), deed.number)


def _lose_life(deed: Deed, player: Player) -> Block:
    life = deed.scene.life[player]
    return Assign(life, larger(minus(read(life), deed.number), 0))


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
def place_counters(deed: Deed) -> Block:
    """Counters on the card itself."""
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


def loses(scene: Scene, player: Player) -> Block:
    """The player has lost; if the other one has too, the duel is a draw."""
    winner, loser = RESULTS.index(str(player.other)), RESULTS.index(str(player))
    now = read(scene.result)
    both = equal(now, loser)
    return Assign(scene.result, either(both, RESULTS.index("draw"), either(equal(now, 0), winner, now)))
