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

_BLOCK: Final = 256  # states, and about so many successors, that are worked on together
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: Knuth's multiplicative hashing
_HALF: Final = np.uint64(32)
_ABOVE: Final = np.uint64(24)  # bits of the number of a table
_TABLE: Final = np.uint64((1 << 24) - 1)

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
def found(cells: Array, table: int, key: Array) -> Any:
    """The place of the key of a table, or that where it would be put."""
    size = cells.shape[1] - 1
    mixed = _mixed(np.uint64(0), np.uint64(table))
    for word in range(size):
        mixed = _mixed(mixed, key[word])
    last = len(cells) - 1
    place = np.int64(mixed & np.uint64(last))
    while cells[place, 0] != 0:
        if cells[place, 0] & _TABLE == np.uint64(table):
            same = True
            for word in range(size):
                if cells[place, word + 1] != key[word]:
                    same = False
                    break
            if same:
                return place
        place = (place + 1) & last
    return place


@_compiled
def put(cells: Array, table: int, key: Array, value: int) -> None:
    """Put an entry in."""
    place = found(cells, table, key)
    cells[place, 0] = np.uint64(table) | np.uint64(value) << _ABOVE
    for word in range(len(key)):
        cells[place, word + 1] = key[word]


@_compiled
def refill(cells: Array, old: Array) -> None:
    """Put all entries of one hash table into another, whose keys may have more words."""
    key = np.zeros(cells.shape[1] - 1, np.uint64)
    for before in range(len(old)):
        if old[before, 0] != 0:
            for word in range(old.shape[1] - 1):
                key[word] = old[before, word + 1]
            put(cells, np.int64(old[before, 0] & _TABLE), key, np.int64(old[before, 0] >> _ABOVE))


@_compiled
def _slot(slots: Array, states: Array, some: Array, at: int) -> Any:
    """Where the number of a state, a row of `some`, is or would be."""
    width = states.shape[1]
    mixed = np.uint64(0)
    for word in range(width):
        mixed = _mixed(mixed, some[at, word])
    last = len(slots) - 1
    place = np.int64(mixed & np.uint64(last))
    while slots[place] != 0:
        number = slots[place] - 1
        same = True
        for word in range(width):
            if states[number, word] != some[at, word]:
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
        slots[_slot(slots, states, states, number)] = number + 1


@_compiled
def _row_of(states: Array, source: int, looks: Array, cells: Array, told: Any, scratch: Any) -> Any:
    """The row of what can be done in a state; -1 where an entry is missing."""
    windows, groups, failures = told
    key, failing = scratch
    width, size = states.shape[1], len(key)
    for word in range(size):
        key[word] = failing[word] = 0
    for word in range(width):
        key[word] = states[source, word] & looks[1, word]
    place = found(cells, 1, key)
    if cells[place, 0] == 0:
        return np.int64(-1)
    window = np.int64(cells[place, 0] >> _ABOVE)
    for group in range(windows[window, 0], windows[window, 1]):
        table = groups[group]
        for word in range(width):
            key[word] = states[source, word] & looks[table, word]
        place = found(cells, table, key)
        if cells[place, 0] == 0:
            return np.int64(-1)
        failed = np.int64(cells[place, 0] >> _ABOVE)
        for word in range(size):
            failing[word] |= failures[failed, word]
    place = found(cells, windows[window, 2], failing)
    return np.int64(cells[place, 0] >> _ABOVE) if cells[place, 0] != 0 else np.int64(-1)


@_compiled
def _step_from(
    states: Array, source: int, row: Any, looks: Array, cells: Array, does: Any, scratch: Any, into: Any
) -> Any:
    """Put the successors of a state into `into`, from its place `into[3][0]` on; whether no entry is missing."""
    rows, steps, flips = does
    key = scratch[0]
    afters, taken, events, filled = into
    width, at = states.shape[1], filled[0]
    for word in range(width):
        afters[at, word] = states[source, word]
    for word in range(width, len(key)):
        key[word] = 0
    for step in range(rows[row, 0], rows[row, 1]):
        table = steps[step, 0]
        for word in range(width):
            key[word] = states[source, word] & looks[table, word]
        place = found(cells, table, key)
        if cells[place, 0] == 0:
            return False
        flip = np.int64(cells[place, 0] >> _ABOVE)
        for word in range(width):
            afters[at, word] ^= flips[flip, word]
        if steps[step, 1] >= 0:
            taken[at], events[at] = steps[step, 1], steps[step, 2]
            at += 1
            for word in range(width):
                afters[at, word] = states[source, word]
    filled[0] = at
    return True


