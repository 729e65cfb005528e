"""Checkpoints: what a search has found so far, as bytes from which it can go on, and end as if it had never stopped.

A checkpoint is a partial state graph: its states, packed, and its arrays. A line with the format's name and version
comes first, then a header of MessagePack, the arrays as they are in memory, and a digest of all that. Nothing in it is
ever executed. It fits one system: its fingerprint is in the header. What is read is checked to be a graph of that
system, as far as that can be seen without searching again; some of the states are expanded again and compared.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from math import inf
from time import monotonic
from typing import Final, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from explorer.search.graph import StateGraph, selected
from explorer.search.visited import Visited
from explorer.system.compiled import CompiledStepper
from explorer.system.fingerprint import fingerprint
from explorer.system.interface import CommandIndex, TransitionSystem
from explorer.system.packing import PackedStates, Packing, Words
from explorer.system.system import State, System

PAUSE: Final = 30.0
"""So many seconds pass between two checkpoints at least."""

VERSION: Final = 2
_NAME: Final = b"endphase checkpoint "
_SUM_BYTES: Final = 32
_MOST_HEADER: Final = 4096
_TIMES: Final = 10  # the search works so many times as long as its last checkpoint took
_BLOCK: Final = 1 << 14  # states that are packed at once
_LOOKED_UP: Final = 1 << 20  # states that are looked up at once
_EXPANDED_AGAIN: Final = 200
_MOST: Final = 1 << 31

Part = bytes | memoryview


class BadCheckpoint(ValueError):  # noqa: N818
    """Bytes from which this search cannot go on; the message says why, and fits behind the name of a file."""


class Store(Protocol):
    """Where one checkpoint is kept."""

    def read(self) -> bytes | None:
        """What is kept; None where nothing is."""
        ...

    def write(self, parts: Iterable[Part]) -> None:
        """Keep this from now on, all of it or, where that fails, what was kept before."""
        ...


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a checkpoint is of: the fingerprint of the system and of how its states are packed, and the sizes."""

    system: bytes
    width: int
    states: int
    expanded: int
    edges: int

    @property
    def plausible(self) -> bool:
        """Whether there can be such a graph."""
        sizes = (self.width, self.states, self.expanded, self.edges)
        return all(0 <= size < _MOST for size in sizes) and self.states > 0 and self.expanded <= self.states

    @property
    def lengths(self) -> tuple[int, ...]:
        """The bytes of each array: states, offsets, targets, labels."""
        return 8 * self.width * self.states, 4 * (self.expanded + 1), 4 * self.edges, 4 * self.edges


