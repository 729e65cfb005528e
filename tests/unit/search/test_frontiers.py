"""The search that expands many states at once: its limits, what it refuses, and its packed states."""

import subprocess
import sys
from importlib import import_module

import pytest

from explorer.search.explore import Limits, MixedDeciders, explore
from explorer.system.commands import Assign, Clause, Command, OutOfDomain
from explorer.system.system import Orbit, System
from explorer.system.terms import at_least, boolean, equal, half, integer, less, minus, plus, read, times
from tests.differential.laws import assert_same_graph
from tests.unit.search.interrupts import assert_consistent, interrupted_at

NUMPY, PYTHON = Limits(engine="numpy"), Limits(engine="python")


def lattice(things=12):
    """So many things, each of which can be done once, in any order: 2 to that power states."""
    done = [boolean(f"done {number}") for number in range(things)]
    commands = [Command("anyone", one.name, (Clause("not yet", equal(one, 0)),), (Assign(one, 1),)) for one in done]
    return System(tuple(done), dict.fromkeys(done, 0), tuple(commands))


def walk(low, high, step=1):
    """A place from which one can go up, step by step."""
    place = integer("place", low, high)
    up = Command("walker", "up", (Clause("below", less(place, high)),), (Assign(place, plus(place, step)),))
    return System((place,), {place: low}, (up,))


def is_the_search(frame):
    """Whether a frame is one of the search over many states at once."""
    return frame.f_globals.get("__name__") in ("explorer.search.frontiers", "explorer.search.visited")


@pytest.fixture
def few_together(monkeypatch):
    """Seven states are expanded together, so that small systems take many rounds."""
    monkeypatch.setattr(import_module("explorer.search.frontiers"), "MOST_TOGETHER", 7)


def test_the_lattice_has_every_set_of_things():
    graph = explore(lattice(), limits=NUMPY)
    assert str(graph) == "4096 states, 24576 transitions, 1 terminal"
    assert graph.levels.depth(len(graph.states) - 1) == 12
    assert_same_graph(graph, explore(lattice(), limits=PYTHON))


def test_a_visited_table_grows():
    """Far beyond the size with which it starts."""
    graph = explore(lattice(17), limits=NUMPY)
    assert (len(graph.states), graph.transitions) == (2**17, 17 * 2**16)
    assert len(set(graph.states)) == 2**17


@pytest.mark.parametrize(
    ("low", "high"), [(-3, 90), (-100, 100), (-1, 300), (0, 255), (5, 5), (1, 1), (-40_000, -39_990)]
)
def test_variables_of_every_width(low, high):
    graph = explore(walk(low, high), limits=NUMPY)
    assert list(graph.states) == [(place,) for place in range(low, high + 1)]


def test_numbers_beyond_machine_integers():
    """Between two states a term may be larger than 64 bits; a variable may not."""
    place = integer("place", 0, 2**62)
    guard = Clause("far", at_least(times(1000, read(place)), 2**70))
    update = Assign(place, half(minus(times(4, read(place)), times(3, read(place)))))
    system = System((place,), {place: 2**62}, (Command("walker", "halves", (guard,), (update,)),))
    assert_same_graph(explore(system, limits=NUMPY), explore(system, limits=PYTHON))
    assert [state[0] for state in explore(system, limits=NUMPY).states] == [2**62, 2**61, 2**60]


def test_a_variable_wider_than_a_word_is_left_to_the_other_engine(monkeypatch):
    monkeypatch.setattr(import_module("explorer.search.explore"), "_MANY_STATES", 0)
    system = walk(0, 2**70, step=2**68)
    assert len(explore(system).states) == 5
    with pytest.raises(OverflowError, match="place does not fit 64 bits"):
        explore(system, limits=NUMPY)


def test_a_value_that_does_not_fit_is_left_to_the_other_engine(monkeypatch):
    """After its first steps it does not look at ranges, so it may come to the switch with such a value."""
    monkeypatch.setattr(import_module("explorer.system.first_steps"), "_FIRST", 0)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_MANY_STATES", 2)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_CHECK_EVERY", 1)
    assert explore(walk(0, 10, step=9)).states == [(0,), (9,), (18,)]


def test_a_step_out_of_range_is_blamed_on_its_command():
    with pytest.raises(OutOfDomain, match=r"walker: up sets place to 12, outside 0\.\.10"):
        explore(walk(0, 10, step=3), limits=NUMPY)


