"""The search by positions in plain Python: what it counts, where it ends, what it refuses, and when it is asked."""

from dataclasses import replace
from math import comb

import pytest

from explorer.search import folded_survey, plain, plain_survey
from explorer.search.explore import NO_LIMITS, Limits, MixedDeciders
from explorer.search.folded_survey import survey_folded
from explorer.search.plain import ahead, codes_of, explore_plain
from explorer.search.plain_plays import PlainPlays
from explorer.search.plain_survey import survey_by_positions
from explorer.search.surveys import View
from explorer.system.commands import Assign, OutOfDomain
from explorer.system.system import System
from explorer.system.terms import all_of, any_of, boolean, enumeration, equal, integer, less, negate, plus, read
from tests.unit.search.test_folded import COUNT, TURN, command, counting, flags, late, passing, resetting
from tests.unit.search.test_frontiers import lattice


def test_moments_of_one_position_are_counted_one_by_one():
    found = explore_plain(passing())
    assert (found.states, found.transitions, found.finished, found.positions) == (3, 2, 1, 1)
    assert sorted(found.all_states()) == [(0,), (1,), (2,)]
    assert list(found.final_states()) == [(2,)]


def test_positions_times_moments():
    found = explore_plain(flags())
    assert (found.states, found.transitions, found.finished) == (3 * 2**12, 2 * 2**12 + 12 * 2**11, 2**12)
    assert found.positions == 2**12


def test_of_flags_that_may_be_raised_in_any_order_one_order_is_gone_through():
    """A position is met once, by the flag that is raised last: no other step leads there."""
    found = explore_plain(flags())
    assert any(group.movable for group in found.steps.groups)
    assert found.others == []
    assert len(found.parents) == 2**12 - 1


def jumping():
    """Where the turn is given away by a jump, no flag is raised any more, in whatever order they could have been."""
    jump = command("first", "jumps", equal(TURN, 0), Assign(COUNT, 1), Assign(TURN, 1))
    system = flags()
    return replace(
        system,
        variables=(*system.variables, COUNT),
        initial={**system.initial, COUNT: 0},
        commands=(*system.commands, jump),
    )


def test_where_orders_matter_all_are_gone_through():
    found = explore_plain(jumping())
    assert (found.states, found.finished, found.positions) == (5 * 2**12, 2 * 2**12, 2 * 2**12)
    assert found.transitions == 12 * 2**11 + 2**12 + 3 * 2**12
    assert not any(group.movable for group in found.steps.groups)
    assert explore_plain(jumping(), most_positions=2**13 - 1) is None


def test_a_position_that_the_closing_leaves_as_it_is_is_not_met_again():
    """After it the count of three is none: one step leads to another position, which is known by then."""
    found = explore_plain(resetting())
    assert (found.states, found.transitions, found.finished, found.positions) == (4 + 3 + 3, 3 + 4 + 3, 3, 4)
    assert found.others == []


def test_steps_that_look_alike_and_end_alike_are_one():
    found = explore_plain(passing([counting(), counting()], [COUNT]))
    assert (found.states, found.transitions) == (3 * 41, 40 + 2 * 41)


def test_steps_that_look_alike_and_end_apart_are_two():
    twice = command("first", "counts", all_of(equal(TURN, 0), less(COUNT, 39)), Assign(COUNT, plus(COUNT, 2)))
    found = explore_plain(passing([counting(), twice], [COUNT]))
    assert (found.states, found.transitions) == (3 * 41, 40 + 39 + 2 * 41)


def test_steps_that_look_alike_may_end_alike_by_what_no_guard_looks_at():
    """A number is copied from one of two flags, which can be turned over at any time: where they agree, that is one step."""
    copied, one, other = (boolean(name) for name in ("copied", "one", "other"))
    first = equal(TURN, 0)
    turns = [command("first", f"turns {flag}", first, Assign(flag, negate(read(flag)))) for flag in (one, other)]
    copies = [command("first", "copies", first, Assign(copied, read(flag))) for flag in (one, other)]
    found = explore_plain(passing([*turns, *copies], [copied, one, other]))
    assert (found.states, found.transitions) == (3 * 8, 2 * 8 + 4 * 1 + 4 * 2 + 2 * 8)


