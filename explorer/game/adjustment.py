"""The hand-size adjustment: every combination of cards that the player may discard down to the limit, all at once.

Copies of a card are alike in the hand, so a combination says how many of each name, and how many unnamed cards make
up the rest. A few combinations are a command each. Many are chosen in parts, some names at a time in a fixed order: so
each combination is reached in one way, and what is written down grows with the names, not with the combinations. The
cards leave together when all are chosen; the choices are one act (`explorer.search.acts`), told as one step.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from explorer.game.cast import Member
from explorer.game.happenings import Happening, Kind
from explorer.game.moves import Manner, move
from explorer.game.nouns import MOST_WAYS, describes
from explorer.game.occurrences import announce_unnamed
from explorer.game.players import DECK, GRAVEYARD, HAND, HAND_LIMIT, Player
from explorer.game.scene import Scene
from explorer.game.windows import WINDOWS, Window, window_of
from explorer.system.commands import Assign, Block, Clause, Command, If, Statement, block
from explorer.system.terms import (
    FALSE,
    Term,
    Variable,
    all_of,
    at_least,
    at_most,
    count_true,
    equal,
    integer,
    less,
    minus,
    plus,
    read,
)
from models.board import Zone
from models.card import Effect
from models.errors import InputError
from models.phrase import Place, Refers, Selection

MOST_AT_ONCE = 512
"""How many combinations are a command each; more are chosen in parts."""

_MOST_OF_A_PART = 64
_IN_HAND = "rule: the cards are in the hand"
_TO_THE_LIMIT = "rule: down to the limit, no further"


@dataclass(frozen=True)
class Adjustment:
    """The commands by which a player discards, and what is done when all cards are chosen in parts.

    ``choosing`` holds while some parts are chosen and others not; ``finish`` is to be run after every command.
    """

    commands: tuple[Command, ...] = ()
    choosing: Term = FALSE
    finish: Block = ()

    @staticmethod
    def of(scene: Scene, player: Player) -> Adjustment:
        """Every way to discard; raises InputError where there are too many, and no parts since something is open.

        Or since the scene has none.
        """
        hand = _Hand(scene, player)
        if hand.combinations <= MOST_AT_ONCE:
            return Adjustment(tuple(hand.at_once()))
        if scene.in_parts and not (scene.words.opened or scene.left_open):
            return _in_parts(hand)
        if math.prod(hand.most(name) + 1 for name in hand.copies) > MOST_WAYS:
            raise InputError(f"more than {MOST_WAYS:,} ways to discard for the hand-size adjustment", scene.board.at)
        return Adjustment(tuple(hand.at_once()))


@dataclass
class _Hand:
    """The cards that a player may come to discard, copies of a name together, in a fixed order."""

    scene: Scene
    player: Player
    copies: dict[str, list[Member]] = field(init=False)
    unnamed: int = field(init=False)
    excess: int = field(init=False)

    def __post_init__(self) -> None:
        reach = _Reach.of(self.scene, self.player)
        self.unnamed, self.excess = reach.unnamed, reach.excess
        self.copies = {}
        for member in reach.members:
            self.copies.setdefault(member.name, []).append(member)
        self.manner = Manner(("discarded", "sent"), Place.GRAVEYARD, ("for the hand-size adjustment",), self.player)
        self.over = minus(self.scene.hand_size(self.player), self.scene.hand_limit(self.player))
        self.place = Clause("ruleset: hand-size adjustment", self.scene.in_window(window_of(self.player, "adjusts")))

    def most(self, name: str) -> int:
        """The most copies of the name that are discarded."""
        return min(len(self.copies[name]), self.excess)

    @property
    def combinations(self) -> int:
        """The number of combinations of at least one card, over all sizes that the hand may come to have."""
        by_size = [1]
        for name in self.copies:
            longer = [0] * (len(by_size) + self.most(name))
            for size, ways in enumerate(by_size):
                for more in range(self.most(name) + 1):
                    longer[size + more] += ways
            by_size = longer[: self.excess + 1]
        return sum(ways * (min(self.unnamed, self.excess - size) + 1) for size, ways in enumerate(by_size)) - 1

    def at_once(self) -> Iterator[Command]:
        """One command for each combination."""
        for counts in itertools.product(*(range(self.most(name) + 1) for name in self.copies)):
            for unnamed in range(min(self.unnamed, self.excess - sum(counts)) + 1):
                if sum(counts) + unnamed:
                    yield self._discards(dict(zip(self.copies, counts, strict=True)), unnamed)

    def _discards(self, numbers: Mapping[str, int], unnamed: int) -> Command:
        read_hand = read(self.scene.unnamed[self.player, HAND])
        guard = [
            self.place,
            Clause(_TO_THE_LIMIT, equal(self.over, sum(numbers.values()) + unnamed)),
            Clause(_IN_HAND, at_least(read_hand, unnamed)),
        ]
        going: list[tuple[Member, Term]] = []
        for name, number in numbers.items():
            if number:
                guard.append(self.has(name, number))
                going += self.first(name, number)
        announced = announce_unnamed(self.scene, self.player, ("discarded", "sent"), self.manner.how) * unnamed
        moved = block(move(self.scene, going, self.manner), announced, self.unnamed_moved(unnamed) if unnamed else ())
        return Command(self.player, self.happening(numbers, unnamed), tuple(guard), self.done(moved))

    def happening(self, numbers: Mapping[str, int], unnamed: int, part: int = 0) -> Happening:
        """The discard of so many cards, or a part of it."""
        chosen = tuple(sorted(name for name, number in numbers.items() for _ in range(number)))
        return Happening(Kind.DISCARD, self.player, chosen=chosen, unnamed=unnamed, part=part)

    def there(self, name: str) -> list[Term]:
        """For each copy of the name whether it is in the hand."""
        return [self.scene.at(member, HAND) for member in self.copies[name]]

    def has(self, name: str, number: int) -> Clause:
        """That so many copies of the name are in the hand."""
        return Clause(_IN_HAND, at_least(count_true(self.there(name)), number))

    def first(self, name: str, number: int | Term) -> list[tuple[Member, Term]]:
        """The first ``number`` copies that are in the hand: which of them goes makes no difference."""
        there = self.there(name)
        return [
            (member, all_of(there[index], less(count_true(there[:index]), number)))
            for index, member in enumerate(self.copies[name])
        ]

    def unnamed_moved(self, number: int | Term) -> Block:
        """So many unnamed cards go from the hand to the Graveyard."""
        hand, grave = self.scene.unnamed[self.player, HAND], self.scene.unnamed[self.player, GRAVEYARD]
        return [Assign(hand, minus(read(hand), number)), Assign(grave, plus(read(grave), number))]

    def done(self, moved: Block) -> tuple[Statement, ...]:
        """The discard as a whole: the phase goes on after it."""
        settles = Assign(self.scene.window, WINDOWS.index(Window.SETTLING))
        return block(Assign(self.scene.adjusted, 1), moved, settles)


@dataclass(frozen=True)
class _Chosen:
    """What is chosen so far: how many parts of ``total``, how many of each name, and how many unnamed cards."""

    parts: Variable
    total: int
    named: Mapping[str, Variable]
    unnamed: Variable

    @staticmethod
    def of(hand: _Hand, total: int) -> _Chosen:
        """Nothing yet."""

        def declared(what: str, high: int) -> Variable:
            return hand.scene.words.declare(integer(f"{hand.player}.{what}", 0, high))

        parts = declared("parts of the discard", total)
        named = {name: declared(f"to discard: {name}", hand.most(name)) for name in hand.copies}
        return _Chosen(parts, total, named, declared("to discard: unnamed", max(1, min(hand.unnamed, hand.excess))))

    def left(self, part: int) -> int:
        """How many parts are left when this one is chosen, itself included; 0 where it is the whole act."""
        return self.total - part if self.total > 1 else 0

    def number(self, names: Iterable[str]) -> Term:
        """How many cards of these names are chosen."""
        return plus(0, *(read(self.named[name]) for name in names))


def _in_parts(hand: _Hand) -> Adjustment:
    """The discard, some names at a time, unnamed cards last: each choice leaves enough cards for those that follow."""
    parts = _parts(hand)
    chosen = _Chosen.of(hand, len(parts) + bool(hand.unnamed))
    commands = [command for part in range(len(parts)) for command in _named_part(hand, chosen, parts, part)]
    if hand.unnamed:
        commands += _unnamed_part(hand, chosen, len(parts))
    return Adjustment(tuple(commands), at_least(read(chosen.parts), 1), _finish(hand, chosen))


def _named_part(hand: _Hand, chosen: _Chosen, parts: Sequence[Sequence[str]], part: int) -> Iterator[Command]:
    """The choices among the names of a part, by how many of each go."""
    names = parts[part]
    before = chosen.number(name for earlier in parts[:part] for name in earlier)
    later = [there for following in parts[part + 1 :] for name in following for there in hand.there(name)]
    rest = plus(count_true(later), read(hand.scene.unnamed[hand.player, HAND]))
    for counts in itertools.product(*(range(hand.most(name) + 1) for name in names)):
        if sum(counts) > hand.excess:
            continue
        numbers = {name: number for name, number in zip(names, counts, strict=True) if number}
        so_far = plus(before, sum(counts))
        guard = (
            hand.place,
            Clause(_TO_THE_LIMIT, all_of(equal(read(chosen.parts), part), at_most(so_far, hand.over))),
            Clause(_TO_THE_LIMIT, at_least(plus(so_far, rest), hand.over)),
            *(hand.has(name, number) for name, number in numbers.items()),
        )
        marked = [Assign(chosen.named[name], number) for name, number in numbers.items()]
        happening = hand.happening(numbers, 0, chosen.left(part))
        yield Command(hand.player, happening, guard, block(marked, Assign(chosen.parts, part + 1)))


def _unnamed_part(hand: _Hand, chosen: _Chosen, part: int) -> Iterator[Command]:
    """The last part: what is left to discard is unnamed."""
    for number in range(min(hand.unnamed, hand.excess) + 1):
        exact = equal(plus(chosen.number(hand.copies), number), hand.over)
        guard = (hand.place, Clause(_TO_THE_LIMIT, all_of(equal(read(chosen.parts), part), exact)))
        update = block(Assign(chosen.unnamed, number), Assign(chosen.parts, chosen.total))
        yield Command(hand.player, hand.happening({}, number, chosen.left(part)), guard, update)


def _parts(hand: _Hand) -> list[list[str]]:
    """The names in runs, each with few combinations of its own."""
    parts: list[list[str]] = []
    ways = _MOST_OF_A_PART
    for name in hand.copies:
        ways *= hand.most(name) + 1
        if ways > _MOST_OF_A_PART:
            parts.append([])
            ways = hand.most(name) + 1
        parts[-1].append(name)
    return parts


def _finish(hand: _Hand, chosen: _Chosen) -> Block:
    """When all parts are chosen, the cards leave together and what was chosen is forgotten."""
    going = [pair for name, number in chosen.named.items() for pair in hand.first(name, read(number))]
    told = announce_unnamed(hand.scene, hand.player, ("discarded", "sent"), hand.manner.how)
    unnamed = read(chosen.unnamed)
    announced = [If(at_least(unnamed, number), told) for number in range(1, chosen.unnamed.high + 1)]
    moved = [move(hand.scene, going, hand.manner), announced, hand.unnamed_moved(unnamed)]
    forgotten = [Assign(variable, 0) for variable in (chosen.parts, *chosen.named.values(), chosen.unnamed)]
    return If(equal(read(chosen.parts), chosen.total), block(hand.done(moved), forgotten))


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
