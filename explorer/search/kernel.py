"""The search from tables as machine code, by numba: one function for every board, compiled once and kept in a cache.

A state is a row of 64-bit words. Everything that is looked up stands in one hash table with open addressing: what a
table of `explorer.system.tables` gives for the words at which it looks. The function expands states one after the other
and comes back where an entry is missing, before it has changed anything for that state.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from numba import njit
except ImportError as missing:
    raise ImportError("the engine native needs numba, which comes with the extra endphase[native]") from missing

DONE: Final = 0
"""All states up to the last were expanded."""

MISSING: Final = 1
"""For the next state something is not in the tables."""

FULL: Final = 2
"""There is no room for the successors of the next state."""

ENOUGH: Final = 3
"""There are more states than there may be: the last one counts as not expanded."""

_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: Knuth's multiplicative hashing
_HALF: Final = np.uint64(32)

Array = NDArray[Any]


def _compiled(function: Any) -> Any:
    """The function as machine code, from the cache where there is one."""
    try:
        return njit(cache=True)(function)
    except RuntimeError:  # no folder for the cache can be written
        return njit(function)


@_compiled
def _mixed(mixed: Any, word: Any) -> Any:
    mixed = (mixed ^ word) * _FACTOR
    return mixed ^ (mixed >> _HALF)


@_compiled
def found(cells: Array, keys: Array, table: int, key: Array) -> int:
    """The place of the key of a table, or that where it would be put."""
    mixed = _mixed(np.uint64(0), np.uint64(table))
    for word in range(len(key)):
        mixed = _mixed(mixed, key[word])
    last = len(cells) - 1
    place = np.int64(mixed & np.uint64(last))
    while cells[place] != 0:
        if cells[place] == table:
            same = True
            for word in range(len(key)):
                if keys[place, word] != key[word]:
                    same = False
                    break
            if same:
                return place
        place = (place + 1) & last
    return place


@_compiled
def refill(cells: Array, keys: Array, values: Array, old_cells: Array, old_keys: Array, old_values: Array) -> None:
    """Put all entries of one hash table into another."""
    for before in range(len(old_cells)):
        if old_cells[before] != 0:
            place = found(cells, keys, old_cells[before], old_keys[before])
            cells[place] = old_cells[before]
            keys[place] = old_keys[before]
            values[place] = old_values[before]


@_compiled
def _slot(slots: Array, states: Array, state: Array) -> int:
    """Where the number of a state is, or would be."""
    mixed = np.uint64(0)
    for word in range(len(state)):
        mixed = _mixed(mixed, state[word])
    last = len(slots) - 1
    place = np.int64(mixed & np.uint64(last))
    while slots[place] != 0:
        number = slots[place] - 1
        same = True
        for word in range(len(state)):
            if states[number, word] != state[word]:
                same = False
                break
        if same:
            return place
        place = (place + 1) & last
    return place


@_compiled
def settle(slots: Array, states: Array, first: int, last: int) -> None:
    """Put the numbers of some states, all different, into the slots."""
    for number in range(first, last):
        slots[_slot(slots, states, states[number])] = number + 1


@_compiled
def expand(
    states: Array,  # a row of words each
    slots: Array,  # of each state its number and one more; 0 is free
    counts: Array,  # states, the next to be expanded, edges of this round; states and the next when it began
    last: int,  # up to which state
    most: int,  # how many states there may be
    looks: Array,  # by table: the bits at which it looks
    cells: Array,  # of each entry its table; 0 is free
    keys: Array,
    values: Array,
    windows: Array,  # by window: its first group, the end of its groups, the table of its rows
    groups: Array,  # tables of conditions
    failures: Array,  # bits of conditions that fail, a row of words each
    rows: Array,  # by row: its first step, the end of its steps, whether events are told apart
    steps: Array,  # by part of a step: its table, its command, -1 where the step goes on, its event
    flips: Array,  # bits to flip, a row of words each
    longest: int,  # how many parts of steps a row may have
    targets: Array,  # of the edges of this round
    labels: Array,
    parents: Array,  # of the states of this round, the edge
    ends: Array,  # by state that was expanded in this round: where its edges end
) -> int:
    """Expand states until one of the four ends is come to."""
    width = states.shape[1]
    size = keys.shape[1]
    key = np.zeros(size, np.uint64)
    failing = np.zeros(size, np.uint64)
    after = np.zeros(width, np.uint64)
    places = np.zeros(longest, np.int64)
    known, source, edges, oldest, start = counts[0], counts[1], counts[2], counts[3], counts[4]
    status = DONE
    while source < last:
        key[:] = 0
        for word in range(width):
            key[word] = states[source, word] & looks[1, word]
        place = found(cells, keys, 1, key)
        if cells[place] == 0:
            status = MISSING
            break
        window = values[place]
        failing[:] = 0
        missing = False
        for group in range(windows[window, 0], windows[window, 1]):
            table = groups[group]
            for word in range(width):
                key[word] = states[source, word] & looks[table, word]
            place = found(cells, keys, table, key)
            if cells[place] == 0:
                missing = True
                break
            for word in range(size):
                failing[word] |= failures[values[place], word]
        if missing:
            status = MISSING
            break
        place = found(cells, keys, windows[window, 2], failing)
        if cells[place] == 0:
            status = MISSING
            break
        row = values[place]
        first, end, told_apart = rows[row, 0], rows[row, 1], rows[row, 2]
        key[:] = 0
        for step in range(first, end):
            table = steps[step, 0]
            for word in range(width):
                key[word] = states[source, word] & looks[table, word]
            place = found(cells, keys, table, key)
            if cells[place] == 0:
                missing = True
                break
            places[step - first] = values[place]
        if missing:
            status = MISSING
            break
        more = end - first
        if known + more > len(states) or 2 * (known + more) > len(slots) or edges + more > len(targets):
            status = FULL
            break
        begun = edges
        after[:] = states[source]
        for step in range(first, end):
            for word in range(width):
                after[word] ^= flips[places[step - first], word]
            if steps[step, 1] < 0:
                continue
            place = _slot(slots, states, after)
            repeated = False
            if slots[place] == 0:
                states[known] = after
                slots[place] = known + 1
                parents[known - oldest] = edges
                known += 1
            elif told_apart:
                # An equal edge of this state has the same target, and its command the same event.
                edge = begun
                for other in range(first, step):
                    if steps[other, 1] >= 0:
                        if edge < edges and labels[edge] == steps[other, 1]:
                            if steps[other, 2] == steps[step, 2] and targets[edge] == slots[place] - 1:
                                repeated = True
                            edge += 1
            if not repeated:
                targets[edges] = slots[place] - 1
                labels[edges] = steps[step, 1]
                edges += 1
            after[:] = states[source]
        if known > most:
            status = ENOUGH
            break
        ends[source - start] = edges
        source += 1
    counts[0], counts[1], counts[2] = known, source, edges
    return status
