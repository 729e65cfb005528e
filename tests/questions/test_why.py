"""Why a move is illegal and an outcome out of reach: by the clauses, and whoever says so."""

import pytest

import explorer
from explorer.game.players import Player
from explorer.questions.obstacles import Obstacle
from models.errors import InputError
from tests.questions.asked import library

ADJUSTED = "rule: no window opens after the adjustment"


def why(board, what, after=None, ruleset=None):
    """The answer for a ruling's board."""
    return explorer.why(explorer.load(board, ruleset), what, after)


def reasons(obstacles):
    """Their names, in order."""
    return [one.reason for one in obstacles]


@pytest.mark.parametrize(
    ("ruling", "what", "condition"),
    [
        ("B10", "Manticore of Darkness activates", "card: was sent to GY this turn"),
        ("B13", "T.G. Striker activates", "card: was destroyed from field this turn"),
    ],
)
def test_what_was_discarded_or_destroyed_too_late_is_not_activated(ruling, what, condition):
    """Before the discard the card's own condition forbids it, after it the end of all windows; who says so is told."""
    found = why(ruling, what)
    assert not found.legal
    assert reasons(found.forbidden) == [ADJUSTED, condition]
    assert [cite.text for cite in found.forbidden[0].cites] == ["B06: office answer", "B32: editor's note"]
    assert reasons(found.nearest.obstacles) == ["rule: in a window of theirs", ADJUSTED]
    assert found.nearest.play[-1].adjusted is (ruling == "B13")


def test_a_clause_of_the_ruleset_is_told_with_its_value_and_its_citation():
    """The simulator lets nobody pass who holds something mandatory."""
    found = why("A46", "the turn player passes", "", "simulator")
    assert (found.legal, found.positions) == (False, 1)
    clause, second = found.forbidden
    assert (clause.reason, clause.value) == ("ruleset: passing with mandatory items", "no")
    assert (second.reason, second.value) == ("ruleset: second offer to the turn player", "no")
    assert clause.cites == library().ruleset("simulator").clauses["passing with mandatory items"].cites
    assert clause.cites


def test_a_legal_move_is_shown_with_a_play():
    """Which ends with the move."""
    found = why("A08", "the turn player processes Rekindling")
    assert found.legal
    assert str(found.play[-1].happening) == "turn player: process Rekindling"
    assert (found.nearest, found.forbidden) == (None, ())


def test_a_move_is_asked_about_after_a_line():
    """Majestic Mech - Ohka is sent away once: afterwards each of the two is gone."""
    line = "the turn player activates Majestic Mech - Ohka; " * 2
    assert why("A05", "the turn player activates Majestic Mech - Ohka").legal
    found = why("A05", "the turn player activates Majestic Mech - Ohka", line)
    assert not found.legal
    assert found.positions == 2
    assert found.nearest.play[-1].told


def test_what_nobody_would_tell_goes_on_by_itself():
    """After the line its chain resolves, and then the move is made."""
    found = why("A05", "the turn player passes", "the turn player activates Majestic Mech - Ohka")
    assert [str(step.happening) for step in found.play] == [
        "turn player: activate Majestic Mech - Ohka",
        "rules: resolve Majestic Mech - Ohka",
        "turn player: pass",
    ]


def test_an_obstacle_tells_its_sources_where_it_has_any():
    assert str(Obstacle("cost", "the text of a card")) == "[cost] the text of a card"
    cites = library().ruleset().clauses["compelled act"].cites
    told = str(Obstacle("rule: x", "it is so", cites, value="yes"))
    assert told == f"[rule: x = yes] it is so ({'; '.join(map(str, cites))})"


def test_a_line_that_no_play_has():
    """The step is named at which play cannot go on."""
    with pytest.raises(InputError, match=r"step 2 of the line: opponent process Rekindling"):
        why("A08", "Rekindling processes", "the turn player passes; the opponent processes Rekindling")


def test_what_nothing_on_the_board_could_do():
    """No command of the board is such a move."""
    with pytest.raises(InputError, match="nothing on this board could ever do that: activate Rekindling"):
        why("A08", "Rekindling activates")


def test_an_outcome_that_can_be_prevented():
    """A46: the turn player can win; both can prevent it, and neither can bring it about."""
    found = why("A46", "the turn player wins")
    assert found.reachable
    assert str(found.play[-1].happening) == "opponent: process Last Turn"
    assert (list(found.bringing_about), list(found.preventing)) == ([], [Player.TURN, Player.OPPONENT])


def test_an_outcome_that_nobody_has_a_rule_for():
    """One of the two monsters of A08 is never banished alone, whatever the clauses say."""
    found = why("A08", "1 Flamvell Firedog banished")
    assert (found.reachable, found.changes) == (False, ())


def test_the_smallest_change_that_puts_an_outcome_within_reach():
    """The simulator does not let Justice of Prophecy work in A06, for one clause; the play is one under the change."""
    found = why("A06", "Dark Magician in the hand", ruleset="simulator")
    assert not found.reachable
    assert [dict(change.values) for change in found.changes] == [{"until the End Phase": "an item with an owner"}]
    told = [str(step.happening) for step in found.changes[0].play]
    assert "opponent: process Effect Veiler" in told


def test_words_that_are_neither_a_move_nor_an_outcome():
    """The reading that came further says what is wrong."""
    with pytest.raises(InputError, match="cannot go on with 'resolvs'") as refused:
        why("A08", "Rekindling resolvs")
    assert refused.value.position.column == 12


def test_the_order_of_two_moves_is_not_one_move():
    """Neither as a question nor in a line; the error says where it is asked."""
    order = "Rekindling is processed before Emergency Provisions is activated"
    with pytest.raises(InputError, match="this is about the order of two moves"):
        why("A08", order)
    with pytest.raises(InputError, match="this is about the order of two moves") as refused:
        why("A08", "Rekindling processes", f"the turn player passes; {order}")
    assert refused.value.position.column == 25
