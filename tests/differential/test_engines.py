"""Expanding states one by one and many at once: the same graph, on random systems, the corpus and random boards.

Of the corpus every sixth board, and forty random boards; with ENDPHASE_THOROUGH=1 in the environment all boards, and two
hundred.
"""

import os
from dataclasses import replace
from importlib import import_module
from itertools import product

import pytest
from hypothesis import HealthCheck, given, seed, settings

from explorer.game import ground
from explorer.search.explore import Limits, explore
from explorer.system.commands import Assign, Clause, Command
from explorer.system.compiled import CompiledStepper
from explorer.system.reference import ReferenceStepper
from explorer.system.system import System
from explorer.system.terms import integer
from explorer.system.vectors import VectorStepper
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
INITIAL = {variable: variable.low for variable in (*VARIABLES, RESULT)}
ROWS = [(*state.values(), 0) for state in STATES]


def steps_of(command):
    """What the command does in all states, many at once: by state, the state after it."""
    stepper = VectorStepper(System((*VARIABLES, RESULT), INITIAL, (command,)))
    steps = stepper.steps(stepper.packing.pack(ROWS))
    return dict(zip(steps.sources.tolist(), stepper.packing.states(steps.states), strict=True))


@given(numbers(3))
def test_columns_hold_the_values_of_terms(pair):
    term, meaning = pair
    found = steps_of(Command("rules", "computes", (), (Assign(RESULT, term),)))
    assert [found[row][-1] for row in range(len(ROWS))] == [meaning(state) for state in STATES]


@given(conditions(3))
def test_guards_hold_in_the_rows_in_which_conditions_do(pair):
    condition, meaning = pair
    found = steps_of(Command("rules", "is allowed", (Clause("condition", condition),), ()))
    assert set(found) == {row for row, state in enumerate(STATES) if meaning(state)}


@settings(max_examples=60)
@given(updates(VARIABLES, depth=3))
def test_updates_of_columns_are_those_of_states(update):
    command = Command("rules", "changes", (), update)
    reference = ReferenceStepper(System((*VARIABLES, RESULT), INITIAL, (command,)))
    assert steps_of(command) == {row: reference.successor(state, 0) for row, state in enumerate(ROWS)}


@settings(max_examples=100)
@given(systems(orbits=True))
def test_random_systems(system):
    laws.assert_engines_agree(system)


@settings(max_examples=40)
@given(symmetric_systems())
def test_random_systems_with_interchangeable_rows(drawn):
    system, orbit = drawn
    laws.assert_engines_agree(replace(system, orbits=(orbit,)))


@settings(max_examples=60)
@given(systems(bounded=False))
def test_a_variable_that_leaves_its_range_is_noticed(system):
    checked = laws.leaves_its_range(lambda: explore(CompiledStepper(system, checked=True)))
    for engine in laws.AT_ONCE:
        assert laws.leaves_its_range(lambda e=engine: explore(system, limits=Limits(engine=e))) == checked
    assert laws.leaves_its_range(lambda: laws.by_tables(system)) == checked


@pytest.mark.parametrize(("together", "begun"), list(product([1, 3, 7], [0, 5])))
def test_it_does_not_matter_how_many_are_expanded_together(monkeypatch, together, begun):
    """Nor how many had been expanded one by one before."""
    monkeypatch.setattr(import_module("explorer.search.frontiers"), "MOST_TOGETHER", together)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_MANY_STATES", begun)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_TABLED_STATES", begun // 2)
    monkeypatch.setattr(import_module("explorer.search.explore"), "_CHECK_EVERY", 1)
    monkeypatch.setattr(import_module("explorer.search.tabled"), "_TOGETHER", together)

    @settings(max_examples=15, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(systems(orbits=True))
    def same(system):
        laws.assert_same_graph(explore(system), explore(CompiledStepper(system)))

    same()


@pytest.mark.parametrize(("entries", "together"), list(product([1, 2, 5], [1, 3])))
def test_it_does_not_matter_how_far_tables_grow(monkeypatch, entries, together):
    """Before they are parted, their updates too."""
    tables = import_module("explorer.system.tables")
    monkeypatch.setattr(tables, "MOST_ENTRIES", entries)
    monkeypatch.setattr(tables, "_MOST_TOGETHER", together)
    monkeypatch.setattr(import_module("explorer.system.summaries"), "NARROW", 1)

    @settings(max_examples=25, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(systems(orbits=True))
    def same(system):
        laws.assert_same_graph(laws.by_tables(system), explore(CompiledStepper(system)))

    same()


@pytest.mark.parametrize("place", range(1, len(test_corpus.BOARDS), 1 if THOROUGH else 12))
def test_boards_of_the_corpus_by_tables_that_are_parted(monkeypatch, place):
    monkeypatch.setattr(import_module("explorer.system.tables"), "MOST_ENTRIES", 3)
    _, name, case = test_corpus.BOARDS[place]
    system = ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system
    laws.assert_same_graph(laws.by_tables(system), explore(CompiledStepper(system)))


@settings(max_examples=15)
@given(systems())
def test_the_limit_of_states_cuts_at_the_same_place(system):
    for most in range(1, min(len(explore(system).states) + 2, 40)):
        limits = Limits(states=most)
        stepped = explore(CompiledStepper(system), limits=limits)
        for engine in laws.AT_ONCE:
            laws.assert_same_graph(explore(system, limits=replace(limits, engine=engine)), stepped)
        laws.assert_same_graph(laws.by_tables(system, limits), stepped)


@pytest.mark.parametrize("place", range(0, len(test_corpus.BOARDS), 1 if THOROUGH else 6))
def test_boards_of_the_corpus(place):
    _, name, case = test_corpus.BOARDS[place]
    laws.assert_engines_agree(ground(case.board, LIBRARY, LIBRARY.ruleset(name)).system)


@seed(6)
@settings(DRAWN, max_examples=200 if THOROUGH else 40)
@given(cases())
def test_random_boards(case):
    game, _ = searched_draw(case, 20_000)
    laws.assert_engines_agree(game.system)
