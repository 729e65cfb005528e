"""What a module does on import is changed by reading it with the mutant."""

import os
import subprocess
import sys

import pytest

from tests.mutation.mutants import ROOT, mutants, told
from tests.mutation.trial import read_with

PATH = "explorer/search/conditions.py"
TEST = "tests/unit/search/test_conditions.py::test_listed_cases_cost_no_question"


@pytest.mark.parametrize(("line", "killed"), [("remembered: int = 0", True), ("SECONDS = ", False)])
def test_a_module_is_read_with_a_mutant(line, killed):
    """A default that the test asks for, and a constant that it does not."""
    mutant = next(one for one in mutants(PATH) if one.at_import and told(one).startswith(f"- {line}"))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n0",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.mutation.imported",
        TEST,
    ]
    environment = {**os.environ, "ENDPHASE_MUTANT": f"{PATH}:{mutant.number}"}
    called = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert called.returncode == (1 if killed else 0), called.stdout + called.stderr


def test_what_fails_without_a_change_too():
    """The test changes a module that was imported before all modules were read anew."""
    test = "tests/cli/test_engines.py::test_without_numba"
    assert read_with("explorer/game/lasting.py:", [test]) == test
    assert read_with(f"{PATH}:", [TEST]) is None
