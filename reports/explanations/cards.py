"""Cards explained: what is printed on them, and each key of each effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.card import Card, Effect, Version, read_card
from models.documents import Mapping as Pairs
from models.documents import Node, Sequence
from models.errors import InputError
from models.fields import items
from reports.explanations.entries import Entry
from reports.paraphrase import Aspect, aspects

_ASPECTS: Mapping[str, tuple[str, ...]] = {
    "when": ("when",),
    "whenever": ("when",),
    "if": ("if",),
    "while": ("if",),
    "instead of": ("instead of",),
    "from": ("where",),
    "cost": ("cost",),
    "target": ("target",),
    "must": ("does",),
    "may": ("does",),
    "effect": ("does",),
    "leaves": ("leaves",),
    "applies": ("applies",),
    "once per turn": ("limit",),
}
"""What is understood of an effect under which key of it; the rest belongs to the kind of the effect."""


def card_entries(node: Node) -> Iterator[Entry]:
    """What is understood of each card of a list of them; raises :class:`InputError`."""
    if not isinstance(node, Sequence):
        raise InputError("a file of cards is a list of them", node.at, expected=["- name: ..."])
    for one in node.items:
        card = read_card(one)
        assert isinstance(one, Pairs)
        yield Entry(one.at, "card", _printed(card))
        for key, value in one.pairs:
            if key.text == "effects":
                yield from _effects(value, card.versions[0], card)
            elif key.text == "versions":
                for version, part in zip(card.versions, items(value), strict=True):
                    assert isinstance(part, Pairs)
                    yield Entry(part.at, "version", f"the text {_days(version)}")
                    (effects,) = (said for key, said in part.pairs if key.text == "effects")
                    yield from _effects(effects, version, card)


def _printed(card: Card) -> str:
    stats = [card.attribute, card.race, f"Level {card.level}" if card.level is not None else ""]
    if card.attack is not None:
        stats.append(f"{card.attack}/{card.defense}")
    return ", ".join(filter(None, [f"{card.name} ({card.ja})", card.kind, *stats]))


def _days(version: Version) -> str:
    since = f"from {version.since}" if version.since else "from the beginning"
    return f"{since} until {version.until}" if version.until else f"{since} on"


def _effects(node: Node, version: Version, card: Card) -> Iterator[Entry]:
    for effect, one in zip(version.effects, items(node), strict=True):
        assert isinstance(one, Pairs)
        yield from _effect(one, effect, card)


def _effect(node: Pairs, effect: Effect, card: Card) -> Iterator[Entry]:
    """The kind of an effect where it begins, then each of its keys."""
    kind, *told = aspects(effect, card)
    yield Entry(node.at, "effect", kind.words)
    rest: list[Aspect] = told
    for key, _ in node.pairs:
        names = _ASPECTS.get(key.text, ())
        for one in [one for one in rest if one.name in names]:
            yield Entry(key.at, one.name, one.words)
        rest = [one for one in rest if one.name not in names]
