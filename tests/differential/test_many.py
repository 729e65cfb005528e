"""The driver that searches random boards in every way: it counts who agrees, and sees who does not."""

from dataclasses import replace

import pytest

from explorer.game import ground
from explorer.search.explore import Limits, explore
from tests.differential import many
from tests.differential.boards import LIBRARY, board_of
from tests.differential.many import SPIN, families, obvious, ways

BOARDS = 6
SEED = 1


def lying(game):
    """A way that finds one state too many."""
    return replace(obvious(game)[0], states=obvious(game)[0].states + 1)


def failing(_game):
    """A way that finds nothing."""
    raise ArithmeticError("lost count")


def declining(_game):
    """A way that is for no board."""


@pytest.fixture(scope="module")
def tally():
    """Six boards in all ways, and in three that are none."""
    return many.run(BOARDS, SEED, 0, {**ways(), "lying": lying, "failing": failing, "declining": declining})


def test_every_engine_agrees(tally):
    assert {"python", "numpy", "folded"} <= set(ways())
    assert tally.boards["all"] == BOARDS
    for way in ways():
        assert tally.asked["all", way] == tally.agreed["all", way]
    assert tally.asked["all", "python"] == tally.asked["all", "numpy"] == BOARDS
    assert 1 < tally.largest < many.MOST_STATES


def test_who_does_not_agree_is_seen(tally):
    """Who finds something else, who fails; and who declines was not asked."""
    assert [tally.asked["all", way] for way in ("lying", "failing", "declining")] == [BOARDS, BOARDS, 0]
    assert [tally.agreed["all", way] for way in ("lying", "failing")] == [0, 0]
    assert len(tally.told) == 2 * BOARDS
    assert sum("ArithmeticError: lost count" in one for one in tally.told) == BOARDS
    assert all("turn player" in one for one in tally.told)


def test_a_board_counts_in_each_of_its_families(tally):
    for kind, number in tally.boards.items():
        assert 0 < number <= BOARDS
        assert tally.asked[kind, "python"] == number
    assert len(tally.boards) > 4


def test_the_table_has_a_column_for_each_way(tally):
    lines = tally.table(["python", "lying"]).splitlines()
    assert lines[0] == "| Boards | Number | python | lying |"
    assert lines[2] == f"| all | {BOARDS} | {BOARDS} of {BOARDS} | 0 of {BOARDS} |"
    assert len(lines) == 2 + len(tally.boards)


def test_families_are_seen():
    """Of one board with all that is odd, and of one with nothing odd."""
    odd = """
turn player:
  life: 1
  hand: [12 unnamed cards]
  deck: []
  monsters: [{Mystical Elf: 3 copies}, {Dark Magician: [owner opponent, 2 copies]}]
opponent:
  monsters: [{Dark Magician: owner turn player}]
  spells and traps: [{Mystical Space Typhoon: set}]
"""
    found = families_of(odd)
    assert {"all", "life 1", "a hand of 12", "no Deck", "lent to both sides", "a full row of zones"} <= set(found)
    assert "a quick effect" in found
    assert families_of("turn player: {monsters: [Mystical Elf]}") == ("all",)


def families_of(text):
    game = ground(board_of(text), LIBRARY, LIBRARY.ruleset())
    return families(game, explore(game.system, limits=Limits(states=10)).states[0])


def test_the_driver_tells_who_agrees(capsys, monkeypatch):
    """Exit code 0 where all agree, 1 where one does not."""
    monkeypatch.setattr(many, "ways", lambda: {"python": many.searching("python")})
    assert many.main(["2", "1", "--spin", "0"]) == 0
    assert "| all | 2 | 2 of 2 |" in capsys.readouterr().out
    monkeypatch.setattr(many, "ways", lambda: {"python": lying})
    assert many.main(["2", "1", "--spin", "0"]) == 1
    told = capsys.readouterr()
    assert "| all | 2 | 0 of 2 |" in told.out
    assert told.err.count("python does not agree under") == 2


@pytest.mark.skipif(bool(many.spin.MISSING), reason="spin or gcc is not installed")
def test_spin_is_asked_about_every_other_board():
    tally = many.run(3, SEED, 2, {})
    assert (tally.asked["all", SPIN], tally.agreed["all", SPIN]) == (2, 2)
