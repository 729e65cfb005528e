"""Standard output and error as they are found: closed, on a full disk, or with nobody who reads any more.

What cannot be told aside is lost, and that is all: the answer and the exit code do not depend on it. Where standard
output is closed from the start nobody wants to read; where it cannot be written the answer is lost, which is an error.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TextIO

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO})
"""What the system says where something cannot be written, and not of anything else that is done here."""


def open_closed() -> None:
    """Have all three streams, whatever this process was given: nothing is read, and what is written is nowhere.

    Else the next file that is opened would be taken for the stream by whoever writes to it by its number.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            stream = open(number, "r" if name == "stdin" else "w", encoding="utf-8")  # noqa: SIM115 - to the end
            setattr(sys, name, stream)


def aside(text: str, end: str = "\n") -> None:
    """Tell on standard error, if that takes it; what it does not take is not tried again at the end."""
    try:
        sys.stderr.write(text + end)
        sys.stderr.flush()
    except (OSError, ValueError):
        forsake(sys.stderr)


def cannot_be_written(error: OSError) -> bool:
    """Whether the error is that something could not be written."""
    return error.errno in _FULL


def forsake(stream: TextIO) -> None:
    """Write the rest of a stream nowhere: what is still held back would fail again at the end of the process."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
