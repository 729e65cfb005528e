"""The search by tables of steps: its sizes, its limits, what it refuses, and states that are integers."""

from importlib import import_module

import pytest

from explorer.search.explore import Limits, MixedDeciders, explore
from explorer.search.tabled import TabledSearch
from explorer.system.commands import Clause, Command, OutOfDomain
from explorer.system.compiled import CompiledStepper
from explorer.system.flat import FlatStates
from explorer.system.system import System
from explorer.system.terms import boolean, equal, read
from tests.differential.laws import assert_same_graph, by_tables
from tests.unit.search.interrupts import assert_consistent, interrupted_at
from tests.unit.search.test_frontiers import lattice, walk
from tests.unit.system.puzzles import coins, doors, jugs, nim, river

PYTHON = Limits(engine="python")


def is_the_search(frame):
    """Whether a frame is one of the search by tables."""
    return frame.f_globals.get("__name__") == "explorer.search.tabled"


@pytest.fixture
def few_together(monkeypatch):
    """Seven states are expanded together, so that small systems take many rounds."""
    monkeypatch.setattr(import_module("explorer.search.tabled"), "_TOGETHER", 7)


@pytest.mark.parametrize(
    "system", [river(), jugs(), doors(), coins(6, interchangeable=True), nim(1, 2, 3), System((), {}, ())]
)
def test_puzzles_are_the_same(system):
    assert_same_graph(by_tables(system), explore(CompiledStepper(system)))


def test_it_takes_over_when_many_states_are_known(monkeypatch):
    started = []

    def noted(*given):
        started.append(len(given[1]))
        return TabledSearch(*given)

    monkeypatch.setattr(import_module("explorer.search.tabled"), "TabledSearch", noted)
    assert len(explore(lattice(12), limits=PYTHON).states) == 4096
    assert started == []
    graph = explore(lattice(13), limits=PYTHON)
    assert (len(graph.states), graph.transitions, graph.levels.depth(8191)) == (8192, 53248, 13)
    assert started == [5463]  # the first count past the limit at which the clock is looked at
    assert isinstance(graph.states, FlatStates)


def test_a_value_that_does_not_fit_is_left_to_the_stepper(monkeypatch):
    """It steps without looking at ranges, so it may come to the switch with such a value."""
    monkeypatch.setattr(import_module("explorer.search.explore"), "_TABLED_STATES", 2)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_CHECK_EVERY", 1)
    assert explore(walk(0, 10, step=9), limits=PYTHON).states == [(0,), (9,), (18,)]


def test_a_variable_wider_than_a_word_is_left_to_the_stepper():
    assert len(by_tables(walk(0, 2**70, step=2**68)).states) == 5


def test_a_step_out_of_range_is_blamed_on_its_command():
    with pytest.raises(OutOfDomain, match=r"walker: up sets place to 12, outside 0\.\.10"):
        by_tables(walk(0, 10, step=3))


def test_two_deciders_in_one_state_are_refused(few_together):
    """Where the stepper does, and in its words."""
    system = lattice(6)
    last = system.variables[-1]
    both = Command("someone else", "too", (Clause("late", equal(last, 1)),), ())
    system = System(system.variables, system.initial, (*system.commands, both))
    with pytest.raises(MixedDeciders) as one:
        by_tables(system)
    with pytest.raises(MixedDeciders) as other:
        explore(CompiledStepper(system))
    assert str(one.value) == str(other.value)
    assert by_tables(system, Limits(states=6)).limit == "states"


def test_steps_with_one_event_to_one_state_are_one():
    a = boolean("a")
    twice = [Command("player", "acts", (Clause("a", read(a)),), ()) for _ in range(2)]
    other = Command("player", "waits", (Clause("a", read(a)),), ())
    graph = by_tables(System((a,), {a: 1}, (*twice, other)))
    assert (list(graph.labels), list(graph.targets)) == ([0, 2], [0, 0])


@pytest.mark.usefixtures("few_together")
class TestLimits:
    def test_seconds(self):
        graph = by_tables(lattice(), Limits(seconds=0))
        assert (graph.limit, graph.expanded, graph.terminal) == ("seconds", 0, [])
        assert_consistent(graph)

    def test_memory(self):
        assert by_tables(lattice(), Limits(memory_mb=1)).limit == "memory"

    def test_states(self):
        full = by_tables(lattice(7))
        for most in range(1, 128):
            graph = by_tables(lattice(7), Limits(states=most))
            assert graph.limit == "states"
            assert len(graph.states) <= most
            assert list(graph.states) == list(full.states[: len(graph.states)])
            assert_consistent(graph)
        assert by_tables(lattice(7), Limits(states=128)).complete

    def test_an_interrupt_at_any_line_leaves_nothing_half_done(self):
        full = by_tables(lattice(5))
        for line in range(1, 1200, 7):
            graph = interrupted_at(line, is_the_search, lambda: by_tables(lattice(5)))
            assert graph.limit == "interrupted"
            assert_consistent(graph)
            assert list(graph.states) == list(full.states[: len(graph.states)])
            assert list(graph.targets) == list(full.targets[: graph.transitions])
        assert 0 < graph.expanded < 32


class TestFlatStates:
    def test_they_are_a_sequence(self):
        states, expected = by_tables(lattice(5)).states, explore(lattice(5), limits=PYTHON).states
        assert len(states) == 32
        assert (states[0], states[7], states[-1]) == (expected[0], expected[7], expected[-1])
        assert states[3:9] == expected[3:9]
        assert list(states.picked([4, 1])) == [expected[4], expected[1]]
        assert (1, 1, 1, 1, 1) in states
        with pytest.raises(IndexError):
            states[32]

    def test_a_system_without_variables_has_one(self):
        graph = by_tables(System((), {}, ()))
        assert (list(graph.states), graph.states[0], graph.terminal) == ([()], (), [0])
