"""Decision diagrams and the explicit search: the same numbers, outcomes and powers, on random systems, the corpus and random boards.

Of the corpus every fourth board, and thirty random boards; with ENDPHASE_THOROUGH=1 in the environment all boards, and two
hundred.
"""

import os
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from explorer.game import ground
from explorer.game.players import PLAYERS
from explorer.questions.surveys import view_of
from explorer.search import attractor, explore, replay
from explorer.search.diagrams import View, survey
from explorer.search.diagrams.conditions import Conditions
from explorer.search.diagrams.encoding import Encoding, without
from explorer.search.diagrams.machine import Machine
from explorer.search.diagrams.reach import Reach
from explorer.system import CompiledStepper
from explorer.system.commands import RULES, Assign, Command, block
from explorer.system.reference import ReferenceStepper
from explorer.system.system import System
from explorer.system.terms import const, integer, plus, read
from tests.differential import laws, test_corpus
from tests.differential.boards import LIBRARY, cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.test_random_systems import (
    STATES,
    VARIABLES,
    conditions,
    numbers,
    symmetric_systems,
    systems,
    updates,
)

THOROUGH = bool(os.environ.get("ENDPHASE_THOROUGH"))
RESULT = integer("result", -100_000, 100_000)
DECIDERS = ("first", "second", RULES)
ENCODING = Encoding(VARIABLES, {})


# ---- terms and statements --------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(conditions(3))
def test_a_condition_holds_in_the_states_in_which_it_is_true(pair):
    condition, meaning = pair
    where = Conditions(ENCODING).holds(condition, ENCODING.all)
    for state in STATES:
        assert (where & ENCODING.assigned(state)).satisfiable() == bool(meaning(state))


@settings(max_examples=60)
@given(numbers(3), st.booleans())
def test_states_are_parted_by_the_value_of_a_term(pair, at_once):
    """Whether the term is worked out for all states, or for these alone."""
    term, meaning = pair
    found = Conditions(ENCODING)
    found.small = (lambda _: True) if at_once else (lambda _: False)
    parts = found.by_value(term, ENCODING.all)
    for state in STATES[::3]:
        here = ENCODING.assigned(state)
        assert [value for value, part in parts.items() if (part & here).satisfiable()] == [meaning(state)]


@settings(max_examples=40, deadline=None)
@given(updates(VARIABLES, depth=3))
def test_an_update_leads_from_where_it_leads_to(update):
    """Forwards it does with each state what the reference does; backwards it finds it again, and nothing else."""
    change = Command("rules", "changes", (), update)
    states = STATES[::7]
    jumps = [Command("rules", n, (), block(Assign(*pair) for pair in one.items())) for n, one in enumerate(states)]
    system = System(VARIABLES, states[0], (change, *jumps))
    reference, machine = ReferenceStepper(system), Machine(system)
    Reach(machine).run()
    for values in states:
        state = tuple(values.values())
        here, there = machine.single(state), machine.single(reference.successor(state, 0))
        assert machine.after(change, here) == there
        assert (machine.before(change, there) & here) == here
        assert not (machine.before(change, without(machine.encoding.all, there)) & here).satisfiable()


# ---- whole systems ---------------------------------------------------------------------------------------------------


def assert_agree(system, view, deciders=DECIDERS):
    """The survey counts what the graph has, and finds the cases of the view, plays to them, and who can force them."""
    graph = explore(system)
    found = survey(system, view, players=deciders)
    assert (found.states, found.transitions, found.finished) == (
        len(graph.states),
        graph.transitions,
        len(graph.terminal),
    )
    ends = {}
    for end in graph.terminal:
        ends.setdefault(case_of(system, view, graph.states[end]), []).append(end)
    assert [one.case for one in found.endings] == sorted(ends)
    assert found.cases == len(ends)
    for one in found.endings:
        last = replay(system, one.play)[-1]
        assert case_of(system, view, last) == one.case
        assert not CompiledStepper(system).moves(last)
        able = tuple(player for player in deciders if 0 in attractor(graph, (player,), ends[one.case]))
        assert one.enforceable_by == able
    return found


def case_of(system, view, state):
    """The case of a state: the values of the terms, with the rows that are alike in ascending order."""
    values = [system.value(state, term) for term in view.terms]
    for group in view.alike:
        rows = sorted(tuple(values[place] for place in row) for row in group)
        for row, contents in zip(group, rows, strict=True):
            for place, value in zip(row, contents, strict=True):
                values[place] = value
    return tuple(values)


@settings(max_examples=150, deadline=None)
@given(systems(orbits=True), st.data())
def test_random_systems(system, data):
    seen = data.draw(st.lists(st.sampled_from(system.variables), max_size=3, unique=True))
    terms = [read(one) for one in seen]
    terms += [plus(read(one), other) for one, other in combinations(seen, 2)]
    terms += [const(data.draw(st.integers(-1, 2))) for _ in range(2)]
    positions = data.draw(st.permutations(range(len(terms))))
    half = len(terms) // 2
    alike = (tuple((one,) for one in positions[:half]), tuple((one,) for one in positions[half:]))
    assert_agree(system, View(tuple(terms), data.draw(st.sampled_from([(), alike[:1], alike]))))


@settings(max_examples=50, deadline=None)
@given(symmetric_systems())
def test_random_systems_with_interchangeable_rows(drawn):
    """Whether the rows are sorted in every state, or only in what is asked of the last ones."""
    system, orbit = drawn
    terms = tuple(read(variable) for row in orbit.rows for variable in row)
    view = View(terms, (((0, 1), (2, 3), (4, 5)),))
    whole, merged = (assert_agree(one, view, ("player",)) for one in (system, replace(system, orbits=(orbit,))))
    assert [one.case for one in whole.endings] == [one.case for one in merged.endings]


@settings(max_examples=60, deadline=None)
@given(systems(bounded=False))
def test_a_variable_that_leaves_its_range_is_noticed(system):
    checked = laws.leaves_its_range(lambda: explore(CompiledStepper(system, checked=True)))
    assert laws.leaves_its_range(lambda: survey(system)) == checked


@pytest.mark.parametrize("place", range(0, len(test_corpus.BOARDS), 1 if THOROUGH else 4))
def test_boards_of_the_corpus(place):
    _, name, case = test_corpus.BOARDS[place]
    game = ground(case.board, LIBRARY, LIBRARY.ruleset(name))
    assert_boards_agree(game, explore(game.system), powers=True)


@seed(7)
@settings(DRAWN, max_examples=200 if THOROUGH else 30)
@given(cases())
def test_random_boards(case):
    game, graph = searched_draw(case, 3_000)
    assert_boards_agree(game, graph, powers=len(graph.states) <= 300)


def assert_boards_agree(game, graph, *, powers):
    """The same sizes, outcomes and powers; each case of the view is an outcome of its own."""
    view = view_of(game)
    found = survey(game.system, view.view, players=[player.value for player in PLAYERS] if powers else ())
    assert (found.states, found.transitions, found.finished) == (
        len(graph.states),
        graph.transitions,
        len(graph.terminal),
    )
    told = {view.outcome(one.case): one.enforceable_by for one in found.endings}
    assert len(told) == found.cases == len(found.endings)
    known = laws.outcomes(game, graph)
    assert told == (known if powers else dict.fromkeys(known, ()))
    for one in found.endings:
        assert game.outcome(replay(game.system, one.play)[-1]) == view.outcome(one.case)
