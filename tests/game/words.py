"""What the words of cards mean, on record: each on a Quick-Play Spell of its own, beside cards of many kinds.

The words are those of the library's effects: what they do with their costs and targets, and their conditions, each of
which lets its Spell's player gain life points; and nouns, each of which says what its Spell returns to the hand. Either
player has the Spell Set, on a board that has something of everything; states are told apart by all that a picture of
the board would show, as positions and counters. Of each the record has the effect, and for either
player the numbers of states, transitions and outcomes, and a digest of all that can happen, of each outcome, and of the
positions with what forbids moves, where they are few. Words that make sense only on the card that has them are left out.

``python -m tests.game.words`` collects the words anew and writes the record; look at what has changed before you commit
it.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict

from ruamel.yaml import YAML

from explorer.questions import Inquiry, inquire
from explorer.questions.outcomes import outcomes
from explorer.questions.walk import Walk
from explorer.search import Limits
from models.board import read_board
from models.documents import read_document
from models.errors import InputError
from models.library import Library
from models.packaged import PACKAGED
from tests.records import digest, read, write
from tests.rulings.answers import lines_of

RECORD = Path(__file__).with_name("words.json")
MOST_STATES, MOST_POSITIONS = 1500, 60
"""Of more states nothing is told but that they are more, and of more positions no digest."""

Said = dict[str, str]
"""An effect as a card's entry has it."""


class Meant(TypedDict):
    """An effect of the record, and what is found with it in the hands of each player."""

    effect: Said
    found: list[str]


NOUNS = """
monster on the field / monster you control / monster your opponent controls / face-up monster on the field
face-down monster on the field / other Spell or Trap on the field / Spell on the field / Trap your opponent controls
face-up card on the field / card your opponent controls / Defense Position monster on the field
Attack Position monster on the field / Set card on the field / Level 4 or lower monster on the field
Level 7 or higher monster you control / LIGHT monster on the field / Dragon monster on the field
monster with 1000 or less ATK on the field / monster with 2000 or more DEF on the field / Tuner on the field
Normal monster on the field / "Harpie" card on the field / monster in your GY / monster in your opponent's GY
Spell in your GY / card in either player's GY / Level 4 or lower monster in your GY / Machine monster in your GY
monster in your banished cards / monster in your opponent's banished cards / card in your opponent's GY
monster other than "Genex Controller" on the field / Effect monster on the field / Field Spell on the field
Continuous Spell on the field / monster in your hand / card in your hand / monster on the field or in your GY
"""

BOARD = {
    "{mine}": {
        "life": "3000",
        "monsters": ["Blue-Eyes White Dragon", {"Flamvell Guard": ["in Defense Position", "2 counters"]}],
        "spells and traps": [{"{card}": "set"}, "Poison Chain"],
        "field zone": ["Harpies' Hunting Ground"],
        "hand": ["Cyber Dragon", "Power Bond", "1 unnamed card"],
        "graveyard": ["Dark Magician", "Cyber Dragon Core", "Last Will"],
        "deck": ["Harpie Queen", "Mystical Elf", "3 unnamed cards"],
        "banished": ["Des Wombat"],
    },
    "{other}": {
        "life": "2000",
        "monsters": [
            {"Genex Controller": "in Defense Position"},
            {"Gazelle the King of Mythical Beasts": "owner {mine}"},
            {"Mystical Elf": "set"},
        ],
        "spells and traps": [{"Solemn Warning": "set"}, "Black Whirlwind"],
        "hand": ["Neko Mane King", "2 unnamed cards"],
        "graveyard": ["Gene-Warped Warwolf", "Elegant Egotist", "1 unnamed card"],
        "banished": ["Oilman"],
    },
}


def of_library() -> Iterator[Mapping[str, object]]:
    """The effects of the library's cards as their entries have them."""
    for path in sorted((PACKAGED / "cards").glob("*.yaml")):
        for card in YAML(typ="safe", pure=True).load(path):
            for version in (card, *card.get("versions", ())):
                yield from version.get("effects", ())


