"""Grounding beside another game of the board: what is the same as it was first written is simplified once."""

from explorer.game import ground
from explorer.questions.wishes import watched
from explorer.subjects import subject
from tests.questions.asked import library, wishes

CLAUSE = "a negated activation"


def board(name):
    """The board of a ruling."""
    return subject(name, library(), "ocg").board


def test_the_system_of_a_game_alike_is_taken():
    """On a board without activations it makes no difference whether a negated one may be tried again."""
    today = library().ruleset("ocg")
    first = ground(board("A08"), library(), today)
    other = today.changed({CLAUSE: "may be tried again"})
    assert ground(board("A08"), library(), today, alike=[first]).system is first.system
    again = ground(board("A08"), library(), other, alike=[first])
    assert again.system is first.system
    assert again.ruleset is other


def test_where_the_steps_differ_nothing_is_taken():
    """The five sub-steps have no second offer to the turn player."""
    first = ground(board("A08"), library(), library().ruleset("ocg"))
    alone = ground(board("A08"), library(), library().ruleset("tcg"))
    beside = ground(board("A08"), library(), library().ruleset("tcg"), alike=[first])
    assert beside.system is not first.system
    assert not beside.whole.same_steps(first.whole)
    assert beside.system.same_steps(alone.system)
    assert beside.system.pruned == alone.system.pruned


def test_what_is_watched_is_kept_apart():
    """A game that watches more keeps more, so that another cannot take its system, nor it that of another."""
    rules = library().ruleset("ocg")
    wants = wishes(board("A08"), turn_player=["most monsters the turn player controls"])
    first = ground(board("A08"), library(), rules)
    more = ground(board("A08"), library(), rules, watching=watched(wants), alike=[first])
    assert more.whole.same_steps(first.whole)
    assert more.system is not first.system
    assert ground(board("A08"), library(), rules, alike=[more, first]).system is first.system
