"""Zones and tokens: what a field can hold, and what becomes of that for which there is no room."""

from tests.game.end_phase import end_phase

END = "TP: pass > OP: pass"


def test_two_tokens_need_two_zones():
    """Dandylion makes both or none."""
    board = "turn player: {monsters: [{Dark Magician: 3 copies}%s], hand: [Dandylion, 6 unnamed cards]}"
    tokens = "Dandylion in the turn player's graveyard; 2 Fluff Token in the turn player's monsters"
    assert tokens in end_phase(board % "").outcomes
    full = end_phase(board % ", Mystical Elf")
    assert "Dandylion in the turn player's graveyard" in full.outcomes
    assert not any("Token" in outcome for outcome in full.outcomes)


def test_a_mandatory_effect_is_activated_though_it_can_do_nothing():
    """Four monsters: Dandylion's effect is activated all the same."""
    board = "turn player: {monsters: [{Dark Magician: 3 copies}, Mystical Elf], hand: [Dandylion, 6 unnamed cards]}"
    assert f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion" in end_phase(board).plays


def test_tokens_leave_nothing_behind():
    """Destroyed, they are gone, and in no GY."""
    found = end_phase("turn player: {monsters: [Dandylion], spells and traps: [{Quick Blast: [set, 2 copies]}]}")
    assert "Dandylion in the turn player's graveyard; 2 Quick Blast in the turn player's graveyard" in found.outcomes
    assert found.holds("impossible: Fluff Token in the GY")


def test_a_monster_returned_to_the_hand_goes_to_its_owners():
    """Whoever controlled it."""
    found = end_phase("turn player: {monsters: [{Mystical Elf: owner opponent}], spells and traps: [{Bounce: set}]}")
    assert found.outcomes == {
        "nothing changes",
        "Mystical Elf in the opponent's hand; Bounce in the turn player's graveyard",
    }


def test_a_token_cannot_return_to_a_hand():
    """It ceases to be."""
    found = end_phase("turn player: {monsters: [Fluff Token], spells and traps: [{Bounce: set}]}")
    assert found.outcomes == {"nothing changes", "Bounce in the turn player's graveyard"}
    assert found.holds("possible: no Fluff Token on the field")


def test_a_zone_that_is_freed_in_the_chain_can_be_used():
    """Five monsters are destroyed in response to Dandylion; then there is room for its Tokens."""
    board = (
        "turn player: {monsters: [{Dark Magician: 3 copies}, {Mystical Elf: 2 copies}], "
        "hand: [Dandylion, 6 unnamed cards], spells and traps: [{Quick Blast: set}]}"
    )
    found = end_phase(board)
    chained = f"{END} > TP: discard chosen Dandylion > TP: activate Dandylion > TP: chain Quick Blast"
    assert chained in found.plays
    assert (
        "Dandylion in the turn player's graveyard; 3 Dark Magician in the turn player's graveyard; "
        "2 Mystical Elf in the turn player's graveyard; Quick Blast in the turn player's graveyard; "
        "2 Fluff Token in the turn player's monsters" in found.outcomes
    )


def test_a_special_summon_is_in_attack_position_unless_the_text_says_otherwise():
    """Low Blast destroys what is in Defense Position: Dandylion's Tokens, and not the Singer that is called back."""
    low = "{Low Blast: set}"
    tokens = end_phase(f"turn player: {{monsters: [Dandylion], spells and traps: [{{Quick Blast: set}}, {low}]}}")
    singer = end_phase(f"turn player: {{graveyard: [Evening Singer], spells and traps: [{{Recall: set}}, {low}]}}")
    spent = "Dandylion in the turn player's graveyard; Low Blast in the turn player's graveyard"
    assert {one for one in tokens.outcomes if "Dandylion" in one and "Token" not in one} == {
        f"{spent}; Quick Blast in the turn player's graveyard"
    }
    assert any("Low Blast" in one and "Singer in the turn player's monsters" in one for one in singer.outcomes)
    assert not any("Recall" in one and "Singer in the turn player's monsters" not in one for one in singer.outcomes)
