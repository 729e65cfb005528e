"""Patience: until when Z3 may work on one question.

Nothing cuts a question short from outside: neither an interrupt nor an alarm is heard before Z3 comes back. So whoever
has to end at some moment says so here, and each question is given the time that is left until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

_LEAST = 0.001  # seconds: no time at all would be no limit for Z3
_moments: tuple[float, ...] = ()


class Undecided(Exception):  # noqa: N818
    """Z3 did not find an answer in the time it was given."""


@contextmanager
def patience(*moments: float) -> Iterator[None]:
    """Here a question ends at the first of these moments (of ``time.monotonic``) that has not passed.

    After the first an answer is expected that makes do with what is decided; after the last none is.
    """
    global _moments  # noqa: PLW0603 - it belongs to the process, as the alarm does
    before, _moments = _moments, tuple(sorted(moments))
    try:
        yield
    finally:
        _moments = before


def time_left(seconds: float | None = None) -> float | None:
    """How many seconds the next question may take, no more than those given; None for as long as it takes."""
    if not _moments:
        return seconds
    now = monotonic()
    left = max(_LEAST, next((moment - now for moment in _moments if moment > now), 0))
    return left if seconds is None else min(left, seconds)
