"""Tallies: how often something has happened this turn, for effects that count ("for each card you discarded")."""

from __future__ import annotations

from explorer.game.cast import Member
from explorer.game.conditions import says_as_much
from explorer.game.nouns import number
from explorer.game.players import PLAYERS, Player
from explorer.game.scene import Listener, Scene
from explorer.system.commands import Assign
from explorer.system.terms import Term, integer, plus, read, smaller
from models.card import Effect
from models.phrase import Each, Event, Selection, Step, Who

MOST = 20
"""Tallies stop here; no board comes near."""


def declare_tallies(scene: Scene) -> None:
    """Let everything that the cast or what lingers counts be counted from the start."""
    effects = [effect for member in scene.members for effect in member.effects]
    for lingering in scene.board.lingering:
        effects += scene.library.card(lingering.card).effects_on(scene.ruleset.day)
    for effect in effects:
        for step in _steps(effect):
            for action in step.options:
                if action.each is not None and action.each.kind == "past":
                    for player in PLAYERS:
                        _tally(scene, action.each, player)


def _steps(effect: Effect) -> list[Step]:
    return [*effect.steps, *effect.cost, *(step for lasting in effect.leaves for step in lasting.steps)]


def multiplier(scene: Scene, each: Each, player: Player, source: Member, paid: Term) -> Term:
    """The number by which an amount is multiplied."""
    if each.kind == "paid":
        return paid
    if each.kind == "now":
        return number(scene, each.cards, player, source)
    return _tally(scene, each, player)


def _tally(scene: Scene, each: Each, player: Player) -> Term:
    words = [*each.cards.names, *each.cards.attributes, *each.cards.races, *each.cards.kinds]
    name = f"{player}: {' '.join(words)} {' or '.join(each.events)} this turn"
    known = next((variable for variable in scene.words.initial if variable.name == name), None)
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
