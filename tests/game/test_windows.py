"""Who may act when: passing, being compelled, the turn player's second offer, and whose window is next."""

from tests.game.end_phase import end_phase

OHKA = "{Majestic Mech - Ohka: Normal Summoned without Tributing}"
BOTH_HOLD_ONE = f"""
turn player: {{monsters: [{OHKA}]}}
opponent: {{monsters: [{OHKA}]}}
"""
BOTH_OHKA_GONE = {
    "Majestic Mech - Ohka in the opponent's graveyard; Majestic Mech - Ohka in the turn player's graveyard"
}
ONLY_OPPONENT = f"""
turn player: {{monsters: [Evening Singer]}}
opponent: {{monsters: [{OHKA}]}}
"""


def test_with_nothing_due_the_turn_player_passes_then_the_opponent():
    """The shortest End Phase there is."""
    found = end_phase("turn player: {life: 8000}")
    assert found.plays == ["TP: pass > OP: pass"]
    assert found.outcomes == {"nothing changes"}
    assert found.size == (3, 2)


def test_a_player_may_pass_on_what_is_mandatory_until_both_have_passed():
    """Ohka has to go, at once or when its player is compelled; there is no third way."""
    found = end_phase(f"turn player: {{monsters: [{OHKA}]}}")
    assert found.plays == [
        "TP: activate Majestic Mech - Ohka > TP: pass > OP: pass",
        "TP: pass > OP: pass > TP: activate Majestic Mech - Ohka > TP: pass > OP: pass",
    ]
    assert found.outcomes == {"Majestic Mech - Ohka in the turn player's graveyard"}
    assert found.size == (7, 7)


def test_where_nobody_may_wait_what_is_mandatory_comes_first():
    """The simulator's clause: no pass while something mandatory is held."""
    found = end_phase(f"turn player: {{monsters: [{OHKA}]}}", clauses={"passing with mandatory items": "no"})
    assert found.plays == ["TP: activate Majestic Mech - Ohka > TP: pass > OP: pass"]


def test_what_is_optional_may_be_left():
    """An optional effect compels nobody."""
    found = end_phase("opponent: {monsters: [Evening Singer]}")
    assert found.plays == ["TP: pass > OP: activate Evening Singer > TP: pass > OP: pass", "TP: pass > OP: pass"]
    assert found.outcomes == {"nothing changes", "the opponent has 8500 LP"}


def test_the_opponent_acts_only_when_the_turn_player_passes():
    """Every play of this board begins with the turn player."""
    found = end_phase(ONLY_OPPONENT)
    assert all(play.startswith("TP: ") for play in found.plays)
    assert found.holds("cannot: the opponent activates Majestic Mech - Ohka before the turn player passes")


def test_after_an_action_the_turn_player_has_the_next_window():
    """Whoever acted, the turn player is asked first again."""
    found = end_phase("opponent: {monsters: [{Evening Singer: 2 copies}]}")
    twice = "TP: pass > OP: activate Evening Singer > TP: pass > OP: activate Evening Singer > TP: pass > OP: pass"
    assert twice in found.plays
    assert found.holds("can: the turn player passes after the opponent activates Evening Singer")


def test_under_the_simulator_the_same_player_has_the_next_window():
    """The opponent goes on, and the turn player's pass is then the second in a row."""
    found = end_phase(
        "opponent: {monsters: [{Evening Singer: 2 copies}]}", clauses={"next window after an action": "same player"}
    )
    one, two = "OP: activate Evening Singer", "OP: activate Evening Singer > OP: activate Evening Singer"
    assert found.plays == [
        f"TP: pass > {two} > OP: pass > TP: pass",
        f"TP: pass > {one} > OP: pass > TP: pass",
        "TP: pass > OP: pass",
    ]


def test_when_both_hold_something_the_turn_player_is_compelled_first():
    """Both have passed: the turn player must act, and only after that may the opponent be compelled."""
    found = end_phase(BOTH_HOLD_ONE, "tcg")
    assert found.outcomes == BOTH_OHKA_GONE
    assert found.holds("can: the turn player must activate Majestic Mech - Ohka")
    assert found.holds(
        "cannot: the opponent must activate Majestic Mech - Ohka before the turn player activates Majestic Mech - Ohka"
    )


def test_where_the_opponent_is_compelled_first():
    """The other value of that clause; what comes of it is the same."""
    found = end_phase(BOTH_HOLD_ONE, "tcg", clauses={"compelled first": "opponent"})
    assert found.outcomes == BOTH_OHKA_GONE
    first = "TP: pass > OP: pass > OP: activate Majestic Mech - Ohka"
    assert [play for play in found.plays if play.startswith("TP: pass > OP: pass > ")] == [
        f"{first} > TP: activate Majestic Mech - Ohka > TP: pass > OP: pass",
        f"{first} > TP: pass > OP: pass > TP: activate Majestic Mech - Ohka > TP: pass > OP: pass",
    ]


