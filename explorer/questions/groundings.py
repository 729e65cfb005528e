"""Groundings: what each card of a board gives rise to in the system, as moves with the clauses that allow them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.game import Game, Happening, Kind
from explorer.system.commands import RULES

_BEGIN = frozenset({Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS})
"""What a card gives rise to; the rest follows from these, or from no card."""


@dataclass(frozen=True)
class Grounding:
    """A move that the system has for a card, and the reasons of the clauses of its guard, each once.

    ``possible`` is false where no state of the board allows it.
    """

    happening: Happening
    reasons: tuple[str, ...]
    possible: bool


def groundings(game: Game) -> Mapping[str, tuple[Grounding, ...]]:
    """The moves of each card by name, in the order of the commands; of several that look alike the first.

    They are those of the system before anything was folded, so that every clause is there.
    """
    possible = {command.event for command in game.system.commands}
    found: dict[str, dict[Happening, Grounding]] = {}
    for command in game.whole.commands:
        happening = command.event
        assert isinstance(happening, Happening)
        if not happening.card or (happening.kind not in _BEGIN) or (command.by == RULES):
            continue
        reasons = tuple(dict.fromkeys(clause.reason for clause in command.guard))
        grounding = Grounding(happening, reasons, happening in possible)
        found.setdefault(happening.card, {}).setdefault(happening, grounding)
    return {name: tuple(moves.values()) for name, moves in found.items()}
