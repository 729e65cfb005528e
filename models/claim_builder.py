"""From parse trees to records, for the phrases of boards and rulings; :mod:`models.phrase_builder` adds the cards'."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from lark import Token, Transformer

from models import phrase as p

PLACES = {
    "field": p.Place.FIELD,
    "hand": p.Place.HAND,
    "Deck": p.Place.DECK,
    "Extra Deck": p.Place.EXTRA,
    "GY": p.Place.GRAVEYARD,
    "graveyard": p.Place.GRAVEYARD,
    "banished cards": p.Place.BANISHED,
}


class Post(tuple[str, Any]):
    """A word that qualifies a noun: which field of the filter it fills, and with what."""

    __slots__ = ()


QUOTE, INNER_QUOTE = '"', "\u0001"
"""A quote within a card's name travels through the grammar as a character that no file may hold."""


def bare(token: Any) -> str:
    """The name inside the quotes."""
    return str(token).strip(QUOTE).replace(INNER_QUOTE, QUOTE)


def _player(token: Any) -> p.Who:
    return p.Who.TURN if "turn" in str(token) else p.Who.OPPONENT


def _does(token: Any) -> str:
    """The base form of a choice's verb: ``processes`` to ``process``, ``activates`` to ``activate``."""
    word = re.sub(r" for$", "", str(token))
    for base in ("activate", "process", "discard", "resolve", "choose", "decline", "tribute", "pay"):
        if word in (base, f"{base}s", f"{base}es"):
            return base
    return word


