"""Running: a sweep in blocks, each finished one kept, so that what was done is never done again.

A folder holds ``sweep.json`` (what is swept, and by which program), a file for each finished block, which appears at
once as a whole, and at the end ``atlas.parquet``. Its bytes depend on the spec, the library and the program alone: not
on how many workers there were, which of them were lost, or how often the run was interrupted.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from os.path import exists
from pathlib import Path
from time import monotonic
from typing import Any

from explorer.atlas import table
from explorer.atlas.plan import Plan
from explorer.atlas.records import records
from explorer.atlas.spec import Spec
from explorer.cluster import cluster
from models.errors import InputError
from models.library import Library

BLOCK = 64
"""The sets of cards of a block, unless told otherwise."""

ATLAS = "atlas.parquet"
MANIFEST = "sweep.json"
BLOCKS = "blocks"

_PROGRAM = ("explorer", "models")
_SOURCES = {".py", ".yaml", ".lark", ".tsv"}


@dataclass(frozen=True)
class Status:
    """How far a sweep is: blocks and rows done, of all blocks; rows a second since it began; the seconds left."""

    done: int
    blocks: int
    rows: int
    rate: float
    left: float

    def __str__(self) -> str:
        minutes, seconds = divmod(round(self.left), 60)
        return f"{self.done} of {self.blocks} blocks, {self.rate:.0f} answers a second, {minutes}:{seconds:02} left"


@dataclass(frozen=True)
class Swept:
    """A finished sweep: where it is, the rows in it, and the blocks that were worked through now."""

    path: Path
    rows: int
    worked: int


@dataclass(frozen=True)
class _Working:
    """The work of a block, told by its first and its last set of cards; ``program`` is the one that asks."""

    spec: Spec
    program: str

    def __call__(self, thing: tuple[int, int]) -> tuple[int, bytes]:
        if self.program != program():
            raise InputError("a worker runs another version of endphase than the one that asks")
        plan = _plan(self.spec)
        _settle()
        found = list(records(plan, *thing))
        return len(found), table.packed(found)


@cache
def _plan(spec: Spec) -> Plan:
    return Plan(spec, Library())


@cache
def _settle() -> None:
    """Let what is loaded by now be, when garbage is looked for: it stays as long as the process."""
    gc.freeze()


def run(
    spec: Spec,
    folder: Path,
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    memory_mb: int | None = None,
    block: int = BLOCK,
    progress: Callable[[Status], None] | None = None,
) -> Swept:
    """Sweep into a folder, from where an earlier run of the same sweep got to.

    Raises InputError where the folder holds another sweep or cannot be written, as `explorer.cluster.cluster` does, and
    KeyboardInterrupt, after which the same call goes on.
    """
    plan = _plan(spec)
    _claim(folder, spec, block)
    starts = range(0, len(plan), block)
    things = [(start, min(start + block, len(plan))) for start in starts]
    todo = [number for number in range(len(things)) if not table.is_whole(_block(folder, number))]
    if todo:
        _work(
            spec,
            folder,
            [(number, things[number]) for number in todo],
            len(things),
            scheduler,
            workers,
            memory_mb,
            progress,
        )
    rows = table.joined((_block(folder, number) for number in range(len(things))), folder / ATLAS)
    return Swept(folder / ATLAS, rows, len(todo))


def _work(
    spec: Spec,
    folder: Path,
    todo: list[tuple[int, tuple[int, int]]],
    blocks: int,
    scheduler: str | None,
    workers: int | None,
    memory_mb: int | None,
    progress: Callable[[Status], None] | None,
) -> None:
    """Work through the blocks that are left, and keep each as soon as it is finished."""
    before, rows, began = blocks - len(todo), 0, monotonic()
    with cluster(scheduler, workers, memory_mb) as able:
        found = able.results(_Working(spec, program()), [thing for _, thing in todo])
        for done, (place, (count, data)) in enumerate(found, 1):
            _keep(_block(folder, todo[place][0]), data)
            rows += count
            if progress is not None:
                seconds = monotonic() - began
                left = seconds / done * (len(todo) - done)
                progress(Status(before + done, blocks, rows, rows / seconds, left))


def _block(folder: Path, number: int) -> Path:
    return folder / BLOCKS / f"{number:06}.parquet"


def finished(folder: Path) -> tuple[list[Path], str]:
    """The files that hold a folder's sweep as far as it is finished, in their order; in words, how far that is.

    Raises InputError where the folder holds no sweep.
    """
    if exists(folder / ATLAS):
        return [folder / ATLAS], ""
    blocks = folder / BLOCKS
    found = sorted(blocks.glob("[0-9]*.parquet")) if exists(blocks) else []
    if not found:
        raise InputError(f"{folder} holds no sweep, or none of it is finished", expected=["the DIR of: endphase sweep"])
    return found, f"{len(found):,} finished blocks of a sweep that is not over"


def _keep(path: Path, data: bytes) -> None:
    """Write a file beside its place, then move it there."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None


def _claim(folder: Path, spec: Spec, block: int) -> None:
    """Make the folder that of this sweep; raises InputError where it is that of another, or holds something else."""
    told = {"sweep": spec.words, "block": block, "program": program()}
    manifest = folder / MANIFEST
    try:
        if manifest.exists():
            _refuse_other(manifest, told)
            return
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(f"{folder} holds something else than a sweep", expected=["a folder that is new or empty"])
        (folder / BLOCKS).mkdir(parents=True, exist_ok=True)
        _keep(manifest, (json.dumps(told, indent=2) + "\n").encode())
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}") from None


def _refuse_other(manifest: Path, told: dict[str, Any]) -> None:
    try:
        held = json.loads(manifest.read_bytes())
    except ValueError:
        held = None
    if not isinstance(held, dict):
        raise InputError(f"{manifest} cannot be read")
    for key, value in told.items():
        if held.get(key) != value:
            raise InputError(
                f"{manifest.parent} holds another sweep: its {key} is {held.get(key)!r}, not {value!r}",
                expected=["the same sweep", "another folder"],
            )


@cache
def program() -> str:
    """A digest of what the answers depend on: the program's sources and the library."""
    root = Path(__file__).parents[2]
    found = hashlib.sha256()
    for path in _sources(root):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _sources(root: Path) -> Iterator[Path]:
    for part in _PROGRAM:
        yield from sorted(path for path in (root / part).rglob("*") if path.suffix in _SOURCES and path.is_file())
