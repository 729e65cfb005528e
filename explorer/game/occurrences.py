"""Occurrences: what happens to a card, and who among the cast is waiting for it.

The cast is fixed, so "who reacts to this?" is answered while the board is grounded: the part of a pattern that depends
on the card alone is decided at once, the rest is a term over the state just before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from explorer.game.cast import Member
from explorer.game.nouns import describes, fits
from explorer.game.players import Player, seen_from
from explorer.game.scene import Listener, Scene
from explorer.system.commands import Block, If, Statement, block
from explorer.system.terms import FALSE, TRUE, Term, all_of, any_of, either
from models.phrase import Event, Filter, Place, Refers


@dataclass(frozen=True)
class Occurrence:
    """Something that happens to one card: every name it goes by, where the card goes, how, and by whom.

    ``place_from`` is set where the past is told and the card's spot no longer shows it.
    """

    kinds: frozenset[str]
    subject: Member
    place_to: Place | None = None
    how: frozenset[str] = frozenset()
    by: Player | None = None
    place_from: Place | None = None


def matches(scene: Scene, pattern: Event, listener: Listener, occurrence: Occurrence) -> Term:
    """The condition, on the state just before, under which the occurrence is what the listener waits for."""
    subject = occurrence.subject
    if pattern.kind not in occurrence.kinds or not set(pattern.how) <= occurrence.how:
        return FALSE
    if pattern.place_to is not None and pattern.place_to is not occurrence.place_to:
        return FALSE
    by = seen_from(pattern.by, listener.player)
    if by is not None and by is not occurrence.by:
        return FALSE
    parts: list[Term] = []
    if pattern.subject.refers is Refers.SELF:
        if listener.holder is not subject:
            return FALSE
    elif not pattern.subject.filter.places:
        if not describes(subject.card, pattern.subject.filter):
            return FALSE
        whose = seen_from(pattern.subject.filter.who, listener.player)
        if whose is not None:
            owned = TRUE if subject.owner is whose else FALSE
            parts.append(either(scene.on_field(subject), scene.on_field(subject, whose), owned))
    else:
        parts.append(fits(scene, subject, pattern.subject.filter, listener.player, listener.holder))
    if pattern.places_from:
        if occurrence.place_from is not None:
            parts.append(TRUE if occurrence.place_from in pattern.places_from else FALSE)
        else:
            parts.append(any_of(scene.is_in(subject, place, None) for place in pattern.places_from))
    parts.append(_whose(scene, pattern, listener, subject))
    return all_of(parts)


def _whose(scene: Scene, pattern: Event, listener: Listener, subject: Member) -> Term:
    """Whether the card comes from, and goes to, the places of the player that the pattern means."""
    parts: list[Term] = []
    for who, places in ((pattern.from_whose, pattern.places_from), (pattern.to_whose, (pattern.place_to,))):
        player = seen_from(who, listener.player)
        if player is None:
            continue
        owned = TRUE if subject.owner is player else FALSE
        if who is pattern.from_whose and Place.FIELD in places:
            owned = either(scene.on_field(subject), scene.on_field(subject, player), owned)
        parts.append(owned)
    return all_of(parts)


def announce(scene: Scene, occurrence: Occurrence) -> tuple[Statement, ...]:
    """The reactions of everybody who waits for this: to be run before the card moves."""
    reactions: list[Block] = []
    for listener in scene.listeners:
        condition = matches(scene, listener.event, listener, occurrence)
        if condition is not FALSE:
            reactions.append(If(condition, tuple(listener.react(occurrence.subject))))
    return block(reactions)


def announce_unnamed(
    scene: Scene, player: Player, kinds: Collection[str], how: Collection[str]
) -> tuple[Statement, ...]:
    """The reactions of those who wait for any card at all, when it happens to an unnamed card of the player's hand."""
    reactions: list[Block] = []
    for listener in scene.listeners:
        event = listener.event
        noun = event.subject.filter
        whose = {seen_from(who, listener.player) for who in (noun.who, event.from_whose, event.to_whose)}
        if event.subject.refers is not None or event.kind not in kinds or not set(event.how) <= set(how):
            continue
        if noun != Filter(who=noun.who) or not whose <= {None, player}:
            continue
        if event.places_from and Place.HAND not in event.places_from:
            continue
        by = seen_from(event.by, listener.player)
        if by in (None, player):
            reactions.append(tuple(listener.react(None)))
    return block(reactions)


def told(subject: Member, event: Event) -> Occurrence:
    """The occurrence that a board tells of: what is said of a destroyed card holds for a sent one too."""
    kinds = {event.kind}
    kinds |= {"Summoned"} if event.kind.endswith("Summoned") else set()
    place_to = event.place_to
    place_from = event.places_from[0] if event.places_from else None
    if event.kind in ("destroyed", "discarded", "Tributed"):
        kinds.add("sent")
        place_to = place_to or Place.GRAVEYARD
        place_from = place_from or (Place.HAND if event.kind == "discarded" else Place.FIELD)
    elif event.kind == "sent":
        place_to = place_to or Place.GRAVEYARD
        place_from = place_from or Place.FIELD
    by = seen_from(event.by, subject.owner)
    return Occurrence(frozenset(kinds), subject, place_to, frozenset(event.how), by, place_from)


def holds_of(scene: Scene, pattern: Event, listener: Listener, occurrences: Iterable[Occurrence]) -> bool:
    """Whether one of these past occurrences is what the pattern speaks of."""
    return any(matches(scene, pattern, listener, occurrence) is TRUE for occurrence in occurrences)
