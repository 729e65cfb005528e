"""`python -m tests.fuzz N SEED [READER ...]`: N inputs over the readers, a table, and a file for each new failure.

Each reader has its own random source, made of the seed and its name, so that a run is the same again. What fails is
written to `tests/fuzz/found/`, one file for each place of failure, and the exit code is 1.
"""

import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.fuzz.readers import READERS, Reader
from tests.fuzz.texts import words
from tests.fuzz.verdicts import bound_memory, judged

FOUND = Path(__file__).with_name("found")
SHARES = {"grounding": 0.1, "call": 0.1, "options": 0.1, "request": 0.2, "ruleset": 0.3, "phrase": 0.5}
"""The slow readers get fewer inputs, in parts of what the others get."""


def fuzzed(reader: Reader, number: int, seed: str) -> tuple[Counter[str], float, float, dict[str, bytes]]:
    """How many inputs were read and refused, the seconds of all and of the slowest, and an input for each failure."""
    random = Random(f"{seed} {reader.name}")
    counts: Counter[str] = Counter()
    total = slowest = 0.0
    failures: dict[str, bytes] = {}
    for _ in range(number):
        raw = reader.drawn(random)
        verdict = judged(reader, raw)
        counts["failed" if verdict.failure else "accepted" if verdict.accepted else "refused"] += 1
        total += verdict.seconds
        slowest = max(slowest, verdict.seconds)
        if verdict.failure:
            place = verdict.failure.split(": ")[0]
            if place not in failures or len(raw) < len(failures[place]):
                failures[place] = raw
                print(f"{reader.name}: {verdict.failure}", file=sys.stderr, flush=True)
    return counts, total, slowest, failures


def main(number: int, seed: str, names: list[str]) -> int:
    """Run, print the table, keep what failed."""
    readers = [reader for reader in READERS if not names or reader.name in names]
    for reader in readers:
        _ = reader.seeds, reader.others
    words()
    bound_memory()
    shares = [SHARES.get(reader.name, 1.0) for reader in readers]
    totals: Counter[str] = Counter()
    print("| Reader | Inputs | Refused | Accepted | Failed | Seconds | Slowest |")
    print("|:--|--:|--:|--:|--:|--:|--:|")
    for reader, share in zip(readers, shares, strict=True):
        inputs = max(1, round(number * share / sum(shares)))
        counts, total, slowest, failures = fuzzed(reader, inputs, seed)
        row = [inputs, *(counts[key] for key in ("refused", "accepted", "failed"))]
        totals.update(dict(zip(("inputs", "refused", "accepted", "failed"), row, strict=True)))
        print(f"| {reader.name} | {' | '.join(f'{one:,}' for one in row)} | {total:.1f} | {slowest:.2f} |", flush=True)
        for raw in failures.values():
            FOUND.mkdir(exist_ok=True)
            (FOUND / f"{reader.name}-{sha256(raw).hexdigest()[:10]}").write_bytes(raw)
    print(f"| all | {' | '.join(f'{totals[key]:,}' for key in ('inputs', 'refused', 'accepted', 'failed'))} | | |")
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
