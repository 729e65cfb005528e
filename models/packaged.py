"""The archive of what comes with the package, and its stamp.

The stamp covers the files of the library, all but the rulings (whose records say of which text they were made), and
the code that reads them.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from models.archive import Archive, digest, place

PACKAGED = Path(__file__).parent

_PARSERS = ("lark", "msgspec", "ruamel.yaml")


@cache
def packaged() -> Archive:
    """The archive of what comes with the package."""
    where = digest(str(PACKAGED).encode(), sys.implementation.cache_tag.encode()).hex()
    archive = Archive(place(where), lambda: stamp(PACKAGED))
    atexit.register(_save, archive)
    return archive


def _save(archive: Archive) -> None:
    """Save as the program ends; whoever interrupts that wants the end, not the archive."""
    with suppress(KeyboardInterrupt):
        archive.save()


def _facts(modules: Iterable[str]) -> Iterator[bytes]:
    """Where libraries are and from when, which is what changes with their version, without loading them."""
    for name in modules:
        found = find_spec(name)
        if found is not None and found.origin is not None:
            facts = Path(found.origin).stat()
            yield f"{name} {found.origin} {facts.st_size} {facts.st_mtime_ns}".encode()


def _code() -> bytes:
    """The digest of the code that reads the library; empty where it cannot be read."""
    try:
        files = sorted((*PACKAGED.glob("*.py"), *PACKAGED.glob("*.lark")))
        parts = [part for path in files for part in (path.name.encode(), path.read_bytes())]
        return digest(sys.version.encode(), *_facts(_PARSERS), *parts) if files else b""
    except OSError:
        return b""


LOADED = _code()
"""The code that this process runs."""


def stamp(folder: Path) -> str:
    """What records are made of and by: the files of a library but its rulings, and the code that reads them.

    Empty, so that nothing is found or kept, where they cannot be read or the code has been changed since it was loaded.
    """
    code = _code()
    if not code or code != LOADED:
        return ""
    try:
        files = [path for part in ("cards", "rulesets", ".") for path in sorted((folder / part).glob("*.yaml"))]
        return digest(code, *(part for path in files for part in (str(path).encode(), path.read_bytes()))).hex()
    except OSError:
        return ""
