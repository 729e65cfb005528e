"""Random boards of the library's own cards, as the text that a user would write, and random rulesets.

What is drawn comes from the data: where an effect of a card works, what its conditions ask about (so that a board says
it often), which cards it looks for, and what it can leave behind. A new card takes part without a change here.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from hypothesis import assume
from hypothesis import strategies as st

from explorer.game import Game, ground
from explorer.game.nouns import describes
from explorer.search import Limits, StateGraph, explore
from models import grammar
from models.board import Board, read_board
from models.card import Card, Effect
from models.documents import read_document
from models.errors import InputError, Position
from models.library import Library
from models.phrase import Coin, Event, Filter, Happened, Lasting, Place, Refers, Who
from models.ruleset import Ruleset

LIBRARY = Library()
TURN, OPPONENT = PLAYERS = ("turn player", "opponent")
FIELD = ("monsters", "spells and traps", "field zone")
MOST_IN_ZONE = {"monsters": 5, "spells and traps": 5, "field zone": 1}
MOST_COPIES = 3
ZONE_OF = {
    Place.HAND: "hand",
    Place.DECK: "deck",
    Place.GRAVEYARD: "graveyard",
    Place.BANISHED: "banished",
}


@dataclass(frozen=True)
class Sizes:
    """How much life a side may have, and how many cards in the hand and the Deck; a size twice is drawn twice as often."""

    lives: tuple[int, ...]
    hands: tuple[int, ...]
    decks: tuple[int, ...]


USUAL = Sizes((8000, 8000, 8000, 3000, 1000, 900, 500, 1), (0, 0, 1, 5, 6, 7, 9), (20, 20, 0, 1, 2))
ODD = Sizes((1, 1, 2, 100, 999_999), (12, 12, 7, 6, 0), (0, 0, 1))


def board_of(text: str) -> Board:
    """The board that a text describes."""
    return read_board(read_document(text, "random"), LIBRARY)


def other(player: str) -> str:
    """The other player."""
    return OPPONENT if player == TURN else TURN


def once_in(number: int) -> st.SearchStrategy[bool]:
    """True once in so many draws."""
    return st.integers(1, number).map(lambda drawn: drawn == number)


# ---- what the cards say --------------------------------------------------------------------------------------------


@cache
def all_cards() -> tuple[Card, ...]:
    """Every card but tokens."""
    return tuple(card for card in LIBRARY.cards if not card.is_token)


@cache
def vanillas() -> tuple[Card, ...]:
    """The monsters that do nothing."""
    return tuple(card for card in all_cards() if card.kind == "normal monster")


def effects(card: Card) -> tuple[Effect, ...]:
    """The effects of all its texts."""
    return tuple(effect for version in card.versions for effect in version.effects)


@cache
def lively() -> tuple[tuple[Card, Effect], ...]:
    """Every effect that could do something in an End Phase, with its card."""
    return tuple(
        (card, effect)
        for card in all_cards()
        for effect in effects(card)
        if effect.steps or effect.applies or (effect.leaves and effect.target is not None)
    )


def home(card: Card) -> str:
    """The zone of the field where the card lies."""
    if card.is_monster:
        return "monsters"
    return "field zone" if card.kind == "field spell" else "spells and traps"


def stays(card: Card) -> bool:
    """Whether it may lie face-up in the Spell & Trap Zones."""
    return card.kind.startswith(("continuous", "equip", "field"))


def zone_for(card: Card, effect: Effect) -> str:
    """A zone where the effect works, or from which its event takes the card."""
    if effect.place is not None:
        return ZONE_OF.get(effect.place, home(card))
    event = effect.trigger
    if event is not None and event.subject.refers is Refers.SELF:
        if event.kind == "discarded":
            return "hand"
        if event.kind == "sent":
            return "hand" if event.places_from[:1] == (Place.HAND,) else home(card)
        if event.kind.endswith("Summoned"):
            return "hand"
    return home(card)


def told(event: Event) -> str:
    """The event as a board tells it: one of the places it may have come from is enough."""
    words = [event.kind, *event.how]
    if event.places_from:
        words.append(f"from {event.places_from[0].value}")
    if event.place_to:
        words.append(f"to {event.place_to.value}")
    return " ".join(words)


def can_be_told(phrase: str, read: Callable[[str, Position], object]) -> bool:
    """Whether a board can say this; some conditions ask about what no board can say yet."""
    try:
        read(phrase, Position("phrase", 1, 1))
    except InputError:
        return False
    return True


def happenings(card: Card) -> list[Event]:
    """The past events that its effects ask about."""
    asked = [condition for effect in effects(card) for condition in effect.conditions]
    return [condition.event for condition in asked if isinstance(condition, Happened)]


def facts_of(card: Card, zone: str) -> tuple[str, ...]:
    """What a board could say of the card, lying there, that its effects ask about."""
    own = [event for event in happenings(card) if event.subject.refers is Refers.SELF]
    gone = ("sent", "destroyed", "discarded", "Tributed", "banished")
    fitting = {"graveyard": True, **dict.fromkeys(FIELD, False)}
    found = [told(event) for event in own if (event.kind in gone) is fitting.get(zone)]
    return tuple(dict.fromkeys(fact for fact in found if can_be_told(fact, grammar.read_note)))


def tosses_coin(card: Card) -> bool:
    """Whether it matters which side a coin showed."""
    return any(isinstance(condition, Coin) for effect in effects(card) for condition in effect.conditions)


@cache
def deeds() -> tuple[str, ...]:
    """What a board could say that a player did, of what cards ask about."""
    found = []
    for event in (event for card in all_cards() for event in happenings(card)):
        if event.subject.refers is None:
            noun = event.subject.filter
            words = [
                event.kind,
                "a",
                *(f'"{name}"' for name in noun.names),
                *(kind.capitalize() for kind in noun.kinds),
            ]
            found.append(" ".join(words))
    return tuple(dict.fromkeys(deed for deed in found if can_be_told(deed, grammar.read_past)))


def looked_for(effect: Effect) -> list[Filter]:
    """The cards that the effect targets, takes as its cost, or does something to, where they are no back reference."""
    selections = [effect.target] if effect.target is not None else []
    steps = (*effect.cost, *effect.steps)
    selections += [one for step in steps for action in step.options for one in action.objects]
    return [one.filter for one in selections if one.refers is None and "token" not in one.filter.kinds]


def left_behind(card: Card, ruleset: Ruleset) -> list[Lasting]:
    """What the card can have left for this End Phase, under the texts of the ruleset's day."""
    return [lasting for effect in card.effects_on(ruleset.day) for lasting in effect.leaves]


