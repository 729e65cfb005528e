"""Outcomes: what a finished End Phase leaves, projected to what matters.

Where every card is, face-down or not on the field, life points, who has the next turn, and who has won. Copies of a
card are alike; positions, what lapses with the turn and what cards remember do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from explorer.game.cast import Member
from explorer.game.players import NOWHERE, PLAYERS, SPOTS, Player
from explorer.game.scene import RESULTS, Scene
from explorer.system.terms import Term, all_of, one_of, read

_OFF_FIELD_KEYS = {
    "hand": "hand",
    "Deck": "deck",
    "Extra Deck": "extra deck",
    "GY": "graveyard",
    "banished": "banished",
}
_FIELD_KEYS = {
    "Monster Zone": "monsters",
    "Spell & Trap Zone": "spells and traps",
    "Field Zone": "field zone",
}
_FIELD_SPOTS = range(6, len(SPOTS))


Number = int | Term
"""A number, or a term where it depends on what is open."""

_Order = tuple[str, str, str, str, bool]
_Sides = tuple[tuple[str, Number], ...]
_Rest = tuple[_Sides, tuple[tuple[str, str, Number], ...], tuple[str, ...], str, tuple[str, ...]]


@dataclass(frozen=True, order=True)
class Resting:
    """Where one card has come to rest: on whose side, in which zone, and whether it is face-down there."""

    side: str
    zone: str
    name: str
    owner: str
    face_down: bool = False

    def __str__(self) -> str:
        text = self.name
        if self.face_down:
            text += " (face-down)"
        return text if self.side == self.owner else f"{text} (owned by the {self.owner})"


@dataclass(frozen=True)
class Outcome:
    """What is left: ``cards`` sorted, ``unnamed`` ones counted by side and zone, ``skipped`` who lose their turn."""

    cards: tuple[Resting, ...]
    life: tuple[tuple[str, Number], ...]
    unnamed: tuple[tuple[str, str, Number], ...]
    skipped: tuple[str, ...]
    result: str
    due_again: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, object]:
        """The outcome as plain data: for each player life and zones, then ``next turn`` and ``result``."""
        facts: dict[str, object] = {}
        for player in PLAYERS:
            zones: dict[str, list[str]] = {}
            for card in self.cards:
                if card.side == player:
                    zones.setdefault(card.zone, []).append(str(card))
            counts = {f"unnamed in {zone}": plain(n) for side, zone, n in self.unnamed if side == player and n}
            facts[player.value] = {"life": plain(dict(self.life)[player.value]), **zones, **counts}
        facts["next turn"] = "turn player" if "opponent" in self.skipped else "opponent"
        facts["result"] = self.result
        if self.due_again:
            facts["due again"] = list(self.due_again)
        return facts


class Projection:
    """How the states of a board are projected to outcomes."""

    def __init__(self, scene: Scene, about: Collection[str] = ()) -> None:
        """Choose the terms that make an outcome; with names in ``about`` no other cards are told apart or counted."""
        self._hidden = {member: _hidden(member) for member in scene.members}
        self._members = [
            (member, read(member.spot), self._hidden[member])
            for member in scene.members
            if not about or member.name in about
        ]
        self._life = [(player, read(scene.life[player])) for player in PLAYERS]
        self._skipped = [(player, read(scene.skipped[player])) for player in PLAYERS]
        unnamed = {} if about else scene.unnamed
        self._unnamed = [(player, spot, read(number)) for (player, spot), number in unnamed.items()]
        self._result = read(scene.result)
        self._again = [(name, read(mark)) for name, mark in scene.due_again if not about or name in about]
        self._of_sides = tuple(term for term in self.terms if term not in frozenset(self.of_cards))
        self._rests = _Rests()
        self._sides: dict[tuple[Number, ...], _Rest] = {}

    def hidden(self, member: Member) -> Term:
        """Whether the card is face-down on the field."""
        return self._hidden[member]

    def place(self, member: Member) -> Term:
        """Where the card is."""
        return read(member.spot)

    @property
    def of_players(self) -> Iterator[Term]:
        """The life points of each player, and who has won."""
        yield from (term for _, term in self._life)
        yield self._result

    @property
    def terms(self) -> Iterator[Term]:
        """Every term that an outcome reads."""
        yield from self.of_cards
        yield from (term for _, term in (*self._life, *self._skipped))
        yield from (term for _, _, term in self._unnamed)
        yield from (term for _, term in self._again)
        yield self._result

    @property
    def of_cards(self) -> Iterator[Term]:
        """The terms of :attr:`terms` that have to be known for an outcome: where each card is, and whether hidden."""
        for _, spot, hidden in self._members:
            yield spot
            yield hidden

    @property
    def alike(self) -> Iterator[tuple[tuple[Term, ...], ...]]:
        """Groups of rows of :attr:`terms`: that two rows of a group exchange their values makes no other outcome."""
        groups: dict[object, list[tuple[Term, ...]]] = {}
        for member, spot, hidden in self._members:
            groups.setdefault((member.name, member.owner), []).append((spot, hidden))
        for name, mark in self._again:
            groups.setdefault(name, []).append((mark,))
        return (tuple(rows) for rows in groups.values() if len(rows) > 1)

    def certain(self, values: Mapping[Term, Number]) -> Outcome:
        """The same as :meth:`outcome`, without the cards of which it is open where or how they are."""
        sure = [one for one in self._members if not any(isinstance(values[term], Term) for term in one[1:])]
        return self._outcome(values, sure)

    def outcome(self, values: Mapping[Term, Number]) -> Outcome:
        """The outcome of a state, given the value of each of :attr:`terms` there."""
        return self._outcome(values, self._members)

    def _outcome(self, values: Mapping[Term, Number], members: Sequence[tuple[Member, Term, Term]]) -> Outcome:
        rests = self._rests
        cards = [rests[member, values[spot], values[hidden]] for member, spot, hidden in members]
        sides = tuple([values[term] for term in self._of_sides])
        found = self._sides.get(sides)
        if found is None:
            found = self._sides[sides] = self._rest(values)
        return Outcome(tuple([card for _, card in sorted(filter(None, cards), key=itemgetter(0))]), *found)

    def _rest(self, values: Mapping[Term, Number]) -> _Rest:
        """What an outcome tells besides the cards."""
        return (
            tuple((player.value, values[term]) for player, term in self._life),
            tuple((player.value, zone_at(spot), values[term]) for player, spot, term in self._unnamed),
            tuple(player.value for player, term in self._skipped if values[term]),
            RESULTS[known(values[self._result])],
            tuple(sorted(name for name, term in self._again if values[term])),
        )


class _Rests(dict[tuple[Member, Number, Number], tuple[_Order, Resting] | None]):
    """Where a card rests that is at a spot, hidden or not, after what it is sorted by; None where it is nowhere."""

    def __missing__(self, key: tuple[Member, Number, Number]) -> tuple[_Order, Resting] | None:
        member, spot, hidden = key
        found = None
        if spot != NOWHERE:
            card = resting(member, known(spot), bool(known(hidden)))
            found = (card.side, card.zone, card.name, card.owner, card.face_down), card
        self[key] = found
        return found


def plain(number: Number) -> int | str:
    """The number, or in words what it depends on."""
    return number if isinstance(number, int) else str(number)


def known(number: Number) -> int:
    """A value that no case leaves open: where a card is, and who has won."""
    if isinstance(number, Term):
        raise TypeError(f"this is open: {number}")
    return number


def zone_at(spot: int) -> str:
    """The zone of a spot off the field, as an outcome names it."""
    return _OFF_FIELD_KEYS[SPOTS[spot]]


def _hidden(member: Member) -> Term:
    return all_of(read(member.face_down), one_of(read(member.spot), _FIELD_SPOTS))


def resting(member: Member, spot: int, face_down: bool) -> Resting:
    """Where the card rests that is at this spot, which is not nowhere."""
    label = SPOTS[spot]
    if label in _OFF_FIELD_KEYS:
        return Resting(member.owner.value, _OFF_FIELD_KEYS[label], member.name, member.owner.value)
    side, zone = label.split("'s ", 1)
    return Resting(Player(side).value, _FIELD_KEYS[zone], member.name, member.owner.value, face_down)
