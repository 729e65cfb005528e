"""Random boards of the library's cards, under the library's rulesets and under rulesets that nobody plays by.

In ten parts of thirty boards, so that two processes share them; each part draws the same boards every time. Slow (some
40 s in all): every board is grounded, which takes Z3 a tenth of a second, and searched in four ways.
"""

import pytest
from hypothesis import assume

from explorer.game import ground
from models.errors import InputError
from tests.differential import laws
from tests.differential.boards import LIBRARY, board_of, cases
from tests.differential.draws import assert_of_draws

PARTS, BOARDS = 10, 30
MOST_STATES = 1_000
MOST_WHOLE_STATES = 1_500


def assert_lawful(text, ruleset):
    """All laws hold of the board; boards with more states than the limits are passed over."""
    board = board_of(text)
    try:
        game = ground(board, LIBRARY, ruleset)
    except InputError as refused:
        lingers = refused.position is not None and refused.position in {item.at for item in board.lingering}
        assume(not lingers and "ways" not in refused.message)
        raise
    graph = laws.searched(game.system, MOST_STATES)
    assume(graph.complete)
    laws.assert_searches_agree(game, graph)
    laws.assert_play_ends(graph)
    outcomes = laws.outcomes(game, graph)
    whole = laws.as_whole(game)
    found = laws.searched(whole.system, MOST_WHOLE_STATES)
    if found.complete:
        assert laws.outcomes(whole, found) == outcomes
        laws.assert_rules_kept(game, found)
    apart = laws.without_orbits(game)
    found = laws.searched(apart.system, MOST_WHOLE_STATES)
    if found.complete:
        assert laws.outcomes(apart, found) == outcomes
        laws.assert_copies_are_alike(game, found)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_boards(part):
    """Thirty boards and rulesets."""
    assert_of_draws(part, BOARDS, cases(), assert_lawful)
