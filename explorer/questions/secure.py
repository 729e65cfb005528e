"""What each player can secure where nobody has told what they wish for.

In place of an invented preference: the smallest sets of outcomes to which a player can keep the play, whatever the
other does. Whatever that player wishes for, best play is worth what the best of these sets is worth at its worst.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.game import Outcome
from explorer.game.players import PLAYERS, Player
from explorer.questions.inquiry import Inquiry
from explorer.search.powers import TooManySets, forceable_sets
from models.errors import InputError


@dataclass(frozen=True)
class Secured:
    """The outcomes, and for each player the smallest sets of them (positions from 0) that the player can secure.

    A player has no set where the other can keep the play from ever ending.
    """

    outcomes: tuple[Outcome, ...]
    sets: Mapping[Player, tuple[frozenset[int], ...]]


def secured(inquiry: Inquiry) -> Secured:
    """What can be secured on a completely searched board; raises InputError where there are too many sets to tell."""
    goals = list(inquiry.ends.values())
    try:
        sets = {player: forceable_sets(inquiry.graph, (player.value,), goals) for player in PLAYERS}
    except TooManySets as many:
        raise InputError(f"{many} can be secured here; say what is wished for (--want)") from None
    return Secured(tuple(inquiry.ends), sets)
