"""The gate of the reductions: with any of them done without, and by any engine, a board has the same answers.

Compared are outcomes, who can force which, what the best of them is worth to each player, the number of plays where the
reduction keeps it, and states where it keeps those. Single reductions have tests of their own, which look at systems:
`test_corpus` (folding, copies), `test_acts` (parts), `test_engines`, `test_folded`, `test_grid`, `test_diagrams`. Here whole
questions are asked. Of the corpus some boards, and random ones; with ENDPHASE_THOROUGH=1 in the environment all boards,
under each ruleset of their rulings, and three hundred random ones.
"""

import json
from dataclasses import dataclass

import pytest
from hypothesis import assume, given, seed, settings

from explorer.game import Outcome, adjustment
from explorer.game.conditions import condition
from explorer.game.players import PLAYERS
from explorer.questions.claims import ask, watched
from explorer.questions.inquiry import Inquiry, inquire, search
from explorer.questions.outcomes import outcomes
from explorer.questions.slices import can_be_sliced, slice_of
from explorer.questions.surveys import survey_board
from explorer.search import attractor
from explorer.search.explore import Limits
from explorer.search.games import backward_values
from explorer.system.reductions import Reduction, all_but
from tests.differential.boards import LIBRARY, board_of, cases, searched_draw
from tests.differential.draws import DRAWN
from tests.differential.laws import AT_ONCE
from tests.differential.test_acts import PLAIN, assert_same_graph
from tests.differential.test_corpus import BOARDS, searched
from tests.differential.test_engines import THOROUGH

MOST_STATES = 2_000
WITHOUT = {
    "folding": [Reduction.FOLDING],
    "pruning": [Reduction.PRUNING],
    "copies": [Reduction.COPIES],
    "all": list(Reduction),
}
COUNTS_PLAYS = ("folding", "pruning")
"""Copies that are told apart make more plays."""


@dataclass(frozen=True)
class Answers:
    """Outcomes with who can force each, how many plays lead there, and the best that each player gets.

    ``best`` is an outcome for each player, and each direction: outcomes in some order are worth more and more.
    """

    powers: dict[Outcome, tuple[str, ...]]
    plays: dict[Outcome, int | None]
    best: list[Outcome | None]


def answers(inquiry: Inquiry) -> Answers:
    """What is asked of an inquiry here."""
    found = outcomes(inquiry)
    ranked = [None, *sorted(inquiry.ends, key=repr)]
    rank = {state: ranked.index(outcome) for outcome, states in inquiry.ends.items() for state in states}
    best = []
    for player in PLAYERS:
        for sign in (1, -1):
            value = {state: sign * place for state, place in rank.items()}
            solved = backward_values(
                inquiry.graph, value.__getitem__, player.value, player.other.value, sign * -len(ranked)
            )
            place = abs(solved.values[0])
            best.append(ranked[place] if place < len(ranked) else None)
    return Answers({one.outcome: one.enforceable_by for one in found}, {one.outcome: one.plays for one in found}, best)


def places(step):
    """Some boards of the corpus; with ENDPHASE_THOROUGH=1 all of them."""
    chosen = range(len(BOARDS))[:: 1 if THOROUGH else step]
    return pytest.mark.parametrize("place", chosen, ids=[f"{BOARDS[one][0]}-{BOARDS[one][1]}" for one in chosen])


@pytest.mark.parametrize("without", WITHOUT)
@places(42)
def test_a_reduction_that_is_done_without(place, without):
    _, name, case = BOARDS[place]
    game, graph = searched(place)
    if case.board.left_open:
        pytest.skip("something is open")
    expected = answers(Inquiry(game, graph))
    found = answers(
        inquire(case.board, LIBRARY, LIBRARY.ruleset(name), reductions=all_but([one.value for one in WITHOUT[without]]))
    )
    assert found.powers == expected.powers
    assert found.best == expected.best
    if without in COUNTS_PLAYS:
        assert found.plays == expected.plays


@pytest.mark.parametrize("engine", ["python", *AT_ONCE])
@places(42)
def test_an_engine_with_a_graph(place, engine):
    game, graph = searched(place)
    inquiry = search(game, Limits(engine=engine))
    assert len(inquiry.graph.states) == len(graph.states)
    assert outcomes(inquiry) == outcomes(Inquiry(game, graph))


