"""`python -m tests.mutation N SEED [PACKAGE ...]`: N mutants, a table, and each survivor.

The mutants are drawn of each package in the share of all mutants that it has, with a random source made of the seed and
the package's name, so that a run is the same again; of N = 0 all are tried. Exit code 1 where one survives that is not
told to be the same program (`equivalent.yaml`).

The tests of each line come from a run under coverage, `.coverage` and `.seconds.json`:

    ENDPHASE_SECONDS=.seconds.json coverage run -m pytest -p tests.mutation.contexts
    coverage combine
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.mutation.mutants import ROOT, Mutant, mutants, told
from tests.mutation.reach import Reach
from tests.mutation.score import Known, table
from tests.mutation.trial import Trials, Tried

PACKAGES = ("game", "search", "questions")


def population(package: str) -> list[Mutant]:
    """All mutants of a package."""
    paths = sorted((ROOT / "explorer" / package).rglob("*.py"))
    return [mutant for path in paths for mutant in mutants(str(path.relative_to(ROOT)))]


def sample(every: Sequence[Mutant], number: int, seed: str) -> list[Mutant]:
    """So many of them, in their order."""
    return sorted(Random(seed).sample(every, min(number, len(every))))


def main(number: int, seed: str, packages: Sequence[str], limit: float, jobs: int) -> int:
    """Try, print, and say whether all was killed that can be."""
    every = {package: population(package) for package in packages}
    total = sum(map(len, every.values()))
    for package, all_of_it in every.items():
        print(f"{package}: {len(all_of_it):,} mutants", flush=True)
    share = number / total if number else 1
    chosen = [one for name, all_ in every.items() for one in sample(all_, round(len(all_) * share), f"{seed} {name}")]
    reach = Reach.read(Path(os.environ.get("COVERAGE_FILE", ROOT / ".coverage")), seconds_file())
    work = [(mutant, reach.tests(mutant)) for mutant in chosen]
    tried = [Tried(mutant, None, 0, True, 0) for mutant, tests in work if not tests]
    known = Known.read()

    def note(one: Tried) -> None:
        tried.append(one)
        end = f"killed by {one.killer}" if one.killer else "survived" if one.complete else "survived in part"
        print(
            f"{len(tried)}/{len(work)} {one.mutant.path}:{one.mutant.first} {end} {one.seconds:.1f}s", file=sys.stderr
        )

    os.environ["HYPOTHESIS_PROFILE"] = "unshrunk"
    trials = Trials([(mutant, tests) for mutant, tests in work if tests], reach.seconds, note, limit, jobs)
    files = sorted({test.split("::")[0] for _, tests in work for test in tests})
    code = pytest.main(["-q", "-s", "-n0", "--no-summary", "-p", "no:cacheprovider", *files], plugins=[trials])
    if code != 0:
        raise SystemExit(f"pytest ended with {code}")
    print(table(tried, known, packages))
    survivors = [one for one in sorted(tried, key=lambda one: one.mutant) if one.killer is None]
    for one in survivors:
        reason = known.reason(one.mutant)
        mark = f"the same: {reason}" if reason else "not reached" if not one.tests else "survived"
        print(f"\n{one.mutant.path}:{one.mutant.first} ({mark}{'' if one.complete else ', not all tests run'})")
        print(told(one.mutant))
    return 1 if any(known.reason(one.mutant) is None for one in survivors) else 0


def seconds_file() -> Path:
    """Where the seconds of the tests are."""
    return Path(os.environ.get("ENDPHASE_SECONDS", ROOT / ".seconds.json"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("number", type=int, help="how many mutants; 0 for all")
    parser.add_argument("seed", help="of the random source")
    parser.add_argument("packages", nargs="*", help="game, search, questions")
    parser.add_argument("--limit", type=float, default=60, help="seconds of processor time for a mutant")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    given = parser.parse_args()
    sys.exit(main(given.number, given.seed, given.packages or PACKAGES, given.limit, given.jobs))
