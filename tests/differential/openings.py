"""Boards on which a few values are open, drawn from random closed ones, with the closed board of every case."""

import json
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from math import prod

from hypothesis import strategies as st

from tests.differential.boards import PLAYERS, TURN, all_cards, boards, home, rulesets, stays

ZONES = ("monsters", "spells and traps", "hand", "graveyard")
MOST_CASES = 12


@dataclass
class Opening:
    """One value that is left open: what its variable is called, where it stands, and what stands there in each case."""

    name: str
    place: tuple
    left_open: object
    ways: list


@dataclass
class OpenBoard:
    """A document, and what is open in it."""

    document: dict
    openings: list

    @property
    def text(self):
        """The open board as a user would write it."""
        return written(self.document, [(one.place, one.left_open) for one in self.openings])

    @property
    def cases(self):
        """For every case the number of the way of each opening, by name, and the text of the closed board."""
        for numbers in product(*(range(len(one.ways)) for one in self.openings)):
            filled = [(one.place, one.ways[number]) for one, number in zip(self.openings, numbers, strict=True)]
            names = [one.name for one in self.openings]
            yield dict(zip(names, numbers, strict=True)), written(self.document, filled)


NOTHING = object()
"""Stands for an entry that is not there."""


def written(document, values):
    """The document with these values at these places, as text."""
    document = deepcopy(document)
    for (side, key, number), value in values:
        where = document.setdefault(side, {})
        if number is None:
            where[key] = value
        else:
            where[key][number] = value
    for side in PLAYERS:
        for key, value in document.get(side, {}).items():
            if isinstance(value, list):
                document[side][key] = [one for one in value if one is not NOTHING]
    return json.dumps(document, ensure_ascii=False, indent=1)


def notes_of(entry):
    """The notes on a card's entry."""
    return next(iter(entry.values())) if isinstance(entry, dict) else []


def name_of(entry):
    """The card of an entry."""
    return next(iter(entry)) if isinstance(entry, dict) else entry


def noted(name, notes):
    """The entry of a card with these notes."""
    return {name: notes} if notes else name


def open_lives(document):
    """Lives around what a cost or damage may ask for."""
    for side in PLAYERS:
        life = document.get(side, {}).get("life", 8000)
        for low in {max(1, life - 1), 499, 999}:
            ways = [low, low + 1, low + 2]
            yield Opening(f"{side}'s life", (side, "life", None), f"{low}..{low + 2}", ways)


def open_hands(document):
    """One unnamed card less or more."""
    for side in PLAYERS:
        for number, entry in enumerate(document.get(side, {}).get("hand", [])):
            if isinstance(entry, str) and entry.endswith("unnamed cards"):
                n = int(entry.split()[0])
                ways = [f"{one} unnamed cards" if one else NOTHING for one in range(n - 1, n + 2)]
                left_open = f"{n - 1}..{n + 1} unnamed cards"
                yield Opening(f"{side}'s unnamed cards in 'hand'", (side, "hand", number), left_open, ways)


def open_notes(document):
    """A note that may hold or not, or one of two values."""
    for side, zone, number, entry in _cards(document):
        name, notes = name_of(entry), notes_of(entry)
        for index, note in enumerate(notes):
            if note.endswith("copies") or note.startswith("owner"):
                continue
            rest = [*notes[:index], *notes[index + 1 :]]
            words, values = note, [[], [note]]
            for key, both in (("coin", ["heads", "tails"]), ("face", ["face-up", "face-down"])):
                if note in both:
                    words, values = key, [[one] for one in both]
            ways = [noted(name, [*rest, *value]) for value in values]
            yield Opening(f"{name}: {words}", (side, zone, number), noted(name, [*rest, {words: "open"}]), ways)


@st.composite
def open_cards(draw, document):
    """One card or another, or perhaps none."""
    side, zone, number, entry = draw(st.sampled_from(list(_cards(document))))
    fitting = [
        one for one in all_cards() if name_of(entry) != one.name and (zone not in ZONES[:2] or home(one) == zone)
    ]
    other = draw(st.sampled_from([one for one in fitting if not (one.from_extra_deck and zone == "hand")]))
    notes = ["set"] if zone == "spells and traps" and not stays(other) else []
    entries = [entry, noted(other.name, notes)]
    more = draw(st.sampled_from([[], ["nothing"]]))
    ways = [*entries, *[NOTHING for _ in more]]
    return Opening(f"{side}'s open card", (side, zone, number), {"one of": [*entries, *more]}, ways)


def _cards(document):
    """Every card's entry in the zones that matter most, with where it stands."""
    for side in PLAYERS:
        for zone in ZONES:
            for number, entry in enumerate(document.get(side, {}).get(zone, [])):
                if not (isinstance(entry, str) and entry.endswith(("unnamed cards", "unnamed card"))):
                    yield side, zone, number, entry


@st.composite
def open_boards(draw):
    """A random board of which one to three values are open, in some dozen cases at most, and a ruleset."""
    ruleset = draw(rulesets())
    document = json.loads(draw(boards(ruleset)))
    document.setdefault(TURN, {})
    found = []
    for _ in range(draw(st.integers(1, 3))):
        simple = [*open_notes(document), *open_lives(document), *open_hands(document)]
        kinds = [st.sampled_from(simple)]
        if list(_cards(document)):
            kinds.append(open_cards(document))
        one = draw(st.one_of(kinds))
        apart = all(one.place != other.place and one.name != other.name for other in found)
        if apart and prod(len(other.ways) for other in (*found, one)) <= MOST_CASES:
            found.append(one)
    return OpenBoard(document, found), ruleset
