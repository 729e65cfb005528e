"""A survey: how many states and transitions a system has, and what its finished states come to, without a graph.

The work is done by a thread of its own, since one operation on large diagrams may take long and cannot be interrupted:
when a limit is reached, or the user interrupts, it is left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Thread
from time import monotonic
from typing import Final

from explorer.search.diagrams.census import deciding, finished, transitions
from explorer.search.diagrams.encoding import MOST_NODES, NODE_BYTES, Diagram
from explorer.search.diagrams.plays import play_to
from explorer.search.diagrams.powers import forced
from explorer.search.diagrams.reach import Reach
from explorer.search.diagrams.views import Seen
from explorer.search.explore import NO_LIMITS, Limits
from explorer.search.graph import Limit
from explorer.search.surveys import Ending, Survey, View
from explorer.system.compiled import CompiledStepper
from explorer.system.system import System

_LOOK_EVERY: Final = 0.05  # seconds between two looks at the clock and the memory
_TELL_EVERY: Final = 0.5
_LAST_WORD: Final = 0.3  # seconds in which what was found before a limit is summed up, and again as many to stop


@dataclass(frozen=True)
class Growing:
    """How far a survey has come."""

    states: int
    nodes: int
    seconds: float


def survey(
    system: System,
    view: View = View(),  # noqa: B008 - a frozen record
    *,
    players: Collection[str] = (),
    most_endings: int = 1000,
    limits: Limits = NO_LIMITS,
    progress: Callable[[Growing], None] | None = None,
) -> Survey:
    """The sizes of the state graph, and the cases of the view in the finished states.

    For each of the `players` it is worked out what they can force. Cases are listed where there are no more than
    `most_endings`. A limit, an interrupt from the keyboard or a lack of memory ends the survey with what is known. The
    limit of states is looked at between two steps, so that more may have been found.

    Raises `MixedDeciders` when the commands that are allowed in some state belong to different deciders, and
    `OutOfDomain` when a variable leaves its range.
    """
    work = _Work(system, view, tuple(players), most_endings, limits)
    thread = _started(work.run)
    try:
        limit = _watched(thread, work, limits, progress)
    except KeyboardInterrupt:
        limit = "interrupted"
    if limit is None and work.result is not None:
        return work.result
    if limit is None and work.failure is not None:
        raise work.failure
    work.stop = True
    thread.join(_LAST_WORD)
    if not thread.is_alive():
        _started(work.sum_up).join(None if work.limit == "states" else _LAST_WORD)
    return work.part(limit or work.limit or "memory")


def _started(target: Callable[[], None]) -> Thread:
    thread = Thread(target=target, daemon=True)
    thread.start()
    return thread


def _watched(thread: Thread, work: _Work, limits: Limits, progress: Callable[[Growing], None] | None) -> Limit | None:
    """The limit of time or memory that is reached, if one is, before the thread ends; and tell the progress."""
    started = told = monotonic()
    while True:
        thread.join(_LOOK_EVERY)
        if not thread.is_alive():
            return None
        now = monotonic()
        limit = limits.reached(started, now)
        if limit is not None:
            return limit
        if progress is not None and now - told >= _TELL_EVERY:
            told = now
            progress(Growing(work.states, work.nodes, now - started))


class _Stopped(Exception):  # noqa: N818
    """The survey is not to go on."""


@dataclass(eq=False)
class _Work:
    """A survey under way in a thread: what it has found, or what has ended it."""

    system: System
    view: View
    players: tuple[str, ...]
    most_endings: int
    limits: Limits
    stop: bool = False
    reach: Reach | None = None
    seen: Seen | None = None
    result: Survey | None = None
    failure: Exception | None = None
    limit: Limit | None = None
    summed: tuple[int, tuple[Ending, ...]] | None = None

    def run(self) -> None:
        """Make the survey. To be called in the thread."""
        try:
            self.result = self._survey()
        except _Stopped:
            pass
        except MemoryError:
            self.limit = "memory"
        except Exception as failure:  # raised again in the thread that waits for this one
            self.failure = failure

    def sum_up(self) -> None:
        """What the finished states that were met come to."""
        if self.reach is None or self.seen is None:
            return
        try:
            cases = self.seen.cases(finished(self.reach.machine, self.reach.states))
            self.summed = self.seen.count(cases), self._endings(self.reach, self.seen, cases, {})
        except MemoryError:
            return

    def part(self, limit: Limit) -> Survey:
        """What is known of a survey that did not come to its end."""
        cases, endings = self.summed or (None, ())
        return Survey(self.states, None, None, cases, endings, solved=False, limit=limit)

    @property
    def states(self) -> int:
        """How many states were found so far."""
        return 1 if self.reach is None else self.reach.machine.encoding.count(self.reach.states)

    @property
    def nodes(self) -> int:
        """How many nodes the diagrams have."""
        return 0 if self.reach is None else self.reach.machine.encoding.nodes

    def _between(self) -> None:
        if self.stop:
            raise _Stopped
        if self.limits.states is not None and self.states > self.limits.states:
            self.limit = "states"
            raise _Stopped

    def _survey(self) -> Survey:
        memory = self.limits.memory_mb
        nodes = MOST_NODES if memory is None else min(MOST_NODES, int(memory * 2**20 / NODE_BYTES) + 1)
        self.seen = seen = Seen(self.system, self.view, nodes)
        machine = seen.machine
        self.reach = reach = Reach(machine, self._between)
        reach.run()
        deciders = deciding(machine, reach.states)
        ends = finished(machine, reach.states)
        cases = seen.cases(ends)
        steps = transitions(machine, reach.states)
        powers = {player: forced(seen, deciders, ends, (player,), self._between) for player in self.players}
        return Survey(
            machine.encoding.count(reach.states),
            steps,
            machine.encoding.count(ends),
            seen.count(cases),
            self._endings(reach, seen, cases, powers),
            solved=bool(self.players),
        )

    def _endings(self, reach: Reach, seen: Seen, cases: Diagram, powers: dict[str, Diagram]) -> tuple[Ending, ...]:
        """The cases in ascending order, each with a play; none where they are too many."""
        if seen.count(cases) > self.most_endings:
            return ()
        stepper = CompiledStepper(self.system)
        ends = seen.with_cases(finished(reach.machine, reach.states))
        found = []
        for case, part in seen.each(cases):
            able = tuple(player for player, known in powers.items() if (known & part).satisfiable())
            found.append(Ending(case, tuple(play_to(reach, seen.having(ends, part), stepper)), able))
        return tuple(found)
