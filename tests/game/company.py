"""What cards do in company, on record: boards of three parts on which something happens that no part does alone.

Each situation of each card is laid beside another card and a quick effect, of either player, drawn by hashes of their
names; what lingers is on another part's card where it can be about that. The boards of a situation take turns under the
rulesets, and with little life, short Decks, or all Monster Zones of a player full. Of the first few on which more can be done than respond, or less, than on the boards of one part each, the
record has the number of the draw, the numbers of states, transitions and outcomes, and a digest: of all positions, with
the moves and what forbids the others, where they are few, else of all that can happen and of the outcomes.

``python -m tests.game.company`` writes the record anew, in some minutes; look at what has changed before you commit it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, permutations
from pathlib import Path

from ruamel.yaml import YAML

from explorer.atlas.laying import Part, Table
from explorer.atlas.situations import PLAIN, Sort
from explorer.game.players import MONSTER_ZONES, PLAYERS
from explorer.questions.walk import Walk
from models.errors import InputError
from models.writing import written
from tests.game.cards_alone import drawn, ends, parts, searched, situations, size
from tests.game.end_phase import EndPhase, end_phase, library
from tests.records import digest, read, write
from tests.rulings.answers import lines_of

RECORD = Path(__file__).with_name("company.json")
TRIED, KEPT = 30, 6
MOST_POSITIONS = 60
"""Of larger boards the positions are not looked at."""

Company = tuple[Part, ...]


@cache
def quick() -> list[Part]:
    """The parts that are quick effects."""
    return [one for one in parts() if one.situation.sort is Sort.QUICK]


def lying(some: Company) -> Company:
    """The parts, each that lingers on the card of the first other one that it can be about, if there is any."""
    table = Table(library())
    for number, other in permutations(range(len(some)), 2):
        if some[number].on is None and some[number].situation.subject is not None:
            placed = (*some[:number], some[number]._replace(on=other), *some[number + 1 :])
            some = placed if table.fits(placed) else some
    return some


def companies(part: Part) -> list[Company]:
    """The boards that are tried for a part, in their order."""
    pairs = zip(drawn(part, parts()), drawn(part, quick()), strict=False)
    return [lying((part, other, quick_one)) for other, quick_one in islice(pairs, TRIED)]


def ruleset_of(number: int) -> str:
    """The ruleset under which the board of this number is searched."""
    names = library().ruleset_ids
    return names[number % len(names)]


def furnished(text: str, number: int) -> str:
    """The board of this number: as it is laid, or both players with 500 LP, or with one card in the Deck, or no room."""
    board = YAML(typ="safe", pure=True).load(text)
    sides = [board.setdefault(f"{who}", {}) for who in PLAYERS]
    match number % 4:
        case 1:
            for side in sides:
                side["life"] = "500"
        case 2:
            for side in sides:
                side.setdefault("deck", ["1 unnamed card"])
        case 3:
            monsters = sides[number // 4 % 2].setdefault("monsters", [])
            monsters += list(islice((name for name in plain() if name not in text), MONSTER_ZONES - len(monsters)))
    return written(board)


@cache
def plain() -> list[str]:
    """The names of the monsters that do nothing."""
    return [card.name for card in library().cards if card.kind == PLAIN]


def done(found: EndPhase | None) -> set[str]:
    """What can happen on a board, responses left out; nothing where there is no board."""
    return {event for event in found.events if ": chain " not in event} if found else set()


@cache
def done_alone(part: Part, ruleset: str) -> set[str]:
    """What can happen on a board of this part alone."""
    return done(searched([part._replace(on=None)], ruleset))


def searched_as(some: Company, number: int) -> EndPhase | None:
    """The board of this number; None where it cannot be laid, or its ruleset has no such board."""
    try:
        return end_phase(furnished(Table(library()).laid(some).text, number), ruleset_of(number))
    except InputError:
        return None


def in_company(some: Company, number: int) -> EndPhase | None:
    """The board of this number; None where there is none, or where its parts do what each does alone."""
    ruleset, found = ruleset_of(number), searched_as(some, number)
    alone = set[str]().union(*(done_alone(part, ruleset) for part in some))
    return None if found is None or done(found) == alone else found


def positions(found: EndPhase) -> Sequence[str]:
    """What the digest of a board is of."""
    if len(found.inquiry.graph.states) <= MOST_POSITIONS:
        return lines_of(Walk(found.inquiry, library()))
    return [*sorted(found.events), *sorted(ends(found))]


def told(found: EndPhase | None) -> str:
    """What the record says of a board."""
    return f"{size(found)}, {digest(positions(found))}" if found else size(found)


def chosen(part: Part) -> Iterator[tuple[int, EndPhase]]:
    """The first boards of a part on which it is not alone, with their numbers."""
    found = ((number, in_company(some, number)) for number, some in enumerate(companies(part)))
    return islice(((number, one) for number, one in found if one is not None), KEPT)


def measured(card: str) -> dict[str, dict[str, str]]:
    """What is found now of the boards of a card that the record has."""
    some = {f"{part}": companies(part) for part in parts() if part.situation.card == card}
    return {
        name: {number: told(searched_as(some[name][int(number)], int(number))) for number in kept}
        for name, kept in record()[card].items()
    }


def record() -> dict[str, dict[str, dict[str, str]]]:
    """The record as it was written."""
    found: dict[str, dict[str, dict[str, str]]] = read(RECORD)
    return found


def main() -> None:
    """Write the record."""
    found: dict[str, dict[str, dict[str, str]]] = {name: {} for name, some in situations().items() if some}
    for part in parts():
        found[part.situation.card][f"{part}"] = {f"{number}": told(one) for number, one in chosen(part)}
    write(RECORD, found)


if __name__ == "__main__":
    main()
