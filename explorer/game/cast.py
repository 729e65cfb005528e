"""The cast: every card that can take part in this End Phase, with the variables that say where and how it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from explorer.game.players import (
    BANISHED,
    DECK,
    EXTRA,
    GRAVEYARD,
    HAND,
    MONSTER_ZONES,
    NOWHERE,
    PLAYERS,
    SPOTS,
    Player,
    field_spots,
    field_zone,
    monster_zone,
    seen_from,
    spell_zone,
)
from explorer.system.evaluation import evaluate
from explorer.system.nodes import CONST
from explorer.system.terms import Term, Variable, boolean, either, enumeration, equal, integer, one_of, plus, read
from models.board import Board, Placed, Zone
from models.card import Card, Effect
from models.library import Library
from models.open_values import Number, OpenChoice, OpenNumber
from models.phrase import Filter, Place, Refers, Who
from models.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Member:
    """One card of the cast: ``label`` tells copies apart, ``card.name`` does not.

    ``spot`` is where it is; ``face_down`` and ``defense`` count on the field only. ``notes`` tell which of the ways it
    is in which the board may mean.
    """

    label: str
    card: Card
    owner: Player
    effects: tuple[Effect, ...]
    placed: Placed | None
    spot: Variable
    face_down: Variable
    defense: Variable
    notes: tuple[Variable, ...] = ()

    def told(self, tells: Callable[[Placed], int | Term]) -> int | Term:
        """What the board tells of the card, 0 for one that is not on it; a term where that depends on what is open."""
        return 0 if self.placed is None else told(self.placed, self.notes, tells)

    def may_be(self, tells: Callable[[Placed], bool]) -> bool:
        """Whether the board tells, or leaves it open, that this is so."""
        return self.placed is not None and any(map(tells, self.placed.ways))

    def on_field(self, player: Player | None) -> Term:
        """Whether the card is on that player's field, or on any."""
        return self._on_field[player]

    @cached_property
    def _on_field(self) -> Mapping[Player | None, Term]:
        return {player: one_of(self.spot, field_spots(player)) for player in (None, *PLAYERS)}

    def excludes(self, other: Member) -> bool:
        """Whether the board has this card or the other, whichever is chosen, but not both."""
        one, two = self.placed, other.placed
        if one is None or two is None or one.choice is None:
            return False
        return one.choice == two.choice and one.alternative != two.alternative

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card.name

    def __str__(self) -> str:
        return self.label


def place_of(effect: Effect) -> Place:
    """Where the card must be for the effect: as told, else where its event leaves it, else the field."""
    if effect.place is not None:
        return effect.place
    if effect.trigger is not None and effect.trigger.subject.refers is Refers.SELF:
        if effect.trigger.kind in ("sent", "discarded", "destroyed", "Tributed"):
            return effect.trigger.place_to or Place.GRAVEYARD
        if effect.trigger.kind == "banished":
            return Place.BANISHED
    return Place.FIELD


def told(placed: Placed, notes: Sequence[Variable], tells: Callable[[Placed], int | Term]) -> int | Term:
    """What is told of a card, by the notes that are open."""
    if not placed.variants:
        return tells(placed)
    found = _by_values({values: plus(tells(variant), 0) for values, variant in placed.variants}, notes)
    return found.value if found.kind is CONST else found


def _by_values(table: Mapping[tuple[int, ...], Term], variables: Sequence[Variable]) -> Term:
    """The term that has the values of a table; what the table has not is as near by."""
    if not variables:
        return table[()]
    first, rest = variables[0], variables[1:]
    result: Term | None = None
    for value in range(first.high, first.low - 1, -1):
        part = {values[1:]: term for values, term in table.items() if values[0] == value}
        if part:
            found = _by_values(part, rest)
            result = found if result is None else either(equal(read(first), value), found, result)
    assert result is not None
    return result


@dataclass
class Vocabulary:
    """The variables of a board and their initial values, and which card's row each belongs to.

    Whatever the board leaves open has a variable of its own, which never changes, and what starts as it is a term over
    it.
    """

    initial: dict[Variable, int] = field(default_factory=dict)
    opened: dict[Variable, Term] = field(default_factory=dict)
    rows: dict[str, dict[str, Variable]] = field(default_factory=dict)
    numbers: dict[OpenNumber, Variable] = field(default_factory=dict)
    choices: dict[OpenChoice, Variable] = field(default_factory=dict)
    _named: dict[str, Variable] = field(default_factory=dict)

    def named(self, name: str) -> Variable | None:
        """The declared variable of this name, if there is one."""
        return self._named.get(name)

    def declare(self, variable: Variable, initial: int | Term = 0) -> Variable:
        """The variable, known from now on; a second one of that name is a mistake of the grounding.

        What starts as a term over open variables is open too.
        """
        if variable in self._named:
            raise ValueError(f"two variables are called {variable.name}")
        if isinstance(initial, Term):
            self.opened[variable] = initial
            initial = evaluate(initial, self.initial)
        self.initial[variable] = initial
        self._named[variable] = variable
        return variable

    def number(self, number: Number) -> int | Term:
        """The number, or the term that reads it where it is open."""
        if isinstance(number, int):
            return number
        if number not in self.numbers:
            variable = integer(self._free(number.words), number.low, number.high)
            self.numbers[number] = self.leave_open(self.declare(variable, number.low))
        return read(self.numbers[number])

    def choice(self, choice: OpenChoice) -> Variable:
        """The variable that tells which of several things it is, by their place among the values."""
        if choice not in self.choices:
            variable = enumeration(self._free(choice.words), choice.values)
            self.choices[choice] = self.leave_open(self.declare(variable))
        return self.choices[choice]

    def _free(self, words: str) -> str:
        """The words as the name of a variable, numbered where another has it."""
        names = (words if number == 1 else f"{words} ({number})" for number in count(1))
        return next(name for name in names if name not in self._named)

    def leave_open(self, variable: Variable, initial: Term | None = None) -> Variable:
        """Say that a declared variable may start with any value of its range, or with that of the term."""
        self.opened[variable] = read(variable) if initial is None else initial
        return variable

    def of_card(self, label: str, column: str, variable: Variable, initial: int | Term = 0) -> Variable:
        """Declare a fact of one card; ``column`` names the same fact of its other copies."""
        self.declare(variable, initial)
        self.rows.setdefault(label, {})[column] = variable
        return variable

    def also_of_card(self, label: str, column: str, variable: Variable) -> None:
        """Say that a declared variable is a fact of this card too."""
        self.rows.setdefault(label, {})[column] = variable