@pytest.mark.parametrize("engine", ["folded", "diagrams"])
@places(42)
def test_an_engine_without_a_graph(place, engine):
    if engine == "diagrams":
        pytest.importorskip("oxidd")
    _, name, case = BOARDS[place]
    if case.board.left_open:
        pytest.skip("something is open")
    inquiry = inquire(case.board, LIBRARY, LIBRARY.ruleset(name))
    survey = survey_board(case.board, LIBRARY, LIBRARY.ruleset(name), engine, powers=True)
    sizes = survey.found.states, survey.found.transitions, survey.found.finished
    assert sizes == (len(inquiry.graph.states), inquiry.graph.transitions, len(inquiry.graph.terminal))
    assert {one.outcome: one.enforceable_by for one in survey.outcomes} == answers(inquiry).powers


def test_parts(monkeypatch):
    """Nine different cards, three over the limit: 84 ways, which are a command each or chosen in parts."""
    monkeypatch.setattr(adjustment, "MOST_AT_ONCE", 50)
    board = board_of(f"turn player: {{hand: {json.dumps([card.name for card in PLAIN[:9]])}}}")
    parted, at_once = (
        inquire(board, LIBRARY, LIBRARY.ruleset("ocg"), reductions=all_but(one)) for one in ([], ["parts"])
    )
    assert parted.game.unfinished
    assert not at_once.game.unfinished
    assert_same_graph(parted.graph, at_once.graph)
    assert outcomes(parted) == outcomes(at_once)


# ---- slices ----------------------------------------------------------------------------------------------------------


def views(game):
    """Small questions: where the cards of a name are, how much life a player has, who has won."""
    projection = game.projection
    found = {}
    for member in game.scene.members:
        found.setdefault(member.name, []).extend([projection.place(member), projection.hidden(member)])
    return [*found.values(), *([term] for term in projection.of_players)]


def by_view(inquiry, asked):
    """What the terms come to at the ends: who can force it, and the best that each player gets."""
    system, graph = inquiry.game.system, inquiry.graph
    terms = [system.term(term) for term in asked]
    ends = {}
    for end in graph.terminal:
        ends.setdefault(tuple(system.value(graph.states[end], term) for term in terms), []).append(end)
    value = {state: case for case, states in ends.items() for state in states}
    worst = tuple(term.low - 1 for term in asked)
    best = [
        backward_values(graph, value.__getitem__, player.value, player.other.value, worst).values[0]
        for player in PLAYERS
    ]
    powers = {
        case: [one for one in PLAYERS if 0 in attractor(graph, (one.value,), states)] for case, states in ends.items()
    }
    return powers, best


def assert_slices_agree(game, graph):
    """Each small question has the answer of the whole board, and the plays are plays of it."""
    whole = Inquiry(game, graph)
    for asked in views(game):
        inquiry = slice_of(game, asked)
        if inquiry is None:
            continue
        assert len(inquiry.graph.states) <= len(graph.states)
        assert by_view(inquiry, asked) == by_view(whole, asked)
        for end in inquiry.graph.terminal[:2]:
            inquiry.steps(inquiry.graph.path_to(end))


@places(28)
def test_slices_of_the_corpus(place):
    game, graph = searched(place)
    if len(graph.states) > MOST_STATES or game.whole.opened:
        pytest.skip("it takes long")
    assert_slices_agree(game, graph)


@places(6)
def test_claims_about_a_slice(place):
    """The verdict is that on the whole board, and the play is one of the whole board."""
    _, _, case = BOARDS[place]
    game, graph = searched(place)
    claims = [claim for claim in case.claims if can_be_sliced([claim])]
    if not claims or game.whole.opened:
        pytest.skip("no claim that can be asked of a slice")
    for claim in claims:
        inquiry = slice_of(game, [condition(game.scene, says, None, None) for says in watched(claim)])
        if inquiry is not None:
            expected, found = ask(Inquiry(game, graph), claim), ask(inquiry, claim)
            assert (found.holds, found.because) == (expected.holds, expected.because)
            assert bool(found.play) == bool(expected.play)


@seed(25)
@settings(DRAWN, max_examples=300 if THOROUGH else 25)
@given(cases())
def test_slices_of_random_boards(case):
    game, graph = searched_draw(case, MOST_STATES)
    assume(not game.whole.opened)
    assert_slices_agree(game, graph)
