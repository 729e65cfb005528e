"""Questions asked of a slice of a board: what is left out, what is found, and where the whole board is searched after all."""

from dataclasses import replace

import pytest

from explorer.game import Kind, ground
from explorer.game.conditions import condition
from explorer.game.players import Player
from explorer.game.slices import _without_pruned, sliced
from explorer.questions.best import best_play
from explorer.questions.claims import ask, strategy, watched
from explorer.questions.inquiry import inquire, search
from explorer.questions.lifting import Lifting
from explorer.questions.outcomes import outcomes
from explorer.questions.slices import can_be_sliced, inquire_sliced, slice_of
from explorer.questions.wishes import watched as wished
from explorer.search.explore import Limits
from explorer.search.plays import NotAPlay, replay
from explorer.system.reductions import EVERY, all_but
from explorer.system.terms import read
from models.board import read_board
from models.claims import read_claims, read_wants
from models.documents import read_document
from models.errors import InputError
from models.library import Library
from models.phrase import Who
from tests.bench.items import RULESET, independent, independent_states

LIBRARY = Library()
ITEMS = 3
BOARD = independent(LIBRARY, ITEMS)
DESTROYED = "Koa'ki Meiru Drago in the GY"


def claims_about(*texts, board=BOARD):
    return read_claims(texts, board, LIBRARY)


def grounded(*claims, board=BOARD, ruleset=RULESET):
    return ground(
        board, LIBRARY, LIBRARY.ruleset(ruleset), watching=[what for claim in claims for what in watched(claim)]
    )


def terms(game, *claims):
    return [condition(game.scene, says, None, None) for claim in claims for says in watched(claim)]


def asked(*texts, whole_up_to=0, **more):
    """The claims of the texts, and the inquiry in which they are asked."""
    claims = claims_about(*texts)
    watching = [what for claim in claims for what in watched(claim)]
    more = {"watching": watching, "whole_up_to": whole_up_to, **more}
    return claims, inquire_sliced(BOARD, LIBRARY, LIBRARY.ruleset(RULESET), **more)


# ---- what is left out ------------------------------------------------------------------------------------------------


def test_items_that_do_not_reach_the_question_are_left_out():
    """Of six statuses and three costs one cost is left: it is paid or not, and then everybody passes."""
    (claim,), inquiry = asked(f"possible: {DESTROYED}")
    assert str(inquiry.slice) == "9 of 10 items, 35 of 41 variables left out"
    assert (len(inquiry.graph.states), inquiry.graph.transitions) == (9, 10)
    assert len(search(grounded(claim)).graph.states) == independent_states(ITEMS) == 5_240


def test_items_that_reach_it_are_not():
    """Whether a status still applies is asked of one of the six; the other five and the costs are left out."""
    game = grounded()
    status = game.procedure.lasting[0]
    kept = [item for item in game.procedure.items if item not in sliced(game, [read(status.applies)]).left_out]
    assert [item.condition for item in kept] == [status.due]


@pytest.mark.parametrize(("reductions", "commands"), [(EVERY, 5), (all_but(["pruning"]), 6)])
def test_a_slice_is_pruned_where_the_board_is(reductions, commands):
    claims = claims_about(f"possible: {DESTROYED}")
    watching = [what for claim in claims for what in watched(claim)]
    game = ground(BOARD, LIBRARY, LIBRARY.ruleset(RULESET), watching=watching, reductions=reductions)
    assert len(sliced(game, terms(game, *claims)).game.system.commands) == commands


def test_what_z3_has_found_to_be_impossible_is_not_looked_at_again():
    """Four commands of the whole board; what folding has found is left, for it is found again at no cost."""
    game = grounded(*claims_about(f"possible: {DESTROYED}"))
    left = set(_without_pruned(game, game.whole).commands)
    gone = [command for command in game.whole.commands if command not in left]
    assert [one.how for command in gone for one in game.system.pruned if one.command == command] == ["solver"] * 4
    assert len(left) == 34


