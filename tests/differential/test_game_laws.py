"""What the game says of every state, of all boards of the repository and of random ones, the odd ones among them.

All boards of the corpus, a hundred usual and sixty odd random boards; with ENDPHASE_THOROUGH=1 in the environment a
thousand random ones of either sort. Some 45 s.
"""

import dataclasses

import pytest

from explorer.game import Happening, Kind, Window, ground
from explorer.game.players import Player
from explorer.search import explore
from tests.differential import game_laws, laws
from tests.differential.boards import LIBRARY, all_cards, board_of, cases, effects, odd_cases, searched_draw
from tests.differential.draws import assert_of_draws
from tests.differential.game_laws import LAWS, Watched
from tests.differential.test_corpus import every_board, searched
from tests.differential.test_engines import THOROUGH

MOST_STATES, MOST_WHOLE_STATES = 600, 1_200
PARTS = 4
USUAL_IN_A_PART, ODD_IN_A_PART = (250, 250) if THOROUGH else (25, 15)


def assert_lawful(watched, most_whole=None):
    """All laws; and no pruned move is taken, and nothing mandatory left, in the system as it was first written.

    The latter where that has no more states than a limit; None for none.
    """
    for law in LAWS:
        law(watched)
    whole = laws.searched(laws.as_whole(watched.game).system, most_whole)
    if whole.complete:
        game_laws.assert_pruned_never_taken(watched, whole)
        ends = [whole.states[number] for number in whole.terminal]
        assert [clauses for _, clauses in game_laws.left_behind(watched.game, ends) if not clauses] == []


@every_board
def test_the_corpus(place):
    """Under each ruleset that a ruling speaks about."""
    game, graph = searched(place)
    assert_lawful(Watched(game, graph, LIBRARY))


def assert_drawn_lawful(text, ruleset):
    """All laws; boards that are refused or have more states do not count."""
    game, graph = searched_draw((text, ruleset), MOST_STATES)
    assert_lawful(Watched(game, graph, LIBRARY), MOST_WHOLE_STATES)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_boards(part):
    """As in `tests/differential/test_random_boards.py`, but others."""
    assert_of_draws(100 + part, USUAL_IN_A_PART, cases(), assert_drawn_lawful)


@pytest.mark.parametrize("part", range(PARTS))
def test_odd_random_boards(part):
    """Full zones, no Deck, life 1, hands of 12, monsters that are lent to either side."""
    assert_of_draws(200 + part, ODD_IN_A_PART, odd_cases(), assert_drawn_lawful)


# ---- the laws can be broken ------------------------------------------------------------------------------------------

CROWD = """
turn player:
  life: 1
  monsters: [Mystical Elf, {Dark Magician: owner opponent}]
  hand: [7 unnamed cards]
lingering: [Change of Heart by turn player on Dark Magician]
"""
SEEN_WRONG = {
    "a card is gone": (game_laws.assert_cards_kept, lambda seen: dataclasses.replace(seen, cards=seen.cards[1:])),
    "a card is twice": (
        game_laws.assert_cards_kept,
        lambda seen: dataclasses.replace(seen, cards=(*seen.cards, seen.cards[0])),
    ),
    "a card has a new owner": (
        game_laws.assert_cards_kept,
        lambda seen: dataclasses.replace(
            seen, cards=tuple(dataclasses.replace(card, owner="turn player") for card in seen.cards)
        ),
    ),
    "a card is off the field with the other player": (
        game_laws.assert_cards_kept,
        lambda seen: dataclasses.replace(
            seen, cards=tuple(dataclasses.replace(card, side="opponent", zone="hand") for card in seen.cards)
        ),
    ),
    "an unnamed card is gone": (
        game_laws.assert_cards_kept,
        lambda seen: dataclasses.replace(
            seen, unnamed=tuple((side, zone, max(0, number - 1)) for side, zone, number in seen.unnamed)
        ),
    ),
    "six monsters": (
        game_laws.assert_zones_hold,
        lambda seen: dataclasses.replace(seen, cards=tuple(seen.cards[:1] * 6)),
    ),
    "a monster in the Field Zone": (
        game_laws.assert_zones_hold,
        lambda seen: dataclasses.replace(seen, cards=(dataclasses.replace(seen.cards[0], zone="field zone"),)),
    ),
    "life below 0": (
        game_laws.assert_life_counts,
        lambda seen: dataclasses.replace(seen, life=(("turn player", -1), ("opponent", 8000))),
    ),
    "no life and the duel goes on": (
        game_laws.assert_life_counts,
        lambda seen: dataclasses.replace(seen, life=(("turn player", 0), ("opponent", 8000))),
    ),
    "who has no life wins": (
        game_laws.assert_life_counts,
        lambda seen: dataclasses.replace(seen, life=(("turn player", 0), ("opponent", 1)), result="turn player"),
    ),
    "a decided duel goes on": (game_laws.assert_life_counts, lambda seen: dataclasses.replace(seen, result="opponent")),
    "a hand of ten at the end": (
        game_laws.assert_hands_fit,
        lambda seen: dataclasses.replace(seen, unnamed=(("turn player", "hand", 10),)),
    ),
    "nothing to discard": (
        game_laws.assert_hands_fit,
        lambda seen: dataclasses.replace(seen, unnamed=(("turn player", "hand", 6),)),
    ),
}


