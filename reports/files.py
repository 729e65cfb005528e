"""Files that commands write: whole or not at all."""

from __future__ import annotations

import stat
from pathlib import Path

from models.errors import InputError
from models.files import replaced


def written(path: Path, text: str) -> None:
    """Write a text file, so that no half of it is ever seen; raises InputError.

    What is there already and no file, a device or a pipe, stays what it is: the text goes into it.
    """
    try:
        data = text.encode("utf-8")
        if _takes_what_comes(path):
            with path.open("wb") as stream:
                stream.write(data)
        else:
            replaced(path, [data])
    except UnicodeEncodeError:  # a name of bytes that are no text, told within
        raise InputError(f"{path} cannot be written: what it would hold is no text") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"{path} cannot be written: {reason or error}") from None


def _takes_what_comes(path: Path) -> bool:
    """Whether the path names a device, a pipe or a socket, perhaps by a link, which must not be replaced by a file."""
    try:
        kind = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))
