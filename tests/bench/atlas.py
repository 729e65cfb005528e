"""What a sweep takes: answers a second of processor time, by what is on the board; workers; the scheduler alone.

`python -m tests.bench.atlas` measures a sample of all pairs in this process; `workers` a small sweep by 1, 2 and 4
worker processes; `scheduler` how many pieces of work that do nothing the scheduler hands out in a second.
"""

import gc
import random
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from time import perf_counter, process_time

from explorer.atlas.plan import Plan
from explorer.atlas.records import records
from explorer.atlas.running import run
from explorer.atlas.spec import Spec
from explorer.cluster import cluster
from models.library import Library

SAMPLE = 150
CARDS = 30
NOTHINGS = 300


def sample(together):
    """Answers a second of processor time, for sets of cards drawn from all."""
    plan = Plan(Spec(together=together, rulesets=("ocg", "tcg")), Library())
    chance = random.Random(20261130)
    starts = (
        [chance.randrange(len(plan)) for _ in range(SAMPLE)] if together == 2 else range(5_000, 5_000 + SAMPLE // 10)
    )
    found = [*records(plan, starts[0], starts[0] + 1)]
    gc.collect()
    gc.freeze()
    taken = defaultdict(float)
    counts, states = defaultdict(int), defaultdict(int)
    for start in starts:
        began = process_time()
        found = [*records(plan, start, start + 1)]
        kind = "with a standing card" if any("stands" in one.situations for one in found) else "items alone"
        taken[kind] += process_time() - began
        counts[kind] += len(found)
        states[kind] += sum(one.states for one in found)
    for kind, seconds in taken.items():
        print(
            f"{together} cards, {kind}: {counts[kind]} answers, {counts[kind] / seconds:.0f} a second, "
            f"{states[kind] / max(counts[kind], 1):.0f} states each"
        )
    every = sum(taken.values())
    print(f"{together} cards: {sum(counts.values()) / every:.0f} answers a second of processor time")


def workers():
    """All pairs of some cards by 1, 2 and 4 worker processes: the seconds, without those to start them."""
    cards = Plan(Spec(), Library()).cards[:CARDS]
    for number in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder:
            times = []
            run(
                Spec(cards=cards),
                Path(folder) / "out",
                workers=number,
                block=8,
                progress=lambda now, times=times: times.append((perf_counter(), now)),
            )
            seconds = times[-1][0] - times[0][0]
            print(f"{number} workers: {times[-1][1].rows} answers, {seconds:.1f} s after the first block")


def nothing(thing):
    """The work that takes no time."""
    return thing


def scheduler():
    """Pieces of work a second of the processor time of scheduler and client together, when there is nothing to do."""
    with cluster(None, 2) as able:
        began = process_time()
        assert len([*able.results(nothing, range(NOTHINGS))]) == NOTHINGS
        print(f"{NOTHINGS / (process_time() - began):.0f} pieces of work a second of processor time")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["workers"]:
            workers()
        case ["scheduler"]:
            scheduler()
        case ["triples"]:
            sample(3)
        case _:
            sample(2)
