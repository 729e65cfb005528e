"""Random tests draw the same examples every time, so that a red run is somebody's doing.

``HYPOTHESIS_PROFILE=fresh`` draws new ones, for a search by hand; what it finds becomes a test of its own.

No test reads or writes the user's own archive.
"""

import os

from hypothesis import HealthCheck, settings

SLOW_MACHINES = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""What depends on how busy the machine is, and says nothing about the code."""

settings.register_profile("repeated", deadline=None, derandomize=True, suppress_health_check=SLOW_MACHINES)
settings.register_profile("fresh", deadline=None, suppress_health_check=SLOW_MACHINES)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeated"))
os.environ["ENDPHASE_CACHE"] = "off"
