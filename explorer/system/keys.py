"""What a function of the state looks at, as one number: the key under which its value is remembered.

A key is made of *sights*: a block of the layout, or a term of which nothing but its value matters. What a step does to
a block often depends on much of the state, but through a few truths: whether this card is the target, whether that
effect still applies. Then these truths stand beside the block, and not what they are about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.system.evaluation import rebuild
from explorer.system.layout import Block, Layout, Words
from explorer.system.nodes import ADD, AND, OR, Term, variables_of

Numbers = NDArray[Any]
Kind = type[np.signedinteger]
"""The type of a table's entries."""

Thing = TypeVar("Thing")

MOST_BYTES = 1 << 17
"""The size of a table that still fits a core's own cache."""


class Rows:
    """Some states, and what has been worked out of them. Of a `few` it is worked out without tables."""

    def __init__(self, words: Words, *, few: bool = False) -> None:
        """Nothing is known of the states yet."""
        self.words = words
        self.few = few
        self.values: dict[Term, Numbers] = {}
        self._windows: dict[tuple[int, int], Words] = {}

    def __len__(self) -> int:
        """The number of states."""
        return len(self.words)

    def window(self, low: int, mask: int) -> Words:
        """So many bits of each state, moved down."""
        found = self._windows.get((low, mask))
        if found is None:
            found = self.words >> low if low else self.words
            found = self._windows[low, mask] = found & mask
        return found


class Seen(NamedTuple):
    """A term that is looked at for its value alone, which takes so many bits."""

    term: Term
    bits: int


Sight = Block | Seen


class Key:
    """Some sights, read as one number: blocks from the lowest to the highest where that is not much more."""

    def __init__(self, sights: Iterable[Sight], value: Callable[[Term, Rows], Numbers], kind: Kind = np.int64) -> None:
        """Take the blocks from the lowest on, neighbours together; `value` gives the values of terms.

        The key is for a table of the kind.
        """
        self._value = value
        sights = list(sights)
        terms = [sight for sight in sights if isinstance(sight, Seen)]
        blocks = [sight for sight in sights if isinstance(sight, Block)]
        self._pieces: list[tuple[int, int, int]] = []  # bits of the state, how many, where to
        bits = 0
        for block in sorted(blocks, key=lambda block: block.shift):
            if self._pieces and sum(self._pieces[-1][:2]) == block.shift:
                low, width, place = self._pieces.pop()
                self._pieces.append((low, width + block.bits, place))
            elif block.bits:
                self._pieces.append((block.shift, block.bits, bits))
            bits += block.bits
        low = self._pieces[0][0] if self._pieces else 0
        span = sum(self._pieces[-1][:2]) - low if self._pieces else 0
        if _fits(span + sum(seen.bits for seen in terms), kind):
            self._pieces, bits = [(low, span, 0)], span
        self._terms: list[tuple[Term, int]] = []
        for seen in terms:
            self._terms.append((seen.term, bits))
            bits += seen.bits
        self.bits = bits

    def of(self, rows: Rows) -> Words:
        """The number that the sights have in each state."""
        low, width, _ = self._pieces[0]
        found = rows.window(low, (1 << width) - 1)
        for low, width, place in self._pieces[1:]:
            found = found | rows.window(low, (1 << width) - 1) << place
        for term, place in self._terms:
            found = found | (self._value(term, rows) - term.low) << place
        return found


def small(sights: Iterable[Sight], kind: Kind = np.int64) -> bool:
    """Whether a table of the kind over these is small enough."""
    return _fits(sum(sight.bits for sight in sights), kind)


def _fits(bits: int, kind: Kind) -> bool:
    return kind(0).nbytes << bits <= MOST_BYTES


def blocks_of(terms: Iterable[Term], layout: Layout) -> list[Block]:
    """The blocks at which the terms look, each once."""
    return unique(layout.place[variable][0] for term in terms for variable in variables_of(term))


def sights_of(block: Block, terms: Sequence[Term], layout: Layout) -> list[Sight]:
    """The block, and what the terms look at beside it: other blocks, or truths about these where they are too many."""
    whole = unique([block, *blocks_of(terms, layout)])
    return [*whole] if small(whole) else unique([block, *_beside(block, terms, layout)])


def _beside(block: Block, terms: Sequence[Term], layout: Layout) -> Iterator[Sight]:
    """The largest parts of the terms that do not look at the block; of one that is wider than its blocks, these."""
    waiting, met = [*terms], set(terms)
    for term in waiting:
        blocks = blocks_of([term], layout)
        if block not in blocks:
            bits = (term.high - term.low).bit_length()
            yield from blocks if sum(one.bits for one in blocks) <= bits else [Seen(term, bits)]
        elif len(blocks) > 1:
            parts = [part for part in _parts(term, block, layout) if part not in met]
            waiting += parts
            met.update(parts)


def _parts(term: Term, block: Block, layout: Layout) -> Sequence[Term]:
    """The operands of the term; of a conjunction, disjunction or sum those that do not look at the block as one."""
    others = tuple(arg for arg in term.args if block not in blocks_of([arg], layout))
    if term.kind not in (AND, OR, ADD) or len(others) < 2:
        return term.args
    return [*(arg for arg in term.args if arg not in others), rebuild(term, others)]


def unique(things: Iterable[Thing]) -> list[Thing]:
    """The things in their order, each once."""
    return list(dict.fromkeys(things))
