"""Moves, wishes, claims and formulas in plain words, as rulings have them."""

from __future__ import annotations

from models import formula as f
from models import phrase as p
from models.phrase import Who
from models.ruling import Claim
from reports.paraphrase.conditions import condition, count
from reports.paraphrase.deeds import third
from reports.paraphrase.nouns import PLAYERS, either

_DOES = frozenset({"pass", "activate", "process", "discard", "resolve", "choose", "decline", "tribute", "pay"})
"""What is done by somebody; anything else is done to a card."""

_ALONG = {
    f.Along.EVENTUALLY: "at some point: {aim}",
    f.Along.ALWAYS: "at every point: {aim}",
    f.Along.NEXT: "at the next point: {aim}",
    f.Along.UNTIL: "{keeps}, until at some point: {aim}",
    f.Along.UNLESS: "{keeps}, unless at some point: {aim}",
}
_PLAYS = {
    f.Quantifier.SOME: "there is a play in which",
    f.Quantifier.EVERY: "in every play",
    f.Quantifier.ENFORCE: "whatever the others do, {players} can see to it that",
    f.Quantifier.DESPITE: "whatever {players} does, there is a play in which",
}
_LINKS = {f.Link.AND: "and", f.Link.OR: "or", f.Link.IMPLIES: "implies that", f.Link.EQUALS: "just when"}
_CLAIMED = {
    "possible": "some play ends so that {condition}",
    "impossible": "no play ends so that {condition}",
    "always": "at every point of every play {condition}",
    "inevitable": "every play comes to a point where {condition}",
    "until": "every play comes to a point where {condition}, and up to there {keeps}",
    "can": "some play has this: {moment}",
    "cannot": "no play has this: {moment}",
}


def moment(found: p.Moment) -> str:
    """A choice in a play: who, what, of which card, and when."""
    who = "somebody" if found.who is Who.ANY else PLAYERS[found.who]
    names = either(found.names, "and") if found.names else ""
    if found.kind in _DOES:
        must = "is compelled and " if found.must else ""
        words = [f"{who} {must}{third(found.kind)}", *([names] if names else [])]
    else:
        words = [f"{names} is {found.kind}", *([] if found.who is Who.ANY else [f"by {who}"])]
    if found.involving:
        words.append(f"with {either(found.involving, 'and')} paid, targeted or chosen")
    if found.chained_to:
        words.append(f"in a chain to {either(found.chained_to, 'and')}")
    if found.adjustment:
        words.append(f"{found.adjustment} the hand-size adjustment")
    said = " ".join(words)
    if found.before is not None:
        said += f", without this having happened before: {moment(found.before)}"
    return f"{said}, once this has happened: {moment(found.after)}" if found.after is not None else said


def wish(found: p.Wish) -> str:
    """What a player wants of the end."""
    if found.count is not None:
        return f"{count(found.count)}, as {'many' if found.sense == 'most' else 'few'} as can be"
    return f"at the end {condition(found.condition)}" if found.condition is not None else found.sense


def formula(found: f.Formula) -> str:
    """What a formula says."""
    match found:
        case f.Says():
            return condition(found.condition)
        case f.Over():
            return "the End Phase is over"
        case f.Happens():
            return f"the step is: {moment(found.moment)}"
        case f.Denied():
            return f"it is not so that ({formula(found.part)})"
        case f.Joined():
            return f"({formula(found.left)}) {_LINKS[found.link]} ({formula(found.right)})"
        case f.Path():
            players = either([PLAYERS[who] for who in found.players], "and") if found.players else "nobody"
            keeps = "" if found.keeps is None else f"({formula(found.keeps)})"
            along = _ALONG[found.along].format(aim=f"({formula(found.aim)})", keeps=keeps)
            return f"{_PLAYS[found.quantifier].format(players=players)} {along}"


def claim(found: Claim) -> str:
    """What is claimed."""
    if found.formula is not None:
        return formula(found.formula)
    if found.inner is not None:
        return f"once a play has begun with [{_line(found)}]: {claim(found.inner)}"
    if found.kind == "outcomes":
        if found.count is not None:
            return f"{found.count} {'outcome' if found.count == 1 else 'outcomes'} can be left"
        return "the outcomes are just these: " + "; ".join(map(condition, found.outcomes))
    if found.kind == "best play":
        leads = f"; it ends so that {condition(found.condition)}" if found.condition is not None else ""
        return f"best play goes [{_line(found)}]{leads}"
    told = condition(found.condition) if found.condition is not None else ""
    if found.player is not None:
        return _of_power(found, told)
    keeps = condition(found.keeps) if found.keeps is not None else ""
    happens = moment(found.moment) if found.moment is not None else ""
    return _CLAIMED[found.kind].format(condition=told, keeps=keeps, moment=happens)


def _line(found: Claim) -> str:
    return "; ".join(map(moment, found.line))


def _of_power(found: Claim, told: str) -> str:
    """A claim of what a player can bring about or prevent."""
    assert found.player is not None
    who = PLAYERS[found.player]
    if found.kind.startswith("possible"):
        return f"some play ends so that {told}, and {who} cannot prevent it"
    can = "cannot" if " cannot " in found.kind else "can"
    return f"{who} {can} see to it that play ends so that {told}, whatever the other does"
