"""Effects in plain words: of what sort each is, when and where, and what it costs, targets, does and leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.card import Card, Effect
from models.phrase import Timing, Who
from reports.paraphrase.conditions import condition, event
from reports.paraphrase.deeds import continuous, lasting, steps
from reports.paraphrase.nouns import selection, within


class Aspect(NamedTuple):
    """One thing that is understood of an effect: ``kind``, ``when``, ``if``, ``cost``, ``does`` and so on."""

    name: str
    words: str


_END_PHASES = {Who.YOU: "your End Phase", Who.FOE: "your opponent's End Phase", Who.ANY: "each End Phase"}
_COUNTED = {
    "this card": "once per turn, counted for this card",
    "by name": "once per turn, counted for all of its name",
}


def aspects(effect: Effect, card: Card) -> Iterator[Aspect]:
    """What is understood of an effect of a card, in the order in which a text tells it."""
    yield Aspect("kind", _kind(effect, card))
    if effect.trigger is not None:
        misses = ", as the last thing that happens: it can miss its timing" if effect.misses else ""
        yield Aspect("when", event(effect.trigger) + misses)
    if effect.reacts is not None:
        yield Aspect("when", event(effect.reacts))
    if effect.instead is not None:
        yield Aspect("instead of", f"{selection(effect.instead)} being sent to the GY")
    for one in effect.conditions:
        yield Aspect("if", condition(one))
    if effect.place is not None:
        yield Aspect("where", f"this card is {within(effect.place)}")
    if effect.cost:
        yield Aspect("cost", steps(effect.cost))
    if effect.target is not None:
        yield Aspect("target", selection(effect.target))
    if effect.steps:
        yield Aspect("does", steps(effect.steps))
    for left in effect.leaves:
        yield Aspect("leaves", lasting(left))
    for kept in effect.applies:
        yield Aspect("applies", continuous(kept))
    if effect.once:
        yield Aspect("limit", _COUNTED[effect.once])


def _kind(effect: Effect, card: Card) -> str:
    """What the effect is to the procedure, and whether it has to be used."""
    if effect.applies:
        return "applies as long as the card is face-up"
    if effect.state:
        return "the rules carry it out at once, as soon as its conditions hold"
    if effect.reacts is not None:
        return "the rules carry it out at once, whenever that happens"
    if effect.instead is not None:
        return "happens in place of something else"
    used = _used(effect, card)
    if not used:
        return "used before the End Phase, on a board under 'lingering'"
    return f"{used}; {'mandatory' if effect.mandatory else 'optional'}"


def _used(effect: Effect, card: Card) -> str:
    """How it is used in an End Phase; "" where it cannot be."""
    if effect.during is not None and effect.during.end:
        return f"looked at by the rules as {_turn(effect.during)} ends"
    if effect.quick:
        return "quick effect: in a window, or in response"
    if effect.trigger is not None:
        during = f" in {_END_PHASES[effect.during.whose]}" if effect.during else ""
        return f"trigger effect{during}: activated when an event comes about"
    if effect.during is not None:
        how = "activated" if effect.chain else "processed without a chain"
        return f"{how} in a window of {_END_PHASES[effect.during.whose]}"
    if card.is_quick:
        return f"activation of the card, Spell Speed {card.spell_speed}: in a window or in response"
    return ""


def _turn(timing: Timing) -> str:
    return {Who.YOU: "your turn", Who.FOE: "your opponent's turn"}.get(timing.whose, "the turn")
