"""What cards do in company is what the record says; if a rule was changed on purpose, write the record anew.

Every second card; with ENDPHASE_THOROUGH=1 in the environment all of them.
"""

from itertools import islice

import pytest

from explorer.atlas.situations import Sort
from models.board import Zone, read_board
from models.documents import read_document
from tests.differential.test_engines import THOROUGH
from tests.game.cards_alone import parts, situations
from tests.game.company import KEPT, chosen, companies, furnished, in_company, lying, measured, record, told
from tests.game.end_phase import library

CARDS = [name for name, some in situations().items() if some]


def part(name):
    """The part of this name."""
    return next(one for one in parts() if f"{one}" == name)


@pytest.mark.parametrize("card", CARDS[:: 1 if THOROUGH else 2])
def test_what_a_card_does_in_company(card):
    """The sizes and digests of its boards are those of the record."""
    assert measured(card) == record()[card]


def test_the_record_has_every_situation_and_no_other():
    """Nothing is left from cards that are gone."""
    assert list(record()) == CARDS
    assert sorted(name for some in record().values() for name in some) == sorted(map(str, parts()))


def test_what_is_kept_are_the_first_boards_on_which_a_card_is_not_alone():
    """As many as there are, but no more than six."""
    for name, number in (
        ("Mystical Space Typhoon (quick) of opponent", KEPT),
        ("Abyss-sphere (quick) of turn player", 1),
    ):
        one = part(name)
        kept = {f"{at}": told(found) for at, found in chosen(one)}
        assert kept == record()[one.situation.card][name]
        assert len(kept) == number


def test_each_board_has_another_card_and_a_quick_effect():
    """The first of the parts is the one that the boards are of."""
    for one in islice(parts(), 0, None, 50):
        for first, other, quick in companies(one):
            assert first._replace(on=None) == one
            assert quick.situation.sort is Sort.QUICK
            assert one.situation.card not in (other.situation.card, quick.situation.card)


def test_what_lingers_is_on_a_card_that_it_can_be_about():
    """Effect Veiler has negated a monster of the other side, where monsters are; any other card it leaves alone."""
    lingers = next(one for one in parts() if f"{one}".startswith("Effect Veiler (lingers"))
    on = [some for other in parts() if (some := lying((lingers, other)))[0].on == 1]
    assert on
    assert all(some[1].situation.zone is lingers.situation.subject.zone for some in on)


def test_a_board_is_furnished_by_its_number():
    """As it is laid; with little life; with a short Deck where no card is in it; with no room on one side."""
    text = "turn player: {monsters: [Dark Magician], deck: [Watcher]}\nlingering: [Rekindling by opponent]\n"
    plain, poor, short, full, other = (
        read_board(read_document(furnished(text, n), "x"), library()) for n in (0, 1, 2, 3, 7)
    )
    assert [one.card for one in plain.lingering] == ["Rekindling"]
    assert (poor.turn_player.life, poor.opponent.life) == (500, 500)
    assert [len(side.cards) for side in (short.turn_player, full.turn_player, other.turn_player)] == [2, 6, 2]
    assert [len(side.cards) for side in (short.opponent, full.opponent, other.opponent)] == [0, 0, 5]
    assert [board.opponent.unnamed.get(Zone.DECK) for board in (plain, poor, short, full)] == [None, None, 1, None]


def test_cards_that_have_nothing_to_do_with_each_other_are_no_company():
    """Two monsters that leave in the End Phase do so as they would alone."""
    one, other = part("Yata-Garasu (due) of turn player"), part("Inaba White Rabbit (due) of turn player")
    assert in_company((one, other), 0) is None
