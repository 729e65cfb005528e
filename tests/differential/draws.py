"""How random boards are drawn: the same ones each time, in parts that processes share.

What breaks a law is shown as it was drawn; with ENDPHASE_SHRINK=1 in the environment it is made small first, which takes
minutes.
"""

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

DRAWN = settings(
    deadline=None,
    database=None,
    print_blob=False,
    phases=[Phase.generate, *([Phase.shrink] if os.environ.get("ENDPHASE_SHRINK") else [])],
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


def assert_of_draws(part: int, number: int, strategy: st.SearchStrategy[Any], law: Callable[..., None]) -> None:
    """The law holds of so many draws, those of this part."""

    @seed(part)
    @settings(DRAWN, max_examples=number)
    @given(strategy)
    def each(drawn: Any) -> None:
        law(*drawn)

    each()
