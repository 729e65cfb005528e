"""``pytest --endphase PATH``: a folder of rulings, or one file, as a test suite (``reports.suite``).

Every pytest loads this module where endphase is installed. It loads nothing else, and does nothing, without the option.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Make the option known."""
    group = parser.getgroup("endphase", "End Phase rulings")
    group.addoption(
        "--endphase",
        action="append",
        default=[],
        metavar="PATH",
        help="A folder of rulings, or one file: a test for each ruling, ruleset and claim. May be given again.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect the paths of the option, besides those of the call or, without any, alone."""
    asked = [config.invocation_params.dir / path for path in config.getoption("endphase")]
    if not asked:
        return
    from reports.suite import Suite  # noqa: PLC0415 - only where it is asked for

    config.pluginmanager.register(Suite(tuple(asked)), "endphase suite")
    called = config.args if config.args_source is config.ArgsSource.ARGS else []
    config.args = [*called, *(str(path) for path in asked if not _narrowed(path, called, config))]


def _narrowed(path: Path, called: list[str], config: pytest.Config) -> bool:
    """Whether the call names something in the path, which is then all that is wanted of it."""
    named = [config.invocation_params.dir / one.partition("::")[0] for one in called]
    return any(one.resolve().is_relative_to(path.resolve()) for one in named)
