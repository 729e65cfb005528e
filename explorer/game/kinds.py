"""The board of kinds: one effect of every kind that the procedure tells apart, in the hands of each player.

A proof about a ruleset is about the commands of this board, in every state in which its cards may be, whatever each
effect does. So its cards stand for all cards (docs/proofs.md).
"""

from __future__ import annotations

from functools import cache

from explorer.game.grounding import Game, ground
from explorer.game.happenings import Happening, Kind
from explorer.game.players import HAND
from explorer.system.terms import Term, all_of, negate
from models.board import Board, load_board
from models.library import Library
from models.packaged import PACKAGED
from models.ruleset import Ruleset

_FOLDER = PACKAGED / "kinds"


@cache
def _kinds() -> tuple[Library, Board]:
    library = Library(extra=[_FOLDER / "cards.yaml"])
    return library, load_board(_FOLDER / "board.yaml", library)


def ground_kinds(ruleset: Ruleset) -> Game:
    """The board of kinds under the ruleset."""
    library, board = _kinds()
    return ground(board, library, ruleset)


def within_reach(game: Game) -> Term:
    """What is taken for granted of the cards: hands hold only those that the hand-size adjustment reckons with.

    A board lists the ways to discard for the cards that can come to a hand on it, and no others (`adjustments`).
    """
    scene = game.scene
    counted: dict[str, set[str]] = {}
    for command in game.whole.commands:
        event = command.event
        if isinstance(event, Happening) and event.kind is Kind.DISCARD:
            counted.setdefault(event.by, set()).update(event.chosen)
    return all_of(
        negate(scene.at(member, HAND))
        for member in scene.members
        if member.owner in counted and member.name not in counted[member.owner]
    )
