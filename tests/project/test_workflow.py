"""The example of a workflow is valid YAML, and its commands do what they say."""

import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from explorer.cli import run
from models.library import Library
from models.packaged import PACKAGED
from models.ruling import cases_for, rulesets_of

ROOT = PACKAGED.parent
NAMES = ("A08", "A46")
STEPS = YAML(typ="safe", pure=True).load((ROOT / "docs" / "examples" / "workflow.yml").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A repository with a folder of rulings."""
    (tmp_path / "rulings").mkdir()
    for name in NAMES:
        (tmp_path / "rulings" / f"{name}.yaml").write_bytes((PACKAGED / "rulings" / f"{name}.yaml").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(start):
    """The words of the one command that starts so, with the files that a shell would put for a star."""
    (line,) = (step["run"] for step in STEPS["jobs"]["check"]["steps"] if step.get("run", "").startswith(start))
    return [
        one for word in shlex.split(line) for one in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
    ]


def test_it_checks_each_ruling_and_writes_what_is_shown(folder):
    assert run(words("endphase")[1:]) == 0
    shown = [step["with"] for step in STEPS["jobs"]["check"]["steps"] if "with" in step]
    assert (folder / next(one["sarif_file"] for one in shown if "sarif_file" in one)).is_file()
    assert (folder / next(one["path"] for one in shown if "path" in one)).is_file()


def test_it_fails_where_a_claim_is_contradicted(folder):
    path = folder / "rulings" / "A08.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("- possible:", "- impossible:"), encoding="utf-8")
    assert run(words("endphase")[1:]) == 1


def test_it_has_each_claim_as_a_test(folder):
    """The plugin is given by name where endphase is not installed."""
    installed = any(one.value == "reports.suite_option" for one in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "reports.suite_option"]
    command = [sys.executable, "-m", *words("pytest"), *plugin, "-p", "no:cacheprovider", "-q"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "", "LANG": "C.UTF-8", "ENDPHASE_CACHE": "off"}
    called = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert called.returncode == 0, called.stdout + called.stderr
    library = Library()
    rulings = [library.ruling(name) for name in NAMES]
    cases = [case for one in rulings for ruleset in rulesets_of(one) for case in cases_for(one, ruleset)]
    assert called.stdout.splitlines()[-1].startswith(f"{sum(len(case.claims) for case in cases)} passed")


def test_it_installs_what_it_runs():
    assert "$ENDPHASE" in words("python")
    assert {"push", "pull_request"} == {*STEPS[True if True in STEPS else "on"]}
