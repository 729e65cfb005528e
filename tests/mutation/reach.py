"""Which tests reach a mutant, and how long each takes, as a run under coverage has written down."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from coverage import CoverageData

from tests.mutation.mutants import ROOT, Mutant


@dataclass(frozen=True)
class Reach:
    """The tests of each line of each module, and the seconds of each test."""

    data: CoverageData
    seconds: dict[str, float]

    @classmethod
    def read(cls, measured: Path, seconds: Path) -> "Reach":
        """From coverage's combined file and the file of seconds.

        Raises FileNotFoundError where there is none, and ValueError where coverage was measured without the tests' names.
        """
        for path in (measured, seconds):
            if not path.is_file():
                raise FileNotFoundError(f"{path} is not there: run the tests under coverage first")
        data = CoverageData(str(measured))
        data.read()
        if not any(data.measured_contexts()):
            raise ValueError(f"{measured} does not say which test reached a line: run with -p tests.mutation.contexts")
        return cls(data, json.loads(seconds.read_text(encoding="utf-8")))

    def timed(self, mutant: Mutant) -> Mutant:
        """The mutant, said to be made on import where its lines run then and in no test: what a decorator does, as a rule."""
        lines = _contexts(self.data, str(ROOT / mutant.path))
        run = {test for line in range(mutant.first, mutant.last + 1) for test in lines.get(line, ())}
        return replace(mutant, at_import=True) if run == {""} else mutant

    def tests(self, mutant: Mutant, kills: Mapping[str, int] | None = None) -> list[str]:
        """The tests that reach its lines, or any of the module for what is made on import.

        The quickest of each file comes first, then the second of each: what is left out when the time is over is not
        all that one file looks at. A file that has had so many ``kills`` has as many more turns.
        """
        kills = kills or {}
        lines = _contexts(self.data, str(ROOT / mutant.path))
        wanted = lines if mutant.at_import else range(mutant.first, mutant.last + 1)
        found = {test for line in wanted for test in lines.get(line, ()) if test in self.seconds}
        rounds = Counter[str]()
        placed: list[tuple[float, float, str]] = []
        for test in sorted(found, key=lambda test: (self.seconds[test], test)):
            file = test.split("::")[0]
            rounds[file] += 1
            placed.append((rounds[file] / (1 + kills.get(file, 0)), self.seconds[test], test))
        return [test for _, _, test in sorted(placed)]


@cache
def _contexts(data: CoverageData, path: str) -> dict[int, list[str]]:
    return data.contexts_by_lineno(path)
