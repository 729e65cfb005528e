"""A plugin of pytest that runs no test as it is: each mutant is tried in a process of its own.

All tests are collected once. A process is forked for a mutant, the code of its functions is put in the place of the
code that is there, and its tests run, in the order that is given, until one fails. What a module does on import has been done
by then: for such a mutant, and where no function has the code, pytest is started anew, and the module read with the
change (`tests.mutation.imported`).

A test that fails without the mutant as well kills nothing, and is not asked again. Nor does one that fails behind others but
not by itself: those may have left it something, or too little memory.
"""

import gc
import importlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO

import pytest

from tests.mutation.mutants import ROOT, Mutant, source

GRACE = 20
"""Seconds that a test may take beyond the limit before it is said not to end."""
MEMORY = 4 << 30
"""Bytes of address space for a mutant, beside what is in use before it is tried."""


_FAILED, _PASSED = "failed: ", "passed"


@dataclass(frozen=True)
class Tried:
    """What became of a mutant: by which test it was killed, None where it survived, and whether all tests were run."""

    mutant: Mutant
    killer: str | None
    tests: int
    complete: bool
    seconds: float


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def named(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """The code of each function of a module, by its qualified name and which of that name it is."""
    found: dict[tuple[str, int], CodeType] = {}
    counts: dict[str, int] = defaultdict(int)
    for one in _codes(code):
        found[one.co_qualname, counts[one.co_qualname]] = one
        counts[one.co_qualname] += 1
    return found


def exchange(mutant: Mutant, functions: Iterable[FunctionType]) -> int:
    """Put the code of a mutant in the place of what the functions of its module have; how many were changed."""
    path = str(ROOT / mutant.path)
    before = named(compile((ROOT / mutant.path).read_text(encoding="utf-8"), path, "exec"))
    after = named(compile(source(mutant), path, "exec"))
    new = {before[name]: after[name] for name in before.keys() & after.keys() if before[name] != after[name]}
    changed = [one for one in functions if one.__code__.co_filename == path and one.__code__ in new]
    for one in changed:
        one.__code__ = new[one.__code__]
    return len(changed)


class Trials:
    """Tries mutants on the tests that reach them."""

    def __init__(
        self,
        work: Sequence[tuple[Mutant, list[str]]],
        seconds: Mapping[str, float],
        told: Callable[[Tried], None],
        limit: float,
        jobs: int,
    ) -> None:
        self._work = list(work)
        self._seconds = seconds
        self._told = told
        self._limit = limit
        self._jobs = jobs
        self._failed = False
        self._functions: list[FunctionType] = []
        self._unsteady: set[str] = set()
        self._steady: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test has failed."""
        self._failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants, a few at a time."""
        items = {item.nodeid: item for item in session.items}
        running: dict[int, tuple[Mutant, list[str], IO[bytes], float]] = {}
        waiting = list(reversed(self._work))
        for path in sorted({mutant.path for mutant, _ in self._work}):
            importlib.import_module(".".join(Path(path).with_suffix("").parts).removesuffix(".__init__"))
        self._functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
        gc.freeze()
        while waiting or running:
            while waiting and len(running) < self._jobs:
                mutant, names = waiting.pop()
                chosen = [name for name in names if name in items and name not in self._unsteady]
                pid, answer = self._start(mutant, [items[name] for name in chosen])
                running[pid] = (mutant, chosen, answer, time.monotonic())
            pid, _ = os.wait()
            mutant, chosen, answer, start = running.pop(pid)
            killer, run = _answered(answer)
            if killer in items and not self._kills(mutant, items[killer], alone=run == 1):
                waiting.append((mutant, [name for name in chosen if name != killer]))
                continue
            self._told(Tried(mutant, killer, run, run == len(chosen), time.monotonic() - start))
        return True

    def _kills(self, mutant: Mutant, item: pytest.Item, *, alone: bool) -> bool:
        """Whether a test that has failed, ``alone`` or behind others, fails by itself, and passes without the mutant."""
        return (alone or self._fails(mutant, item)) and self._is_steady(item)

    def _fails(self, mutant: Mutant | None, item: pytest.Item) -> bool:
        """Whether a test fails by itself, with the mutant or without one."""
        pid, answer = self._start(mutant, [item])
        os.waitpid(pid, 0)
        killer, _ = _answered(answer)
        return killer is not None

    def _is_steady(self, item: pytest.Item) -> bool:
        """Whether a test passes without a mutant."""
        if item.nodeid not in self._steady | self._unsteady:
            (self._unsteady if self._fails(None, item) else self._steady).add(item.nodeid)
        return item.nodeid in self._steady

    def _start(self, mutant: Mutant | None, items: list[pytest.Item]) -> tuple[int, IO[bytes]]:
        """Fork a process that runs tests, and give its id and where it tells what comes of it."""
        answer = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed when it was read)
        pid = os.fork()
        if pid:
            return pid, answer
        try:
            killer = self._run(mutant, items, answer.fileno())
            os.write(answer.fileno(), f"{_FAILED}{killer}".encode() if killer else _PASSED.encode())
        except SyntaxError:
            os.write(answer.fileno(), f"{_FAILED}the compiler".encode())
        finally:
            os._exit(0)

    def _run(self, mutant: Mutant | None, items: list[pytest.Item], answer: int) -> str | None:
        """The test that failed; as many are run as the limit allows, each told before it starts."""
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(null, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(self._limit) + GRACE, int(self._limit) + GRACE + 1))
        most = MEMORY + _address_space()
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        signal.alarm(10 * (int(self._limit) + GRACE))
        if mutant is not None and (mutant.at_import or not exchange(mutant, self._functions)):
            return self._anew(mutant, [item.nodeid for item in items], answer)
        for item, following in zip(items, [*items[1:], None], strict=True):
            if time.process_time() > self._limit:
                return None
            os.write(answer, f"{item.nodeid}\n".encode())
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return item.nodeid
        return None

    def _anew(self, mutant: Mutant, names: list[str], answer: int) -> str | None:
        """The same in an interpreter that reads the module with the change; as many tests as the limit is long.

        What fails there too where the module is read as it is kills nothing.
        """
        until = accumulate(self._seconds.get(name, 0.0) for name in names)
        some = [name for name, end in zip(names, until, strict=True) if end <= self._limit] or names[:1]
        os.write(answer, "".join(f"{name}\n" for name in some).encode())
        while some:
            killer = read_with(f"{mutant.path}:{mutant.number}", some)
            if killer not in some or read_with(f"{mutant.path}:", [killer]) is None:
                return killer
            some.remove(killer)
        return None


