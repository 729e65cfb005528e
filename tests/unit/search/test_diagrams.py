"""Sets of states as decision diagrams: sizes that are known, who may not decide at once, limits, and what is missing."""

import sys
import threading
import time
from importlib import import_module, reload

import pytest

from explorer.search.diagrams import View, survey
from explorer.search.diagrams.encoding import Encoding
from explorer.search.diagrams.order import ordered, shared
from explorer.search.explore import Limits, MixedDeciders, explore
from explorer.system.commands import RULES, Assign, Clause, Command, If, OutOfDomain
from explorer.system.system import Orbit, System
from explorer.system.terms import all_of, at_most, boolean, const, equal, integer, less, negate, plus, read, scratch

SURVEY = import_module("explorer.search.diagrams.survey")


def lamps(number, *, events="own"):
    """Lamps that are off, each of which can be switched on."""
    every = [boolean(f"lamp {i}") for i in range(number)]
    commands = [
        Command(RULES, i if events == "own" else events, (Clause("off", negate(lamp)),), (Assign(lamp, 1),))
        for i, lamp in enumerate(every)
    ]
    return System(tuple(every), dict.fromkeys(every, 0), tuple(commands))


def test_a_hundred_lamps():
    """2 to the 100 states; each of a hundred lamps is off in half of them."""
    found = survey(lamps(100))
    assert (found.states, found.transitions, found.finished) == (2**100, 100 * 2**99, 1)
    assert str(found) == f"{2**100} states, {100 * 2**99} transitions, 1 terminal"


def test_one_event_with_several_targets():
    """Steps of one event are told apart by where they lead."""
    assert survey(lamps(12, events="a lamp goes on")).transitions == 12 * 2**11


def test_one_event_with_one_target():
    """Two commands that do the same in other words are one step; where they differ they are two."""
    a, b = integer("a", 0, 3), boolean("b")
    commands = [
        Command("player", "counts", (Clause("less", less(a, 3)),), (Assign(a, plus(a, 1)),)),
        Command("player", "counts", (Clause("zero", equal(a, 0)),), (Assign(a, 1),)),
        Command("player", "counts", (Clause("zero", equal(a, 1)),), (Assign(a, 2), Assign(b, 1))),
    ]
    system = System((a, b), {a: 0, b: 0}, tuple(commands))
    found, graph = survey(system), explore(system)
    assert (found.states, found.transitions, found.finished) == (6, 5, 2)
    assert (len(graph.states), graph.transitions, len(graph.terminal)) == (6, 5, 2)


def test_a_wide_variable_takes_only_the_values_that_occur():
    """Life from 0 to 100,000 that is lost by the thousand: arithmetic over the values that it has."""
    life, lost = integer("life", 0, 100_000), integer("lost", 0, 100_000)
    hit = Command(
        "player",
        "hits",
        (Clause("alive", at_most(1000, life)),),
        (Assign(life, plus(life, -1000)), Assign(lost, plus(lost, 1000))),
    )
    found = survey(System((life, lost), {life: 50_000, lost: 0}, (hit,)), View((read(life), plus(life, lost))))
    assert (found.states, found.transitions, found.finished) == (51, 50, 1)
    assert [(one.case, len(one.play)) for one in found.endings] == [((0, 50_000), 50)]


def test_a_system_without_variables():
    """It has its one state."""
    found = survey(System((), {}, ()))
    assert (found.states, found.transitions, found.finished, found.cases) == (1, 0, 1, 1)


def test_a_local_variable_is_0_where_nothing_was_assigned():
    """Also one that is only read, and in the next step again."""
    a, noted, never = integer("a", 0, 3), scratch("noted"), scratch("never")
    update = (If(negate(noted), Assign(a, plus(a, 1))), Assign(noted, 1), If(never, Assign(a, 0)))
    found = survey(System((a,), {a: 0}, (Command("player", "counts", (Clause("less", less(a, 3)),), update),)))
    assert (found.states, found.transitions) == (4, 3)


