"""Cards are found by a part of a name or by a mistake for one, and shown as the tool understands them."""

import json

import pytest

from models.library import Library
from models.likeness import bare, ranked

OHKA = """\
Majestic Mech - Ohka  光神機－桜火  69303178  effect monster  LIGHT Fairy Level 6 2400/1400
    1. activated in a window of each End Phase; mandatory
       if: this card was Normal Summoned without Tributing
       does: send this card to the GY
"""
VEILER = """\
Effect Veiler  エフェクト・ヴェーラー  97268402  effect monster  LIGHT Spellcaster Level 1 0/0
    until 2014-07-09:
    1. used before the End Phase, on a board under 'lingering'
       leaves: the effects of the cards that it was applied to are negated, until the End Phase, in which its owner lets it end
    from 2014-07-10:
    1. used before the End Phase, on a board under 'lingering'
       leaves: the effects of the cards that it was applied to are negated, until the turn is over
    left out: its activation (opponent's Main Phase)
"""
PROVISIONS = """\
Emergency Provisions  非常食  53046408  quick-play spell
    1. activation of the card, Spell Speed 2: in a window or in response; optional
       cost: send 1 or more other Spells or Traps that you control to the GY
       does: gain 1000 LP for each card paid as the cost
"""


@pytest.fixture
def found(endphase):
    """The English names of the cards that a text finds, in order."""
    return lambda text: [one["name"] for one in json.loads(endphase("cards", text, "--json").out)["cards"]]


@pytest.mark.parametrize(
    ("text", "printed"),
    [("mech - ohka", OHKA), ("veiler", VEILER), ("非常食", PROVISIONS), ("Emergancy Provisoins", PROVISIONS)],
)
def test_a_card_is_shown_as_it_is_understood(endphase, text, printed):
    """Each effect from its parsed form, each text with its days, and what is left out."""
    assert endphase("cards", text).out == printed


def test_a_part_of_a_name_in_either_language(found):
    assert found("rekindling") == found("真炎") == ["Rekindling"]
    assert found("iron wall") == ["Imperial Iron Wall"]


@pytest.mark.parametrize(
    "text",
    [
        "エフェクト・ヴェーラー",
        "ｴﾌｪｸﾄ･ｳﾞｪｰﾗｰ",
        "えふぇくとゔぇーらー",
        "エフェクトヴェーラー",
        "ＥＦＦＥＣＴ　ＶＥＩＬＥＲ",
    ],
)
def test_width_kana_case_and_signs_do_not_matter(found, text):
    assert found(text) == ["Effect Veiler"]


@pytest.mark.parametrize("text", ["Majestic Mech - Oka", "Majestik Mech Ohka", "majestic ohka"])
def test_a_mistake_finds_what_was_meant_first(found, text):
    assert found(text)[0] == "Majestic Mech - Ohka"


def test_mistakes_are_looked_for_only_where_nothing_is_called_like_that(found):
    assert all("imperial" in name.casefold() for name in found("imperial"))


def test_what_is_nothing_like_a_name_is_refused_as_ever(endphase):
    called = endphase("cards", "No Such Thing At All")
    assert (called.code, called.out) == (2, "")
    assert "no card is called 'No Such Thing At All'" in called.err


def test_a_name_that_is_the_text_comes_before_one_that_begins_with_it_and_one_that_has_it():
    names = [("a", ["The Dark World"]), ("b", ["Dark World Deal"]), ("c", ["Dark World"]), ("d", ["Dark World Ax"])]
    assert ranked("dark world", names) == ["c", "d", "b", "a"]


def test_what_is_more_alike_comes_first():
    names = [("far", ["Mirror Form"]), ("near", ["Mirror Force"]), ("other", ["Pot of Greed"])]
    assert ranked("Miror Force", names) == ["near", "far"]


def test_a_text_without_letters_is_like_nothing():
    assert ranked(" - ・!", [("a", ["-"])]) == []
    assert bare(" - ・!") == ""


def test_brief_and_count(endphase):
    assert endphase("cards", "rekindling", "--brief").out == "Rekindling  真炎の爆発  74845897  normal spell\n"
    assert endphase("cards", "rekindling", "--count").out == "1\n"
    assert int(endphase("cards", "--count").out) == len(Library().cards)
    assert len(endphase("cards").out.splitlines()) == len(Library().cards)


def test_a_card_without_an_effect_here_says_so(endphase):
    assert endphase("cards", "gene-warped warwolf").out.splitlines()[1:] == ["    no effect in an End Phase"]


def test_json_has_every_text_with_its_days(endphase):
    document = json.loads(endphase("cards", "effect veiler", "--json").out)
    assert document["schema"] == "endphase/cards/1"
    (card,) = document["cards"]
    assert [*card] == [
        "name",
        "ja",
        "kind",
        "passcode",
        "attribute",
        "type",
        "level",
        "atk",
        "def",
        "texts",
        "left_out",
    ]
    old, new = card["texts"]
    assert (old["until"], new["from"]) == ("2014-07-09", "2014-07-10")
    assert new["effects"][0][1] == {
        "name": "leaves",
        "words": "the effects of the cards that it was applied to are negated, until the turn is over",
    }
    assert card["left_out"] == ["its activation (opponent's Main Phase)"]


def test_every_effect_of_the_library_can_be_told(endphase):
    """None of the words of the parsed form leaks: no record, no None."""
    out = endphase("cards", "--json").out
    told = [
        one["words"]
        for card in json.loads(out)["cards"]
        for text in card["texts"]
        for effect in text["effects"]
        for one in effect
    ]
    assert len(told) > 800
    assert not [words for words in told if "None" in words or "=" in words or "  " in words or words != words.strip()]


def test_a_remark_of_several_lines_is_one(endphase):
    """And ends where the next one begins."""
    assert endphase("cards", "limiter removal").out.splitlines()[-1] == (
        "    left out: its activation in the End Phase. Said are only the monsters that it doubled earlier in the turn."
    )


def test_what_another_player_does_is_told_of_their_cards(endphase):
    """A phrase is relative to who does it."""
    out = endphase("cards", "--json").out
    assert "your opponent banishes 1 card in their hand" in out
    assert "your opponent banishes 1 card in your hand" not in out
