"""Entries: a place in a file, and what was understood there."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.questions.groundings import Grounding
from models.errors import Position


@dataclass(frozen=True)
class Entry:
    """What stands at a place of a file: of what kind it is, in plain words, and the moves that a card gives rise to.

    ``moves`` is None where there could be none; ``effects`` are what the text of the card says, line by line.
    """

    at: Position
    kind: str
    words: str
    effects: tuple[str, ...] = ()
    moves: tuple[Grounding, ...] | None = None
