"""Discards that are chosen in parts against one command for each combination: the same graph, number for number."""

import itertools
import json
from random import Random

import pytest

from explorer.game import Kind, adjustment, ground
from explorer.game.players import Player
from explorer.questions.best import valuation
from explorer.questions.inquiry import search
from explorer.questions.outcomes import outcomes
from explorer.questions.wishes import watched
from explorer.search.explore import Limits
from models.claims import read_wants
from models.errors import InputError
from models.phrase import Who
from models.ruling import rulesets_of
from tests.differential import wishes
from tests.differential.boards import LIBRARY, all_cards, board_of, effects, vanillas

AT_ONCE, NAME_BY_NAME, SOME_NAMES = (10**9, 64), (0, 1), (0, 6)
MOST_STATES = 2_000
BOARDS = 40
RULESETS = sorted(LIBRARY.ruleset_ids)
TOLD = sorted(
    card.name for card in all_cards() if any(f"kind='{kind}'" in repr(effects(card)) for kind in ("discarded", "sent"))
)
"""The cards that react to a discard, of their own or of another card, or to another way into the Graveyard."""


PLAIN = [card for card in all_cards() if card.kind == "effect monster" and card.name not in TOLD]


def grounded(monkeypatch, how, *given, **more):
    """The game, with one command for each combination or with parts of so many combinations."""
    with monkeypatch.context() as patch:
        patch.setattr(adjustment, "MOST_AT_ONCE", how[0])
        patch.setattr(adjustment, "_MOST_OF_A_PART", how[1])
        return ground(*given, **more)


def happenings(graph):
    """What happens on each edge."""
    return [graph.event(edge) for edge in range(graph.transitions)]


def assert_same_graph(one, other):
    """The same states in the same order, and the same steps between them, told alike."""
    assert (one.offsets, one.targets, one.parents) == (other.offsets, other.targets, other.parents)
    assert (one.limit, one.expanded) == (other.limit, other.expanded)
    assert happenings(one) == happenings(other)


def drawn(random):
    """A board on which somebody discards, and a ruleset."""
    sides = {}
    for player in ("turn player", "opponent"):
        names = random.sample([*TOLD, *(card.name for card in vanillas()[:4])], random.randint(0, 4))
        hand = [name if random.random() < 0.7 else {name: f"{random.randint(2, 3)} copies"} for name in names]
        number = sum(1 if isinstance(one, str) else int(next(iter(one.values()))[0]) for one in hand)
        unnamed = max(1, 6 + random.randint(0, 3) - number)
        deck = ["Harpie Queen", "Harpie Channeler", "3 unnamed cards"]
        sides[player] = {"hand": [*hand, f"{unnamed} unnamed cards"], "deck": deck}
        if random.random() < 0.4:
            sides[player]["spells and traps"] = [{"Emergency Provisions": "set"}, "Imperial Iron Wall"]
        if random.random() < 0.3:
            sides[player]["monsters"] = [random.choice(TOLD)]
    text = "\n".join(f"{player}: {json.dumps(side)}" for player, side in sides.items())
    ruleset = LIBRARY.ruleset(random.choice(RULESETS))
    if random.random() < 0.5:
        ruleset = ruleset.changed({"hand-size adjustment": "both players"})
    return text, ruleset


@pytest.mark.parametrize("number", range(BOARDS))
def test_random_boards(monkeypatch, number):
    """Outcomes, their plays, who can force them, what wishes are worth, and all steps are the same."""
    random = Random(number)
    while True:
        text, ruleset = drawn(random)
        try:
            board = board_of(text)
            break
        except InputError:
            continue
    wished = [read_wants([one.words for one in some], board, LIBRARY) for some in wishes.drawn(board, random)[:3]]
    watching = [what for one in wished for what in watched({Who.TURN: one})]
    at_once = grounded(monkeypatch, AT_ONCE, board, LIBRARY, ruleset, watching=watching)
    expected = search(at_once, Limits(states=MOST_STATES))
    if not expected.complete:
        pytest.skip("too many states")
    for how in (NAME_BY_NAME, SOME_NAMES):
        inquiry = search(grounded(monkeypatch, how, board, LIBRARY, ruleset, watching=watching))
        assert_same_graph(inquiry.graph, expected.graph)
        assert outcomes(inquiry) == outcomes(expected)
        assert [one.shortest for one in outcomes(inquiry)] == [one.shortest for one in outcomes(expected)]
        for wants in wished:
            for who in (Who.TURN, Who.OPPONENT):
                assert valuation(inquiry, {who: wants}).value(0) == valuation(expected, {who: wants}).value(0)


