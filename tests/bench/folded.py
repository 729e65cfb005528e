"""The folded search against SPIN, on large boards: states, steps and memory, and what solving adds.

Run by hand: ``python -m tests.bench.folded [REPETITIONS]``; needs `spin` and `gcc`. It prints a Markdown table for
`docs/performance.md`, and ends with an error where the two do not count the same. Every search is a process of its own;
what is told are medians, times are those of the processor. SPIN, compiled with `-O2 -DSAFETY`, searches the model that is
exported of the board, and one that was written by hand where there is one: the faster counts. Its generation and compilation
are left out, and so is the import of numpy. Ours is the search from the grounded board on. *cells* are those of the grid,
0 where positions are looked up. *SPIN folded* searches the model written by hand whose states are positions. *solved* is the
search, and what each player can force of every second finished state: two attractors. *whole process* is from `python` to the counts,
of SPIN with its generation and compilation. Bytes are how far the peak of the process rises above the grounded board.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

from explorer.game import ground
from explorer.game.players import PLAYERS
from explorer.search import folded_games, grid_games
from explorer.search.folded import explore_folded
from explorer.search.folded_states import FoldedStates
from explorer.search.grid import explore_grid
from explorer.search.grid_states import GridStates
from explorer.system.grid import NotAGrid
from explorer.system.promela import promela
from explorer.system.system import System
from models.library import Library
from tests.bench.by_hand import by_hand
from tests.bench.crowded import crowded
from tests.bench.engines import peak
from tests.bench.items import RULESET, independent
from tests.bench.pan import spin
from tests.differential.spin import MISSING

BOARDS = (
    ("independent", 6, 0),
    ("independent", 7, 0),
    ("independent", 8, 0),
    ("independent", 9, 0),
    ("crowded", 10, 0),
    ("crowded", 12, 0),
    ("crowded", 2, 2),
    ("crowded", 3, 2),
    ("crowded", 2, 3),
    ("crowded", 4, 2),
    ("crowded", 5, 2),
)
"""The family, and how many items and quick effects each player has."""

HEADS = (
    *("board", "states", "transitions", "positions", "cells"),
    *("s", "SPIN, s", "ratio", "SPIN folded, s", "ratio", "solved, s", "ratio"),
    *("whole process, s", "SPIN, s", "ratio"),
    *("bytes/state", "solved", "SPIN"),
)
_SLOTS = 24


def system_of(family: str, items: int, quick: int) -> System:
    """The grounded board."""
    library = Library()
    if family == "independent":
        return ground(independent(library, items), library, library.ruleset(RULESET)).system
    return ground(crowded(library, items, quick), library, library.ruleset("ocg")).system


def measure(family: str, items: int, quick: int, solve: bool) -> dict[str, float]:
    """One search in this process."""
    system = system_of(family, items, quick)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before = peak()
    started = process_time()
    try:
        found: FoldedStates | GridStates = explore_grid(system, arrivals=False)
    except NotAGrid:
        found = explore_folded(system, rounds=solve)
    if solve:
        rows, moments = found.final
        half = rows[::2], moments[::2]
        for player in PLAYERS:
            if isinstance(found, GridStates):
                grid_games.can_force(found, (player.value,), half)
            else:
                folded_games.can_force(found, (player.value,), half)
    seconds = process_time() - started
    sizes = {"states": found.states, "transitions": found.transitions, "positions": found.positions}
    cells = len(found.met) if isinstance(found, GridStates) else 0
    memory = (peak() - before) / found.states
    return {**sizes, "cells": cells, "seconds": seconds, "bytes": memory, "whole": process_time()}


def others(family: str, items: int, quick: int, repetitions: int) -> tuple[dict[str, float], dict[str, float] | None]:
    """SPIN on the faster of the models that there are, and on the folded one where somebody has written it."""
    found = [spin(promela(system_of(family, items, quick)), repetitions, _SLOTS)]
    if family != "independent":
        return found[0], None
    found.append(spin(by_hand(items), repetitions, _SLOTS))
    if len({(one["states"], one["transitions"]) for one in found}) > 1:
        raise ValueError(f"{items}: the models do not agree: {found}")
    return min(found, key=lambda one: one["seconds"]), spin(by_hand(items, folded=True), repetitions, _SLOTS)


def measured(family: str, items: int, quick: int, repetitions: int) -> list[str]:
    """The cells of a board's row. Raises ValueError when SPIN counts other states."""
    ours = {}
    for how in ("search", "solve"):
        command = [sys.executable, "-m", "tests.bench.folded", how, family, str(items), str(quick)]
        found = [json.loads(subprocess.check_output(command, text=True)) for _ in range(repetitions)]
        ours[how] = {key: median(one[key] for one in found) for key in found[0]}
    one, solved = ours["search"], ours["solve"]
    other, folded = others(family, items, quick, repetitions)
    if other["states"] != one["states"] or (folded and folded["states"] != one["positions"]):
        raise ValueError(f"{family} {items} {quick}: SPIN finds {other}, {folded}, we {one}")
    sizes = [f"{one[key]:,.0f}" for key in ("states", "transitions", "positions", "cells")]
    times = [f"{one['seconds']:.2f}"]
    for figures, against in ((other, one), (folded, one)):
        times += _compared(figures["seconds"], against["seconds"]) if figures else ["-", "-"]
    times += [f"{solved['seconds']:.2f}", f"{other['seconds'] / solved['seconds']:.1f}"]
    times += [f"{one['whole']:.2f}", *_compared(other["whole"], one["whole"])]
    memory = [f"{each['bytes']:,.0f}" for each in (one, solved, other)]
    name = f"{items} {family} items" + (f", {quick} quick" if quick else "")
    return [name, *sizes, *times, *memory]


def _compared(seconds: float, ours: float) -> list[str]:
    return [f"{seconds:.2f}", f"{seconds / ours:.1f}"]


def main(repetitions: int = 5) -> None:
    """Print the table."""
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}; medians of {repetitions}\n")
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for family, items, quick in BOARDS:
        print(f"| {' | '.join(measured(family, items, quick, repetitions))} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] in (["search"], ["solve"]):
        print(json.dumps(measure(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[1] == "solve")))
    elif MISSING:
        sys.exit(f"not installed: {', '.join(MISSING)}")
    else:
        main(*map(int, sys.argv[1:2]))
