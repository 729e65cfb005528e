"""Random terms, systems and games: the fast and the obvious way to every answer agree."""

from functools import cache
from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.search.explore import Limits, explore
from explorer.search.games import UnvaluedGame, attractor, backward_values
from explorer.search.plays import count_plays, find_loop, replay, shortest_play
from explorer.search.reference import reference_graph
from explorer.system import samples
from explorer.system.commands import RULES, Assign, Clause, Command, If, OutOfDomain, block
from explorer.system.compiled import CompiledStepper
from explorer.system.folding import fold
from explorer.system.possibilities import Possibilities
from explorer.system.pruning import prune
from explorer.system.reference import ReferenceStepper
from explorer.system.solving import Solver, models_of
from explorer.system.system import Orbit, System
from explorer.system.terms import (
    all_of,
    any_of,
    at_most,
    boolean,
    bounds,
    const,
    count_true,
    either,
    enumeration,
    equal,
    evaluate,
    half,
    integer,
    larger,
    less,
    minus,
    negate,
    one_of,
    plus,
    read,
    scratch,
    smaller,
    substitute,
    times,
    variables_of,
)
from tests.differential import laws, second_opinion

FLAG, OTHER_FLAG = boolean("flag"), boolean("other flag")
PLACE = enumeration("place", ["hand", "field", "graveyard"])
SIDE = enumeration("side", ["left", "right"])
NUMBER, SIGNED = integer("number", 0, 4), integer("signed", -2, 2)
VARIABLES = (FLAG, OTHER_FLAG, PLACE, SIDE, NUMBER, SIGNED)
LOCAL = scratch("local", -2, 4)
STATES = [
    dict(zip(VARIABLES, values, strict=True)) for values in product(*(range(v.low, v.high + 1) for v in VARIABLES))
]


# --- Terms: each comes with a function that says what it has to be ---


@cache
def conditions(depth, variables=VARIABLES):
    flags = st.sampled_from([v for v in variables if (v.low, v.high) == (0, 1)])
    leaf = st.one_of(
        flags.map(lambda v: (read(v), lambda s: s[v])),
        st.booleans().map(lambda b: (const(b), lambda s: int(b))),
        st.tuples(st.sampled_from(variables), st.lists(st.integers(-2, 5), max_size=3)).map(
            lambda p: (one_of(p[0], p[1]), lambda s: int(s[p[0]] in p[1]))
        ),
    )
    if depth == 0:
        return leaf
    inner, numeric = conditions(depth - 1, variables), numbers(depth - 1, variables)
    several = st.lists(inner, max_size=4)
    return st.one_of(
        leaf,
        several.map(lambda ts: (all_of(t for t, _ in ts), lambda s: int(all(f(s) for _, f in ts)))),
        several.map(lambda ts: (any_of(t for t, _ in ts), lambda s: int(any(f(s) for _, f in ts)))),
        inner.map(lambda t: (negate(t[0]), lambda s: 1 - t[1](s))),
        st.tuples(numeric, numeric).map(lambda p: (equal(p[0][0], p[1][0]), lambda s: int(p[0][1](s) == p[1][1](s)))),
        st.tuples(numeric, numeric).map(lambda p: (at_most(p[0][0], p[1][0]), lambda s: int(p[0][1](s) <= p[1][1](s)))),
        st.tuples(numeric, numeric).map(lambda p: (less(p[0][0], p[1][0]), lambda s: int(p[0][1](s) < p[1][1](s)))),
        st.tuples(inner, inner, inner).map(
            lambda p: (either(p[0][0], p[1][0], p[2][0]), lambda s: p[1][1](s) if p[0][1](s) else p[2][1](s))
        ),
    )