def _initial_spot(placed: Placed, side: Player) -> int:
    return {
        Zone.HAND: HAND,
        Zone.DECK: DECK,
        Zone.EXTRA: EXTRA,
        Zone.GRAVEYARD: GRAVEYARD,
        Zone.BANISHED: BANISHED,
        Zone.MONSTERS: monster_zone(side),
        Zone.SPELLS: spell_zone(side),
        Zone.FIELD: field_zone(side),
    }[placed.zone]


class Cast:
    """All members, in board order, the tokens that effects may make behind them."""

    def __init__(self, board: Board, library: Library, ruleset: Ruleset, words: Vocabulary) -> None:
        """Give every card of the board its variables; raises InputError for a card's unreadable text."""
        self._board = board
        self._words = words
        self._day = ruleset.day
        self._count: dict[tuple[str, Player], int] = {}
        self.members: list[Member] = []
        for placed in board.cards:
            card = library.card(placed.name)
            side = seen_from(placed.side, None)
            owner = seen_from(placed.owner, None)
            if side is None or owner is None:
                raise ValueError(f"{placed.name} belongs to nobody")
            spot: int | Term = _initial_spot(placed, side)
            if placed.choice is not None:
                chosen = equal(read(words.choice(placed.choice)), placed.alternative)
                spot = either(chosen, spot, NOWHERE)
            for _ in range(placed.copies):
                self._add(card, owner, placed, spot)
        self._add_tokens(library)

    def _add(self, card: Card, owner: Player, placed: Placed | None, spot: int | Term) -> None:
        number = self._count[card.name, owner] = self._count.get((card.name, owner), 0) + 1
        shared = any((card.name, player) in self._count for player in PLAYERS if player is not owner)
        label = card.name if number == 1 and not shared else f"{card.name} [{owner} {number}]"
        words = self._words
        down: int | Term = 0
        defense: int | Term = 0
        notes: tuple[Variable, ...] = ()
        if placed is not None:
            notes = tuple(words.choice(note) for note in placed.notes)
            down = told(placed, notes, lambda way: int(way.face == "face-down"))
            defense = told(placed, notes, lambda way: int(way.position == "defense"))
        self.members.append(
            Member(
                label,
                card,
                owner,
                card.effects_on(self._day),
                placed,
                words.of_card(label, "spot", enumeration(f"{label}.spot", SPOTS), spot),
                words.of_card(label, "face-down", boolean(f"{label}.face-down"), down),
                words.of_card(label, "defense", boolean(f"{label}.defense"), defense),
                notes,
            )
        )

    def _add_tokens(self, library: Library) -> None:
        """As many tokens of a name as a field holds: they exist nowhere but there."""
        wanted: dict[tuple[str, Player], None] = {}
        for user, effect in self._used_effects(library):
            steps = [*effect.steps, *(step for lasting in effect.leaves for step in lasting.steps)]
            for action in (action for step in steps for action in step.options):
                doer = seen_from(action.who, user)
                for selection in action.objects:
                    if is_made(selection.filter):
                        for name in selection.filter.names:
                            wanted |= {(name, player): None for player in ((doer,) if doer else PLAYERS)}
        for name, owner in wanted:
            for _ in range(MONSTER_ZONES):
                self._add(library.card(name), owner, None, NOWHERE)

    def _used_effects(self, library: Library) -> Iterator[tuple[Player, Effect]]:
        """Every effect of the cast, and of what lingers, with a player who may come to use it."""
        for member in self.members:
            for effect in member.effects:
                on_field = member.card.is_monster and place_of(effect) is Place.FIELD
                for player in PLAYERS if on_field else (member.owner,):
                    yield player, effect
        for lingering in self._board.lingering:
            user = seen_from(lingering.by, None)
            if user is not None:
                effects = library.card(lingering.card).effects_on(self._day)
                yield from ((user, effect) for effect in effects)

    def named(self, names: Iterable[str]) -> list[Member]:
        """The members with one of these names."""
        wanted = set(names)
        return [member for member in self.members if member.name in wanted]


def is_made(noun: Filter) -> bool:
    """Whether it describes Tokens that are nowhere yet: those of a place, or of a player, are there."""
    return "token" in noun.kinds and not noun.places and noun.who is Who.ANY
