"""Files that are written: whole or not at all, and never half of one under its name.

A file is written beside its place, flushed to the disk, and then moved there, so that whoever looks finds what was
there before or all of what is new: after a full disk, a kill or a crash too. What a kill leaves behind is a file whose
name begins with `BESIDE`, which nobody reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EEXIST
from pathlib import Path

BESIDE = ".endphase-"
"""How the name of a file begins that is not yet in its place."""

EVERYBODY, OWNER = 0o666, 0o600
"""Who may read a new file: all whom the user's mask lets, or the user alone."""

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def replaced(path: Path, parts: Iterable[bytes | memoryview], mode: int = EVERYBODY) -> None:
    """Write a file in the place of what is there: of a link the link itself is replaced. Raises OSError."""
    with _beside(path, parts, mode) as name:
        os.replace(name, path)


def created(path: Path, parts: Iterable[bytes | memoryview], mode: int = EVERYBODY) -> None:
    """Write a file where there is none, nor a link. Raises FileExistsError, and any other OSError."""
    with _beside(path, parts, mode) as name:
        try:
            os.link(name, path)  # refuses to write over anything, in one step
        except FileExistsError:
            raise
        except OSError:  # where there are no links
            if os.path.lexists(path):
                raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path)) from None
            os.replace(name, path)
        else:
            os.unlink(name)


@contextmanager
def _beside(path: Path, parts: Iterable[bytes | memoryview], mode: int) -> Iterator[str]:
    """The name of a new file in the folder of the path, with these contents; it is gone where anything goes wrong."""
    name = str(path.parent / f"{BESIDE}{os.urandom(6).hex()}")
    handle = os.open(name, _FLAGS, mode)
    try:
        with open(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        yield name
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
