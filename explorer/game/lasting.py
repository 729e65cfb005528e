"""What lasts: effects applied earlier that end, or are carried out, in this End Phase.

A lasting effect has an owner, the player who activated the card: that player processes it. A status (negation, control,
ATK) is applied until then; what an effect does "in the End Phase" is carried out then. Neither starts a chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from explorer.game.cast import Member
from explorer.game.moves import Manner, change_control, move
from explorer.game.nouns import candidates
from explorer.game.players import BANISHED, Player, seen_from
from explorer.game.scene import LASTING, Prevents, Scene
from explorer.game.scripts import Referents, Script, Segment, doable, segments
from explorer.game.tallies import multiplier, tally
from explorer.game.uses import Use
from explorer.system.commands import Assign, Block, If, Statement, block
from explorer.system.terms import FALSE, TRUE, Term, Variable, all_of, any_of, at_least, boolean, negate, read
from models.board import Lingering
from models.errors import InputError
from models.phrase import Lasting, Place, Refers, Span, Tallied, Who


@dataclass(frozen=True)
class _Origin:
    """Where a lasting effect comes from: its card's name, whose it is, and the card itself where it is in the cast.

    ``label`` tells it apart from every other one, ``column`` from the others of one card.
    """

    name: str
    player: Player
    label: str
    column: str
    source: Member | None = None


@dataclass(eq=False)
class LastingItem:
    """One lasting effect: whose it is, whether it applies, and to which cards.

    ``source`` is the card it comes from where that card is in the cast. ``running`` marks an item of which a later step
    is still to be chosen.
    """

    scene: Scene
    name: str
    player: Player
    lasting: Lasting
    applies: Variable
    origin: _Origin
    affects: dict[Member, Variable] = field(default_factory=dict)
    source: Member | None = None
    running: Variable | None = None
    script_segments: tuple[Segment, ...] = ()
    followers: list[LastingItem] = field(default_factory=list)
    leader: LastingItem | None = None

    again: Variable | None = None
    possible: Term = TRUE
    counts: tuple[Term, ...] = ()
    at_once: bool = False
    uses: tuple[Use, ...] = ()

    @property
    def holder(self) -> Player:
        """The player who has control meanwhile, where control is lent."""
        status = self.lasting.status
        return self.player.other if status is not None and status.who is Who.FOE else self.player

    @property
    def returns(self) -> bool:
        """Whether it brings banished cards back."""
        back = [action for step in self.lasting.steps for action in step.options if action.verb == "return"]
        banishes = any(
            action.verb == "banish"
            for use in self.uses
            for step in (*use.effect.cost, *use.effect.steps)
            for action in step.options
        )
        return any(action.place_to is Place.FIELD or banishes for action in back)

    @property
    def of_itself(self) -> bool:
        """Whether it is about the card it comes from."""
        return any(
            selection.refers is Refers.SELF
            for step in self.lasting.steps
            for action in step.options
            for selection in action.objects
        )

    @property
    def mandatory(self) -> bool:
        """Whether it must be dealt with before the End Phase may end."""
        return not self.lasting.optional

    @property
    def is_item(self) -> bool:
        """Whether it has its own place among the items of the End Phase under this ruleset."""
        if self.lasting.reacts is not None or self.lasting.span is not Span.END_PHASE or self.leader is not None:
            return False
        status = self.lasting.status
        if status is None or status.kind == "control":
            return True
        return self.scene.rule("until the End Phase", "an item with an owner")

    @property
    def active(self) -> Term:
        """Whether it still applies to something."""
        own = read(self.applies)
        if self.affects:
            own = all_of(own, any_of(read(mark) for mark in self.affects.values()))
        own = all_of(own, *self.counts)
        return any_of(own, *(follower.active for follower in self.followers))

    @property
    def due(self) -> Term:
        """Whether it is there to be processed."""
        possible = TRUE
        if self.script_segments and self.scene.rule("an item that can do nothing", "stays"):
            possible = self.possible
        return all_of(self.active, possible)

    def starts(self) -> tuple[Statement, ...]:
        """What "the End Phase" (not "this turn's") asks for and cannot be done is due again in the next one (A34)."""
        if self.again is None:
            return ()
        return (Assign(self.again, negate(self.possible)),)

    def ends(self) -> tuple[Statement, ...]:
        """It applies no longer."""
        return block(Assign(self.applies, 0), (Assign(mark, 0) for mark in self.affects.values()))

    def expires(self) -> tuple[Statement, ...]:
        """A status ends: control goes back, anything else simply stops."""
        status = self.lasting.status
        back: list[Block] = []
        if status is not None and status.kind == "control":
            back = [
                If(read(mark), [_return_control(self.scene, member, self.holder), self._returns_later(member)])
                for member, mark in self.affects.items()
            ]
        return block(back, self.ends(), (follower.expires() for follower in self.followers))

    def _returns_later(self, member: Member) -> Block:
        """A monster that is out of the game just then comes back to the side to which control has gone (D25)."""
        side = self.scene.side_left.get(member)
        if side is None:
            return ()
        return If(self.scene.at(member, BANISHED), Assign(side, self.holder.other.number))

    def begins(self, use: Use, chosen_now: Sequence[Member] = ()) -> tuple[Statement, ...]:
        """The effect has resolved: it applies to the targets, to what it has just summoned, or to the card itself."""
        status = self.lasting.status
        if self.at_once:
            return ()
        parts: list[Block] = [Assign(self.applies, 1)]
        for member, mark in self.affects.items():
            target = use.targets.get(member)
            on_self = (status is not None and status.on is Refers.SELF) or self.of_itself
            chosen = TRUE if on_self and member is use.member else read(target) if target else None
            if member in chosen_now and not use.targets:
                chosen = TRUE
            if chosen is None:
                continue
            applies = all_of(chosen, self.scene.face_up(member))
            if self.returns:
                came = use.captured.get(member)
                taken = TRUE if came is None else read(came)
                applies = all_of(taken, self.scene.at(member, BANISHED))
            if status is not None and status.kind == "control":
                take = [change_control(self.scene, member, self.holder)]
                parts.append(If(all_of(chosen, self.scene.is_monster_on_field(member)), take))
                applies = all_of(chosen, self.scene.on_field(member, self.holder))
            parts.append(Assign(mark, applies))
        return block(parts)


def _return_control(scene: Scene, member: Member, holder: Player) -> Block:
    """Back to the other side; without a free zone there the monster is destroyed, and not by an effect (E03)."""
    here = scene.on_field(member, holder)
    manner = Manner(("destroyed", "sent"), Place.GRAVEYARD, ("by the rules",))
    return If(
        all_of(here, scene.is_monster_on_field(member)),
        [
            If(
                scene.room(holder.other),
                change_control(scene, member, holder.other),
                move(scene, [(member, TRUE)], manner),
            )
        ],
    )


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
        items.append(_item(scene, _Origin(card.name, owner, label, label), lasting, 1, set(marked)))
    return _grouped(items)


def of_use(use: Use) -> list[LastingItem]:
    """What a use leaves behind once it resolves; it does not apply yet."""
    items: list[LastingItem] = []
    for index, lasting in enumerate(use.effect.leaves, 1):
        column = f"leaves {use.number}.{index} of {use.player}"
        origin = _Origin(use.member.name, use.player, f"{use.member.label} {column}", column, use.member)
        cards = {*use.targets, *((use.member,) if _needs_cards(lasting) else ()), *_summoned_by(use)}
        if any(action.verb == "return" for step in lasting.steps for action in step.options):
            cards |= set(_banished_as_cost(use))
        item = _item(use.scene, origin, lasting, 0, cards)
        item.uses = (use,)
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
            if member.placed is not None and member.placed.zone.value in zones and member not in marked
        ]
        if not there:
            where = "on the field" if zones == _FIELD_KEYS else "among the banished cards"
            raise InputError(f"there is no further {name} {where}", lingering.at)
        marked.append(min(there, key=lambda one: one[:2])[2])
    return marked


_FIELD_KEYS = ("monsters", "spells and traps", "field zone")


def _item(scene: Scene, origin: _Origin, lasting: Lasting, applies: int, cards: set[Member]) -> LastingItem:
    variable = _of_origin(scene, origin, "applies", applies)
    item = LastingItem(scene, origin.name, origin.player, lasting, variable, origin=origin, source=origin.source)
    own = cards == {origin.source}
    alike = {(card.name, card.owner) for card in cards}
    for member in scene.members:
        if member is origin.source if own else (member.name, member.owner) in alike:
            mark = item.affects[member] = _mark(scene, origin, member, int(bool(applies) and member in cards))
            if lasting.status is not None and lasting.status.kind == "control":
                scene.kept_face_down.setdefault(member, []).append(mark)
                scene.kept_banished.setdefault(member, []).append(mark)
            _apply_status(scene, item, member)
    return item


def _of_origin(scene: Scene, origin: _Origin, word: str, initial: int = 0) -> Variable:
    """A fact of the lasting effect, kept with its card where that can be interchanged with a copy."""
    variable = boolean(f"{origin.label}.{word}")
    if origin.source is None:
        return scene.words.declare(variable, initial)
    return scene.words.of_card(origin.source.label, f"{origin.column} {word}", variable, initial)


def _mark(scene: Scene, origin: _Origin, member: Member, marked: int) -> Variable:
    """The mark on a card that the lasting effect may be about; it ties the card to the one that the effect is of."""
    if member is origin.source:
        return scene.remember(member, f"{origin.column} on itself", marked)
    mark = scene.remember(member, f"affected by {origin.label}", marked)
    if origin.source is not None:
        scene.words.also_of_card(origin.source.label, f"{origin.column} on {member.label}", mark)
    return mark


def _apply_status(scene: Scene, item: LastingItem, member: Member) -> None:
    status = item.lasting.status
    if status is None:
        return
    active = all_of(read(item.applies), read(item.affects[member]))
    if status.kind.startswith("cannot be "):
        done = status.kind.removeprefix("cannot be ")
        scene.preventions.append(Prevents(done, lambda one: TRUE if one is member else FALSE, active))
    else:
        scene.alter(member, status.kind, active, status.amount)


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


def _has_counted(item: LastingItem, source: Member) -> Iterator[Term]:
    """What counts is due once it has counted something (B16, B20, B21)."""
    for action in item.lasting.steps[0].options if item.lasting.steps else ():
        if action.each is not None and action.each.kind == "past":
            yield at_least(multiplier(item.scene, action.each, item.player, source, TRUE), 1)
        for one in action.conditions:
            if isinstance(one, Tallied):
                yield at_least(tally(item.scene, one.each, item.player), 1)


def complete(item: LastingItem) -> None:
    """Work out what processing the item does; to be called when everybody who listens is known."""
    if not item.lasting.steps or item.lasting.reacts is not None:
        return
    if item.returns and any(True for use in item.uses for _ in _banished_as_cost(use)):
        item.at_once = True
    affected = [(member, read(mark)) for member, mark in item.affects.items()]
    source = item.source or next(iter(item.affects), None) or item.scene.members[0]
    why = ("by an effect", LASTING, f"by a {item.scene.library.card(item.name).kind.split()[-1]}")
    here = any_of(read(mark) for member, mark in item.affects.items() if member is source)
    referents: dict[Refers, Referents] = {Refers.AFFECTED: affected, Refers.TARGET: affected}
    script = Script(item.scene, source, item.player, referents, here if item.affects else TRUE, why=why)
    item.script_segments = segments(script, item.lasting.steps)
    item.counts = tuple(_has_counted(item, source))
    if not item.lasting.this_turn and item.affects and not item.returns:
        item.again = _of_origin(item.scene, item.origin, "due again")
        item.scene.due_again.append((item.name, item.again))
    item.possible = doable(replace(script, why=("by an effect",)), item.lasting.steps[0])
    if len(item.script_segments) > 1:
        item.running = _of_origin(item.scene, item.origin, "running")
