"""The pieces of a search, each by itself: grounding, packing, one round of many states at once, an attractor.

Run by hand: ``uv run --extra bench --extra dev pytest -n 0 tests/bench/pieces.py``; what is measured and how often is
pytest-benchmark's matter (``--benchmark-help``). Collected when it is named, and not before.
"""

import pytest

from explorer.game import ground
from explorer.game.players import Player
from explorer.search.explore import explore
from explorer.search.games import attractor
from explorer.system.compiled import CompiledStepper
from explorer.system.packing import Packing
from explorer.system.vectors import VectorStepper
from models.library import Library
from tests.bench.families import FAMILIES

LIBRARY = Library()
SAMPLES = {family: samples[1] for family, samples in FAMILIES.items()}
ROUND = 4_096

each_family = pytest.mark.parametrize("family", SAMPLES)


def grounded(family):
    sample = SAMPLES[family]
    return ground(sample.lay(LIBRARY), LIBRARY, LIBRARY.ruleset(sample.ruleset))


@each_family
def test_grounding(benchmark, family):
    board = SAMPLES[family].lay(LIBRARY)
    ruleset = LIBRARY.ruleset(SAMPLES[family].ruleset)
    assert benchmark(ground, board, LIBRARY, ruleset).system.commands


@each_family
def test_packing(benchmark, family):
    system = grounded(family).system
    states = list(explore(system).states)[:ROUND]
    packing = Packing(system.variables)
    packed = benchmark(packing.pack, states)
    assert list(packing.states(packed)) == states


@each_family
def test_one_round_of_many_states(benchmark, family):
    system = grounded(family).system
    states = list(explore(system).states)[:ROUND]
    stepper, one_by_one = VectorStepper(system), CompiledStepper(system)
    packed = stepper.packing.pack(states)
    steps = benchmark(stepper.steps, packed)
    assert len(steps.sources) == sum(len(one_by_one.moves(state)) for state in states)


@each_family
def test_an_attractor(benchmark, family):
    graph = explore(grounded(family).system)
    half = graph.terminal[::2]
    assert set(half) <= benchmark(attractor, graph, (Player.TURN.value,), half).states
