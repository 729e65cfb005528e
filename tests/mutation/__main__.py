"""`python -m tests.mutation N SEED [PACKAGE ...]`: N mutants, a table, and each survivor.

The mutants are drawn of each package in the share of all mutants that it has, by hashes of the seed and their names, so
that a run is the same again; of N = 0 all are tried. Exit code 1 where one survives that is not told to be the same
program (`equivalent.yaml`).

The tests of each line come from a run under coverage, `.coverage` and `.seconds.json`:

    ENDPHASE_SECONDS=.seconds.json coverage run -m pytest -p tests.mutation.contexts
    coverage combine
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

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
    """So many of them, in their order: those whose names, with the seed, have the smallest hashes.

    A module that is edited keeps those of its mutants that are drawn.
    """
    drawn = sorted(every, key=lambda one: sha256(f"{seed} {one.name}".encode()).digest())
    return sorted(drawn[:number])


def shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """How many are drawn of each package, all of each for a number of 0."""
    total = sum(sizes.values())
    return {name: round(size * number / total) if number else size for name, size in sizes.items()}


def drawn(packages: Sequence[str], number: int, seed: str) -> list[Mutant]:
    """The sample of all packages; tells how many mutants there are."""
    every = {package: population(package) for package in packages}
    wanted = shares({name: len(mine) for name, mine in every.items()}, number)
    for name, mine in every.items():
        print(f"{name}: {len(mine):,} mutants, {wanted[name]:,} drawn", flush=True)
    return [one for name, mine in every.items() for one in sample(mine, wanted[name], seed)]


def try_all(chosen: Sequence[Mutant], given: argparse.Namespace) -> list[Tried]:
    """Run the tests; what an earlier run has killed is not tried again, and what this one kills is kept at once."""
    kept = Path(given.kept) if given.kept else None
    killers = json.loads(kept.read_text(encoding="utf-8")) if kept and kept.exists() else {}
    reach = Reach.read(Path(os.environ.get("COVERAGE_FILE", ROOT / ".coverage")), seconds_file())
    tried = [Tried(one, killers[one.name], 1, False, 0) for one in chosen if one.name in killers]
    timed = [reach.timed(one) for one in chosen if one.name not in killers]
    kills = Counter(killer.split("::")[0] for killer in killers.values())
    work = [(one, reach.tests(one, kills)) for one in timed]
    tried += [Tried(one, None, 0, True, 0) for one, tests in work if not tests]

    def note(one: Tried) -> None:
        tried.append(one)
        end = f"killed by {one.killer}" if one.killer else f"survived {one.tests} tests"
        where = f"{one.mutant.path}:{one.mutant.first}"
        print(f"{len(tried)}/{len(chosen)} {where} {end} in {one.seconds:.1f} s", file=sys.stderr, flush=True)
        if kept and one.killer:
            killers[one.mutant.name] = one.killer
            kept.write_text(json.dumps(killers, indent=0, ensure_ascii=False), encoding="utf-8")

    os.environ["HYPOTHESIS_PROFILE"] = "unshrunk"
    trials = Trials([(one, tests) for one, tests in work if tests], reach.seconds, note, given.limit, given.jobs)
    files = sorted({test.split("::")[0] for _, tests in work for test in tests})
    if files:
        code = pytest.main(["-q", "-s", "-n0", "--no-summary", "-p", "no:cacheprovider", *files], plugins=[trials])
        if code != 0:
            raise SystemExit(f"pytest ended with {code}")
    return sorted(tried, key=lambda one: one.mutant)


def main(given: argparse.Namespace) -> int:
    """Try, print, and say whether all was killed that can be."""
    packages = given.packages or PACKAGES
    tried = try_all(drawn(packages, given.number, given.seed), given)
    known = Known.read()
    print(table(tried, known, packages))
    survivors = [one for one in tried if one.killer is None]
    for one in survivors:
        reason = known.reason(one.mutant)
        mark = f"the same: {reason}" if reason else f"{one.tests} tests" if one.tests else "not reached"
        print(f"\n{one.mutant.path}:{one.mutant.first} ({mark}{'' if one.complete else ', not all'})")
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
    parser.add_argument("--kept", help="a file for what was killed, so that a run can go on from there")
    try:
        sys.exit(main(parser.parse_args()))
    except (FileNotFoundError, ValueError) as error:
        sys.exit(str(error))
