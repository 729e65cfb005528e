"""The rounds of a folded search: some positions of a round, with the steps that leave them."""

import numpy as np
import pytest

from explorer.search.rounds import Batch, Round


def batch(command, sources, targets, codes):
    return Batch(command, np.uint64(3), np.array(sources, np.uint8), np.array(targets, np.int32), np.array(codes))


def told(one):
    return one.command, one.sources.tolist(), one.targets.tolist(), one.codes.tolist()


@pytest.fixture
def four():
    """Four positions; the first command leads from three of them, each to a moment of its own."""
    outside = [batch(0, [0, 1, 3], [20, 21, 23], [4, 5, 6]), batch(1, [1], [24], [0]), batch(2, [2, 3], [25, 26], [1])]
    inside = {0: [batch(3, [0, 2, 3], [10, 12, 13], [1, 2, 1])], 1: [batch(4, [1], [11], [2])]}
    sources, targets = np.array([0, 1, 3, 1, 2, 3], np.uint8), np.array([20, 21, 23, 24, 25, 26], np.int32)
    return Round(np.array([10, 11, 12, 13]), np.array([3, 1, 3, 2], np.uint8), sources, targets, outside, inside)


def test_a_part_of_a_round_has_the_steps_from_its_positions(four):
    part = four.part(np.array([2, 3]))
    assert part.rows.tolist() == [12, 13]
    assert part.moments.tolist() == [3, 2]
    assert [told(one) for one in part.outside] == [(0, [1], [23], [6]), (2, [0, 1], [25, 26], [1])]
    assert (part.sources.tolist(), part.targets.tolist()) == ([1, 0, 1], [23, 25, 26])
    assert {code: [told(one) for one in batches] for code, batches in part.inside.items()} == {
        0: [(3, [0, 1], [12, 13], [2, 1])],
        1: [(4, [], [], [2])],
    }


def test_a_part_of_a_part(four):
    part = four.part(np.array([1, 2, 3])).part(np.array([0]))
    assert part.rows.tolist() == [11]
    assert [told(one) for one in part.outside] == [(0, [0], [21], [5]), (1, [0], [24], [0])]
    assert {code: [told(one) for one in batches] for code, batches in part.inside.items()} == {
        0: [(3, [], [], [])],
        1: [(4, [0], [11], [2])],
    }


def test_no_position_has_no_steps(four):
    part = four.part(np.array([], np.int64))
    assert (len(part.rows), len(part.sources), part.outside) == (0, 0, [])


@pytest.mark.parametrize(
    ("leads", "on"),
    [
        ({0: [1], 1: [2], 2: []}, True),
        ({0: [1, 2], 1: [2]}, True),
        ({0: [0]}, False),
        ({0: [1], 1: [1]}, False),
        ({1: [2], 2: [1]}, False),
        ({2: [1], 1: [3]}, True),
        ({2: [1], 1: [2]}, False),
    ],
)
def test_a_round_leads_on_where_no_step_goes_back(leads, on):
    """To a moment that came before in its order, or to the one where it starts."""
    inside = {code: [batch(0, range(len(codes)), codes, codes)] for code, codes in leads.items()}
    inside = {code: batches if leads[code] else [] for code, batches in inside.items()}
    assert Round(np.arange(3), np.zeros(3, np.uint8), np.array([]), np.array([]), [], inside).leads_on is on
