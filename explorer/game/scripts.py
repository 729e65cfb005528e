"""Scripts: the steps of an effect as a sequence of segments, each with the choices that somebody makes in it.

What needs no choice is carried out together with the choice before it, so that a state is a point at which the game
itself stops.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from explorer.game.cast import Member, is_made
from explorer.game.conditions import condition
from explorer.game.nouns import Way, any_card, candidates, ways
from explorer.game.players import Player, seen_from
from explorer.game.scene import Scene
from explorer.game.tallies import multiplier
from explorer.game.verbs import Below, Deed, meaning
from explorer.system.commands import Assign, Block, Clause, If, Statement, block
from explorer.system.terms import (
    TRUE,
    Term,
    Variable,
    all_of,
    any_of,
    at_most,
    count_true,
    equal,
    implies,
    negate,
    plus,
    read,
    scratch,
)
from explorer.system.terms import times as multiplied
from models.phrase import Action, Bounds, Place, Refers, Selection, Step, Who

Referents = Sequence[tuple[Member, Term]]
"""The cards that "the target", "the affected monsters" or "those cards" mean, each under a condition."""


@dataclass(frozen=True)
class Script:
    """What a script is about: the card and the player whose effect it is, and what its words point back to.

    ``source`` is None for what a card left behind that is not in the cast.
    ``targeted`` cards have to be there still for "both targets"; ``taken`` is the most that can have been banished and
    now come back, None for any number.
    """

    scene: Scene
    source: Member | None
    player: Player
    referents: dict[Refers, Referents] = field(default_factory=dict)
    here: Term = TRUE
    paid: Term = TRUE
    why: tuple[str, ...] = ("by an effect",)
    below: tuple[Below, ...] = ()
    targeted: int = 1
    taken: int | None = None

    @property
    def itself(self) -> Referents:
        """What "this card" means: the source, where it has to be."""
        return [] if self.source is None else [(self.source, self.here)]


@dataclass(frozen=True)
class Choice:
    """One choice within a script: who makes it, which cards and which of the alternatives, and what it does."""

    by: Player
    guard: tuple[Clause, ...]
    update: tuple[Statement, ...]
    cards: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    unnamed: int = 0
    option: str = ""

    @property
    def condition(self) -> Term:
        """The guard as one term."""
        return all_of(clause.term for clause in self.guard)


@dataclass(frozen=True)
class Segment:
    """Choices of which one is made; with none of them open, nothing happens. A single free one is no choice at all.

    ``gate`` tells, once the segment's own steps are done, whether the last of them could be done; ``stops``: what
    follows is done only if it could ("then", "and if you do").
    """

    choices: tuple[Choice, ...]
    gate: Variable | None = None
    stops: bool = False

    @property
    def free(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.choices) == 1 and self.choices[0].condition is TRUE

    @property
    def possible(self) -> Term:
        """Whether some choice is open."""
        return any_of(choice.condition for choice in self.choices)

    def then(self, goes_on: Block, ends: Block) -> tuple[Statement, ...]:
        """What follows the segment: the next one, unless it depends on something that could not be done."""
        if not self.stops or self.gate is None:
            return block(goes_on)
        return block(If(read(self.gate), goes_on, ends))


def segments(script: Script, steps: Sequence[Step]) -> tuple[Segment, ...]:
    """The steps as segments, at least one; raises InputError for an unknown verb."""
    found: list[Segment] = []
    earlier: list[Term] = []
    for number, (step, linked, together) in enumerate(_linked(steps)):
        now = _gated(script, step, _segment(script, step, earlier), number if len(steps) > 1 else None)
        if not found:
            found.append(now)
        elif now.free:
            found[-1] = _followed_by(script, found[-1], now, linked, together)
        else:
            found[-1] = replace(found[-1], stops=linked)
            found.append(now)
    return tuple(found) or (_nothing(script.player),)


def begun(by: Player, found: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """The segments of what a player begins: before a choice of another player, one in which nothing happens."""
    first = found[0]
    if first.free or all(choice.by is by for choice in first.choices):
        return found
    return (_nothing(by), *found)


def _nothing(by: Player) -> Segment:
    """A free segment in which nothing happens."""
    return Segment((Choice(by, (), ()),))


def at_once(script: Script, steps: Sequence[Step]) -> tuple[Statement, ...]:
    """The steps as the rules carry them out, without anybody's choice."""
    return block(choice.update for segment in segments(script, steps) for choice in segment.choices[:1])


