"""How each line of a file was understood, told back from what was read."""

import json

import pytest

from models.library import Library
from models.packaged import PACKAGED

BOARD = """\
board:
  turn player:
    life: 100..8000
    monsters: [{Majestic Mech - Ohka: [Normal Summoned without Tributing, 2 copies, owner opponent]}]
    hand: [Dandylion, 6 unnamed cards]
    this turn: ['activated a "Spellbook" Spell']
  opponent:
    spells and traps:
      - one of: [Royal Decree, nothing]
        each: [set, set this turn: open]
  lingering:
    - Change of Heart by turn player on Majestic Mech - Ohka
"""
CLAIMS = """\
board:
  turn player: {monsters: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]}
wants:
  opponent: [fewest monsters the turn player controls]
claims:
  - impossible: no Majestic Mech - Ohka in the GY
  - possible despite opponent: Majestic Mech - Ohka in the GY
  - turn player cannot enforce: Majestic Mech - Ohka on the field
  - until: {keeps: Majestic Mech - Ohka on the field, until: Majestic Mech - Ohka in the GY}
  - can: the turn player must activate Majestic Mech - Ohka after the opponent passes
  - cannot: Majestic Mech - Ohka is banished before the opponent passes
  - outcomes: 1
  - outcomes: [Majestic Mech - Ohka in the GY]
  - after: {line: [the turn player passes], inevitable: Majestic Mech - Ohka in the GY}
  - formula: <<turn player>> F (the End Phase is over and not (Majestic Mech - Ohka banished))
  - best play: {line: [the turn player passes], leads to: Majestic Mech - Ohka in the GY}
"""
CARDS = """\
- name: Lantern Keeper
  ja: 灯籠守
  kind: effect monster
  passcode: 99999999
  level: 3
  versions:
    - until: 2014-07-09
      effects: []
    - from: 2014-07-10
      effects:
        - when: this card is sent to the GY
          if: you control no monsters
          cost: discard 1 card
          may: draw 1 card
          once per turn: by name
"""


@pytest.fixture
def explained(endphase, tmp_path):
    """What is understood of a text: for each line of it that says something, the words, in order."""

    def explain(text, *options):
        (tmp_path / "file.yaml").write_text(text, encoding="utf-8")
        called = endphase("explain", "file.yaml", "--json", *options)
        assert (called.code, called.err) == (0, "")
        found = {}
        for one in json.loads(called.out)["entries"]:
            found.setdefault(one["line"], []).append(one)
        return found

    return explain


def words(entries):
    return [one["words"] for one in entries]


def test_what_lies_on_a_board(explained):
    found = explained(BOARD)
    assert words(found[3]) == ["the turn player: 100 to 8000 life points"]
    assert words(found[4]) == [
        "Majestic Mech - Ohka, effect monster: the turn player, Monster Zones, 2 copies, face-up, Attack Position, "
        "owned by the opponent, this card was Normal Summoned without Tributing"
    ]
    assert words(found[5])[1] == "the turn player, hand: 6 cards of which nothing is known"
    assert words(found[6]) == ['this turn, by the turn player: 1 "Spellbook" Spell was activated']
    assert words(found[12]) == [
        "Change of Heart: its effect, used by the turn player, still applies to Majestic Mech - Ohka; "
        "the turn player deals with it"
    ]


def test_what_is_open_on_a_board(explained):
    one, card, none = explained(BOARD)[9]
    assert one["words"] == "one of these cards, and it is open which:"
    assert card["words"] == (
        "Royal Decree, continuous trap: the opponent, Spell & Trap Zones, face-down, set this turn: no or yes, which is open"
    )
    assert none["words"] == "or none"


def test_a_card_gives_rise_to_moves_with_their_clauses(explained):
    """What can be done with it, by whom, whether it has to be, and what the system asks for."""
    (ohka,) = explained(CLAIMS)[2][2:]
    assert ohka["effects"] == [
        "1. activated in a window of each End Phase; mandatory",
        "   if: this card was Normal Summoned without Tributing",
        "   does: send this card to the GY",
    ]
    (move,) = ohka["moves"]
    assert move["event"]["text"] == "the turn player activates Majestic Mech - Ohka"
    assert (move["mandatory"], move["possible"]) == (True, True)
    assert move["clauses"] == [
        "rule: in a window of theirs",
        "ruleset: compelled act",
        "ruleset: mandatory triggers after the adjustment",
        "card: where it must be",
        "card: was Normal Summoned without Tributing",
        "card: its activation is not forbidden",
        "rule: an effect is on a chain once at a time",
        "card: once in each End Phase",
    ]


def test_what_no_state_of_the_board_allows_is_marked(explained):
    iron_wall = "turn player: {spells and traps: [Imperial Iron Wall]}\n"
    (entry,) = [one for one in explained(iron_wall)[1] if one["kind"] == "card"]
    assert {move["possible"] for move in entry["moves"]} == {False}


