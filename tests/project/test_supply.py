"""What the package stands on: bounds that can hold, licences beside which ours can stand, and no host of a registry."""

import re
import subprocess
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.project import licences
from tests.project.licences import ALWAYS, PAGE, ROOT, TOOLS, Dependency, dependencies, project, table

LOCKS = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "pylock.toml", "requirements.txt"}
REGISTRY = re.compile(
    r"(pypi|pythonhosted|anaconda|artifactory|nexus|devpi)\.[a-z]|index-url|extra-index|find-links", re.I
)
TOLD = ROOT / "pyproject.toml"


def installed():
    """The extras all of which is installed here."""
    found = {}
    for extra, requirements in project().items():
        try:
            licences.needed(requirements)
        except metadata.PackageNotFoundError:
            continue
        found[extra] = requirements
    return found


def rows():
    """The rows of the page, by the package."""
    return {
        row[2:].split(" | ")[0]: row for row in re.findall(r"^\| .* \|$", PAGE.read_text(encoding="utf-8"), re.M)[1:]
    }


def kept():
    """The files of the repository that are text, or of its folder where there is no repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    paths = [ROOT / name for name in listed if name] or [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("extra", project())
def test_every_bound_is_a_lowest_version(extra):
    """A package without one may be of any age; what is above is left to who installs it, or says why."""
    for line in project()[extra]:
        operators = {one.operator for one in Requirement(line).specifier}
        assert ">=" in operators, line
        assert operators <= {">=", "<"}, line


def test_what_is_asked_for_twice_has_the_same_highest_version():
    """And `dev` asks for no older one than the extra that it is there to test."""
    bounds = {}
    for extra, lines in project().items():
        for one in map(Requirement, lines):
            bounds.setdefault(one.name, {})[extra] = {each.operator: each.version for each in one.specifier}
    several = {name: found for name, found in bounds.items() if len(found) > 1}
    assert {"oxidd", "starlette", "textual"} <= set(several)
    for name, found in several.items():
        assert len({each.get("<") for each in found.values()}) == 1, name
        assert Version(found["dev"][">="]) == max(Version(each[">="]) for each in found.values()), name


def test_dev_tests_every_extra_that_answers_need():
    """So that no test is left out where `dev` is installed."""
    names = {extra: {Requirement(line).name for line in lines} for extra, lines in project().items()}
    for extra in set(names) - TOOLS - {ALWAYS}:
        assert names[extra] <= names["dev"], extra


def test_licences_are_those_of_the_page():
    """Of what is installed here: `uv run python -m tests.project.licences` prints the table with all extras."""
    told = rows()
    here = installed()
    assert {ALWAYS, "dev"} <= set(here)
    for one in dependencies(here):
        assert one.name in told, f"{one.name} is not on the page"
        _, licence, extras = told[one.name].strip("| ").split(" | ")
        assert licence == one.licence, one.name
        assert set(one.extras) <= set(extras.split(", ")), one.name


def test_we_can_stand_beside_every_licence():
    """Also beside those of what is not installed here."""
    assert tomllib.loads(TOLD.read_text(encoding="utf-8"))["project"]["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    found = [row.strip("| ").split(" | ") for row in rows().values()]
    assert len(found) > 60
    refused = [
        name for name, licence, extras in found if not Dependency(name, licence, tuple(extras.split(", "))).allowed
    ]
    assert refused == []


@pytest.mark.parametrize(
    ("licence", "extras", "allowed"),
    [
        ("MIT", (ALWAYS,), True),
        ("MIT AND PSF-2.0", (ALWAYS,), True),
        ("GPL-3.0-only OR MIT", (ALWAYS,), True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", (ALWAYS,), True),
        ("GPL-3.0-only", (ALWAYS,), False),
        ("MIT AND GPL-3.0-only", ("dev",), False),
        ("MPL-2.0", ("dev", "docs"), True),
        ("MPL-2.0", ("dev", "serve"), False),
        ("", (ALWAYS,), False),
    ],
)
def test_a_licence_is_weighed(licence, extras, allowed):
    assert Dependency("x", licence, extras).allowed is allowed


def test_a_package_that_tells_no_licence_is_refused(monkeypatch):
    monkeypatch.setattr(licences.metadata, "metadata", lambda _: {"Name": "x"})
    monkeypatch.setattr(licences, "marks_of", lambda _: [])
    with pytest.raises(ValueError, match="no licence is told of x"):
        licences.licence("x")


def test_the_table_has_a_row_for_each():
    one = Dependency("x", "MIT", ("dev", "docs"))
    assert table([one]).splitlines()[2:] == ["| x | MIT | dev, docs |"]


def test_no_version_is_locked_and_no_registry_named():
    """Where packages come from is the business of who installs them."""
    paths = kept()
    assert not LOCKS & {path.name for path in paths}
    told = [path for path in paths if path.suffix in (".toml", ".yml", ".yaml", ".md", ".cfg", ".ini", ".json", "")]
    assert TOLD in told
    naming = [path for path in told if REGISTRY.search(path.read_text(encoding="utf-8", errors="replace"))]
    assert naming == []
