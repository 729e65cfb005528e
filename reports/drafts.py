"""Drafts: a board of which somebody told the cards, as a commented file that runs.

What is told of a zone is names with commas between them, each with what is said of the card after a colon, parted by
semicolons: ``NAME, NAME: set, NAME: 2 copies; owner opponent``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.board import PLAYERS, Zone
from models.documents import Scalar
from models.errors import Position
from models.library import Library
from models.lingering import said_of_lingering
from models.phrase import Who
from models.sides import UNNAMED

ZONES = (Zone.MONSTERS, Zone.SPELLS, Zone.HAND, Zone.GRAVEYARD)
"""The zones that are asked for; a Field Spell among the Spells and Traps goes to its own zone."""

_HINTS = {
    Zone.MONSTERS: "NAME, or NAME: what is said of the card, such as set, Special Summoned, 2 copies, owner opponent",
    Zone.SPELLS: "Face-up, or NAME: set",
    Zone.FIELD: "Face-up, or NAME: set",
    Zone.HAND: "Names, and so many unnamed cards",
    Zone.GRAVEYARD: "Names, and so many unnamed cards",
}
_PLAIN = re.compile(r"[^\W_](?:[\w .'!/&-]*[\w.'!])?")


@dataclass(frozen=True)
class Laid:
    """One entry of a zone: the English name of a card or a number of unnamed ones, what is said of it, a remark."""

    name: str
    notes: tuple[str, ...] = ()
    remark: str = ""


@dataclass
class Draft:
    """A board in the making, by player and zone; ``taken`` are texts that are no names, with the names they mean."""

    title: str = ""
    life: dict[Who, str] = field(default_factory=dict)
    zones: dict[tuple[Who, Zone], list[Laid]] = field(default_factory=dict)
    lingering: list[str] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)

    def lay(self, who: Who, zone: Zone, text: str, library: Library) -> None:
        """Put what is told of a zone there; raises InputError, at the name that is not known."""
        for name, notes, at in _told(text, Position(zone.value, 1, 1, text), library):
            if UNNAMED.fullmatch(name):
                self.zones.setdefault((who, zone), []).append(Laid(name))
                continue
            card = library.card(self._meant(name, at, library))
            there = Zone.FIELD if zone is Zone.SPELLS and card.kind == "field spell" else zone
            self.zones.setdefault((who, there), []).append(Laid(card.name, notes, f"{card.ja}, {card.kind}"))

    def linger(self, text: str, library: Library) -> None:
        """Add a lingering effect, ``CARD by PLAYER on NAME, NAME``; raises InputError."""
        entry = Scalar(text, False, Position("lingering", 1, 1, text))
        name, who, behind = said_of_lingering(entry)
        card = self._meant(name.strip(), entry.at, library)
        told = _told(text[behind:], entry.at.moved(behind), library)
        names = [self._meant(one, at, library) for one, _, at in told]
        self.lingering.append(f"{card} by {who}" + (f" on {', '.join(names)}" if names else ""))

    def _meant(self, name: str, at: Position, library: Library) -> str:
        """The English name of the card that is meant."""
        found = library.meant(name, at).name
        if not library.knows(name):
            self.taken[name] = found
        return found


def _told(text: str, at: Position, library: Library) -> Iterator[tuple[str, tuple[str, ...], Position]]:
    """Each name of a text, which begins at ``at``, with what is said of it; a comma may belong to a name."""
    pieces = [(found.start(), found.end()) for found in re.finditer(r"[^,]+", text) if found.group().strip()]
    while pieces:
        length = next((n for n in range(len(pieces), 1, -1) if _is_one(text, pieces[:n], library)), 1)
        start, end = pieces[0][0], pieces[length - 1][1]
        pieces = pieces[length:]
        name, notes = _parted(text[start:end])
        yield name, notes, at.moved(end - len(text[start:end].lstrip()))


def _is_one(text: str, pieces: Sequence[tuple[int, int]], library: Library) -> bool:
    """Whether pieces that commas part are one name, and what is said of it in the last of them."""
    words = text[pieces[0][0] : pieces[-1][1]]
    colon = words.find(": ")
    return (colon < 0 or colon > pieces[-1][0] - pieces[0][0]) and library.knows(_parted(words)[0])


def _parted(words: str) -> tuple[str, tuple[str, ...]]:
    """A name and the notes behind its colon (of a colon in a name no space follows)."""
    name, _, notes = words.partition(": ")
    return name.strip(), tuple(note.strip() for note in notes.split(";") if note.strip())


def board_text(draft: Draft, command: str, schema: str = "") -> str:
    """The file of a draft; ``command`` is what runs it, ``schema`` the line that tells editors of its schema."""
    return "\n".join([*([schema] if schema else []), *_lines(draft, command)]) + "\n"


def _lines(draft: Draft, command: str) -> Iterator[str]:
    yield f"# A board as the End Phase begins. Change it, then run: {command}"
    yield "board:"
    if draft.title:
        yield f"  title: {_scalar(draft.title)}"
    for who in PLAYERS:
        yield f"  {who}:"
        yield f"    life: {draft.life.get(who, '8000')}"
        for zone in Zone:
            yield from _zone(zone, draft.zones.get((who, zone), ()))
    if draft.lingering:
        yield "  # What was applied earlier this turn and is still due: CARD by PLAYER on NAMES"
        yield "  lingering:"
        yield from (f"    - {_scalar(effect)}" for effect in draft.lingering)
    yield "# Claims about the board go here, as in:"
    yield "# claims:"
    yield "#   - possible: the duel is a draw"


def _zone(zone: Zone, laid: Sequence[Laid]) -> Iterator[str]:
    if not laid:
        return
    yield f"    {zone.value}:"
    if zone in _HINTS:
        yield f"      # {_HINTS[zone]}"
    for one in laid:
        notes = f": {_notes(one.notes)}" if one.notes else ""
        yield f"      - {_scalar(one.name)}{notes}" + (f"  # {one.remark}" if one.remark else "")


def _notes(notes: Sequence[str]) -> str:
    return _scalar(notes[0]) if len(notes) == 1 else f"[{', '.join(map(_scalar, notes))}]"


def _scalar(text: str) -> str:
    """A text as YAML takes it."""
    return text if _PLAIN.fullmatch(text) or UNNAMED.fullmatch(text) else json.dumps(text, ensure_ascii=False)
