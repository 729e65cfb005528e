"""The archive: what was read before, so that the same files need not be parsed at each start.

A file of the user's own cache folder holds records as MessagePack, which executes nothing when it is read. Its stamp
says of which files and by which code they were made; a file with another stamp, of another owner, that others could
have written, or that is damaged is as good as none, and written anew. Nothing about an archive is ever an error.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

from models.errors import InputError
from models.files import OWNER, replaced

T = TypeVar("T")

VARIABLE = "ENDPHASE_CACHE"
"""The variable of the environment that names the cache folder, or switches the archive off."""

OFF = frozenset({"", "0", "no", "off"})
MOST_BYTES = 64_000_000
MOST_FILES = 8
_SUFFIX = ".archive"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class _Record(msgspec.Struct, frozen=True, array_like=True):
    """An encoded record with the digest of its key and its bytes."""

    digest: bytes
    body: bytes


class _Contents(msgspec.Struct, frozen=True, array_like=True):
    """What the file holds."""

    stamp: str
    records: dict[str, _Record]


class Archive:
    """Records by key. What is kept in it is written by :meth:`save`, not before.

    Records are encoded and decoded by their types (``msgspec``); what has no encoding is not kept.
    """

    def __init__(self, path: Path | None, stamp: Callable[[], str]) -> None:
        """The archive in the file ``path``, if it is of this stamp; with None nothing is found and nothing kept."""
        self._path = path
        self._make_stamp = stamp
        self._stamp = ""
        self._records: dict[str, _Record] | None = None
        self._pending: dict[str, Callable[[], object]] = {}

    def find(self, key: str, kind: type[T]) -> T | None:
        """The record with that key, of type ``kind``; None where there is none that can be read."""
        if self._path is None:
            return None
        if self._records is None:
            self._stamp = self._make_stamp()
            self._records = _read(self._path, self._stamp)
        record = self._records.get(key)
        if record is None or digest(key.encode(), record.body) != record.digest:
            return None
        try:
            return msgspec.msgpack.decode(record.body, type=kind)
        except (msgspec.MsgspecError, RecursionError):
            return None

    def keep(self, key: str, make: Callable[[], object]) -> None:
        """Have :meth:`save` write what ``make`` gives under that key."""
        if self._path is not None:
            self._pending[key] = make

    def save(self) -> None:
        """Write what is to be kept beside what the file holds by now."""
        if self._path is None or not self._pending:
            return
        pending, self._pending = self._pending, {}  # what is made may have more to keep, the next time
        made = {key: record for key, make in pending.items() if (record := _encoded(key, make)) is not None}
        stamp = self._make_stamp()
        if made and stamp and self._stamp in ("", stamp):  # or a file has been changed since
            self._records = {**_read(self._path, stamp), **made}
            body = msgspec.msgpack.encode(_Contents(stamp, self._records))
            if len(body) <= MOST_BYTES:
                _write(self._path, body)


NO_ARCHIVE = Archive(None, str)
"""Holds nothing, and keeps nothing."""


def digest(*parts: bytes) -> bytes:
    """The digest of some bytes, each part apart."""
    made = blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.digest()


def place(name: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where the archive of that name is; None where it is switched off, or where nobody's home is known."""
    told = environment.get(VARIABLE)
    if told is not None:
        return None if told.strip().lower() in OFF else Path(told) / f"{name}{_SUFFIX}"
    try:
        return _cache_folder(environment) / "endphase" / f"{name}{_SUFFIX}"
    except RuntimeError:
        return None


def _cache_folder(environment: Mapping[str, str]) -> Path:
    """The user's cache folder, as the system has it; raises RuntimeError where there is no home."""
    if sys.platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    told = environment.get("XDG_CACHE_HOME", "")
    return Path(told) if os.path.isabs(told) else Path.home() / ".cache"


def _encoded(key: str, make: Callable[[], object]) -> _Record | None:
    """The record, None where it has no encoding or cannot be made."""
    try:
        body = msgspec.msgpack.encode(make())
    except (InputError, TypeError, ValueError, OverflowError, msgspec.MsgspecError, RecursionError):
        return None
    return _Record(digest(key.encode(), body), body)


def _read(path: Path, stamp: str) -> dict[str, _Record]:
    """The records of the file if they are of this stamp and nobody else can have written them."""
    with suppress(OSError, ValueError, msgspec.MsgspecError, RecursionError):
        with open(os.open(path, _FLAGS), "rb") as stream:
            facts = os.fstat(stream.fileno())
            if not (stat.S_ISREG(facts.st_mode) and _is_own(facts) and facts.st_size <= MOST_BYTES):
                return {}
            contents = msgspec.msgpack.decode(stream.read(), type=_Contents)
        if stamp and contents.stamp == stamp:
            return contents.records
    return {}


def _is_own(facts: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user, and nobody else can write it."""
    if sys.platform == "win32":  # the folder's own access list keeps others out
        return True
    return facts.st_uid == os.geteuid() and not facts.st_mode & _OTHERS_WRITE


def _write(path: Path, body: bytes) -> None:
    """Put the file in its place at once, complete or not at all; where that cannot be done, not at all."""
    with suppress(OSError, ValueError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(path.parent.stat()):
            return
        replaced(path, [body], OWNER)
        _clear(path.parent)


def _clear(folder: Path) -> None:
    """Throw away the oldest archives of other installations, past the number that is kept."""
    files = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_FILES:]:
        path.unlink(missing_ok=True)
