"""A survey without a graph: a second search has the time that the first one left."""

import pytest

from explorer.search import folded_survey, looked_up
from explorer.search.explore import NO_LIMITS, Limits
from explorer.search.folded import explore_folded
from explorer.search.grid import explore_grid
from explorer.search.surveys import View
from explorer.system.grid import NotAGrid
from tests.unit.search.test_folded import COUNT, counting, passing


@pytest.mark.parametrize(
    ("limits", "left"),
    [
        (Limits(seconds=600), Limits(seconds=200)),
        (Limits(states=900, seconds=600), Limits(states=900, seconds=200)),
        (NO_LIMITS, NO_LIMITS),
    ],
)
def test_the_time_that_is_left(monkeypatch, limits, left):
    """Of 600 seconds 400 are over when it is found that the positions are no grid, and they are looked up."""
    system, given, times = passing([counting()], [COUNT]), [], iter([5000.0, 5000.0, 5400.0])

    def watched(*arguments, **named):
        given.append(named["limits"])
        return explore_folded(*arguments, **named)

    with pytest.raises(NotAGrid):
        explore_grid(system)
    with monkeypatch.context() as patched:
        patched.setattr(looked_up, "explore_folded", watched)
        patched.setattr(folded_survey, "monotonic", lambda: next(times, 5400.0))
        found = folded_survey.survey_folded(system, View(()), limits=limits)
    assert given == [left]
    assert (found.states, found.transitions, found.finished) == (123, 122, 41)
