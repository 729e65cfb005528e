"""Uses: an effect of a card in the hands of a player, with what it must keep in mind while it is on a chain.

An effect is one of four sorts. A PHASE effect is activated in a window of the End Phase; a TRIGGER answers an event and
waits until triggers are put on a chain; a QUICK effect (or the activation of a quick-play Spell or a Trap) may be
used in a window or in response; an ITEM is processed without a chain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from explorer.game.cast import Member, place_of
from explorer.game.conditions import condition, wording
from explorer.game.nouns import candidates
from explorer.game.players import (
    HAND,
    OFF_FIELD,
    PLAYERS,
    Player,
    field_zone,
    monster_zone,
    seen_from,
    spell_zone,
)
from explorer.game.scene import Listener, Scene
from explorer.system.commands import Assign, Clause, If, Statement, block
from explorer.system.terms import (
    FALSE,
    TRUE,
    Term,
    Variable,
    all_of,
    any_of,
    at_least,
    boolean,
    equal,
    integer,
    negate,
    one_of,
    read,
    scratch,
)
from models.card import Effect
from models.errors import InputError, nearest
from models.phrase import EVENTS, Coin, Condition, Event, Happened, Place, Selection, Who

MOST_LINKS = 60


class Sort(Enum):
    """What an effect is to the procedure."""

    PHASE = auto()
    TRIGGER = auto()
    QUICK = auto()
    ITEM = auto()
    NONE = auto()


def sort_of(member: Member, effect: Effect) -> Sort:
    """The sort of an effect; NONE for one that only applies or only leaves something behind."""
    card = member.card
    if effect.during is not None and effect.during.end:
        return Sort.NONE
    if effect.state or effect.reacts is not None or effect.instead is not None:
        return Sort.NONE
    if effect.quick:
        return Sort.QUICK
    if effect.during is not None and effect.trigger is None:
        return Sort.PHASE if effect.chain else Sort.ITEM
    if is_card_activation(member, effect):
        return Sort.QUICK if card.spell_speed >= 2 else Sort.NONE
    if effect.trigger is not None and (effect.steps or effect.leaves):
        return Sort.TRIGGER
    return Sort.NONE


def sort_of_effect(effect: Effect) -> Sort:
    """PHASE, TRIGGER or ITEM, whatever card the effect is of; what is neither is QUICK."""
    if effect.during is not None and effect.trigger is None and not effect.quick:
        return Sort.PHASE if effect.chain else Sort.ITEM
    return Sort.TRIGGER if effect.trigger is not None else Sort.QUICK


def is_card_activation(member: Member, effect: Effect) -> bool:
    """Whether using the effect is activating the card itself: a Spell or Trap that does something at once."""
    card = member.card
    lasting_kind = card.kind.startswith(("continuous", "field", "equip"))
    return (
        not card.is_monster
        and effect.during is None
        and effect.place is None
        and not effect.applies
        and not (lasting_kind and effect.trigger is not None)
    )


@dataclass(eq=False)
class Use:
    """An effect of a member used by a player; ``number`` tells the card's effects apart, 0 where it has one.

    ``link`` is its place on the chain (0: not on it); ``stopped`` and ``emptied`` tell that a later link has negated
    its activation or its effect; ``targets`` and ``those`` mark cards; ``pending`` and ``called`` are a trigger's "has
    happened" and "may be put on the chain now".
    """

    scene: Scene
    member: Member
    effect: Effect
    number: int
    player: Player
    sort: Sort
    link: Variable
    was_negated: Variable
    stopped: Variable
    emptied: Variable
    conditions: tuple[Clause, ...]
    targets: dict[Member, Variable] = field(default_factory=dict)
    those: dict[Member, Variable] = field(default_factory=dict)
    pending: Variable | None = None
    called: Variable | None = None
    done: Variable | None = None
    used: Variable | None = None
    paid: Variable | None = None
    captured: dict[Member, Variable] = field(default_factory=dict)

    @property
    def activates_card(self) -> bool:
        """Whether it is the activation of a Spell or Trap Card."""
        return self.sort is Sort.QUICK and is_card_activation(self.member, self.effect)

    @property
    def stays(self) -> bool:
        """Whether the card stays on the field once activated."""
        return self.member.card.kind.startswith(("continuous", "field", "equip"))

    @property
    def speed(self) -> int:
        """The Spell Speed of the effect."""
        if self.activates_card:
            return self.member.card.spell_speed
        return 2 if self.sort is Sort.QUICK else 1

    @property
    def here(self) -> Term:
        """Whether the card is where the effect can be used by this player."""
        return located(self.scene, self.member, self.effect, self.player)

    @property
    def label(self) -> str:
        """A name for messages: the card's, with the effect's number where it has several."""
        return f"{self.member.name}" + (f" ({self.number})" if self.number else "")

    def negated_now(self) -> Term:
        """Whether its effect comes to nothing when it resolves: negated on the field, or when it left the field."""
        on_field = self.scene.on_field(self.member)
        still = all_of(on_field, self.scene.negated(self.member))
        return any_of(still, all_of(negate(on_field), read(self.was_negated)))

    @property
    def on_top(self) -> Term:
        """Whether it is the last link of the chain."""
        return all_of(at_least(read(self.link), 1), equal(read(self.link), read(self.scene.chain_length)))

    @property
    def answers_activation(self) -> bool:
        """Whether it is used in response to an activation, as a Counter Trap is."""
        trigger = self.effect.trigger
        return self.sort is Sort.QUICK and trigger is not None and trigger.kind == "activated"


def located(scene: Scene, member: Member, effect: Effect, player: Player) -> Term:
    """Whether the member is where its effect says, on that player's side."""
    place = place_of(effect)
    if is_card_activation(member, effect) and sort_of(member, effect) is Sort.QUICK:
        set_card = all_of(scene.at(member, spell_zone(player)), read(member.face_down))
        in_hand = scene.at(member, HAND) if member.card.kind == "quick-play spell" else FALSE
        from_hand = all_of(in_hand, scene.spell_room(player)) if player is Player.TURN else FALSE
        return any_of(set_card, from_hand)
    if place is Place.FIELD:
        spots = [monster_zone(player)] if member.card.is_monster else [spell_zone(player), field_zone(player)]
        return all_of(one_of(read(member.spot), spots), negate(read(member.face_down)))
    return scene.at(member, OFF_FIELD[place]) if member.owner is player else FALSE


