"""Five hundred random games: what is computed of them is what the definitions say, state by state.

In ten parts, so that two processes share them. The first half of each part are games in which some play never ends.
"""

from operator import neg
from random import Random

import pytest

from explorer.search import UnvaluedGame, attractor
from explorer.search.equilibrium import subgame_perfect
from explorer.search.powers import enforceable
from explorer.system import RULES
from tests.differential.games import PLAYERS, other, random_game
from tests.differential.second_opinion import deviations, endless, followed, forced, induction

PARTS, IN_A_PART = 10, 50


def games_of(part):
    """The games of a part."""
    first = part * IN_A_PART
    return [random_game(first + n, endless=n < IN_A_PART // 2) for n in range(IN_A_PART)]


@pytest.fixture(params=range(PARTS), scope="module")
def games(request):
    """The games of a part, each with a source of more that is random."""
    return [(game, Random(f"{request.param}, {n}")) for n, game in enumerate(games_of(request.param))]


def test_half_of_the_games_have_endless_plays_and_no_two_are_the_same():
    """Five hundred, and so they stay."""
    games = [game for part in range(PARTS) for game in games_of(part)]
    assert (len({str(game) for game in games}), sum(game.endless for game in games)) == (500, 250)


def test_values_are_what_the_players_can_force(games):
    """In every state, with either player as the one who wants a high end."""
    for game, _ in games:
        for player in PLAYERS:
            values = dict(zip(game.graph.states, game.solution(player).values, strict=True))
            assert values == game.values(game.arena, player), game


def test_where_every_play_ends_values_are_those_of_backward_induction(games):
    """Both opinions are one."""
    for game, _ in games:
        for player in PLAYERS:
            if not game.endless:
                assert game.values(game.arena, player) == induction(game.arena, game.worth.__getitem__, player), game


def test_best_moves_get_the_value_whatever_the_other_does(games):
    """Even when the other player picks among the best moves; where the rules have several steps, they favour the minimiser."""
    for game, _ in games:
        for maximiser in PLAYERS:
            solution = game.solution(maximiser)
            for player in PLAYERS:
                mine = [i for i in range(len(game.graph.states)) if game.graph.decider(i) == player]
                best = {game.graph.states[state]: game.after(solution.best(state)) for state in mine}
                kept = game.values(game.arena.bound(best, by=other(player)), maximiser)
                assert kept == dict(zip(game.graph.states, solution.values, strict=True)), game


def test_a_move_that_is_not_best_loses_value_or_puts_off_the_end(games):
    """Any other move leads to a state of less worth, or back to where it came from by moves that keep the value."""
    for game, _ in games:
        for maximiser in PLAYERS:
            solution = game.solution(maximiser)
            values = game.values(game.arena, maximiser)
            for number, state in enumerate(game.graph.states):
                edges = set(game.graph.edges(number)) - set(solution.best(number))
                same = {after for after in game.after(edges) if values[after] == values[state]}
                low, high = game.forever, values[state]
                if game.graph.decider(number) != maximiser:
                    low, high = high, low
                assert not same or (low < high and state in endless(game.arena)), game


def test_attractors_are_the_states_from_which_a_target_can_be_forced(games):
    """By every coalition, and their strategies reach it whatever the others do, in as many steps as they say."""
    for game, random in games:
        states = game.graph.states
        for coalition in [(), PLAYERS[:1], PLAYERS[1:], PLAYERS, (PLAYERS[0], RULES)]:
            targets = random.sample(range(len(states)), random.randint(0, len(states) // 2))
            goal = {states[target] for target in targets}
            winning = attractor(game.graph, coalition, targets)
            won = forced(game.arena, coalition, goal)
            assert {states[state] for state in winning.states} == won, game
            plan = {states[i]: game.after([edge]) for i, edge in enumerate(winning.strategy) if edge >= 0}
            assert won == forced(game.arena.bound(plan, by="a machine"), (), goal), game
            for state in winning.states - set(targets):
                followers = plan.get(states[state]) or game.after(game.graph.edges(state))
                assert all(winning.ranks[game.graph.number_of[after]] < winning.ranks[state] for after in followers)


def test_powers_are_the_goals_that_can_be_forced_from_the_start(games):
    """Of many sets of ends at once, by either player and by both."""
    for game, random in games:
        states, terminal = game.graph.states, game.graph.terminal
        goals = [random.sample(terminal, random.randint(0, len(terminal))) for _ in range(5)]
        for coalition in [PLAYERS[:1], PLAYERS[1:], PLAYERS]:
            by_definition = {
                number
                for number, goal in enumerate(goals)
                if game.arena.start in forced(game.arena, coalition, [states[end] for end in goal])
            }
            assert enforceable(game.graph, coalition, goals) == by_definition, game


def test_with_wishes_of_both_nobody_gains_by_another_move(games):
    """In any state of a game where every play ends and the rules never choose; other games are refused, with the reason."""
    solved = 0
    for game, random in games:
        graph, arena, states = game.graph, game.arena, game.graph.states
        worths = {player: {end: random.randint(0, 2) for end in sorted(arena.ends)}.__getitem__ for player in PLAYERS}
        by_number = {player: _numbered(graph, worth) for player, worth in worths.items()}
        if game.endless or any(arena.deciders[at] == RULES and len(moves) > 1 for at, moves in arena.moves.items()):
            with pytest.raises(UnvaluedGame, match=r"a play need not end|the rules have several steps"):
                subgame_perfect(graph, by_number, prefer=neg)
            continue
        solved += 1
        found = subgame_perfect(graph, by_number, prefer=neg)
        choices = {states[i]: graph.labels[edge] for i, edge in enumerate(found.steps) if edge >= 0}
        kept = followed(arena, choices, worths)
        assert dict(zip(states, found.values, strict=True)) == kept, game
        assert deviations(arena, choices, worths) == [], game
        for number, state in enumerate(states):
            after, decider = {after for _, after in arena.moves[state]}, arena.deciders[state]
            as_good = {one for one in after if decider == RULES or kept[one][decider] == kept[state][decider]}
            assert game.after(found.ties(number)) == as_good, game
    assert solved > 0


def _numbered(graph, worth):
    """What an end is worth, for who calls it by its number."""
    return lambda number: worth(graph.states[number])
