"""Every card of the library, alone: it can be put on a board under every ruleset, and what it does stays in its bounds."""

import pytest

from explorer.game import ground
from tests.differential import laws
from tests.differential.boards import LIBRARY, all_cards, board_of, effects, facts_of, home, tosses_coin

MOST_STATES = 300


def everywhere(card):
    """A board with the card on both fields, in a hand and in a GY, and with what its effects ask about."""
    zone = home(card)
    hidden = zone == "spells and traps" and not card.kind.startswith(("continuous", "equip"))
    said = ["set"] if hidden else [*facts_of(card, zone), *(["heads"] if tosses_coin(card) else [])]
    gone = list(facts_of(card, "graveyard"))
    on_field = {card.name: said} if said else card.name
    in_grave = {card.name: gone} if gone else card.name
    hand = "extra deck" if card.from_extra_deck else "hand"
    sides = {
        "turn player": {zone: [on_field], hand: [card.name], "graveyard": [in_grave], "deck": ["5 unnamed cards"]},
        "opponent": {zone: [on_field], "deck": ["5 unnamed cards"]},
    }
    return str(sides)


@pytest.mark.parametrize("card", [card for card in all_cards() if effects(card)], ids=lambda card: card.name)
def test_a_card_can_be_played_with(card):
    """Grounded and searched, at least in part, by today's rules and by those of 2013; no variable leaves its range."""
    board = board_of(everywhere(card))
    for ruleset in ("ocg", "ocg-2013"):
        game = ground(board, LIBRARY, LIBRARY.ruleset(ruleset))
        graph = laws.searched(game.system, MOST_STATES)
        assert len(graph.states) > 1
        if graph.complete:
            laws.assert_searches_agree(game, graph)
            laws.assert_play_ends(graph)


def test_every_text_of_every_card_is_read():
    """Nothing is left unread in a file because no board has asked for it."""
    LIBRARY.check()
