"""Moves: taking cards from one place to another, all at once, with everything that a move brings about.

A card that changes its place forgets what was remembered of it, whoever waits for the event is told, and what was
applied to it on the field no longer is. Cards of one move go together: every condition is judged before any has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from explorer.game.cast import Member
from explorer.game.occurrences import Occurrence, announce
from explorer.game.players import BANISHED, DECK, EXTRA, GRAVEYARD, HAND, NOWHERE, Player, monster_zone, spell_zone
from explorer.game.scene import Scene
from explorer.system.commands import Assign, Block, If, Statement, block
from explorer.system.terms import FALSE, TRUE, Term, all_of, either, negate, read, scratch
from models.phrase import Place

_SPOTS = {
    Place.HAND: HAND,
    Place.DECK: DECK,
    Place.EXTRA: EXTRA,
    Place.GRAVEYARD: GRAVEYARD,
    Place.BANISHED: BANISHED,
}


_Judge = Callable[[Member], Term]
_Part = Callable[[Member], Block]


@dataclass(frozen=True)
class Manner:
    """How cards move: every name of the event (the first is what prevention speaks of), where to, and why."""

    kinds: tuple[str, ...]
    place: Place
    how: tuple[str, ...] = ()
    by: Player | None = None


def movable(scene: Scene, member: Member, manner: Manner) -> Term:
    """Whether nothing forbids this move of the card."""
    done = manner.kinds[0]
    if done == "returned":
        deck = manner.place in (Place.DECK, Place.EXTRA) or member.card.from_extra_deck
        done = f"returned to the {'Deck' if deck else manner.place}"
    return scene.can_be(done, member, manner.how, manner.by)


def move(scene: Scene, cards: Sequence[tuple[Member, Term]], manner: Manner) -> tuple[Statement, ...]:
    """Move each card whose condition holds and whose move nothing forbids, all at once.

    What would be sent to the Graveyard is banished instead where a rule says so: then it has not been sent.
    """
    if manner.place is not Place.GRAVEYARD:
        return _moved(scene, cards, manner)
    kinds = tuple(kind for kind in manner.kinds if kind not in ("sent", "discarded"))
    banished = replace(manner, kinds=(*kinds, "banished"), place=Place.BANISHED)
    rerouted = {member: scene.banished_instead(member) for member, _ in cards}
    usual = [(member, all_of(condition, negate(rerouted[member]))) for member, condition in cards]
    instead = [(member, all_of(condition, rerouted[member])) for member, condition in cards]
    instead = [(member, condition) for member, condition in instead if condition is not FALSE]
    if not instead:
        return _moved(scene, usual, manner)
    return (*_moved(scene, instead, banished), *_moved(scene, usual, manner))


def _moved(scene: Scene, cards: Sequence[tuple[Member, Term]], manner: Manner) -> tuple[Statement, ...]:
    return _together(
        cards,
        lambda member: movable(scene, member, manner),
        lambda member: _leaves(scene, member, manner),
        lambda member: _arrives(scene, member, _SPOTS[manner.place]),
    )


def summon(
    scene: Scene,
    cards: Sequence[tuple[Member, Term]],
    player: Player,
    *,
    defense: bool,
    face_down: bool,
) -> tuple[Statement, ...]:
    """Special Summon each card whose condition holds to the player's field, all at once; room is the caller's care."""

    def leaves(member: Member) -> Block:
        kinds = frozenset({"Special Summoned", "Summoned"})
        return [
            _forgets(scene, member),
            announce(scene, Occurrence(kinds, member, Place.FIELD, by=player)),
        ]

    def arrives(member: Member) -> Block:
        return [
            Assign(member.spot, monster_zone(player)),
            Assign(member.face_down, int(face_down)),
            Assign(member.defense, int(defense)),
        ]

    return _together(cards, lambda member: summonable(scene, member, player), leaves, arrives)


def summonable(scene: Scene, member: Member, player: Player) -> Term:
    """Whether nothing forbids the player to Special Summon the card."""
    return scene.can_be("Special Summoned", member, ("by an effect",), player)


def set_down(scene: Scene, cards: Sequence[tuple[Member, Term]], player: Player) -> tuple[Statement, ...]:
    """Set each Spell or Trap whose condition holds in the player's Spell & Trap Zones."""

    def arrives(member: Member) -> Block:
        fresh = scene.words.rows[member.label].get("set this turn")
        return [
            Assign(member.spot, spell_zone(player)),
            Assign(member.face_down, 1),
            Assign(fresh, 1) if fresh is not None else (),
        ]

    return _together(cards, lambda _: TRUE, lambda member: [_forgets(scene, member)], arrives)


def put_face_up(scene: Scene, cards: Sequence[tuple[Member, Term]], player: Player) -> tuple[Statement, ...]:
    """Put each Spell or Trap whose condition holds face-up in the player's Spell & Trap Zones."""
    return _together(
        cards,
        lambda _: TRUE,
        lambda member: [_forgets(scene, member)],
        lambda member: _arrives(scene, member, spell_zone(player)),
    )


