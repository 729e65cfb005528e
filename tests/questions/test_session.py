"""The session: choices, what follows them by itself, undo and redo, opponents, and how a play compares with best play."""

from types import SimpleNamespace

import pytest

from explorer.game.players import Player
from explorer.questions import inquire
from explorer.questions.best import best_play
from explorer.questions.session import (
    BestOpponent,
    Maker,
    RandomOpponent,
    address_after,
    begin,
    phrases,
    read_address,
    spelled,
)
from explorer.questions.walk import Walk
from models import read_board, read_document
from models.claims import read_line
from models.errors import InputError
from tests.questions.asked import asked, library, walked

AGAINST_BEST = BestOpponent(Player.OPPONENT)
ALONE = """\
turn player:
  monsters: [Gene-Warped Warwolf]
"""


def said(session):
    """The moves of the play in short, with who made them."""
    return [(taken.maker.value, str(taken.move.step.happening)) for taken in session.line]


def chosen(session, *numbers):
    """The session after these choices."""
    for number in numbers:
        session = session.choose(number)
    return session


@pytest.fixture(scope="module")
def a08():
    return walked("A08", "ocg")


@pytest.fixture(scope="module")
def a46():
    return walked("A46", "tcg")


@pytest.fixture(scope="module")
def a05():
    return walked("A05", "ocg-2013")


# ---- choices ---------------------------------------------------------------------------------------------------------


def test_the_rules_go_on_by_themselves(a08):
    """Once nobody responds to Provisions it resolves, and the turn player has a window again."""
    session = chosen(begin(a08), 2, 0)
    assert said(session) == [
        ("person", "turn player: activate Emergency Provisions cost Imperial Iron Wall"),
        ("person", "turn player: no response"),
        ("rules", "rules: resolve Emergency Provisions"),
    ]
    assert (session.address, session.position.number) == ((2, 0, 0), 10)
    assert not session.over
    assert [str(step.happening) for step in session.steps] == [text for _, text in said(session)]


def test_a08_both_orders(a08):
    """Processed before Iron Wall has gone nothing is banished; after it both monsters are."""
    kept, banished = chosen(begin(a08), 1, 0, 0), chosen(begin(a08), 2, 0, 1, 0, 0)
    assert (kept.address, kept.position.ended) == ((1, 0, 0), 0)
    assert (banished.address, banished.position.ended) == ((2, 0, 0, 1, 0, 0), 2)
    assert kept.over
    assert banished.over


def test_a_move_that_is_not_there(a08):
    with pytest.raises(InputError, match="there is no move 4; there are 3"):
        begin(a08).choose(3)
    with pytest.raises(InputError, match="there is no move 0; there are 3"):
        begin(a08).choose(-1)


# ---- undo, redo, fork ------------------------------------------------------------------------------------------------


def test_undo_and_redo_go_from_choice_to_choice(a08):
    """What the rules did goes with the choice that it followed."""
    session = chosen(begin(a08), 2, 0, 1)
    back = session.undo()
    assert [back.address, back.undo().address, back.undo().undo().address] == [(2, 0, 0), (2,), ()]
    assert back.redo().address == session.address
    assert session.redo() is not None
    assert session.redo().address == session.address
    start = back.restart()
    assert (start.address, start.can_undo, start.can_redo) == ((), False, True)
    assert start.undo().address == ()
    assert start.redo().redo().redo().address == session.address
    assert not start.redo().redo().redo().can_redo


def test_another_choice_forks_and_the_same_one_does_not(a08):
    """What was taken back is kept while the play goes on as it did."""
    session = chosen(begin(a08), 2, 0, 1).restart()
    same = session.choose(2)
    assert (same.address, same.can_redo, same.redo().redo().address) == ((2,), True, (2, 0, 0, 1))
    other = session.choose(1)
    assert (other.address, other.can_redo) == ((1,), False)
    assert session.redo().address == (2,), "a session never changes"


# ---- where it starts -------------------------------------------------------------------------------------------------


