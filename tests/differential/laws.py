"""What holds of every board: the fast search and the obvious one agree, reductions lose nothing, the rules are kept."""

import dataclasses
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Final
from unittest.mock import patch

from explorer.game import Game, Happening, Outcome, Window
from explorer.game.players import (
    MONSTER_ZONES,
    NOWHERE,
    PLAYERS,
    SPELL_ZONES,
    field_zone,
    monster_zone,
    spell_zone,
)
from explorer.game.scene import RESULTS
from explorer.game.windows import WINDOWS
from explorer.search import (
    Limits,
    StateGraph,
    attractor,
    explore,
    find_loop,
    play_counts,
    reference_graph,
    replay,
)
from explorer.search.explore import NO_LIMITS, Engine
from explorer.system import CompiledStepper, State, System
from explorer.system.commands import OutOfDomain

COMPELLED = (Window.TURN_COMPELLED, Window.OPPONENT_COMPELLED)
AFTER = (Window.TURN_AFTER, Window.OPPONENT_AFTER)


def searched(system: System, states: int | None = None) -> StateGraph:
    """The graph by the compiled search, which here notices when a variable leaves its range."""
    return explore(system, limits=Limits(states=states), stepper=lambda one: CompiledStepper(one, checked=True))


def as_whole(game: Game) -> Game:
    """The same game before folding and pruning, to be asked for outcomes."""
    return dataclasses.replace(game, system=game.whole)


def without_orbits(game: Game) -> Game:
    """The same game, in which copies of a card are told apart."""
    return dataclasses.replace(game, system=dataclasses.replace(game.system, orbits=()))


def outcomes(game: Game, graph: StateGraph) -> dict[Outcome, tuple[str, ...]]:
    """Every outcome, and which players can force it."""
    ends: dict[Outcome, list[int]] = {}
    for state in graph.terminal:
        ends.setdefault(game.outcome(graph.states[state]), []).append(state)
    return {
        outcome: tuple(player.value for player in PLAYERS if 0 in attractor(graph, (player.value,), states))
        for outcome, states in ends.items()
    }


def assert_searches_agree(game: Game, graph: StateGraph) -> None:
    """The naive search finds the same states with the same numbers, the same transitions, the same outcomes."""
    naive = reference_graph(game.system)
    assert naive.states == graph.states
    edges = [
        (state, graph.labels[e], graph.targets[e]) for state in range(len(graph.states)) for e in graph.edges(state)
    ]
    assert naive.edges == edges
    going_on = {source for source, _, _ in naive.edges}
    ends = {game.outcome(state) for number, state in enumerate(naive.states) if number not in going_on}
    assert ends == set(outcomes(game, graph))


def assert_copies_are_alike(game: Game, apart: StateGraph) -> None:
    """In every state, who swaps two copies of a card can do the same and gets the same, up to that swap."""
    stepper = CompiledStepper(apart.system)
    index, commands = game.system.index, game.system.commands

    def follows(state: State) -> set[tuple[object, ...]]:
        steps = stepper.successors(state)
        return {(commands[c].by, _in_any_order(commands[c].event), game.system.canonical(after)) for c, after in steps}

    for orbit in game.system.orbits:
        for one, two in zip(orbit.rows, orbit.rows[1:], strict=False):
            for state in apart.states:
                swapped = list(state)
                for here, there in zip(one, two, strict=True):
                    swapped[index[here]], swapped[index[there]] = state[index[there]], state[index[here]]
                assert follows(tuple(swapped)) == follows(state)


def _in_any_order(event: object) -> object:
    """The event, but for the order in which the cards of one cost, target or choice are named."""
    if not isinstance(event, Happening):
        return event
    cost, targets, chosen = (tuple(sorted(names)) for names in (event.cost, event.targets, event.chosen))
    return dataclasses.replace(event, cost=cost, targets=targets, chosen=chosen)


def assert_play_ends(graph: StateGraph) -> None:
    """Every play ends, or there is a loop, which is then a play that comes back to where it was."""
    endless = any(plays is None for plays in play_counts(graph))
    loop = find_loop(graph)
    assert endless is (loop is not None)
    if loop is not None:
        states = replay(graph.system, graph.commands_of(loop.play))
        assert states[-1] == states[len(loop.prefix)]


