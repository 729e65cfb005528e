"""A third opinion: OpenSpiel's minimax on every ruling's board and on random games, where every play ends.

OpenSpiel (Lanctot et al., "OpenSpiel: a framework for reinforcement learning in games", 2019) is told the moves that the
reference stepper gives, and the ranks of the ends; what the wishes mean is worked out as for the second opinion. It shares
nothing else with the code under test. A hundred random games, or five hundred with ENDPHASE_THOROUGH=1 in the environment.
Slow (some 25 s), and an extra: ``uv run --extra dev --extra spiel pytest tests/differential/test_openspiel.py``.
"""

import pytest

from explorer.questions import best_play
from explorer.system import RULES
from tests.differential.games import PLAYERS, random_game
from tests.differential.second_opinion import endless
from tests.differential.test_engines import THOROUGH
from tests.differential.test_second_opinion import LAID, both_ways

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra `spiel`)")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax", reason="this OpenSpiel has no minimax")

RANDOM_GAMES = 500 if THOROUGH else 100
LISTS_OF_WISHES = 4
MOST_PLAYS = 2_000
"""Minimax goes through every play."""

KIND = pyspiel.GameType(
    short_name="arena",
    long_name="a table of moves",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class ArenaGame(pyspiel.Game):
    """An arena as a game of OpenSpiel: player 0 is the maximiser, and gets the rank of what the end is worth."""

    def __init__(self, arena, maximiser, worth):
        """A game that ends; the rules have one step, where they have any."""
        self.arena, self.maximiser = arena, maximiser
        self.worths = sorted(set(worth.values()))
        self.ranks = {end: self.worths.index(value) for end, value in worth.items()}
        most = float(len(self.worths))
        information = pyspiel.GameInfo(
            num_distinct_actions=max(map(len, arena.moves.values())),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=len(arena.moves),
        )
        super().__init__(KIND, information, {})

    def new_initial_state(self):
        return Position(self, self.arena.start)


class Position(pyspiel.State):
    """A state of the arena. A step of the rules is made by player 0, who has no other move there."""

    def __init__(self, game, state):
        super().__init__(game)
        self.game, self.state = game, state

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return 0 if self.game.arena.deciders[self.state] in (self.game.maximiser, RULES) else 1

    def _legal_actions(self, player):
        return list(range(len(self.game.arena.moves[self.state])))

    def _apply_action(self, action):
        _, self.state = self.game.arena.moves[self.state][action]

    def is_terminal(self):
        return self.state in self.game.ranks

    def returns(self):
        rank = float(self.game.ranks[self.state])
        return [rank, -rank]

    def clone(self):
        return Position(self.game, self.state)

    def __str__(self):
        return str(self.state)


def minimax_value(arena, maximiser, worth):
    """What the start is worth by OpenSpiel."""
    game = ArenaGame(arena, maximiser, worth)
    rank, _ = minimax.alpha_beta_search(game, maximum_depth=len(arena.moves), maximizing_player_id=0)
    return game.worths[int(rank)]


def plays(arena):
    """How many plays there are; every play has to end."""
    found = {}

    def count(state):
        if state not in found:
            found[state] = sum(count(after) for _, after in arena.moves[state]) or 1
        return found[state]

    return count(arena.start)


def several_steps_of_the_rules(arena):
    return any(arena.deciders[state] == RULES and len(moves) > 1 for state, moves in arena.moves.items())


def why_not(arena):
    """Why minimax cannot say what the arena is worth, or None."""
    if endless(arena):
        return "some play never ends"
    if several_steps_of_the_rules(arena):
        return "the rules have several steps"
    return "too many plays" if plays(arena) > MOST_PLAYS else None


def test_best_play_on_every_board():
    """No board is left out but those on which some play never ends; they are few."""
    left_out = []
    for place, (name, ruleset, _) in enumerate(LAID):
        board = both_ways(place)
        why = why_not(board.arena)
        if why is not None:
            left_out.append((name, ruleset, why))
            continue
        for wishing in board.wishing[:LISTS_OF_WISHES]:
            found = best_play(board.inquiry, {wishing.player: wishing.wishes})
            expected = minimax_value(board.arena, wishing.player.value, wishing.worth)
            assert (1, *found.value) == expected, (name, ruleset, wishing.wishes)
    assert all(why == "some play never ends" for _, _, why in left_out), left_out
    assert len(left_out) < len(LAID) // 10


def test_values_of_random_games():
    """With either player as the maximiser, and some steps of the rules."""
    drawn = (random_game(number, endless=False) for number in range(10 * RANDOM_GAMES))
    games = [game for game in drawn if why_not(game.arena) is None][:RANDOM_GAMES]
    assert len(games) == RANDOM_GAMES
    assert any(
        decider == RULES and game.arena.moves[state] for game in games for state, decider in game.arena.deciders.items()
    )
    for game in games:
        for player in PLAYERS:
            value = game.solution(player).values[game.graph.number_of[game.arena.start]]
            assert value == minimax_value(game.arena, player, game.worth), game
