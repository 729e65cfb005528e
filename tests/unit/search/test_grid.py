"""The search on a grid: what it counts, where it ends, and which systems make no grid."""

import numpy as np
import pytest

from explorer.search.explore import Limits, MixedDeciders, explore
from explorer.search.grid import alike_steps, explore_grid
from explorer.search.grid_games import can_force, forcing_moments
from explorer.search.grid_plays import play_to
from explorer.search.plays import replay
from explorer.system.commands import Assign
from explorer.system.grid import NotAGrid
from explorer.system.system import System
from explorer.system.terms import all_of, any_of, boolean, equal, half, integer, less, minus, plus
from tests.unit.search.test_folded import COUNT, FLAGS, TURN, command, counting, flags, passing

OTHER = integer("other", 0, 3)


def raising(flag, *conditions, by="first", turn=0):
    return command(by, f"raises {flag}", all_of(equal(TURN, turn), equal(flag, 0), *conditions), Assign(flag, 1))


def test_each_variable_that_is_written_alone_has_an_axis():
    found = explore_grid(flags())
    assert found.moves.grid.shape == (2,) * 12
    assert (found.states, found.transitions, found.finished) == (3 * 2**12, 2 * 2**12 + 12 * 2**11, 2**12)
    assert found.positions == 2**12


def test_what_is_written_together_shares_an_axis():
    one, other, third = FLAGS[:3]
    both = command("first", "raises both", all_of(equal(TURN, 0), equal(one, 0)), Assign(one, 1), Assign(other, 1))
    found = explore_grid(passing([both, raising(third)], [one, other, third]))
    assert found.moves.grid.shape == (2, 2)
    assert (found.states, found.transitions) == (3 * 4, 2 * 4 + 2 * 2)


def test_a_guard_may_look_at_other_axes():
    """The second flag is raised only after the first: one of four cells is never reached."""
    one, other = FLAGS[:2]
    found = explore_grid(passing([raising(one), raising(other, equal(one, 1))], [one, other]))
    assert (len(found.met), found.positions) == (4, 3)
    assert (found.states, found.transitions) == (3 * 3, 2 * 3 + 2)


def test_where_a_step_leads_may_depend_on_another_axis():
    """The count goes up by two once the flag is raised."""
    flag = FLAGS[0]
    by = plus(OTHER, 1, flag)
    more = command("first", "counts", all_of(equal(TURN, 0), less(OTHER, 2)), Assign(OTHER, by))
    found = explore_grid(passing([more, raising(flag)], [OTHER, flag]))
    assert (found.positions, found.states) == (7, 3 * 7)
    assert found.transitions == 2 * 7 + 3 + 4


def test_steps_that_look_alike_and_end_alike_are_one():
    found = explore_grid(passing([counting(), counting(), raising(FLAGS[0])], [COUNT, FLAGS[0]]))
    assert (found.states, found.transitions) == (3 * 41 * 2, 2 * 40 + 41 + 2 * 41 * 2)


def test_steps_that_look_alike_and_never_end_alike_are_two():
    """One counts by one, the other by two: they are told alike, and there is nothing to compare."""
    more = command("first", "counts", all_of(equal(TURN, 0), less(OTHER, 2)), Assign(OTHER, plus(OTHER, 1)))
    twice = command("first", "counts", all_of(equal(TURN, 0), less(OTHER, 2)), Assign(OTHER, plus(OTHER, 2)))
    found = explore_grid(passing([more, twice, raising(FLAGS[0])], [OTHER, FLAGS[0]]))
    assert (found.states, found.transitions) == (3 * 4 * 2, 2 * 2 * 2 + 4 + 2 * 4 * 2)
    assert alike_steps(found.moves) == []


def test_a_move_that_leads_equally_far_everywhere_keeps_one_number():
    """A flag is raised by one place everywhere; a count that also goes down is halved by more places here than there."""
    some = all_of(equal(TURN, 0), less(1, COUNT))
    halving = command("first", "halves", some, Assign(COUNT, half(COUNT)))
    lowering = command("first", "lowers", some, Assign(COUNT, minus(COUNT, 1)))
    found = explore_grid(passing([halving, lowering, raising(FLAGS[0])], [COUNT, FLAGS[0]], {COUNT: 40}))
    by_event = {found.system.commands[move.command].event: move for move in found.moves.moves}
    assert by_event["raises flag 0"].shifts == []
    [(number, shifts)] = by_event["halves"].shifts
    assert found.moves.grid.shape[number] == len(shifts) == 40


def test_steps_that_leave_a_position_and_lead_round_are_gone_through_until_nothing_changes():
    """The second player may give the turn back: they end the play when they like, and nobody can make them."""
    flag, other = FLAGS[:2]
    back = command("second", "gives the turn back", equal(TURN, 1), Assign(TURN, 0))
    system = passing([back, raising(flag), raising(other)], [flag, other])
    graph, found = explore(system), explore_grid(system)
    assert found.moves.round
    assert (found.states, found.transitions) == (len(graph.states), graph.transitions) == (3 * 4, 3 * 4 + 4)
    assert can_force(found, ("second",), found.final)
    assert not can_force(found, ("first",), found.final)


