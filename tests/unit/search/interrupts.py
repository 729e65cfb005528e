"""Searches that are interrupted at any line, and graphs in which nothing is half done."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from explorer.search.graph import StateGraph


def interrupted_at(line: int, ours: Callable[[FrameType], bool], search: Callable[[], StateGraph]) -> StateGraph:
    """What a search gives that is interrupted at the given line that it runs, counted in the frames that are ours."""
    left = line

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if not ours(frame):
            return None
        left -= event == "line"
        if not left:
            raise KeyboardInterrupt
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)
    try:
        return search()
    finally:
        sys.settrace(previous)


def assert_consistent(graph: StateGraph) -> None:
    """Every array has an entry for each state or edge, and nothing is known of what was not expanded."""
    count = len(graph.states)
    assert len(graph.offsets) == count + 1
    assert len(graph.parents) == count
    assert len(graph.labels) == graph.transitions == graph.offsets[-1]
    assert all(0 <= target < count for target in graph.targets)
    assert all(graph.parents[state] < graph.transitions for state in range(count))
    assert all(not graph.edges(state) for state in range(graph.expanded, count))
    assert all(graph.targets[graph.parents[state]] == state for state in range(1, count))
