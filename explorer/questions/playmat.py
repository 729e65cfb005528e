"""The playmat: the board as it lies in one state, and what is different between two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from explorer.game import Game
from explorer.game.cast import Member
from explorer.game.outcome import Resting, resting, zone_at
from explorer.game.players import NOWHERE, PLAYERS, Player
from explorer.game.scene import RESULTS
from explorer.search.games import Ordered
from explorer.system.readings import Readings
from explorer.system.system import State
from explorer.system.terms import FALSE, Term, read
from explorer.system.truths import is_told


@dataclass(frozen=True, order=True)
class Lying:
    """One card: where it rests, whether it is in Defense Position, and how many counters are on it."""

    card: Resting
    defense: bool = False
    counters: int = 0


@dataclass(frozen=True, order=True)
class Due:
    """Something that somebody has to deal with, or may, before the End Phase ends: of which card, and whose."""

    name: str
    player: Player
    effect: int
    mandatory: bool


@dataclass(frozen=True)
class Link:
    """A link of the chain: the effect of which card, and whose."""

    name: str
    player: Player
    effect: int


@dataclass(frozen=True)
class Playmat:
    """The board: cards sorted; numbers of life points and unnamed cards; what is due; the chain, its first link first.

    ``skipped`` are the players whose next turn is skipped; ``result`` is as in :class:`Outcome`.
    """

    cards: tuple[Lying, ...]
    life: Mapping[Player, int]
    unnamed: Mapping[tuple[Player, str], int]
    due: tuple[Due, ...]
    chain: tuple[Link, ...]
    skipped: tuple[Player, ...]
    result: str

    def zone(self, player: Player, zone: str) -> tuple[Lying, ...]:
        """The cards in a zone on that player's side."""
        return tuple(one for one in self.cards if one.card.side == player and one.card.zone == zone)


@dataclass(frozen=True)
class Moved:
    """A card that lies in another way or place; None where it was, or is, not in the game."""

    before: Lying | None
    after: Lying | None


@dataclass(frozen=True)
class Counted:
    """A number of a player that has changed: ``life``, or of the unnamed cards in a zone."""

    player: Player
    what: str
    before: int
    after: int


@dataclass(frozen=True)
class Became:
    """Something that has become due, or is so no longer."""

    due: Due
    now: bool


Sorted = TypeVar("Sorted", bound=Ordered)

Change = Moved | Counted | Became
"""One thing that is different after a move."""


class Table:
    """How the states of a game lie on the table."""

    def __init__(self, game: Game) -> None:
        """Choose the terms that the board is read from."""
        scene, system = game.scene, game.system
        self._life = {player: read(scene.life[player]) for player in PLAYERS}
        self._skipped = {player: read(scene.skipped[player]) for player in PLAYERS}
        self._unnamed = {(player, zone_at(spot)): read(number) for (player, spot), number in scene.unnamed.items()}
        self._result = read(scene.result)
        self._members = [(member, *self._terms(game, member)) for member in scene.members]
        self._due = [(due, term) for due, term in _dues(game) if is_told(system, term)]
        uses = game.procedure.chain.uses
        self._links = [(Link(use.member.name, use.player, use.number), read(use.link)) for use in uses]
        terms = [*self._life.values(), *self._skipped.values(), *self._unnamed.values(), self._result]
        terms += [term for _, *some in self._members for term in some]
        terms += [term for _, term in (*self._due, *self._links)]
        self._readings = Readings(system, dict.fromkeys(terms))
        self._lying: dict[tuple[Member, int, int, int, int], Lying] = {}

    @staticmethod
    def _terms(game: Game, member: Member) -> tuple[Term, Term, Term, Term]:
        """Where the card is, whether face-down, whether in Defense Position, and its counters.

        What the states do not tell apart counts as not there.
        """
        counters = game.scene.counters.get(member)
        asked = [
            read(member.defense) if member.card.is_monster else FALSE,
            FALSE if counters is None else read(counters),
        ]
        defense, number = (term if is_told(game.system, term) else FALSE for term in asked)
        return read(member.spot), game.projection.hidden(member), defense, number

    def of(self, state: State) -> Playmat:
        """The board in a state."""
        values = self._readings.of(state)
        cards = [
            self._card(member, values[spot], values[hidden], values[defense], values[counters])
            for member, spot, hidden, defense, counters in self._members
            if values[spot] != NOWHERE
        ]
        chain = sorted((values[term], number) for number, (_, term) in enumerate(self._links) if values[term])
        return Playmat(
            tuple(sorted(cards)),
            {player: values[term] for player, term in self._life.items()},
            {key: values[term] for key, term in self._unnamed.items()},
            tuple(sorted(due for due, term in self._due if values[term])),
            tuple(self._links[number][0] for _, number in chain),
            tuple(player for player, term in self._skipped.items() if values[term]),
            RESULTS[values[self._result]],
        )

    def _card(self, member: Member, spot: int, hidden: int, defense: int, counters: int) -> Lying:
        key = member, spot, hidden, defense, counters
        found = self._lying.get(key)
        if found is None:
            card = resting(member, spot, bool(hidden))
            on_field = card.zone == "monsters"
            found = self._lying[key] = Lying(card, on_field and bool(defense or hidden), counters)
        return found


def _dues(game: Game) -> list[tuple[Due, Term]]:
    """What can be due, each with when it is: items, effects of the End Phase, and what ends with the phase."""
    procedure = game.procedure
    found = [(Due(item.name, item.player, item.effect, item.mandatory), item.condition) for item in procedure.items]
    for use in procedure.phase:
        due = Due(use.member.name, use.player, use.number, use.effect.mandatory)
        found.append((due, procedure.chain.usable(use)))
    found += [(Due(one.name, one.player, 0, True), one.due_last) for one in procedure.last]
    return found


def changes(before: Playmat, after: Playmat) -> tuple[Change, ...]:
    """What is different: cards first, then life points, unnamed cards, and what is due.

    Copies of one card of one owner are not told apart: as few of them as possible have moved.
    """
    gone, come = _apart(before.cards, after.cards)
    found: list[Change] = []
    for name in sorted({(one.card.name, one.card.owner) for one in (*gone, *come)}):
        olds, news = ([one for one in some if (one.card.name, one.card.owner) == name] for some in (gone, come))
        found += [Moved(old, new) for old, new in zip_longest(olds, news)]
    found += [
        Counted(player, "life", life, after.life[player])
        for player, life in before.life.items()
        if after.life[player] != life
    ]
    found += [
        Counted(player, zone, number, after.unnamed[player, zone])
        for (player, zone), number in before.unnamed.items()
        if after.unnamed[player, zone] != number
    ]
    ended, begun = _apart(before.due, after.due)
    return (*found, *(Became(due, False) for due in ended), *(Became(due, True) for due in begun))


def _apart(before: Sequence[Sorted], after: Sequence[Sorted]) -> tuple[list[Sorted], list[Sorted]]:
    """What only the first of two sorted sequences has, and what only the second, each as often as it has it more."""
    gone: list[Sorted] = []
    come: list[Sorted] = []
    i, j = 0, 0
    while i < len(before) and j < len(after):
        old, new = before[i], after[j]
        if old is new or old == new:
            i += 1
            j += 1
        elif old < new:
            gone.append(old)
            i += 1
        else:
            come.append(new)
            j += 1
    return [*gone, *before[i:]], [*come, *after[j:]]
