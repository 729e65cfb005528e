"""The search finds every state once, numbers it the same each time, and says when it stopped early."""

from functools import partial
from importlib import import_module
from pathlib import Path

import networkx
import pytest

from explorer.search.ahead import Arrays
from explorer.search.explore import Limits, MixedDeciders, explore, memory_in_use
from explorer.search.graph import Levels
from explorer.search.reference import reference_graph
from explorer.search.view import view
from explorer.system.commands import Assign, Clause, Command
from explorer.system.compiled import CompiledStepper
from explorer.system.reference import ReferenceStepper
from explorer.system.system import System
from explorer.system.terms import boolean, equal, integer, less, plus, read
from tests.unit.search.interrupts import assert_consistent, interrupted_at
from tests.unit.search.test_frontiers import lattice
from tests.unit.system.puzzles import coins, doors, jugs, nim, river


def counter(last):
    number = integer("number", 0, last)
    up = Command("player", "counts", (Clause("room", less(number, last)),), (Assign(number, plus(number, 1)),))
    return System((number,), {number: 0}, (up,))


def is_the_search(frame):
    """Whether a frame is that of the loop over states."""
    return frame.f_code.co_qualname == "_Search.one_by_one"


@pytest.mark.parametrize("stepper", [CompiledStepper, ReferenceStepper, partial(CompiledStepper, checked=True)])
@pytest.mark.parametrize(
    ("system", "states", "transitions", "terminal"),
    [
        (river(), 10, 20, 0),
        (jugs(), 16, 96, 0),
        (doors(), 7, 6, 1),
        (coins(6, interchangeable=False), 64, 384, 0),
        (coins(6, interchangeable=True), 7, 12, 0),
        (nim(1, 2, 3), 23, 56, 2),
        (System((), {}, ()), 1, 0, 1),
    ],
    ids=["river", "jugs", "doors", "coins", "merged coins", "nim", "nothing"],
)
def test_exact_sizes(system, states, transitions, terminal, stepper):
    graph = explore(system, stepper=stepper)
    assert (len(graph.states), graph.transitions, len(graph.terminal)) == (states, transitions, terminal)
    assert (graph.complete, graph.limit, graph.expanded) == (True, None, states)


@pytest.mark.parametrize("system", [river(), jugs(), doors(), nim(1, 2, 3)])
def test_numbering_is_that_of_the_reference(system):
    reference = reference_graph(system)
    graph = explore(system)
    assert graph.states == reference.states
    assert [(graph.source(e), graph.labels[e], graph.targets[e]) for e in range(graph.transitions)] == reference.edges


class TestGraph:
    def test_reads_its_edges(self):
        graph = explore(doors())
        (edge,) = graph.edges(0)
        assert (graph.event(edge), graph.targets[edge], graph.source(edge)) == ("opens the door", 1, 0)
        assert [graph.decider(state) for state in range(3)] == ["guest", "rules", "guest"]
        assert graph.decider(6) == "rules"
        assert graph.deciders == list(map(graph.decider, range(7)))

    def test_depths_of_a_graph_that_grows(self):
        """They are told as soon as all states before are expanded: here with one more depth known at each."""
        graph = explore(jugs())
        distances = networkx.single_source_shortest_path_length(view(graph), 0)
        found = Arrays()
        levels = Levels(found.offsets, found.targets)
        for state in range(16):
            assert levels.depth(state) == distances[state]
            found.targets.extend(graph.targets[edge] for edge in graph.edges(state))
            found.offsets.append(len(found.targets))
        assert levels.starts == [0, 1, 3, 6, 8, 10, 12, 14, 16]

    def test_first_parents_give_shortest_plays(self):
        graph = explore(jugs())
        assert [len(graph.path_to(state)) for state in range(16)] == list(map(graph.levels.depth, range(16)))
        four = next(number for number, state in enumerate(graph.states) if state[1] == 4)
        assert [graph.event(edge) for edge in graph.path_to(four)] == [
            "fill big",
            "big to small",
            "empty small",
            "big to small",
            "fill big",
            "big to small",
        ]

    @pytest.mark.parametrize("many", [0, 95, 96])
    @pytest.mark.parametrize("limit", [None, 9])
    def test_predecessors_are_the_edges_backwards(self, monkeypatch, many, limit):
        """However many there are, also in a graph of which not all is expanded."""
        monkeypatch.setattr("explorer.search.graph.MANY_EDGES", many)
        graph = explore(jugs(), limits=Limits(states=limit))
        into = graph.predecessors
        assert (len(into.offsets), len(into.edges)) == (len(graph.states) + 1, graph.transitions)
        for state in range(len(graph.states)):
            edges = into.edges[into.offsets[state] : into.offsets[state + 1]]
            assert list(edges) == [edge for edge in range(graph.transitions) if graph.targets[edge] == state]
        assert all(graph.source(e) == s for e, s in zip(into.edges, into.sources, strict=True))

    def test_finds_the_number_of_a_state(self):
        graph = explore(river())
        assert [graph.number_of[state] for state in graph.states] == list(range(10))

    def test_says_its_size(self):
        assert str(explore(doors())) == "7 states, 6 transitions, 1 terminal"