def collected() -> list[Said]:
    """All that a Spell may be said to do, once each."""
    found: list[Mapping[str, object]] = []
    for effect in of_library():
        deed = next((effect[key] for key in ("effect", "must", "may") if key in effect), None)
        said = {key: effect[key] for key in ("cost", "target", "leaves") if key in effect}
        found.append(said if deed is None else {**said, "effect": deed})
        found += [{key: effect.get(key), "effect": "gain 100 LP"} for key in ("if", "cost")]
    for noun in (noun.strip() for line in NOUNS.strip().splitlines() for noun in line.split("/")):
        found.append({"target": f"1 {noun}", "effect": "return the target to its owner's hand"})
    texts = [{key: words for key, words in one.items() if isinstance(words, str)} for one in found]
    whole = [text for text, one in zip(texts, found, strict=True) if text and len(text) == len(one)]
    return [dict(one) for one in dict.fromkeys(tuple(text.items()) for text in whole)]


def card_of(number: int) -> str:
    """The name of the Spell with this number."""
    return f"Word {number}"


def written_cards(effects: Mapping[int, Said]) -> str:
    """A file of cards, a line for each."""
    kind = {"kind": "quick-play spell"}
    cards = [
        {"name": card_of(number), "ja": f"語 {number}", "passcode": str(number + 1), **kind, "effects": [effect]}
        for number, effect in effects.items()
    ]
    return "".join(f"- {json.dumps(card, ensure_ascii=False)}\n" for card in cards)


def library_of(effects: Mapping[int, Said]) -> Library:
    """The library with a Spell for each effect; what an effect says is read when it is asked for."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "words.yaml"
        path.write_text(written_cards(effects), encoding="utf-8")
        library = Library(extra=[path])
        assert all(library.knows(card_of(number)) for number in effects)  # reads the file while it is there
        return library


def searched(number: int, library: Library, mine: str, other: str) -> Inquiry:
    """The board on which this player has the Spell; raises InputError where its words make no sense."""
    text = json.dumps(BOARD).replace("{mine}", mine).replace("{other}", other).replace("{card}", card_of(number))
    board = read_board(read_document(text, "board"), library)
    return inquire(board, library, library.ruleset("ocg"), pictured=True, limits=Limits(states=MOST_STATES))


def lines(inquiry: Inquiry, library: Library) -> Iterator[str]:
    """What the digest of a board is of."""
    graph = inquiry.graph
    yield from sorted({f"{graph.event(edge)}" for edge in range(graph.transitions)})
    yield from (f"{one.outcome}, {one.plays}, {one.enforceable_by}" for one in outcomes(inquiry))
    if len(graph.states) <= MOST_POSITIONS:
        yield from lines_of(Walk(inquiry, library))


def told(inquiry: Inquiry, library: Library) -> str:
    """What the record says of a board."""
    if not inquiry.complete:
        return f"more than {MOST_STATES} states"
    sizes = len(inquiry.graph.states), inquiry.graph.transitions, len(inquiry.ends)
    return f"{', '.join(map(str, sizes))} [{digest(lines(inquiry, library))}]"


def found_of(number: int, library: Library) -> list[str]:
    """What is found where the turn player has the Spell, and where the opponent has; raises InputError."""
    sides = ("turn player", "opponent")
    return [told(searched(number, library, *seats), library) for seats in (sides, sides[::-1])]


def collect() -> Iterator[Meant]:
    """The words, collected anew: those that make sense on a Spell."""
    effects = collected()
    library = library_of(dict(enumerate(effects)))
    for number, effect in enumerate(effects):
        try:
            yield Meant(effect=effect, found=found_of(number, library))
        except InputError:
            continue


@cache
def known() -> Library:
    """The library with a Spell for each effect of the record."""
    return library_of(dict(enumerate(one["effect"] for one in record())))


def record() -> list[Meant]:
    """The record as it was written."""
    found: list[Meant] = read(RECORD)
    return found


def main() -> None:
    """Write the record."""
    effects = [one["effect"] for one in collect()]
    library = library_of(dict(enumerate(effects)))
    write(RECORD, [Meant(effect=one, found=found_of(number, library)) for number, one in enumerate(effects)])


if __name__ == "__main__":
    main()
