"""`python -m tests.project.licences`: the licences of everything that is depended on, as the table of docs/licences.md.

They are read from the metadata of what is installed, from the dependencies and extras of pyproject.toml on; so all extras
have to be installed.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "licences.md"
ALWAYS = "always"
SPDX = {
    "MIT License": "MIT",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
UNTOLD = {"atheris": "Apache-2.0", "axe-playwright-python": "MIT"}
"""What no metadata tells: by the licence file of the project."""

PERMISSIVE = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "PSF-2.0",
    "Zlib",
}
"""What may stand under MIT beside us without a word."""

FOR_TOOLS = PERMISSIVE | {"MPL-2.0"}
"""What may be used to test and document us: MPL-2.0 asks something of who changes and passes on its own files."""

TOOLS = {"bench", "dev", "docs", "fuzz", "spiel"}
"""The extras that no answer of the tool needs."""


@dataclass(frozen=True)
class Dependency:
    """A package, its licence, and the extras that need it."""

    name: str
    licence: str
    extras: tuple[str, ...]

    @property
    def row(self) -> str:
        """Its row of the table."""
        return f"| {self.name} | {self.licence} | {', '.join(self.extras)} |"

    @property
    def allowed(self) -> bool:
        """Whether each part of its licence is one that we can stand beside."""
        kinds = FOR_TOOLS if set(self.extras) <= TOOLS else PERMISSIVE
        return all(any(one in kinds for one in part.split(" OR ")) for part in self.licence.split(" AND "))


@cache
def project() -> dict[str, list[str]]:
    """What pyproject.toml depends on, by extra."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {ALWAYS: told["dependencies"], **told["optional-dependencies"]}


def marks_of(told: metadata.PackageMetadata) -> list[str]:
    """The classifiers of a package that are about its licence."""
    return [one.split(" :: ")[-1] for one in told.get_all("Classifier") or [] if one.startswith("License :: ")]


def licence(name: str) -> str:
    """The licence of an installed package, as SPDX writes it where that is told; raises ValueError where none is."""
    told = metadata.metadata(name)
    if "License-Expression" in told:
        return told["License-Expression"]
    marks = marks_of(told)
    if marks:
        return " OR ".join(sorted(SPDX.get(one, one) for one in marks))
    line = re.sub(" License$", "", told["License"].strip()) if "License" in told else ""
    found = SPDX.get(line, line) or UNTOLD.get(canonicalize_name(name), "")
    if not found or "\n" in found:
        raise ValueError(f"no licence is told of {name}")
    return found


def needed(requirements: list[str]) -> set[str]:
    """The names of all that is needed, as far as it is installed here; raises PackageNotFoundError for the first ones."""
    found: set[str] = set()
    waiting = [(Requirement(one), True) for one in requirements]
    while waiting:
        one, own = waiting.pop()
        name = canonicalize_name(one.name)
        try:
            told = metadata.requires(name)
        except metadata.PackageNotFoundError:
            if own:
                raise
            continue
        if name in found and not one.extras:
            continue
        found.add(name)
        for line in told or ():
            further = Requirement(line)
            extras = ["", *one.extras]
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                waiting.append((further, False))
    return found


def dependencies(extras: dict[str, list[str]]) -> list[Dependency]:
    """All packages of these extras, by name."""
    by_extra = {extra: needed(requirements) for extra, requirements in extras.items()}
    names = sorted(set().union(*by_extra.values()))
    return [
        Dependency(
            name,
            licence(name),
            (ALWAYS,) if name in by_extra.get(ALWAYS, ()) else tuple(one for one in by_extra if name in by_extra[one]),
        )
        for name in names
    ]


def table(found: list[Dependency]) -> str:
    """The table of the page."""
    rows = [one.row for one in found]
    return "\n".join(["| Package | Licence | Needed for |", "|:--|:--|:--|", *rows]) + "\n"


if __name__ == "__main__":
    print(table(dependencies(project())), end="")
