"""Nouns: which cards of the cast a filter describes, and the ways to choose among them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.game.cast import Member
from explorer.game.players import GRAVEYARD, HAND, OFF_FIELD, Player, seen_from
from explorer.game.scene import Scene, within
from explorer.system.terms import (
    TRUE,
    Term,
    all_of,
    any_of,
    at_least,
    boolean,
    count_true,
    either,
    implies,
    negate,
    plus,
    read,
)
from models.card import Card
from models.errors import InputError
from models.phrase import Bounds, Coupling, Filter, Place, Selection

MOST_WAYS = 20_000
"""How many ways of one choice are enumerated before the board is refused as too large."""


@dataclass(frozen=True)
class Way:
    """One way to choose: the cards, how many unnamed ones besides, and the condition under which it is open."""

    members: tuple[Member, ...] = ()
    unnamed: int = 0
    guard: Term = TRUE

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the chosen cards, in order of name, so that ways that differ by copies are told alike."""
        return tuple(sorted(member.name for member in self.members))


def describes(card: Card, noun: Filter) -> bool:
    """Whether what is printed on the card fits the noun; where and how the card is does not count here."""
    if noun.names and not any(card.name == name or name in card.series for name in noun.names):
        return False
    if card.name in noun.not_names or any(name in card.series for name in noun.not_names):
        return False
    if noun.attributes and card.attribute not in noun.attributes:
        return False
    if noun.races and card.race not in noun.races:
        return False
    for value, bounds in ((card.level, noun.level), (card.attack, noun.attack), (card.defense, noun.defense)):
        if bounds is not None and (value is None or not _between(value, bounds)):
            return False
    return _of_kind(card, noun.kinds)


def _between(value: int, bounds: Bounds) -> bool:
    return bounds.low <= value and (bounds.high is None or value <= bounds.high)


def _of_kind(card: Card, words: Sequence[str]) -> bool:
    kinds = {"monster": card.is_monster, "spell": card.is_spell, "trap": card.is_trap, "token": card.is_token}
    wide = [kinds[word] for word in words if word in kinds]
    narrow = [
        card.tuner if word == "tuner" else word in card.kind for word in words if word not in kinds and word != "set"
    ]
    return (not wide or any(wide)) and (not narrow or any(narrow))


def fits(scene: Scene, member: Member, noun: Filter, viewer: Player | None, holder: Member | None = None) -> Term:
    """The condition under which the card is one that the noun describes, to a user of the effect."""
    if not describes(member.card, noun):
        return any_of()
    if noun.other and member is holder:
        return any_of()
    who = seen_from(noun.who, viewer)
    parts: list[Term] = []
    if noun.places:
        parts.append(any_of(scene.is_in(member, place, who) for place in noun.places))
    elif who is not None:
        parts.append(scene.on_field(member, who))
    if Place.FIELD in noun.places and "monster" in noun.kinds and set(noun.places) == {Place.FIELD}:
        parts.append(scene.is_monster_on_field(member))
    if noun.face:
        face = read(member.face_down) if noun.face == "face-down" else negate(read(member.face_down))
        parts.append(implies(scene.on_field(member), face))
    if noun.new_name:
        alike = [one for one in scene.cast.named([member.name]) if one.owner is (viewer or member.owner)]
        parts.append(negate(any_of(scene.at(one, GRAVEYARD) for one in alike)))
    if noun.no_attack:
        attacked = scene.words.rows[member.label].get("attack declared")
        parts.append(TRUE if attacked is None else negate(read(attacked)))
    if "set" in noun.kinds:
        parts.append(read(member.face_down))
    if noun.position:
        parts.append(read(member.defense) if noun.position == "defense" else negate(read(member.defense)))
    return all_of(parts)


def candidates(
    scene: Scene, noun: Filter, viewer: Player | None, holder: Member | None = None
) -> list[tuple[Member, Term]]:
    """The cards that the noun can describe, each with the condition under which it does."""
    found = [(member, fits(scene, member, noun, viewer, holder)) for member in scene.members]
    return [(member, term) for member, term in found if term is not any_of()]


def number(scene: Scene, noun: Filter, viewer: Player | None, holder: Member | None = None) -> Term:
    """How many cards the noun describes, unnamed ones off the field included where it asks for any card."""
    total = count_true(term for _, term in candidates(scene, noun, viewer, holder))
    if not any_card(noun):
        return total
    spots = [OFF_FIELD[place] for place in noun.places if place in OFF_FIELD]
    unnamed = [
        read(counter)
        for (player, spot), counter in scene.unnamed.items()
        if spot in spots and seen_from(noun.who, viewer) in (None, player)
    ]
    return plus(total, *unnamed)


