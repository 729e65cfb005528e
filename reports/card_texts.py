"""Cards as the tool understands them: each text with its days, each effect told back, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from models.card import Card, Effect, Version
from models.library import Library
from reports.paraphrase import aspects

SCHEMA = "endphase/cards/1"


def lines(card: Card, library: Library, indent: str = "    ") -> Iterator[str]:
    """What is understood of a card, line by line."""
    if not any(version.effects for version in card.versions):
        yield f"{indent}no effect in an End Phase"
    for version in card.versions:
        if len(card.versions) > 1:
            yield f"{indent}{_days(version)}:"
        yield from (indent + line for line in effect_lines(version.effects, card))
    for left in library.left_out(card.name):
        yield f"{indent}left out: {left}"


def effect_lines(effects: Iterable[Effect], card: Card) -> Iterator[str]:
    """What is understood of effects of a card, numbered."""
    for number, effect in enumerate(effects, 1):
        (_, kind), *others = aspects(effect, card)
        yield f"{number}. {kind}"
        yield from (f"   {one.name}: {one.words}" for one in others)


def _days(version: Version) -> str:
    """The days on which a text holds."""
    ends = [("from", version.since), ("until", version.until)]
    return " ".join(f"{word} {day}" for word, day in ends if day is not None)


def document(found: Sequence[Card], library: Library) -> dict[str, Any]:
    """The document ``endphase/cards/1``."""
    return {"schema": SCHEMA, "cards": [_card(card, library) for card in found]}


def _card(card: Card, library: Library) -> dict[str, Any]:
    printed = {
        "passcode": card.passcode,
        "attribute": card.attribute or None,
        "type": card.race or None,
        "level": card.level,
        "atk": card.attack,
        "def": card.defense,
    }
    return {
        "name": card.name,
        "ja": card.ja,
        "kind": card.kind,
        **{key: value for key, value in printed.items() if value is not None},
        "texts": [_text(version, card) for version in card.versions],
        "left_out": list(library.left_out(card.name)),
    }


def _text(version: Version, card: Card) -> dict[str, Any]:
    days = {"from": version.since, "until": version.until}
    effects = [[one._asdict() for one in aspects(effect, card)] for effect in version.effects]
    return {**{key: str(day) for key, day in days.items() if day is not None}, "effects": effects}
