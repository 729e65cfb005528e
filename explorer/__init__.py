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

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explorer.api import Explored
    from explorer.questions import BestPlay, Comparison, RulingAnswer
    from explorer.questions.infer import Inference
    from explorer.questions.why import WhyMove, WhyOutcome
    from explorer.search.explore import Limits
    from explorer.subjects import Subject

__all__ = ["best_play", "check", "compare", "explore", "infer", "load", "why"]


def load(argument: str, ruleset: str | None = None) -> Subject:
    """The board in a file, or of a ruling; raises ``models.errors.InputError``."""
    from explorer import api

    return api.load(argument, ruleset)


def explore(subject: Subject, limits: Limits | None = None) -> Explored:
    """All reachable outcomes of a board."""
    from explorer import api

    return api.explore(subject, limits)


def check(*rulings: str, rulesets: Sequence[str] = ()) -> tuple[RulingAnswer, ...]:
    """Verdicts on rulings, all by default, under the rulesets they speak about or under those given."""
    from explorer import api

    return api.check(*rulings, rulesets=rulesets)


def best_play(subject: Subject) -> BestPlay:
    """Best play by both for the wishes told with the board; raises ``models.errors.InputError`` without any."""
    from explorer import api

    return api.best_play(subject)


def compare(
    argument: str, one: str, other: str = "", *, flips: Sequence[str] = (), limits: Limits | None = None
) -> Comparison:
    """What two rulesets make of the board in a file, or of a ruling; raises ``models.errors.InputError``.

    ``flips`` change clauses of the second ruleset, as ``CLAUSE: VALUE`` or ``CLAUSE``; without ``other`` the second is
    the first with these changes.
    """
    from explorer import api

    return api.compare(argument, one, other, flips=flips, limits=limits)


def infer(
    *rulings: str,
    families: Sequence[str] = (),
    authority: str = "",
    since: str = "",
    until: str = "",
    undated: bool = False,
    limits: Limits | None = None,
) -> Inference:
    """What rulings, all by default, settle of the clauses, leave free, and do not agree on.

    The others narrow down which rulings count, as ``endphase infer`` does; raises ``models.errors.InputError``.
    """
    from explorer import api

    return api.infer(
        *rulings,
        families=families,
        authority=authority,
        since=since,
        until=until,
        undated=undated,
        limits=limits,
    )


def why(subject: Subject, what: str, after: str | None = None, limits: Limits | None = None) -> WhyMove | WhyOutcome:
    """Why a move cannot be made or an outcome not come about, or how.

    ``after``: only after these moves, parted by semicolons; none of them is the start.
    """
    from explorer import api

    return api.why(subject, what, after, limits)
