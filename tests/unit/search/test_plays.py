"""Plays are found, counted and replayed."""

import pytest

from explorer.search.explore import explore
from explorer.search.plays import (
    NotAPlay,
    count_plays,
    find_loop,
    play_counts,
    replay,
    shortest_play,
    track,
)
from explorer.system.commands import Assign, Clause, Command
from explorer.system.system import System
from explorer.system.terms import at_least, integer, minus
from tests.unit.system.puzzles import doors, nim, river


def stairs(height, *steps):
    """Going down stairs: with steps of 1 and 2, the plays are counted by the Fibonacci numbers."""
    left = integer("left", 0, height)
    commands = tuple(
        Command("walker", f"takes {step}", (Clause("room", at_least(left, step)),), (Assign(left, minus(left, step)),))
        for step in steps
    )
    return explore(System((left,), {left: height}, commands))


def events(graph, play):
    return [graph.event(edge) for edge in play]


class TestCounting:
    def test_counts_plays_and_not_states(self):
        graph = stairs(10, 1, 2)
        assert count_plays(graph, graph.terminal) == 89

    def test_counts_beyond_machine_integers(self):
        graph = stairs(400, 1, 2)
        assert len(graph.states) == 401
        assert (
            count_plays(graph, graph.terminal)
            == 284812298108489611757988937681460995615380088782304890986477195645969271404032323901
        )

    def test_endlessly_many_is_none(self):
        assert count_plays(explore(river()), {9}) is None

    def test_a_cycle_elsewhere_does_not_matter(self):
        left = integer("left", 0, 3)
        rest = Command(
            "walker", "rests", (Clause("at 1", at_least(1, left)), Clause("not at 0", at_least(left, 1))), ()
        )
        down = [
            Command(
                "walker",
                f"from {a} to {b}",
                (Clause("at least", at_least(left, a)), Clause("at most", at_least(a, left))),
                (Assign(left, b),),
            )
            for a, b in ((3, 2), (3, 1))
        ]
        graph = explore(System((left,), {left: 3}, (rest, *down)))
        assert play_counts(graph) == [1, 1, None]
        assert count_plays(graph, graph.terminal) == 1

    def test_the_empty_play_counts(self):
        graph = explore(System((), {}, ()))
        assert count_plays(graph, {0}) == 1


class TestFinding:
    def test_a_shortest_play(self):
        graph = explore(river())
        across = graph.number_of[(1, 1, 1, 1)]
        assert events(graph, shortest_play(graph, [across])) == [
            "takes goat",
            "takes farmer",
            "takes wolf",
            "takes goat",
            "takes cabbage",
            "takes farmer",
            "takes goat",
        ]
        assert shortest_play(graph, []) is None

    def test_a_loop_nearest_to_the_start(self):
        loop = find_loop(explore(river()))
        assert (len(loop.prefix), len(loop.cycle)) == (0, 2)
        assert find_loop(explore(nim(1, 2))) is None


class TestReplay:
    def test_gives_the_states_of_the_play(self):
        graph = explore(doors())
        play = graph.path_to(6)
        states = replay(graph.system, graph.commands_of(play))
        assert states == [graph.states[0], *(graph.states[graph.targets[edge]] for edge in play)]

    def test_stops_at_a_step_that_is_not_allowed_and_says_why(self):
        with pytest.raises(NotAPlay, match=r"step 2, guest: opens the door: not not door \[closed\]"):
            replay(doors(), [0, 0])

    def test_stops_at_a_command_that_does_not_exist(self):
        with pytest.raises(NotAPlay, match="step 1: there is no command 7"):
            replay(doors(), [7])


class TestTracking:
    """Plays followed through stages."""

    def test_a_play_is_followed_through_its_stages(self):
        """Stairs of four, by ones and twos: a step of two, then one of one, and then the pursuit ends."""
        graph = stairs(4, 1, 2)
        wanted = ["takes 2", "takes 1"]

        def advance(stage, source, edge):
            return stage + 1 if stage < 2 and graph.event(edge) == wanted[stage] else None

        tracks = track(graph, advance)
        assert [graph.states[state] for state in tracks.at(2)] == [(1,)]
        (state,) = tracks.at(2)
        assert events(graph, tracks.play_to(state, 2)) == wanted
        assert tracks.play_to(0, 0) == []

    def test_a_state_is_met_once_in_each_stage(self):
        """One step of two somewhere on the way down."""
        graph = stairs(3, 1, 2)
        tracks = track(graph, lambda stage, source, edge: min(1, stage + (graph.event(edge) == "takes 2")))
        assert sorted(graph.states[state] for state in tracks.at(0)) == [(0,), (1,), (2,), (3,)]
        assert sorted(graph.states[state] for state in tracks.at(1)) == [(0,), (1,)]
        assert len(tracks.came_by) == 6

    def test_it_begins_where_it_is_told_to(self):
        graph = stairs(3, 1)
        tracks = track(graph, lambda stage, source, edge: stage, 2)
        assert [graph.states[state] for state in tracks.at(0)] == [(1,), (0,)]
