"""What a phrase says, once it is read: the nouns, conditions, events and actions of card and ruling files.

Every record is frozen and compares by what it says. :mod:`models.grammar` makes them; ``explorer.game`` gives them
a meaning on a board. A phrase is relative to the player who uses the effect ("you", "your opponent") in card files
and absolute ("turn player", "opponent") in boards and rulings.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from models.errors import Position


class Who(StrEnum):
    """A player, seen from the user of an effect or from the turn."""

    YOU = "you"
    FOE = "your opponent"
    TURN = "turn player"
    OPPONENT = "opponent"
    ANY = "any player"


class Place(StrEnum):
    """A place that phrases name; ``FIELD`` is the Monster Zones and the Spell & Trap Zones together."""

    FIELD = "field"
    HAND = "hand"
    DECK = "Deck"
    EXTRA = "Extra Deck"
    GRAVEYARD = "GY"
    BANISHED = "banished"


class Refers(StrEnum):
    """What a noun points back to, when it does not describe cards afresh."""

    SELF = "this card"
    TARGET = "the target"
    AFFECTED = "the affected card"
    THOSE = "those cards"
    THEM = "them"


class Bounds(msgspec.Struct, frozen=True):
    """A number and how it bounds: ``low <= n``, ``n <= high``; ``high`` is None for "or more"."""

    low: int = 1
    high: int | None = 1


class Filter(msgspec.Struct, frozen=True):
    """Which cards a noun describes. Words of one kind are alternatives, words of different kinds add up."""

    names: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    races: tuple[str, ...] = ()
    level: Bounds | None = None
    attack: Bounds | None = None
    defense: Bounds | None = None
    face: str = ""
    position: str = ""
    other: bool = False
    no_attack: bool = False
    new_name: bool = False
    places: tuple[Place, ...] = ()
    who: Who = Who.ANY


class Coupling(msgspec.Struct, frozen=True):
    """A condition that couples the cards of one choice: ``different names`` or ``total Level`` within bounds."""

    kind: str
    total: Bounds | None = None


class Selection(msgspec.Struct, frozen=True):
    """Cards an action or a target names: a back reference, all that fit, or a number of them to be chosen."""

    refers: Refers | None = None
    count: Bounds = Bounds()
    every: bool = False
    filter: Filter = Filter()
    couplings: tuple[Coupling, ...] = ()


EVENTS = (
    "sent",
    "destroyed",
    "discarded",
    "Tributed",
    "banished",
    "returned",
    "added",
    "flipped",
    "Summoned",
    "Normal Summoned",
    "Special Summoned",
    "Flip Summoned",
    "Ritual Summoned",
    "Fusion Summoned",
    "Synchro Summoned",
    "Xyz Summoned",
    "Link Summoned",
    "transferred",
    "used",
    "activated",
    "drawn",
)
"""The kinds of events that an effect may wait for."""


class Event(msgspec.Struct, frozen=True):
    """Something that happens to a card or is done by a player: ``this card is sent to the GY``."""

    kind: str
    subject: Selection
    by: Who = Who.ANY
    how: tuple[str, ...] = ()
    places_from: tuple[Place, ...] = ()
    place_to: Place | None = None
    from_whose: Who = Who.ANY
    to_whose: Who = Who.ANY
    this_turn: bool = False


class Happened(msgspec.Struct, frozen=True, tag=True):
    """A condition on the past: this event has happened, or is declared to have, and is still remembered."""

    event: Event


class Coin(msgspec.Struct, frozen=True, tag=True):
    """The coin tossed for this card showed this side."""

    side: str


class Fact(msgspec.Struct, frozen=True, tag=True):
    """A fact that a board tells of this card (``materials``, ``counters``, ``attack declared``), or its opposite."""

    word: str
    holds: bool = True


class Tallied(msgspec.Struct, frozen=True, tag=True):
    """The number of events of this turn, done by the user of the effect, is within bounds."""

    each: Each
    bounds: Bounds


class YourTurn(msgspec.Struct, frozen=True, tag=True):
    """It is the turn of the user of the effect."""


class Compare(msgspec.Struct, frozen=True, tag=True):
    """How the number of monsters you control compares with your opponent's: ``same``, ``more`` or ``fewer``."""

    sense: str


class DueAgain(msgspec.Struct, frozen=True, tag=True):
    """Something that a named card left behind could not be done, and is due again in the next End Phase."""

    cards: Filter


class HasCounters(msgspec.Struct, frozen=True, tag=True):
    """A named card has a number of counters within bounds."""

    cards: Filter
    bounds: Bounds


class Exists(msgspec.Struct, frozen=True, tag=True):
    """The number of cards that fit is within bounds."""

    cards: Filter
    count: Bounds
    refers: Refers | None = None


class Life(msgspec.Struct, frozen=True, tag=True):
    """A player's life points are within bounds."""

    who: Who
    bounds: Bounds


class Negated(msgspec.Struct, frozen=True, tag=True):
    """The effects of a named card, face-up on the field, are negated."""

    cards: Filter


