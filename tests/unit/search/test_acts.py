"""Acts of several choices as one edge, on a hand-made system."""

from explorer.search.acts import acts_from, whole_acts
from explorer.search.explore import Limits, explore
from explorer.search.plays import replay
from explorer.system.commands import Assign, Clause, Command
from explorer.system.reference import ReferenceStepper
from explorer.system.system import System
from explorer.system.terms import equal, integer, plus, read

LEFT, SUM, TURN = integer("left", 0, 2), integer("sum", 0, 8), integer("turn", 0, 2)


def add(number, left):
    """The player adds a number, of two that make one act, in each of two turns."""
    guard = (Clause("so many are left", equal(read(LEFT), left)), Clause("not over", equal(read(TURN), 0)))
    done = [Assign(LEFT, 2), Assign(TURN, 1)] if left == 1 else [Assign(LEFT, 1)]
    return Command("player", (number,), guard, (Assign(SUM, plus(read(SUM), number)), *done))


STOP = Command("rules", ("stop",), (Clause("over", equal(read(TURN), 1)),), (Assign(TURN, 2),))
SYSTEM = System(
    (LEFT, SUM, TURN), {LEFT: 2, SUM: 0, TURN: 0}, (add(0, 2), add(1, 2), add(0, 1), add(1, 1), add(2, 1), STOP)
)
UNFINISHED = {0, 1}


def as_one(events):
    """The sum that is told."""
    return ("adds", sum(number for (number,) in events))


def acts():
    """The graph of whole acts."""
    return whole_acts(explore(SYSTEM), UNFINISHED, as_one)


def test_an_act_is_one_edge():
    """Six ways to choose are four acts: those that are told alike and end alike are one."""
    graph = acts()
    assert str(explore(SYSTEM)) == "11 states, 12 transitions, 4 terminal"
    assert str(graph) == "9 states, 8 transitions, 4 terminal"
    assert [graph.event(edge) for edge in graph.edges(0)] == [("adds", 0), ("adds", 1), ("adds", 2), ("adds", 3)]
    assert [graph.states[number][1] for number in graph.terminal] == [0, 1, 2, 3]
    assert (graph.decider(0), graph.decider(1)) == ("player", "rules")
    assert list(map(graph.levels.depth, range(9))) == [0, 1, 1, 1, 1, 2, 2, 2, 2]


def test_the_commands_of_an_act_can_be_replayed():
    """To the state in which its play ends."""
    graph = acts()
    play = graph.path_to(graph.terminal[-1])
    assert graph.commands_of(play) == [1, 4, 5]
    assert replay(SYSTEM, graph.commands_of(play))[-1] == graph.states[graph.terminal[-1]]


def test_acts_from_a_state():
    """All of them, by the stepper alone."""
    stepper = ReferenceStepper(SYSTEM)
    found = list(acts_from(stepper, stepper.initial_state(), UNFINISHED))
    assert [act for act, _ in found] == [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]
    assert [state[1] for _, state in found] == [0, 1, 2, 1, 2, 3]


def test_a_state_counts_as_expanded_when_its_acts_are_known():
    """The search ends between the first choice and the second."""
    graph = whole_acts(explore(SYSTEM, limits=Limits(states=3)), UNFINISHED, as_one)
    assert (graph.expanded, graph.transitions, graph.limit) == (0, 0, "states")


def test_without_acts_the_graph_stays():
    """Nothing is made anew."""
    graph = explore(SYSTEM)
    assert whole_acts(graph, (), as_one) is graph
