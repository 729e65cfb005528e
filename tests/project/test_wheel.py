"""The built wheel holds all its data, and works from another folder.

Slow (some seconds): it builds the wheel.
"""

import subprocess
import sys
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = [
    path
    for folder in ("models", "reports")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".yaml", ".tsv", ".lark", ".html", ".css", ".js", ".json"}
]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory) -> Path:
    """The folder with the wheel's files; they are used by putting it first on the path."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("endphase-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "files")
    return folder / "files"


def test_the_data_is_in_the_wheel(unpacked):
    missing = [path for path in DATA if not (unpacked / path.relative_to(ROOT)).is_file()]
    assert len(DATA) > 200
    assert missing == []


def test_pytest_finds_its_option(unpacked):
    """By the entry point, which is called like the package."""
    (path,) = unpacked.glob("endphase-*.dist-info")
    points = PathDistribution(path).entry_points
    assert [(one.name, one.value) for one in points.select(group="pytest11")] == [("endphase", "reports.suite_option")]
    assert (unpacked / "reports" / "suite_option.py").is_file()


def test_a_ruling_is_checked_from_another_folder(unpacked, tmp_path):
    """As anyone who installed it would, far from the repository."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); import explorer.cli as c; print(c.__file__); c.main()"
    called = subprocess.run(
        [sys.executable, "-c", code, str(unpacked), "check", "A08"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert called.stderr == ""
    assert called.returncode == 0
    where, *lines = called.stdout.splitlines()
    assert Path(where).is_relative_to(unpacked)
    assert lines[-1] == "1 ruling, 2 verdicts: 2 confirmed, 0 contradicted, 0 open, 0 unmodelled"
