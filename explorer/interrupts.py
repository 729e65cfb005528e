"""Interrupts from the keyboard that Python would lose.

Where Ctrl-C comes while an object is being thrown away (Z3's are, by the thousand), Python prints that it ignored an
exception, and goes on. Here the interrupt comes again a moment later. And where it comes while such an object is being
made, throwing the half of it away fails, which is nothing that the user needs to read.
"""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main
from threading import Timer
from types import FrameType
from typing import Any

_A_MOMENT = 0.02  # seconds


def keep_interrupts() -> None:
    """From now on, an interrupt that is raised where nothing can be raised is raised again."""
    interrupted = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.default_int_handler(number, frame)

    def unraisable(lost: Any) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            Timer(_A_MOMENT, interrupt_main).start()
        elif not interrupted:
            sys.__unraisablehook__(lost)

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = unraisable
