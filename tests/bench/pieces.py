"""The pieces of a search, each by itself: grounding, first steps, packing, many states at once, an attractor.

Run by hand: ``uv run --extra bench --extra dev pytest -n 0 tests/bench/pieces.py``; what is measured and how often is
pytest-benchmark's matter (``--benchmark-help``). Collected when it is named, and not before.
"""

from pathlib import Path

import pytest

from explorer.game import ground
from explorer.game.players import Player
from explorer.search.explore import explore
from explorer.search.games import attractor
from explorer.system.compiled import CompiledStepper, _compiled
from explorer.system.first_steps import FirstSteps
from explorer.system.packing import Packing
from explorer.system.reference import ReferenceStepper
from explorer.system.vectors import VectorStepper
from models.board import read_board
from models.documents import read_document
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


@pytest.mark.parametrize("stepper", [ReferenceStepper, CompiledStepper, FirstSteps])
@pytest.mark.parametrize(("name", "states"), [("mist-archfiend", 15), ("skill-drain", 26)])
def test_a_small_board(benchmark, name, states, stepper):
    """As for a board unlike all before it: nothing of it has been compiled."""
    board = read_board(read_document(Path(f"docs/findings/atlas/{name}.yaml")), LIBRARY)
    system = ground(board, LIBRARY, LIBRARY.ruleset("ocg")).system
    found = benchmark.pedantic(explore, (system,), {"stepper": stepper}, setup=_compiled.cache_clear, rounds=50)
    assert len(found.states) == states


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