def test_a_claim_is_told_back(explained):
    found = explained(CLAIMS)
    ohka = '"Majestic Mech - Ohka" cards'
    assert [*words(found[4])] == [
        "the opponent wants: the number of monsters that the turn player controls, as few as can be"
    ]
    assert [word for line in range(6, 17) for word in words(found[line])] == [
        f"no play ends so that there are no {ohka} in the GY",
        f"some play ends so that there are 1 or more {ohka} in the GY, and the opponent cannot prevent it",
        f"the turn player cannot see to it that play ends so that there are 1 or more {ohka} on the field, whatever the other does",
        f"every play comes to a point where there are 1 or more {ohka} in the GY, and up to there there are 1 or more {ohka} on the field",
        "some play has this: the turn player is compelled and activates Majestic Mech - Ohka, once this has happened: the opponent passes",
        "no play has this: Majestic Mech - Ohka is banished, without this having happened before: the opponent passes",
        "1 outcome can be left",
        f"the outcomes are just these: there are 1 or more {ohka} in the GY",
        f"once a play has begun with [the turn player passes]: every play comes to a point where there are 1 or more {ohka} in the GY",
        "whatever the others do, the turn player can see to it that at some point: ((the End Phase is over) and "
        f"(it is not so that (there are 1 or more {ohka} among the banished cards)))",
        f"best play goes [the turn player passes]; it ends so that there are 1 or more {ohka} in the GY",
    ]


def test_a_card_file_is_explained_key_by_key(explained):
    found = explained(CARDS)
    assert {line: words(entries) for line, entries in found.items()} == {
        1: ["Lantern Keeper (灯籠守), effect monster, Level 3"],
        7: ["the text from the beginning until 2014-07-09"],
        9: ["the text from 2014-07-10 on"],
        11: [
            "trigger effect: activated when an event comes about; optional",
            "this card is sent to the GY, as the last thing that happens: it can miss its timing",
        ],
        12: ["there are no monsters that you control"],
        13: ["discard 1 card"],
        14: ["draw 1 card"],
        15: ["once per turn, counted for all of its name"],
    }


def test_a_ruling_is_explained(endphase):
    """Each entry below its line, with the line's number."""
    out = endphase("explain", str(PACKAGED / "rulings" / "B12.yaml")).out.splitlines()
    assert out[:2] == ["   2  ruling: B12", "      = A ruling, superseded, under ocg-2013."]
    assert "      = The answer is from wiki, OCG office, 2013-03-30." in out
    at = out.index("  25    - possible: Harpie Queen in the hand and Hysteric Sign in the GY")
    assert out[at + 1].startswith("      = some play ends so that there are 1 or more")


def test_a_ruling_without_a_board_says_why(endphase):
    out = endphase("explain", str(PACKAGED / "rulings" / "A50.yaml")).out
    assert "= Not asked of any board: " in out


def test_many_moves_of_a_card_are_told_on_demand(endphase, tmp_path):
    hand = "turn player:\n  spells and traps: [{Compulsory Evacuation Device: set}]\n  monsters: [%s]\n"
    names = "Mystical Elf, Gene-Warped Warwolf, Dandylion, Jinzo, Needle Worm"
    (tmp_path / "board.yaml").write_text(hand % names, encoding="utf-8")
    few, every = endphase("explain", "board.yaml").out, endphase("explain", "board.yaml", "--all").out
    assert few.count("Compulsory Evacuation Device, targeting") == 6
    assert every.count("Compulsory Evacuation Device, targeting") > 6
    assert "more like this (--all tells them)" in few
    assert "--all" not in every


def test_in_japanese_cards_players_and_moves_are_told_in_japanese(endphase):
    out = endphase("explain", str(PACKAGED / "rulings" / "A08.yaml"), "--lang", "ja").out
    assert "ターンプレイヤーは《非常食》を発動する" in out
    assert "まだ適用されている" in out
    assert "the turn player activates" not in out[: out.index("- possible:")]


def test_the_ruleset_decides_which_text_of_a_card_counts(explained):
    board = "turn player: {monsters: [Mystical Elf]}\nlingering: [Effect Veiler by opponent on Mystical Elf]\n"
    for ruleset, until in (("ocg-2013", "in which its owner lets it end"), ("ocg", "until the turn is over")):
        (entry,) = explained(board, "-r", ruleset)[2]
        assert entry["effects"][1].endswith(until)


def test_an_error_points_as_ever(endphase, tmp_path):
    (tmp_path / "file.yaml").write_text(BOARD.replace("Dandylion", "Dandilion"), encoding="utf-8")
    called = endphase("explain", "file.yaml")
    assert (called.code, called.out) == (2, "")
    assert "file.yaml:5:12: no card is called 'Dandilion'\n  did you mean: Dandylion" in called.err


def test_a_ruleset_explains_itself(endphase):
    called = endphase("explain", str(PACKAGED / "rulesets" / "ocg.yaml"))
    assert called.code == 2
    assert "whose clauses say themselves what they mean" in called.err


def test_every_ruling_of_the_library_can_be_explained(endphase):
    """And nothing of the parsed form leaks into the words."""
    names = Library().ruling_ids
    for name in names[::12]:
        called = endphase("explain", str(PACKAGED / "rulings" / f"{name}.yaml"), "--json")
        assert called.code == 0
        entries = json.loads(called.out)["entries"]
        assert entries
        assert not [one["words"] for one in entries if "None" in one["words"] or "Bounds" in one["words"]]