def crowd():
    """A small board with something of everything."""
    game = ground(board_of(CROWD), LIBRARY, LIBRARY.ruleset("ocg"))
    return Watched(game, explore(game.system), LIBRARY)


def test_the_small_board_is_lawful():
    assert_lawful(crowd())


@pytest.mark.parametrize(("law", "wrong"), SEEN_WRONG.values(), ids=SEEN_WRONG)
def test_a_law_sees_what_is_wrong(law, wrong):
    """Every outcome of the small board is replaced by one that cannot be."""
    watched = crowd()
    watched.__dict__["seen"] = [(window, wrong(outcome)) for window, outcome in watched.seen]
    with pytest.raises(AssertionError):
        law(watched)


def test_an_open_chain_at_the_end_is_seen():
    """All windows of a board with a chain are taken for the end, or for one in which no chain is open."""
    game = ground(
        board_of("{turn player: {spells and traps: [{Emergency Provisions: set}, Imperial Iron Wall]}}"),
        LIBRARY,
        LIBRARY.ruleset("ocg"),
    )
    for window in (Window.OVER, Window.TURN_OPEN):
        watched = Watched(game, explore(game.system), LIBRARY)
        game_laws.assert_chains_close(watched)
        watched.__dict__["seen"] = [(window, outcome) for _, outcome in watched.seen]
        with pytest.raises(AssertionError):
            game_laws.assert_chains_close(watched)


def test_a_mandatory_item_that_is_left_is_seen():
    """At the start of the board, before the control of the monster is given back; and not at its ends."""
    game = crowd().game
    whole = explore(laws.as_whole(game).system)
    assert list(game_laws.left_behind(game, [whole.states[number] for number in whole.terminal])) == []
    found = {(str(command), clauses) for command, clauses in game_laws.left_behind(game, whole.states[:1])}
    assert found == {("turn player: turn player: process Change of Heart", ())}


@pytest.mark.parametrize(
    "event",
    [
        Happening(Kind.PROCESS, Player.TURN, "Mystical Elf", option="frobnicate"),
        Happening(Kind.PROCESS, Player.TURN, "Mystical Elf", option="{by}"),
    ],
)
def test_a_text_in_the_other_language_is_seen(event):
    with pytest.raises(AssertionError):
        game_laws.assert_told(LIBRARY, event)


# ---- what the laws have found ----------------------------------------------------------------------------------------


def test_every_choice_that_a_card_offers_has_japanese_words():
    """Found by the law of texts: what was chosen was told by its English verb (A01: `add`; A16: `not`)."""
    steps = [step for card in all_cards() for effect in effects(card) for step in effect.all_steps]
    verbs = {action.verb for step in steps if len(step.options) > 1 for action in step.options} | {"not"}
    assert len(verbs) >= 10
    for verb in sorted(verbs):
        game_laws.assert_told(LIBRARY, Happening(Kind.PROCESS, Player.TURN, "Mystical Elf", option=verb))
