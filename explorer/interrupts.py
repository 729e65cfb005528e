"""Interrupts from the keyboard that Python would lose.

Where Ctrl-C comes while an object is being thrown away (Z3's are, by the thousand), Python prints that it ignored an
exception, and goes on. Here the interrupt comes again a moment later.
"""

from __future__ import annotations

import sys
from _thread import interrupt_main
from threading import Timer
from typing import Any

_A_MOMENT = 0.02  # seconds


def keep_interrupts() -> None:
    """From now on, an interrupt that is raised where nothing can be raised is raised again."""
    sys.unraisablehook = _again


def _again(lost: Any) -> None:
    if issubclass(lost.exc_type, KeyboardInterrupt):
        Timer(_A_MOMENT, interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)