def read_with(mutant: str, names: Sequence[str]) -> str | None:
    """Which of the tests fails first in an interpreter that reads a module with a mutant; None where they pass.

    The mutant is named by the module's path and its number, without a number it is the module as it is.
    """
    command = [sys.executable, "-m", "pytest", "-qx", "-n0", "-p", "tests.mutation.imported", *names]
    with tempfile.TemporaryDirectory() as compiled:  # machine code that is kept is of the module without the change
        environment = {**os.environ, "ENDPHASE_MUTANT": mutant, "NUMBA_CACHE_DIR": compiled}
        called = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return None if called.returncode == 0 else next(failing(called.stdout, names), "the import")


def _address_space() -> int:
    """Bytes that this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def failing(summary: str, names: Iterable[str]) -> Iterator[str]:
    """Those of the tests that pytest's summary calls failed; names may have spaces, and one may begin like another."""
    longest = sorted(names, key=len, reverse=True)
    for line in summary.splitlines():
        kind, _, rest = line.partition(" ")
        if kind in ("FAILED", "ERROR"):
            yield from [name for name in longest if rest.startswith(name)][:1]


def _answered(answer: IO[bytes]) -> tuple[str | None, int]:
    """By which test a process says that it was ended, and how many it ran; it names the one in which it died."""
    with answer:
        answer.seek(0)
        *run, last = answer.read().decode().split("\n")
    if last == _PASSED:
        return None, len(run)
    return (last.removeprefix(_FAILED) if last else run[-1] if run else "the start"), len(run)
