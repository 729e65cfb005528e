"""The first steps of a search: a few states by direct evaluation, all others compiled, and the same graph."""

from importlib import import_module

import pytest

from explorer.search.explore import Limits, explore
from explorer.system.commands import OutOfDomain
from explorer.system.compiled import CompiledStepper
from explorer.system.first_steps import FirstSteps
from tests.differential.laws import assert_same_graph
from tests.unit.search.test_frontiers import walk

FIRST = import_module("explorer.system.first_steps")._FIRST


@pytest.fixture
def compiled(monkeypatch):
    """The systems for which a compiled stepper is made."""
    made = []

    class Noted(CompiledStepper):
        def __init__(self, system):
            made.append(system)
            super().__init__(system)

    monkeypatch.setattr(import_module("explorer.system.first_steps"), "CompiledStepper", Noted)
    return made


def test_nothing_is_compiled_for_a_few_states(compiled):
    assert len(explore(walk(0, FIRST - 1)).states) == FIRST
    assert compiled == []


def test_one_state_more_is_compiled(compiled):
    system = walk(0, FIRST)
    assert len(explore(system).states) == FIRST + 1
    assert compiled == [system]


def test_the_graph_is_the_same():
    system = walk(0, 3 * FIRST)
    assert_same_graph(explore(system), explore(CompiledStepper(system)))


def test_the_python_engine_compiles_from_the_start(monkeypatch):
    made = []
    monkeypatch.setattr(import_module("explorer.search.explore"), "FirstSteps", made.append)
    assert len(explore(walk(0, 3), limits=Limits(engine="python")).states) == 4
    assert made == []


def test_a_first_step_out_of_range_is_blamed_on_its_command():
    with pytest.raises(OutOfDomain, match=r"walker: up sets place to 12, outside 0\.\.10"):
        explore(walk(0, 10, step=3))


def test_a_single_step_is_that_of_the_compiled_stepper():
    system = walk(0, 3)
    steps = FirstSteps(system)
    assert steps.initial_state() == (0,)
    assert list(steps.moves((1,))) == [0]
    assert steps.successor((1,), 0) == (2,)
