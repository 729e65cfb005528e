"""Cards: what is printed on them that matters in the End Phase, and the effects their text gives them.

A card's effects are kept as the nodes of its document until somebody asks for them: a library holds hundreds
of cards and a board uses ten.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import cached_property

import msgspec

from models.documents import Node
from models.errors import InputError, Position
from models.fields import Fields, choice, date, fields, integer, items, scalar, text, texts, yes_no
from models.phrase import Condition, Continuous, Event, Lasting, Place, Selection, Step, Timing

TRAP_MONSTER = "continuous trap"
EXTRA_DECK = ("fusion monster", "synchro monster", "xyz monster", "link monster")
MONSTERS = (
    *(
        "normal monster",
        "effect monster",
        "flip monster",
        "ritual monster",
        "pendulum monster",
        "spirit monster",
    ),
    *EXTRA_DECK,
    "token",
)
SPELLS = tuple(f"{kind} spell" for kind in ("normal", "quick-play", "continuous", "equip", "field", "ritual"))
TRAPS = tuple(f"{kind} trap" for kind in ("normal", "continuous", "counter"))
ATTRIBUTES = ("DARK", "DIVINE", "EARTH", "FIRE", "LIGHT", "WATER", "WIND")
RACES = (
    *(
        "Aqua",
        "Beast",
        "Beast-Warrior",
        "Creator God",
        "Cyberse",
        "Dinosaur",
        "Divine-Beast",
        "Dragon",
        "Fairy",
    ),
    *("Fiend", "Fish", "Illusion", "Insect", "Machine", "Plant", "Psychic", "Pyro", "Reptile", "Rock"),
    *("Sea Serpent", "Spellcaster", "Thunder", "Warrior", "Winged Beast", "Wyrm", "Zombie"),
)
MOST_LEVEL = 13
MOST_STAT = 999_999
MOST_PASSCODE = 9_999_999_999

OF_MONSTERS = ("attribute", "type", "level", "atk", "def", "tuner")
REQUIRED = ("name", "ja", "kind")
KEYS = ("passcode", *OF_MONSTERS, "series", "also called", "effects", "versions")
VERSION_REQUIRED = ("effects",)
VERSION_KEYS = ("from", "until")
MOST_NAME = 100


class Effect(msgspec.Struct, frozen=True):
    """One effect of a card, as its entry words it.

    ``trigger`` is the event it answers, and ``misses`` whether it can miss its timing ("when ... you can").
    ``mandatory`` is "must"; ``steps`` are those of "must", "may" or "effect". ``place`` is where the card has to
    be, None where the kind of effect says it. ``chain`` is False for what is processed without a chain. ``once``
    is "" or who is counted: "this card" or "by name". ``state`` is an effect that the rules carry out, without
    anybody's choice, as soon as its conditions hold ("while"); ``reacts`` is the event to which it reacts in the same
    way ("whenever"); ``instead`` are the cards that are banished rather than sent to the Graveyard.
    """

    at: Position
    during: Timing | None = None
    trigger: Event | None = None
    misses: bool = False
    conditions: tuple[Condition, ...] = ()
    cost: tuple[Step, ...] = ()
    target: Selection | None = None
    steps: tuple[Step, ...] = ()
    mandatory: bool = False
    leaves: tuple[Lasting, ...] = ()
    applies: tuple[Continuous, ...] = ()
    place: Place | None = None
    chain: bool = True
    quick: bool = False
    state: bool = False
    reacts: Event | None = None
    instead: Selection | None = None
    once: str = ""

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """The steps of its cost, its own, and those of what it leaves behind."""
        return (*self.cost, *self.steps, *(step for lasting in self.leaves for step in lasting.steps))


class Version(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A text of a card and the days, both included, on which it holds; None is open.

    ``says`` is whether there is any effect in it; ``read_effects`` reads them, so ask for :attr:`effects`, which keeps
    them.
    """

    since: datetime.date | None
    until: datetime.date | None
    says: bool
    read_effects: Callable[[], tuple[Effect, ...]]

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of this text, read on first use; raises :class:`InputError`."""
        return self.read_effects()


class Card(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A card. ``attack`` and ``defense`` are None where the card has none or shows a question mark."""

    name: str
    ja: str
    kind: str
    at: Position
    passcode: int | None = None
    attribute: str = ""
    race: str = ""
    level: int | None = None
    attack: int | None = None
    defense: int | None = None
    tuner: bool = False
    series: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()

    @property
    def is_monster(self) -> bool:
        """Whether it is a monster, tokens included."""
        return self.kind in MONSTERS

    @property
    def is_token(self) -> bool:
        """Whether it is a token."""
        return self.kind == "token"

    @property
    def is_spell(self) -> bool:
        """Whether it is a Spell."""
        return self.kind in SPELLS

    @property
    def is_trap(self) -> bool:
        """Whether it is a Trap."""
        return self.kind in TRAPS

    @property
    def from_extra_deck(self) -> bool:
        """Whether its place is the Extra Deck rather than the Deck."""
        return self.kind in EXTRA_DECK

    @property
    def spell_speed(self) -> int:
        """The Spell Speed of its activation, 1 to 3; a monster's quick effects say so themselves."""
        if self.kind == "counter trap":
            return 3
        return 2 if self.is_trap or self.kind == "quick-play spell" else 1

    @property
    def is_quick(self) -> bool:
        """Whether it can be activated where it lies Set, and its text does something."""
        return (self.is_spell or self.is_trap) and self.spell_speed > 1 and any(one.says for one in self.versions)

    def effects_on(self, day: datetime.date) -> tuple[Effect, ...]:
        """The effects of the text that holds on ``day``; before the first text's first day, of the first."""
        for version in self.versions:
            if version.until is None or day <= version.until:
                return version.effects
        return ()

    def check(self) -> None:
        """Read every text of the card, so that an error in any of them is raised now."""
        for version in self.versions:
            _ = version.effects


