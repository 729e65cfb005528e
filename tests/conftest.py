"""Random tests draw the same examples every time, so that a red run is somebody's doing.

``HYPOTHESIS_PROFILE=fresh`` draws new ones, for a search by hand; what it finds becomes a test of its own.

No test reads or writes the user's own archive.

The browser is Debian's chromium, driven by Playwright. Without one its tests are skipped, unless
``ENDPHASE_BROWSER=required``.
"""

import os
import resource
import shutil

import pytest
from hypothesis import HealthCheck, Phase, settings

SLOW_MACHINES = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""What depends on how busy the machine is, and says nothing about the code."""

settings.register_profile("repeated", deadline=None, derandomize=True, suppress_health_check=SLOW_MACHINES)
settings.register_profile("unshrunk", settings.get_profile("repeated"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("fresh", deadline=None, suppress_health_check=SLOW_MACHINES)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeated"))
os.environ["ENDPHASE_CACHE"] = "off"

_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser():
    """A browser; skips without one, or fails where one is required.

    It is closed after each module, since its loop is in the way of those who run a loop of their own.
    """
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    reason = "" if path else "there is no chromium on this machine"
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        reason = "chromium reserves more address space than the limit"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        reason = "playwright is not installed (pip install endphase[dev])"
    if reason:
        if os.environ.get("ENDPHASE_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=_CHROMIUM)
        yield found
        found.close()