def test_claims_are_answered():
    claims, inquiry = asked(
        f"possible: {DESTROYED}",
        f"turn player can enforce: {DESTROYED}",
        f"opponent can enforce: {DESTROYED}",
        f"always: not {DESTROYED}",
    )
    assert [ask(inquiry, claim).holds for claim in claims] == [True, True, False, False]
    assert not inquiry.whole
    assert strategy(inquiry, claims[1]) is None


# ---- plays -----------------------------------------------------------------------------------------------------------


def test_a_play_is_one_of_the_whole_board():
    (claim,), inquiry = asked(f"possible: {DESTROYED}")
    play = ask(inquiry, claim).play
    assert play[0].happening.card == "Koa'ki Meiru Drago"
    processed = [step.happening.card for step in play if step.happening.kind is Kind.PROCESS]
    assert len(processed) == 2 * ITEMS + 3
    assert len(ask(search(grounded(claim)), claim).play) == len(play) == 14


def test_a_play_that_is_none_of_the_whole_board_is_refused():
    """The End Phase is not over while statuses are left that nobody is known to process."""
    _, inquiry = asked(f"possible: {DESTROYED}")
    commands = inquiry.graph.commands_of(inquiry.graph.path_to(inquiry.graph.terminal[0]))
    assert len(replay(inquiry.of.whole.system, Lifting(inquiry.of, inquiry.asked).lifted(commands))) == 15
    with pytest.raises(NotAPlay, match=r"^a play of the slice is none of the whole board$"):
        Lifting(replace(inquiry.of, left_out=()), inquiry.asked).lifted(commands)


# ---- outcomes and best play ------------------------------------------------------------------------------------------


def test_outcomes_about_a_card():
    """Two, instead of eight; each can be forced by who pays."""
    about = {"about": ["Koa'ki Meiru Drago"]}
    small = inquire_sliced(BOARD, LIBRARY, LIBRARY.ruleset(RULESET), whole_up_to=0, **about)
    whole = inquire_sliced(BOARD, LIBRARY, LIBRARY.ruleset(RULESET), whole_up_to=10_000, **about)
    assert (len(small.graph.states), len(whole.graph.states)) == (9, 5_240)
    assert {one.outcome: one.enforceable_by for one in outcomes(small)} == {
        one.outcome: one.enforceable_by for one in outcomes(whole)
    }
    assert [(one.plays, one.counted, one.enforceable_by) for one in outcomes(small)] == [
        (0, False, (Player.TURN,)),
        (0, False, (Player.TURN,)),
    ]
    assert all(one.counted for one in outcomes(whole))
    assert [card.name for card in outcomes(small)[0].outcome.cards] == ["Koa'ki Meiru Drago"]


def test_outcomes_about_a_card_that_is_not_there():
    with pytest.raises(InputError, match="Kuriboh is not on this board"):
        ground(BOARD, LIBRARY, LIBRARY.ruleset(RULESET), about=["Kuriboh"])


@pytest.mark.parametrize("who", [Who.TURN, Who.OPPONENT])
@pytest.mark.parametrize("wish", [DESTROYED, "most monsters the turn player controls"])
def test_best_play_is_worth_the_same(who, wish):
    wants = {who: read_wants([wish], BOARD, LIBRARY)}
    ruleset = LIBRARY.ruleset(RULESET)
    small = inquire_sliced(BOARD, LIBRARY, ruleset, watching=wished(wants), whole_up_to=0)
    whole = inquire(BOARD, LIBRARY, ruleset, watching=wished(wants))
    found, expected = best_play(small, wants), best_play(whole, wants)
    assert small.slice.left_out
    assert found.value == expected.value
    assert set(found.decisions) == {None}
    assert any(expected.decisions)
    assert found.outcome in set(whole.ends)


# ---- where the whole board is searched -------------------------------------------------------------------------------


def test_a_small_board_is_searched_whole():
    _, inquiry = asked(f"possible: {DESTROYED}", whole_up_to=5_240)
    assert inquiry.whole
    assert len(inquiry.graph.states) == 5_240


def test_so_is_every_board_without_slicing():
    _, inquiry = asked(f"possible: {DESTROYED}", reductions=all_but(["slicing"]))
    assert inquiry.whole


