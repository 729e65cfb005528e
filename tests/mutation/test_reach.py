"""The tests that reach a mutant are those of its lines, each file in turn, the quickest first."""

import json

import pytest
from coverage import CoverageData

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.reach import Reach

PATH = "explorer/game/windows.py"


@pytest.fixture
def measured(tmp_path):
    """Two lines, of which a slow test reaches both, and a quick one the second."""
    data = CoverageData(str(tmp_path / "data"))
    for name, lines in (("slow", [1, 2]), ("quick", [2]), ("", [3])):
        data.set_context(name)
        data.add_lines({str(ROOT / PATH): lines})
    data.write()
    data.close()
    (tmp_path / "seconds.json").write_text(json.dumps({"slow": 2.0, "quick": 0.1}), encoding="utf-8")
    return tmp_path


def test_the_quickest_first(measured):
    reach = Reach.read(measured / "data", measured / "seconds.json")
    lines = [(1, 1), (1, 2), (2, 2), (3, 3)]
    found = [reach.tests(Mutant(PATH, 0, first, last, False, "one")) for first, last in lines]
    assert found == [["slow"], ["quick", "slow"], ["quick", "slow"], []]
    assert reach.tests(Mutant(PATH, 0, 3, 3, True, "on import")) == ["quick", "slow"]


def test_each_file_has_its_turn(tmp_path):
    """The quickest of each file before the second of any."""
    seconds = {"a.py::one": 0.1, "a.py::two": 0.2, "a.py::three": 0.3, "b.py::one": 5.0, "b.py::two": 6.0}
    data = CoverageData(str(tmp_path / "data"))
    for name in seconds:
        data.set_context(name)
        data.add_lines({str(ROOT / PATH): [1]})
    data.write()
    data.close()
    (tmp_path / "seconds.json").write_text(json.dumps(seconds), encoding="utf-8")
    reach = Reach.read(tmp_path / "data", tmp_path / "seconds.json")
    found = reach.tests(Mutant(PATH, 0, 1, 1, False, "one"))
    assert found == ["a.py::one", "b.py::one", "a.py::two", "b.py::two", "a.py::three"]
    found = reach.tests(Mutant(PATH, 0, 1, 1, False, "one"), {"a.py": 2})
    assert found == ["a.py::one", "a.py::two", "a.py::three", "b.py::one", "b.py::two"]


def test_what_runs_on_import_alone_is_made_then(measured):
    """The third line; the second runs in tests, the fourth never."""
    reach = Reach.read(measured / "data", measured / "seconds.json")
    found = [reach.timed(Mutant(PATH, 0, line, line, False, "one")).at_import for line in (2, 3, 4)]
    assert found == [False, True, False]


def test_nothing_was_measured(tmp_path):
    with pytest.raises(FileNotFoundError, match="run the tests under coverage first"):
        Reach.read(tmp_path / "data", tmp_path / "seconds.json")


def test_the_tests_were_not_noted(measured):
    data = CoverageData(str(measured / "other"))
    data.add_lines({str(ROOT / PATH): [1]})
    data.write()
    data.close()
    with pytest.raises(ValueError, match="does not say which test reached a line"):
        Reach.read(measured / "other", measured / "seconds.json")
