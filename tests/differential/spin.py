"""SPIN, run on a Promela model: what it stores, what it counts, and what finished states print."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from explorer.system.promela import EXTRA_STATES, EXTRA_TRANSITIONS, MARK

MISSING = [tool for tool in ("spin", "gcc") if shutil.which(tool) is None]
"""The programs that this needs and the machine does not have."""

DEPTH = 1_000_000
"""The longest play that is followed, in SPIN's own steps; one that is longer is an error."""


@dataclass(frozen=True)
class Checked:
    """What SPIN found, without what it counts of its own; and how many finished states printed which values."""

    states: int
    transitions: int
    ends: Counter[tuple[int, ...]]


def checked(model: str, folder: Path) -> Checked:
    """The whole state space of a model, searched by SPIN; raises ValueError where SPIN did not get to the end of it."""
    (folder / "model.pml").write_text(model, encoding="utf-8")
    run(folder, "spin", "-o2", "-a", "-DOUTCOMES", "model.pml")
    run(folder, "gcc", "-w", "-O0", "-DSAFETY", "-DPRINTF", "-o", "pan", "pan.c")
    told = run(folder, "./pan", f"-m{DEPTH}", "-w18")
    if "errors: 0" not in told or "Search not completed" in told or "too small" in told:
        raise ValueError(told)
    lines = re.findall(rf"^{MARK}(.*)$", told, re.MULTILINE)
    ends = Counter(tuple(map(int, line.split())) for line in lines)
    states, transitions = counted(told)
    return Checked(states, transitions - ends.total(), ends)


def counted(told: str) -> tuple[int, int]:
    """The states and transitions of the system, from what `pan` printed."""
    states, transitions = (re.search(rf"^ *(\S+) {what}", told, re.M) for what in ("states, stored", "transitions"))
    if states is None or transitions is None:
        raise ValueError(told)
    return int(float(states[1])) - EXTRA_STATES, int(float(transitions[1])) - EXTRA_TRANSITIONS


def run(folder: Path, *command: str) -> str:
    """What a program prints; raises ValueError with it where the program fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout
