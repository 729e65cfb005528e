"""The benchmark: real boards of a thousand to ten million states, in families that grow, and SPIN beside them.

Run by hand: ``uv run --extra bench python -m tests.bench``. It prints one Markdown table for `docs/performance.md`, and ends
with an error where a board has other states than it should, or SPIN counts others. Every search is a process of its own;
what is told are medians of all of one run. Times are those of the processor, so that other work on the machine weighs
little. SPIN's columns are empty where `spin` or `gcc` is missing.

* *engine*: ``auto`` finds the graph, and *python* or *numpy* says with what it ended; ``folded`` counts without one, on a
  *grid* where there is one, and so do ``plain``, in plain Python, and ``diagrams``; ``solved`` goes on to what each player can force of
  half of the finished states, and so does ``forced``, of a graph;
* *s*, *states/s*, *transitions/s*: from the grounded board to all states;
* *bytes/state*: how far the peak of the process rises above the grounded board, with what the engine keeps (Linux);
* *first answer*: the whole process, from ``python`` on: the library is read, the board grounded and searched;
* *SPIN, s*: of `pan` alone, compiled with `-O2 -DSAFETY`, with a hash table and a stack that fit, on the faster of the model that
  is exported of the board and one written by hand where there is one; *ratio* is SPIN's time divided by ours; *SPIN folded* searches one written by hand whose
  states are positions; *SPIN's answer* has generation and compilation in it;
* *growth*: by which power of the number of states the time grows, from the board of the family before.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from math import log
from statistics import median

from explorer.game import ground
from explorer.system.promela import promela
from models.library import Library
from tests.bench.families import FAMILIES, Sample
from tests.bench.measuring import ENGINES, Figures, measured
from tests.bench.pan import spin
from tests.differential.spin import MISSING

HEADS = (
    *("family", "board", "engine", "states", "transitions", "s", "states/s", "transitions/s", "bytes/state"),
    *(
        "first answer, s",
        "SPIN, s",
        "ratio",
        "SPIN folded, s",
        "ratio",
        "SPIN's answer, s",
        "ratio",
        "SPIN bytes/state",
        "growth",
    ),
)
_FEWEST_SLOTS = 16  # of the hash table, as a power of two
_LEAST = 0.01  # seconds: what is shorter is not compared


def medians(family: str, place: int, engine: str, repetitions: int) -> Figures | None:
    """The median figures of a board, each search a process of its own; None where the engine does not take the board."""
    command = [sys.executable, "-m", "tests.bench", "--one", family, str(place), engine]
    found: list[Figures] = []
    for _ in range(repetitions):
        one = json.loads(subprocess.check_output(command, text=True))
        if one is None:
            return None
        found.append(one)
    return {**found[0], **{key: median(one[key] for one in found) for key in ("seconds", "whole", "bytes")}}


def of_spin(sample: Sample, repetitions: int) -> dict[str, float]:
    """The figures of SPIN on the faster of the models that there are. Raises ValueError where the models do not agree."""
    library = Library()
    models = [promela(ground(sample.lay(library), library, library.ruleset(sample.ruleset)).system)]
    models += [sample.by_hand(False)] if sample.by_hand else []
    slots = max(_FEWEST_SLOTS, sample.states.bit_length() + 1)
    found = [spin(model, repetitions, slots) for model in models]
    if len({(one["states"], one["transitions"]) for one in found}) > 1:
        raise ValueError(f"{sample.name}: the models do not agree: {found}")
    fastest = min(found, key=lambda one: one["seconds"])
    if sample.by_hand:
        folded = spin(sample.by_hand(True), repetitions, slots)
        return {**fastest, "positions": folded["states"], "folded": folded["seconds"]}
    return fastest


def row(family: str, sample: Sample, ours: Figures, other: dict[str, float] | None, before: Figures | None) -> str:
    """A row of the table. Raises ValueError where a count is not what it should be."""
    if ours["states"] != sample.states:
        raise ValueError(f"{family}, {sample.name}: {ours['states']:,} states instead of {sample.states:,}")
    if other is not None and other["states"] != ours["stored"]:
        raise ValueError(f"{family}, {sample.name}: SPIN finds {other['states']:,.0f} states, we {ours['stored']:,}")
    if other is not None and ours["positions"] and other.get("positions", ours["positions"]) != ours["positions"]:
        raise ValueError(f"{family}, {sample.name}: SPIN finds {other['positions']:,.0f} positions")
    seconds = ours["seconds"]
    cells = [family, sample.name, ours["engine"], f"{ours['states']:,}", f"{ours['transitions']:,}"]
    cells += [f"{seconds:.2f}", *(f"{ours[key] / seconds:,.0f}" for key in ("states", "transitions"))]
    cells += [f"{ours['bytes']:,.0f}", f"{ours['whole']:.2f}"]
    if other is None:
        cells += ["-"] * 7
    else:
        cells += [f"{other['seconds']:.2f}", f"{other['seconds'] / seconds:.1f}"]
        cells += [f"{other['folded']:.2f}", f"{other['folded'] / seconds:.1f}"] if "folded" in other else ["-", "-"]
        cells += [f"{other['whole']:.2f}", f"{other['whole'] / ours['whole']:.1f}", f"{other['bytes']:,.0f}"]
    cells.append(_growth(ours, before))
    return f"| {' | '.join(map(str, cells))} |"


def _growth(ours: Figures, before: Figures | None) -> str:
    if before is None or before["seconds"] < _LEAST:
        return "-"
    return f"{log(ours['seconds'] / before['seconds']) / log(ours['states'] / before['states']):.2f}"


def table(asked: argparse.Namespace) -> Iterator[str]:
    """The rows of the table, one by one as they are measured."""
    for family in asked.family:
        last: dict[str, Figures] = {}
        for place, sample in enumerate(FAMILIES[family]):
            engines = [one for one in asked.engine if sample.states <= asked.most_states or one == "diagrams"]
            found = {engine: medians(family, place, engine, asked.repetitions) for engine in engines}
            known = {engine: one for engine, one in found.items() if one is not None}
            compared = asked.spin and not MISSING and known and sample.states <= asked.most_states
            other = of_spin(sample, asked.repetitions) if compared else None
            for engine, one in known.items():
                yield row(family, sample, one, other, last.get(engine))
            last |= known


def main() -> None:
    """Print the table, or measure one board in this process."""
    asks = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Our search and SPIN's on boards that grow."
    )
    asks.add_argument("--repetitions", type=int, default=5, metavar="N")
    asks.add_argument("--most-states", type=int, default=20_000_000, metavar="N", help="leave out larger boards")
    asks.add_argument("--family", nargs="+", choices=FAMILIES, default=list(FAMILIES))
    asks.add_argument("--engine", nargs="+", choices=ENGINES, default=["auto", "folded", "solved"])
    asks.add_argument("--no-spin", dest="spin", action="store_false")
    asks.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    asked = asks.parse_args()
    if asked.one:
        family, place, engine = asked.one
        print(json.dumps(measured(FAMILIES[family][int(place)], engine)))
        return
    print(
        f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}; medians of {asked.repetitions}\n"
    )
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for line in table(asked):
        print(line, flush=True)


if __name__ == "__main__":
    main()
