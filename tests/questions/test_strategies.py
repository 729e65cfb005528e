"""Strategies: rules where a list of them will do, a table else, and none that some defence defeats."""

import pytest

from explorer.game.players import PLAYERS, Player
from explorer.questions import forcing, optimal
from explorer.questions.best import valuation
from explorer.questions.strategies import BrokenStrategy, _strategy
from tests.questions.asked import asked, library


def told(strategy):
    """The rules in short."""
    return [(str(rule.once) if rule.once else "", str(rule.move)) for rule in strategy.rules]


def test_a05_the_turn_player_waits_until_the_negation_has_ended():
    """Three rules say what a table of eleven positions would."""
    strategy = optimal(valuation(*asked("A05", "ocg-2013")), Player.TURN)
    world = "Arcana Force XXI - The World"
    assert told(strategy) == [
        ("", "turn player: activate Majestic Mech - Ohka"),
        ("opponent: process Effect Veiler", f"turn player: activate {world} cost {world}, Gene-Warped Warwolf"),
        ("", "turn player: pass"),
    ]
    assert (strategy.table, strategy.positions, strategy.tried) == ((), 5, 13)


def test_a46_the_opponent_decides_last_turn_once_the_monster_is_back():
    """To prevent that the turn player wins."""
    inquiry, _ = asked("A46", "tcg")
    others = [
        state for state in inquiry.graph.terminal if inquiry.game.outcome(inquiry.graph.states[state]).result == "draw"
    ]
    assert told(forcing(inquiry, Player.OPPONENT, others)) == [
        ("turn player: process Change of Heart", "opponent: process Last Turn"),
        ("", "opponent: pass"),
    ]


def test_what_cannot_be_forced_has_no_strategy():
    """The turn player of A46 cannot force the win."""
    inquiry, _ = asked("A46", "tcg")
    wins = [
        state for state in inquiry.graph.terminal if inquiry.game.outcome(inquiry.graph.states[state]).result != "draw"
    ]
    assert forcing(inquiry, Player.TURN, wins) is None


def test_who_never_has_a_choice_needs_no_rule():
    """The opponent of A08 can only pass."""
    inquiry, _ = asked("A08", "ocg")
    strategy = forcing(inquiry, Player.OPPONENT, inquiry.graph.terminal)
    assert (strategy.rules, strategy.table, strategy.positions) == ((), (), 0)


def test_a_strategy_that_ends_elsewhere_is_never_shown():
    """It is tried against every defence first."""
    inquiry, _ = asked("A08", "ocg")
    with pytest.raises(BrokenStrategy, match="ends elsewhere"):
        _strategy(inquiry, Player.TURN, lambda state: list(inquiry.graph.edges(state)), lambda _: False)


def test_a_strategy_that_goes_round_is_never_shown():
    """Each step keeps the value, and yet nothing comes of it."""
    loop = """
        turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}
        """
    inquiry, _ = asked(loop)
    graph = inquiry.graph
    round_and_round = {state: graph.edges(state)[:1] for state in range(len(graph.states))}
    active = {
        state: [edge for edge in graph.edges(state) if graph.event(edge).kind.value != "pass"] or round_and_round[state]
        for state in round_and_round
    }
    with pytest.raises(BrokenStrategy, match="never ends"):
        _strategy(inquiry, Player.TURN, active.__getitem__, lambda _: True)


CASES = [
    (ruling.id, ruleset)
    for ruling in library().rulings
    if not (ruling.note or ruling.unmodelled)
    for ruleset in ruling.rulesets[:1]
]


@pytest.mark.parametrize(("ruling", "ruleset"), CASES)
def test_whatever_can_be_forced_is_forced_by_a_strategy(ruling, ruleset):
    """Every outcome of the corpus and each player: tried against every defence, or there is none. Slow in all: 15 s."""
    inquiry, _ = asked(ruling, ruleset)
    for states in inquiry.ends.values():
        for player in PLAYERS:
            strategy = forcing(inquiry, player, states)
            if strategy is not None:
                assert strategy.tried >= 1
                assert len(strategy.table) in (0, strategy.positions)
