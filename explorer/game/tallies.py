"""Tallies: how often something has happened this turn, for effects that count ("for each card you discarded")."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.game.cast import Member
from explorer.game.nouns import describes, number
from explorer.game.players import PLAYERS, Player
from explorer.game.scene import Listener, Scene
from explorer.system.commands import Assign
from explorer.system.terms import Term, integer, plus, read, smaller
from models.card import Effect
from models.phrase import Each, Event, Selection, Tallied, Who

MOST = 20
"""Tallies stop here; no board comes near."""


def declare_tallies(scene: Scene) -> None:
    """Let everything that the cast or what lingers counts be counted from the start."""
    for _, effect in scene.effects():
        for each in _counted(effect):
            for player in PLAYERS:
                tally(scene, each, player)


def _counted(effect: Effect) -> Iterator[Each]:
    """Everything of this turn that the effect counts, in an amount or in a condition."""
    actions = [action for step in effect.all_steps for action in step.options]
    yield from (action.each for action in actions if action.each is not None and action.each.kind == "past")
    conditions = [*effect.conditions, *(one for action in actions for one in action.conditions)]
    yield from (one.each for one in conditions if isinstance(one, Tallied))


def multiplier(scene: Scene, each: Each, player: Player, source: Member | None, paid: Term) -> Term:
    """The number by which an amount is multiplied."""
    if each.kind == "paid":
        return paid
    if each.kind == "now":
        return number(scene, each.cards, player, source)
    return tally(scene, each, player)


def tally(scene: Scene, each: Each, player: Player) -> Term:
    """How often the player has done one of these things this turn, what a board tells of it included."""
    words = [*each.cards.names, *each.cards.attributes, *each.cards.races, *each.cards.kinds]
    name = f"{player}: {' '.join(words)} {' or '.join(each.events)} this turn"
    known = scene.words.named(name)
    if known is not None:
        return read(known)
    side = scene.board.turn_player if player is Player.TURN else scene.board.opponent
    events = [Event(kind, Selection(filter=each.cards), by=Who.YOU) for kind in each.events]
    past = sum(any(says_as_much(scene, event, said) for event in events) for said in side.past)
    variable = scene.words.declare(integer(name, 0, MOST), min(past, MOST))
    for event in events:
        more = Assign(variable, smaller(plus(read(variable), 1), MOST))
        scene.listeners.append(Listener(event, None, player, lambda _, more=more: [more]))  # type: ignore[misc]
    return read(variable)


def says_as_much(scene: Scene, wanted: Event, said: Event) -> bool:
    """Whether what a board tells of the past is what the condition asks for; a named card counts as what it is."""
    if wanted.kind != said.kind or not set(wanted.how) <= set(said.how):
        return False
    asked, given = wanted.subject.filter, said.subject.filter
    named = [
        scene.library.card(name)
        for name in given.names
        if any(name in (card.name, *card.also) for card in scene.library.find(name))
    ]
    if named:
        return all(describes(card, asked) for card in named)
    return set(asked.names) <= set(given.names) and set(asked.kinds) <= set(given.kinds)
