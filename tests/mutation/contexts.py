"""A plugin of pytest: coverage is told which test runs, and how long each took is written down.

`coverage run -m pytest -p tests.mutation.contexts ...`; the seconds are in the file that ``ENDPHASE_SECONDS`` names.
"""

import json
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

_seconds: defaultdict[str, float] = defaultdict(float)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Name the test while it runs."""
    measured = coverage.Coverage.current()
    if measured is None:
        return (yield)
    measured.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        measured.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add what a part of a test took."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where there are workers, the process that they report to writes."""
    path = os.environ.get("ENDPHASE_SECONDS")
    if path and not hasattr(session.config, "workerinput"):
        Path(path).write_text(json.dumps(dict(sorted(_seconds.items()))), encoding="utf-8")
