"""Calls of the command line, in this process and in one of its own."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import explorer
from explorer.cli import run

ROOT = Path(explorer.__file__).parents[1]


@dataclass(frozen=True)
class Called:
    """What a call left: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


@pytest.fixture
def endphase(capsys, monkeypatch, tmp_path):
    """Calls ``endphase`` with these arguments in a folder of the test's own; nothing is ever a traceback."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Called:
        code = run([*arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "\x1b[" not in out + err
        return Called(code, out, err)

    return call


@pytest.fixture
def process(tmp_path):
    """Starts ``endphase`` as a process, its output in pipes, in a folder of the test's own."""
    started = []

    def start(*arguments: str, extra=None, **options) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = [sys.executable, "-m", "explorer", *arguments]
        environment = {"PYTHONPATH": str(ROOT), "PATH": "", "LANG": "C.UTF-8", "ENDPHASE_CACHE": "off", **(extra or {})}
        environment |= {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}
        one = subprocess.Popen(command, env=environment, **{"cwd": tmp_path, **pipes, **options})
        started.append(one)
        return one

    yield start
    for one in started:
        if one.poll() is None:
            one.kill()
            one.communicate()


BIG = """\
turn player:
  monsters:
    - {Majestic Mech - Ohka: [Normal Summoned without Tributing, 3 copies]}
    - {Mist Archfiend: [Normal Summoned without Tributing, 2 copies]}
  spells and traps: [{Mystical Space Typhoon: [set, 3 copies]}, {Emergency Provisions: [set, 2 copies]}]
  hand: [Dandylion, Peten the Dark Clown, 6 unnamed cards]
opponent:
  monsters: [{Mist Archfiend: [Normal Summoned without Tributing, 3 copies]}]
  spells and traps: [{Mystical Space Typhoon: [set, 3 copies]}, {Emergency Provisions: [set, 2 copies]}]
  hand: [{D.D. Crow: 3 copies}]
"""


@pytest.fixture
def big(tmp_path):
    """The file of a board with millions of states."""
    path = tmp_path / "big.yaml"
    path.write_text(BIG, encoding="utf-8")
    return str(path)
