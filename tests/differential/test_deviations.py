"""The check of equilibria, on games whose equilibria are known, and against the definition on random ones.

Each player has wishes of their own; a table says which move is made in each state.
"""

from itertools import product

import pytest

from explorer.system import RULES
from tests.differential.games import PLAYERS, moving, random_game
from tests.differential.second_opinion import arena, deviations, followed

TURN, OPPONENT = PLAYERS


def laid_out(moves, payoffs):
    """The system, its table of moves, and what an end is worth to each player; ends by their names."""
    system = moving(moves)
    (place,) = system.variables
    worths = {
        player: lambda state, number=number: payoffs[place.labels[state[0]]][number]
        for number, player in enumerate(PLAYERS)
    }
    return system, arena(system), worths


def table(system, *events):
    """The table in which these moves are made, told as "here to there"."""
    (place,) = system.variables
    names = [command.event for command in system.commands]
    return {(place.labels.index(event.split(" to ")[0]),): names.index(event) for event in events}


def found(moves, payoffs, *events):
    """The deviations that are worth making, in words."""
    system, game, worths = laid_out(moves, payoffs)
    return [system.commands[move].event for _, move in deviations(game, table(system, *events), worths)]


ENTRY = {"start": (TURN, ["out", "market"]), "market": (OPPONENT, ["fight", "share"])}
ENTRY_PAYOFFS = {"out": (0, 2), "fight": (-1, -1), "share": (1, 1)}
"""Who enters the market loses if there is a fight; but then the one who is there loses too."""

CENTIPEDE = {
    "first": (TURN, ["take 1", "second"]),
    "second": (OPPONENT, ["take 2", "third"]),
    "third": (TURN, ["take 3", "share"]),
}
CENTIPEDE_PAYOFFS = {"take 1": (1, 0), "take 2": (0, 2), "take 3": (3, 1), "share": (2, 4)}
"""The longer nobody takes, the more there is for both; but who takes first has more of it."""


def test_a_threat_that_nobody_would_carry_out_is_no_equilibrium():
    """Staying out is best if there would be a fight, so nobody gains from the start on; but there would be none."""
    assert found(ENTRY, ENTRY_PAYOFFS, "start to out", "market to fight") == ["market to share"]
    assert found(ENTRY, ENTRY_PAYOFFS, "start to market", "market to share") == []


def test_a_promise_that_nobody_would_keep_is_no_equilibrium():
    """Going on to the end is better for both than taking at once, and not what either would do."""
    going_on = ["first to second", "second to third", "third to share"]
    assert found(CENTIPEDE, CENTIPEDE_PAYOFFS, *going_on) == ["third to take 3"]
    assert found(CENTIPEDE, CENTIPEDE_PAYOFFS, *going_on[:2], "third to take 3") == ["second to take 2"]
    taking = ["first to take 1", "second to take 2", "third to take 3"]
    assert found(CENTIPEDE, CENTIPEDE_PAYOFFS, *taking) == []


def test_a_move_that_is_as_good_is_no_deviation():
    """It makes a difference to the other player only, so that there are two equilibria."""
    moves, payoffs = {"start": (TURN, ["kind", "unkind"])}, {"kind": (1, 5), "unkind": (1, 0)}
    assert found(moves, payoffs, "start to kind") == found(moves, payoffs, "start to unkind") == []


def test_a_step_of_the_rules_is_taken_and_not_judged():
    """However bad it is for everybody."""
    moves = {"start": (TURN, ["left", "right"]), "left": (RULES, ["bad"]), "right": (RULES, ["worse"])}
    payoffs = {"bad": (-1, -1), "worse": (-2, -2)}
    steps = ["left to bad", "right to worse"]
    assert found(moves, payoffs, "start to left", *steps) == []
    assert found(moves, payoffs, "start to right", *steps) == ["start to left"]


def test_what_states_are_worth_when_all_keep_to_the_table():
    """Not only on the line that is played, but also where it never gets to."""
    system, game, worths = laid_out(ENTRY, ENTRY_PAYOFFS)
    kept = followed(game, table(system, "start to out", "market to share"), worths)
    (place,) = system.variables
    by_name = {place.labels[state[0]]: tuple(value.values()) for state, value in kept.items()}
    assert by_name == {**ENTRY_PAYOFFS, "start": (0, 2), "market": (1, 1)}


def test_several_steps_of_the_rules_are_refused():
    """Nobody chooses among them."""
    with pytest.raises(ValueError, match="the rules have several steps"):
        found({"start": (RULES, ["one", "two"])}, {"one": (0, 0), "two": (0, 0)}, "start to one")


def _tables(game):
    """Every way to choose one move in each state that has moves."""
    going_on = sorted(set(game.moves) - game.ends)
    moves = product(*([move for move, _ in game.moves[state]] for state in going_on))
    return [dict(zip(going_on, chosen, strict=True)) for chosen in moves]


def test_no_deviation_means_that_no_other_way_to_play_gains_in_any_state():
    """Every table of thirty random games, against the definition: all ways of each player to play on, from each state."""
    verdicts = []
    for number in range(30):
        drawn = random_game(number, endless=False, deciders=PLAYERS)
        game, tables = drawn.arena, _tables(drawn.arena)
        worths = {TURN: lambda end, worth=drawn.worth: worth[end], OPPONENT: lambda end: end[0] % 3}
        values = [followed(game, one, worths) for one in tables]
        for one, value in zip(tables, values, strict=True):
            gains = any(
                other_value[state][player] > value[state][player]
                for player in PLAYERS
                for other, other_value in zip(tables, values, strict=True)
                if all(one[state] == other[state] for state in one if game.deciders[state] != player)
                for state in game.moves
            )
            verdicts.append(gains)
            assert bool(deviations(game, one, worths)) is gains, drawn
    assert verdicts.count(False) >= 30
    assert verdicts.count(True) >= 30
