"""Components: the parts of a graph in which a play can go round, each after all that it leads to."""

import pytest

from tests.unit.search.test_games import named, places


@pytest.mark.parametrize(
    ("moves", "expected", "round_and_round"),
    [
        ({"a": ["p"]}, ["a"], [False]),
        ({"a": ["p", "a"]}, ["a"], [True]),
        ({"a": ["p", "b"], "b": ["p", "a"]}, ["ab"], [True]),
        ({"a": ["p", "b"], "b": ["p", "b"]}, ["b", "a"], [True, False]),
        ({"a": ["p", "a", "b"], "b": ["p"]}, ["b", "a"], [False, True]),
        ({"a": ["p", "b", "c"], "b": ["p", "c"], "c": ["p"]}, ["c", "b", "a"], [False] * 3),
        (
            {"a": ["p", "b"], "b": ["p", "c"], "c": ["p", "a", "d"], "d": ["p", "e"], "e": ["p", "d"]},
            ["de", "abc"],
            [True] * 2,
        ),
        ({"a": ["p", "b", "c"], "b": ["p", "c"], "c": ["p", "d"], "d": ["p", "b"]}, ["bcd", "a"], [True, False]),
    ],
)
def test_the_parts_of_a_graph(moves, expected, round_and_round):
    """A place may lead to itself, to a part that is left already, and back to the start."""
    graph = places(**moves)
    found = graph.components
    assert ["".join(sorted(named(graph, part))) for part in found] == expected
    assert sum(map(len, found)) == len(graph.states)
    assert [graph.has_cycle(part) for part in found] == round_and_round