def users(scene: Scene, member: Member, effect: Effect, control_changes: bool) -> tuple[Player, ...]:
    """The players who may come to use the effect: both only where a monster's control can change."""
    if place_of(effect) is not Place.FIELD:
        return (member.owner,)
    if not member.card.is_monster:
        side = seen_from(member.placed.side, None) if member.placed else None
        return (side or member.owner,)
    away = member.placed is not None and seen_from(member.placed.side, None) is not member.owner
    return PLAYERS if control_changes or away else (member.owner,)


def make_uses(scene: Scene, member: Member, control_changes: bool) -> list[Use]:
    """All uses of the effects of a member; raises InputError for an event that nobody knows."""
    result: list[Use] = []
    several = sum(sort_of(member, effect) is not Sort.NONE for effect in member.effects) > 1
    for index, effect in enumerate(member.effects, 1):
        sort = sort_of(member, effect)
        if sort is Sort.NONE:
            continue
        if effect.trigger is not None and effect.trigger.kind not in EVENTS:
            raise InputError(
                f"unknown event {effect.trigger.kind!r}",
                effect.at,
                expected=EVENTS,
                near=nearest(effect.trigger.kind, EVENTS),
            )
        shared: dict[str, Variable] = {}
        those: dict[Member, Variable] = {}
        players = users(scene, member, effect, control_changes)
        for player in players:
            use = _use(scene, member, effect, (index if several else 0, index), player, sort)
            use.those = those
            _listen(use, shared, index, scene.on_field(member, player) if len(players) > 1 else TRUE)
            result.append(use)
    if _can_be_activated_bare(member):
        result += _bare_activation(scene, member)
    return result


def _can_be_activated_bare(member: Member) -> bool:
    """A set Continuous Trap whose text does nothing on activation can still be turned up."""
    return member.card.kind == "continuous trap" and not any(
        is_card_activation(member, effect) and sort_of(member, effect) is Sort.QUICK for effect in member.effects
    )


def _bare_activation(scene: Scene, member: Member) -> list[Use]:
    effect = Effect(at=member.card.at)
    side = seen_from(member.placed.side, None) if member.placed else None
    return [_use(scene, member, effect, (0, 0), side or member.owner, Sort.QUICK)]