@pytest.mark.parametrize(("events", "transitions"), [("own", 3 + 2 + 1), ("a lamp goes on", 3)])
def test_rows_are_sorted_after_each_step(events, transitions):
    """Of three lamps that are alike it counts how many are on; which one goes on makes another step only by its event."""
    system = lamps(3, events=events)
    alike = Orbit(tuple((lamp,) for lamp in system.variables))
    found = survey(System(system.variables, system.initial, system.commands, (), (alike,)))
    assert (found.states, found.transitions) == (4, transitions)


def test_several_may_not_decide_in_one_state():
    """The message names both, and the state."""
    a = integer("a", 0, 2)
    less_than_two = Clause("less", less(a, 2))
    commands = [
        Command("first", "counts", (less_than_two,), (Assign(a, plus(a, 1)),)),
        Command("second", "acts", (Clause("one", equal(a, 1)),), ()),
    ]
    with pytest.raises(MixedDeciders, match="both may act, first: counts and second: acts, in the state a = 1"):
        survey(System((a,), {a: 0}, tuple(commands)))


def test_a_variable_may_not_leave_its_range():
    """The message names the command."""
    a = integer("a", 0, 2)
    with pytest.raises(OutOfDomain, match=r"player: counts sets a to 3, outside 0\.\.2"):
        survey(System((a,), {a: 0}, (Command("player", "counts", (), (Assign(a, plus(a, 1)),)),)))


def test_a_value_that_was_said_to_be_impossible_is_noticed():
    """What folding has found out is not taken on trust."""
    a = integer("a", 0, 2)
    step = Command("player", "counts", (Clause("less", less(a, 2)),), (Assign(a, plus(a, 1)),))
    system = System((a,), {a: 0}, (step,), possible={a: frozenset((0, 1))})
    with pytest.raises(ValueError, match="player: counts sets a to 2, which was said to be impossible"):
        survey(system)


def test_possible_values_make_the_code_shorter():
    """Two values of twelve take one bit, and none is needed for one."""
    a, b = integer("a", 0, 11), integer("b", 0, 11)
    encoding = Encoding((a, b), {a: frozenset((3, 7)), b: frozenset((5,))})
    assert (encoding.size, encoding.width) == (1, {a: 1, b: 0})
    assert encoding.equal(b, 5) == encoding.all
    assert not encoding.equal(a, 4).satisfiable()
    assert set(encoding.parts(a, encoding.all)) == {3, 7}


def test_columns_that_meet_share_one_code():
    """Whatever their order: values of each go into both."""
    a, b, c = (integer(name, 0, 11) for name in "abc")
    possible = {a: frozenset((1, 2)), b: frozenset((2, 3)), c: frozenset((9,))}
    encoding = Encoding((a, b, c), possible, [(a, b), (b, c)])
    assert [list(encoding.values[one]) for one in (a, b, c)] == [[1, 2, 3, 9]] * 3


def test_what_belongs_together_stands_together():
    """Lamps and their switches are declared far apart; what all commands use comes first."""
    turn = boolean("turn")
    all_lamps, switches = ([boolean(f"{kind} {i}") for i in range(8)] for kind in ("lamp", "switch"))
    commands = [
        Command(
            "player", i, (Clause("turn", negate(turn)), Clause("on", all_of(switch, negate(lamp)))), (Assign(lamp, 1),)
        )
        for i, (lamp, switch) in enumerate(zip(all_lamps, switches, strict=True))
    ]
    variables = (*all_lamps, *switches, turn)
    system = System(variables, dict.fromkeys(variables, 0), tuple(commands))
    assert shared(system) == {turn}
    order = ordered(system, variables)
    assert order[0] is turn
    places = {variable: place for place, variable in enumerate(order)}
    assert all(abs(places[lamp] - places[switch]) == 1 for lamp, switch in zip(all_lamps, switches, strict=True))


