"""The hand-size adjustment: who discards, how many, which cards; and what may still happen after it."""

import json

import pytest

from explorer.game import Kind
from tests.game.end_phase import end_phase

END = "TP: pass > OP: pass"
SIX = "hand: [Dandylion, 6 unnamed cards]"


def test_six_cards_may_be_kept():
    """The limit is six."""
    assert end_phase("turn player: {hand: [Mystical Elf, 5 unnamed cards]}").plays == [END]


@pytest.mark.parametrize(
    ("side", "zone", "card", "discarded"),
    [
        ("turn player", "spells and traps", "Enervating Mist", 1),
        ("opponent", "spells and traps", "Enervating Mist", 2),
        ("turn player", "monsters", "Silent Wobby", 4),
        ("opponent", "monsters", "Silent Wobby", 1),
        ("turn player", "spells and traps", "Infinite Cards", 0),
        ("opponent", "spells and traps", "Infinite Cards", 0),
    ],
)
def test_whose_limit_a_card_changes(side, zone, card, discarded):
    """The other player's to five, its own player's to three, or nobody has one; the turn player has seven cards."""
    sides = {"turn player": {"hand": ["7 unnamed cards"]}, "opponent": {}}
    sides[side][zone] = [card]
    left = f"{7 - discarded} unnamed in the turn player's hand; {discarded} unnamed in the turn player's graveyard"
    assert end_phase(json.dumps(sides)).outcomes == {left if discarded else "nothing changes"}


def test_a_card_that_never_comes_to_the_hand_is_in_no_way_to_discard():
    """The Elf is in the Deck: it is in one where something draws."""

    def ways(board):
        commands = end_phase(board).inquiry.game.whole.commands
        return {command.event.chosen for command in commands if command.event.kind is Kind.DISCARD}

    board = "turn player: {hand: [7 unnamed cards], deck: [Mystical Elf], monsters: [%s]}"
    assert ways(board % "Evening Singer") == {()}
    assert ways(board % "Evening Drawer") == {(), ("Mystical Elf",)}


def test_only_the_turn_player_discards():
    """The opponent keeps nine."""
    found = end_phase("turn player: {hand: [7 unnamed cards]}\nopponent: {hand: [9 unnamed cards]}")
    assert found.plays == [f"{END} > TP: discard"]
    assert found.outcomes == {"6 unnamed in the turn player's hand; 1 unnamed in the turn player's graveyard"}


def test_where_both_players_discard():
    """The other value of that clause: the turn player first."""
    board = "turn player: {hand: [7 unnamed cards]}\nopponent: {hand: [9 unnamed cards]}"
    found = end_phase(board, clauses={"hand-size adjustment": "both players"})
    assert found.plays == [f"{END} > TP: discard > OP: discard"]
    assert found.outcomes == {
        "6 unnamed in the turn player's hand; 1 unnamed in the turn player's graveyard; "
        "6 unnamed in the opponent's hand; 3 unnamed in the opponent's graveyard"
    }


def test_all_the_excess_goes_at_once_and_copies_are_alike():
    """Nine cards, three too many: one step, and only how many of each name counts."""
    found = end_phase("turn player: {hand: [{Mystical Elf: 2 copies}, Dark Magician, 6 unnamed cards]}")
    assert found.plays == [
        f"{END} > TP: discard",
        f"{END} > TP: discard chosen Dark Magician",
        f"{END} > TP: discard chosen Dark Magician, Mystical Elf",
        f"{END} > TP: discard chosen Dark Magician, Mystical Elf, Mystical Elf",
        f"{END} > TP: discard chosen Mystical Elf",
        f"{END} > TP: discard chosen Mystical Elf, Mystical Elf",
    ]
    assert found.size == (9, 8)
    assert len(found.outcomes) == 6


