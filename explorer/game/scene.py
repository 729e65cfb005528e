"""The scene: a board put into variables, and the questions about it that every rule asks, as terms.

Nothing here decides anything. A question about the board ("is it face-up on your field?") is a term over the
variables of the cast; rules combine such terms into guards and updates.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from explorer.game.cast import Cast, Member, Vocabulary
from explorer.game.players import (
    BANISHED,
    DECK,
    GRAVEYARD,
    HAND,
    HAND_LIMIT,
    MONSTER_ZONES,
    OFF_FIELD,
    PLAYERS,
    SPELL_ZONES,
    SPOTS,
    Player,
    monster_zone,
    spell_zone,
)
from explorer.game.windows import WINDOW, WINDOWS, Window, in_one_of
from explorer.system.commands import Statement
from explorer.system.terms import (
    FALSE,
    TRUE,
    Term,
    Variable,
    all_of,
    any_of,
    at_least,
    at_most,
    boolean,
    count_true,
    either,
    enumeration,
    equal,
    implies,
    integer,
    negate,
    one_of,
    plus,
    read,
)
from models.board import Board, Placed, Zone
from models.card import Effect
from models.errors import Position
from models.library import Library
from models.open_values import Number, most
from models.phrase import Bounds, Event, Fact, HasCounters, Place
from models.ruleset import Ruleset

MOST_LIFE = 999_999
UNKNOWN_DECK = 30
"""How many unnamed cards a Deck holds that the board does not mention."""

NO_LIMIT = 99
"""A hand limit that no hand reaches."""

LASTING = "of a lasting effect"
"""How something is done that an effect left behind."""

RESULTS = ("open", "turn player", "opponent", "draw")


@dataclass(frozen=True)
class Listener:
    """Something that reacts to events: what it waits for, who is meant by "this card" and "you", and what it does.

    ``react`` gives the statements for the card that the event happened to.
    """

    event: Event
    holder: Member | None
    player: Player | None
    react: Callable[[Member | None], Iterable[Statement]]
    at: Position | None = None


@dataclass(frozen=True)
class Prevents:
    """A "cannot be": what cannot be done ("" for anything at all), to which cards, while ``active``.

    ``by`` says whose effects are kept off, seen from ``player``; "" keeps off costs and rules as well.
    """

    done: str
    applies_to: Callable[[Member], Term]
    active: Term
    by: str = ""
    player: Player | None = None

    def keeps_off(self, how: Collection[str], doer: Player | None) -> bool:
        """Whether it is about something that is done in this way, by this player."""
        if not self.by:
            return True
        if "by an effect" not in how or (not self.done and LASTING in how):
            return False  # being unaffected does not help against what was applied before (F15, F25, F27)
        match self.by:
            case "by your opponent's effects":
                return doer is not self.player
            case "by your effects":
                return doer is self.player
            case "by battle":
                return False
            case "by effects" | "by other effects":
                return True
        return f"by a {self.by.removeprefix('by ').removesuffix('s').lower()}" in how


@dataclass
class Scene:
    """A board under a ruleset: its cast, its variables, and whatever listens or prevents.

    Every value of the clauses ``left_open`` is a case of its own; with ``in_parts`` a large discard is chosen in parts.
    """

    board: Board
    library: Library
    ruleset: Ruleset
    left_open: Collection[str] = ()
    in_parts: bool = True
    words: Vocabulary = field(init=False)
    cast: Cast = field(init=False)
    listeners: list[Listener] = field(default_factory=list)
    preventions: list[Prevents] = field(default_factory=list)
    negations: list[tuple[Member, Term]] = field(default_factory=list)
    boosts: list[tuple[Member, Term, int]] = field(default_factory=list)
    fixed_attack: list[tuple[Member, Term, int]] = field(default_factory=list)
    memories: dict[Member, list[Variable]] = field(default_factory=dict)
    kept_face_down: dict[Member, list[Variable]] = field(default_factory=dict)
    summoned_how: dict[Member, list[Variable]] = field(default_factory=dict)
    kept_banished: dict[Member, list[Variable]] = field(default_factory=dict)
    missable: list[Variable] = field(default_factory=list)
    no_draws: list[tuple[Player | None, Term]] = field(default_factory=list)
    hand_limits: list[tuple[Player | None, int | None, Term]] = field(default_factory=list)
    caps: list[tuple[Player, Term]] = field(default_factory=list)
    reroutes: list[tuple[Callable[[Member], Term], Term]] = field(default_factory=list)
    due_again: list[tuple[str, Variable]] = field(default_factory=list)
    counters: dict[Member, Variable] = field(default_factory=dict)
    side_left: dict[Member, Variable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        words = self.words = Vocabulary()
        self.clauses: dict[str, Variable] = {}
        for clause in self.left_open:
            values = tuple(self.library.clauses[clause].values)
            variable = enumeration(f"clause: {clause}", values)
            words.leave_open(words.declare(variable, values.index(self.ruleset[clause])))
            self.clauses[clause] = variable
        self.window = words.declare(WINDOW, WINDOWS.index(Window.SETTLING))
        self.passes = words.declare(integer("passes", 0, 1))
        self.holder = words.declare(integer("last to act", 0, 1))
        self.adjusted = words.declare(boolean("adjusted"))
        self.chain_after = words.declare(boolean("chain after the adjustment"))
        self.speaker = words.declare(integer("last to activate", 0, 1))
        self.chain_length = words.declare(integer("chain length", 0, 60))
        self.chain_speed = words.declare(integer("chain speed", 0, 3))
        self.step = words.declare(integer("step", 0, 20))
        self.result = words.declare(enumeration("result", RESULTS))
        self.life: dict[Player, Variable] = {}
        self.skipped: dict[Player, Variable] = {}
        self.unnamed: dict[tuple[Player, int], Variable] = {}
        for player in PLAYERS:
            side = self.board.turn_player if player is Player.TURN else self.board.opponent
            self.life[player] = words.declare(integer(f"{player}.life", 0, MOST_LIFE), words.number(side.life))
            self.skipped[player] = words.declare(boolean(f"{player}.next turn skipped"))
            told = Zone.DECK in side.unnamed or any(card.zone is Zone.DECK for card in side.cards)
            counts: dict[int, Number] = {
                HAND: side.unnamed.get(Zone.HAND, 0),
                DECK: side.unnamed.get(Zone.DECK, 0 if told else UNKNOWN_DECK),
                GRAVEYARD: side.unnamed.get(Zone.GRAVEYARD, 0),
                BANISHED: side.unnamed.get(Zone.BANISHED, 0),
            }
            total = sum(map(most, counts.values()))
            for spot, number in counts.items():
                name = f"{player}.unnamed in {SPOTS[spot]}"
                self.unnamed[player, spot] = words.declare(integer(name, 0, max(total, 1)), words.number(number))
        self.cast = Cast(self.board, self.library, self.ruleset, words)
        for member in self.members:
            self._told(member)

    def _told(self, member: Member) -> None:
        """What the board tells of a card besides its place."""
        if member.card.is_monster:
            side = integer(f"{member.label}.side left", 0, 1)
            self.side_left[member] = self.words.of_card(member.label, "side left", side, member.owner.number)
        alike = self.cast.named([member.name])
        if any(one.may_be(_attacked) for one in alike):
            self.remember(member, "attack declared", member.told(lambda way: int(_attacked(way))))
        if member.may_be(lambda way: most(way.counters) > 0) or any(_counts(effect) for effect in member.effects):
            name = f"{member.label}.counters"
            number = member.told(lambda way: self.words.number(way.counters))
            self.counters[member] = self.words.of_card(member.label, "counters", integer(name, 0, 99), number)
            self.memories.setdefault(member, []).append(self.counters[member])

    @property
    def members(self) -> list[Member]:
        """The cast."""
        return self.cast.members

    def most_unnamed(self, player: Player, spot: int) -> int:
        """The most unnamed cards with which the player may start there."""
        variable = self.unnamed[player, spot]
        term = self.words.opened.get(variable)
        return self.words.initial[variable] if term is None else term.high

    # ---- facts of cards ----

    def remember(self, member: Member, column: str, initial: int | Term = 0) -> Variable:
        """A yes/no fact that a card forgets when it changes its place."""
        name = f"{member.label}.{column}"
        known = self.words.rows[member.label].get(column)
        if known is not None:
            return known
        variable = self.words.of_card(member.label, column, boolean(name), initial)
        self.memories.setdefault(member, []).append(variable)
        return variable

    def dealt(self, member: Member) -> Term:
        """Whether the card takes part at all, which is open of those among which the board has one."""
        if member.placed is None or member.placed.choice is None:
            return TRUE
        return equal(read(self.words.choice(member.placed.choice)), member.placed.alternative)

    def at(self, member: Member, spot: int) -> Term:
        """Whether the card is at this spot."""
        return equal(read(member.spot), spot)

    def on_field(self, member: Member, player: Player | None = None) -> Term:
        """Whether the card is on that player's field, or on any."""
        return member.on_field(player)

    def is_monster_on_field(self, member: Member) -> Term:
        """Whether the card is in a Monster Zone."""
        return one_of(read(member.spot), [monster_zone(player) for player in PLAYERS])

    def face_up(self, member: Member) -> Term:
        """Whether the card is face-up on the field."""
        return all_of(self.on_field(member), negate(read(member.face_down)))

    def is_in(self, member: Member, place: Place, player: Player | None) -> Term:
        """Whether the card is in this place, of this player or of any."""
        if place is Place.FIELD:
            return self.on_field(member, player)
        if player is not None and member.owner is not player:
            return FALSE
        return self.at(member, OFF_FIELD[place])

    def negated(self, member: Member) -> Term:
        """Whether the effects of the card, on the field, are negated."""
        return any_of(term for one, term in self.negations if one is member)

    def attack(self, member: Member) -> Term:
        """The ATK of the monster with what is added to it."""
        printed = member.card.attack or 0
        told = member.told(lambda way: printed if way.attack is None else self.words.number(way.attack))
        base: Term = plus(printed if member.placed is None else told, 0)
        for one, active, amount in self.fixed_attack:
            if one is member:
                base = either(active, amount, base)
        for one, active, amount in self.boosts:
            if one is member:
                base = plus(base, amount_if(active, amount))
        return base

    def can_draw(self, player: Player) -> Term:
        """Whether nothing forbids the player to draw."""
        return negate(any_of(active for one, active in self.no_draws if one in (None, player)))

    def can_be(self, done: str, member: Member, how: Collection[str] = (), doer: Player | None = None) -> Term:
        """Whether nothing forbids this to be done to the card, in this way by this player."""
        moves = ["", "moved"] if done != "activated" else []
        moves.append(done.split(" to the ", maxsplit=1)[0])
        return negate(
            any_of(
                all_of(rule.active, rule.applies_to(member))
                for rule in self.preventions
                if rule.done in [done, *moves] and rule.keeps_off(how, doer)
            )
        )

    def banished_instead(self, member: Member) -> Term:
        """Whether the card is banished where it would be sent to the Graveyard."""
        return any_of(all_of(active, applies_to(member)) for applies_to, active in self.reroutes)

    def goes_back_to(self, member: Member, player: Player) -> Term:
        """Whether the card, out of the game for a while, comes back to this player's side: the one it left (D13)."""
        side = self.side_left.get(member)
        if side is None:
            return TRUE if member.owner is player else FALSE
        return equal(read(side), player.number)

    def effects(self) -> Iterator[tuple[Member | None, Effect]]:
        """Every effect of a card of the cast, and those of each card that has left something behind."""
        yield from ((member, effect) for member in self.members for effect in member.effects)
        for lingering in self.board.lingering:
            card = self.library.card(lingering.card)
            yield from ((None, effect) for effect in card.effects_on(self.ruleset.day))

    def alter(self, member: Member, kind: str, active: Term, amount: int) -> None:
        """Let it be known that the card is ``negated``, or that its ATK is changed or set, while ``active``."""
        match kind:
            case "negated":
                self.negations.append((member, active))
            case "attack is":
                self.fixed_attack.append((member, active, amount))
            case "attack":
                self.boosts.append((member, active, amount))

    # ---- counts ----

    def hand_size(self, player: Player) -> Term:
        """The number of cards in the player's hand."""
        named = [self.at(member, HAND) for member in self.members if member.owner is player]
        return plus(count_true(named), read(self.unnamed[player, HAND]))

    def room(self, player: Player, wanted: int | Term = 1) -> Term:
        """Whether that many more monsters may be on the player's side: free zones, and no rule against it."""
        taken = self.monsters(player)
        capped = [
            implies(
                all_of(active, at_least(self.monsters(player.other), 1)),
                at_most(plus(taken, wanted), self.monsters(player.other)),
            )
            for one, active in self.caps
            if one is player
        ]
        return all_of(at_most(plus(taken, wanted), MONSTER_ZONES), *capped)

    def monsters(self, player: Player) -> Term:
        """The number of the player's monsters."""
        return self._monsters[player]

    @cached_property
    def _monsters(self) -> dict[Player, Term]:
        monsters = [member for member in self.members if member.card.is_monster]
        return {player: count_true(self.at(one, monster_zone(player)) for one in monsters) for player in PLAYERS}

    @cached_property
    def _spells(self) -> dict[Player, Term]:
        return {player: count_true(self.at(one, spell_zone(player)) for one in self.members) for player in PLAYERS}

    def hand_limit(self, player: Player) -> Term:
        """The number of cards down to which the player has to discard."""
        limit: Term = plus(HAND_LIMIT, 0)
        for one, amount, active in self.hand_limits:
            if one in (None, player):
                limit = either(active, NO_LIMIT if amount is None else amount, limit)
        return limit

    def spell_room(self, player: Player, wanted: int | Term = 1) -> Term:
        """Whether that many of the player's Spell & Trap Zones are free."""
        return at_most(plus(self._spells[player], wanted), SPELL_ZONES)

    # ---- windows ----

    def in_window(self, *windows: Window) -> Term:
        """Whether it is one of these windows."""
        return in_one_of(windows)

    def rule(self, clause: str, value: str) -> Term:
        """Whether the ruleset gives this value to the clause; where that is left open, it depends on the case."""
        variable = self.clauses.get(clause)
        if variable is not None:
            return equal(read(variable), tuple(self.library.clauses[clause].values).index(value))
        return TRUE if self.ruleset[clause] == value else FALSE


def _attacked(way: Placed) -> bool:
    return "attack declared" in way.facts


def _counts(effect: Effect) -> bool:
    """Whether an effect is about counters on its card."""
    units = {action.amount.unit for step in effect.all_steps for action in step.options if action.amount}
    asked = any(
        isinstance(one, HasCounters) or (isinstance(one, Fact) and one.word == "counters") for one in effect.conditions
    )
    return asked or bool(units & {"counters", "all counters"})


def amount_if(condition: Term, amount: int) -> Term:
    """The amount where the condition holds, else 0."""
    return either(condition, amount, 0)


def within(number: Term, bounds: Bounds) -> Term:
    """Whether the number lies within the bounds."""
    low = at_least(number, bounds.low) if bounds.low > 0 else TRUE
    return low if bounds.high is None else all_of(low, at_most(number, bounds.high))
