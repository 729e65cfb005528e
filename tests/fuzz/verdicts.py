"""What became of an input: read, refused at a place, or a failure; in how much time."""

import contextlib
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.errors import InputError
from tests.fuzz.readers import Reader, assert_points, assert_printable
from tests.fuzz.texts import ROOT

SECONDS = 5.0
MEGABYTES = 1000


class Overrun(BaseException):
    """The input took more than :data:`SECONDS` of processor time."""


@dataclass(frozen=True)
class Verdict:
    """``failure`` says in a line what went wrong and where, "" for nothing."""

    accepted: bool
    seconds: float
    failure: str = ""


def judged(reader: Reader, raw: bytes) -> Verdict:
    """What the reader makes of the bytes."""
    started = time.process_time()
    accepted, failure = False, ""
    try:
        with _bounded():
            try:
                reader.read(raw)
                accepted = True
            except InputError as refused:
                (assert_points if reader.points else assert_printable)(refused)
    except Overrun:
        failure = f"more than {SECONDS} s, in {_place(sys.exc_info()[2])}"
    except Exception as error:
        failure = f"{type(error).__name__} in {_place(error.__traceback__)}: {str(error)[:160]}"
    return Verdict(accepted, time.process_time() - started, failure)


def _place(found: object) -> str:
    """The innermost line of the project's own in a traceback."""
    frames = [one for one in traceback.extract_tb(found) if ROOT in Path(one.filename).parents]  # type: ignore[arg-type]
    frames = [one for one in frames if one.name != "over"]
    return f"{Path(frames[-1].filename).relative_to(ROOT)}:{frames[-1].lineno}" if frames else "another package"


@contextlib.contextmanager
def _bounded() -> Iterator[None]:
    """Within, Overrun is raised once the time is used."""

    def over(*_: object) -> None:
        raise Overrun

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def bound_memory() -> None:
    """From now on this process has at most :data:`MEGABYTES` more than it uses now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MEGABYTES * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
