"""Conflicts: smallest sets of conditions that cannot hold together, by the duality of conflicts and corrections.

What has to be left out so that the rest can hold (a correction) has an element in common with every conflict. So a
smallest set that has an element of each known correction either cannot hold, and is a smallest conflict, or it can,
and the largest set around it that can gives a new correction (Reiter, "A theory of diagnosis from first principles",
1987; Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization",
2015). Going on past the first one gives all minimal conflicts, the smallest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from explorer.system.nodes import Term
from explorer.system.solving import Solver

Numbers = frozenset[int]


def conflicts(parts: Sequence[Term], beside: Sequence[Term], solver: Solver) -> Iterator[tuple[int, ...]]:
    """All minimal sets of ``parts``, by number and ascending, that cannot hold together ``beside`` the other terms.

    Smaller ones come first; two calls give the same order. The only one is empty where the others cannot hold alone.
    """
    corrections: list[Numbers] = []
    found: list[Numbers] = []
    everything = frozenset(range(len(parts)))

    def possible(numbers: Collection[int]) -> bool:
        return solver.satisfiable([*beside, *(parts[number] for number in numbers)])

    size = 0
    while True:
        seed, cut = _hitting(corrections, found, size)
        if seed is None:
            if not cut:
                return
            size += 1
        elif not possible(seed):
            found.append(seed)
            yield tuple(sorted(seed))
        else:
            most = set(seed)
            for number in sorted(everything - seed):
                if possible([*most, number]):
                    most.add(number)
            corrections.append(everything - most)


def _hitting(corrections: Sequence[Numbers], found: Sequence[Numbers], size: int) -> tuple[Numbers | None, bool]:
    """The first set of at most that size with an element of each correction and no known conflict within it.

    Without one: whether the size is why.
    """

    def extended(chosen: Numbers, barred: Numbers) -> tuple[Numbers | None, bool]:
        if any(known <= chosen for known in found):
            return None, False
        open_ones = [one for one in corrections if not one & chosen]
        if not open_ones:
            return chosen, False
        if len(chosen) == size:
            return None, True
        cut = False
        tried: set[int] = set()
        for number in sorted(min(open_ones, key=lambda one: (len(one - barred), sorted(one))) - barred):
            result, was_cut = extended(chosen | {number}, barred | tried)
            if result is not None:
                return result, False
            cut = cut or was_cut
            tried.add(number)
        return None, cut

    return extended(frozenset(), frozenset())