def test_two_deciders_at_once_are_refused():
    both = command("second", "interrupts", all_of(equal(TURN, 0), equal(FLAGS[1], 1)), Assign(TURN, 2))
    with pytest.raises(MixedDeciders, match="first: passes and second: interrupts"):
        explore_grid(passing([both, raising(FLAGS[0]), raising(FLAGS[1])], FLAGS[:2]))


def test_one_axis_is_no_grid():
    with pytest.raises(NotAGrid, match="all positions lie on one axis"):
        explore_grid(passing([counting()], [COUNT]))


def test_moves_that_lead_round_are_no_grid():
    one, other = FLAGS[:2]
    lowering = command("first", "lowers", all_of(equal(TURN, 0), equal(one, 1)), Assign(one, 0))
    with pytest.raises(NotAGrid, match="moves lead round"):
        explore_grid(passing([raising(one), lowering, raising(other)], [one, other]))


def test_a_variable_that_may_leave_its_range_is_no_grid():
    far = command("first", "goes on", equal(TURN, 0), Assign(COUNT, plus(COUNT, 1)))
    with pytest.raises(NotAGrid, match="a variable may leave its range"):
        explore_grid(passing([far, raising(FLAGS[0])], [COUNT, FLAGS[0]]))


def test_too_many_cells_are_no_grid():
    many = [boolean(f"flag {number}") for number in range(26)]
    with pytest.raises(NotAGrid, match="too many cells"):
        explore_grid(passing([raising(one) for one in many], many))


def test_a_limit_of_states_ends_the_search_after_a_level():
    found = explore_grid(flags(), limits=Limits(states=100))
    assert (found.complete, found.limit) == (False, "states")
    assert found.states == 3 * (1 + 12 + 66)
    assert len(list(found.all_states())) == found.states


def test_a_limit_of_seconds_ends_the_search():
    found = explore_grid(flags(), limits=Limits(seconds=0))
    assert (found.limit, found.states) == ("seconds", 0)


def test_a_play_leads_to_each_finished_state():
    found = explore_grid(flags(), arrivals=True)
    cells, _ = found.final
    over = found.moves.grid.plans.known - 1
    for cell, state in zip(cells.tolist(), found.final_states(), strict=True):
        play = play_to(found, cell, over)
        assert replay(found.system, play)[-1] == state
        assert len(play) == 2 + sum(state[1:])


def test_plays_are_known_where_arrivals_were_kept():
    with pytest.raises(ValueError, match="did not keep its arrivals"):
        play_to(explore_grid(flags()), 0, 0)


def test_who_decides_last_can_force():
    """The second player alone may raise the second flag, and passes last."""
    one, other = FLAGS[:2]
    found = explore_grid(passing([raising(one), raising(other, by="second", turn=1)], [one, other]))
    cells, moments = found.final
    raised = found.values(all_of(other), cells, int(moments[0]).bit_length() - 1) != 0
    assert can_force(found, ("second",), (cells[raised], moments[raised]))
    assert not can_force(found, ("first",), (cells[raised], moments[raised]))
    either = any_of(one, other)
    some = found.values(either, cells, int(moments[0]).bit_length() - 1) != 0
    assert can_force(found, ("first",), (cells[some], moments[some]))


def test_who_has_no_other_move_prevents_nothing():
    """The second player may not pass before the second flag is raised: so it will be, whoever wants it."""
    one, other = FLAGS[:2]
    commands = (
        command("first", "passes", equal(TURN, 0), Assign(TURN, 1)),
        raising(one),
        raising(other, by="second", turn=1),
        command("second", "passes", all_of(equal(TURN, 1), other), Assign(TURN, 2)),
    )
    found = explore_grid(System((TURN, one, other), {TURN: 0, one: 0, other: 0}, commands))
    cells, moments = found.final
    assert (found.states, len(cells)) == (8, 2)
    both = found.values(all_of(one, other), cells, int(moments[0]).bit_length() - 1) != 0
    assert can_force(found, ("first",), (cells, moments))
    assert can_force(found, ("first",), (cells[both], moments[both]))
    assert not can_force(found, ("second",), (cells[both], moments[both]))


def test_who_can_force_nothing_wins_nowhere_else():
    found = explore_grid(flags())
    cells, moments = found.final
    winning = forcing_moments(found, ("second",), (cells[-1:], moments[-1:]))
    assert np.count_nonzero(winning) == 1


def test_a_moment_that_is_met_late_counts_for_steps_that_were_there_before():
    """The third and fourth stage are told by a number; from each the same step leads back to the first."""
    stage, jump = integer("stage", 0, 5), integer("jump", 3, 4)
    one, other = FLAGS[:2]
    commands = (
        command("first", "jumps", equal(stage, 0), Assign(stage, jump)),
        command("first", "jumps higher", all_of(equal(stage, 0), equal(jump, 3)), Assign(jump, 4)),
        command("first", "goes back", equal(one, 0), Assign(one, 1), Assign(stage, 0)),
        command("first", "raises", all_of(equal(stage, 0), equal(other, 0)), Assign(other, 1)),
    )
    system = System((stage, jump, one, other), {stage: 0, jump: 3, one: 0, other: 0}, commands)
    graph, found = explore(system), explore_grid(system)
    assert (found.states, found.transitions, found.finished) == (
        len(graph.states),
        graph.transitions,
        len(graph.terminal),
    )
    assert set(found.all_states()) == set(graph.states)