class ClaimBuilder(Transformer[Token, Any]):
    """Builds the records of states, moments, wishes and notes, bottom up."""

    # ---- players ----

    def you(self, _: list[Any]) -> p.Who:
        return p.Who.YOU

    def foe(self, _: list[Any]) -> p.Who:
        return p.Who.FOE

    def anyone(self, _: list[Any]) -> p.Who:
        return p.Who.ANY

    owner = nobody = anyone

    def absolute(self, parts: list[Any]) -> p.Who:
        return _player(parts[0])

    player = absolute

    # ---- boards ----

    def note_set_this_turn(self, _: list[Any]) -> p.Note:
        return p.Note("set this turn")

    def note_set(self, _: list[Any]) -> p.Note:
        return p.Note("set")

    def note_face(self, parts: list[Any]) -> p.Note:
        return p.Note("face", str(parts[0]))

    def note_position(self, parts: list[Any]) -> p.Note:
        return p.Note("position", str(parts[0]).split()[-2].lower())

    def note_coin(self, parts: list[Any]) -> p.Note:
        return p.Note("coin", str(parts[0]))

    def note_fact(self, parts: list[Any]) -> p.Note:
        return p.Note("fact", str(parts[0]))

    def note_counters(self, parts: list[Any]) -> p.Note:
        return p.Note("counters", int(parts[0]))

    def note_battled(self, _: list[Any]) -> p.Note:
        return p.Note("fact", "battled")

    def note_stat(self, parts: list[Any]) -> p.Note:
        return p.Note(str(parts[1]), int(parts[0]))

    def note_attacked(self, _: list[Any]) -> p.Note:
        return p.Note("fact", "attack declared")

    def note_copies(self, parts: list[Any]) -> p.Note:
        return p.Note("copies", int(parts[0]))

    def note_owner(self, parts: list[Any]) -> p.Note:
        return p.Note("owner", str(parts[0]))

    def note_past(self, parts: list[Any]) -> p.Note:
        return p.Note("happened", parts[0])

    def note_by(self, parts: list[Any]) -> p.Note:
        summoned = p.Event("Special Summoned", p.Selection(refers=p.Refers.SELF), how=(f"by {bare(parts[0])}",))
        return p.Note("happened", summoned)

    # ---- states ----

    def state(self, parts: list[Any]) -> p.Condition:
        return p.Either(tuple(parts))

    def state_and(self, parts: list[Any]) -> p.Condition:
        return p.Both(tuple(parts))

    def negation(self, parts: list[Any]) -> p.Condition:
        return p.Not(parts[0])

    def card_state(self, parts: list[Any]) -> p.Condition:
        how_many, name, *wheres = parts
        noun: dict[str, Any] = {"names": (bare(name),)}
        extra: list[Any] = []
        for key, value in wheres:
            if key in ("negated", "attack", "due again", "counters"):
                extra.append((key, value))
            else:
                noun[key] = value
        cards = p.Filter(**noun)
        for key, value in extra:
            match key:
                case "negated":
                    return p.Negated(cards)
                case "due again":
                    return p.DueAgain(cards)
                case "counters":
                    return p.HasCounters(cards, value)
            return p.HasAttack(cards, value)
        return p.Exists(cards, how_many or p.Bounds(1, None))

    def bounded(self, parts: list[Any]) -> p.Bounds:
        return parts[0]  # type: ignore[no-any-return]

    def on_field(self, _: list[Any]) -> Post:
        return Post(("places", (p.Place.FIELD,)))

    def in_place(self, parts: list[Any]) -> Post:
        return Post(("places", (PLACES[str(parts[1])],)))

    def is_banished(self, _: list[Any]) -> Post:
        return Post(("places", (p.Place.BANISHED,)))

    def has_face(self, parts: list[Any]) -> Post:
        return Post(("face", str(parts[0])))

    def is_negated(self, _: list[Any]) -> Post:
        return Post(("negated", True))

    def is_due_again(self, _: list[Any]) -> Post:
        return Post(("due again", True))

    def with_counters(self, parts: list[Any]) -> Post:
        return Post(("counters", parts[0]))

    def controlled(self, parts: list[Any]) -> Post:
        return Post(("who", parts[0]))

    def with_attack(self, parts: list[Any]) -> Post:
        return Post(("attack", parts[0]))

    def player_life(self, parts: list[Any]) -> p.Life:
        return p.Life(_player(parts[0]), parts[1])

    def skipped(self, parts: list[Any]) -> p.Skipped:
        return p.Skipped(_player(parts[0]))

    def wins(self, parts: list[Any]) -> p.Wins:
        return p.Wins(parts[0])

    def draw(self, _: list[Any]) -> p.Wins:
        return p.Wins(p.Who.ANY)

    def hand_count(self, parts: list[Any]) -> p.CountIs:
        who, bounds = parts[0], parts[1]
        return p.CountIs(p.Count("cards", who, p.Filter(places=(p.Place.HAND,), who=who)), bounds)

    def control_count(self, parts: list[Any]) -> p.CountIs:
        who, bounds, noun = parts
        return p.CountIs(self._controlled(noun, who), bounds)

    def _controlled(self, noun: Any, who: p.Who) -> p.Count:
        kind = str(noun).lower().removesuffix("s")
        kinds = () if kind == "card" else (kind,)
        return p.Count("cards", who, p.Filter(kinds=kinds, places=(p.Place.FIELD,), who=who))

    # ---- moments ----

    def moment(self, parts: list[Any]) -> p.Moment:
        moment, *orders = parts
        told: p.Moment = msgspec.structs.replace(moment, **dict(orders))
        return told

    def simple_moment(self, parts: list[Any]) -> p.Moment:
        who, must, (kind, names), *qualifiers = parts
        fields: dict[str, Any] = {}
        for key, value in qualifiers:
            fields[key] = value
        return p.Moment(kind, who or p.Who.ANY, names, must=must is not None, **fields)

    def pass_(self, _: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "pass", ()

    def does(self, parts: list[Any]) -> tuple[str, tuple[str, ...]]:
        return _does(parts[0]), parts[1]

    def done_by_card(self, parts: list[Any]) -> tuple[str, tuple[str, ...]]:
        return _does(parts[1]), (bare(parts[0]),)

    def done_to_card(self, parts: list[Any]) -> tuple[str, tuple[str, ...]]:
        done = str(parts[1])
        for base in ("activate", "process", "discard", "resolve", "choose"):
            if done in (f"{base}ed", f"{base}d"):
                return base, (bare(parts[0]),)
        return done, (bare(parts[0]),)

    def card_list(self, parts: list[Any]) -> tuple[str, ...]:
        return tuple(bare(part) for part in parts)

    def after_adjustment(self, _: list[Any]) -> Post:
        return Post(("adjustment", "after"))

    def before_adjustment(self, _: list[Any]) -> Post:
        return Post(("adjustment", "before"))

    def in_chain(self, parts: list[Any]) -> Post:
        return Post(("chained_to", (bare(parts[0]),)))

    def involving(self, parts: list[Any]) -> Post:
        return Post(("involving", parts[1]))

    def before(self, parts: list[Any]) -> Post:
        return Post(("before", parts[0]))

    def after(self, parts: list[Any]) -> Post:
        return Post(("after", parts[0]))

    # ---- wishes ----

    def most(self, parts: list[Any]) -> p.Wish:
        return p.Wish("most", count=parts[0])

    def fewest(self, parts: list[Any]) -> p.Wish:
        return p.Wish("fewest", count=parts[0])

    def holds(self, parts: list[Any]) -> p.Wish:
        return p.Wish("holds", condition=parts[0])

    def cards_controlled(self, parts: list[Any]) -> p.Count:
        return self._controlled(parts[0], parts[1])

    def life_of(self, parts: list[Any]) -> p.Count:
        return p.Count("life", _player(parts[0]))

    def cards_in(self, parts: list[Any]) -> p.Count:
        _, players, place = parts
        who = _player(players)
        return p.Count("cards", who, p.Filter(places=(PLACES[str(place)],), who=who))
