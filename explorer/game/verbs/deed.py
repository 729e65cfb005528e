"""Deeds: a verb in use, and the verbs that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from explorer.game.cast import Member
from explorer.game.moves import Manner
from explorer.game.players import Player
from explorer.game.scene import Scene
from explorer.system.commands import Block
from explorer.system.terms import TRUE, Term, Variable, plus, times
from models.errors import InputError, nearest
from models.phrase import Action, Place, Who


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
