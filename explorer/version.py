"""The version of the program, installed or run from its own folder."""

from __future__ import annotations

from pathlib import Path

NAME = "endphase"
_PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def version() -> str:
    """The version that is told beside the code, where it is run from its folder; else that which is installed.

    "unknown" where neither is told.
    """
    return _in_folder(_PROJECT) or _installed() or "unknown"


def _in_folder(project: Path) -> str | None:
    import tomllib  # noqa: PLC0415 - nobody asks for the version at most starts

    try:
        told = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError):
        return None
    return str(told["version"]) if told.get("name") == NAME and "version" in told else None


def _installed() -> str | None:
    from importlib import metadata  # noqa: PLC0415 - as above

    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return None
