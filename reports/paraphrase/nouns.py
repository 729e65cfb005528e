"""Nouns in plain words: which cards, how many of them, whose, and where."""

from __future__ import annotations

from collections.abc import Iterable

from models.phrase import Bounds, Each, Filter, Place, Refers, Selection, Who

PLACES = {
    Place.FIELD: "field",
    Place.HAND: "hand",
    Place.DECK: "Deck",
    Place.EXTRA: "Extra Deck",
    Place.GRAVEYARD: "GY",
    Place.BANISHED: "banished cards",
}
_WITHIN = {Place.FIELD: "on", Place.BANISHED: "among"}
PLAYERS = {
    Who.YOU: "you",
    Who.FOE: "your opponent",
    Who.TURN: "the turn player",
    Who.OPPONENT: "the opponent",
    Who.ANY: "any player",
}
OWNERS = {
    Who.YOU: "your",
    Who.FOE: "your opponent's",
    Who.TURN: "the turn player's",
    Who.OPPONENT: "the opponent's",
    Who.ANY: "its owner's",
}
_REFERRED = {
    Refers.SELF: "this card",
    Refers.TARGET: "the target",
    Refers.AFFECTED: "the cards that it was applied to",
    Refers.THOSE: "those cards",
    Refers.THEM: "the cards just named",
}
_NOUNS = ("monster", "spell", "trap", "token")
_WRITTEN = {"spell": "Spell", "trap": "Trap", "token": "Token"}


def either(words: Iterable[str], joint: str = "or") -> str:
    """The words in a list: ``A``, ``A or B``, ``A, B or C``."""
    *front, last = words
    return f"{', '.join(front)} {joint} {last}" if front else last


def number(bounds: Bounds) -> str:
    """How many: ``2``, ``1 or more``, ``up to 3``, ``no``."""
    low, high = bounds.low, bounds.high
    if high is None:
        return f"{low} or more"
    if low == high:
        return "no" if high == 0 else str(low)
    return f"at most {high}" if low == 0 else f"{low} to {high}"


def cards(found: Filter, *, several: bool) -> str:
    """The cards that a filter describes, as a noun in the singular or plural."""
    nouns = [_WRITTEN.get(kind, kind) for kind in found.kinds if kind in _NOUNS]
    words = [
        *(["other"] if found.other else []),
        *([found.face] if found.face else []),
        *([f"{found.position.capitalize()} Position"] if found.position else []),
        *([_level(found.level)] if found.level else []),
        *([either(found.attributes)] if found.attributes else []),
        *([either(found.races)] if found.races else []),
        *([either([kind.capitalize() for kind in found.kinds if kind not in _NOUNS])] if _kinds(found) else []),
        *([either([f'"{name}"' for name in found.names])] if found.names else []),
        either([f"{noun}s" if several else noun for noun in nouns or ["card"]]),
    ]
    return " ".join([*words, *_after(found)])


def _kinds(found: Filter) -> bool:
    return any(kind not in _NOUNS for kind in found.kinds)


def _level(bounds: Bounds) -> str:
    if bounds.high is None:
        return f"Level {bounds.low} or higher"
    return f"Level {bounds.high} or lower" if bounds.low < bounds.high else f"Level {bounds.low}"


def _after(found: Filter) -> Iterable[str]:
    """What stands behind the noun."""
    if found.attack:
        yield f"with {number(found.attack)} ATK"
    if found.defense:
        yield f"with {number(found.defense)} DEF"
    if found.not_names:
        yield _but(found.not_names)
    if found.no_attack:
        yield "that declared no attack this turn"
    if found.new_name:
        yield "with a name that is not in your GY"
    if found.places or found.who is not Who.ANY:
        yield either(within(place, found.who) for place in found.places or (Place.FIELD,))


def within(place: Place, who: Who = Who.ANY) -> str:
    """Where cards are: ``in your hand``; on the field, who controls them."""
    if place is Place.FIELD and who is not Who.ANY:
        return f"that {PLAYERS[who]} {'control' if who is Who.YOU else 'controls'}"
    return f"{_WITHIN.get(place, 'in')} {owned(place, who)}"


def owned(place: Place, who: Who = Who.ANY) -> str:
    """A place, and whose it is where that is said: ``your GY``."""
    return f"{'the' if who is Who.ANY else OWNERS[who]} {PLACES[place]}"


def _but(names: Iterable[str]) -> str:
    return "other than " + either(['"' + name + '"' for name in names])


def selection(found: Selection) -> str:
    """The cards that something is done to."""
    plain = found.filter == Filter()
    if found.refers is not None:
        named = _REFERRED[found.refers]
        if found.refers is Refers.TARGET and found.every:
            named = "all targets"
        counted = found.refers is Refers.THOSE and not found.every
        said = f"{number(found.count)} of {named}" if counted else named
        return said if plain else f"{said}, {cards(found.filter, several=False)}"
    if found.every:
        said = f"all {cards(found.filter, several=True)}"
    else:
        said = f"{number(found.count)} {cards(found.filter, several=found.count != Bounds(1, 1))}"
    for coupling in found.couplings:
        total = f" whose Levels add up to {number(coupling.total)}" if coupling.total else ""
        said += total or f" with {coupling.kind}"
    return said


def each(found: Each) -> str:
    """What an amount is multiplied by."""
    if found.kind == "paid":
        return f"for each {cards(found.cards, several=False)} paid as the cost"
    if found.kind == "past":
        return f"for each {cards(found.cards, several=False)} that you {either(found.events)} this turn"
    return f"for each {cards(found.cards, several=False)}"
