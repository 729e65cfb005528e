"""Every ruling's board under every ruleset that it speaks about: best play and powers are what the definitions say.

So they are on some boards on which play need not end. Best play is asked for with random wishes of either player, the same
every time. What the wishes mean is worked out anew, from what each outcome tells: the second opinion shares with the code
under test the grounded board, the reference stepper, and what the outcome of a finished state is. Some 45 s in all, most of
it for the grounding of the boards and for the code under test.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, pairwise
from random import Random
from textwrap import dedent

import pytest

from explorer.game import Outcome
from explorer.questions import Inquiry, best_play, inquire, outcomes
from explorer.questions.best import Merit, valuation
from explorer.questions.wishes import watched
from explorer.system import State
from models.board import read_board
from models.claims import read_wants
from models.documents import read_document
from models.errors import InputError
from models.phrase import Who, Wish
from tests.differential import second_opinion, wishes
from tests.differential.second_opinion import Arena
from tests.differential.test_corpus import BOARDS, LIBRARY

ENDLESS = {
    "Manticores": """
        turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}
        """,
    "Manticores and quick effects": """
        turn player:
          monsters: [Manticore of Darkness, {Majestic Mech - Ohka: Normal Summoned without Tributing}]
          spells and traps: [{Emergency Provisions: set}]
          graveyard: [{Manticore of Darkness: sent to the GY}]
        opponent:
          spells and traps: [{Mystical Space Typhoon: set}]
        """,
    "the opponent's Manticores": """
        turn player: {hand: [D.D. Crow]}
        opponent: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}
        """,
}
"""Boards on which play may go round, or end: no ruling is about any."""

LAID = [
    *((name, ruleset, case.board) for name, ruleset, case in BOARDS),
    *(
        (name, ruleset, read_board(read_document(dedent(board), name), LIBRARY))
        for name, board in ENDLESS.items()
        for ruleset in LIBRARY.ruleset_ids
    ),
]

PLAYERS = (Who.TURN, Who.OPPONENT)
FOREVER = (0,)
"""What endless play is worth to the player who wishes: less than any end, which is worth one and something."""


@dataclass(frozen=True, eq=False)
class Wishing:
    """One player's wishes, as words read, and by a second opinion what each end and each state is worth to them."""

    player: Who
    wishes: tuple[Wish, ...]
    worth: dict[State, tuple[int, ...]]
    values: dict[State, tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class BothWays:
    """A searched board, and the same board by the reference stepper."""

    inquiry: Inquiry
    arena: Arena
    ends: dict[State, Outcome]
    drawn: list[tuple[Who, tuple[wishes.Wished, ...], tuple[Wish, ...]]]

    @cached_property
    def wishing(self):
        """Each drawn list of wishes."""
        found = []
        for player, drawn, read in self.drawn:
            worth = {end: (1, *(one.worth(outcome) for one in drawn)) for end, outcome in self.ends.items()}
            values = second_opinion.values(self.arena, worth.__getitem__, player.value, FOREVER)
            found.append(Wishing(player, read, worth, values))
        return found

    @cached_property
    def best(self):
        """Each drawn list of wishes with the answer under test."""
        return [(wishing, best_play(self.inquiry, {wishing.player: wishing.wishes})) for wishing in self.wishing]

    def told(self, wishing, start, steps, worth, within=None):
        """The states to which a play of these steps can lead that are worth this, and by default never leave them."""
        kept = {state for state, value in wishing.values.items() if value == worth}
        happenings = [step.happening for step in steps]
        system, within = self.inquiry.game.system, kept if within is None else within
        return second_opinion.told(system, self.arena, start, happenings, within) & kept


def both_ways(place: int) -> BothWays:
    """The board at this place of `LAID`, grounded with what all wishes drawn for it watch."""
    name, ruleset, board = LAID[place]
    drawn = [
        (player, wished, read_wants([one.words for one in wished], board, LIBRARY))
        for player, wished in zip(cycle(PLAYERS), wishes.drawn(board, Random(f"{name} {ruleset}")))
    ]
    asked = [what for player, _, read in drawn for what in watched({player: read})]
    inquiry = inquire(board, LIBRARY, LIBRARY.ruleset(ruleset), watching=asked)
    arena = second_opinion.arena(inquiry.game.system)
    return BothWays(inquiry, arena, {end: inquiry.game.outcome(end) for end in arena.ends}, drawn)


@pytest.fixture(params=range(len(LAID)), ids=[f"{name}-{ruleset}" for name, ruleset, _ in LAID], scope="module")
def board(request):
    """Each board in turn; the tests of one board follow each other."""
    return both_ways(request.param)


def test_best_play_is_worth_what_the_player_can_force(board):
    """Whoever wishes, and whatever they wish for; and that play never ends is said when it does not."""
    for wishing, found in board.best:
        worth = FOREVER if found.endless else (1, *found.value)
        assert worth == wishing.values[board.arena.start], wishing.wishes


def test_where_every_play_ends_that_is_backward_induction(board):
    """Both opinions are one."""
    if not second_opinion.endless(board.arena):
        for wishing in board.wishing:
            by_induction = second_opinion.induction(board.arena, wishing.worth.__getitem__, wishing.player.value)
            assert by_induction == wishing.values, wishing.wishes


def test_the_line_of_best_play_keeps_and_gets_the_value(board):
    """It is a play by the reference stepper, no step of it changes what the state is worth, and it ends as it is said to."""
    for wishing, found in board.best:
        reached = board.told(wishing, [board.arena.start], found.line, wishing.values[board.arena.start])
        assert reached, wishing.wishes
        assert found.outcome in {board.ends.get(state) for state in reached}, wishing.wishes


def test_the_alternatives_on_the_line_are_worth_what_is_said(board):
    """What is worth less to its player is a mistake; the refutation is a play that keeps and gets what the move is worth."""
    for wishing, found in board.best:
        here, worth = [board.arena.start], wishing.values[board.arena.start]
        for step, decision in zip(found.line, found.decisions, strict=True):
            for one in decision.alternatives if decision else ():
                instead = FOREVER if one.outcome is None else (1, *one.values[found.player])
                after = board.told(wishing, here, [one.move], instead, within=board.arena.moves)
                reached = board.told(wishing, after, one.refutation, instead)
                assert one.outcome in {board.ends.get(state) for state in reached}, wishing.wishes
                assert (one.merit is Merit.EQUAL) is (instead == worth), wishing.wishes
                better = instead > worth if one.move.happening.by == wishing.player else instead < worth
                assert not better, wishing.wishes
            here = board.told(wishing, here, [step], worth)


def test_each_for_their_own_plays_a_best_reply_everywhere(board):
    """With wishes of both, nobody gains by another move in any state; on boards where every play ends."""
    graph = board.inquiry.graph
    for one, other in pairwise(board.wishing):
        wants = {one.player: one.wishes, other.player: other.wishes}
        if second_opinion.endless(board.arena):
            with pytest.raises(InputError, match="only where every play ends"):
                valuation(board.inquiry, wants)
            continue
        found = valuation(board.inquiry, wants)
        numbers = range(len(graph.states))
        choices = {graph.states[i]: graph.labels[found.best(i)[0]] for i in numbers if graph.edges(i)}
        worths = {wishing.player: wishing.worth.__getitem__ for wishing in (one, other)}
        kept = second_opinion.followed(board.arena, choices, worths)
        assert all(
            kept[graph.states[i]] == {who: (1, *worth) for who, worth in found.value(i).items()} for i in numbers
        )
        assert second_opinion.deviations(board.arena, choices, worths) == []


def test_who_can_force_each_outcome(board):
    """The players who are named, and no others, get an end with that outcome whatever the other does."""
    found = outcomes(board.inquiry)
    assert {answer.outcome for answer in found} == set(board.ends.values())
    for answer in found:
        goal = [end for end, outcome in board.ends.items() if outcome == answer.outcome]
        able = [player for player in PLAYERS if board.arena.start in second_opinion.forced(board.arena, {player}, goal)]
        assert list(answer.enforceable_by) == able, answer.outcome


def test_some_wishes_tell_outcomes_apart(board):
    """Where there is more than one: so that best play is not asked about what is decided anyway."""
    if len(set(board.ends.values())) > 1:
        assert any(len(set(wishing.worth.values())) > 1 for wishing in board.wishing)


@pytest.mark.parametrize("name", ENDLESS)
def test_on_some_boards_play_may_go_round_or_end(name):
    """From their start, under every ruleset: so that the opinions above are about endless play too."""
    boards = [both_ways(place) for place, (laid, _, _) in enumerate(LAID) if laid == name]
    assert len(boards) == len(LIBRARY.ruleset_ids)
    assert all(board.ends and board.arena.start in second_opinion.endless(board.arena) for board in boards)


def test_best_play_is_endless_or_not():
    """Whoever does not wish may go round, where that keeps the other from all ends."""
    answers = [
        found for place, (laid, _, _) in enumerate(LAID) if laid in ENDLESS for _, found in both_ways(place).best
    ]
    assert {found.endless for found in answers} == {True, False}