def read_card(node: Node) -> Card:
    """The card that one entry of a card file describes; raises :class:`InputError`."""
    given = fields(node, allowed=KEYS, required=REQUIRED, what="a card")
    kind = choice([*MONSTERS, *SPELLS, *TRAPS])(given["kind"])
    if kind != "token" and "passcode" not in given:
        raise InputError("a card needs the key 'passcode'", given.at, expected=["passcode: ..."])
    if kind not in MONSTERS:
        for key in OF_MONSTERS:
            if key in given:
                raise InputError(f"a {kind} has no {key!r}", given.keys_at[key])
    return Card(
        name=_name(given["name"]),
        ja=_name(given["ja"]),
        kind=kind,
        at=given.at,
        passcode=given.read("passcode", integer(1, MOST_PASSCODE), None),
        attribute=given.read("attribute", choice(ATTRIBUTES), ""),
        race=given.read("type", choice(RACES), ""),
        level=given.read("level", integer(0, MOST_LEVEL), None),
        attack=given.read("atk", _stat, None),
        defense=given.read("def", _stat, None),
        tuner=given.read("tuner", yes_no, False),
        series=given.read("series", texts, ()),
        also=given.read("also called", lambda names: tuple(_name(name) for name in items(names)), ()),
        versions=_versions(given),
    )


def _name(node: Node) -> str:
    name = scalar(node, "a card's name")
    if "\n" in name.text or len(name.text) > MOST_NAME:
        raise InputError(f"a card's name is one line of at most {MOST_NAME} characters", name.at)
    return name.text


def _stat(node: Node) -> int | None:
    return None if text(node) == "?" else integer(0, MOST_STAT)(node)


def _versions(given: Fields) -> tuple[Version, ...]:
    """The texts of a card, oldest first, each beginning on the day after the one before it ends."""
    if "versions" not in given:
        return (_version(None, None, given["effects"]),) if "effects" in given else ()
    if "effects" in given:
        raise InputError("'effects' beside 'versions'", given.keys_at["effects"], expected=["one of them"])
    versions: list[Version] = []
    entries = items(given["versions"])
    if not entries:
        raise InputError("no version of the card's text", given.keys_at["versions"], expected=["a list"])
    for number, entry in enumerate(entries, 1):
        part = fields(entry, allowed=VERSION_KEYS, required=VERSION_REQUIRED, what="a version")
        version = _version(part.read("from", date, None), part.read("until", date, None), part["effects"])
        if version.since and version.until and version.until < version.since:
            raise InputError("a version that ends before it begins", part.keys_at["until"])
        if versions:
            _refuse_gap(versions[-1], version, part)
        if number < len(entries) and version.until is None:
            raise InputError("another version follows this one, so it must end", part.at, expected=["until: ..."])
        if number == len(entries) and version.until is not None:
            raise InputError("the last version cannot end", part.keys_at["until"])
        versions.append(version)
    return tuple(versions)


def _version(since: datetime.date | None, until: datetime.date | None, node: Node) -> Version:
    """The version whose effects the node lists."""
    nodes = items(node)

    def read_effects() -> tuple[Effect, ...]:
        from models.effects import read_effect  # noqa: PLC0415  (the grammar is slow to load)

        return tuple(read_effect(one) for one in nodes)

    return Version(since, until, bool(nodes), read_effects)


def _refuse_gap(before: Version, version: Version, part: Fields) -> None:
    ended = before.until or datetime.date.max
    begins = version.since
    if begins is None:
        raise InputError("a later version needs its first day", part.at, expected=[f"from: {_next(ended)}"])
    if begins != _next(ended):
        message = "two versions overlap" if begins <= ended else "a gap between two versions"
        raise InputError(message, part["from"].at, expected=[f"from: {_next(ended)}"])


def _next(day: datetime.date) -> datetime.date:
    return day if day == datetime.date.max else day + datetime.timedelta(days=1)