def returns_cards(leaves: list[Lasting]) -> bool:
    """Whether it is about cards that come back from elsewhere."""
    return any(action.verb == "return" for one in leaves for step in one.steps for action in step.options)


def is_about_cards(lasting: Lasting) -> bool:
    """Whether it has to be said which cards it is about."""
    about = (Refers.AFFECTED, Refers.THEM, Refers.TARGET, Refers.SELF)
    objects = [one for step in lasting.steps for action in step.options for one in action.objects]
    return lasting.status is not None or any(one.refers in about for one in objects)


def is_about_itself(lasting: Lasting) -> bool:
    """Whether it is about the card that left it behind."""
    objects = [one for step in lasting.steps for action in step.options for one in action.objects]
    status = lasting.status
    return any(one.refers is Refers.SELF for one in objects) or (status is not None and status.on is Refers.SELF)


# ---- boards ----------------------------------------------------------------------------------------------------------


@dataclass
class Entry:
    """One card on the board, or copies of it."""

    card: Card
    side: str
    zone: str
    owner: str
    said: list[str]
    copies: int
    face_up: bool

    @property
    def document(self) -> object:
        """The entry as a board's file has it."""
        words = [*self.said, *([f"{self.copies} copies"] if self.copies > 1 else [])]
        return {self.card.name: words} if words else self.card.name


