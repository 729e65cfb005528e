"""Documents: YAML with positions, and nothing in it but text, lists and mappings.

:mod:`models.parsing` builds them, and is loaded when there is something to parse.
"""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import IO

import msgspec

from models.errors import InputError, Position
from models.lines import Lines

MOST_BYTES = 1_000_000
STANDARD_INPUT = "-"


class Scalar(msgspec.Struct, frozen=True, tag=True):
    """A piece of text without the space around it; ``at`` is the place of its first character."""

    text: str
    quoted: bool
    at: Position


class Sequence(msgspec.Struct, frozen=True, tag=True):
    """A list."""

    items: tuple[Node, ...]
    at: Position


class Mapping(msgspec.Struct, frozen=True, tag=True):
    """Keys with their values, in order; no key occurs twice."""

    pairs: tuple[tuple[Scalar, Node], ...]
    at: Position


Node = Scalar | Sequence | Mapping


def read_document(source: Path | str, name: str = "", *, first_line: int = 1) -> Node:
    """The one document in a file (a path), on standard input (``Path("-")``) or in a text (a str).

    ``name`` is what errors call the source; ``first_line`` is the line of the source at which a text begins.
    """
    from models.parsing import parse  # noqa: PLC0415 - what is in an archive needs no parser

    if isinstance(source, str):
        return parse(Lines(source, name or "text", first_line))
    return parse(Lines(read_source(source, name), name or source_name(source)))


def source_name(path: Path) -> str:
    """What errors call a file; safe to print."""
    shown = "standard input" if str(path) == STANDARD_INPUT else str(path)
    return shown.encode("utf-8", "replace").decode("utf-8")


def read_source(path: Path, name: str = "") -> str:
    """The text of a file or of standard input, which is not read past :data:`MOST_BYTES`."""
    name = name or source_name(path)
    try:
        if str(path) == STANDARD_INPUT:
            raw = _bounded(sys.stdin.buffer, name)
        else:
            if path.is_dir():
                raise InputError(f"{name} is a folder, not a file")
            if path.stat().st_size > MOST_BYTES:
                raise too_large(name)
            with path.open("rb") as stream:
                raw = _bounded(stream, name)
    except FileNotFoundError:
        raise InputError(f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{name} cannot be read: {reason}") from None
    return _decoded(raw, name)


def _bounded(stream: IO[bytes], name: str) -> bytes:
    raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise too_large(name)
    return raw


def too_large(name: str) -> InputError:
    """The error for a source that holds more than :data:`MOST_BYTES`."""
    return InputError(f"{name} holds more than {MOST_BYTES // 1_000_000} MB")


def _decoded(raw: bytes, name: str) -> str:
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        from models.parsing import NO_CHARACTER, UNPRINTABLE  # noqa: PLC0415 - as above

        before = raw[: error.start].decode("utf-8")
        line = raw[error.start :].split(b"\n", 1)[0].decode("utf-8", "replace")
        at = Lines(UNPRINTABLE.sub(NO_CHARACTER, before + line), name).at(len(before))
        raise InputError("not UTF-8: a byte that stands for no character", at, expected=["UTF-8 text"]) from None