def test_a_card_with_a_copy_elsewhere_can_be_discarded():
    """One Needle Worm lies Set, the other is in the hand."""
    found = end_phase("turn player: {monsters: [{Needle Worm: set}], hand: [Needle Worm, 6 unnamed cards]}")
    assert found.plays == [f"{END} > TP: discard", f"{END} > TP: discard chosen Needle Worm"]


def test_the_adjustment_is_the_very_last_thing():
    """Nothing that was due is done after it, and nobody passes any more."""
    found = end_phase(
        """
        turn player: {hand: [7 unnamed cards], monsters: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]}
        opponent: {monsters: [Evening Singer]}
        """
    )
    assert all(play.endswith("TP: discard") for play in found.plays)
    assert found.holds("cannot: the turn player passes after the hand-size adjustment")


def test_no_quick_effect_on_its_own_after_the_adjustment():
    """B06: the last chance is in a window before it."""
    found = end_phase("turn player: {hand: [7 unnamed cards], spells and traps: [{Quick Gain: set}]}")
    assert found.plays == [f"TP: activate Quick Gain > {END} > TP: discard", f"{END} > TP: discard"]


def test_triggers_of_the_discard_may_be_chained_to():
    """B07: a quick effect in response to Dandylion, but not after its chain."""
    found = end_phase(f"turn player: {{{SIX}, spells and traps: [{{Quick Gain: set}}]}}")
    dandylion = f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion"
    assert [play for play in found.plays if play.startswith(dandylion)] == [
        dandylion,
        f"{dandylion} > TP: chain Quick Gain",
    ]
    assert found.size == (21, 21)


def test_where_triggers_of_the_discard_get_no_response():
    """The other value of that clause."""
    board = f"turn player: {{{SIX}, spells and traps: [{{Quick Gain: set}}]}}"
    found = end_phase(board, clauses={"triggers of the discard": "no responses"})
    assert "TP: chain Quick Gain" not in found.events
    assert found.size == (16, 15)


def test_where_triggers_of_the_discard_get_no_response_other_chains_do():
    """The clause is about what comes after the adjustment."""
    each = "{spells and traps: [{Quick Gain: set}]}"
    found = end_phase(f"turn player: {each}\nopponent: {each}", clauses={"triggers of the discard": "no responses"})
    assert {"TP: chain Quick Gain", "OP: chain Quick Gain"} <= found.events


def test_all_triggers_of_the_discard_go_on_the_one_chain():
    """Dandylion must be used, the Watcher may be, on the same chain."""
    found = end_phase("turn player: {hand: [Dandylion, Watcher, 6 unnamed cards]}")
    both = f"{END} > TP: discard chosen Dandylion, Watcher > TP: activate Dandylion"
    assert f"{both} > TP: activate Watcher" in found.plays
    assert f"{both} > TP: decline" in found.plays
    assert len(found.plays) == 6


def test_only_one_chain_follows_the_adjustment():
    """2020: the Star, destroyed in that chain, cannot be used any more."""
    board = f"turn player: {{{SIX}, monsters: [Falling Star], spells and traps: [{{Quick Blast: set}}]}}"
    end = f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion > TP: chain Quick Blast"
    assert [play for play in end_phase(board).plays if play.startswith(end)] == [end]


def test_as_many_chains_as_arise():
    """2013: the same board, and the Star may be used."""
    board = f"turn player: {{{SIX}, monsters: [Falling Star], spells and traps: [{{Quick Blast: set}}]}}"
    end = f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion > TP: chain Quick Blast"
    plays = [play for play in end_phase(board, "ocg-2013").plays if play.startswith(end)]
    assert plays == [f"{end} > TP: activate Falling Star", f"{end} > TP: decline"]


@pytest.mark.parametrize(("ruleset", "used"), [("ocg-2013", True), ("tcg", True), ("simulator", True), ("ocg", False)])
def test_a_mandatory_trigger_that_becomes_due_by_the_discard(ruleset, used):
    """Hysteric Sign, discarded: in 2013 it is activated in that End Phase (B11), today it comes too late."""
    found = end_phase("turn player: {hand: [Hysteric Sign, 6 unnamed cards], deck: [Harpie Queen]}", ruleset)
    assert ("TP: activate Hysteric Sign" in found.events) is used


