"""Deeds in plain words: what an effect does, what it leaves behind, and what a card keeps applying."""

from __future__ import annotations

import re

from models import phrase as p
from models.phrase import Who
from reports.paraphrase.conditions import condition, event
from reports.paraphrase.nouns import OWNERS, PLACES, PLAYERS, cards, each, owned, selection

_AMOUNTS = {
    "activation": "the activation",
    "effect": "the effect",
    "Duel": "the Duel",
    "half LP": "half the life points",
    "all LP": "all life points",
    "all counters": "all counters",
    "your next turn": "your next turn",
    "your opponent's next turn": "your opponent's next turn",
}
_SPANS = {
    p.Span.END_PHASE: "until the End Phase, in which its owner lets it end",
    p.Span.END_OF_END_PHASE: "until the very end of the End Phase",
    p.Span.END_OF_TURN: "until the turn is over",
    p.Span.ON_FIELD: "as long as that is on the field",
}
_THEIRS = {"your": "their", "you": "they"}
_YOURS = re.compile(r"\b(?:your|you)\b(?! opponent)")
_STATUSES = {"attack": "ATK", "defense": "DEF"}


def steps(found: tuple[p.Step, ...]) -> str:
    """Steps, one after the other."""
    return "; then ".join(" or else ".join(map(action, step.options)) for step in found)


def action(found: p.Action) -> str:
    """One thing that is done, and by whom where that is not you."""
    words = [] if found.who is Who.YOU else [_actor(found)]
    verb = found.verb if found.who is Who.YOU or found.optional else third(found.verb)
    words += [verb, *_objects(found)]
    if found.place_to is not None:
        whose = f"{OWNERS[found.whose]} {PLACES[found.place_to]}"
        words.append("to " + (owned(found.place_to) if found.whose is Who.YOU else whose))
    words += [_manner(how, found.verb) for how in found.manner]
    if found.each is not None:
        words.append(each(found.each))
    said = " ".join(words)
    if found.otherwise:
        return f"otherwise {said}"
    return f"if {' and '.join(map(condition, found.conditions))}: {said}" if found.conditions else said


def _actor(found: p.Action) -> str:
    return f"{PLAYERS[found.who].replace('any', 'each')}{' may' if found.optional else ''}"


def third(verb: str) -> str:
    """The verb as another does it: the first of its words that is one takes the ending."""
    head, *rest = verb.split(" ", 1) if verb.startswith("take ") else [*verb.rsplit(" ", 1)]
    if rest and not verb.startswith("take "):
        return f"{head} {third(rest[0])}"
    ending = "ies" if head.endswith("y") and head[-2:] not in ("ay", "oy") else "s"
    ending = "es" if head.endswith(("sh", "ch", "s", "x")) else ending
    stem = head.removesuffix("y") if ending == "ies" else head
    return " ".join([stem + ending, *rest])


def _objects(found: p.Action) -> list[str]:
    words = [" and ".join(map(selection, found.objects))] if found.objects else []
    if found.who is not Who.YOU:  # a phrase is relative to who does it
        words = [_YOURS.sub(lambda one: _THEIRS[one[0]], word) for word in words]
    if found.amount is not None:
        words.append(amount(found.amount))
    return words


def amount(found: p.Amount) -> str:
    """A number with its unit."""
    if found.unit == "top cards":
        return "the top card of the Deck" if found.number == 1 else f"the top {found.number} cards of the Deck"
    unit = found.unit.removesuffix("s") if found.number == 1 else found.unit
    return _AMOUNTS.get(found.unit, f"{found.number} {unit}")


def _manner(how: str, verb: str) -> str:
    return f"{'to' if verb == 'change' else 'in'} {how}" if how.endswith("Position") else how


def lasting(found: p.Lasting) -> str:
    """What is left behind."""
    if found.reacts is not None:
        return f"whenever {event(found.reacts)}, {steps(found.steps)}, {_SPANS[found.span]}"
    if found.status is not None:
        return f"{status(found.status)}, {_SPANS[found.span]}"
    when = "this turn's End Phase" if found.this_turn else "the End Phase"
    when = f"at the very end of {when}" if found.span is p.Span.END_OF_END_PHASE else f"in {when}"
    return f"{when}, {'may' if found.optional else 'must'}: {steps(found.steps)}"


def status(found: p.Status) -> str:
    """What lasts for a while."""
    about = selection(p.Selection(refers=found.on)) if found.on else "it"
    if found.kind == "control":
        return f"{PLAYERS[found.who]} control{'' if found.who is Who.YOU else 's'} {about}"
    return _stands(found.kind, about, found.amount, found.by)


def _stands(kind: str, about: str, number: int, by: str) -> str:
    """What is so of cards while something lasts."""
    if kind == "negated":
        return f"the effects of {about} are negated"
    if kind in _STATUSES:
        return f"{_STATUSES[kind]} of {about} changes by {number:+}"
    if kind.endswith(" is"):
        return f"{_STATUSES[kind.removesuffix(' is')]} of {about} is {number}"
    return f"{about}: {kind}{f' {by}' if by else ''}"


def continuous(found: p.Continuous) -> str:
    """What a face-up card keeps applying."""
    about = "this card" if found.self_only else cards(found.cards, several=True)
    match found.kind:
        case "hand limit":
            return f"{OWNERS[found.who] if found.who is not Who.ANY else 'the'} hand limit is {found.amount}"
        case "no hand limit":
            return "there is no hand limit"
        case "at most as many":
            return "your opponent controls at most as many monsters as you"
        case "owners control":
            return "every monster on the field is controlled by its owner"
        case kind:
            return _stands(kind, about, found.amount, found.by)
