"""Which lasting effects there are: those that a board says were applied earlier, and those that a use may leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.game.cast import Member
from explorer.game.lasting import LastingItem, Origin, lasting_item
from explorer.game.nouns import candidates
from explorer.game.players import Player, seen_from
from explorer.game.scene import Scene
from explorer.game.uses import Use
from models.board import Lingering
from models.errors import InputError
from models.phrase import Lasting, Place, Refers, Span, Who


def of_board(scene: Scene, lingering: Lingering, number: int) -> list[LastingItem]:
    """What a card on the board's list left behind; raises InputError when the card leaves nothing."""
    card = scene.library.card(lingering.card)
    owner = seen_from(lingering.by, None)
    if owner is None:
        raise InputError("a lingering effect has an owner", lingering.at)
    found = [one for effect in card.effects_on(scene.ruleset.day) for one in effect.leaves]
    if not found:
        raise InputError(f"{card.name} leaves nothing behind for the End Phase", lingering.at)
    lent = [one.status.who for one in found if one.status is not None and one.status.kind == "control"]
    side = None if not lent else owner if lent[0] is Who.YOU else owner.other
    marked = _named(scene, lingering, _zones(found), side)
    items: list[LastingItem] = []
    if not marked and all(_needs_cards(lasting) for lasting in found):
        raise InputError(f"say on which cards {card.name} applies: 'on NAME'", lingering.at)
    for index, lasting in enumerate(found, 1):
        if _needs_cards(lasting) is not bool(marked) and any(_needs_cards(one) is bool(marked) for one in found):
            continue  # of several effects the card left behind the one that the board speaks of
        label = f"{card.name} of {owner} {number}.{index}"
        if lasting.status is not None and lasting.status.kind == "control":
            _refuse_uncontrolled(lingering, owner if lasting.status.who is Who.YOU else owner.other, marked)
        item = lasting_item(scene, Origin(card.name, owner, label, label), lasting, 1, set(marked))
        item.taken = len(marked)
        items.append(item)
    return _grouped(items)


def of_use(use: Use) -> list[LastingItem]:
    """What a use leaves behind once it resolves; it does not apply yet."""
    items: list[LastingItem] = []
    for index, lasting in enumerate(use.effect.leaves, 1):
        column = f"leaves {use.number}.{index} of {use.player}"
        origin = Origin(use.member.name, use.player, f"{use.member.label} {column}", column, use.member)
        cards = {*use.targets, *((use.member,) if _needs_cards(lasting) else ()), *_summoned_by(use)}
        if any(action.verb == "return" for step in lasting.steps for action in step.options):
            cards |= set(_banished_as_cost(use))
        item = lasting_item(use.scene, origin, lasting, 0, cards)
        item.uses = (use,)
        item.taken = _most_banished(use)
        item.at_once = item.returns and lasting.reacts is None and any(True for _ in _banished_as_cost(use))
        items.append(item)
    return _grouped(items)


def _refuse_uncontrolled(lingering: Lingering, owner: Player, marked: list[Member]) -> None:
    """Raise where control is said to be lent to a player who does not have the monster."""
    for member in marked:
        if member.placed is not None and seen_from(member.placed.side, None) is not owner:
            message = f"{lingering.card} gives the {owner} control of {member.name}, which is on the other side"
            raise InputError(message, lingering.at)


def _summoned_by(use: Use) -> Iterator[Member]:
    """The monsters that a use without targets may Summon: what it leaves behind is about those."""
    for step in use.effect.steps if not use.targets else ():
        for action in step.options:
            if action.verb == "Special Summon":
                for selection in action.objects:
                    for member, _ in candidates(use.scene, selection.filter, use.player, use.member):
                        yield member


def _grouped(items: list[LastingItem]) -> list[LastingItem]:
    """Statuses of one effect that end at the same time end together: the first of them leads (A51)."""
    leaders: dict[Span, LastingItem] = {}
    for item in items:
        if item.lasting.status is None:
            continue
        leader = leaders.setdefault(item.lasting.span, item)
        if leader is not item:
            leader.followers.append(item)
            item.leader = leader
    return items


def _needs_cards(lasting: Lasting) -> bool:
    if lasting.status is not None:
        return True
    return any(
        selection.refers in (Refers.AFFECTED, Refers.THEM, Refers.TARGET, Refers.SELF)
        for step in lasting.steps
        for action in step.options
        for selection in action.objects
    )


def _zones(found: Sequence[Lasting]) -> tuple[str, ...]:
    """Where the cards are that a lasting effect is about: those that come back to the field are out of the game."""
    back = [action for one in found for step in one.steps for action in step.options if action.verb == "return"]
    if any(action.place_to is Place.FIELD for action in back):
        return ("banished",)
    return (*_FIELD_KEYS, "banished", "hand") if back else _FIELD_KEYS


def _named(scene: Scene, lingering: Lingering, zones: tuple[str, ...], side: Player | None) -> list[Member]:
    """Each name on the list means one more copy of that card in these zones, on this side first where one is given."""
    marked: list[Member] = []
    for name in lingering.on:
        there = [
            (seen_from(member.placed.side, None) is not side, number, member)
            for number, member in enumerate(scene.cast.named([name]))
            if member.placed is not None
            and member.placed.choice is None
            and member.placed.zone.value in zones
            and member not in marked
        ]
        if not there:
            where = "on the field" if zones == _FIELD_KEYS else "among the banished cards"
            raise InputError(f"there is no further {name} {where}", lingering.at)
        marked.append(min(there, key=lambda one: one[:2])[2])
    return marked


_FIELD_KEYS = ("monsters", "spells and traps", "field zone")


def _banished_as_cost(use: Use) -> Iterator[Member]:
    """The cards that may be banished as the cost: they come back even if the effect is negated (D05)."""
    for step in use.effect.cost:
        for action in step.options:
            for selection in action.objects if action.verb == "banish" else ():
                if selection.refers is Refers.SELF:
                    yield use.member
                elif selection.refers is None:
                    for member, _ in candidates(use.scene, selection.filter, use.player, use.member):
                        yield member


def _most_banished(use: Use) -> int | None:
    """The most cards that a use banishes; None where nothing limits them."""
    steps = (*use.effect.cost, *use.effect.steps)
    actions = [action for step in steps for action in step.options if action.verb == "banish"]
    most = 0
    for selection in (selection for action in actions for selection in action.objects):
        meant = use.effect.target if selection.refers in (Refers.TARGET, Refers.AFFECTED) else selection
        number = 1 if selection.refers is Refers.SELF else None if meant is None else meant.count.high
        if number is None or any(action.each for action in actions):
            return None
        most += number
    return most or None
