"""From nothing to the first answer: whole processes, cold and with an archive, beside what they cannot do without.

``python -m tests.bench.startup [PROCESSES]`` prints a Markdown table: processor time (user and system, as the children
used it), medians of so many processes (9), and its ratio to ``import networkx, z3``. A cold start has an empty cache
folder. SPIN is to generate, compile and run the model that ``graph -o FILE.pml`` writes, where it is installed.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
ITEM = """\
turn player:
  monsters: [{Flamvell Firedog: {by: Rekindling}}]
lingering:
  - Rekindling by turn player on Flamvell Firedog
"""
YARDSTICK = "python -c 'import networkx, z3'"


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for compiled modules, archives and models, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="endphase-startup-") as name:
        yield Path(name)


def processor_time(command: list[str], where: Path, cache: Path) -> float:
    """The seconds of processor time that a command takes, with what it starts."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(where / "compiled"),
        "PYTHONDONTWRITEBYTECODE": "",
        "ENDPHASE_CACHE": str(cache),
    }
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=where, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def median(number: int, measure: Callable[[], float]) -> float:
    """The median of so many measurements, after one that is not counted."""
    measure()
    return statistics.median(measure() for _ in range(number))


def endphase(*arguments: str) -> list[str]:
    """The command line of a call."""
    return [sys.executable, "-m", "explorer", *arguments]


def measured(where: Path, number: int) -> Iterator[tuple[str, float]]:
    """Each process by what it does, with its time."""
    warm = where / "warm"

    def cold(command: list[str]) -> float:
        shutil.rmtree(where / "cold", ignore_errors=True)
        return processor_time(command, where, where / "cold")

    def kept(command: list[str]) -> float:
        return processor_time(command, where, warm)

    yield YARDSTICK, median(number, lambda: kept([sys.executable, "-c", "import networkx, z3"]))
    yield "python -c pass", median(number, lambda: kept([sys.executable, "-c", "pass"]))
    for words in (
        "--help",
        "explore A08",
        "explore item.yaml",
        "explore A05",
        "explore A05 --engine folded",
        "check A08",
    ):
        call = endphase(*words.split())
        if words != "--help":
            yield f"endphase {words}, cold", median(number, lambda call=call: cold(call))  # type: ignore[misc]
        yield f"endphase {words}", median(number, lambda call=call: kept(call))  # type: ignore[misc]
    if shutil.which("spin") and shutil.which("gcc"):
        for board in ("A08", "item.yaml"):
            kept(endphase("graph", board, "-o", "model.pml"))
            line = "spin -a model.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan -n"
            yield f"SPIN, {board}", median(number, lambda line=line: kept(["sh", "-c", line]))  # type: ignore[misc]


def main() -> None:
    """Measure and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with folder() as where:
        (where / "item.yaml").write_text(ITEM, encoding="utf-8")
        found = dict(measured(where, number))
    print("| process | s | ratio |\n|---|---|---|")
    for name, seconds in found.items():
        print(f"| `{name}` | {seconds:.3f} | {seconds / found[YARDSTICK]:.2f} |")


if __name__ == "__main__":
    main()
