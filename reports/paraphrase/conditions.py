"""Conditions and events in plain words."""

from __future__ import annotations

from models import phrase as p
from models.phrase import Who
from reports.paraphrase.nouns import OWNERS, PLAYERS, cards, each, either, number, owned, selection

_COMPARED = {"same": "as many monsters as", "more": "more monsters than", "fewer": "fewer monsters than"}


def event(found: p.Event, tense: str = "is") -> str:
    """What happens, in the passive: ``this card is sent to the GY``."""
    words = [selection(found.subject), tense, found.kind]
    if found.places_from:
        words.append("from " + either(owned(place, found.from_whose) for place in found.places_from))
    if found.place_to is not None:
        words.append(f"to {owned(found.place_to, found.to_whose)}")
    if found.by is not Who.ANY:
        words.append(f"by {PLAYERS[found.by]}")
    words += found.how
    if found.this_turn and "this turn" not in found.how:
        words.append("this turn")
    return " ".join(words)


def condition(found: p.Condition) -> str:
    """What has to hold."""
    match found:
        case p.Both():
            return " and ".join(_grouped(part) for part in found.parts)
        case p.Either():
            return " or ".join(_grouped(part) for part in found.parts)
        case p.Not():
            return f"it is not so that {_grouped(found.part)}"
        case p.Happened():
            return event(found.event, "was")
        case p.Life() | p.Skipped() | p.Wins() | p.CountIs() | p.Compare() | p.YourTurn() | p.Tallied():
            return _of_players(found)
        case _:
            return _of_cards(found)


_OfPlayers = p.Life | p.Skipped | p.Wins | p.CountIs | p.Compare | p.YourTurn | p.Tallied
_OfCards = p.Coin | p.Fact | p.DueAgain | p.HasCounters | p.Exists | p.Negated | p.HasAttack


def _of_players(found: _OfPlayers) -> str:
    match found:
        case p.Life():
            return f"{OWNERS[found.who]} life points are {number(found.bounds)}"
        case p.Skipped():
            return f"{OWNERS[found.who]} next turn is skipped"
        case p.Wins():
            return "the duel is a draw" if found.who is Who.ANY else f"{PLAYERS[found.who]} wins the duel"
        case p.CountIs():
            return f"{count(found.count)} is {number(found.bounds)}"
        case p.Compare():
            return f"you control {_COMPARED[found.sense]} your opponent"
        case p.YourTurn():
            return "it is your turn"
        case p.Tallied():
            return f"{number(found.bounds)} {each(found.each).removeprefix('for each ')}"


def _of_cards(found: _OfCards) -> str:
    match found:
        case p.Coin():
            return f"its coin showed {found.side}"
        case p.Fact():
            return f"this card has {'' if found.holds else 'no '}{found.word}" if _had(found) else _did(found)
        case p.DueAgain():
            return f"what {cards(found.cards, several=True)} left behind is due again in the next End Phase"
        case p.HasCounters():
            return f"{cards(found.cards, several=True)} have {number(found.bounds)} counters"
        case p.Exists():
            return _exists(found)
        case p.Negated():
            return f"the effects of {cards(found.cards, several=True)} are negated"
        case p.HasAttack():
            return f"{cards(found.cards, several=True)} have {number(found.bounds)} ATK"


def _grouped(found: p.Condition) -> str:
    words = condition(found)
    return f"({words})" if isinstance(found, p.Both | p.Either) else words


def _had(found: p.Fact) -> bool:
    return found.word in ("materials", "counters")


def _did(found: p.Fact) -> str:
    done = {"battled": "battled", "attack declared": "declared an attack"}.get(found.word, found.word)
    return f"this card {done} this turn" if found.holds else f"it is not so that this card {done} this turn"


def _exists(found: p.Exists) -> str:
    if found.refers is not None:
        return f"{selection(p.Selection(refers=found.refers))} is {cards(found.cards, several=False)}"
    one = found.count == p.Bounds(1, 1)
    return f"there {'is' if one else 'are'} {number(found.count)} {cards(found.cards, several=not one)}"


def count(found: p.Count) -> str:
    """What is counted."""
    if found.what == "life":
        return f"{OWNERS[found.who]} life points"
    return f"the number of {cards(found.cards, several=True)}"
