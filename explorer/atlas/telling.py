"""Telling: what an effect asks about the past, in the words in which a board tells it."""

from __future__ import annotations

from typing import Literal

from models import grammar
from models.errors import InputError, Position
from models.phrase import Event, Filter, Who


def told(event: Event) -> str:
    """The event as a board tells it of a card."""
    return f"{event.kind}{manner(event)}"


def _quoted(how: str) -> str:
    """A manner in the words of a board, which quotes the name of a card."""
    named = how.startswith("by ") and how not in ("by battle", "by an effect", "by your opponent", "by Tributing")
    return f'by "{how.removeprefix("by ")}"' if named else how


def manner(event: Event) -> str:
    """How it happened, by whom, from where and to where: one of the places it may have come from is enough."""
    words = "".join(f" {_quoted(how)}" for how in event.how)
    words += " by your opponent" if event.by is Who.FOE else ""
    yours = "your " if event.from_whose is Who.YOU else ""
    words += f" from {yours}{event.places_from[-1].value}" if event.places_from else ""
    return words + (f" to {event.place_to.value}" if event.place_to else "")


def noun_words(noun: Filter) -> str:
    """The noun in the words of a board, without where the card is."""
    last = {"monster": "monster", "spell": "Spell", "trap": "Trap"}
    kinds = [one.capitalize() for one in noun.kinds if one not in last]
    ends = [last[one] for one in noun.kinds if one in last]
    words = [*(f'"{name}"' for name in noun.names), *noun.attributes, *noun.races, *kinds]
    return " ".join([*words, ends[0] if ends else "card"])


def can_be_said(words: str, kind: Literal["note", "past"]) -> bool:
    """Whether a board can say so of a card (a note), or of a player (the past)."""
    try:
        (grammar.read_note if kind == "note" else grammar.read_past)(words, Position("situation", 1, 1))
    except InputError:
        return False
    return True
