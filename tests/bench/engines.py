"""The two engines on crowded boards: time, states and transitions a second, and memory by state.

Run by hand: ``python -m tests.bench.engines [REPETITIONS]``. Every measurement is a process of its own: a board is
grounded, and then searched with one engine; what is told is the median. Time is that of the processor, and has in it all
that the engine does, the import of numpy and the compilation of guards and updates too. Memory is how far the peak of the
process is above what it holds when the board is grounded, all edges included (Linux tells the peak since it was reset).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from explorer.game import ground
from explorer.search.explore import Limits, explore
from models.library import Library
from tests.bench.crowded import crowded

BOARDS = ((6, 0), (8, 0), (10, 0), (12, 0), (2, 1), (3, 1), (2, 2), (3, 2))
"""How many items and how many quick effects each player has."""

ENGINES = ("python", "auto", "numpy")
_DEAREST = 20.0  # seconds of a search that is not repeated


def measure(items: int, quick: int, engine: str) -> dict[str, float]:
    """One search in this process."""
    library = Library()
    system = ground(crowded(library, items, quick), library, library.ruleset("ocg")).system
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before = peak()
    started = process_time()
    graph = explore(system, limits=Limits(engine=engine))
    seconds = process_time() - started
    grown = peak() - before
    size = {"variables": len(system.variables), "states": len(graph.states), "transitions": graph.transitions}
    return {**size, "seconds": seconds, "bytes": grown / len(graph.states)}


def peak() -> float:
    """The most memory that this process has held since the peak was reset, in bytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    assert found is not None
    return int(found[1]) * 1024


def measured(items: int, quick: int, engine: str, repetitions: int) -> dict[str, float]:
    """The medians of searches in processes of their own."""
    found: list[dict[str, float]] = []
    command = [sys.executable, "-m", "tests.bench.engines", "one", str(items), str(quick), engine]
    while len(found) < repetitions and (not found or found[0]["seconds"] < _DEAREST):
        found.append(json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout))
    return {key: median(one[key] for one in found) for key in found[0]}


def main(repetitions: int = 5) -> None:
    """Print a Markdown table."""
    print(
        "| items | quick effects | variables | states | transitions | engine | s | states/s | transitions/s | bytes/state | ratio |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for items, quick in BOARDS:
        slowest = 0.0
        for engine in ENGINES:
            one = measured(items, quick, engine, repetitions)
            slowest = slowest or one["seconds"]
            rates = (one["states"] / one["seconds"], one["transitions"] / one["seconds"], one["bytes"])
            sizes = (one["variables"], one["states"], one["transitions"])
            cells = [items, quick, *(f"{size:,.0f}" for size in sizes), engine, f"{one['seconds']:.3f}"]
            cells += [*(f"{rate:,.0f}" for rate in rates), f"{slowest / one['seconds']:.2f}"]
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        print(json.dumps(measure(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
    else:
        main(*map(int, sys.argv[1:2]))
