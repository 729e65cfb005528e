"""The windows of the End Phase: the moments at which a player may act or pass, and those where the rules go on."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from explorer.game.players import Player
from explorer.system.terms import Term, enumeration, one_of


class Window(StrEnum):
    """Where the procedure stands. SETTLING, SETTLING_LAST, NEXT and CLOSING are left again within the same step."""

    SETTLING = "settling"
    SETTLING_LAST = "settling at the end"
    NEXT = "next"
    CLOSING = "closing"
    TURN_OPEN = "the turn player's window"
    OPPONENT_OPEN = "the opponent's window"
    TURN_AGAIN = "the turn player's second offer"
    TURN_COMPELLED = "the turn player must act"
    OPPONENT_COMPELLED = "the opponent must act"
    TURN_RESPONDS = "the turn player may respond"
    OPPONENT_RESPONDS = "the opponent may respond"
    TRIGGERS = "triggers are put on a chain"
    RESOLVING = "the chain resolves"
    PROCESSING = "an item is processed"
    LAST_ITEMS = "the end of the End Phase"
    TURN_ADJUSTS = "the turn player adjusts the hand"
    OPPONENT_ADJUSTS = "the opponent adjusts the hand"
    TURN_AFTER = "the turn player must act after the adjustment"
    OPPONENT_AFTER = "the opponent must act after the adjustment"
    OVER = "the End Phase is over"


WINDOWS = tuple(Window)

WINDOW: Final = enumeration("window", WINDOWS)
"""Where the procedure stands: the same variable on every board."""


@cache
def in_one_of(windows: tuple[Window, ...]) -> Term:
    """Whether the procedure stands in one of the windows."""
    return one_of(WINDOW, [WINDOWS.index(window) for window in windows])


_OPEN = {
    Player.TURN: (Window.TURN_OPEN, Window.TURN_AGAIN, Window.TURN_COMPELLED),
    Player.OPPONENT: (Window.OPPONENT_OPEN, Window.OPPONENT_COMPELLED),
}
_BY_PLAYER = {
    "open": (Window.TURN_OPEN, Window.OPPONENT_OPEN),
    "compelled": (Window.TURN_COMPELLED, Window.OPPONENT_COMPELLED),
    "responds": (Window.TURN_RESPONDS, Window.OPPONENT_RESPONDS),
    "adjusts": (Window.TURN_ADJUSTS, Window.OPPONENT_ADJUSTS),
    "after": (Window.TURN_AFTER, Window.OPPONENT_AFTER),
}


def open_windows(player: Player) -> tuple[Window, ...]:
    """The windows before the adjustment in which this player may act."""
    return _OPEN[player]


def window_of(player: Player, kind: str) -> Window:
    """The player's window of a kind: ``open``, ``compelled``, ``responds``, ``adjusts`` or ``after``."""
    return _BY_PLAYER[kind][player.number]
