"""Lint knows every kind of claim: a ruling whose claims all hold where nobody has anything says nothing."""

import pytest

from explorer.questions.lint import _cards, _disagrees, _ruling
from models.documents import read_document
from models.library import Library
from models.ruling import read_ruling

LIBRARY = Library()
HEAD = """\
ruling: Q01
source: {authority: office}
status: settled
rulesets: [ocg]
board: {turn player: {spells and traps: [{Emergency Provisions: set}, Imperial Iron Wall]}}
claims:
"""


def faults(*claims):
    """What lint says of a ruling with these claims."""
    ruling = read_ruling(read_document(HEAD + "".join(f"  - {claim}\n" for claim in claims), "x"), LIBRARY)
    return list(_ruling(ruling, LIBRARY))


@pytest.mark.parametrize(
    "claim",
    [
        "formula: A G not Imperial Iron Wall in the GY",
        "formula: not EF step(Emergency Provisions is activated)",
        "until: {keeps: no Imperial Iron Wall in the GY, until: the turn player's life is 8000}",
        "possible despite opponent: no Imperial Iron Wall in the GY",
        "after: {line: [the turn player passes], impossible: Imperial Iron Wall in the GY}",
    ],
)
def test_a_claim_that_holds_of_nothing(claim):
    (fault,) = faults(claim)
    assert fault == "x:1: every claim of Q01 (its board) holds on an empty board too"


@pytest.mark.parametrize(
    "claim",
    [
        "formula: EF Imperial Iron Wall in the GY",
        "until: {keeps: Imperial Iron Wall on the field, until: the turn player's life is 9000}",
        "possible despite opponent: Imperial Iron Wall in the GY",
        "after: {line: [the turn player activates Emergency Provisions], inevitable: the turn player's life is 9000}",
        "after: {line: [the turn player activates Emergency Provisions], cannot: the opponent activates Imperial Iron Wall}",
    ],
)
def test_one_claim_that_could_fail_is_enough(claim):
    assert faults(claim, "impossible: the opponent wins") == []


@pytest.mark.parametrize(
    ("name", "known", "says"),
    [
        ("Majestic Mech - Ohka", ("mandatory", "chain"), None),
        ("Majestic Mech - Ohka", ("mandatory", "no chain"), "mandatory, chain"),
        ("Clear World", ("mandatory", "no chain"), None),
        ("Clear World", ("optional", "chain"), "mandatory, chain; mandatory, no chain"),
        ("Malefic Stardust Dragon", ("optional", "chain"), "mandatory, no chain"),
        ("Mystical Elf", ("optional", "chain"), None),
        ("Majestic Mech - Ohka", ("n/a", ""), None),
    ],
)
def test_what_is_known_of_a_cards_effects(name, known, says):
    """One of its End-Phase effects is as is known, or the entry is named with what it says of all; where it has any."""
    card = LIBRARY.card(name)
    told = f"{card.at.source}:{card.at.line}: {name} is known as {', '.join(known)}, but its entry says {says}"
    assert list(_disagrees(card, *known)) == ([told] if says else [])


def test_a_card_is_known_by_its_passcode(monkeypatch):
    """Of all cards of the library the one of which something else is known is named."""
    card = LIBRARY.card("Majestic Mech - Ohka")
    monkeypatch.setattr("explorer.questions.lint._facts", lambda: {card.passcode: ("optional", "chain")})
    assert list(_cards(LIBRARY)) == list(_disagrees(card, "optional", "chain"))
    assert len(list(_cards(LIBRARY))) == 1
