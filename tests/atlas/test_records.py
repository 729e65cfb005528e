"""What is recorded of a board: the seed cases that are pairs, order alone, waiting, and where rulesets part."""

import doctest
from itertools import combinations_with_replacement

import pytest

import explorer.atlas
from explorer.atlas import table
from explorer.atlas.plan import Plan
from explorer.atlas.records import REFUSED, records
from explorer.atlas.spec import Spec, as_spec
from explorer.questions import inquire, outcomes
from models.board import read_board
from models.documents import read_document
from tests.atlas.sets import LIBRARY, spec, swept

WALL = "Imperial Iron Wall (stands) of turn player + Rekindling (lingers) of opponent; Emergency Provisions (quick) of turn player"
TAKEN = "Brain Control (lingers) of turn player on Mist Archfiend + Mist Archfiend (due) of turn player"
VEILED = (
    "Arcana Force XXI - The World (due) of turn player + "
    "Effect Veiler (lingers) of opponent on Arcana Force XXI - The World"
)


def test_the_wall_goes_before_or_after():
    """Rekindling and Imperial Iron Wall, with a way to remove it: the order decides whether the monster stays."""
    found = swept(spec("Rekindling", "Imperial Iron Wall"))[WALL, "ocg"]
    assert found.order_alone is True
    assert found.quick == "Emergency Provisions"
    assert (found.states, found.transitions, len(found.outcomes)) == (21, 23, 3)
    assert found.plays == [
        "turn player: pass; opponent: process Rekindling; turn player: activate Emergency Provisions cost Imperial Iron Wall",
        "turn player: activate Emergency Provisions cost Imperial Iron Wall; turn player: pass; opponent: process Rekindling",
    ]
    ends = [found.outcomes[number - 1] for number in found.play_ends]
    assert [("Flamvell Firedog in opponent's banished" in end) for end in ends] == [False, True]


def test_a_monster_that_was_taken_destroys_itself_here_or_there():
    """Mist Archfiend and a control change: whoever controls it when it is due pays for it."""
    found = swept(spec("Mist Archfiend", "Brain Control"))[TAKEN, "ocg"]
    assert found.on == "Mist Archfiend"
    assert found.order_alone is True
    assert any("turn player has 7000 life" in one for one in found.outcomes)
    assert any("opponent has 7000 life" in one for one in found.outcomes)


def test_the_world_waits_for_the_veil_to_end():
    """By the texts of 2013 the turn player waits; today's Veiler lasts to the end of the turn, and there is no item."""
    found = swept(spec("Arcana Force XXI - The World", "Effect Veiler", rulesets=("ocg", "ocg-2013")))
    assert found[VEILED, "ocg-2013"].waiting_best == ["turn player"]
    assert found[VEILED, "ocg"].waiting_best == []
    assert (found[VEILED, "ocg-2013"].parts, found[VEILED, "ocg-2013"].parts_by) == ("outcomes", ["card texts"])


def of_all_pairs(folder, *cards):
    """What `sweep pairs` records of two cards: the block of the plan of all cards that has nothing but them."""
    plan = Plan(as_spec("pairs", LIBRARY), LIBRARY)
    place = [*combinations_with_replacement(plan.cards, 2)].index(tuple(sorted(cards)))
    block = folder / "block.parquet"
    block.write_bytes(table.packed(records(plan, place, place + 1)))
    return {(one.board, one.ruleset): one for one in table.read(block)}


@pytest.mark.parametrize(
    ("cards", "board"),
    [
        (("Rekindling", "Imperial Iron Wall"), WALL),
        (("Mist Archfiend", "Brain Control"), TAKEN),
        (("Arcana Force XXI - The World", "Effect Veiler"), VEILED),
    ],
)
def test_the_seed_cases_are_among_all_pairs(cards, board, tmp_path):
    """Nobody names them: the plan of all pairs has each board, and order alone decides on it in 2014."""
    found = of_all_pairs(tmp_path, *cards)
    assert {ruleset for _, ruleset in found} == {"ocg", "tcg"}
    one = found[board, "tcg"]
    assert (one.order_alone, one.limit, len(one.plays)) == (True, "", 2)
    assert one == swept(spec(*cards, rulesets=("ocg", "tcg")))[board, "tcg"]


def test_every_board_is_a_file_that_explore_agrees_with():
    """The text of a record is read as the board that was swept, and has as many states and outcomes."""
    for (_, ruleset), found in swept(spec("Mist Archfiend", "Brain Control", "Dandylion")).items():
        board = read_board(read_document(found.text, found.board), LIBRARY)
        inquiry = inquire(board, LIBRARY, LIBRARY.ruleset(ruleset))
        assert len(inquiry.graph.states) == found.states
        assert len(outcomes(inquiry)) == len(found.outcomes)


def test_a_stretch_is_the_same_alone():
    """However the plan is cut into blocks, the records are the same."""
    plan = Plan(spec("Rekindling", "Imperial Iron Wall", "Mist Archfiend"), LIBRARY)
    whole = [*records(plan, 0, len(plan))]
    assert len(plan) == 6
    assert [one for start in range(6) for one in records(plan, start, start + 1)] == whole
    assert len({(one.board, one.ruleset) for one in whole}) == len(whole)


def test_a_board_at_its_limit_is_partial_and_kept():
    found = swept(spec("Rekindling", "Imperial Iron Wall", states=5))[WALL, "ocg"]
    assert (found.limit, found.order_alone, found.turn_player_forces) == ("states", None, [])


def test_a_board_that_cannot_be_laid_is_kept_with_the_reason():
    found = swept(spec("Destiny Board", "Final Countdown"))
    refused = [one for one in found.values() if one.limit == REFUSED]
    assert {one.reason for one in refused} == {"6 cards in 'spells and traps'"}
    assert {one.states for one in refused} == {0}


@pytest.mark.parametrize("quick", ["Book of Moon"])
def test_a_quick_effect_on_either_side(quick):
    found = swept(spec("Mist Archfiend", "Brain Control", quick=("none", quick)))
    sides = {one.quick_player for one in found.values()}
    assert sides == {"", "turn player", "opponent"}
    assert {one.quick for one in found.values()} == {"", quick}


def test_the_example_of_the_package():
    assert doctest.testmod(explorer.atlas) == (0, 8)


def test_the_plan_of_all_pairs():
    plan = Plan(Spec(), LIBRARY)
    assert (len(plan.cards), len(plan)) == (215, 23_220)
    assert sum(1 for _ in plan.boards(0, len(plan))) == 51_746
