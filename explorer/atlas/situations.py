"""Situations: how a card comes to matter in an End Phase, derived from its entry and from what the library knows.

A situation says what a board has to show so that an effect of the card is due, lingers, may be used, or applies: where
the card lies, what is said of it, what its player did this turn, and which other cards it asks for. It is seen from the
player who uses the card, so that it can be laid on either side. A card that joins the library has its situations from
its own words; nothing here knows a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.atlas.entries import (
    about,
    effects_of,
    field_zone,
    is_about_itself,
    is_broad,
    is_lively,
    is_of_a_discard,
    is_of_itself,
    is_used_at_will,
    left_by,
    returns,
    selections_of,
    unplaced,
    user_of,
)
from explorer.atlas.precedents import Precedent
from explorer.atlas.telling import can_be_said, manner, noun_words, told
from explorer.game.nouns import any_card, describes
from models.board import Zone
from models.card import Card, Effect
from models.library import Library
from models.limits import places
from models.phrase import (
    Coin,
    Condition,
    Exists,
    Fact,
    Filter,
    Happened,
    HasCounters,
    Lasting,
    Place,
    Selection,
    Tallied,
    Who,
    YourTurn,
)


class Sort(StrEnum):
    """In which way a card matters."""

    DUE = "due"
    LINGERS = "lingers"
    DISCARDED = "discarded"
    STANDS = "stands"
    QUICK = "quick"


ITEMS = frozenset({Sort.DUE, Sort.LINGERS, Sort.DISCARDED})
"""The sorts by which a card has something to do of itself in an End Phase."""


@dataclass(frozen=True)
class Need:
    """A card that an effect asks for, or ``unnamed`` ones; the name "" is any monster that does nothing."""

    zone: Zone
    own_side: bool
    name: str = ""
    unnamed: int = 0
    face_down: bool = False


@dataclass(frozen=True)
class Subject:
    """What a lingering effect is about: a card in a zone, on its user's side or not, which may be the user's own.

    The name "" is any monster that does nothing. ``noun`` says which other cards it could be about, None where its
    entry does not tell.
    """

    zone: Zone
    own_side: bool
    own_card: bool
    name: str = ""
    face_down: bool = False
    noun: Filter | None = None


@dataclass(frozen=True)
class Situation:
    """One way in which a card matters: ``sort`` and ``number`` tell it apart from the others of its card.

    ``user`` is the player whose End Phase it has to be for, ``ANY`` for either. ``zone`` is None where the card itself
    is not on the board. ``says`` tells of the card, ``deeds`` of its player.
    """

    card: str
    sort: Sort
    number: int
    user: Who = Who.ANY
    zone: Zone | None = None
    says: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    subject: Subject | None = None

    @property
    def told(self) -> str:
        """The sort, and the number where the card has several of it."""
        return f"{self.sort} {self.number}" if self.number > 1 else self.sort.value

    def __str__(self) -> str:
        return f"{self.card} ({self.told})"

    def can_be_of(self, who: Who) -> bool:
        """Whether it matters where this player, of the turn or not, uses the card."""
        return self.user in (Who.ANY, who)


_ZONES = {
    Place.HAND: Zone.HAND,
    Place.DECK: Zone.DECK,
    Place.EXTRA: Zone.EXTRA,
    Place.GRAVEYARD: Zone.GRAVEYARD,
    Place.BANISHED: Zone.BANISHED,
}
PLAIN = "normal monster"
"""The kind of a monster that does nothing."""

_ADJUSTED = "for the hand-size adjustment"


class Situations:
    """The situations of the cards of a library."""

    def __init__(self, library: Library, precedents: Mapping[str, Precedent]) -> None:
        """Lay as the precedents do what an entry does not tell."""
        self._library = library
        self._precedents = precedents
        self._cards = sorted(library.cards, key=lambda card: (is_lively(card), card.kind != PLAIN, card.name))

    def of(self, card: Card) -> tuple[Situation, ...]:
        """Every way in which the card matters, those that do the same only once."""
        if card.is_token:
            return ()
        numbers: dict[Sort, int] = {}
        found: dict[object, Situation] = {}
        for drafted, does in self._drafts(card):
            if (drafted.sort, does) not in found:
                numbers[drafted.sort] = numbers.get(drafted.sort, 0) + 1
                found[drafted.sort, does] = drafted.named(card.name, numbers[drafted.sort])
        return tuple(found.values())

    def _drafts(self, card: Card) -> Iterator[tuple[_Draft, object]]:
        """What each effect of each text asks for, with what it does."""
        for version in card.versions:
            for effect in version.effects:
                steps = (unplaced(effect.cost), unplaced(effect.steps), effect.leaves and effect.at)
                does = (*steps, effect.target, effect.trigger, effect.mandatory, effect.place, effect.during)
                for draft in self._of_effect(card, effect):
                    yield draft, does
        for marked in (True, False):
            if left_by(card, marked):
                yield self._lingering(card, marked), marked

    def _of_effect(self, card: Card, effect: Effect) -> Iterator[_Draft]:
        if effect.trigger is not None and _ADJUSTED in effect.trigger.how:
            draft = self._used(card, effect, Sort.DISCARDED)
            draft.needs.append(Need(Zone.HAND, True))
            yield draft
        elif effect.during is not None:
            yield self._used(card, effect, Sort.DUE)
        elif is_of_a_discard(effect) and Zone.HAND in places(card):
            yield _Draft(Sort.DISCARDED, Who.TURN, Zone.HAND, needs=[*self._needs(card, effect)])
        elif effect.applies or effect.reacts or effect.instead or effect.state:
            yield self._used(card, effect, Sort.STANDS)
        elif effect.trigger is not None and not is_of_itself(effect.trigger):
            sort = Sort.QUICK if effect.quick or card.is_quick else Sort.STANDS
            yield self._used(card, effect, sort)
        elif effect.trigger is None and is_used_at_will(card, effect):
            yield self._used(card, effect, Sort.QUICK)

    # ---- effects ----

    def _used(self, card: Card, effect: Effect, sort: Sort) -> _Draft:
        """The card where its effect works, with what the effect asks for."""
        zone = _ZONES.get(effect.place or Place.FIELD, field_zone(card))
        draft = _Draft(sort, user_of(effect), zone, needs=[*self._needs(card, effect)])
        if sort is Sort.QUICK and zone is Zone.SPELLS and card.is_quick and effect.during is None:
            draft.says.append("set")
        for condition in effect.conditions:
            self._demand(draft, condition, card)
        return draft

    def _demand(self, draft: _Draft, condition: Condition, card: Card) -> None:
        """Add to the draft what makes the condition hold, where a board can say it."""
        match condition:
            case Coin(side):
                draft.says.append(side)
            case Fact(word, True):
                draft.says.append("1 counter" if word == "counters" else word)
            case HasCounters(_, bounds):
                draft.says.append(f"{bounds.low} counters")
            case YourTurn():
                draft.user = Who.TURN
            case Happened(event) if is_of_itself(event):
                draft.say(told(event))
            case Happened(event):
                draft.did(f"{event.kind} a {noun_words(event.subject.filter)}{manner(event)}")
            case Exists(cards, count) if count.low:
                draft.needs += self._need(card, Selection(filter=cards, count=count))
            case _:
                pass

    def _needs(self, card: Card, effect: Effect) -> Iterator[Need]:
        """The cards that its cost, its target and its own steps ask for."""
        selections = [] if effect.target is None else [effect.target]
        selections += selections_of((*effect.cost, *effect.steps))
        for selection in selections:
            yield from self._need(card, selection)

    def _need(self, card: Card, selection: Selection) -> Iterator[Need]:
        """Cards for a selection: as few as it asks for, and one where it takes all or none."""
        noun = selection.filter
        if selection.refers is not None or "token" in noun.kinds:
            return
        place = next((place for place in noun.places if place is not Place.DECK or len(noun.places) == 1), Place.FIELD)
        own_side = noun.who is not Who.FOE and noun.who is not Who.OPPONENT
        number = max(selection.count.low, 1)
        if any_card(noun) and place in (Place.HAND, Place.GRAVEYARD, Place.DECK):
            yield Need(_ZONES[place], own_side, unnamed=number)
            return
        name = "" if any_card(noun) else self._name(card, noun, place)
        if name is None:
            return
        zone = _ZONES.get(place, Zone.MONSTERS if name == "" else field_zone(self._library.card(name)))
        hidden = noun.face == "face-down" or "set" in noun.kinds
        face_down = zone in (Zone.MONSTERS, Zone.SPELLS) and (hidden or (zone is Zone.SPELLS and noun.face == ""))
        for _ in range(number):
            yield Need(zone, own_side, name, face_down=face_down)

    def _name(self, card: Card, noun: Filter, place: Place) -> str | None:
        """A card that the noun describes, one that does nothing if there is one; "" where any such monster will do."""
        for one in (*(other for other in self._cards if other is not card), *(() if noun.other else (card,))):
            if one.is_token or not describes(one, noun):
                continue
            if place is Place.FIELD or _ZONES[place] in places(one):
                return "" if one.kind == PLAIN and is_broad(noun) else one.name
        return None

    # ---- what lingers ----

    def _lingering(self, card: Card, marked: bool) -> _Draft:
        """What the card left behind, with what its steps ask for and, if ``marked``, the card that it is about."""
        left = left_by(card, marked)
        draft = _Draft(Sort.LINGERS, Who.ANY)
        for lasting in left:
            steps = [action for step in lasting.steps for action in step.options]
            for selection in selections_of(lasting.steps):
                draft.needs += self._need(card, selection)
            tallied = [one.each for action in steps for one in action.conditions if isinstance(one, Tallied)]
            for each in (*tallied, *(action.each for action in steps if action.each is not None)):
                if each.kind == "past":
                    draft.did(f"{each.events[0]} a {noun_words(each.cards)}")
        if marked:
            draft.subject = self._subject(card, left)
        return draft

    def _subject(self, card: Card, left: tuple[Lasting, ...]) -> Subject:
        """What it is about: as its entry says, as a ruling has laid it, or a monster of its user's."""
        precedent = self._precedents.get(card.name)
        away = returns(left)
        zone = Zone.BANISHED if away else Zone.MONSTERS
        if any(is_about_itself(lasting) for lasting in left):
            return Subject(Zone.BANISHED if away else field_zone(card), True, True, card.name)
        effect = next(one for one in effects_of(card) if any(lasting in one.leaves for lasting in left))
        if precedent is None and effect.place is Place.FIELD and not card.is_monster:
            back = any(action.verb == "return" for one in left for step in one.steps for action in step.options)
            return Subject(Zone.HAND, True, True) if back else Subject(field_zone(card), True, True, card.name)
        noun = about(effect)
        status = next((one.status for one in left if one.status is not None), None)
        own_side = own_card = noun is None or noun.who is not Who.FOE
        if status is not None and status.kind == "control":
            own_side, own_card = status.who is not Who.FOE, status.who is Who.FOE
        elif precedent is not None:
            own_side, own_card = precedent.own_side, precedent.own_card
        noun = Filter(kinds=("monster",)) if noun is None and status is not None else noun
        name = "" if noun is None else self._name(card, noun, Place.FIELD) or ""
        if precedent is None:
            return Subject(zone, own_side, own_card, name, noun=noun)
        name = self._as_laid(card, precedent, noun, name)
        return Subject(precedent.zone, own_side, own_card, name, precedent.face_down, noun)

    def _as_laid(self, card: Card, precedent: Precedent, noun: Filter | None, usual: str) -> str:
        """The card of the precedent, or, where that could take part by itself, one that does as well."""
        laid = self._library.card(precedent.name)
        if laid is card or not is_lively(laid) or precedent.zone not in (Zone.MONSTERS, Zone.BANISHED):
            return laid.name
        if noun is None and laid.from_extra_deck:
            return next((one.name for one in self._cards if one.kind == laid.kind), usual)
        return usual


@dataclass
class _Draft:
    """A situation in the making."""

    sort: Sort
    user: Who
    zone: Zone | None = None
    says: list[str] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    subject: Subject | None = None

    def say(self, words: str) -> None:
        """Tell it of the card, if a board can."""
        if can_be_said(words, "note"):
            self.says.append(words)

    def did(self, words: str) -> None:
        """Tell it of the player, if a board can."""
        if can_be_said(words, "past"):
            self.deeds.append(words)

    def named(self, card: str, number: int) -> Situation:
        """The situation, as the one of this number."""
        says, deeds = (tuple(dict.fromkeys(words)) for words in (self.says, self.deeds))
        return Situation(card, self.sort, number, self.user, self.zone, says, deeds, tuple(self.needs), self.subject)