def test_a_session_starts_after_given_moves(a08):
    """They cannot be taken back, and what follows them goes on by itself."""
    session = begin(a08, given=(2, 0))
    assert [maker for maker, _ in said(session)] == ["given", "given", "rules"]
    assert (session.address, session.can_undo) == ((2, 0, 0), False)
    assert session.choose(1).restart().address == (2, 0, 0)
    with pytest.raises(InputError, match="move 2 of the play is 7; there are 1 moves, from 0"):
        begin(a08, given=(0, 7))


def test_a_session_starts_after_a_line(a08):
    """Told as claims tell it: what no official answer would tell is passed over."""
    line = "the turn player activates Emergency Provisions; the turn player processes Rekindling"
    moments = read_line(line, a08.inquiry.game.board, library())
    assert address_after(a08, moments) == (2, 0, 0, 1)
    assert address_after(a08, ()) == ()
    wrong = read_line("the turn player passes; the turn player passes", a08.inquiry.game.board, library())
    with pytest.raises(InputError, match="no play goes on with step 2 of the line: turn player pass"):
        address_after(a08, wrong)


def test_addresses_are_written_and_read():
    assert spelled((0, 2, 11)) == "0.2.11"
    assert (read_address("0.2.11"), read_address(""), read_address(" ")) == ((0, 2, 11), (), ())
    for wrong in ("0,2", "0..2", "-1", "a", "0.2.", "1" * 5000, "²"):
        with pytest.raises(InputError, match="this is no play"):
            read_address(wrong)


# ---- the play in the words of claims ---------------------------------------------------------------------------------


def test_a_play_as_the_line_of_a_claim(a08):
    """It leads to the same place again."""
    session = chosen(begin(a08), 2, 0, 1)
    found = phrases(session)
    assert found == (
        "the turn player activates Emergency Provisions sending Imperial Iron Wall",
        "the turn player processes Rekindling",
    )
    again = read_line("; ".join(found), a08.inquiry.game.board, library())
    assert address_after(a08, again) == session.address


def test_a_compelled_step_says_so(a46):
    session = chosen(begin(a46), 0, 0, 0)
    assert phrases(session)[-1] == "the turn player must process Change of Heart"


def test_a_play_without_words_in_claims():
    """A discard of unnamed cards, and a play of nothing."""
    walk = walked("B01")
    session = begin(walk)
    assert phrases(session) == ()
    while not session.over:
        session = session.choose(0)
    assert [taken.move.step.happening.unnamed for taken in session.line if taken.move.step.happening.unnamed] == [2]
    assert phrases(session) == ()


@pytest.mark.parametrize("name", ["A05", "A08", "A29", "D06", "E01"])
def test_phrases_lead_where_the_play_led(name):
    """Whenever there are any, read again they end at the last told step of the play."""
    walk, found = walked(name), 0
    for seed in range(6):
        session = begin(walk, RandomOpponent(Player.TURN, seed))
        while not session.over and len(session.line) < 60:
            session = session.choose(seed % len(session.position.moves))
        words = phrases(session)
        if words:
            found += 1
            again = address_after(walk, read_line("; ".join(words), walk.inquiry.game.board, library()))
            assert again == session.address[: len(again)]
            assert not any(step.told for step in session.steps[len(again) :])
    assert found > 0


# ---- opponents -------------------------------------------------------------------------------------------------------


def test_best_play_replies(a05):
    """A05: both wait; what the person does is answered up to their next choice."""
    session = begin(a05, AGAINST_BEST)
    assert (session.person, session.line) == (Player.TURN, ())
    assert said(session.choose(0)) == [("person", "turn player: pass"), ("opponent", "opponent: pass")]


def test_best_play_against_itself_is_the_line_of_best(a05):
    """The person follows what is preferred: the official line, and no less than it is worth."""
    session = begin(a05, AGAINST_BEST)
    while not session.over:
        session = session.choose(next(n for n, move in enumerate(session.position.moves) if move.preferred))
    line = best_play(*asked("A05", "ocg-2013")).line
    assert [str(step.happening) for step in session.steps] == [str(step.happening) for step in line]
    score = session.score
    assert (score.player, score.got, score.best, score.less, score.lost) == (Player.TURN, (1, 1), (1, 1), False, None)


