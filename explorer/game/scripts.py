"""Scripts: the steps of an effect as a sequence of segments, each with the choices that somebody makes in it.

What needs no choice is carried out together with the choice before it, so that a state is a point at which the game
itself stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from explorer.game.cast import Member
from explorer.game.nouns import Way, candidates, ways
from explorer.game.players import BANISHED, GRAVEYARD, HAND, Player, seen_from
from explorer.game.scene import Scene
from explorer.game.verbs import Below, Deed, meaning
from explorer.system.commands import Assign, Clause, Statement, block
from explorer.system.terms import TRUE, Term, all_of, any_of, const, substitute
from models.phrase import Action, Bounds, Refers, Selection, Step

Referents = Sequence[tuple[Member, Term]]
"""The cards that "the target", "the affected monsters" or "those cards" mean, each under a condition."""


@dataclass(frozen=True)
class Script:
    """What a script is about: the card and the player whose effect it is, and what its words point back to."""

    scene: Scene
    source: Member
    player: Player
    referents: dict[Refers, Referents] = field(default_factory=dict)
    here: Term = TRUE
    paid: Term = TRUE
    why: tuple[str, ...] = ("by an effect",)
    below: tuple[Below, ...] = ()


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
    """Choices of which one is made; with none of them open, nothing happens. A single free one is no choice at all."""

    choices: tuple[Choice, ...]

    @property
    def free(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.choices) == 1 and self.choices[0].condition is TRUE

    @property
    def possible(self) -> Term:
        """Whether some choice is open."""
        return any_of(choice.condition for choice in self.choices)


def segments(script: Script, steps: Sequence[Step]) -> tuple[Segment, ...]:
    """The steps as segments, at least one; raises InputError for an unknown verb."""
    found: list[Segment] = []
    for step in steps:
        now = _segment(script, step)
        if now.free and found:
            found[-1] = _followed_by(found[-1], now.choices[0].update, script)
        else:
            found.append(now)
    return tuple(found) or (Segment((Choice(script.player, (), ()),)),)


def _followed_by(segment: Segment, update: tuple[Statement, ...], script: Script) -> Segment:
    missed = clear_missed(script.scene)
    return Segment(tuple(replace(choice, update=(*choice.update, *missed, *update)) for choice in segment.choices))


def clear_missed(scene: Scene) -> tuple[Statement, ...]:
    """Something else happens: what could only be activated at the moment before has missed it."""
    return tuple(Assign(variable, 0) for variable in scene.missable)


def _segment(script: Script, step: Step) -> Segment:
    several = len(step.options) > 1
    choices: list[Choice] = []
    for action in step.options:
        for choice in _choices(script, action, whole=not several):
            choices.append(replace(choice, option=action.verb) if several else choice)
    return Segment(tuple(choices))


def _choices(script: Script, action: Action, *, whole: bool) -> list[Choice]:
    """The ways to carry out one action. ``whole``: what cannot be done is done as far as it can, without a choice."""
    word = meaning(action)
    doer = seen_from(action.who, script.player) or script.player
    combined = [([], Way())] if not action.objects else _combinations(script, action, doer)
    tokens = sum(selection.count.low for selection in action.objects if "token" in selection.filter.kinds)
    chosen = any(_is_choice(selection) for selection in action.objects)
    result: list[Choice] = []
    for fixed, way in combined:
        objects = [*fixed, *((member, TRUE) for member in way.members)]
        deed = Deed(script.scene, doer, action, objects, way.unnamed, tokens, script.paid, script.why, script.below)
        can = word.possible(deed)
        if chosen:
            can = all_of(can, way.guard, *(word.able(deed, member) for member in way.members))
        elif fixed and not tokens:
            can = all_of(can, any_of(all_of(term, word.able(deed, member)) for member, term in fixed))
        guard = () if whole and not chosen else (Clause(f"card: {action.verb}", can),)
        result.append(Choice(doer, guard, block(word.does(deed)), way.names, way.members, way.unnamed))
    return result


def _is_choice(selection: Selection) -> bool:
    if selection.refers is Refers.THOSE:
        return not selection.every
    return selection.refers is None and not selection.every and "token" not in selection.filter.kinds


def _combinations(script: Script, action: Action, doer: Player) -> list[tuple[list[tuple[Member, Term]], Way]]:
    """For each way to choose among all objects of the action: the cards that are fixed, and those chosen."""
    result: list[tuple[list[tuple[Member, Term]], Way]] = [([], Way())]
    for selection in action.objects:
        if action.verb == "draw":
            continue
        if not _is_choice(selection):
            fixed = _fixed(script, selection, doer)
            result = [([*before, *fixed], way) for before, way in result]
            continue
        among = script.referents.get(Refers.THOSE) if selection.refers is Refers.THOSE else None
        found = ways(script.scene, selection, doer, script.source, among)
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
        case None if "token" in selection.filter.kinds:
            names = selection.filter.names
            return [(member, TRUE) for member in script.scene.cast.named(names) if member.owner is script.source.owner]
        case None:
            return candidates(script.scene, selection.filter, doer, script.source)
        case Refers.SELF:
            return [(script.source, script.here)]
        case Refers.THEM:
            if script.below:
                return [(one.member, one.condition) for one in script.below]
            for back in (Refers.AFFECTED, Refers.TARGET, Refers.THOSE):
                if script.referents.get(back):
                    return list(script.referents[back])
            return [(script.source, script.here)]
        case back:
            return list(script.referents.get(back, ()))


@dataclass(frozen=True)
class Price:
    """One way to pay a cost: what it takes, the conditions, and what it does."""

    cards: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    unnamed: int = 0
    guard: tuple[Clause, ...] = ()
    update: tuple[Statement, ...] = ()
    gone: tuple[tuple[Member, int], ...] = ()

    @property
    def count(self) -> int:
        """The number of cards paid."""
        return len(self.members) + self.unnamed


def prices(script: Script, cost: Sequence[Step]) -> list[Price]:
    """Every way to pay the cost, all of it; a single free one where there is none."""
    result = [Price()]
    for step in cost:
        found: list[Price] = []
        for action in step.options:
            found.extend(
                Price(
                    choice.cards,
                    choice.members,
                    choice.unnamed,
                    (Clause("cost", choice.condition),),
                    choice.update,
                    _paid_with(script, action, choice),
                )
                for choice in _choices(script, action, whole=False)
            )
        result = [
            Price(
                one.cards + more.cards,
                one.members + more.members,
                one.unnamed + more.unnamed,
                one.guard + more.guard,
                one.update + more.update,
                one.gone + more.gone,
            )
            for one in result
            for more in found
            if not set(one.members) & set(more.members)
        ]
    return result


_PAID_TO = {"banish": BANISHED, "return": HAND}


def _paid_with(script: Script, action: Action, choice: Choice) -> tuple[tuple[Member, int], ...]:
    """The cards that are somewhere else once this cost is paid, and where."""
    own = [script.source] if any(one.refers is Refers.SELF for one in action.objects) else []
    spot = _PAID_TO.get(action.verb, GRAVEYARD)
    return tuple((member, spot) for member in (*choice.members, *own))


def after_paying(price: Price, term: Term) -> Term:
    """The term as it will be once the cost is paid."""
    return substitute(term, {member.spot: const(spot) for member, spot in price.gone}) if price.gone else term


def doable(script: Script, step: Step) -> Term:
    """Whether the step would do something."""
    return any_of(choice.condition for action in step.options for choice in _choices(script, action, whole=False))


def target_ways(script: Script, target: Selection | None) -> list[Way]:
    """Every way to target; one that targets nothing where the effect has no target."""
    if target is None:
        return [Way()]
    among = script.referents.get(Refers.THOSE) if target.refers is Refers.THOSE else None
    return ways(script.scene, target, script.player, script.source, among)


def asks_for(step: Step) -> bool:
    """Whether the step can only be done with cards that somebody must have: then an effect needs one to be used."""
    return any(
        _is_choice(selection) and selection.count != Bounds(0, None)
        for action in step.options
        for selection in action.objects
    )
