"""Workers: processes that carry out requests one after another, and are ended where one takes too much.

A request has its seconds and its memory. A search looks at both itself; what comes before and after it is cut short by
an alarm (:mod:`explorer.deadline`); what even that does not reach is ended with its process. A process in which
something was cut short, and may be half done, is followed by a new one, and so is one that has grown large.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import msgspec

from explorer.deadline import OutOfTime, deadline
from models.errors import InputError

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from explorer.serve.requests import Bounds, Desk

_GRACE = 0.5
"""The seconds after its limit at which a request is cut short."""

_PATIENCE = 5.0
"""The seconds after its limit at which the process of a request is ended."""

_BESIDE = 1024
"""The megabytes that a process may have beside what its searches use."""

_GROWN = 0.5
"""The part of its memory from which a process is followed by a new one."""


@dataclass(frozen=True)
class Answer:
    """What a request is answered with: a status of HTTP, and JSON."""

    status: int
    body: bytes

    @classmethod
    def refused(cls, status: int, message: str, **more: Any) -> Answer:
        """What tells that there is no answer, and why."""
        told = {"message": message, "expected": [], "near": [], "where": "", "line": 0, "column": 0, "text": "", **more}
        return cls(status, msgspec.json.encode({"error": told}))


class Worker:
    """A process that carries out requests, for one caller at a time; started when it is needed."""

    def __init__(self, bounds: Bounds) -> None:
        """Start nothing yet."""
        self._bounds = bounds
        self._turn = threading.Lock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._stopped = False

    def ask(self, name: str, body: bytes) -> Answer:
        """The answer to a request, which is there within its seconds and some more."""
        with self._turn:
            if self._stopped:
                return Answer.refused(503, "it is being stopped")
            line = self._started()
            try:
                line.send((name, body))
                if not line.poll(self._bounds.seconds + _GRACE + _PATIENCE):
                    self._end()
                    return Answer.refused(503, f"no answer within {self._bounds.seconds:g} seconds")
                answer, goes_on = line.recv()
            except (EOFError, OSError):
                self._end()
                return Answer.refused(503, "the search ended before its answer; it may have taken too much memory")
            if not goes_on:
                self._end()
            return Answer(*answer)

    def start(self) -> None:
        """Start the process ahead of the first request."""
        with self._turn:
            self._started()

    def stop(self) -> None:
        """End the process, whatever it does, and start no other; may be called while somebody waits for an answer."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    @property
    def _alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def _started(self) -> Connection:
        if self._line is None or not self._alive:
            self._end()
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs, self._bounds), daemon=True)
            self._process.start()
            theirs.close()
        return self._line


def _work(line: Connection, bounds: Bounds) -> None:
    """Carry out what comes along the line, until nobody is at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound_memory(bounds.memory_mb + _BESIDE)
    from explorer.search.explore import memory_in_use  # noqa: PLC0415 - loaded in the process that needs it
    from explorer.serve.requests import Desk  # noqa: PLC0415
    from models.library import Library  # noqa: PLC0415

    desk = Desk(Library(), bounds)
    with suppress(EOFError, OSError):
        while True:
            name, body = line.recv()
            answer = answered(desk, name, body)
            goes_on = answer.status < 500 and memory_in_use() < bounds.memory_mb * _GROWN
            line.send(((answer.status, answer.body), goes_on))


def answered(desk: Desk, name: str, body: bytes) -> Answer:
    """The answer to a request; nothing that goes wrong in it is told by a traceback, or with a path."""
    from explorer.serve.requests import REQUESTS, refusal  # noqa: PLC0415 - loaded in the process that needs it

    kind, carried_out = REQUESTS[name]
    try:
        asked = msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Answer.refused(400, f"this is no request: {error}")
    try:
        with deadline(desk.bounds.seconds + _GRACE):
            return Answer(200, msgspec.json.encode(carried_out(desk, asked)))
    except InputError as error:
        return Answer(422, msgspec.json.encode({"error": refusal(error)}))
    except OutOfTime:
        return Answer.refused(
            503, f"the limit of {desk.bounds.seconds:g} seconds was reached, and there is no answer yet"
        )
    except MemoryError:
        return Answer.refused(503, f"the limit of {desk.bounds.memory_mb} MB of memory was reached")
    except Exception as error:  # the last line of defence, as on the command line
        sys.stderr.write(f"endphase serve: {name}: internal error: {type(error).__name__}: {error}\n")
        return Answer.refused(500, f"internal error: {type(error).__name__} (this is a bug)")


def _bound_memory(megabytes: int) -> None:
    """Let no allocation take this process past so much, where the system can see to it."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - there is none on other systems

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes * 2**20
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))
