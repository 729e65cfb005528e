"""endphase: a model checker for the End Phase of the Yu-Gi-Oh! card game.

A board is grounded into guarded commands, searched, and asked:

>>> import explorer
>>> board = explorer.load("A08")
>>> found = explorer.explore(board)
>>> len(found.outcomes), found.states, found.complete
(3, 19, True)
>>> [len(one.shortest) for one in found.outcomes]
[3, 6, 6]
>>> print(explorer.check("A08")[0])
A08 under ocg-2013: confirmed
>>> best = explorer.best_play(explorer.load("A05"))
>>> best.value
(1, 1)
>>> why = explorer.why(explorer.load("A46"), "the turn player wins")
>>> why.reachable, [player.value for player in why.preventing]
(True, ['turn player', 'opponent'])
>>> print(explorer.compare("A08", "ocg", "tcg"))
ocg and tcg: same
>>> [one.clause for one in explorer.infer("B07", "B12").known.settled]
['triggers of the discard', 'chains after the adjustment', 'mandatory triggers after the adjustment']
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explorer.api import best_play, check, compare, explore, infer, load, why

__all__ = ["best_play", "check", "compare", "explore", "infer", "load", "why"]


def __getattr__(name: str) -> object:
    """One of the functions of ``explorer.api``, which is imported when it is first needed."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from explorer import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """What is here already, and those functions."""
    return sorted({*globals(), *__all__})