def _linked(steps: Sequence[Step]) -> Iterator[tuple[Step, bool, bool]]:
    """Each step, whether it depends on the one before, and whether it happens together with that one.

    What "each player" does is done by the turn player first, then by the opponent, whatever the first could do; and a
    step with a condition of its own depends on nothing else.
    """
    for number, step in enumerate(steps):
        own = any(action.conditions or action.otherwise for action in step.options)
        if any(action.who is Who.ANY for action in step.options):
            for who in (Who.TURN, Who.OPPONENT):
                one = Step(tuple(msgspec.structs.replace(action, who=who) for action in step.options))
                yield one, number > 0 and who is Who.TURN and not own, who is Who.OPPONENT
        else:
            yield step, number > 0 and not own, False


def _gated(script: Script, step: Step, segment: Segment, number: int | None) -> Segment:
    """A step without a choice notes first whether it can be done, where something may depend on it."""
    if number is None or not segment.free:
        return segment
    can = doable(script, step)
    if can is TRUE:
        return segment
    gate = scratch(f"done {number}")
    choice = segment.choices[0]
    return Segment((replace(choice, update=(Assign(gate, can), *choice.update)),), gate)


def _followed_by(script: Script, segment: Segment, now: Segment, linked: bool, together: bool) -> Segment:
    """The segment with a step behind it that needs no choice."""
    update = (*clear_missed(script.scene), *now.choices[0].update)
    if not together:
        update = block(If(equal(read(script.scene.result), 0), update))  # with the duel over, nothing follows
    if linked and segment.gate is not None:
        update = block(If(read(segment.gate), update))
    gate = now.gate or (segment.gate if linked else None)
    choices = tuple(replace(choice, update=(*choice.update, *update)) for choice in segment.choices)
    return Segment(choices, gate)


def clear_missed(scene: Scene) -> tuple[Statement, ...]:
    """Something else happens: what could only be activated at the moment before has missed it."""
    return tuple(Assign(variable, 0) for variable in scene.missable)


def _segment(script: Script, step: Step, earlier: list[Term]) -> Segment:
    several = len(step.options) > 1
    choices: list[Choice] = []
    for action in step.options:
        when = _when(script, action, earlier)
        for choice in choices_for(script, action, whole=not several):
            choices.append(_only(replace(choice, option=action.verb) if several else choice, when))
        if action.optional:
            doer = seen_from(action.who, script.player) or script.player
            choices.append(Choice(doer, (Clause("card: only where it may", when),), (), option="not"))
    return Segment(tuple(choices))


def _when(script: Script, action: Action, earlier: list[Term]) -> Term:
    """The condition of a conditional action; "otherwise" is that none of the earlier ones held."""
    if action.otherwise:
        return negate(any_of(earlier))
    when = all_of(condition(script.scene, one, script.player, script.source) for one in action.conditions)
    if action.conditions:
        earlier.append(when)
    return when


def _only(choice: Choice, when: Term) -> Choice:
    """The same choice where the condition holds: part of the guard of a real choice, else of what is done."""
    if when is TRUE:
        return choice
    if choice.guard:
        return replace(choice, guard=(*choice.guard, Clause("card: its condition", when)))
    return replace(choice, update=block(If(when, choice.update)))


def choices_for(script: Script, action: Action, *, whole: bool) -> list[Choice]:
    """The ways to carry out one action. ``whole``: what cannot be done is done as far as it can, without a choice."""
    word = meaning(action)
    doer = seen_from(action.who, script.player) or script.player
    if action.place_to is Place.FIELD and action.verb == "return":
        return _ways_back(script, action, doer)
    combined = [([], Way())] if not action.objects else _combinations(script, action, doer)
    tokens = sum(selection.count.low for selection in action.objects if is_made(selection.filter))
    chosen = action.verb != "draw" and any(is_choice(selection) for selection in action.objects)
    times = TRUE if action.each is None else multiplier(script.scene, action.each, doer, script.source, script.paid)
    result: list[Choice] = []
    for fixed, way in combined:
        few = _not_more_than_counted(action, way, times) if action.each is not None and chosen else TRUE
        objects = [*fixed, *((member, TRUE) for member in way.members)]
        if not objects and action.manner and action.manner[0].endswith("this card"):
            objects = [(member, TRUE) for member, _ in script.itself]
        deed = Deed(
            script.scene,
            doer,
            action,
            objects,
            way.unnamed,
            tokens,
            times,
            any(_is_whole_hand(selection) for selection in action.objects),
            why=script.why,
            below=script.below,
        )
        can = word.possible(deed)
        if chosen:
            can = all_of(can, few, way.guard, *(word.able(deed, member) for member in way.members))
        elif fixed and not tokens:
            can = all_of(can, any_of(all_of(term, word.able(deed, member)) for member, term in fixed))
        guard = () if whole and not chosen else (Clause(f"card: {action.verb}", can),)
        result.append(Choice(doer, guard, block(word.does(deed)), way.names, way.members, way.unnamed))
    return result