def test_rows_that_are_compared_stand_beside_each_other():
    """Two cards that are alike, of which no command is about both: to compare them would take 2^96 nodes otherwise."""
    rows = [[integer(f"{card}.{thing}", 0, 60) for thing in range(16)] for card in ("one", "other")]
    commands = [
        Command("player", f"{one}", (Clause("free", equal(one, 0)),), (Assign(one, 1), Assign(row[0], 2)))
        for row in rows
        for one in row[1:]
    ]
    variables = tuple(variable for row in rows for variable in row)
    system = System(variables, dict.fromkeys(variables, 0), tuple(commands), orbits=(Orbit(tuple(map(tuple, rows))),))
    order = ordered(system, variables, columns=list(zip(*rows, strict=True)))
    assert sorted(order, key=str) == sorted(variables, key=str)
    places = {variable: place for place, variable in enumerate(order)}
    assert {places[other] - places[one] for one, other in zip(*rows, strict=True)} == {1}
    assert survey(System(variables, system.initial, (), orbits=system.orbits)).states == 1


def test_columns_that_meet_stand_together():
    a, b, c, d = (boolean(name) for name in "abcd")
    system = System((a, b, c, d), dict.fromkeys((a, b, c, d), 0), ())
    assert ordered(system, [a, b, c, d], columns=[(a, c), (c, d)]) == [a, c, d, b]


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_the_limit_of_states():
    """At least one more than the limit was found, and it is not said that this is all."""
    found = survey(lamps(20), limits=Limits(states=100))
    assert not found.complete
    assert (found.limit, found.transitions, found.finished, found.solved) == ("states", None, None, False)
    assert 100 < found.states < 2**20
    assert str(found) == f"at least {found.states} states (partial: states)"


def test_a_limit_that_is_not_reached_changes_nothing():
    """As large as the system is."""
    assert survey(lamps(20), limits=Limits(states=2**20, seconds=600)) == survey(lamps(20))


def test_outcomes_that_were_met_before_the_limit_are_told():
    """A part of a survey has those of the finished states in it."""
    a, b = integer("a", 0, 1), integer("b", 0, 200)
    commands = [
        Command("player", "ends", (Clause("going on", equal(a, 0)), Clause("few", less(b, 9))), (Assign(a, 1),)),
        Command(
            "player",
            "counts",
            (Clause("going on", equal(a, 0)), Clause("less", less(b, 200))),
            (Assign(b, plus(b, 1)),),
        ),
    ]
    system = System((a, b), {a: 0, b: 0}, tuple(commands))
    whole = survey(system, View((read(b),)))
    part = survey(system, View((read(b),)), limits=Limits(states=5))
    assert whole.cases == 10
    assert 0 < part.cases < 10
    assert {one.case for one in part.endings} < {one.case for one in whole.endings}


def hard(number):
    """Lamps of which each, by how many are on, switches others off: every one depends on every other one."""
    every = [boolean(f"lamp {i}") for i in range(number)]
    total = plus(every)
    commands = [
        Command(
            RULES,
            i,
            (Clause("off", negate(lamp)),),
            (Assign(lamp, 1), *(If(equal(total, i), Assign(other, 0)) for other in every[i + 1 :: 3])),
        )
        for i, lamp in enumerate(every)
    ]
    return System(tuple(every), dict.fromkeys(every, 0), tuple(commands))


@pytest.fixture
def endless(monkeypatch):
    """An operation that does not come back, as one on large diagrams may for long; it is let go at the end."""
    over = threading.Event()
    monkeypatch.setattr(SURVEY.Reach, "run", lambda _: over.wait(60))
    yield
    over.set()


@pytest.mark.usefixtures("endless")
def test_the_limit_of_time_is_kept_within_an_operation():
    """It is left behind, and what was found before is told."""
    started = time.monotonic()
    found = survey(lamps(5), limits=Limits(seconds=0.2))
    assert time.monotonic() - started < 1.2
    assert (found.limit, found.states, found.cases) == ("seconds", 1, None)


