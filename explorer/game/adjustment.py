"""The hand-size adjustment: every combination of cards that the player may discard down to the limit, all at once.

Copies of a card are alike in the hand, so a combination says how many of each name, and how many unnamed cards make
up the rest. The combinations are enumerated as they are, never card by card.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.game.cast import Member
from explorer.game.happenings import Happening, Kind
from explorer.game.moves import Manner, move
from explorer.game.nouns import MOST_WAYS, describes
from explorer.game.occurrences import announce_unnamed
from explorer.game.players import DECK, GRAVEYARD, HAND, HAND_LIMIT, Player
from explorer.game.scene import Scene
from explorer.game.windows import WINDOWS, Window, window_of
from explorer.system.commands import Assign, Clause, Command, block
from explorer.system.terms import (
    Term,
    all_of,
    at_least,
    count_true,
    equal,
    less,
    minus,
    plus,
    read,
)
from models.board import Zone
from models.card import Effect
from models.errors import InputError
from models.phrase import Place, Refers, Selection


def adjustments(scene: Scene, player: Player) -> list[Command]:
    """One command for each combination of names to discard; raises InputError when they are too many."""
    reach = _Reach.of(scene, player)
    groups: dict[str, list[Member]] = {}
    for member in reach.members:
        groups.setdefault(member.name, []).append(member)
    numbers = [range(min(len(copies), reach.excess) + 1) for copies in groups.values()]
    if math.prod(map(len, numbers)) > MOST_WAYS:
        raise InputError(f"more than {MOST_WAYS:,} ways to discard for the hand-size adjustment", scene.board.at)
    commands = []
    for counts in itertools.product(*numbers):
        for unnamed in range(min(reach.unnamed, reach.excess - sum(counts)) + 1):
            if sum(counts) + unnamed:
                chosen = dict(zip(groups, counts, strict=True))
                commands.append(_adjusts(scene, player, groups, chosen, unnamed))
    return commands


@dataclass(frozen=True)
class _Reach:
    """What a hand could come to hold in this End Phase: the named cards, unnamed ones, and how far over the limit."""

    members: tuple[Member, ...]
    unnamed: int
    excess: int

    @staticmethod
    def of(scene: Scene, player: Player) -> _Reach:
        own = [member for member in scene.members if member.owner is player and not member.card.is_token]
        coming, draws = _coming_to_hand(scene)
        names = {
            member.name
            for member in own
            if _starts(member, Zone.HAND) or member in coming or (draws and _starts(member, Zone.DECK))
        }
        own = [member for member in own if member.name in names]  # copies are interchangeable: all of them, or none
        unnamed = scene.most_unnamed(player, HAND)
        if draws:
            unnamed += scene.most_unnamed(player, DECK)
        least = min([HAND_LIMIT, *(amount for _, amount, _ in scene.hand_limits if amount is not None)])
        return _Reach(tuple(own), unnamed, max(0, len(own) + unnamed - least))


def _starts(member: Member, zone: Zone) -> bool:
    """Whether the board puts the card into this zone, be it that it leaves it open."""
    return member.placed is not None and member.placed.zone is zone


def _coming_to_hand(scene: Scene) -> tuple[set[Member], bool]:
    """The cards that an effect of the cast, or of what lingers, could add or return to a hand; whether any draws."""
    found: set[Member] = set()
    draws = False
    for member, effect in scene.effects():
        for action in (action for step in effect.all_steps for action in step.options):
            draws = draws or action.verb == "draw"
            if action.verb == "add" or (action.verb == "return" and action.place_to in (None, Place.HAND)):
                for selection in action.objects:
                    found |= _meant(scene, member, effect, selection)
    return found, draws


def _meant(scene: Scene, member: Member | None, effect: Effect, selection: Selection) -> set[Member]:
    """The cards that a selection could be about, by what is printed on them."""
    if selection.refers is Refers.SELF and member is not None:
        return {member}
    noun = selection.filter
    if selection.refers is Refers.TARGET and effect.target is not None:
        noun = effect.target.filter
    elif selection.refers is not None:
        return set(scene.members)
    return {one for one in scene.members if describes(one.card, noun)}


def _adjusts(
    scene: Scene, player: Player, groups: dict[str, list[Member]], numbers: dict[str, int], unnamed: int
) -> Command:
    named = sum(numbers.values())
    hand, grave = scene.unnamed[player, HAND], scene.unnamed[player, GRAVEYARD]
    excess = minus(scene.hand_size(player), scene.hand_limit(player))
    guard = [
        Clause("ruleset: hand-size adjustment", scene.in_window(window_of(player, "adjusts"))),
        Clause("rule: down to the limit, no further", equal(excess, named + unnamed)),
        Clause("rule: the cards are in the hand", at_least(read(hand), unnamed)),
    ]
    going: list[tuple[Member, Term]] = []
    for name, number in numbers.items():
        if not number:
            continue
        there = [scene.at(member, HAND) for member in groups[name]]
        guard.append(Clause("rule: the cards are in the hand", at_least(count_true(there), number)))
        going += _first(groups[name], there, number)
    manner = Manner(("discarded", "sent"), Place.GRAVEYARD, ("for the hand-size adjustment",), player)
    update = block(
        Assign(scene.adjusted, 1),
        move(scene, going, manner),
        announce_unnamed(scene, player, ("discarded", "sent"), manner.how) * unnamed,
        Assign(hand, minus(read(hand), unnamed)) if unnamed else (),
        Assign(grave, plus(read(grave), unnamed)) if unnamed else (),
        Assign(scene.window, WINDOWS.index(Window.SETTLING)),
    )
    chosen = tuple(sorted(name for name, number in numbers.items() for _ in range(number)))
    happening = Happening(Kind.DISCARD, player, chosen=chosen, unnamed=unnamed)
    return Command(player, happening, tuple(guard), update)


def _first(copies: Sequence[Member], there: Sequence[Term], number: int) -> list[tuple[Member, Term]]:
    """The first ``number`` copies that are in the hand: which of them goes makes no difference."""
    return [
        (member, all_of(there[index], less(count_true(there[:index]), number))) for index, member in enumerate(copies)
    ]