def test_a_guard_that_looks_at_more_than_a_table_can():
    """The second player may pass when some flag is raised: thirty flags are too many for one table."""
    some = [boolean(f"flag {n}") for n in range(30)]
    raises = [command("first", f"raises {one}", all_of(equal(TURN, 0), less(COUNT, 2)), *raising(one)) for one in some]
    ends = command("first", "ends", all_of(equal(TURN, 0), any_of(*map(read, some))), Assign(TURN, 2))
    found = explore_plain(passing([*raises, ends], [COUNT, *some]))
    raised = 30 + 30 + 30 * 29 // 2  # one, one raised twice, two
    assert (found.states, found.transitions) == (3 * (1 + raised), 30 + 30 * 30 + 2 * (1 + raised) + raised)


def raising(flag):
    return Assign(flag, 1), Assign(COUNT, plus(COUNT, 1))


def test_two_deciders_at_once_are_refused():
    both = command("second", "interrupts", equal(TURN, 0), Assign(TURN, 2))
    with pytest.raises(MixedDeciders, match="first: passes and second: interrupts"):
        explore_plain(passing([both]))


def test_two_deciders_are_refused_late():
    with pytest.raises(MixedDeciders, match="first: passes and second: interrupts"):
        explore_plain(late("second", "interrupts", Assign(TURN, 2)))


def test_a_variable_that_leaves_its_range_late_is_blamed_on_its_command():
    with pytest.raises(OutOfDomain, match="first: goes too far sets count to 41"):
        explore_plain(late("first", "goes too far", Assign(COUNT, plus(COUNT, 1))))


def test_a_step_that_may_lead_to_any_of_many_moments_is_refused():
    """Two variables say where the procedure is, 128 moments together, and a step takes them from two others."""
    turn, passes = enumeration("turn", [f"turn {n}" for n in range(32)]), integer("passes", 0, 3)
    place, count = integer("place", 0, 31), integer("count", 0, 3)
    jump = command("first", "jumps", equal(turn, 0), Assign(turn, read(place)), Assign(passes, read(count)))
    initial = {turn: 0, passes: 0, place: 7, count: 2}
    system = System(tuple(initial), initial, (jump,))
    with pytest.raises(OverflowError, match="too many moments"):
        explore_plain(system)


def test_what_is_too_much_for_plain_python_goes_to_numpy(monkeypatch):
    def refusing(*arguments, **named):
        raise OverflowError("too many moments")

    monkeypatch.setattr(plain_survey, "_FEW_STATES", 1)
    monkeypatch.setattr(plain_survey, "explore_plain", refusing)
    assert survey_by_positions(flags(), View(())) == survey_folded(flags(), View(()))


def test_a_limit_of_states_ends_the_search():
    found = explore_plain(flags(), limits=Limits(states=100))
    assert (found.complete, found.limit) == (False, "states")
    assert found.states == len(list(found.all_states())) > 100


def test_a_limit_of_time_ends_the_search():
    assert explore_plain(flags(), limits=Limits(seconds=0)).limit == "seconds"


def test_there_may_be_too_many_positions():
    assert explore_plain(flags(), most_positions=2**12 - 1) is None
    assert explore_plain(flags(), most_positions=2**12).positions == 2**12


def test_many_positions_are_foreseen(monkeypatch):
    """Of 2 to the 16th, each a set of flags, it is clear at the fifth distance that there will be more than 20,000."""
    known = []
    expand = plain._Search.expand

    def noted(search, *positions):
        known.append(len(search.marks))
        expand(search, *positions)

    monkeypatch.setattr(plain._Search, "expand", noted)
    assert explore_plain(lattice(16), most_positions=20_000) is None
    assert max(known) == sum(comb(16, flags) for flags in range(5)) == 2_517
    assert explore_plain(lattice(16), most_positions=2**16).positions == 2**16


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([1, 4], 0),
        ([4, 2, 1], 0.95 / 2),
        ([1, 8, 16], 8 + 1 + 1 / 32),
        ([3, 0, 2], 0),
        ([comb(12, one) for one in range(6)], pytest.approx(2_283, abs=0.5)),
    ],
)
def test_how_many_are_ahead(sizes, expected):
    """Growth goes on falling as it last did: from 8 to 2, to a half, to an eighth; or by a twentieth. Of the binomial there are 2,510."""
    assert ahead(sizes) == expected


