"""Saving: a board as a file in the one folder that was named, under a plain name."""

from __future__ import annotations

import re
from pathlib import Path

from models.errors import InputError
from reports.files import replaced

_NAME = re.compile(r"[\w][\w .()+-]{0,80}\.ya?ml")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])\..*", re.IGNORECASE)


class Taken(Exception):  # noqa: N818 - not an error: somebody is asked
    """There is a file of that name."""


def save(folder: Path, name: str, text: str, *, over: bool) -> None:
    """Write a file in a folder; ``over``: in the place of one that is there.

    Nothing is written outside of the folder, not even where a link in it leads there. Raises `Taken`, and
    InputError for a name that is none or a folder that takes no file; it tells no path.
    """
    if not _NAME.fullmatch(name) or _RESERVED.fullmatch(name):
        raise InputError("that is no name for a file", expected=["a plain name that ends with .yaml"])
    try:
        text.encode()  # what is no text is refused before there is a file
        if over:
            replaced(folder / name, text, ".endphase-")
        else:
            _create(folder / name, text)
    except FileExistsError:
        raise Taken(f"there is a file called {name}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it cannot be written"
        raise InputError(f"{name}: {reason}") from None


def _create(place: Path, text: str) -> None:
    """Write a file where there is none, nor a link."""
    with place.open("x", encoding="utf-8") as file:
        file.write(text)