def assert_rules_kept(game: Game, graph: StateGraph) -> None:
    """Of the whole system: zones hold what they can hold, no card is lost, and the End Phase ends as it should."""
    scene, index = game.scene, game.whole.index
    members = [(index[member.spot], member.card.is_token) for member in scene.members]
    lives = [index[scene.life[player]] for player in PLAYERS]
    unnamed = [[index[v] for (owner, _), v in scene.unnamed.items() if owner is player] for player in PLAYERS]
    window = index[scene.window]
    totals = [sum(graph.states[0][place] for place in places) for places in unnamed]
    stepper = CompiledStepper(game.whole)
    for number, state in enumerate(graph.states):
        spots = Counter(state[place] for place, _ in members)
        for player in PLAYERS:
            assert spots[monster_zone(player)] <= MONSTER_ZONES
            assert spots[spell_zone(player)] <= SPELL_ZONES
            assert spots[field_zone(player)] <= 1
        assert all(state[place] >= 0 for place in lives)
        for place, is_token in members:
            assert state[place] in _TOKEN_SPOTS if is_token else state[place] != NOWHERE
        assert [sum(state[place] for place in places) for places in unnamed] == totals
        over = WINDOWS[state[window]] is Window.OVER
        assert over is (len(graph.edges(number)) == 0)
        if over:
            _assert_well_ended(game, state, stepper)


_TOKEN_SPOTS = (NOWHERE, *map(monster_zone, PLAYERS))


def _assert_well_ended(game: Game, state: State, stepper: CompiledStepper) -> None:
    """The End Phase is over: no chain is open, and unless somebody has won nothing is left to be done."""
    scene, values = game.scene, game.whole.values(state)
    won = values[scene.result] != RESULTS.index("open")
    for player in PLAYERS:
        assert won or values[scene.life[player]] > 0
    if won:
        return
    assert values[scene.chain_length] == 0
    assert values[scene.step] == 0
    assert all(values[use.link] == 0 for use in game.uses)
    limited = PLAYERS if scene.ruleset["hand-size adjustment"] == "both players" else PLAYERS[:1]
    for player in limited:
        assert game.whole.value(state, scene.hand_size(player)) <= game.whole.value(state, scene.hand_limit(player))
    for window in AFTER if values[scene.adjusted] else COMPELLED:
        assert not _mandatory_moves(game, state, window, stepper)


def _mandatory_moves(game: Game, state: State, window: Window, stepper: CompiledStepper) -> list[str]:
    """What a player would have to do if the state were theirs to act in."""
    there = list(state)
    there[game.whole.index[game.scene.window]] = WINDOWS.index(window)
    events = [game.whole.commands[move].event for move in stepper.moves(tuple(there))]
    return [str(event) for event in events if getattr(event, "mandatory", False)]


AT_ONCE: Final[tuple[Engine, ...]] = ("numpy", "numba") if find_spec("numba") else ("numpy",)
"""The engines that are installed which expand many states at once."""


def assert_engines_agree(system: System) -> None:
    """Expanding states one by one, by tables, many at once, and by machine code gives the same graph, to the number."""
    stepped = explore(CompiledStepper(system))
    for engine in AT_ONCE:
        assert_same_graph(explore(system, limits=Limits(engine=engine)), stepped)
    assert_same_graph(by_tables(system), stepped)


def by_tables(system: System, limits: Limits = NO_LIMITS) -> StateGraph:
    """The graph by plain Python with tables of steps, from the first state on."""
    with patch.object(import_module("explorer.search.explore"), "_TABLED_STATES", 0):
        return explore(system, limits=replace(limits, engine="python"))


def assert_same_graph(one: StateGraph, other: StateGraph) -> None:
    """Both have the same states with the same numbers, the same edges, and were found in the same way."""
    assert list(one.states) == list(other.states)
    assert (one.offsets, one.targets, one.labels) == (other.offsets, other.targets, other.labels)
    assert one.parents == other.parents
    assert (one.expanded, one.limit) == (other.expanded, other.limit)


def leaves_its_range(search: Callable[[], object]) -> bool:
    """Whether the search notices that a variable is given a value outside its range."""
    try:
        search()
    except OutOfDomain:
        return True
    return False