def _not_more_than_counted(action: Action, way: Way, times: Term) -> Term:
    """Whether a way takes no more cards than so many for each that is counted."""
    high = sum(selection.count.high or 1 for selection in action.objects)
    return at_most(len(way.members) + way.unnamed, multiplied(high, times))


def _ways_back(script: Script, action: Action, doer: Player) -> list[Choice]:
    """The ways in which banished cards come back to the field: as many as there is room for; the owner picks (D02)."""
    scene = script.scene
    here = [
        (member, all_of(term, scene.is_in(member, Place.BANISHED, None)))
        for selection in action.objects
        for member, term in _fixed(script, selection, doer)
    ]
    owners = {member.owner for member, _ in here}
    chooser = owners.pop() if len(owners) == 1 else doer
    choices: list[Choice] = []
    for returning in _sets(here, script.taken):
        staying = [one for one in here if one not in returning]
        guard = [term for _, term in returning]
        for player, (room, monsters) in itertools.product(Player, ((scene.room, True), (scene.spell_room, False))):
            coming, others = (
                [
                    all_of(term, scene.goes_back_to(member, player))
                    for member, term in cards
                    if member.card.is_monster is monsters
                ]
                for cards in (returning, staying)
            )
            wanted = count_true(coming)
            guard.append(implies(any_of(coming), room(player, wanted)))
            guard.append(implies(any_of(others), negate(room(player, plus(wanted, 1)))))
        deed = Deed(scene, doer, action, returning, left_out=staying, why=script.why)
        names = tuple(member.name for member, _ in returning)
        clause = Clause("rule: as many come back as there is room for", all_of(guard))
        update = block(meaning(action).does(deed))
        choices.append(Choice(chooser, (clause,), update, names, tuple(member for member, _ in returning)))
    return choices


def _sets(cards: Referents, most: int | None) -> Iterator[Referents]:
    """Every set of no more than ``most`` of the cards, the largest first."""
    for size in range(len(cards) if most is None else min(most, len(cards)), -1, -1):
        yield from itertools.combinations(cards, size)


def _is_whole_hand(selection: Selection) -> bool:
    return selection.every and selection.filter.places == (Place.HAND,) and any_card(selection.filter)


def is_choice(selection: Selection) -> bool:
    """Whether somebody picks the cards, rather than that all that fit, or those pointed back to, are meant."""
    if selection.refers is Refers.THOSE:
        return not selection.every
    return selection.refers is None and not selection.every and not is_made(selection.filter)


def _combinations(script: Script, action: Action, doer: Player) -> list[tuple[list[tuple[Member, Term]], Way]]:
    """For each way to choose among all objects of the action: the cards that are fixed, and those chosen."""
    result: list[tuple[list[tuple[Member, Term]], Way]] = [([], Way())]
    for selection in action.objects:
        if action.verb == "draw":
            continue
        if not is_choice(selection):
            fixed = _fixed(script, selection, doer)
            result = [([*before, *fixed], way) for before, way in result]
            continue
        among = script.referents.get(Refers.THOSE) if selection.refers is Refers.THOSE else None
        count = selection.count if action.each is None else Bounds(selection.count.low, None)
        found = ways(script.scene, msgspec.structs.replace(selection, count=count), doer, script.source, among)
        result = [
            (
                before,
                Way(way.members + more.members, way.unnamed + more.unnamed, all_of(way.guard, more.guard)),
            )
            for before, way in result
            for more in found
            if not set(way.members) & set(more.members)
        ]
    return result


def _fixed(script: Script, selection: Selection, doer: Player) -> list[tuple[Member, Term]]:
    match selection.refers:
        case None if is_made(selection.filter):
            names = selection.filter.names
            return [(member, TRUE) for member in script.scene.cast.named(names) if member.owner is doer]
        case None:
            return candidates(script.scene, selection.filter, doer, script.source)
        case Refers.SELF:
            return list(script.referents.get(Refers.SELF, script.itself))
        case Refers.THEM:
            if script.below:
                return [(one.member, one.condition) for one in script.below]
            for back in (Refers.AFFECTED, Refers.TARGET, Refers.THOSE):
                if script.referents.get(back):
                    return list(script.referents[back])
            return list(script.itself)
        case Refers.TARGET if selection.every:
            both = list(script.referents.get(Refers.TARGET, ()))
            still = equal(count_true(term for _, term in both), script.targeted)
            return [(member, all_of(term, still)) for member, term in both]
        case back:
            return list(script.referents.get(back, ()))


def doable(script: Script, step: Step) -> Term:
    """Whether the step would do something."""
    return any_of(choice.condition for action in step.options for choice in choices_for(script, action, whole=False))
