"""Every board of the repository: the fast search and the obvious one agree, and no reduction loses anything."""

from functools import cache

import pytest

from explorer.game import ground
from explorer.questions.claims import watched
from models.library import Library
from models.ruling import cases_for, rulesets_of
from tests.differential import laws

LIBRARY = Library()
BOARDS = [
    (f"{ruling.id}#{number}", name, case)
    for ruling in LIBRARY.rulings
    for name in rulesets_of(ruling)
    for number, case in enumerate(cases_for(ruling, name), 1)
]
every_board = pytest.mark.parametrize(
    "place", range(len(BOARDS)), ids=[f"{board}-{ruleset}" for board, ruleset, _ in BOARDS]
)


@cache
def searched(place):
    """The grounded board, with what its claims watch, and its graph."""
    _, name, case = BOARDS[place]
    asked = [what for claim in case.claims for what in watched(claim)]
    game = ground(case.board, LIBRARY, LIBRARY.ruleset(name), watching=asked)
    return game, laws.searched(game.system)


@every_board
def test_searches_agree(place):
    """The naive search finds the same states, numbers, transitions and outcomes."""
    laws.assert_searches_agree(*searched(place))


@every_board
def test_nothing_is_lost_by_folding_and_pruning(place):
    """The whole system has the same outcomes, and the same players can force them; and it keeps the rules."""
    game, graph = searched(place)
    whole = laws.as_whole(game)
    found = laws.searched(whole.system)
    assert laws.outcomes(whole, found) == laws.outcomes(game, graph)
    laws.assert_rules_kept(game, found)


@every_board
def test_nothing_is_lost_by_merging_copies(place):
    """Telling copies of a card apart gives the same outcomes and powers, and what is legal is the same for each copy."""
    game, graph = searched(place)
    apart = laws.without_orbits(game)
    found = laws.searched(apart.system)
    assert laws.outcomes(apart, found) == laws.outcomes(game, graph)
    laws.assert_copies_are_alike(game, found)


@every_board
def test_play_ends(place):
    """No board of the corpus has an endless play, but one may."""
    laws.assert_play_ends(searched(place)[1])


def test_some_boards_have_copies_and_some_are_reduced():
    """The gates above are not gone through by boards for which there is nothing to reduce."""
    games = [searched(place)[0] for place in range(len(BOARDS))]
    assert sum(bool(game.system.orbits) for game in games) >= 20
    assert all(len(game.system.variables) < len(game.whole.variables) for game in games)
    assert any(game.solver["pruned"] for game in games)
