"""What lasts: effects applied earlier that end, or are carried out, in this End Phase.

A lasting effect has an owner, the player who activated the card: that player processes it. A status (negation, control,
ATK) is applied until then; what an effect does "in the End Phase" is carried out then. Neither starts a chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from explorer.game.cast import Member
from explorer.game.moves import Manner, change_control, move
from explorer.game.players import BANISHED, Player
from explorer.game.scene import LASTING, Prevents, Scene
from explorer.game.scripts import Referents, Script, Segment, begun, doable, segments
from explorer.game.tallies import multiplier, tally
from explorer.game.uses import Use
from explorer.system.commands import Assign, Block, If, Statement, block
from explorer.system.terms import FALSE, TRUE, Term, Variable, all_of, any_of, at_least, boolean, implies, negate, read
from models.phrase import Lasting, Place, Refers, Span, Tallied, Who


@dataclass(frozen=True)
class Origin:
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
    is still to be chosen. ``taken`` is the most cards it can be about at a time, None for any number.
    """

    scene: Scene
    name: str
    player: Player
    lasting: Lasting
    applies: Variable
    origin: Origin
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
    taken: int | None = None

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
        """Whether it can have its own place among the items of the End Phase."""
        return self.lasting.reacts is None and self.lasting.span is Span.END_PHASE and self.leader is None

    @property
    def has_an_owner(self) -> Term:
        """Whether under this ruleset somebody processes it, rather than that it lapses."""
        status = self.lasting.status
        if status is None or status.kind == "control":
            return TRUE
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
        if not self.script_segments:
            return self.active
        stays = self.scene.rule("an item that can do nothing", "stays")
        return all_of(self.active, implies(stays, self.possible))

    @property
    def due_last(self) -> Term:
        """Whether it is there to be dealt with at the end of the End Phase; after the adjustment a status just ends."""
        before = self.scene.rule("at the end of the End Phase", "before the adjustment")
        return self.due if self.script_segments else all_of(before, self.due)

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


def lasting_item(scene: Scene, origin: Origin, lasting: Lasting, applies: int, cards: set[Member]) -> LastingItem:
    """The item of a lasting effect: it applies from the start or not (1 or 0), then to ``cards``, later to copies."""
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


def _of_origin(scene: Scene, origin: Origin, word: str, initial: int = 0) -> Variable:
    """A fact of the lasting effect, kept with its card where that can be interchanged with a copy."""
    variable = boolean(f"{origin.label}.{word}")
    if origin.source is None:
        return scene.words.declare(variable, initial)
    return scene.words.of_card(origin.source.label, f"{origin.column} {word}", variable, initial)


def _mark(scene: Scene, origin: Origin, member: Member, marked: int) -> Variable:
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


def _has_counted(item: LastingItem, source: Member | None) -> Iterator[Term]:
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
    affected = [(member, read(mark)) for member, mark in item.affects.items()]
    source = item.source or next(iter(item.affects), None)
    why = ("by an effect", LASTING, f"by a {item.scene.library.card(item.name).kind.split()[-1]}")
    here = any_of(read(mark) for member, mark in item.affects.items() if member is source)
    referents: dict[Refers, Referents] = {Refers.AFFECTED: affected, Refers.TARGET: affected}
    if item.source is None and affected:
        referents[Refers.SELF] = affected  # a board names the card, and of several copies any may be the one
    script = Script(
        item.scene, source, item.player, referents, here if item.affects else TRUE, why=why, taken=item.taken
    )
    item.script_segments = begun(item.player, segments(script, item.lasting.steps))
    item.counts = tuple(_has_counted(item, source))
    if not item.lasting.this_turn and item.affects and not item.returns:
        item.again = _of_origin(item.scene, item.origin, "due again")
        item.scene.due_again.append((item.name, item.again))
    item.possible = doable(replace(script, why=("by an effect",)), item.lasting.steps[0])
    if len(item.script_segments) > 1:
        item.running = _of_origin(item.scene, item.origin, "running")
