"""Plans: the boards of a sweep, in an order that depends on the spec and the library alone.

A plan is a sequence of sets of cards, which is never listed as a whole: any stretch of it can be worked through by
itself, so that it can be handed out in blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations_with_replacement, islice, pairwise, product
from math import comb
from typing import NamedTuple

from explorer.atlas.entries import effects_of, field_zone
from explorer.atlas.laying import Laid, Part, Table
from explorer.atlas.precedents import precedents
from explorer.atlas.situations import ITEMS, Situation, Situations, Sort
from explorer.atlas.spec import ALL, FACING, NONE, REMOVING, TOGETHER, Spec
from explorer.game.nouns import describes
from models.board import ON_FIELD, PLAYERS
from models.card import Card, Effect
from models.library import Library
from models.phrase import Place, Selection, Who

_AWAY = ("destroy", "send", "return", "banish")
"""What takes a card off the field, as a cost or an effect."""


class Planned(NamedTuple):
    """A board of the plan: its parts, and the quick effect that a player has besides, if any."""

    parts: tuple[Part, ...]
    quick: Part | None

    @property
    def name(self) -> str:
        """What the board is called: it is the only one that is called so."""
        names = []
        for part in self.parts:
            on = "" if part.on is None else f" on {self.parts[part.on].situation.card}"
            names.append(f"{part}{on}")
        return " + ".join(names) + ("" if self.quick is None else f"; {self.quick}")


class Plan:
    """The boards of a spec. Cards stand in the order of their names, and every set of cards has its boards together."""

    def __init__(self, spec: Spec, library: Library) -> None:
        """Plan for the library; nothing is laid yet."""
        self.spec = spec
        self.library = library
        self._situations = Situations(library, precedents(library))
        self._table = Table(library)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards that have a situation of the spec, sorted."""
        return tuple(name for name in sorted(self._of) if self._of[name])

    @cached_property
    def _of(self) -> Mapping[str, tuple[Situation, ...]]:
        """The situations of each card that the spec names."""
        wanted = [self.library.card(name) for name in self.spec.cards] or self.library.cards
        every = {card.name: self._situations.of(card) for card in wanted}
        return {name: tuple(one for one in each if one.sort in self.spec.situations) for name, each in every.items()}

    @cached_property
    def _has_items(self) -> Mapping[str, bool]:
        return {name: any(one.sort in ITEMS for one in self._of[name]) for name in self.cards}

    def __len__(self) -> int:
        """The number of sets of cards, those of which no board is made included."""
        return comb(len(self.cards) + self.spec.together - 1, self.spec.together)

    def boards(self, start: int, stop: int) -> Iterator[Planned]:
        """The boards of the sets of cards from ``start`` on, before ``stop``."""
        for names in islice(combinations_with_replacement(self.cards, self.spec.together), start, stop):
            if any(self._has_items[name] for name in names):
                yield from self._of_cards(names)

    def laid(self, planned: Planned) -> Laid:
        """The board; raises InputError where it cannot be laid."""
        return self._table.laid([*planned.parts, *([planned.quick] if planned.quick is not None else [])])

    def _of_cards(self, names: Sequence[str]) -> Iterator[Planned]:
        """The boards of some cards: each in each of its situations, on either side."""
        numbered = [list(enumerate(self._of[name])) for name in names]
        for each in product(*numbered):
            situations = [situation for _, situation in each]
            if not any(one.sort in ITEMS for one in situations):
                continue
            for seats in product(PLAYERS, repeat=len(names)):
                keys = [
                    (name, number, PLAYERS.index(who))
                    for name, (number, _), who in zip(names, each, seats, strict=True)
                ]
                same = any(one[0] == other[0] and one > other for one, other in pairwise(keys))
                if same or not all(one.can_be_of(who) for one, who in zip(situations, seats, strict=True)):
                    continue
                parts = [Part(*one) for one in zip(situations, seats, strict=True)]
                for laid in (*([tuple(parts)] if self._may_sit(seats) else []), *self._lingering(parts)):
                    yield from (Planned(laid, quick) for quick in self._quick(laid))

    def _may_sit(self, seats: Sequence[Who]) -> bool:
        return len(seats) == 1 or (TOGETHER if len(set(seats)) == 1 else FACING) in self.spec.seats

    def _lingering(self, parts: Sequence[Part]) -> Iterator[tuple[Part, ...]]:
        """The parts with one of them at a time lingering on another part's card, where it can be about that."""
        for number, part in enumerate(parts):
            for other in range(len(parts)):
                if part.situation.subject is not None and other != number:
                    found = [*parts[:number], part._replace(on=other), *parts[number + 1 :]]
                    if self._table.fits(found):
                        yield tuple(found)

    # ---- quick effects ----

    def _quick(self, parts: Sequence[Part]) -> Iterator[Part | None]:
        """The quick effects that a player may have on the board of the parts, None for none."""
        names = {part.situation.card for part in parts}
        for word in self.spec.quick:
            if word == NONE:
                yield None
            elif word == REMOVING:
                yield next(filter(None, map(self._remover, parts)), None)
            else:
                every = [one for one in self._quick_effects if word in (ALL, one.card) and one.card not in names]
                yield from (Part(one, who) for one in every for who in PLAYERS if one.can_be_of(who))

    @cached_property
    def _quick_effects(self) -> tuple[Situation, ...]:
        """Every quick effect of the library, those that lie Set on the field first."""
        found = [one for card in self.library.cards for one in self._situations.of(card) if one.sort is Sort.QUICK]
        return tuple(sorted(found, key=lambda one: ("set" not in one.says, one.card, one.number)))

    def _remover(self, part: Part) -> Part | None:
        """A quick effect by which the player of a card that only applies something can take it off the field."""
        situation = part.situation
        if situation.sort is not Sort.STANDS or situation.zone not in ON_FIELD:
            return None
        if situation.card not in self._removers:
            self._removers[situation.card] = self._first_remover(situation.card)
        remover = self._removers[situation.card]
        return None if remover is None else Part(remover, part.who)

    @cached_property
    def _removers(self) -> dict[str, Situation | None]:
        return {}

    def _first_remover(self, name: str) -> Situation | None:
        card = self.library.card(name)
        for one in self._quick_effects:
            quick = self.library.card(one.card)
            if one.card != name and any(_takes_away(effect, card) for effect in effects_of(quick)):
                return one
        return None


def _takes_away(effect: Effect, card: Card) -> bool:
    """Whether the effect can take this card of its user's off the field."""
    return any(_means(selection, card) for selection in _taken(effect))


def _taken(effect: Effect) -> Iterator[Selection]:
    """The cards that the effect takes off the field by choice: its target, or those that its cost or steps choose."""
    for step in (*effect.cost, *effect.steps):
        for action in step.options:
            if action.verb in _AWAY and effect.target is not None:
                yield effect.target
            elif action.verb in _AWAY:
                yield from (one for one in action.objects if not one.every)


def _means(selection: Selection, card: Card) -> bool:
    noun = selection.filter
    if selection.refers is not None or noun.who is Who.FOE or not describes(card, noun):
        return False
    on_field = not noun.places or Place.FIELD in noun.places
    return on_field and field_zone(card) in ON_FIELD and not noun.position
