"""Moves and wishes in plain words, as claims name them."""

from __future__ import annotations

from models import phrase as p
from reports.paraphrase.conditions import condition, count
from reports.paraphrase.nouns import PLAYERS, either


def moment(found: p.Moment) -> str:
    """A choice in a play: who, what, of which card, and when."""
    who = PLAYERS[found.who]
    must = "is compelled and " if found.must else ""
    words = [f"{who}: {must}{found.kind}", *([either(found.names, "and")] if found.names else [])]
    if found.involving:
        words.append(f"with {either(found.involving, 'and')} paid, targeted or chosen")
    if found.chained_to:
        words.append(f"in a chain to {either(found.chained_to, 'and')}")
    if found.adjustment:
        words.append(f"{found.adjustment} the hand-size adjustment")
    said = " ".join(words)
    if found.before is not None:
        said += f", earlier than [{moment(found.before)}]"
    return f"{said}, later than [{moment(found.after)}]" if found.after is not None else said


def wish(found: p.Wish) -> str:
    """What a player wants of the end."""
    if found.count is not None:
        return f"{count(found.count)}, as {'many' if found.sense == 'most' else 'few'} as can be"
    return f"at the end: {condition(found.condition)}" if found.condition is not None else found.sense
