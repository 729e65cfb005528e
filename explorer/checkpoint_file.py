"""The file of a checkpoint: whole or not at all, and never in the place of what is something else."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from explorer.deadline import unhurried
from models.errors import InputError
from models.files import OWNER, replaced


class CheckpointFile:
    """Keeps a checkpoint in a file.

    The first time it cannot be written is an error; later the search goes on without, and that is told once.
    """

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        """Nothing is read or written yet; ``tell`` is told in words what is no reason to stop."""
        self._path = path
        self._tell = tell
        self._begun = self._told = False

    def read(self) -> bytes | None:
        """What the file holds; None where there is none. Raises InputError."""
        try:
            if not stat.S_ISREG(self._path.stat().st_mode):
                raise InputError(f"{self._path} is no file")
            data = self._path.read_bytes()
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise InputError(f"{self._path} cannot be read: {_reason(error)}") from None
        self._begun = True
        return data

    def write(self, parts: Iterable[bytes | memoryview]) -> None:
        """Put it in the place of what the file holds; nothing cuts it short but an interrupt. Raises InputError."""
        try:
            with unhurried():
                replaced(self._path, parts, OWNER)
        except (OSError, ValueError, MemoryError) as error:
            if not self._begun:
                raise InputError(f"{self._path} cannot be written: {_reason(error)}") from None
            if not self._told:
                self._told = True
                self._tell(f"{self._path} cannot be written: {_reason(error)}; the search goes on without")
        self._begun = True


def _reason(error: OSError | ValueError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "there is no more memory"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
