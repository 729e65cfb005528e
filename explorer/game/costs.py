"""Costs and targets: every way to pay for an effect, every way to target, and what is left when it is paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.game.cast import Member
from explorer.game.nouns import Way, ways
from explorer.game.players import BANISHED, GRAVEYARD, HAND
from explorer.game.scripts import Choice, Script, choices_for, is_choice
from explorer.system.commands import Clause, Statement
from explorer.system.terms import Term, const, substitute
from models.phrase import Action, Bounds, Refers, Selection, Step


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
                for choice in choices_for(script, action, whole=False)
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
    refers_to_itself = any(one.refers is Refers.SELF for one in action.objects)
    own = [member for member, _ in script.itself] if refers_to_itself else []
    spot = _PAID_TO.get(action.verb, GRAVEYARD)
    return tuple((member, spot) for member in (*choice.members, *own))


def after_paying(price: Price, term: Term) -> Term:
    """The term as it will be once the cost is paid."""
    return substitute(term, {member.spot: const(spot) for member, spot in price.gone}) if price.gone else term


def target_ways(script: Script, target: Selection | None) -> list[Way]:
    """Every way to target; one that targets nothing where the effect has no target."""
    if target is None:
        return [Way()]
    among = script.referents.get(Refers.THOSE) if target.refers is Refers.THOSE else None
    return ways(script.scene, target, script.player, script.source, among)


def asks_for(step: Step) -> bool:
    """Whether the step can only be done with cards that somebody must have: then an effect needs one to be used."""
    return any(
        is_choice(selection) and selection.count != Bounds(0, None)
        for action in step.options
        for selection in action.objects
    )