def test_a_limit_is_one_of_the_whole_board_below_which_nothing_is_sliced():
    _, inquiry = asked(f"possible: {DESTROYED}", whole_up_to=500, limits=Limits(states=300))
    assert inquiry.whole
    assert inquiry.graph.limit == "states"


@pytest.mark.parametrize(
    ("limits", "now", "seconds"),
    [
        (Limits(seconds=10.0), [100.0, 103.0, 104.5], [10.0, 7.0, 5.5]),
        (Limits(seconds=10.0), [100.0, 111.0, 112.0], [10.0, 0.0, 0.0]),
        (Limits(), [100.0], [None, None, None]),
    ],
)
def test_each_search_has_the_seconds_that_the_ones_before_it_have_left(monkeypatch, limits, now, seconds):
    """The first looks whether the board is small; that of the slice, which is not used here, and of the whole follow."""
    given = []
    monkeypatch.setattr("explorer.questions.slices.monotonic", iter(now).__next__)
    monkeypatch.setattr(
        "explorer.questions.slices.search",
        lambda game, limits, progress: given.append(limits) or search(game, Limits(states=1)),
    )
    monkeypatch.setattr(
        "explorer.questions.slices.slice_of", lambda game, asked, limits, progress: given.append(limits)
    )
    asked(f"possible: {DESTROYED}", whole_up_to=1, limits=limits)
    assert [one.seconds for one in given] == seconds
    assert [one.states for one in given] == [1, None, None]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"possible: {DESTROYED}", True),
        (f"impossible: {DESTROYED}", True),
        (f"inevitable: {DESTROYED}", True),
        (f"opponent cannot enforce: {DESTROYED}", True),
        ("outcomes: 8", False),
        ("can: the turn player passes", False),
    ],
)
def test_claims_about_plays_and_their_number_are_asked_of_the_whole_board(text, found):
    assert can_be_sliced(claims_about(text)) is found
    assert can_be_sliced(claims_about(f"possible: {DESTROYED}", text)) is found


def test_a_question_about_the_procedure_has_no_slice():
    game = grounded()
    assert slice_of(game, [read(game.scene.passes)]) is None


def test_where_the_window_after_an_act_is_not_the_turn_players_no_item_is_left_out():
    (claim,) = claims_about(f"possible: {DESTROYED}")
    ruleset = LIBRARY.ruleset(RULESET).changed({"next window after an action": "same player"})
    game = ground(BOARD, LIBRARY, ruleset, watching=watched(claim))
    assert sliced(game, terms(game, claim)).left_out == ()


def test_where_processing_would_change_something_the_slice_is_not_used():
    """The premise is looked at in every state: from one of which it leads to none that is known, nothing is concluded."""
    (claim,) = claims_about(f"possible: {DESTROYED}")
    game = grounded(claim)
    found = sliced(game, terms(game, claim))
    states = list(search(found.game).graph.states)
    assert found.stutters(states)
    assert not found.stutters(states[1:])


@pytest.mark.parametrize(
    ("card", "left_out"), [("{Torrential Tribute: set}", []), ("Emergency Provisions", ["Forbidden Chalice"])]
)
def test_a_chance_that_would_be_missed_keeps_every_item(card, left_out):
    """Torrential Tribute answers a Summon only directly after it: to process something first may take the chance away."""
    text = (
        "turn player: {monsters: [Dark Magician], extra deck: [Albion the Branded Dragon]}\n"
        f"opponent: {{extra deck: [Mirrorjade the Iceblade Dragon], spells and traps: [{card}]}}\n"
        "lingering: [Branded Loss by turn player, Forbidden Chalice by turn player on Dark Magician]\n"
    )
    board = read_board(read_document(text, "chance"), LIBRARY)
    (claim,) = claims_about("possible: Albion the Branded Dragon on the field", board=board)
    game = grounded(claim, board=board)
    assert [item.name for item in sliced(game, terms(game, claim)).left_out] == left_out


def test_the_names_of_reductions_are_checked():
    assert all_but([]) == EVERY
    assert {one.value for one in all_but(["folding"])} == {"copies", "parts"}
    with pytest.raises(ValueError, match="nothing"):
        all_but(["nothing"])