def put_back(scene: Scene, cards: Sequence[tuple[Member, Term]], player: Player) -> tuple[Statement, ...]:
    """Put each card whose condition holds back on the player's field, as it lay, all at once; it is no Summon."""
    return _together(
        cards,
        lambda _: TRUE,
        lambda member: [_forgets(scene, member, aside=True)],
        lambda member: [Assign(member.spot, monster_zone(player) if member.card.is_monster else spell_zone(player))],
    )


def place(scene: Scene, cards: Sequence[tuple[Member, Term]], spot: int) -> tuple[Statement, ...]:
    """Put each card whose condition holds at a spot without its being sent there: nobody is told (D02)."""
    return _together(
        cards, lambda _: TRUE, lambda member: [_forgets(scene, member)], lambda member: _arrives(scene, member, spot)
    )


def change_control(scene: Scene, member: Member, player: Player) -> tuple[Statement, ...]:
    """Give the player control of the monster, if there is room; else nothing happens."""
    elsewhere = scene.at(member, monster_zone(player.other))
    taken = Occurrence(frozenset({"transferred"}), member, by=player)
    moved = (*announce(scene, taken), Assign(member.spot, monster_zone(player)))
    return block(If(all_of(elsewhere, scene.room(player)), moved))


def turn_face_up(scene: Scene, member: Member, condition: Term, by: Player | None) -> tuple[Statement, ...]:
    """Turn the card face-up if the condition holds; one that was face-down is flipped."""
    flipped = Occurrence(frozenset({"flipped"}), member, how=frozenset({"face-up"}), by=by)
    return block(
        If(
            all_of(condition, read(member.face_down)),
            (*announce(scene, flipped), Assign(member.face_down, 0)),
        )
    )


def turn_face_down(scene: Scene, member: Member) -> tuple[Statement, ...]:
    """Turn the card face-down: it forgets what was remembered, but control of it still comes back (E01, D18)."""
    kept = scene.kept_face_down.get(member, ())
    how = scene.summoned_how.get(member, ())
    remembered = scene.rule("a monster turned face-down", "remembers how it was Summoned")
    forgotten = [variable for variable in scene.memories.get(member, ()) if variable not in kept]
    return block(
        (If(negate(remembered), Assign(one, 0)) if one in how else Assign(one, 0) for one in forgotten),
        Assign(member.face_down, 1),
    )


def _together(
    cards: Sequence[tuple[Member, Term]],
    allowed: _Judge,
    leaves: _Part,
    arrives: _Part,
) -> tuple[Statement, ...]:
    if len(cards) == 1:
        member, condition = cards[0]
        return block(If(all_of(condition, allowed(member)), block(leaves(member), arrives(member))))
    going: list[tuple[Member, Term]] = []
    first: list[Block] = []
    for number, (member, condition) in enumerate(cards):
        moving = scratch(f"moving {number}")
        first.append(Assign(moving, all_of(condition, allowed(member))))
        going.append((member, read(moving)))
    told = [If(moving, block(leaves(member))) for member, moving in going]
    moved = [If(moving, block(arrives(member))) for member, moving in going]
    return block(first, told, moved)


def _leaves(scene: Scene, member: Member, manner: Manner) -> Block:
    if member.card.is_token:
        kinds = frozenset(kind for kind in manner.kinds if kind != "sent")
        place = None
    else:
        kinds = frozenset(manner.kinds)
        place = manner.place
    occurrence = Occurrence(kinds, member, place, frozenset(manner.how), manner.by)
    return [_forgets(scene, member, aside=place is Place.BANISHED), announce(scene, occurrence)]


def _forgets(scene: Scene, member: Member, *, aside: bool = False) -> Iterable[Statement]:
    """What a card remembers is lost; ``aside``, while it is out of the game, how it was Summoned is not (D18)."""
    kept = scene.kept_banished.get(member, ()) if aside else ()
    return [Assign(variable, 0) for variable in scene.memories.get(member, ()) if variable not in kept]


def _arrives(scene: Scene, member: Member, spot: int) -> Block:
    if spot == BANISHED and not member.card.is_token:
        return [*_side_left(scene, member), Assign(member.spot, spot)]  # as it lay, should it come back
    if member.card.from_extra_deck and spot in (HAND, DECK):
        spot = EXTRA
    spot = NOWHERE if member.card.is_token else spot
    return [Assign(member.spot, spot), Assign(member.face_down, 0), Assign(member.defense, 0)]


def _side_left(scene: Scene, member: Member) -> Iterator[Statement]:
    side = scene.side_left.get(member)
    if side is not None:
        away = scene.on_field(member, member.owner.other)
        other, own = member.owner.other.number, member.owner.number
        yield Assign(side, either(away, other, own))