def test_what_was_lost_against_best_play(a05):
    """The World is used while it is negated: 0 of the first wish, lost by that move."""
    session = chosen(begin(a05, AGAINST_BEST), 0, 1)
    assert session.score is None
    while not session.over:
        session = session.choose(0)
    score = session.score
    assert (score.got, score.best, score.less) == ((0, 1), (1, 1), True)
    assert score.lost is session.line[2]
    assert score.lost.maker is Maker.PERSON
    assert score.lost.move.step.happening.card == "Arcana Force XXI - The World"


def test_the_other_players_wishes_count_against_the_person(a46):
    """A46: as the opponent, deciding Last Turn first lets the turn player win; waiting makes it a draw."""
    session = begin(a46, BestOpponent(Player.TURN))
    assert said(session) == [("opponent", "turn player: pass")]
    lost, held = session.choose(1), chosen(session, 0, 0, 0)
    assert (lost.score.player, lost.score.got, lost.score.best, lost.score.less) == (Player.TURN, (1,), (0,), True)
    assert lost.score.lost is lost.line[1]
    while not held.over:
        held = held.choose(0)
    assert (held.score.got, held.score.best, held.score.less, held.score.lost) == ((0,), (0,), False, None)


def test_who_plays_both_is_told_the_first_mistake(a46):
    session = chosen(begin(a46), 0, 1)
    score = session.score
    assert (score.player, score.got, score.best, score.less) == (Player.TURN, (1,), (0,), None)
    assert score.lost is session.line[1]


def test_nothing_is_compared_without_wishes(a08):
    assert chosen(begin(a08), 1, 0, 0).score is None


def test_best_play_is_measured_from_where_the_person_began(a05):
    """The given moves had lost already: that is not the person's loss."""
    session = begin(a05, AGAINST_BEST, given=(1,))
    while not session.over:
        session = session.choose(0)
    assert (session.score.got, session.score.best, session.score.less) == ((0, 2), (0, 2), False)
    assert session.score.lost is None


def test_random_play_depends_on_the_seed_and_the_play_alone():
    """Undone and made again, a choice has the same reply; other seeds have others."""
    walk = walked("A05", "ocg-2013")
    replies = {}
    for seed in range(12):
        session = begin(walk, RandomOpponent(Player.OPPONENT, seed)).choose(0)
        again = session.undo().choose(6).undo().choose(0)
        assert again.address == session.address
        assert session.line[1].maker is Maker.OPPONENT
        replies.setdefault(session.line[1].number, []).append(seed)
    assert set(replies) == {0, 1}


def test_a_mistake_of_a_random_opponent_may_give_more_than_best_play():
    """A46: the opponent decides Last Turn at once; the turn player wins, which best play would not."""
    walk = walked("A46", "tcg")
    for seed in range(20):
        session = begin(walk, RandomOpponent(Player.OPPONENT, seed)).choose(0)
        if session.over:
            score = session.score
            assert (score.got, score.best, score.less, score.lost) == ((1,), (0,), False, None)
            return
    pytest.fail("no seed decides Last Turn at once")


def test_the_opponent_may_begin():
    """An empty board: the turn player passes by itself, and the person passes after it."""
    board = read_board(read_document(ALONE, "board"), library())
    walk = Walk(inquire(board, library(), library().ruleset("ocg"), pictured=True), library())
    session = begin(walk, RandomOpponent(Player.TURN))
    assert said(session) == [("opponent", "turn player: pass")]
    assert session.choose(0).over


class Roundabout:
    """A walk of two positions of one player that lead into each other, and nowhere else."""

    valuation = None

    def position(self, number):
        return SimpleNamespace(number=number, player=Player.OPPONENT, moves=(SimpleNamespace(to=1 - number),))

    def play(self, numbers):
        return (self.position(0),)


def test_what_goes_round_by_itself_is_stopped():
    """Once every position has been seen; whoever goes on has to do so by hand."""
    session = begin(Roundabout(), RandomOpponent(Player.OPPONENT))
    assert session.address == (0, 0)
    assert session.choose(0).address == (0, 0, 0, 0, 0)