class Skipped(msgspec.Struct, frozen=True, tag=True):
    """A player's next turn will be skipped."""

    who: Who


class Wins(msgspec.Struct, frozen=True, tag=True):
    """A player has won; ``Who.ANY`` stands for a draw."""

    who: Who


class HasAttack(msgspec.Struct, frozen=True, tag=True):
    """A named monster on the field has an ATK within bounds."""

    cards: Filter
    bounds: Bounds


class Count(msgspec.Struct, frozen=True):
    """A number to compare or to make large: ``life``, or the cards that fit."""

    what: str
    who: Who = Who.ANY
    cards: Filter = Filter()


class CountIs(msgspec.Struct, frozen=True, tag=True):
    """A counted number is within bounds."""

    count: Count
    bounds: Bounds


class Both(msgspec.Struct, frozen=True, tag=True):
    """All of these conditions hold."""

    parts: tuple[Condition, ...]


class Either(msgspec.Struct, frozen=True, tag=True):
    """At least one of these conditions holds."""

    parts: tuple[Condition, ...]


class Not(msgspec.Struct, frozen=True, tag=True):
    """This condition does not hold."""

    part: Condition


Condition = (
    Happened
    | Coin
    | Fact
    | Tallied
    | YourTurn
    | Compare
    | DueAgain
    | HasCounters
    | Exists
    | Life
    | Negated
    | Skipped
    | Wins
    | HasAttack
    | CountIs
    | Both
    | Either
    | Not
)


class Amount(msgspec.Struct, frozen=True):
    """A number with its unit: ``LP``, ``damage``, ``counters``, ``top cards``, ``Duel`` and so on."""

    number: int
    unit: str


class Each(msgspec.Struct, frozen=True):
    """What an amount is multiplied by: cards ``paid``, cards that fit ``now``, or events of this turn (``past``)."""

    kind: str
    cards: Filter = Filter()
    events: tuple[str, ...] = ()


class Action(msgspec.Struct, frozen=True):
    """One thing done: a verb, who does it, to what, and where to. The verb is known to ``explorer.game`` only."""

    verb: str
    who: Who = Who.YOU
    objects: tuple[Selection, ...] = ()
    amount: Amount | None = None
    place_to: Place | None = None
    whose: Who = Who.YOU
    manner: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    otherwise: bool = False
    optional: bool = False
    each: Each | None = None
    at: Position | None = None


class Step(msgspec.Struct, frozen=True):
    """One step of an effect: alternatives, of which the one who carries it out picks one that can be done."""

    options: tuple[Action, ...]


class Span(StrEnum):
    """How long something lasts."""

    END_PHASE = "until the End Phase"
    END_OF_END_PHASE = "until the end of the End Phase"
    END_OF_TURN = "until the end of the turn"
    ON_FIELD = "while it is on the field"


class Status(msgspec.Struct, frozen=True):
    """What an effect keeps applying: ``negated``, ``control``, ``attack`` (by an amount), or a prevention."""

    kind: str
    amount: int = 0
    on: Refers | None = Refers.AFFECTED
    by: str = ""
    who: Who = Who.YOU


class Lasting(msgspec.Struct, frozen=True):
    """What an effect leaves behind: a status that lasts for a span, or steps to process at a time of the End Phase."""

    span: Span
    status: Status | None = None
    steps: tuple[Step, ...] = ()
    optional: bool = False
    this_turn: bool = False
    reacts: Event | None = None


class Continuous(msgspec.Struct, frozen=True):
    """What a face-up card keeps applying.

    ``kind`` is ``cannot be DONE``, ``unaffected``, ``negated``, ``attack``, ``defense``, ``hand limit``, ``no hand
    limit``
    or ``at most as many``; ``cards`` are those it applies to (``self_only``: the card itself), ``by`` whose effects are
    kept off, ``amount`` a number, ``who`` the player meant.
    """

    kind: str
    cards: Filter = Filter()
    self_only: bool = False
    by: str = ""
    amount: int = 0
    who: Who = Who.ANY


class Moment(msgspec.Struct, frozen=True):
    """A choice in a play, as a claim names it: who, what, of which card, and when."""

    kind: str
    who: Who = Who.ANY
    names: tuple[str, ...] = ()
    involving: tuple[str, ...] = ()
    must: bool = False
    chained_to: tuple[str, ...] = ()
    adjustment: str = ""
    before: Moment | None = None
    after: Moment | None = None


class Wish(msgspec.Struct, frozen=True):
    """One wish of a player: that a condition holds at the end, or that a count is as large (or small) as can be."""

    sense: str
    condition: Condition | None = None
    count: Count | None = None


class Note(msgspec.Struct, frozen=True):
    """What a board says of one card: ``set``, ``face``, ``position``, ``coin``, ``copies``, ``owner``, ``happened``."""

    kind: str
    value: str | int | Event = ""


class Timing(msgspec.Struct, frozen=True):
    """During which End Phase an effect can be used: the user's own, the opponent's, or any.

    ``end``: it is looked at by the rules as that turn ends, after everything else.
    """

    whose: Who
    end: bool = False
