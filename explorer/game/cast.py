"""The cast: every card that can take part in this End Phase, with the variables that say where and how it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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
    field_zone,
    monster_zone,
    seen_from,
    spell_zone,
)
from explorer.system.terms import Term, Variable, boolean, enumeration, read
from models.board import Board, Placed, Zone
from models.card import Card, Effect
from models.library import Library
from models.phrase import Place, Refers
from models.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Member:
    """One card of the cast: ``label`` tells copies apart, ``card.name`` does not.

    ``spot`` is where it is; ``face_down`` and ``defense`` count on the field only.
    """

    label: str
    card: Card
    owner: Player
    effects: tuple[Effect, ...]
    placed: Placed | None
    spot: Variable
    face_down: Variable
    defense: Variable

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


@dataclass
class Vocabulary:
    """The variables of a board and their initial values, and which card's row each belongs to."""

    initial: dict[Variable, int] = field(default_factory=dict)
    opened: dict[Variable, Term] = field(default_factory=dict)
    rows: dict[str, dict[str, Variable]] = field(default_factory=dict)

    def declare(self, variable: Variable, initial: int = 0) -> Variable:
        """The variable, known from now on; a second one of that name is a mistake of the grounding."""
        if variable in self.initial:
            raise ValueError(f"two variables are called {variable.name}")
        self.initial[variable] = initial
        return variable

    def leave_open(self, variable: Variable, initial: Term | None = None) -> Variable:
        """Say that a declared variable may start with any value of its range, or with that of the term."""
        self.opened[variable] = read(variable) if initial is None else initial
        return variable

    def of_card(self, label: str, column: str, variable: Variable, initial: int = 0) -> Variable:
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
            for _ in range(placed.copies):
                self._add(card, owner, placed, _initial_spot(placed, side))
        self._add_tokens(library)

    def _add(self, card: Card, owner: Player, placed: Placed | None, spot: int) -> None:
        number = self._count[card.name, owner] = self._count.get((card.name, owner), 0) + 1
        shared = any((card.name, player) in self._count for player in PLAYERS if player is not owner)
        label = card.name if number == 1 and not shared else f"{card.name} [{owner} {number}]"
        words = self._words
        down = placed is not None and placed.face == "face-down"
        defense = placed is not None and placed.position == "defense"
        self.members.append(
            Member(
                label,
                card,
                owner,
                card.effects_on(self._day),
                placed,
                words.of_card(label, "spot", enumeration(f"{label}.spot", SPOTS), spot),
                words.of_card(label, "face-down", boolean(f"{label}.face-down"), int(down)),
                words.of_card(label, "defense", boolean(f"{label}.defense"), int(defense)),
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
                    if "token" in selection.filter.kinds:
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
