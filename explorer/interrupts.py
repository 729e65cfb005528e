"""Interrupts, from the keyboard or as SIGTERM, and those that Python would lose.

Whoever ends the process by SIGTERM, such as ``timeout`` or a scheduler, gets what Ctrl-C gets: the part that is known.

Where Ctrl-C comes while an object is being thrown away (Z3's are, by the thousand), Python prints that it ignored an
exception, and goes on. Here the interrupt comes again a moment later. And where it comes while such an object is being
made, throwing the half of it away fails, which is nothing that the user needs to read. Where it comes while a call of
Z3 takes its arguments, ``ctypes`` makes an ArgumentError of it, and what was cut short may fail in other ways: after an
interrupt, any exception is taken for it.
"""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import Any

_A_MOMENT = 0.02  # seconds
_met: list[int] = []
"""The interrupts that have come."""


def keep_interrupts() -> None:
    """From now on SIGTERM interrupts, and what is raised where nothing can be raised is raised again."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        _met.append(number)
        signal.default_int_handler(number, frame)

    def unraisable(lost: Any) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            Timer(_A_MOMENT, interrupt_main).start()
        elif not _met:
            sys.__unraisablehook__(lost)

    signal.signal(signal.SIGINT, interrupt)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, interrupt)
    sys.unraisablehook = unraisable


def leave_interrupts() -> None:
    """From now on nothing interrupts: the answer is told, and what is left is to end with its exit code."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def interrupts() -> Iterator[None]:
    """Here, what an interrupt has become on its way is raised as the KeyboardInterrupt that it was."""
    try:
        yield
    except Exception as error:
        if _met:
            raise KeyboardInterrupt from error
        raise
