"""Files that commands write: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from models.errors import InputError


def written(path: Path, text: str) -> None:
    """Write a text file, so that no half of it is ever seen; raises InputError."""
    try:
        replaced(path, text, f".{path.name}.")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None
    except UnicodeEncodeError:  # a name of bytes that are no text, told within
        raise InputError(f"{path} cannot be written: what it would hold is no text") from None


def replaced(path: Path, text: str, prefix: str) -> None:
    """Write a text file beside its place, then move it there: of a link the link itself is replaced. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent or ".", prefix=prefix)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