@dataclass
class Setting:
    """The board as far as it has been put up: no zone is overfull, and nobody has too many copies of a card."""

    entries: list[Entry] = field(default_factory=list)
    owned: Counter[tuple[str, str]] = field(default_factory=Counter)

    def room(self, side: str, zone: str) -> int:
        """How many more cards go into a zone."""
        there = sum(entry.copies for entry in self.entries if (entry.side, entry.zone) == (side, zone))
        return MOST_IN_ZONE.get(zone, 60) - there

    def put(self, entry: Entry) -> None:
        """Add the card, with as many copies as there is room for."""
        already = self.owned[entry.owner, entry.card.name]
        entry.copies = min(entry.copies, self.room(entry.side, entry.zone), MOST_COPIES - already)
        if entry.copies > 0:
            self.owned[entry.owner, entry.card.name] += entry.copies
            self.entries.append(entry)

    def only(self, entry: Entry) -> bool:
        """Whether a name on the field can mean this entry alone."""
        return not any(one is not entry and one.zone in FIELD and one.card is entry.card for one in self.entries)

    def within(self, side: str, zone: str) -> list[Entry]:
        """The cards in a zone."""
        return [entry for entry in self.entries if (entry.side, entry.zone) == (side, zone)]


@st.composite
def entries(draw, card, side, zone, *, usable):
    """The card in a zone, with what is said of it; ``usable``: as it lies when its effect can be used."""
    if card.from_extra_deck and zone in ("hand", "deck"):
        zone = "extra deck"
    said, owner, face_up = [], side, True
    if zone == "monsters":
        hidden = card.kind == "flip monster" or not usable
        face_up = card.kind == "link monster" or not draw(once_in(2 if hidden else 12))
        if draw(once_in(6)):
            owner = other(side)
            said.append(f"owner {owner}")
        said.append("face-up" if face_up else "set")
        if face_up and card.kind != "link monster" and draw(once_in(4)):
            said.append("in Defense Position")
    elif zone == "spells and traps":
        face_up = stays(card) and not draw(once_in(5))
        said.append("face-up" if face_up else "set this turn" if draw(once_in(8)) else "set")
    if face_up and zone in FIELD and tosses_coin(card):
        said.append("tails" if draw(once_in(5)) else "heads")
    if face_up:
        said += [fact for fact in facts_of(card, zone) if not draw(once_in(6))]
    copies = draw(st.sampled_from([1, 1, 1, 2, 2, 3]))
    return Entry(card, side, zone, owner, said, copies, face_up)


@st.composite
def users(draw, setting):
    """A card whose effect could be used, and cards that the effect looks for."""
    card, effect = draw(st.sampled_from(lively()))
    side = TURN if effect.during is not None and effect.during.whose is Who.YOU else draw(st.sampled_from(PLAYERS))
    setting.put(draw(entries(card, side, zone_for(card, effect), usable=True)))
    for noun in looked_for(effect):
        fitting = [one for one in all_cards() if describes(one, noun)]
        if not fitting or draw(once_in(4)):
            continue
        wanted = draw(st.sampled_from(fitting))
        there = other(side) if noun.who is Who.FOE else side
        place = draw(st.sampled_from(noun.places or (Place.FIELD,)))
        setting.put(draw(entries(wanted, there, ZONE_OF.get(place, home(wanted)), usable=True)))


@st.composite
def bystanders(draw, setting):
    """Any card anywhere."""
    card = draw(st.sampled_from(all_cards()))
    zone = draw(st.sampled_from([home(card), home(card), "hand", "graveyard", "deck", "banished"]))
    setting.put(draw(entries(card, draw(st.sampled_from(PLAYERS)), zone, usable=False)))


