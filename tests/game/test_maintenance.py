"""Maintenance costs: paid or not, in any order with the rest, and never on a chain."""

from tests.game.end_phase import end_phase

END = "TP: pass > OP: pass"
DESTROYED = ("Dark Magician", "Flamvell Guard")


def test_the_player_chooses_to_pay_or_to_lose_the_card():
    """500 LP, or Clear World goes."""
    found = end_phase("turn player: {field zone: [Clear World]}")
    assert found.outcomes == {"the turn player has 7500 LP", "Clear World in the turn player's graveyard"}
    assert found.plays == [
        f"TP: pass > OP: pass > TP: process Clear World (destroy) > {END}",
        f"TP: pass > OP: pass > TP: process Clear World (pay) > {END}",
        f"TP: process Clear World (destroy) > {END}",
        f"TP: process Clear World (pay) > {END}",
    ]


def test_who_cannot_pay_loses_the_card():
    """400 LP are not 500."""
    found = end_phase("turn player: {life: 400, field zone: [Clear World]}")
    assert found.outcomes == {"Clear World in the turn player's graveyard"}


def test_paying_the_last_life_points_loses_the_duel():
    """It may be done."""
    found = end_phase("turn player: {life: 500, field zone: [Clear World]}")
    assert found.outcomes == {
        "Clear World in the turn player's graveyard",
        "the turn player has 0 LP; the opponent wins",
    }


def test_nothing_is_paid_in_the_other_players_end_phase():
    """Clear World asks for its cost in its player's End Phase."""
    assert end_phase("opponent: {field zone: [Clear World]}").events == {"TP: pass", "OP: pass"}


def test_it_is_no_activation():
    """Nothing can be chained to it."""
    found = end_phase("turn player: {field zone: [Clear World], spells and traps: [{Quick Gain: set}]}")
    assert "TP: chain Quick Gain" not in found.events
    assert "TP: activate Quick Gain" in found.events


def test_a_card_that_has_gone_asks_for_nothing():
    """The Typhoon comes first."""
    found = end_phase("turn player: {field zone: [Clear World], spells and traps: [{Mystical Space Typhoon: set}]}")
    assert f"TP: activate Mystical Space Typhoon target Clear World > {END}" in found.plays


def test_its_activated_effect_is_apart_from_its_cost():
    """Under a FIRE monster Clear World has a second item, which is activated."""
    found = end_phase("turn player: {field zone: [Clear World], monsters: [Flamvell Guard]}")
    assert found.holds("possible: the turn player's life is 6500")
    assert found.holds("possible: the turn player's life is 8000 and Clear World in the GY")
    assert found.holds("can: the turn player activates Clear World")
    assert found.holds("can: the turn player processes Clear World")


def test_a_token_that_is_to_be_tributed_has_to_be_there():
    """Of "Tribute 1 Token, or else send this card to the GY" only the second can be done without one."""
    found = end_phase("turn player: {spells and traps: [Aerial Recharge]}")
    assert found.size == (17, 20)
    assert "nothing changes" in found.outcomes
    tribute = "TP: process Aerial Recharge chosen Mecha Phantom Beast Token (Tribute)"
    assert not any(play.startswith("TP: process") and "Tribute" in play.split(" > ")[0] for play in found.plays)
    assert any(play.startswith(f"TP: activate Aerial Recharge > {tribute}") for play in found.plays)


def test_which_of_a_cards_effects_it_is():
    """Its cost is the first effect of Clear World, what FIRE monsters bring is the third."""
    graph = end_phase("turn player: {field zone: [Clear World], monsters: [Flamvell Guard]}").inquiry.graph
    events = {graph.event(edge) for edge in range(graph.transitions)}
    told = {(event.kind.value, event.effect, event.option) for event in events if event.card == "Clear World"}
    assert told == {("process", 1, "pay"), ("process", 1, "destroy"), ("activate", 3, ""), ("resolve", 3, "")}


def test_a_second_choice_follows_the_first():
    """Nobody acts between the two; an unnamed card is no monster, and without one the card asks for nothing more."""
    board = "turn player: {%sspells and traps: [Evening Toll]}\nopponent: {monsters: [Dark Magician, Flamvell Guard]}"
    found = end_phase(board % "hand: [Mystical Elf, 1 unnamed card], ")
    paid = "TP: process Evening Toll chosen Mystical Elf > TP: resolve Evening Toll chosen {}"
    plays = [f"{before}{paid.format(name)} > {END}" for before in (f"{END} > ", "") for name in DESTROYED]
    assert found.plays == plays
    assert found.outcomes == {
        f"{name} in the opponent's graveyard; Mystical Elf in the turn player's graveyard" for name in DESTROYED
    }
    assert end_phase(board % "hand: [1 unnamed card], ").outcomes == {"nothing changes"}
