"""Which cards a noun describes by what is printed on them: one card that fits each of its words, and one that does not."""

import pytest

from explorer.game.conditions import condition
from explorer.game.nouns import describes
from explorer.game.players import PLAYERS, Player
from explorer.system.terms import evaluate
from models.errors import Position
from models.grammar import read_condition, read_selection
from tests.game.end_phase import end_phase, library


def fits(name, noun):
    """Whether a card of the library, or of these tests, is what a noun describes."""
    return describes(library().card(name), read_selection(noun, Position("noun", 1, 1)).filter)


@pytest.mark.parametrize(
    ("noun", "one", "other"),
    [
        ("1 card", "Evening Singer", None),
        ("1 monster", "Evening Singer", "Quick Gain"),
        ("1 Spell", "Quick Gain", "Last Word"),
        ("1 Trap", "Last Word", "Evening Singer"),
        ("1 LIGHT monster", "Evening Singer", "Watcher"),
        ("1 Fairy monster", "Evening Singer", "Watcher"),
        ("1 Level 4 monster", "Evening Singer", "Dandylion"),
        ("1 Level 4 or lower monster", "Dandylion", "Majestic Mech - Ohka"),
        ("1 Level 5 or higher monster", "Majestic Mech - Ohka", "Dandylion"),
        ("1 monster with 100 or less ATK", "Evening Singer", "Dandylion"),
        ("1 monster with 300 ATK", "Dandylion", "Evening Singer"),
        ("1 monster with 100 or less DEF", "Evening Singer", "Dandylion"),
        ("1 monster with 300 or more DEF", "Dandylion", "Evening Singer"),
        ('1 "Dandylion" monster', "Dandylion", "Evening Singer"),
        ("1 Normal Trap", "Late Answer", "Last Word"),
    ],
)
def test_what_fits(noun, one, other):
    assert fits(one, noun)
    assert other is None or not fits(other, noun)


def test_what_has_no_number_has_none_that_fits():
    """A Spell is of no Level and has no DEF."""
    assert not fits("Quick Gain", "1 Level 0 or higher card")
    assert not fits("Quick Gain", "1 card with 0 or more DEF")


PILES = """\
turn player: {graveyard: [Mystical Elf, 1 unnamed card]}
opponent: {graveyard: [2 unnamed cards]}
"""


@pytest.mark.parametrize(("pile", "number"), [("the GY", 4), ("your GY", 2), ("your opponent's GY", 2)])
def test_unnamed_cards_are_counted_in_a_pile(pile, number):
    """On the side that the noun means, or on both."""
    scene = end_phase(PILES).inquiry.game.scene

    def holds(least):
        words = f"there are {least} or more cards in {pile}"
        told = read_condition(words, Position("condition", 1, 1, words))
        return bool(evaluate(condition(scene, told, Player.TURN, None), scene.words.initial))

    assert [holds(least) for least in range(1, 6)] == [least <= number for least in range(1, 6)]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("pile", PLAYERS)
def test_a_name_that_is_not_in_your_graveyard(player, pile):
    """Shizuku adds a Spell of such a name to the hand; only its player's own GY counts."""
    sides = {PLAYERS[0]: [], PLAYERS[1]: []}
    sides[player] += ["monsters: [{Sky Striker Ace - Shizuku: Special Summoned}]"]
    sides[player] += ["deck: [Sky Striker Mobilize - Engage!, 5 unnamed cards]"]
    sides[pile] += ["graveyard: [Sky Striker Mobilize - Engage!]"]
    found = end_phase("\n".join(f"{side}: {{{', '.join(lies)}}}" for side, lies in sides.items() if lies))
    added = f"Sky Striker Mobilize - Engage! in the {player}'s hand"
    assert found.outcomes == {"nothing changes", *([added] if pile is not player else [])}
