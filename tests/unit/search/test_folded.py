"""The folded search: what it counts, where it ends, and what it refuses."""

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from explorer.search.explore import Limits, MixedDeciders
from explorer.search.folded import explore_folded
from explorer.search.folded_games import can_force
from explorer.search.folded_plays import Arrivals
from explorer.system.commands import Assign, Clause, Command, If, OutOfDomain
from explorer.system.system import System
from explorer.system.terms import all_of, boolean, enumeration, equal, integer, less, plus

TURN = enumeration("turn", ["first", "second", "over"])
COUNT = integer("count", 0, 40)
FLAGS = [boolean(f"flag {n}") for n in range(12)]


def command(by, event, guard, *update):
    return Command(by, event, (Clause("turn", guard),), update)


def passing(more=(), variables=(), initial=None):
    """Two players pass in turn, and then it is over; `more` are further commands."""
    commands = (
        command("first", "passes", equal(TURN, 0), Assign(TURN, 1)),
        command("second", "passes", equal(TURN, 1), Assign(TURN, 2)),
        *more,
    )
    return System((TURN, *variables), {TURN: 0, **dict.fromkeys(variables, 0), **(initial or {})}, commands)


def counting(most=40, event="counts"):
    """The first player may count as long as it is their turn."""
    return command("first", event, all_of(equal(TURN, 0), less(COUNT, most)), Assign(COUNT, plus(COUNT, 1)))


def flags():
    """The first player may raise flags, in any order."""
    return passing(
        [command("first", f"raises {one}", all_of(equal(TURN, 0), equal(one, 0)), Assign(one, 1)) for one in FLAGS],
        FLAGS,
    )


def resetting():
    """The first player may count to three, of which the closing leaves nothing once they have passed."""
    three = If(all_of(equal(TURN, 1), equal(COUNT, 3)), (Assign(COUNT, 0),))
    return replace(passing([counting(3)], [COUNT]), closing=(three,))


def test_moments_of_one_position_are_counted_one_by_one():
    found = explore_folded(passing())
    assert (found.states, found.transitions, found.finished) == (3, 2, 1)
    assert found.positions == 1


def test_positions_times_moments():
    found = explore_folded(flags())
    assert (found.states, found.transitions, found.finished) == (3 * 2**12, 2 * 2**12 + 12 * 2**11, 2**12)
    assert found.positions == 2**12


def test_where_orders_cannot_matter_there_is_one_search(monkeypatch):
    """Another one, that takes steps in every order, follows only where a step could be lost."""
    searches = []

    def made(*some, every_order=False, **more):
        searches.append(every_order)
        return search(*some, every_order=every_order, **more)

    folded = import_module("explorer.search.folded")
    search = folded._Search
    monkeypatch.setattr(folded, "_Search", made)
    assert explore_folded(flags()).positions == 2**12
    assert searches == [False]


def test_steps_that_look_alike_and_end_alike_are_one():
    found = explore_folded(passing([counting(), counting()], [COUNT]))
    assert (found.states, found.transitions) == (3 * 41, 40 + 2 * 41)


def test_the_closing_is_a_part_of_the_step_before_it():
    """Where it changes nothing the position is expanded once, with the moment after it; so there are four expansions."""
    found = explore_folded(resetting(), rounds=True)
    assert (found.states, found.transitions, found.finished) == (4 + 3 + 3, 3 + 4 + 3, 3)
    assert found.positions == sum(len(one.rows) for one in found.rounds) == 4
    due = ~np.uint64(found.steps.open_moments)
    assert not np.any(found.moments & due)


def test_a_play_by_way_of_the_closing():
    """From three, passing leads to the position without a count."""
    found = explore_folded(resetting(), rounds=True)
    three, none = (found.steps.position((0, count))[0] for count in (3, 0))
    row = {word: row for row, word in enumerate(found.words.tolist()) if row}
    ways = [
        (int(one.rows[source]), target, int(code))
        for one in found.rounds
        for batch in one.outside
        for source, target, code in zip(batch.sources, batch.targets, batch.codes, strict=True)
        if target == row[none]
    ]
    assert ways == [(row[three], row[none], found.steps.position((1, 0))[1])]


def test_two_deciders_at_once_are_refused():
    both = command("second", "interrupts", equal(TURN, 0), Assign(TURN, 2))
    with pytest.raises(MixedDeciders, match="first: passes and second: interrupts"):
        explore_folded(passing([both]))


def test_two_deciders_are_refused_whatever_could_be_taken_before():
    """The first has several steps there, at other moments too, before the second's comes."""
    both = command("second", "interrupts", all_of(equal(TURN, 0), equal(COUNT, 3)), Assign(TURN, 2))
    late = command("second", "counts", all_of(equal(TURN, 1), less(COUNT, 3)), Assign(COUNT, plus(COUNT, 1)))
    with pytest.raises(MixedDeciders, match="second: interrupts"):
        explore_folded(passing([counting(), late, both], [COUNT]))


def late(by, event, *update):
    """Counting beside eight flags, and a command at 40: later than any state of the sample, and no random play gets there."""
    some = FLAGS[:8]
    raises = [command("first", f"raises {one}", all_of(equal(TURN, 0), equal(one, 0)), Assign(one, 1)) for one in some]
    far = command(by, event, all_of(equal(TURN, 0), equal(COUNT, 40)), *update)
    return passing([counting(), *raises, far], [COUNT, *some])


def test_two_deciders_are_refused_late():
    with pytest.raises(MixedDeciders, match="first: passes and second: interrupts"):
        explore_folded(late("second", "interrupts", Assign(TURN, 2)))


def test_a_variable_that_leaves_its_range_late_is_blamed_on_its_command():
    with pytest.raises(OutOfDomain, match="first: goes too far sets count to 41"):
        explore_folded(late("first", "goes too far", Assign(COUNT, plus(COUNT, 1))))


def test_a_limit_of_states_ends_the_search():
    found = explore_folded(flags(), limits=Limits(states=100))
    assert (found.complete, found.limit) == (False, "states")
    assert found.states > 100


def test_a_limit_of_time_ends_the_search():
    assert explore_folded(flags(), limits=Limits(seconds=0)).limit == "seconds"


def test_who_can_force_an_end():
    """Only the first player decides whether the flags are raised."""
    found = explore_folded(passing([counting(1)], [COUNT]), rounds=True)
    rows, moments = found.final
    counted = found.steps.layout.read(found.words[rows], COUNT) == 1
    target = rows[counted], moments[counted]
    assert [can_force(found, [player], target) for player in ("first", "second")] == [True, False]


def test_nothing_is_said_of_powers_without_rounds():
    found = explore_folded(passing())
    with pytest.raises(ValueError, match="did not keep its rounds"):
        can_force(found, ["first"], found.final)
    with pytest.raises(ValueError, match="did not keep its rounds"):
        Arrivals(found)


def test_a_play_to_a_finished_state():
    found = explore_folded(passing([counting(3)], [COUNT]), rounds=True)
    rows, moments = found.final
    place = int(np.flatnonzero(found.steps.layout.read(found.words[rows], COUNT) == 3)[0])
    play = Arrivals(found).play_to(int(rows[place]), int(moments[place]).bit_length() - 1)
    assert [str(found.system.commands[one]) for one in play] == [
        *["first: counts"] * 3,
        "first: passes",
        "second: passes",
    ]
