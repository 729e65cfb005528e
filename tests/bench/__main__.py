"""The search against SPIN on our own Promela models, on families of boards that grow.

Run by hand: ``python -m tests.bench [REPETITIONS [MOST_STATES [FEWEST_STATES]]]``. It prints a Markdown table for `docs/performance.md`;
needs `spin` and `gcc`. Boards with more states than the limit, or fewer than asked for, are left out, and a board on which SPIN counts otherwise
ends the run. Every search is a process of its own; what is told are medians. Times are those of the processor, so that
other work on the machine weighs little.

Our rate is that of the search alone, in plain Python (`--engine python`), SPIN's that of `pan`, compiled with `-O2
-DSAFETY`, without what it takes for a model of one step. Whole processes: ours reads the library, grounds and searches; SPIN's generates, compiles and
searches, but is given the model. Bytes a state are the peak of what the search allocates, with the edges that we keep
and SPIN does not.
"""

from __future__ import annotations

import json
import platform
import resource
import subprocess
import sys
import tracemalloc
from statistics import median
from time import process_time

from explorer.game import ground
from explorer.search.explore import Limits, explore
from explorer.system import CompiledStepper
from explorer.system.promela import promela
from models.library import Library
from tests.bench.families import FAMILIES
from tests.bench.pan import spent, spin
from tests.differential.spin import MISSING

HEADS = (
    "board",
    "states",
    "transitions",
    "commands taken",
    "states/s",
    "SPIN states/s",
    "ratio",
    "bytes/state",
    "SPIN bytes/state",
    "whole process, s",
    "SPIN whole process, s",
    "ratio",
)
MOST_STATES = 300_000
NOTHING = "init { skip }\n"  # a model of one step


def ours(name: str, most: int) -> dict[str, float]:
    """One search in this process; nothing for a board with more states than the limit."""
    library = Library()
    system = ground(FAMILIES[name](library), library, library.ruleset("ocg")).system
    started = process_time()
    graph = explore(system, limits=Limits(states=most, engine="python"))
    seconds = process_time() - started
    if not graph.complete:
        return {}
    size = {"states": len(graph.states), "transitions": graph.transitions}
    return {**size, "seconds": seconds, "whole": spent(resource.RUSAGE_SELF)}


def weighed(name: str) -> float:
    """The peak of what Python allocates in the search, in bytes a state."""
    library = Library()
    system = ground(FAMILIES[name](library), library, library.ruleset("ocg")).system
    tracemalloc.start()
    states = len(explore(system, limits=Limits(engine="python")).states)
    return tracemalloc.get_traced_memory()[1] / states


def taken(name: str) -> tuple[str, int, int]:
    """The model of a board, and how many states it has and how many commands can be taken in them."""
    library = Library()
    system = ground(FAMILIES[name](library), library, library.ruleset("ocg")).system
    states, moves = explore(system).states, CompiledStepper(system).moves
    return promela(system), len(states), sum(len(moves(state)) for state in states)


def measured(name: str, repetitions: int, most: int, fewest: int) -> list[str] | None:
    """The cells of a board's row; None when it is too large or small. Raises ValueError when SPIN counts otherwise."""
    command = [sys.executable, "-m", "tests.bench", "one", name, str(most)]
    found = []
    for _ in range(repetitions):
        found.append(json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout))
        if found[0].get("states", 0) < max(1, fewest):
            return None
    one = {key: median(each[key] for each in found) for key in found[0]}
    model, *sizes = taken(name)
    other = spin(model, repetitions)
    if [other["states"], other["transitions"]] != sizes:
        raise ValueError(f"{name}: SPIN finds {other}, we {sizes}")
    searching = other["seconds"] - spin(NOTHING, repetitions)["seconds"]
    rates = one["states"] / one["seconds"], one["states"] / max(searching, 0.001)
    counts = [f"{count:,.0f}" for count in (one["states"], one["transitions"], other["transitions"], *rates)]
    weight = subprocess.run([*command[:3], "weighed", name], capture_output=True, check=True, text=True).stdout
    memory = [f"{float(weight):,.0f}", f"{other['bytes']:,.0f}"]
    whole = [f"{one['whole']:.2f}", f"{other['whole']:.2f}", f"{other['whole'] / one['whole']:.1f}"]
    return [name, *counts, f"{rates[0] / rates[1]:.2f}", *memory, *whole]


def main(repetitions: int = 5, most: int = MOST_STATES, fewest: int = 0) -> None:
    """Print the table."""
    version = subprocess.run(["spin", "-V"], capture_output=True, check=True, text=True).stdout.strip()
    compiler = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, check=True, text=True).stdout.strip()
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}, {version}, gcc {compiler};")
    print(f"medians of {repetitions}, boards of up to {most:,} states\n")
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for name in FAMILIES:
        row = measured(name, repetitions, most, fewest)
        if row is not None:
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        print(json.dumps(ours(sys.argv[2], int(sys.argv[3]))))
    elif sys.argv[1:2] == ["weighed"]:
        print(weighed(sys.argv[2]))
    elif MISSING:
        sys.exit(f"not installed: {', '.join(MISSING)}")
    else:
        main(*map(int, sys.argv[1:]))
