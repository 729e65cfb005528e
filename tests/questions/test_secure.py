"""What a player can secure without wishes is what best play would get for any wish."""

import random

import pytest

from explorer.game.players import PLAYERS
from explorer.questions import secured
from explorer.search.games import backward_values
from tests.questions.asked import asked, library

RULINGS = ["A01", "A04", "A05", "A06", "A08", "A46", "B07", "S09", "S10"]


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("player", PLAYERS)
def test_the_best_set_at_its_worst_is_what_best_play_is_worth(ruling, player):
    """For twenty random ways to value the outcomes: the largest, over the sets, of the smallest value within."""
    inquiry, _ = asked(ruling, library().ruling(ruling).rulesets[0])
    sets = secured(inquiry).sets[player]
    number = {state: place for place, states in enumerate(inquiry.ends.values()) for state in states}
    values = random.Random(ruling)
    for _ in range(20):
        worth = [values.randrange(6) for _ in inquiry.ends]
        solved = backward_values(
            inquiry.graph,
            {state: worth[place] for state, place in number.items()}.__getitem__,
            player.value,
            player.other.value,
            -1,
        )
        assert max((min(worth[place] for place in one) for one in sets), default=-1) == solved.values[0]


def test_a46_neither_can_secure_more_than_the_draw():
    """The turn player's win is nobody's to force."""
    inquiry, _ = asked("A46", "tcg")
    found = secured(inquiry)
    assert [outcome.result for outcome in found.outcomes] == ["turn player", "draw"]
    assert [found.sets[player] for player in PLAYERS] == [(frozenset({1}),), (frozenset({1}),)]


def test_a_player_who_can_be_kept_from_an_end_secures_nothing():
    """The opponent of two Manticores cannot make the play end."""
    loop = """
        turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}
        """
    inquiry, _ = asked(loop)
    found = secured(inquiry)
    assert [len(found.sets[player]) for player in PLAYERS] == [1, 0]