def test_a_play_to_a_finished_state():
    found = explore_plain(passing([counting(3)], [COUNT]))
    ends = {
        found.steps.state(position, code)[1]: (position, code) for position, m in found.final for code in codes_of(m)
    }
    play = PlainPlays(found).play_to(ends[3])
    told = [str(found.system.commands[one]) for one in play]
    assert told == [*["first: counts"] * 3, "first: passes", "second: passes"]


# ---- surveys ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("few", "many", "stage"), [(10**6, 10**6, "the graph"), (1, 10**6, "plain Python"), (1, 1, "numpy")]
)
def test_every_stage_surveys_the_same(monkeypatch, few, many, stage):
    """And none begins when the one before it is enough."""
    system, view = passing([counting(3)], [COUNT]), View((read(COUNT),))
    expected, begun = survey_folded(system, view), ["the graph"]

    def noted(name, search):
        def searching(*arguments, **named):
            begun.append(name)
            return search(*arguments, **named)

        return searching

    monkeypatch.setattr(plain_survey, "_FEW_STATES", few)
    monkeypatch.setattr(plain_survey, "_MANY_POSITIONS", many)
    monkeypatch.setattr(plain_survey, "explore_plain", noted("plain Python", explore_plain))
    monkeypatch.setattr(folded_survey, "survey_folded", noted("numpy", survey_folded))
    found = survey_by_positions(system, view)
    assert begun == ["the graph", "plain Python", "numpy"][: len(begun)]
    assert begun[-1] == stage
    assert replace(found, endings=()) == replace(expected, endings=())
    assert [(one.case, len(one.play)) for one in found.endings] == [((n,), n + 2) for n in range(4)]


@pytest.mark.parametrize("few", [1, 10**6])
def test_powers_are_told_by_the_graph_or_with_numpy(monkeypatch, few):
    """Only the first player decides how far is counted."""
    monkeypatch.setattr(plain_survey, "_FEW_STATES", few)
    system, view = passing([counting(1)], [COUNT]), View((read(COUNT),))
    found = survey_by_positions(system, view, players=["first", "second"])
    assert found.solved
    assert [one.enforceable_by for one in found.endings] == [("first",), ("first",)]


@pytest.mark.parametrize(("few", "states"), [(1, 237), (10**6, 94)])
def test_a_survey_ends_at_a_limit_of_states(monkeypatch, few, states):
    """The graph before it is passed, positions after a whole round."""
    monkeypatch.setattr(plain_survey, "_FEW_STATES", few)
    found = survey_by_positions(flags(), View(()), limits=Limits(states=100))
    assert (found.complete, found.limit, found.transitions) == (False, "states", None)
    assert found.states == states


@pytest.mark.parametrize(
    ("limits", "left"),
    [(Limits(seconds=600), 200), (Limits(states=10**6, seconds=600), 200), (NO_LIMITS, None)],
)
def test_the_time_that_is_left(monkeypatch, limits, left):
    """Of 600 seconds 400 are over when the graph turns out to be no small one."""
    given, times = [], iter([5000.0])

    def by_positions(*arguments, **named):
        given.append(named["limits"])
        return explore_plain(*arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(plain_survey, "_FEW_STATES", 10)
        patched.setattr(plain_survey, "explore_plain", by_positions)
        patched.setattr(plain_survey, "monotonic", lambda: next(times, 5400.0))
        found = survey_by_positions(passing([counting()], [COUNT]), View(()), limits=limits)
    assert given == [replace(limits, seconds=left)]
    assert (found.states, found.transitions, found.finished) == (123, 122, 41)