def _use(scene: Scene, member: Member, effect: Effect, numbers: tuple[int, int], player: Player, sort: Sort) -> Use:
    number, index = numbers
    name = f"{member.label}.effect {index} of {player}"
    column = f"effect {index} of {player}"
    words = scene.words
    link = words.of_card(member.label, column, integer(f"{name}.link", 0, MOST_LINKS))
    was = words.of_card(member.label, f"{column}.was negated", boolean(f"{name}.was negated"))
    stopped = words.of_card(member.label, f"{column}.stopped", boolean(f"{name}.activation negated"))
    emptied = words.of_card(member.label, f"{column}.emptied", boolean(f"{name}.effect negated"))
    clauses = [Clause(f"card: {describe(one)}", condition(scene, one, player, member)) for one in effect.conditions]
    if effect.during is not None:
        whose = seen_from(effect.during.whose, player)
        if whose is not None:
            clauses.append(Clause("card: only in that player's End Phase", TRUE if whose is Player.TURN else FALSE))
    use = Use(scene, member, effect, number, player, sort, link, was, stopped, emptied, tuple(clauses))
    if effect.target is not None:
        use.targets = _marks(scene, member, effect.target, player, f"{name}.targets")
    each = [action.each for step in effect.steps for action in step.options if action.each]
    if any(one.kind == "paid" for one in each):
        use.paid = words.of_card(member.label, f"{column}.paid", integer(f"{name}.paid", 0, MOST_LINKS))
    if any(action.verb == "return" for one in effect.leaves for step in one.steps for action in step.options):
        use.captured = {one: scratch(f"was target {number}") for number, one in enumerate(use.targets)}
    if use.activates_card:
        set_this_turn(scene, member)
        spent(scene, member)
    if sort in (Sort.PHASE, Sort.ITEM):
        use.done = scene.remember(member, f"effect {index} used this phase")
    if effect.once == "by name":
        use.used = _by_name(scene, member, player)
    elif effect.once == "this card" and place_of(effect) is not Place.FIELD:
        use.used = _for_good(scene, member, f"effect {index} used this turn")
    elif effect.once == "this card" and sort not in (Sort.PHASE, Sort.ITEM):
        use.used = scene.remember(member, f"effect {index} used this turn")
    return use


def set_this_turn(scene: Scene, member: Member) -> Variable:
    """Whether the card was Set this turn."""
    return scene.remember(member, "set this turn", member.told(lambda way: int(way.set_this_turn)))


def spent(scene: Scene, member: Member) -> Variable:
    """Whether the card has been activated and leaves the field when the chain is over."""
    return scene.remember(member, "spent")


def _for_good(scene: Scene, member: Member, column: str) -> Variable:
    """A fact that the card does not forget: off the field it is known for the same card (A54)."""
    known = scene.words.rows[member.label].get(column)
    return known or scene.words.of_card(member.label, column, boolean(f"{member.label}.{column}"))


def _by_name(scene: Scene, member: Member, player: Player) -> Variable:
    name = f"{player} used {member.name}"
    known = scene.words.named(name)
    return known or scene.words.declare(boolean(name))


def _marks(scene: Scene, member: Member, selection: Selection, player: Player, name: str) -> dict[Member, Variable]:
    """One mark for each card that the selection could mean, and for every copy of it."""
    among = {one for one, _ in candidates(scene, selection.filter, player, member)}
    alike = {(one.name, one.owner) for one in among}
    marks: dict[Member, Variable] = {}
    for one in scene.members:
        if (one.name, one.owner) in alike:
            mark = boolean(f"{name} {one.label}")
            marks[one] = scene.words.of_card(one.label, f"marked by {name}", mark)
            scene.memories.setdefault(one, []).append(mark)
            if one is not member:
                scene.words.also_of_card(member.label, f"{name} {one.label}", mark)
    return marks


def _listen(use: Use, shared: dict[str, Variable], index: int, theirs: Term) -> None:
    """Let a trigger, or a Trap for an event, hear of its event; both players' uses share the marks.

    What "you" and "your opponent" are is seen by each use, and it hears of that only while the card is ``theirs``.
    """
    event = use.effect.trigger
    if event is None or use.answers_activation:
        return
    scene, member = use.scene, use.member
    first = "pending" not in shared
    if first:
        shared["pending"] = scene.remember(member, f"effect {index} pending")
        shared["called"] = scene.remember(member, f"effect {index} called")
        if use.effect.misses and use.sort is Sort.TRIGGER:
            scene.missable.append(shared["pending"])
        if event.subject.refers is None:
            for one in scene.members:
                if one.card.is_monster or "monster" not in event.subject.filter.kinds:
                    mark = boolean(f"{member.label}.effect {index}.those {one.label}")
                    use.those[one] = scene.words.of_card(one.label, f"those of {member.label} {index}", mark)
                    scene.memories.setdefault(one, []).append(mark)
    use.pending, use.called = shared["pending"], shared["called"]
    pending, those = use.pending, use.those

    def hears(subject: Member | None) -> list[Statement]:
        mark = those.get(subject) if subject is not None else None
        return [Assign(pending, 1), *([Assign(mark, 1)] if mark is not None else [])]

    if _depends_on_viewer(event):
        scene.listeners.append(
            Listener(event, member, use.player, lambda subject: block(If(theirs, hears(subject))), use.effect.at)
        )
    elif first:
        scene.listeners.append(Listener(event, member, use.player, hears, use.effect.at))


def _depends_on_viewer(event: Event) -> bool:
    """Whether it is another event to the user of an effect than to the other player."""
    return not {event.by, event.from_whose, event.to_whose, event.subject.filter.who}.isdisjoint((Who.YOU, Who.FOE))


def describe(says: Condition) -> str:
    """A condition in a few words, for explanations."""
    match says:
        case Happened(event):
            return f"was {wording(event)}"
        case Coin(side):
            return side
    return type(says).__name__.lower()
