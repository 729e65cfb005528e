"""Fuzzers that are led by what they reach: what they count, what they keep, and with which exit code they end."""

import importlib.util
import re
import subprocess
import sys

import pytest

from tests.fuzz.texts import ROOT

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="atheris is not installed (pip install endphase[fuzz])"
)

FAILING = """
import sys
from pathlib import Path
from tests.fuzz import guided
from tests.fuzz.readers import Reader

folder, number, bad = sys.argv[1:]

def read(raw):
    if bad.encode() in raw:
        raise KeyError(bad)

guided.FOUND = Path(folder)
guided.READERS = (Reader("broken", read, lambda: ("one text", "another")),)
guided.main("broken", int(number), 1)
"""
"""A fuzzer of a reader that fails at some characters."""


def called(*arguments):
    """What a run prints, and its exit code."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_inputs_are_counted_and_lead_to_more():
    """So many inputs were read or refused, and of those that reached something new some were kept to be changed again."""
    run = called("-m", "tests.fuzz.guided", "flip", 150, 1)
    told = re.fullmatch(r"flip: 150 inputs, (\d+) accepted, (\d+) refused, none failed\n", run.stdout)
    assert run.returncode == 0
    assert told is not None
    assert int(told[1]) + int(told[2]) == 150
    kept = re.search(r"stat::new_units_added: +(\d+)", run.stderr)
    assert kept is not None
    assert int(kept[1]) > 0


def test_the_first_failure_ends_the_run_and_is_kept(tmp_path):
    """Exit code 1, one file named after the reader, with an input that fails; and nothing says that none has failed."""
    run = called("-c", FAILING, tmp_path, 20_000, "!")
    (kept,) = tmp_path.iterdir()
    assert not [*ROOT.glob("crash-*")]
    assert run.returncode == 1
    assert kept.name.startswith("broken-")
    assert b"!" in kept.read_bytes()
    assert "broken: KeyError in " in run.stderr
    assert "none failed" not in run.stdout


def test_nothing_is_kept_where_nothing_fails(tmp_path):
    run = called("-c", FAILING, tmp_path, 100, "what nobody writes")
    assert (run.returncode, list(tmp_path.iterdir())) == (0, [])