def test_rows_of_an_orbit_are_sorted():
    """By their first column, then their second."""
    rows = tuple((boolean(f"up {i}"), integer(f"level {i}", 0, 3)) for i in range(3))
    commands = [
        Command("anyone", "moves", (), (Assign(up, amount % 2), Assign(level, amount)))
        for up, level in rows
        for amount in range(4)
    ]
    variables = tuple(variable for row in rows for variable in row)
    system = System(variables, dict.fromkeys(variables, 0), tuple(commands), orbits=(Orbit(rows),))
    graph = explore(system, limits=NUMPY)
    assert all(state == system.canonical(state) for state in graph.states)
    assert_same_graph(graph, explore(system, limits=PYTHON))


def test_two_deciders_in_one_state_are_refused(few_together):
    """Where the other engine does, and in its words."""
    system = lattice(6)
    last = system.variables[-1]
    both = Command("someone else", "too", (Clause("late", equal(last, 1)),), ())
    system = System(system.variables, system.initial, (*system.commands, both))
    with pytest.raises(MixedDeciders) as one:
        explore(system, limits=NUMPY)
    with pytest.raises(MixedDeciders) as other:
        explore(system, limits=PYTHON)
    assert str(one.value) == str(other.value)
    assert explore(system, limits=Limits(states=6, engine="numpy")).limit == "states"


class TestPackedStates:
    def test_they_are_a_sequence(self):
        states, expected = explore(lattice(5), limits=NUMPY).states, explore(lattice(5), limits=PYTHON).states
        assert len(states) == 32
        assert (states[0], states[7], states[-1]) == (expected[0], expected[7], expected[-1])
        assert states[3:9] == expected[3:9]
        assert (1, 1, 1, 1, 1) in states
        assert all(type(value) is int for value in (*states[1], *next(iter(states))))
        with pytest.raises(IndexError):
            states[32]

    def test_a_system_without_variables_has_one(self):
        graph = explore(System((), {}, ()), limits=NUMPY)
        assert (list(graph.states), graph.states[0], graph.terminal) == ([()], (), [0])


@pytest.mark.usefixtures("few_together")
class TestLimitsOfManyAtOnce:
    def test_seconds(self):
        graph = explore(lattice(), limits=Limits(seconds=0, engine="numpy"))
        assert (graph.limit, graph.expanded, graph.terminal) == ("seconds", 0, [])
        assert_consistent(graph)

    def test_memory(self):
        assert explore(lattice(), limits=Limits(memory_mb=1, engine="numpy")).limit == "memory"

    @pytest.mark.parametrize(("most", "limit"), [(24_576, "memory"), (24_577, None)])
    def test_edges_that_cannot_be_numbered(self, monkeypatch, most, limit):
        """The lattice has 24,576."""
        monkeypatch.setattr(import_module("explorer.search.frontiers"), "_MOST_EDGES", most)
        graph = explore(lattice(), limits=NUMPY)
        assert graph.limit == limit
        assert_consistent(graph)

    def test_progress_is_told(self, monkeypatch):
        monkeypatch.setattr(import_module("explorer.search.explore"), "PROGRESS_SECONDS", 0.0)
        told = []
        explore(lattice(5), limits=NUMPY, progress=told.append)
        assert [(now.expanded, now.depth) for now in told] == [
            (0, 0),
            (1, 1),
            (6, 2),
            (13, 2),
            (20, 3),
            (27, 4),
        ]

    def test_an_interrupt_at_any_line_leaves_nothing_half_done(self):
        full = explore(lattice(6), limits=PYTHON)
        expanded = set()
        for line in range(1, 900, 3):
            graph = interrupted_at(line, is_the_search, lambda: explore(lattice(6), limits=NUMPY))
            assert_consistent(graph)
            assert list(graph.states) == full.states[: len(graph.states)]
            assert list(graph.targets) == list(full.targets[: graph.transitions])
            expanded.add(graph.expanded)
        assert {0, 1, 7, 14} <= expanded


def test_numpy_is_not_imported_for_small_boards():
    """Nor for anything else that the search of one needs."""
    code = "import sys, explorer; print(explorer.explore(explorer.load('A08')).complete, 'numpy' in sys.modules)"
    called = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert called.stdout == "True False\n"