@st.composite
def fillings(draw, setting):
    """Monsters that do nothing, until few Monster Zones of a player are free, or none."""
    side = draw(st.sampled_from(PLAYERS))
    for card in draw(st.permutations(vanillas()))[:2]:
        entry = Entry(card, side, "monsters", side, [], draw(st.integers(2, MOST_COPIES)), True)
        setting.put(entry)


@st.composite
def boards(draw, ruleset):
    """The text of a board; it can be read, and means something under the ruleset."""
    setting = Setting()
    for _ in range(draw(st.integers(1, 3))):
        draw(users(setting))
    for _ in range(draw(st.integers(0, 2))):
        draw(bystanders(setting))
    if draw(once_in(6)):
        draw(fillings(setting))
    document = {side: draw(sides(setting, side)) for side in PLAYERS}
    document["lingering"] = draw(lingering(ruleset, setting))
    return written(document)


@cache
def borrowing() -> tuple[tuple[Card, Who], ...]:
    """The cards that lend control of a monster until the End Phase, with to whom, seen from their user."""
    leaves = [(card, one.status) for card in all_cards() for effect in effects(card) for one in effect.leaves]
    found = [(card, status.who) for card, status in leaves if status is not None and status.kind == "control"]
    return tuple(dict.fromkeys(found))


@st.composite
def stolen(draw, setting, side):
    """A monster of the other player's on this side, and mostly what lends it; None without that."""
    held = {one.card for one in setting.entries if one.zone in FIELD}
    card = draw(st.sampled_from([one for one in vanillas() if one not in held]))
    said = [f"owner {other(side)}", *(["in Defense Position"] if draw(once_in(4)) else [])]
    setting.put(Entry(card, side, "monsters", other(side), said, 1, True))
    lender, holder = draw(st.sampled_from(borrowing()))
    by = side if holder is Who.YOU else other(side)
    return None if draw(once_in(6)) else {"card": lender.name, "by": by, "on": [card.name]}


@st.composite
def crowds(draw, setting, side):
    """Cards until no zone of the side is free: monsters that do nothing, and what may lie face-up or Set."""
    for card in draw(st.permutations(vanillas()))[:5]:
        setting.put(Entry(card, side, "monsters", side, [], draw(st.integers(1, MOST_COPIES)), True))
    lying = [card for card in all_cards() if home(card) == "spells and traps" and not card.from_extra_deck]
    for card in draw(st.lists(st.sampled_from(lying), min_size=2, max_size=5, unique_by=lambda one: one.name)):
        setting.put(draw(entries(card, side, "spells and traps", usable=True)))
    mute = [card for card in lying if not any(card is one for one, _ in lively())]
    for card in mute[: setting.room(side, "spells and traps")]:
        setting.put(Entry(card, side, "spells and traps", side, ["set"], 1, False))
    fields = [card for card in all_cards() if card.kind == "field spell"]
    setting.put(draw(entries(draw(st.sampled_from(fields)), side, "field zone", usable=True)))


@st.composite
def odd_boards(draw, ruleset):
    """The text of a board at the edge of what can be: full zones, no Deck, life 1, hands of 12, monsters that are lent."""
    setting = Setting()
    for _ in range(draw(st.integers(1, 2))):
        draw(users(setting))
    lent = [draw(stolen(setting, side)) for side in PLAYERS if not draw(once_in(3))]
    for side in PLAYERS:
        if not draw(once_in(3)):
            draw(crowds(setting, side))
    document = {side: draw(sides(setting, side, ODD)) for side in PLAYERS}
    placed = {entry.card.name for entry in setting.entries if entry.zone == "monsters"}
    document["lingering"] = [one for one in lent if one and set(one["on"]) <= placed]
    document["lingering"] += draw(lingering(ruleset, setting))
    return written(document)


