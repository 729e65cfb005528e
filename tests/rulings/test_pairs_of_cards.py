"""Boards of two library cards, drawn at random, are explored to the end.

The draw is the same every time; ENDPHASE_SEED in the environment makes another.
"""

import json
import os
import random

import pytest

from explorer.questions import inquire, outcomes
from models.board import Zone, read_board
from models.card import Card
from models.documents import read_document
from models.errors import InputError, Position
from models.library import Library
from models.limits import check_place

LIBRARY = Library()
SEED = int(os.environ.get("ENDPHASE_SEED", "20261130"))
BOARDS = 30
HALF = 0.5


def drawn() -> list[tuple[str, str, dict[str, object]]]:
    """Thirty pairs of cards with an effect, each card on a random side, face-up or Set, or in the hand or the GY."""
    chance = random.Random(SEED)
    able = [card for card in LIBRARY.cards if any(version.effects for version in card.versions)]
    found = []
    for _ in range(BOARDS):
        pair = chance.sample(able, 2)
        board: dict[str, object] = {
            "turn player": {"hand": ["6 unnamed cards"]},
            "opponent": {"hand": ["3 unnamed cards"]},
        }
        for card in pair:
            side = board[chance.choice(["turn player", "opponent"])]
            zone, entry = placed(card, chance)
            side.setdefault(zone, []).append(entry)
        found.append((pair[0].name, pair[1].name, board))
    return found


def placed(card: Card, chance: random.Random) -> tuple[str, object]:
    """Where a card can lie, mostly on the field, and how."""
    zones = [
        zone.value for zone in Zone if can_be_in(card, zone) and zone.value not in ("deck", "extra deck", "banished")
    ]
    home = zones[0]
    zone = chance.choice([home, home, home, *zones])
    if zone == "spells and traps" and chance.random() < HALF:
        return zone, {card.name: "set"}
    return zone, card.name


def can_be_in(card: Card, zone: Zone) -> bool:
    try:
        check_place(card, zone, Position("drawn", 1, 1))
    except InputError:
        return False
    return True


@pytest.mark.parametrize(("one", "other", "board"), drawn(), ids=lambda part: part if isinstance(part, str) else "")
def test_every_play_ends(one, other, board):
    inquiry = inquire(read_board(read_document(json.dumps(board)), LIBRARY), LIBRARY, LIBRARY.ruleset("ocg"))
    assert inquiry.graph.complete
    assert outcomes(inquiry)
