"""The game: a board under a ruleset, grounded into a transition system."""

from explorer.game.grounding import Game, ground
from explorer.game.happenings import Happening, Kind, as_one
from explorer.game.outcome import Outcome
from explorer.game.players import Player
from explorer.game.windows import Window

__all__ = ["Game", "Happening", "Kind", "Outcome", "Player", "Window", "as_one", "ground"]