@_compiled
def _fetch(afters: Array, count: int, slots: Array, states: Array, fetched: Array) -> None:
    """Look where the states are expected, all of them: so memory is waited for once, and not once for each."""
    last = np.uint64(len(slots) - 1)
    for at in range(count):
        mixed = np.uint64(0)
        for word in range(afters.shape[1]):
            mixed = _mixed(mixed, afters[at, word])
        fetched[at] = slots[np.int64(mixed & last)]
    for at in range(count):
        if fetched[at] > 0:
            fetched[at] = np.int64(states[fetched[at] - 1, 0])


@_compiled
def _enter(
    first: int,
    end: int,
    told_apart: bool,
    states: Array,
    slots: Array,
    counts: Array,
    into: Any,
    edges: Any,
) -> None:
    """Number the successors of a state, and add its edges, equal ones once."""
    afters, taken, events, _ = into
    targets, labels, parents = edges
    begun = counts[2]
    for at in range(first, end):
        place = _slot(slots, states, afters, at)
        repeated = False
        if slots[place] == 0:
            known = counts[0]
            for word in range(states.shape[1]):
                states[known, word] = afters[at, word]
            slots[place] = known + 1
            parents[known - counts[3]] = counts[2]
            counts[0] = known + 1
        elif told_apart:
            edge = begun
            for other in range(first, at):
                if edge < counts[2] and labels[edge] == taken[other]:
                    repeated = repeated or (events[other] == events[at] and targets[edge] == slots[place] - 1)
                    edge += 1
        if not repeated:
            targets[counts[2]] = slots[place] - 1
            labels[counts[2]] = taken[at]
            counts[2] += 1


@_compiled
def expand(
    states: Array,  # a row of words each
    slots: Array,  # of each state its number and one more; 0 is free
    counts: Array,  # states, the next to be expanded, edges of this round; states and the next when it began
    last: int,  # up to which state
    most: int,  # how many states there may be
    looks: Array,  # by table: the bits at which it looks
    cells: Array,  # by place: the table and the value of an entry, 0 where none is; the words of its key
    told: Any,  # by window: its first group, the end of its groups, the table of its rows; the tables of the groups;
    # and the bits of conditions that fail, a row of words each
    does: Any,  # by row: its first step, the end of its steps, whether events are told apart; by part of a step: its
    # table, its command, -1 where the step goes on, its event; and the bits that are flipped, a row of words each
    longest: int,  # how many parts of steps a row may have
    edges: Any,  # of this round: their targets, their commands, the edge to each new state
    ends: Array,  # by state that was expanded in this round: where its edges end
) -> Any:
    """Expand states until one of the four ends is come to."""
    room = _BLOCK + longest + 1
    afters, fetched = np.empty((room, states.shape[1]), np.uint64), np.empty(room, np.int64)
    into = afters, np.empty(room, np.int64), np.empty(room, np.int64), np.zeros(1, np.int64)
    scratch = np.zeros(cells.shape[1] - 1, np.uint64), np.zeros(cells.shape[1] - 1, np.uint64)
    rows = does[0]
    chosen, stops = np.empty(_BLOCK, np.int64), np.zeros(_BLOCK + 1, np.int64)
    status = DONE
    while status == DONE and counts[1] < last:
        into[3][0] = gathered = 0
        while gathered < _BLOCK and into[3][0] < _BLOCK and counts[1] + gathered < last:
            source = counts[1] + gathered
            row = _row_of(states, source, looks, cells, told, scratch)
            if row < 0:
                status = MISSING
                break
            more = into[3][0] + rows[row, 1] - rows[row, 0]
            known = counts[0] + more
            if known > len(states) or 2 * known > len(slots) or counts[2] + more > len(edges[0]):
                status = FULL
                break
            if not _step_from(states, source, row, looks, cells, does, scratch, into):
                status = MISSING
                break
            chosen[gathered] = row
            gathered += 1
            stops[gathered] = into[3][0]
        _fetch(afters, into[3][0], slots, states, fetched)
        for place in range(gathered):
            _enter(stops[place], stops[place + 1], rows[chosen[place], 2] != 0, states, slots, counts, into, edges)
            if counts[0] > most:
                return ENOUGH
            ends[counts[1] - counts[4]] = counts[2]
            counts[1] += 1
    return status
