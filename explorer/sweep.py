"""Sweeps: the same work done on many things, by several processes, and told in the order of the things.

Processes are forked where that is safe (Linux, one thread), so that they share what is loaded; elsewhere they are
started anew, and take the work as pickle has it. They leave Ctrl-C and SIGTERM to the process that started them, which
ends them; where that process is gone, they end themselves.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext
    from multiprocessing.process import BaseProcess

Thing = TypeVar("Thing")
Found = TypeVar("Found")

FEW = 4
"""A process is worth its start when it has so many things to do."""

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
_PATIENCE = 5.0  # seconds for a process to end by itself


class ProcessLost(RuntimeError):  # noqa: N818
    """A process ended before its work was done: it was killed, or ran out of memory."""


class WorkFailed(RuntimeError):  # noqa: N818
    """What a process reports where the exception itself cannot be sent."""


def available() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(asked: int | None, things: int) -> int:
    """How many processes to use: those asked for, or as many as there are processors, but no more than have work."""
    return max(1, min(available(), things // FEW) if asked is None else min(asked, things))


def sweep(
    work: Callable[[Thing], Found],
    things: Sequence[Thing],
    jobs: int,
    after: Callable[[], None] | None = None,
) -> Generator[Found]:
    """What ``work`` finds for each thing, in their order; with one job in this process.

    An exception is raised when its turn has come, as it would be in one process. Each process calls ``after`` when
    there is nothing left for it to do. Raises `ProcessLost`.
    """
    if jobs <= 1:
        yield from map(work, things)
        return
    pool = _Pool(work, jobs, after)
    try:
        yield from pool.results(things)
        pool.dismiss()
    finally:
        pool.end()


class _Pool(Generic[Thing, Found]):
    """Processes that take one thing after another."""

    def __init__(self, work: Callable[[Thing], Found], jobs: int, after: Callable[[], None] | None) -> None:
        context = _context()
        self._lines: dict[Connection, BaseProcess] = {}
        try:
            with _without_interrupts():
                for _ in range(jobs):
                    ours, theirs = context.Pipe()
                    inherited = [*self._lines, ours] if context.get_start_method() == "fork" else []
                    process = context.Process(target=_serve, args=(theirs, work, after, inherited), daemon=True)
                    process.start()
                    theirs.close()
                    self._lines[ours] = process
        except BaseException:
            self.end()
            raise

    def results(self, things: Sequence[Thing]) -> Iterator[Found]:
        """What is found, in order; the next thing goes to whoever is free."""
        found: dict[int, tuple[bool, Any]] = {}
        doing: dict[Connection, int] = {}
        left = iter(enumerate(things))
        for line in self._lines:
            self._hand(line, left, doing)
        for turn in range(len(things)):
            while turn not in found:
                for ready in cast("list[Connection]", wait(list(doing))):
                    number = doing.pop(ready)
                    found[number] = self._received(ready)
                    self._hand(ready, left, doing)
            done, what = found.pop(turn)
            if not done:
                raise what
            yield what

    def _hand(self, line: Connection, left: Iterator[tuple[int, Thing]], doing: dict[Connection, int]) -> None:
        for number, thing in left:
            doing[line] = number
            with suppress(OSError):  # whoever is gone is missed when the answer is read
                line.send((thing,))
            return

    def _received(self, line: Connection) -> tuple[bool, Any]:
        try:
            answer: tuple[bool, Any] = line.recv()
        except (EOFError, OSError):
            process = self._lines[line]
            process.join(_PATIENCE)
            return False, ProcessLost(f"a process ended before its work was done (exit code {process.exitcode})")
        return answer

    def dismiss(self) -> None:
        """Let all processes end, now that there is no more work."""
        for line in self._lines:
            with suppress(OSError):
                line.send(())
        for process in self._lines.values():
            process.join(_PATIENCE)

    def end(self) -> None:
        """End those that have not ended; none is left behind."""
        for process in self._lines.values():
            process.kill()
        for line, process in self._lines.items():
            process.join()
            line.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C and SIGTERM wait, so that no process meets them before it has learnt to leave them alone."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)


def _context() -> ForkContext | SpawnContext:
    """How processes are started: forked where nothing else runs in this one that a copy would lack."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _serve(
    line: Connection, work: Callable[[Any], Any], after: Callable[[], None] | None, inherited: Sequence[Connection]
) -> None:
    """Do what comes along the line until there is no more, or nobody at its other end."""
    for number in _INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)
    for other in inherited:  # or the ends that others wait for would never close
        other.close()
    threading.Thread(target=_mourn, args=(os.getppid(),), daemon=True).start()
    with suppress(EOFError, OSError):
        while thing := line.recv():
            _answer(line, work, *thing)
    if after is not None:
        after()


def _answer(line: Connection, work: Callable[[Any], Any], thing: Any) -> None:
    """Send what is found, or the exception."""
    try:
        answer = True, work(thing)
    except Exception as error:  # whatever it is, it is raised where the work was asked for
        answer = False, error
    try:
        line.send(answer)
    except OSError:
        raise
    except Exception as unsendable:
        failed = answer[1] if not answer[0] else unsendable
        line.send((False, WorkFailed(f"{type(failed).__name__}: {failed}")))


def _mourn(parent: int) -> None:
    """End this process when the one that started it is gone, which nobody else would notice during long work."""
    pause = threading.Event()
    while os.getppid() == parent:
        pause.wait(1)
    os._exit(1)
