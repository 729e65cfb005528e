"""Breadth-first search of everything that a system can do.

Deterministic: states are numbered in the order in which they are met, successors in the order of the
commands.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from mmap import PAGESIZE
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple

from explorer.search.ahead import Ahead, Arrays
from explorer.search.graph import Levels, Limit, StateGraph
from explorer.system.commands import numbered
from explorer.system.compiled import CompiledStepper
from explorer.system.first_steps import FirstSteps
from explorer.system.interface import CommandIndex, TransitionSystem
from explorer.system.system import State, System

if TYPE_CHECKING:
    from explorer.search.checkpoints import Checkpoints

if sys.platform != "win32":
    import resource

Engine = Literal["auto", "python", "numpy", "numba"]
"""How states are expanded: one by one, many at once with numpy or with numba, or first one by one and then many."""

_CHECK_EVERY = 512  # expanded states between two looks at the clock and the memory
PROGRESS_SECONDS = 0.1
_TABLED_STATES = 5_000  # from here on, tables of steps pay (docs/performance.md)
_MANY_STATES = 50_000  # from here on, expanding many at once is worth the start of numpy (docs/performance.md)


@dataclass(frozen=True)
class Limits:
    """How far a search may go, and by which engine.

    None is no limit. Seconds are those of the search; it also ends when the clock (``time.monotonic``) shows ``until``.
    Memory is that of the whole process, in megabytes.
    The engine is that of a system that is searched without a stepper of its own. "python" expands states one by one, by
    compiled commands and, when there are many, by tables, "numpy" many at once, "auto" first the one and then, when
    there are many, the other, and compiles nothing for a few; by "numba" many are looked up by machine code. All find
    the same graph.
    """

    states: int | None = None
    seconds: float | None = None
    memory_mb: float | None = None
    engine: Engine = "auto"
    until: float | None = None

    def out_of_time(self, started: float, now: float) -> bool:
        """Whether a search that was started then has to end now, by the clock."""
        spent = self.seconds is not None and now - started >= self.seconds
        return spent or (self.until is not None and now >= self.until)

    def reached(self, started: float, now: float) -> Limit | None:
        """The limit of time or memory that a search has reached that was started then, if it has."""
        if self.out_of_time(started, now):
            return "seconds"
        return "memory" if self.memory_mb is not None and memory_in_use() >= self.memory_mb else None


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Progress:
    """How far a search has come."""

    states: int
    expanded: int
    transitions: int
    depth: int
    seconds: float


def ended(run: Callable[[], Limit | None]) -> Limit | None:
    """What ended a search that is run: a limit, an interrupt or a lack of memory; None when it is done."""
    try:
        return run()
    except KeyboardInterrupt:
        return "interrupted"
    except MemoryError:
        return "memory"


class Watch:
    """The limits of a search that expands many states at once, and who is told of its progress, from now on."""

    def __init__(self, limits: Limits, progress: Callable[[Progress], None] | None) -> None:
        """Begin to count the seconds."""
        self._limits = limits
        self._progress = progress
        self._started = self._told = monotonic()

    def reached(self, states: int, transitions: int, depth: int) -> Limit | None:
        """The limit that is reached, if one is; and tell the progress."""
        now = monotonic()
        if self._progress is not None and now - self._told >= PROGRESS_SECONDS:
            self._told = now
            self._progress(Progress(states, states, transitions, depth, now - self._started))
        if self._limits.states is not None and states > self._limits.states:
            return "states"
        return self._limits.reached(self._started, now)


class MixedDeciders(ValueError):  # noqa: N818
    """In one state, commands of different deciders are allowed: nobody can say who is to choose."""


def explore(
    subject: System | TransitionSystem,
    *,
    limits: Limits = NO_LIMITS,
    stepper: Callable[[System], TransitionSystem] | None = None,
    progress: Callable[[Progress], None] | None = None,
    checkpoints: Checkpoints | None = None,
) -> StateGraph:
    """The graph of all states that can be reached.

    `subject` is a stepper, or a system for which `stepper` makes one; by default, the engine's. `progress` is told
    some ten times a second. Edges of one state with one decider, event and target are one edge: that of the first
    command. A limit, an interrupt from the keyboard or a lack of memory ends the search with the part that is known;
    the graph then says so. With `checkpoints` the search goes on from what they have, and leaves there what it finds,
    whatever ends it; by then another engine may be at work, the graph is the same.

    Raises `MixedDeciders` when the commands that are allowed in some state belong to different deciders, and, where a
    search without a stepper of its own meets many states or just begins, `OutOfDomain` when a variable leaves its
    range. With the
    engines "numpy" and "numba", raises `OverflowError` when a variable does not fit 64 bits; with "numba" `ImportError`
    where that is not installed.
    """
    steps: TransitionSystem
    stages: Sequence[_Stage] = ()
    if not isinstance(subject, System):
        steps = subject
    elif stepper is not None:
        steps = stepper(subject)
    else:
        steps = FirstSteps(subject) if limits.engine == "auto" else CompiledStepper(subject)
        stages = _stages(limits.engine)
    search = _Search(steps, limits, progress, stages, checkpoints)
    if checkpoints is not None:
        search.resume(checkpoints)
    collecting = gc.isenabled()
    gc.disable()  # the search makes no cyclic garbage, and looking for it costs a fifth of the time
    try:
        limit = ended(search.run)
    finally:
        if collecting:
            gc.enable()
    graph = search.graph(limit)
    if checkpoints is not None:
        checkpoints.keep(graph)
    return graph


class _Stage(NamedTuple):
    """A search that takes over when so many states are known."""

    states: int
    start: Callable[[System, Sequence[State], Arrays], Ahead]


def _stages(engine: Engine) -> list[_Stage]:
    """What takes over from the search one by one."""
    if engine == "numpy":
        return [_Stage(0, _frontiers)]
    if engine == "numba":
        return [_Stage(0, _by_machine_code)]
    if engine == "python":
        return [_Stage(_TABLED_STATES, _tables)]
    return [_Stage(_TABLED_STATES, _tables), _Stage(_MANY_STATES, _frontiers)]


def _tables(system: System, states: Sequence[State], found: Arrays) -> Ahead:
    from explorer.search.tabled import TabledSearch

    return TabledSearch(system, states, found)


def _frontiers(system: System, states: Sequence[State], found: Arrays) -> Ahead:
    from explorer.search.frontiers import FrontierSearch

    return FrontierSearch(system, states, found)


def _by_machine_code(system: System, states: Sequence[State], found: Arrays) -> Ahead:
    from explorer.search.frontiers import FrontierSearch
    from explorer.search.machine import MachineVisited

    return FrontierSearch(system, states, found, MachineVisited)


@dataclass(eq=False)
class _Search:
    """A search under way. After each expanded state, `found.offsets` has one more entry, and the arrays fit it."""

    steps: TransitionSystem
    limits: Limits
    progress: Callable[[Progress], None] | None
    stages: Sequence[_Stage]
    checkpoints: Checkpoints | None = None
    ahead: Ahead | None = None
    states: Sequence[State] = ()
    found: Arrays = field(default_factory=Arrays)

    def __post_init__(self) -> None:
        self.started = self.told = monotonic()
        self.states = [self.steps.initial_state()]
        commands = self.steps.system.commands
        self.events = numbered((command.by, command.event) for command in commands)
        # Only commands that share their event with another can make equal edges.
        seen = Counter(self.events)
        self.twins = [seen[number] > 1 for number in self.events]
        self.several_deciders = len({command.by for command in commands}) > 1

    def resume(self, checkpoints: Checkpoints) -> None:
        """Go on from what is kept, or keep that it was begun: what cannot be kept fails before the work is done."""
        found = checkpoints.begin(self.steps.system)
        if found is None:
            checkpoints.keep(self.so_far())
            return
        self.found = Arrays(found.offsets, found.targets, found.labels)
        self.states = found.states

    @cached_property
    def levels(self) -> Levels:
        """The states by their depths."""
        return Levels(self.found.offsets, self.found.targets)

    @property
    def known(self) -> int:
        """The number of states."""
        return len(self.states) if self.ahead is None else self.ahead.known

    def run(self) -> Limit | None:
        """Expand states until none is left (None) or a limit is reached."""
        if self.limits.states is not None and self.known > self.limits.states:
            return "states"
        enough = [*(stage.states for stage in self.stages), inf]
        limit = None if self.known > min(enough) else self.go_on(min(enough))
        for place, stage in enumerate(self.stages, 1):
            if limit is not None or len(self.found.offsets) > self.known:
                return limit
            if self.known > min(enough[place:]):
                continue
            self.take_over(stage)
            limit = self.go_on(min(enough[place:]))
        return limit

    def go_on(self, enough: float) -> Limit | None:
        """Expand states until none is left or more than `enough` are known (None), or a limit is reached."""
        if self.ahead is None:
            return self.one_by_one(enough)
        return self.ahead.run(self.check, self.check_deciders, self.limits.states, enough)

    def one_by_one(self, enough: float) -> Limit | None:
        """As `go_on`, with the stepper."""
        self.states = states = [*self.states]
        found = self.found
        targets, labels, offsets = found.targets, found.labels, found.offsets
        successors, twins = self.steps.successors, self.twins
        most = self.limits.states
        numbers = {state: number for number, state in enumerate(states)}
        known = len(states)
        source = len(offsets) - 1
        while source < known:
            if source % _CHECK_EVERY == 0:
                limit = self.check(source)
                if limit is not None:
                    return limit
                if known > enough:
                    return None
            steps = successors(states[source])
            if self.several_deciders and len(steps) > 1:
                self.check_deciders(states[source], [command for command, _ in steps])
            made: set[tuple[int, int]] = set()
            for command, state in steps:
                target = numbers.setdefault(state, known)
                if twins[command]:
                    edge = self.events[command], target
                    if edge in made:
                        continue
                    made.add(edge)
                if target == known:
                    states.append(state)
                    known += 1
                targets.append(target)
                labels.append(command)
            if most is not None and known > most:
                return "states"
            source += 1
            offsets.append(len(targets))
        return None

    def take_over(self, stage: _Stage) -> None:
        """Let another search go on, if it can."""
        states = self.states if self.ahead is None else self.ahead.states(self.known)
        try:
            self.ahead = stage.start(self.steps.system, states, self.found)
        except OverflowError:
            if self.limits.engine in ("numpy", "numba"):
                raise
        else:
            self.states = ()

    def check(self, expanded: int) -> Limit | None:
        """The limit of time or memory that is reached, if one is; tell the progress, and keep what is found."""
        now, found = monotonic(), self.found
        if self.progress is not None and now - self.told >= PROGRESS_SECONDS:
            self.told = now
            depth = self.levels.depth(expanded)
            self.progress(Progress(self.known, expanded, len(found.targets), depth, now - self.started))
        limit = self.limits.reached(self.started, now)
        if limit is None and self.checkpoints is not None and self.checkpoints.due():
            self.checkpoints.keep(self.so_far())
        return limit

    def so_far(self) -> StateGraph:
        """The graph as it is after an expanded state and before the next; gone before more is added to it."""
        states, found = self.states if self.ahead is None else self.ahead.states(self.known), self.found
        arrays = found.offsets, found.targets, found.labels
        return StateGraph(self.steps.system, states, *arrays, len(found.offsets) - 1, None)

    def check_deciders(self, state: State, moves: Sequence[CommandIndex]) -> None:
        """Raise `MixedDeciders` when the moves belong to several."""
        refuse_mixed(self.steps.system, state, moves)

    def graph(self, limit: Limit | None) -> StateGraph:
        """The graph of the states that were expanded to the end, without what was begun after them."""
        offsets, targets, labels = self.found.offsets, self.found.targets, self.found.labels
        edges = offsets[-1]
        del targets[edges:], labels[edges:]
        known = self.known if limit is None else 1 + max(targets, default=0)
        states = self.states[:known] if self.ahead is None else self.ahead.states(known)
        expanded = len(offsets) - 1
        offsets.extend([edges] * (known - expanded))
        return StateGraph(self.steps.system, states, offsets, targets, labels, expanded, limit)


def refuse_mixed(system: System, state: State, moves: Sequence[CommandIndex]) -> None:
    """Raise `MixedDeciders` when the moves, which can be made in the state, belong to several."""
    first = system.commands[moves[0]]
    for number in moves[1:]:
        other = system.commands[number]
        if other.by != first.by:
            text = ", ".join(f"{v} = {v.label(value)}" for v, value in system.values(state).items())
            raise MixedDeciders(f"both may act, {first} and {other}, in the state {text}")


def memory_in_use() -> float:
    """The memory of this process in megabytes; where the system tells only the most it ever held, that."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * PAGESIZE / 2**20
    except (OSError, ValueError, IndexError):
        return _peak_memory()


def _peak_memory() -> float:
    if sys.platform == "win32":
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