def written(document: dict[str, object]) -> str:
    """The board's document as text."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in document.items() if value]
    return "{" + ",\n ".join(lines) + "}"


@st.composite
def sides(draw, setting, side, sizes=USUAL):
    """One side of the board as data: life, zones, unnamed cards, what the player did."""
    found = {"life": draw(st.sampled_from(sizes.lives))}
    for zone in (*FIELD, *ZONE_OF.values(), "extra deck"):
        there = [entry.document for entry in setting.within(side, zone)]
        if there:
            found[zone] = there
    for zone, numbers in (("hand", sizes.hands), ("deck", sizes.decks)):
        named = sum(entry.copies for entry in setting.within(side, zone))
        unnamed = draw(st.sampled_from(numbers)) - named
        if unnamed > 0:
            found.setdefault(zone, []).append(f"{unnamed} unnamed cards")
        elif zone == "deck":
            found.setdefault(zone, [])  # a Deck of which nothing is told has thirty cards
    did = [deed for deed in deeds() if draw(once_in(3))]
    if did:
        found["this turn"] = did
    return found


@st.composite
def lingering(draw, ruleset, setting):
    """Up to two effects that linger, each on one or two cards that it can be on."""
    found = []
    sources = [card for card in all_cards() if left_behind(card, ruleset)]
    shown = [entry for entry in setting.entries if entry.zone == "monsters" and entry.face_up]
    for _ in range(draw(st.sampled_from([0, 1, 1, 2]))):
        card, owner = draw(st.sampled_from(sources)), draw(st.sampled_from(PLAYERS))
        leaves = left_behind(card, ruleset)
        entry = {"card": card.name, "by": owner}
        if any(map(is_about_cards, leaves)):
            fitting = [one for one in shown if fits_all(one, card, owner, leaves, setting)]
            if returns_cards(leaves):
                away = [one for one in setting.entries if one.zone in ("banished", "hand")]
                own = any(map(is_about_itself, leaves))
                fitting = [one for one in away if one.card is card or (one.card.is_monster and not own)]
            if not fitting:
                continue
            chosen = draw(st.lists(st.sampled_from(range(len(fitting))), min_size=1, max_size=2, unique=True))
            entry["on"] = [fitting[one].card.name for one in sorted(chosen)]
        found.append(entry)
    return found


def fits_all(entry: Entry, card: Card, owner: str, leaves: list[Lasting], setting: Setting) -> bool:
    """Whether what the card of this owner leaves behind can be on a monster on the field."""
    for lasting in leaves:
        status = lasting.status
        if is_about_itself(lasting) and entry.card is not card:
            return False
        if status is None:
            continue
        if status.kind == "control":
            holder = owner if status.who is Who.YOU else other(owner)
            if entry.side != holder or entry.owner == holder or not setting.only(entry):
                return False
    return True


# ---- rulesets --------------------------------------------------------------------------------------------------------


@st.composite
def rulesets(draw):
    """One of the library's rulesets; every other time with other values for a few clauses."""
    ruleset = LIBRARY.ruleset(draw(st.sampled_from(LIBRARY.ruleset_ids)))
    clauses = sorted(LIBRARY.clauses)
    changed = draw(st.lists(st.sampled_from(clauses), max_size=4, unique=True)) if draw(st.booleans()) else []
    return ruleset.changed({name: draw(st.sampled_from(sorted(LIBRARY.clauses[name].values))) for name in changed})


@st.composite
def cases(draw):
    """A board and a ruleset."""
    ruleset = draw(rulesets())
    return draw(boards(ruleset)), ruleset


@st.composite
def odd_cases(draw):
    """An odd board and a ruleset."""
    ruleset = draw(rulesets())
    return draw(odd_boards(ruleset)), ruleset


def searched_draw(drawn: tuple[str, Ruleset], states: int) -> tuple[Game, StateGraph]:
    """The grounded board of a draw, and its graph by compiled steps; draws refused, or of more states, do not count."""
    text, ruleset = drawn
    try:
        game = ground(board_of(text), LIBRARY, ruleset)
    except InputError:
        assume(False)
    graph = explore(game.system, limits=Limits(states=states, engine="python"))
    assume(graph.complete)
    return game, graph