class TestEqualEdges:
    def test_of_one_event_and_target_are_one(self):
        a = boolean("a")
        commands = tuple(Command("player", event, (), (Assign(a, 1),)) for event in ("same", "same", "other"))
        graph = explore(System((a,), {a: 0}, commands))
        assert list(graph.labels) == [0, 2, 0, 2]


class TestLimits:
    def test_states(self):
        graph = explore(jugs(), limits=Limits(states=7))
        assert graph.limit == "states"
        assert len(graph.states) <= 7
        assert "partial: states" in str(graph)
        assert_consistent(graph)

    def test_as_many_states_as_there_are_is_no_limit(self):
        assert explore(jugs(), limits=Limits(states=16)).complete

    def test_seconds(self):
        graph = explore(counter(100_000), limits=Limits(seconds=0))
        assert (graph.limit, graph.expanded, graph.terminal) == ("seconds", 0, [])
        assert_consistent(graph)

    def test_memory(self):
        assert explore(counter(10), limits=Limits(memory_mb=1)).limit == "memory"
        assert explore(counter(10), limits=Limits(memory_mb=1e6)).complete

    @pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell it there")
    def test_memory_is_that_of_the_process(self):
        """In megabytes, as the system tells it in another place in kilobytes."""
        (line,) = (one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmRSS"))
        assert memory_in_use() == pytest.approx(int(line.split()[1]) / 1024, rel=0.1)

    def test_an_interrupt_keeps_what_is_known(self):
        class Interrupted(CompiledStepper):
            def successors(self, state):
                found = super().successors(state)
                if state == (50,):
                    raise KeyboardInterrupt
                return found

        graph = explore(Interrupted(counter(100)))
        assert (graph.limit, graph.expanded, len(graph.states)) == ("interrupted", 50, 51)
        assert_consistent(graph)

    def test_an_interrupt_at_any_line_leaves_nothing_half_done(self):
        full = explore(jugs())
        for line in range(1, 700):
            graph = interrupted_at(line, is_the_search, lambda: explore(jugs()))
            assert_consistent(graph)
            assert graph.states == full.states[: len(graph.states)]
            assert list(graph.targets) == list(full.targets[: graph.transitions])
        assert 0 < graph.expanded < 16

    def test_running_out_of_memory_keeps_what_is_known(self):
        class Full(CompiledStepper):
            def successors(self, state):
                if state == (7,):
                    raise MemoryError
                return super().successors(state)

        graph = explore(Full(counter(100)))
        assert (graph.limit, graph.expanded) == ("memory", 7)


def test_progress_is_told(monkeypatch):
    monkeypatch.setattr(import_module("explorer.search.explore"), "PROGRESS_SECONDS", 0.0)
    told = []
    explore(counter(5000), progress=told.append)
    assert [progress.expanded for progress in told] == list(range(0, 5001, 512))
    assert (told[-1].states, told[-1].transitions, told[-1].depth) == (4609, 4608, 4608)


def test_two_deciders_in_one_state_are_refused():
    a = boolean("a")
    system = System(
        (a,),
        {a: 1},
        (
            Command("first", "acts", (Clause("a", read(a)),), ()),
            Command("second", "acts too", (Clause("a", equal(a, 1)),), ()),
        ),
    )
    with pytest.raises(MixedDeciders, match="both may act, first: acts and second: acts too, in the state a = 1"):
        explore(system)


def test_each_search_takes_over_when_it_is_worth_its_start(monkeypatch):
    """One by one to fifty states and more, with tables to two hundred and more, and then many at once."""
    module = import_module("explorer.search.explore")
    begun = []

    def noted(name):
        start = getattr(module, name)

        def starts(system, states, found):
            begun.append((name, len(states)))
            return start(system, states, found)

        return starts

    for name, value in (("_TABLED_STATES", 50), ("_MANY_STATES", 200), ("_CHECK_EVERY", 1)):
        monkeypatch.setattr(module, name, value)
    for name in ("_tables", "_frontiers"):
        monkeypatch.setattr(module, name, noted(name))
    graph = explore(lattice(9))
    assert len(graph.states) == 512
    assert begun == [("_tables", 53), ("_frontiers", 256)]