@cache
def numbers(depth, variables=VARIABLES):
    leaf = st.one_of(
        st.sampled_from(variables).map(lambda v: (read(v), lambda s: s[v])),
        st.integers(-3, 6).map(lambda n: (const(n), lambda s: n)),
    )
    if depth == 0:
        return leaf
    inner, condition = numbers(depth - 1, variables), conditions(depth - 1, variables)
    pair, several = st.tuples(inner, inner), st.lists(inner, max_size=3)
    return st.one_of(
        leaf,
        condition,
        several.map(lambda ts: (plus(t for t, _ in ts), lambda s: sum(f(s) for _, f in ts))),
        st.lists(condition, max_size=3).map(
            lambda ts: (count_true(t for t, _ in ts), lambda s: sum(f(s) for _, f in ts))
        ),
        pair.map(lambda p: (minus(p[0][0], p[1][0]), lambda s: p[0][1](s) - p[1][1](s))),
        inner.map(lambda p: (half(p[0]), lambda s: p[1](s) // 2)),
        st.tuples(st.integers(-2, 3), inner).map(lambda p: (times(p[0], p[1][0]), lambda s: p[0] * p[1][1](s))),
        pair.map(lambda p: (smaller(p[0][0], p[1][0]), lambda s: min(p[0][1](s), p[1][1](s)))),
        pair.map(lambda p: (larger(p[0][0], p[1][0]), lambda s: max(p[0][1](s), p[1][1](s)))),
        st.tuples(condition, inner, inner).map(
            lambda p: (either(p[0][0], p[1][0], p[2][0]), lambda s: p[1][1](s) if p[0][1](s) else p[2][1](s))
        ),
    )


@given(numbers(3))
def test_terms_keep_their_value_and_their_bounds(pair):
    term, meaning = pair
    low, high = bounds(term)
    for state in STATES:
        assert evaluate(term, state) == meaning(state)
        assert low <= meaning(state) <= high
    assert term.is_boolean == (low >= 0 and high <= 1)
    assert str(term)


@given(numbers(2), numbers(1), conditions(1))
def test_substituted_terms_mean_the_term_at_the_substituted_values(pair, number, condition):
    term, meaning = pair
    replaced = substitute(term, {NUMBER: number[0], FLAG: condition[0]})
    for state in STATES[::7]:
        values = {**state, NUMBER: number[1](state), FLAG: condition[1](state)}
        if NUMBER.holds(values[NUMBER]):
            assert evaluate(replaced, state) == meaning(values)


@given(numbers(3), st.data())
def test_narrowed_terms_agree_on_the_possible_values(pair, data):
    term, meaning = pair
    sets = {
        v: frozenset(data.draw(st.sets(st.integers(v.low, v.high), min_size=1)))
        for v in data.draw(st.sets(st.sampled_from(VARIABLES)))
    }
    may = Possibilities(sets)
    narrowed, (low, high), values = may.narrow(term), may.span(term), may.values(term)
    for state in STATES:
        if all(state[v] in values for v, values in sets.items()):
            assert evaluate(narrowed, state) == meaning(state)
            assert low <= meaning(state) <= high
            assert values is None or meaning(state) in values


@given(st.lists(conditions(2), max_size=3))
def test_a_sample_is_one_and_is_found_where_there_is_one(drawn):
    """That is, where the search is not given up."""
    with patch.object(samples, "MOST_STEPS", 1_000_000):
        found = samples.sample([term for term, _ in drawn], lambda one: range(one.low, one.high + 1))
    able = [state for state in STATES if all(meaning(state) for _, meaning in drawn)]
    if found is None:
        assert not able
    else:
        within = [state for state in STATES if all(state[one] in values for one, values in found.items())]
        assert within
        assert all(state in able for state in within)


@given(numbers(3), conditions(3))
def test_compiled_terms_agree(number, condition):
    result = integer("result", -10_000, 10_000)
    guarded = Command("p", "acts", (Clause("condition", condition[0]),), (Assign(result, number[0]),))
    both = Command("p", "both", (Clause("first", condition[0]), Clause("second", less(0, number[0]))), ())
    system = System((*VARIABLES, result), {**STATES[0], result: 0}, (guarded, both))
    stepper = CompiledStepper(system)
    for state in STATES[::5]:
        values = tuple(state.values())
        moves = stepper.successors((*values, 0))
        holds = condition[1](state)
        assert [move for move, _ in moves] == ([0] if holds else []) + ([1] if holds and number[1](state) > 0 else [])
        if holds:
            assert moves[0][1] == (*values, number[1](state))
            assert all(type(value) is int for value in moves[0][1])


@settings(max_examples=60)
@given(conditions(2))
def test_z3_finds_the_models(pair):
    term, meaning = pair
    found = {tuple(state[v] for v in VARIABLES) for state in STATES if meaning(state)}
    assert Solver().satisfiable([term]) == bool(found)
    used = sorted(variables_of(term), key=lambda v: v.name)
    assert models_of(term, used) == sorted({tuple(state[v] for v in used) for state in STATES if meaning(state)})


# --- Systems ---


@st.composite
def updates(draw, variables, *, depth=1, bounded=True):
    """Statements over the variables and a local one; when bounded, no assignment leaves the range."""
    readable = (*variables, LOCAL)
    found = []
    for _ in range(draw(st.integers(0, 3))):
        if depth and draw(st.integers(0, 3)) == 0:
            condition = draw(conditions(1, readable))[0]
            inner = updates(variables, depth=depth - 1, bounded=bounded)
            found.append(If(condition, draw(inner), draw(inner)))
        else:
            target = draw(st.sampled_from(readable))
            if draw(st.booleans()):
                term = const(draw(st.integers(target.low, target.high)))
            else:
                term = draw(numbers(2, readable))[0]
                if bounded:
                    term = larger(target.low, smaller(target.high, term))
            found.append(Assign(target, term))
    return block(found)


@st.composite
def comparisons(draw, variables):
    """A comparison of two variables, of which several together may have no solution."""
    left, right, shift = draw(st.sampled_from(variables)), draw(st.sampled_from(variables)), draw(st.integers(-2, 2))
    compare = draw(st.sampled_from([less, at_most, equal, lambda a, b: negate(equal(a, b))]))
    return compare(plus(left, shift), right)


@st.composite
def systems(draw, *, bounded=True, orbits=False):
    """A system in which the turn says who decides, some of whose commands share their events."""
    turn = enumeration("turn", ["first", "second", "rules"])
    deciders = ("first", "second", RULES)
    fixed = boolean("fixed")  # most commands leave it alone, so there is something to fold
    chosen = draw(st.lists(st.sampled_from(VARIABLES[2:]), min_size=2, max_size=3, unique=True))
    copies = (integer("copy 1", 0, 2), integer("copy 2", 0, 2)) if orbits else ()
    variables = (turn, fixed, FLAG, *chosen, *copies)
    changing = (FLAG, *chosen, *copies)
    commands = []
    for number in range(draw(st.integers(6, 14))):
        by = draw(st.integers(0, 2))
        guard = [Clause("turn", equal(turn, by))]
        guard += [
            Clause("compared", draw(comparisons(variables))) for _ in range(draw(st.sampled_from([0, 0, 0, 0, 1, 3])))
        ]
        guard += [
            Clause("other", draw(conditions(2, variables))[0]) for _ in range(draw(st.sampled_from([0, 0, 0, 1])))
        ]
        update = [draw(updates(variables if draw(st.integers(0, 9)) == 0 else changing, bounded=bounded))]
        if draw(st.booleans()):
            target = draw(st.sampled_from(changing))
            update.append(Assign(target, draw(st.integers(target.low, target.high))))
        if draw(st.integers(0, 3)):
            update.append(Assign(turn, draw(st.integers(0, 2))))
        event = number if draw(st.booleans()) else "same"
        commands.append(Command(deciders[by], event, tuple(guard), block(update)))
    initial = {v: draw(st.integers(v.low, v.high)) for v in variables}
    closing = draw(updates((FLAG, *chosen), bounded=bounded)) if draw(st.integers(0, 3)) == 0 else ()
    orbit = (Orbit(tuple((copy,) for copy in copies)),) if orbits else ()
    return System(variables, initial, tuple(commands), closing, orbit)


def edges_of(graph):
    return [
        (source, graph.labels[e], graph.targets[e]) for source in range(graph.expanded) for e in graph.edges(source)
    ]


@settings(max_examples=100)
@given(systems(orbits=True))
def test_compiled_search_gives_the_reference_graph(system):
    graph, reference = explore(system, limits=Limits(engine="python")), reference_graph(system)
    assert graph.complete
    assert graph.states == reference.states
    assert edges_of(graph) == reference.edges
    for other in (explore(system, stepper=ReferenceStepper), explore(system)):
        laws.assert_same_graph(other, graph)


@settings(max_examples=100)
@given(systems(bounded=False))
def test_checked_steps_raise_where_the_reference_does(system):
    def run(stepper):
        try:
            graph = explore(stepper(system))
        except OutOfDomain as error:
            return str(error)
        return graph.states

    assert run(lambda system: CompiledStepper(system, checked=True)) == run(ReferenceStepper)


def shadow(system, state, smaller_system):
    """The state of the smaller system that stands for the state."""
    values = system.values(state)
    assert all(values[v] == value for v, value in smaller_system.constants.items())
    return tuple(values[v] for v in smaller_system.variables)


def assert_same_but_smaller(system, other, watched):
    """The graph of `other` is that of `system` without the variables that `other` does not have."""
    full, small = explore(system), explore(other)
    shadows = [shadow(system, state, other) for state in full.states]
    assert set(shadows) == set(small.states)
    assert {(shadows[s], full.system.commands[c].event, shadows[t]) for s, c, t in edges_of(full)} == {
        (small.states[s], other.commands[c].event, small.states[t]) for s, c, t in edges_of(small)
    }
    for state, image in zip(full.states, shadows, strict=True):
        for term in watched:
            assert other.value(image, term) == system.value(state, term)
        for variable, values in other.possible.items():
            assert image[other.index[variable]] in values
    for pruned in other.pruned:
        assert pruned.clauses
        assert set(pruned.clauses) <= set(pruned.command.guard)
        for state in full.states:
            assert not all(system.value(state, clause.term) for clause in pruned.clauses)
    assert len(other.commands) + len(other.pruned) == len(system.commands)


@settings(max_examples=100)
@given(systems(), st.data())
def test_folding_keeps_steps_and_watched_values(system, data):
    watched = [t for t, _ in data.draw(st.lists(numbers(2, system.variables), max_size=2))]
    folded = fold(system, watched)
    assert_same_but_smaller(system, folded, watched)
    again = fold(folded, [folded.term(term) for term in watched])
    assert (again.variables, again.commands) == (folded.variables, folded.commands)
    assert_same_but_smaller(system, fold(system, None), [read(v) for v in system.variables])


@settings(max_examples=100)
@given(systems(), st.data())
def test_pruning_keeps_steps_and_watched_values(system, data):
    watched = [t for t, _ in data.draw(st.lists(numbers(2, system.variables), max_size=2))]
    pruned, statistics = prune(system, watched=watched)
    assert_same_but_smaller(system, pruned, watched)
    assert statistics.pruned == sum(p.how == "solver" for p in pruned.pruned)


@st.composite
def symmetric_systems(draw):
    """Three things that are alike: each command is there for each of them, and counts over all."""
    rows = [(boolean(f"up {i}"), integer(f"level {i}", 0, 2)) for i in range(3)]
    total = integer("total", 0, 3)
    commands = []
    for kind in range(draw(st.integers(1, 3))):
        wanted_up, wanted_level, least = draw(st.booleans()), draw(st.integers(0, 2)), draw(st.integers(0, 3))
        new_up, new_level = draw(st.booleans()), draw(st.integers(0, 2))
        counts = draw(st.booleans())
        for up, level in rows:
            guard = (
                Clause("side", equal(up, wanted_up)),
                Clause("level", at_most(wanted_level, level)),
                Clause("others", at_most(least, plus(count_true(u for u, _ in rows), total))),
            )
            update = [Assign(up, new_up), Assign(level, new_level)]
            if counts:
                update.append(Assign(total, smaller(3, plus(total, 1))))
            commands.append(Command("player", kind, guard, tuple(update)))
    variables = (*(v for row in rows for v in row), total)
    initial = {v: draw(st.integers(v.low, v.high)) for v in variables}
    return System(variables, initial, tuple(commands)), Orbit(tuple(rows))


@settings(max_examples=100)
@given(symmetric_systems())
def test_orbits_merge_states_and_lose_nothing(pair):
    system, orbit = pair
    merged = System(system.variables, system.initial, system.commands, orbits=(orbit,))
    full, small = explore(system), explore(merged)
    canonical = [merged.canonical(state) for state in full.states]
    assert set(canonical) == set(small.states)
    assert {(canonical[s], system.commands[c].event, canonical[t]) for s, c, t in edges_of(full)} == {
        (small.states[s], system.commands[c].event, small.states[t]) for s, c, t in edges_of(small)
    }
    total = read(system.variables[-1])
    folded = explore(fold(merged, [total]))
    assert {folded.system.value(s, total) for s in folded.states} == {merged.value(s, total) for s in small.states}


# --- Games ---

PLAYERS = ("high", "low", RULES)


@st.composite
def games(draw, *, cyclic=True, rules=True):
    """A graph on up to nine places with an owner each."""
    count = draw(st.integers(1, 9))
    place = integer("place", 0, count - 1)
    commands = []
    for source in range(count):
        first = 0 if cyclic else source + 1
        targets = draw(st.lists(st.integers(first, count - 1), max_size=3)) if first < count else []
        by = draw(st.sampled_from(PLAYERS if rules else PLAYERS[:2]))
        for number, target in enumerate(targets):
            commands.append(
                Command(by, (number, target), (Clause("place", equal(place, source)),), (Assign(place, target),))
            )
    return explore(System((place,), {place: 0}, tuple(commands)))


SIZES = st.sampled_from([-1, 100])
"""How many edges are many: then numpy goes through them, and the answer is to be the same."""


def following(graph, state):
    return [graph.targets[edge] for edge in graph.edges(state)]


def naive_attractor(graph, players, targets):
    won = second_opinion.forced(
        second_opinion.arena(graph.system), players, [graph.states[target] for target in targets]
    )
    return {graph.number_of[state] for state in won}


def naive_values(graph, value, endless):
    found = second_opinion.values(
        second_opinion.arena(graph.system), lambda end: value(graph.number_of[end]), "high", endless
    )
    return [found[state] for state in graph.states]


@settings(max_examples=200)
@given(games(), st.data())
def test_attractors_of_large_graphs_are_the_same(graph, data):
    """Ranks and strategies too: with edges that are to be taken, some that must not be, and states to stay within."""
    some = st.sets(st.integers(0, len(graph.states) - 1))
    edges = st.sets(st.sampled_from(range(graph.transitions))) if graph.transitions else st.just(set())
    asked = {
        "players": data.draw(st.sets(st.sampled_from(PLAYERS))),
        "targets": data.draw(some),
        "target_edges": data.draw(edges),
        "without": data.draw(edges),
        "within": data.draw(st.none() | some),
    }
    expected = attractor(graph, **asked)
    with patch("explorer.search.graph.MANY_EDGES", -1):
        found = attractor(graph, **asked)
    assert (found.ranks, found.strategy) == (expected.ranks, expected.strategy)


@settings(max_examples=100)
@given(games(), st.data())
def test_attractors_are_the_least_fixed_point(graph, data):
    players = data.draw(st.sets(st.sampled_from(PLAYERS)))
    targets = data.draw(st.sets(st.integers(0, len(graph.states) - 1)))
    winning = attractor(graph, players, targets)
    assert winning.states == naive_attractor(graph, players, targets)
    for state in winning.states - targets:
        if graph.decider(state) in players:
            edge = winning.strategy[state]
            assert edge in graph.edges(state)
            assert winning.ranks[graph.targets[edge]] < winning.ranks[state]
        else:
            assert all(0 <= winning.ranks[t] < winning.ranks[state] for t in following(graph, state))


@settings(max_examples=200)
@given(games(), st.data())
def test_values_are_what_the_players_can_force(graph, data):
    value = dict(
        zip(graph.terminal, data.draw(st.lists(st.tuples(st.integers(0, 3)), min_size=9, max_size=9)), strict=False)
    )
    endless = (data.draw(st.integers(-1, 4)),)
    with patch("explorer.search.graph.MANY_EDGES", data.draw(SIZES)):
        solution = backward_values(graph, value.__getitem__, "high", "low", endless)
    assert solution.values == naive_values(graph, value.__getitem__, endless)
    for player in ("high", "low"):
        assert_guarantees(graph, solution, player, value, endless)


def assert_guarantees(graph, solution, player, value, endless):
    """Whoever always takes one of their best edges gets the value at least, whatever the others do."""

    def steps(state):
        mine = graph.decider(state) == player
        found = solution.best(state) if mine else list(graph.edges(state))
        assert found or state in value
        if graph.decider(state) != RULES or player == "high":
            return [graph.targets[edge] for edge in found]
        # Several steps of the rules count for `low`: let them be those that help.
        same = [t for t in following(graph, state) if solution.values[t] == solution.values[state]]
        return sorted(same, key=solution.ranks.__getitem__)[:1]

    def at_least(outcome, worth):
        return outcome >= worth if player == "high" else outcome <= worth

    for start, worth in enumerate(solution.values):
        reached, queue = {start}, [start]
        for state in queue:
            for target in steps(state):
                if target not in reached:
                    reached.add(target)
                    queue.append(target)
        assert all(at_least(value[end], worth) for end in reached if end in value)
        if not at_least(endless, worth):
            remaining = set(reached)
            while ends := {s for s in remaining if not any(t in remaining for t in steps(s))}:
                remaining -= ends
            assert not remaining  # no cycle


@settings(max_examples=100)
@given(games(cyclic=False), st.data())
def test_without_cycles_values_are_those_of_plain_backward_induction(graph, data):
    value = dict(zip(graph.terminal, data.draw(st.lists(st.integers(0, 3), min_size=9, max_size=9)), strict=False))

    found = second_opinion.induction(
        second_opinion.arena(graph.system), lambda end: value[graph.number_of[end]], "high"
    )
    expected = [found[state] for state in graph.states]
    for many in (-1, 100):
        with patch("explorer.search.graph.MANY_EDGES", many):
            assert backward_values(graph, value.__getitem__, "high", "low").values == expected
    assert naive_values(graph, value.__getitem__, -1) == expected


@settings(max_examples=100)
@given(games(), SIZES)
def test_endless_play_needs_a_value_where_there_is_a_cycle(graph, many):
    with patch("explorer.search.graph.MANY_EDGES", many):
        assert_endless_play_needs_a_value(graph)


def assert_endless_play_needs_a_value(graph):
    """Where there is a cycle, which is shown."""
    loop = find_loop(graph)
    if loop is None:
        backward_values(graph, lambda state: 0, "high", "low")
    else:
        with pytest.raises(UnvaluedGame, match="endless play has no value"):
            backward_values(graph, lambda state: 0, "high", "low")
        ends = [graph.targets[edge] for edge in loop.play]
        assert ends[-1] == ([0, *ends])[len(loop.prefix)]
        assert len(replay(graph.system, graph.commands_of(loop.play))) == len(loop.play) + 1


@settings(max_examples=100)
@given(games(cyclic=False))
def test_plays_are_counted_one_by_one(graph):
    def plays(state):
        return 1 if state in graph.terminal else sum(map(plays, following(graph, state)))

    assert count_plays(graph, graph.terminal) == plays(0)


@settings(max_examples=100)
@given(games(), st.data())
def test_plays_that_are_found_are_plays_and_shortest(graph, data):
    targets = data.draw(st.sets(st.integers(0, len(graph.states) - 1), min_size=1))
    play = shortest_play(graph, targets)
    assert len(play) == min(map(graph.levels.depth, targets))
    states = replay(graph.system, graph.commands_of(play))
    assert graph.number_of[states[-1]] in targets