def test_the_corpus(monkeypatch):
    """Every board of a ruling on which somebody may have to discard."""
    compared = 0
    for ruling in LIBRARY.rulings:
        if ruling.unmodelled or ruling.note:
            continue
        for name in rulesets_of(ruling):
            for board in (case.board for case in ruling.cases if not case.board.left_open):
                game = ground(board, LIBRARY, LIBRARY.ruleset(name))
                if not any(command.event.kind is Kind.DISCARD for command in game.system.commands):
                    continue
                in_parts = grounded(monkeypatch, NAME_BY_NAME, board, LIBRARY, game.ruleset)
                assert_same_graph(search(in_parts).graph, search(game).graph)
                compared += bool(in_parts.unfinished)
    assert compared == 75


HAND = "turn player: {hand: [Dandylion, {Mystical Elf: 2 copies}, Dark Magician, 6 unnamed cards]}"


def test_a_partial_search(monkeypatch):
    """However early it ends, what it has is the beginning of the whole, and each state that counts has all its steps."""
    game = grounded(monkeypatch, NAME_BY_NAME, board_of(HAND), LIBRARY, LIBRARY.ruleset("ocg"))
    whole = search(game).graph
    expanded = set()
    for most in range(1, 60):
        part = search(game, Limits(states=most)).graph
        assert part.complete is (part.expanded == len(part.states)) is (part.limit is None)
        edges = part.offsets[part.expanded]
        assert edges == part.transitions
        assert part.offsets[: part.expanded + 1] == whole.offsets[: part.expanded + 1]
        assert part.targets == whole.targets[:edges]
        assert happenings(part) == happenings(whole)[:edges]
        assert list(part.states) == list(whole.states)[: len(part.states)]
        expanded.add(part.expanded)
    assert len(expanded) > 3
    assert len(whole.states) in expanded


def test_both_engines(monkeypatch):
    """The states of acts, whether they are kept as they are or packed."""
    game = grounded(monkeypatch, NAME_BY_NAME, board_of(HAND), LIBRARY, LIBRARY.ruleset("ocg"))
    one, other = (search(game, Limits(engine=engine)) for engine in ("python", "numpy"))
    assert_same_graph(one.graph, other.graph)
    assert list(one.graph.states) == list(other.graph.states)
    assert outcomes(one) == outcomes(other)


def test_eighteen_of_twenty_four():
    """All cards differ: each of 24 over 18 = 134,596 sets is an outcome, and one step leads to each."""
    hand = [card.name for card in (*vanillas(), *PLAIN)][:24]
    board = board_of(f"turn player: {{hand: {json.dumps(hand)}}}")
    inquiry = search(ground(board, LIBRARY, LIBRARY.ruleset("ocg")))
    assert len(inquiry.graph.states) == 134_599
    assert inquiry.graph.transitions == 134_598
    found = outcomes(inquiry)
    assert len(found) == 134_596
    assert {one.plays for one in found} == {1}
    assert {one.enforceable_by for one in found} == {(Player.TURN,)}
    assert [step.happening.kind for step in found[-1].shortest] == ["pass", "pass", "discard"]
    assert found[-1].shortest[-1].happening.chosen == tuple(sorted(hand[:18]))


def test_eighteen_of_twenty_four_with_copies():
    """Three copies of eight names: as many outcomes as there are ways to keep six, at most three of a name."""
    hand = [{card.name: "3 copies"} for card in vanillas()[:6]] + [{card.name: "3 copies"} for card in PLAIN[:2]]
    board = board_of(f"turn player: {{hand: {json.dumps(hand)}}}")
    inquiry = search(ground(board, LIBRARY, LIBRARY.ruleset("ocg")))
    kept = {counts for counts in itertools.product(range(4), repeat=8) if sum(counts) == 6}
    assert len(inquiry.ends) == len(kept) == 1_428


@pytest.mark.parametrize("left_open", [(), ("hand-size adjustment",)])
def test_what_is_open_is_not_chosen_in_parts(left_open):
    """There each combination is a command, and too many are refused."""
    names = json.dumps([card.name for card in all_cards() if card.kind == "effect monster"][:16])
    life = "" if left_open else ", life: open"
    board = board_of(f"turn player: {{hand: {names}{life}}}")
    with pytest.raises(InputError, match="more than 20,000 ways to discard for the hand-size adjustment"):
        ground(board, LIBRARY, LIBRARY.ruleset("ocg"), left_open=left_open)
