"""A deadline for work that does not look at the clock itself: grounding a board, asking its graph.

A search stops by itself and has a part to show. What comes before and after it has none, and is cut short by an alarm
of the system, but for questions to Z3, which are given no more time than is left (`explorer.system.patience`). Like
an interrupt, the alarm may come where Python loses an exception, and then comes again.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Any

_A_MOMENT = 0.02  # seconds


class OutOfTime(Exception):  # noqa: N818
    """The time is up, and there is no answer."""


def answered() -> None:
    """From here on nothing is cut short, because the answer is there, and half of it would be worse than none."""
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def unhurried() -> Iterator[None]:
    """What is done here is done to its end, and what is late by then is cut short after it."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    began = monotonic()
    left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        yield
    finally:
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(_A_MOMENT, left - (monotonic() - began)))


@contextmanager
def deadline(seconds: float | None, wanted: float | None = None) -> Iterator[None]:
    """Raise `OutOfTime` in what is done here after so many seconds; None is no limit.

    What cannot be cut short, a question to Z3, ends by then by itself; where it was begun in the seconds in which an
    answer is ``wanted``, it ends with these. Only the main thread can be cut short, and only where the system has
    alarms; elsewhere nothing is.
    """
    if seconds is None or sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    from explorer.system.patience import patience  # noqa: PLC0415 - most calls have no limit

    rung = False

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rung
        rung = True
        raise OutOfTime

    def unraisable(lost: Any) -> None:
        if issubclass(lost.exc_type, OutOfTime):
            signal.setitimer(signal.ITIMER_REAL, _A_MOMENT)
        elif not rung:
            hook(lost)

    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    now = monotonic()
    try:
        with patience(*(now + moment for moment in (wanted, seconds) if moment is not None)):
            yield
    except Exception as error:
        if rung:  # ctypes, for one, makes another exception of it
            raise OutOfTime from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        sys.unraisablehook = hook
