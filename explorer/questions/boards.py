"""Boards to ask about: those of the library's rulings, and small ones of two of its cards, the same ones every time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from explorer.questions.evidence import is_evidence
from explorer.questions.next_question import Candidate
from models.board import Board, Zone, read_board
from models.card import Card
from models.documents import read_document, read_source
from models.errors import InputError, Position
from models.library import Library
from models.limits import check_place, home

SEED = 20261130
"""What the pairs of cards are drawn from, unless told otherwise."""

_OPEN_ZONES = (Zone.MONSTERS, Zone.SPELLS, Zone.FIELD, Zone.HAND, Zone.GRAVEYARD)


def of_rulings(library: Library) -> Iterator[Candidate]:
    """Every board of every ruling that has any, pending ones too, under the name by which a command finds it."""
    for ruling in library.rulings:
        for number, case in enumerate(ruling.cases, 1):
            name = ruling.id if len(ruling.cases) == 1 else f"{ruling.id}#{number}"
            answered = ruling.source.answered if is_evidence(ruling) else ""
            yield Candidate(name, case.board, _text(case.board), case.claims, answered)


def _text(board: Board) -> str:
    """The board as its file has it, from the first line of its block to the last."""
    lines = read_source(Path(board.at.source)).splitlines()[board.at.line - 1 :]
    indent = board.at.column - 1
    found = []
    for line in lines:
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            break
        found.append(line[indent:])
    return "\n".join(found).rstrip() + "\n"


def of_pairs(library: Library, seed: int = SEED) -> Iterator[Candidate]:
    """Endlessly many boards of two cards with an effect, each on a random side, mostly on the field.

    The turn player has more cards in the hand than the limit allows, or nearly.
    """
    chance = random.Random(seed)
    able = [card for card in library.cards if any(version.effects for version in card.versions)]
    while True:
        pair = chance.sample(able, 2)
        sides: dict[str, dict[str, list[object]]] = {
            "turn player": {"hand": ["6 unnamed cards"]},
            "opponent": {"hand": ["3 unnamed cards"]},
        }
        for card in pair:
            side = sides[chance.choice(tuple(sides))]
            zone, entry = _placed(card, chance)
            side.setdefault(zone, []).append(entry)
        text = "".join(f"{name}: {json.dumps(side, ensure_ascii=False)}\n" for name, side in sides.items())
        name = " and ".join(card.name for card in pair)
        yield Candidate(name, read_board(read_document(text, name), library), text)


def _placed(card: Card, chance: random.Random) -> tuple[str, object]:
    """Where the card lies, mostly on the field, and how."""
    field = home(card)
    zone = chance.choice([field, field, field, *(one for one in _OPEN_ZONES if _can_be_in(card, one))])
    if zone is Zone.SPELLS and chance.random() < 0.5:
        return zone.value, {card.name: "set"}
    return zone.value, card.name


def _can_be_in(card: Card, zone: Zone) -> bool:
    try:
        check_place(card, zone, Position("drawn", 1, 1))
    except InputError:
        return False
    return True
