"""Some states of a system, by which the folded search lays out its positions."""

from __future__ import annotations

from random import Random
from typing import Final

from explorer.search.explore import Limits, explore
from explorer.system.compiled import CompiledStepper
from explorer.system.system import State, System

_SAMPLE_STATES: Final = 3000  # of the search itself
_SAMPLE_PLAYS: Final = 100
_SAMPLE_STEPS: Final = 200  # of a play: it may never end


def sample_of(system: System) -> list[State]:
    """Some states: the first of a search, and those of some random plays to the end, the same every time.

    Raises `OutOfDomain` when a variable leaves its range on the way.
    """
    stepper, random = CompiledStepper(system, checked=True), Random(0)
    found = list(explore(stepper, limits=Limits(states=_SAMPLE_STATES)).states)
    for _ in range(_SAMPLE_PLAYS):
        state = stepper.initial_state()
        for _ in range(_SAMPLE_STEPS):
            steps = stepper.successors(state)
            if not steps:
                break
            _, state = random.choice(steps)
            found.append(state)
    return found