@pytest.mark.usefixtures("endless")
def test_an_interrupt_within_an_operation(monkeypatch):
    """The same."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(SURVEY, "_watched", interrupted)
    assert survey(lamps(5)).limit == "interrupted"


@pytest.mark.usefixtures("endless")
def test_progress_is_told(monkeypatch):
    """How many states there are so far, of how many nodes."""
    monkeypatch.setattr(SURVEY, "_TELL_EVERY", 0.0)
    told = []
    survey(lamps(5), limits=Limits(seconds=0.2), progress=told.append)
    assert told
    assert {one.states for one in told} == {1}
    assert all(one.nodes > 0 for one in told)


@pytest.mark.usefixtures("endless")
def test_the_limit_of_memory_of_the_process():
    """One megabyte is less than Python itself takes."""
    assert survey(lamps(5), limits=Limits(memory_mb=1)).limit == "memory"


def test_the_limit_of_nodes(monkeypatch):
    """Diagrams that do not fit are a lack of memory, not an error."""
    monkeypatch.setattr(SURVEY, "MOST_NODES", 4000)
    found = survey(hard(30))
    assert found.limit == "memory"
    assert found.states >= 1


def test_cases_are_not_listed_where_they_are_too_many():
    """Their number is exact all the same."""
    system = lamps(10)
    stops = Command(RULES, "stops", (Clause("going on", negate(boolean("over"))),), (Assign(boolean("over"), 1),))
    over = stops.update[0].variable
    commands = [Command(c.by, c.event, (*c.guard, Clause("going on", negate(over))), c.update) for c in system.commands]
    whole = System((*system.variables, over), {**system.initial, over: 0}, (*commands, stops))
    view = View(tuple(map(read, system.variables)))
    few, all_ = (survey(whole, view, most_endings=most) for most in (1023, 1024))
    assert (few.cases, few.endings) == (1024, ())
    assert (all_.cases, len({one.case for one in all_.endings})) == (1024, 1024)


def test_numbers_that_are_alike_are_told_apart():
    """Three things of which two never move: where they are, in ascending order, and not one place for both numbers."""
    moving, resting = integer("moving", 0, 5), const(4)
    moves = Command("player", "moves", (Clause("resting", less(moving, 5)),), (Assign(moving, plus(moving, 3)),))
    stays = Command("player", "stays", (Clause("resting", equal(moving, 2)),), (Assign(moving, 5),))
    over = boolean("over")
    ends = Command("player", "ends", (Clause("going on", negate(over)),), (Assign(over, 1),))
    guarded = [Command(c.by, c.event, (*c.guard, Clause("going on", negate(over))), c.update) for c in (moves, stays)]
    system = System((moving, over), {moving: 2, over: 0}, (*guarded, ends))
    found = survey(system, View((resting, read(moving), resting), (((0,), (1,), (2,)),)))
    assert [one.case for one in found.endings] == [(2, 4, 4), (4, 4, 5)]


def test_what_is_alike_may_have_a_wider_range_than_its_places():
    """A number that moves to where only 0 was has to go on to the end of the row."""
    moving = integer("moving", 0, 5)
    moves = Command("player", "moves", (Clause("resting", less(moving, 5)),), (Assign(moving, plus(moving, 1)),))
    system = System((moving,), {moving: 3}, (moves,))
    found = survey(system, View((read(moving), const(0), const(0)), (((0,), (1,), (2,)),)))
    assert [one.case for one in found.endings] == [(0, 0, 5)]


def test_rows_that_are_exchanged_take_each_others_values():
    """One thing is at 0 or 5, the other at 3 or 4, and the smaller is told first: four states of two steps."""
    places = integer("one place", 0, 5), integer("other place", 0, 5)
    commands = [
        Command("player", f"moves to {to}", (Clause("there", equal(place, at)),), (Assign(place, to),))
        for place in places
        for at, to in ((0, 5), (3, 4))
    ]
    orbit = Orbit(tuple((place,) for place in places))
    possible = dict(zip(places, (frozenset({0, 5}), frozenset({3, 4})), strict=True))
    initial = dict(zip(places, (0, 3), strict=True))
    system = System(places, initial, tuple(commands), (), (orbit,), possible=possible)
    found = survey(system, View(tuple(map(read, places))))
    assert (found.states, found.transitions, [one.case for one in found.endings]) == (4, 4, [(4, 5)])


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    """An import that fails says what to install."""
    encoding = import_module("explorer.search.diagrams.encoding")
    monkeypatch.setitem(sys.modules, "oxidd.bdd", None)
    with pytest.raises(ImportError, match=r"need OxiDD, which comes with the extra endphase\[diagrams\]"):
        reload(encoding)