@pytest.mark.parametrize("ruleset", ["ocg", "ocg-2013", "tcg", "tcg-2005", "simulator"])
def test_an_optional_effect_of_the_phase_comes_too_late(ruleset):
    """B10: Manticore, discarded, is not Summoned in that End Phase."""
    found = end_phase(
        "turn player: {monsters: [Gazelle the King of Mythical Beasts], hand: [Manticore of Darkness, "
        "6 unnamed cards]}",
        ruleset,
    )
    assert not any("activate" in event for event in found.events)


def test_the_hand_is_adjusted_again_when_it_has_grown():
    """Hysteric Sign fills the hand up to eight: two more go, and nothing answers them."""
    board = "turn player: {hand: [Hysteric Sign, 6 unnamed cards], deck: [Harpie Queen, Harpie Channeler]}"
    found = end_phase(board, "ocg-2013")
    start = f"{END} > TP: discard chosen Hysteric Sign > TP: activate Hysteric Sign > TP: resolve Hysteric Sign chosen"
    assert [play.removeprefix(start) for play in found.plays if play.startswith(f"{start} Harpie Channeler, ")] == [
        " Harpie Channeler, Harpie Queen > TP: discard",
        " Harpie Channeler, Harpie Queen > TP: discard chosen Harpie Channeler",
        " Harpie Channeler, Harpie Queen > TP: discard chosen Harpie Channeler, Harpie Queen",
        " Harpie Channeler, Harpie Queen > TP: discard chosen Harpie Queen",
    ]
    assert found.size == (17, 16)
    assert found.holds("inevitable: the turn player has 6 cards in hand")


def test_an_item_that_becomes_due_after_the_adjustment_is_processed():
    """Control that is lent in the chain after the adjustment goes back at once (A23)."""
    board = f"turn player: {{{SIX}, spells and traps: [{{Snatch: set}}]}}\nopponent: {{monsters: [Mystical Elf]}}"
    end = f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion > TP: chain Snatch target Mystical Elf"
    assert [play for play in end_phase(board).plays if play.startswith(end)] == [f"{end} > TP: process Snatch"]
    kept = end_phase(board, clauses={"items after the adjustment": "no"})
    assert [play for play in kept.plays if play.startswith(end)] == [end]
    assert kept.holds("possible: Mystical Elf controlled by the turn player")


def test_which_moves_are_told_as_never_legal():
    """Those of cards, once each; the choices of which a large discard is made up are no moves."""
    set_now = end_phase("turn player: {spells and traps: [{Late Answer: set this turn}]}").inquiry.game
    moves = ["activate Late Answer", "chain Late Answer", "no response"]
    assert [str(one.command.event) for one in set_now.pruned] == [f"turn player: {move}" for move in moves]
    hand = "{Mystical Elf: 3 copies}, Dandylion, Dark Magician, Flamvell Guard, Watcher, Evening Singer, Falling Stone"
    large = end_phase(
        f"turn player: {{hand: [{hand}, Evening Payer, Evening Drawer, Exiler, 2 unnamed cards]}}"
    ).inquiry.game
    assert sum(one.command.event.part > 0 for one in large.system.pruned) == 24
    singers = ["Evening Singer", "Evening Payer", "Evening Drawer", "Falling Stone"]
    assert [str(one.command.event) for one in large.pruned] == [f"turn player: activate {name}" for name in singers]


def test_a_discard_comes_from_the_hand():
    """Who waits for a card from the Deck or the field gains nothing by an unnamed card of the hand."""
    found = end_phase("turn player: {hand: [7 unnamed cards], monsters: [Gravekeeping Singer]}")
    assert found.plays == [f"{END} > TP: discard"]