@dataclass(eq=False)
class Checkpoints:
    """The checkpoints of one search: what it goes on from, and what it leaves, now and then and at its end."""

    store: Store
    pause: float = PAUSE
    clock: Callable[[], float] = monotonic
    _due: float = inf
    _kept: tuple[int, int] = (-1, -1)
    _packed: array[int] = field(default_factory=lambda: array("Q"))

    def begin(self, system: System) -> StateGraph | None:
        """What is kept of a search of this system; None where nothing is.

        Raises `BadCheckpoint` for what is kept of anything else, and for a system whose states cannot be packed.
        """
        try:
            self._packing = Packing(system.variables)
        except OverflowError as large:
            raise BadCheckpoint(f"cannot hold this board: {large}") from large
        self._system = _digest_of(system, self._packing)
        data = self.store.read()
        self._due = self.clock() + self.pause
        if data is None:
            return None
        graph = _decoded(memoryview(data), system, self._packing, self._system)
        self._kept = graph.expanded, len(graph.states)
        return graph

    def due(self) -> bool:
        """Whether it is time for the next one."""
        return self.clock() >= self._due

    def keep(self, graph: StateGraph) -> None:
        """Keep what was found, if that is more than what is kept."""
        size = graph.expanded, len(graph.states)
        if size == self._kept:
            return
        began = self.clock()
        self.store.write(self._encoded(graph))
        self._kept = size
        now = self.clock()
        self._due = now + max(self.pause, _TIMES * (now - began))

    def _encoded(self, graph: StateGraph) -> Iterator[Part]:
        width, states = self._packing.width, len(graph.states)
        header = _Header(self._system, width, states, graph.expanded, graph.transitions)
        head = msgspec.msgpack.encode(header)
        made = blake2b(digest_size=_SUM_BYTES)
        offsets = memoryview(graph.offsets)[: graph.expanded + 1]
        edges = (memoryview(one) for one in (graph.targets, graph.labels))
        parts: Iterable[Part] = (
            b"%s%d\n" % (_NAME, VERSION),
            len(head).to_bytes(4, "big"),
            head,
            self._words(graph),
            offsets.cast("B"),
            *(one.cast("B") for one in edges),
        )
        for part in parts:
            made.update(part)
            yield part
        yield made.digest()

    def _words(self, graph: StateGraph) -> memoryview:
        """The packed states; of those that are not kept packed, each is packed once."""
        if isinstance(graph.states, PackedStates):
            self._packed = array("Q")
            return np.ascontiguousarray(graph.states.words).data.cast("B")
        width = self._packing.width
        for start in range(len(self._packed) // width, len(graph.states), _BLOCK):
            block = selected(graph.states, range(start, min(start + _BLOCK, len(graph.states))))
            self._packed.frombytes(self._packing.pack(block).tobytes())
        return memoryview(self._packed)[: width * len(graph.states)].cast("B")


def _digest_of(system: System, packing: Packing) -> bytes:
    """The fingerprint of the system, and of how this machine packs its states."""
    made = blake2b(fingerprint(system), digest_size=_SUM_BYTES)
    made.update(repr((sys.byteorder, packing.width, packing.fields)).encode())
    return made.digest()


def _decoded(data: memoryview, system: System, packing: Packing, expected: bytes) -> StateGraph:
    """The graph that is kept in the data. Raises `BadCheckpoint`."""
    header, arrays = _parted(data)
    if header.system != expected or header.width != packing.width:
        raise BadCheckpoint("is a checkpoint of another board, ruleset, library or call, or of another version of them")
    words = np.frombuffer(arrays[0], np.uint64).reshape(header.states, packing.width)
    offsets, targets, labels = (array("i", bytes(one)) for one in arrays[1:])
    graph = StateGraph(system, PackedStates(packing, words), offsets, targets, labels, header.expanded, None)
    stepper = CompiledStepper(system)
    if not (
        packing.holds(words)
        and _is_graph(graph)
        and graph.states[0] == stepper.initial_state()
        and _all_different(words)
        and _goes_on_alike(graph, stepper)
    ):
        raise BadCheckpoint("is a checkpoint that does not fit the board")
    return graph


def _parted(data: memoryview) -> tuple[_Header, list[memoryview]]:
    """The header and the arrays of what is whole and of this version. Raises `BadCheckpoint`."""
    end = bytes(data[:_MOST_HEADER]).find(b"\n") + 1
    line = bytes(data[:end])
    if not line.startswith(_NAME):
        raise BadCheckpoint("is no checkpoint")
    if line != b"%s%d\n" % (_NAME, VERSION):
        told = line[len(_NAME) : -1].decode("ascii", "replace")
        raise BadCheckpoint(f"is a checkpoint in another format ({told[:20]!r}, not {VERSION})")
    if len(data) < end + 4 + _SUM_BYTES:
        raise BadCheckpoint("is a checkpoint that was cut off")
    if blake2b(data[:-_SUM_BYTES], digest_size=_SUM_BYTES).digest() != data[-_SUM_BYTES:]:
        raise BadCheckpoint("is a checkpoint that is damaged")
    start = end + 4
    length = int.from_bytes(data[end:start], "big")
    try:
        header = msgspec.msgpack.decode(data[start : start + min(length, _MOST_HEADER)], type=_Header)
    except msgspec.MsgspecError:
        raise BadCheckpoint("is a checkpoint that is damaged") from None
    start += length
    if not header.plausible or start + sum(header.lengths) + _SUM_BYTES != len(data):
        raise BadCheckpoint("is a checkpoint that is damaged")
    arrays = []
    for length in header.lengths:
        arrays.append(data[start : start + length])
        start += length
    return header, arrays


def _is_graph(graph: StateGraph) -> bool:
    """Whether the arrays are those of a search: each state is numbered by the first edge that meets it."""
    states, edges = len(graph.states), graph.transitions
    offsets, targets = _numbers(graph.offsets), _numbers(graph.targets)
    if not (
        offsets[0] == 0
        and offsets[-1] == edges
        and np.all(offsets[1:] >= offsets[:-1])
        and _within(targets, states)
        and _within(_numbers(graph.labels), len(graph.system.commands))
    ):
        return False
    highest = np.maximum.accumulate(np.concatenate([np.zeros(1, np.int32), targets]))
    return bool(highest[-1] == states - 1 and np.count_nonzero(targets > highest[:-1]) == states - 1)


def _all_different(words: Words) -> bool:
    visited = Visited(words.shape[1])
    for start in range(0, len(words), _LOOKED_UP):
        visited.add(words[start : start + _LOOKED_UP])
    return visited.known == len(words)


def _goes_on_alike(graph: StateGraph, stepper: TransitionSystem) -> bool:
    """Whether some of the expanded states, from the first to the last, have the steps that they are said to have."""
    commands = graph.system.commands
    for number in sorted({graph.expanded * part // _EXPANDED_AGAIN for part in range(_EXPANDED_AGAIN)}):
        if number >= graph.expanded:
            continue
        seen: dict[tuple[str, Hashable, State], CommandIndex] = {}
        for command, state in stepper.successors(graph.states[number]):
            seen.setdefault((commands[command].by, commands[command].event, state), command)
        told = [(graph.states[graph.targets[edge]], graph.labels[edge]) for edge in graph.edges(number)]
        if told != [(state, command) for (_, _, state), command in seen.items()]:
            return False
    return True


def _within(numbers: NDArray[np.int32], end: int) -> bool:
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < end)


def _numbers(numbers: array[int]) -> NDArray[np.int32]:
    return np.frombuffer(numbers, np.int32) if numbers else np.zeros(0, np.int32)