def test_the_turn_player_is_asked_once_more_before_the_opponent_is_compelled():
    """OCG: two passes, and the turn player may still sing, or pass a second time."""
    found = end_phase(ONLY_OPPONENT)
    third = sorted({play.split(" > ")[2] for play in found.plays if play.startswith("TP: pass > OP: pass")})
    assert third == ["TP: activate Evening Singer", "TP: pass"]
    assert found.size == (18, 21)


def test_without_the_second_offer_the_opponent_is_compelled_at_once():
    """TCG, sub-step 4; who waited for the opponent has waited too long."""
    found = end_phase(ONLY_OPPONENT, "tcg")
    third = sorted({play.split(" > ")[2] for play in found.plays if play.startswith("TP: pass > OP: pass")})
    assert third == ["OP: activate Majestic Mech - Ohka"]
    assert found.size == (16, 18)


def test_the_second_offer_is_made_only_for_the_opponents_sake():
    """With something mandatory of their own the turn player is compelled instead; with none of the opponent's it ends."""
    assert end_phase(f"turn player: {{monsters: [{OHKA}]}}").size == (7, 7)
    assert end_phase("turn player: {monsters: [Evening Singer]}").size == (7, 6)


def test_an_action_in_the_second_offer_starts_the_phase_anew():
    """After it the opponent may act freely, or pass and be asked for again."""
    found = end_phase(ONLY_OPPONENT)
    start = "TP: pass > OP: pass > TP: activate Evening Singer > TP: pass > "
    assert [play.removeprefix(start) for play in found.plays if play.startswith(start)] == [
        "OP: activate Majestic Mech - Ohka > TP: pass > OP: pass",
        "OP: pass > TP: pass > OP: activate Majestic Mech - Ohka > TP: pass > OP: pass",
    ]


def test_who_is_compelled_may_do_anything_but_pass():
    """Sub-step 3: the optional effect will do, and the mandatory one waits on."""
    found = end_phase(f"turn player: {{monsters: [{OHKA}, Evening Singer]}}")
    third = sorted({play.split(" > ")[2] for play in found.plays if play.startswith("TP: pass > OP: pass")})
    assert third == ["TP: activate Evening Singer", "TP: activate Majestic Mech - Ohka"]
    assert found.size == (16, 19)


def test_who_is_compelled_must_deal_with_something_mandatory():
    """The other value of that clause: one step less."""
    found = end_phase(
        f"turn player: {{monsters: [{OHKA}, Evening Singer]}}", clauses={"compelled act": "a mandatory item"}
    )
    third = sorted({play.split(" > ")[2] for play in found.plays if play.startswith("TP: pass > OP: pass")})
    assert third == ["TP: activate Majestic Mech - Ohka"]
    assert found.size == (16, 18)


def test_a_quick_effect_may_be_used_in_any_window():
    """Before what is mandatory, after it, and by whoever is compelled."""
    found = end_phase(f"turn player: {{monsters: [{OHKA}], spells and traps: [{{Quick Gain: set}}]}}")
    assert found.holds(
        "can: the turn player activates Quick Gain before the turn player activates Majestic Mech - Ohka"
    )
    assert found.holds("can: the turn player activates Quick Gain after the turn player activates Majestic Mech - Ohka")
    assert found.holds("can: the turn player must activate Quick Gain")


def test_where_quick_effects_start_nothing_they_can_still_be_chained():
    """The other value of that clause."""
    board = f"turn player: {{monsters: [{OHKA}], spells and traps: [{{Quick Gain: set}}]}}"
    found = end_phase(board, clauses={"quick effects in windows": "no"})
    assert "TP: chain Quick Gain" in found.events
    assert "TP: activate Quick Gain" not in found.events


def test_the_end_phase_goes_on_until_nothing_mandatory_is_left():
    """Two Ohka on each side and something that lingers: all of it is done in every play."""
    found = end_phase(
        """
        turn player:
          monsters: [{Majestic Mech - Ohka: [Normal Summoned without Tributing, 2 copies]}]
        opponent:
          monsters: [{Majestic Mech - Ohka: [Normal Summoned without Tributing, 2 copies]}, Mystical Elf]
        lingering: [Rekindling by opponent on Mystical Elf]
        """
    )
    assert found.outcomes == {
        "Mystical Elf in the opponent's banished; 2 Majestic Mech - Ohka in the opponent's graveyard; "
        "2 Majestic Mech - Ohka in the turn player's graveyard"
    }
