"""What each card does, on record: every situation of every card, by itself and beside other cards.

Each situation is laid beside a set Quick-Play Spell of the other player, so that it is seen undisturbed and destroyed in time.
Of these boards the record has all that can happen, and each outcome with the number of its plays and who can force it. Of
them under other rulesets too, and of each situation beside three others, it has the numbers of states, transitions and outcomes.

``python -m tests.game.cards_alone`` writes the record anew; look at what has changed before you commit it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from explorer.atlas.laying import Part, Table
from explorer.atlas.precedents import precedents
from explorer.atlas.situations import Situation, Situations
from explorer.questions import inquire, outcomes
from models.errors import InputError
from models.phrase import Who
from tests.game.end_phase import EndPhase, library
from tests.records import read, write

RECORD = Path(__file__).with_name("cards_alone.json")
DISTURBER = "Mystical Space Typhoon"
TODAY, OTHERS = "ocg", ("ocg-2013", "tcg-2005")
BESIDE = 3
_OTHER = {Who.TURN: Who.OPPONENT, Who.OPPONENT: Who.TURN}

Told = dict[str, str | list[str]]


@cache
def situations() -> dict[str, list[Situation]]:
    """The situations of each card, those of the cards beside this file with them."""
    found = Situations(library(), precedents(library()))
    return {card.name: list(found.of(card)) for card in library().cards}


@cache
def parts() -> list[Part]:
    """Every situation on every side on which it can be."""
    every = [one for some in situations().values() for one in some]
    return [Part(one, who) for one in every for who in _OTHER if one.can_be_of(who)]


def drawn(part: Part, among: Sequence[Part]) -> list[Part]:
    """Those parts that are of another card, of either player, in the order of the hashes of both names."""
    others = [one for one in among if one.situation.card != part.situation.card]
    return sorted(others, key=lambda one: sha256(f"{part} + {one}".encode()).digest())


def neighbours(part: Part) -> list[Part]:
    """The first three of all other parts that are drawn."""
    return drawn(part, parts())[:BESIDE]


def searched(some: Sequence[Part], ruleset: str) -> EndPhase | None:
    """The End Phase of a board of parts, None where it cannot be laid or the ruleset has no such board."""
    try:
        laid = Table(library()).laid(some)
        rules = library().ruleset(ruleset)
        return EndPhase(laid.text, rules, inquire(laid.board, library(), rules))
    except InputError:
        return None


def size(found: EndPhase | None) -> str:
    """The numbers of states, transitions and outcomes."""
    if found is None:
        return "no board"
    states, transitions = found.size
    return f"{states}, {transitions}, {len(found.inquiry.ends)}"


def ends(found: EndPhase) -> Iterator[str]:
    """Each outcome in words, the number of its plays, and who can force it."""
    for one in outcomes(found.inquiry):
        able = " or ".join(one.enforceable_by)
        yield f"{found.told_outcome(one.outcome)} [plays: {one.plays}{f'; forced by {able}' if able else ''}]"


def told(part: Part) -> Told:
    """What the record says of a part."""
    disturber = Part(situations()[DISTURBER][0], _OTHER[part.who])
    found = searched([part, disturber], TODAY)
    sizes = {name: size(searched([part, disturber], name)) for name in OTHERS}
    return {
        **{TODAY: size(found), **sizes},
        "beside": [f"{one}: {size(searched([part, one], TODAY))}" for one in neighbours(part)],
        "events": sorted(found.events) if found else [],
        "outcomes": sorted(ends(found)) if found else [],
    }


def measured(card: str) -> dict[str, Told]:
    """What the record says of a card."""
    return {str(part): told(part) for part in parts() if part.situation.card == card}


def record() -> dict[str, dict[str, Told]]:
    """The record as it was written."""
    found: dict[str, dict[str, Told]] = read(RECORD)
    return found


def main() -> None:
    """Write the record."""
    write(RECORD, {name: measured(name) for name, some in situations().items() if some})


if __name__ == "__main__":
    main()