def any_card(noun: Filter) -> bool:
    """Whether any card at all fits, so that unnamed ones do too."""
    plain = Filter(places=noun.places, who=noun.who, other=noun.other)
    return noun == plain


def ways(
    scene: Scene,
    selection: Selection,
    viewer: Player,
    holder: Member | None,
    among: Sequence[tuple[Member, Term]] | None = None,
) -> list[Way]:
    """Every way to choose the number of cards that the selection asks for, in a fixed order.

    A plain "k of n" is enumerated directly; where a condition couples the cards, Z3 gives its models. ``among``
    replaces the candidates. Raises InputError when there are more than :data:`MOST_WAYS`.
    """
    noun = selection.filter
    if among is None:
        among = candidates(scene, noun, viewer, holder)
    high = len(among) if selection.count.high is None else selection.count.high
    free = Place.HAND in noun.places and any_card(noun) and not selection.couplings
    chooser = seen_from(noun.who, viewer) or viewer
    found: list[Way] = []
    for chosen in _subsets(selection, among, 0 if free else selection.count.low, high):
        members = tuple(member for member, _ in chosen)
        guard = all_of(term for _, term in chosen)
        least = max(0, selection.count.low - len(members))
        most = high - len(members) if free else 0
        for extra in range(least, most + 1):
            enough = at_least(read(scene.unnamed[chooser, HAND]), extra) if extra else TRUE
            way = Way(members, extra, all_of(guard, enough))
            if way.members or way.unnamed:
                found.append(way)
        if len(found) > MOST_WAYS:
            raise InputError(f"this board has more than {MOST_WAYS:,} ways to make one choice", scene.board.at)
    return found


def _subsets(
    selection: Selection, among: Sequence[tuple[Member, Term]], low: int, high: int
) -> Iterator[tuple[tuple[Member, Term], ...]]:
    if selection.couplings:
        yield from _coupled(selection, among)
        return
    for size in range(low, min(high, len(among)) + 1):
        yield from _together(among, size)


def _together(among: Sequence[tuple[Member, Term]], size: int) -> Iterator[tuple[tuple[Member, Term], ...]]:
    """The combinations of so many, without those of cards of which the board has one or the other."""
    if not any(member.placed is not None and member.placed.choice for member, _ in among):
        yield from itertools.combinations(among, size)
    elif size == 0:
        yield ()
    else:
        for place, one in enumerate(among):
            rest = [other for other in among[place + 1 :] if not one[0].excludes(other[0])]
            yield from ((one, *others) for others in _together(rest, size - 1))


def _coupled(selection: Selection, among: Sequence[tuple[Member, Term]]) -> Iterator[tuple[tuple[Member, Term], ...]]:
    """The models of the coupling condition over one yes/no variable for each candidate, by size and then by order."""
    from explorer.system.solving import models_of  # noqa: PLC0415 - Z3 is loaded only where cards are coupled

    picks = [boolean(f"pick {index}") for index in range(len(among))]
    picked = [read(pick) for pick in picks]
    high = selection.count.high
    parts = [within(count_true(picked), replace_high(selection.count, len(among) if high is None else high))]
    for coupling in selection.couplings:
        parts.append(_coupling(coupling, [member for member, _ in among], picked))
    chosen = [tuple(index for index, value in enumerate(model) if value) for model in models_of(all_of(parts), picks)]
    for indices in sorted(chosen, key=lambda indices: (len(indices), indices)):
        yield tuple(among[index] for index in indices)


def replace_high(bounds: Bounds, high: int) -> Bounds:
    """The same bounds with another upper one."""
    return Bounds(bounds.low, high)


def _coupling(coupling: Coupling, members: Sequence[Member], picked: Sequence[Term]) -> Term:
    if coupling.kind == "different names":
        pairs = itertools.combinations(range(len(members)), 2)
        return all_of(negate(all_of(picked[i], picked[j])) for i, j in pairs if members[i].name == members[j].name)
    total = plus(either(pick, member.card.level or 0, 0) for member, pick in zip(members, picked, strict=True))
    return within(total, coupling.total or Bounds(0, None))
