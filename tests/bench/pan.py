"""SPIN on a model, measured."""

from __future__ import annotations

import resource
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.differential.spin import counted, run

DEPTHS: Final = (10_000, 1_000_000)
"""How many of its steps SPIN's stack may hold: the first that does, since to make a stack takes time (0.03 s for the last)."""


def spent(who: int) -> float:
    """Seconds of the processor that this process (`RUSAGE_SELF`) or the programs that it ran have taken."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def spin(model: str, repetitions: int, slots: int = 20) -> dict[str, float]:
    """SPIN on the model, generated and compiled once, run several times: what it counts, seconds, bytes a state.

    Its hash table has two to the power of `slots` places, its stack as few as do. Raises ValueError where none does.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "model.pml").write_text(model, encoding="utf-8")
        started = spent(resource.RUSAGE_CHILDREN)
        run(folder, "spin", "-o2", "-a", "model.pml")
        run(folder, "gcc", "-w", "-O2", "-DSAFETY", "-o", "pan", "pan.c")
        made = spent(resource.RUSAGE_CHILDREN) - started
        calls = [("./pan", f"-m{depth}", f"-w{slots}") for depth in DEPTHS]
        call = next((one for one in calls if "too small" not in run(folder, *one)), None)
        if call is None:
            raise ValueError(f"a play has more than {DEPTHS[-1]:,} of SPIN's steps")
        times = []
        for _ in range(repetitions):
            started = spent(resource.RUSAGE_CHILDREN)
            told = run(folder, *call)
            times.append(spent(resource.RUSAGE_CHILDREN) - started)
    states, transitions = counted(told)
    memory = float(next(line for line in told.splitlines() if "actual memory usage for states" in line).split()[0])
    seconds = median(times)
    size = {"states": states, "transitions": transitions, "bytes": memory * 2**20 / states}
    return {**size, "seconds": seconds, "whole": made + seconds}
