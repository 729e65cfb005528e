"""Conditions: from what a card, a claim or a wish says to a term over the state."""

from __future__ import annotations

from explorer.game.cast import Member
from explorer.game.nouns import candidates, number
from explorer.game.occurrences import holds_of, told
from explorer.game.players import PLAYERS, Player, seen_from
from explorer.game.scene import RESULTS, Listener, Scene, within
from explorer.game.tallies import says_as_much, tally
from explorer.system.commands import Assign
from explorer.system.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    at_least,
    boolean,
    equal,
    less,
    negate,
    plus,
    read,
)
from models.phrase import (
    Both,
    Coin,
    Compare,
    Condition,
    Count,
    CountIs,
    DueAgain,
    Either,
    Event,
    Exists,
    Fact,
    Happened,
    HasAttack,
    HasCounters,
    Life,
    Negated,
    Not,
    Refers,
    Skipped,
    Tallied,
    Who,
    Wins,
    YourTurn,
)


def condition(  # noqa: PLR0912 - one case for each kind of condition
    scene: Scene, says: Condition, viewer: Player | None, holder: Member | None
) -> Term:
    """The term for a condition, to a user of the effect of ``holder``; both are None for a claim.

    A condition on the past declares its memory, so conditions of cards are to be read before anything moves.
    """
    match says:
        case Happened(event):
            return _happened(scene, event, viewer, holder)
        case Coin(side):
            if holder is None:
                return FALSE
            tossed = holder.told(lambda way: int(way.coin == side))
            return read(scene.remember(holder, f"showed {side}", tossed))
        case Fact(word, holds):
            told = _fact(scene, word, holder)
            return told if holds else negate(told)
        case Compare(sense):
            return _compare(scene, sense, viewer)
        case DueAgain(cards):
            return any_of(read(mark) for name, mark in scene.due_again if name in cards.names)
        case Tallied(each, bounds):
            return within(tally(scene, each, viewer or Player.TURN), bounds)
        case YourTurn():
            return TRUE if viewer is Player.TURN else FALSE
        case HasCounters(cards, bounds):
            if holder is not None:
                return within(read(scene.counters[holder]), bounds)
            return any_of(
                all_of(term, within(read(scene.counters[member]), bounds))
                for member, term in candidates(scene, cards, viewer)
                if member in scene.counters
            )
        case Exists(cards, count, refers):
            if refers is Refers.SELF and holder is not None:
                return _is_so(scene, says, holder)
            return within(number(scene, cards, viewer, holder), count)
        case Life(who, bounds):
            return any_of(within(read(scene.life[one]), bounds) for one in _players(who, viewer))
        case CountIs(count, bounds):
            return within(counted(scene, count, viewer), bounds)
        case Negated(cards):
            return any_of(
                all_of(term, scene.face_up(member), scene.negated(member))
                for member, term in candidates(scene, cards, viewer)
            )
        case HasAttack(cards, bounds):
            return any_of(
                all_of(term, scene.face_up(member), within(scene.attack(member), bounds))
                for member, term in candidates(scene, cards, viewer)
            )
        case Skipped(who):
            return any_of(read(scene.skipped[one]) for one in _players(who, viewer))
        case Wins(who):
            winner = seen_from(who, viewer)
            return equal(read(scene.result), RESULTS.index(str(winner) if winner else "draw"))
        case Both(parts):
            return all_of(condition(scene, part, viewer, holder) for part in parts)
        case Either(parts):
            return any_of(condition(scene, part, viewer, holder) for part in parts)
        case Not(part):
            return negate(condition(scene, part, viewer, holder))


def _fact(scene: Scene, word: str, holder: Member | None) -> Term:
    if holder is None:
        return FALSE
    if word == "counters":
        return at_least(read(scene.counters[holder]), 1) if holder in scene.counters else FALSE
    return read(scene.remember(holder, word, holder.told(lambda way: int(word in way.facts))))


def _compare(scene: Scene, sense: str, viewer: Player | None) -> Term:
    you = viewer or Player.TURN
    mine, others = scene.monsters(you), scene.monsters(you.other)
    return {"same": equal(mine, others), "more": less(others, mine), "fewer": less(mine, others)}[sense]


def counted(scene: Scene, count: Count, viewer: Player | None) -> Term:
    """The number that a wish or claim counts."""
    if count.what == "life":
        return plus(*(read(scene.life[one]) for one in _players(count.who, viewer)))
    return number(scene, count.cards, viewer)


def _players(who: Who, viewer: Player | None) -> tuple[Player, ...]:
    one = seen_from(who, viewer)
    return PLAYERS if one is None else (one,)


def _is_so(scene: Scene, says: Exists, holder: Member) -> Term:
    noun = says.cards
    face = {"face-up": negate(read(holder.face_down)), "face-down": read(holder.face_down), "": TRUE}[noun.face]
    position = {"defense": read(holder.defense), "attack": negate(read(holder.defense)), "": TRUE}[noun.position]
    return all_of(scene.on_field(holder), face, position)


def wording(event: Event) -> str:
    """A name for the memory of an event: the same for the same words."""
    words = [event.kind, *event.how]
    if event.places_from:
        words.append(f"from {' or '.join(event.places_from)}")
    if event.place_to:
        words.append(f"to {event.place_to}")
    if event.this_turn:
        words.append("this turn")
    noun = event.subject.filter
    words += [f'"{name}"' for name in noun.names] + list(noun.kinds)
    return " ".join(words)


def _happened(scene: Scene, event: Event, viewer: Player | None, holder: Member | None) -> Term:
    if event.subject.refers is Refers.SELF and holder is not None:
        return _happened_to_self(scene, event, viewer, holder)
    who = seen_from(event.by, viewer)
    name = f"{who or 'somebody'} {wording(event)}"
    known = scene.words.named(name)
    if known is None:
        side = scene.board.opponent if who is Player.OPPONENT else scene.board.turn_player
        past = any(says_as_much(scene, event, one) for one in side.past)
        known = scene.words.declare(boolean(name), int(past))
        variable = known
        scene.listeners.append(Listener(event, None, viewer, lambda _: [Assign(variable, 1)]))
    return read(known)


def _happened_to_self(scene: Scene, event: Event, viewer: Player | None, holder: Member) -> Term:
    column = f"was {wording(event)}"
    if column not in scene.words.rows[holder.label]:
        memory = Listener(event, holder, viewer, lambda _: [Assign(variable, 1)])
        initially = holder.told(
            lambda way: int(holds_of(scene, event, memory, [told(holder, one) for one in way.happened]))
        )
        variable = scene.remember(holder, column, initially)
        if event.kind.endswith("Summoned") and not event.this_turn:
            scene.kept_banished.setdefault(holder, []).append(variable)
            scene.summoned_how.setdefault(holder, []).append(variable)
        scene.listeners.append(memory)
    return read(scene.words.rows[holder.label][column])
