"""What lasts until the End Phase: negation, control, and what is carried out then; and what happens when it ends."""

import json

import pytest

from explorer.game import Kind
from models.errors import InputError
from models.library import Library
from tests.game.end_phase import end_phase, with_monster

END = "TP: pass > OP: pass"
FULL = "monsters: [{Dark Magician: 3 copies}, {Flamvell Guard: 2 copies}]"


def test_negation_ends_when_its_owner_ends_it():
    """Under the old text it is an item of the player who used Effect Veiler; before that, the effect is lost."""
    board = """
        turn player: {monsters: [Evening Singer]}
        lingering: [Effect Veiler by turn player on Evening Singer]
        """
    found = end_phase(board, "ocg-2013")
    assert f"TP: process Effect Veiler > TP: activate Evening Singer > {END}" in found.plays
    assert f"TP: activate Evening Singer > TP: process Effect Veiler > {END}" in found.plays
    assert found.outcomes == {"nothing changes", "the turn player has 8500 LP"}
    assert found.size == (17, 19)


def test_the_owner_is_who_activated_the_card():
    """The opponent's Effect Veiler is the opponent's to end, whoever controls the monster."""
    board = """
        turn player: {monsters: [Mystical Elf]}
        lingering: [Effect Veiler by opponent on Mystical Elf]
        """
    found = end_phase(board, "ocg-2013")
    ended = "OP: process Effect Veiler"
    assert found.plays == [f"TP: pass > OP: pass > TP: pass > {ended} > {END}", f"TP: pass > {ended} > {END}"]


def test_negation_until_the_end_of_the_turn_ends_in_no_window():
    """The new text: nothing is processed, and the effect is negated throughout, until the End Phase is over."""
    board = """
        turn player: {monsters: [Evening Singer]}
        lingering: [Effect Veiler by opponent on Evening Singer]
        """
    found = end_phase(board, "ocg")
    assert found.plays == [f"TP: activate Evening Singer > {END}", END]
    assert found.outcomes == {"nothing changes"}
    assert found.holds("inevitable: not Evening Singer negated")


def test_what_ends_with_the_turn_is_nothing_to_process():
    """The same Veiler: no move processes it, not even one that is forbidden, as there is under the old text."""
    board = """
        turn player: {monsters: [Evening Singer]}
        lingering: [Effect Veiler by opponent on Evening Singer]
        """

    def processed(ruleset):
        commands = end_phase(board, ruleset).inquiry.game.whole.commands
        return sum(command.event.kind is Kind.PROCESS for command in commands)

    assert (processed("ocg"), processed("ocg-2013")) == (0, 1)


def test_under_the_simulator_negation_lapses_silently():
    """The old text, but no item: it ends after the adjustment, and nobody can profit from it."""
    board = """
        turn player: {monsters: [Evening Singer]}
        lingering: [Effect Veiler by opponent on Evening Singer]
        """
    found = end_phase(board, "simulator")
    assert found.plays == [f"TP: activate Evening Singer > {END}", END]
    assert found.outcomes == {"nothing changes"}


def test_negation_clings_to_an_effect_whose_monster_has_gone():
    """Used while negated, the effect comes to nothing though the monster is returned to the hand before."""
    board = """
        turn player: {monsters: [Evening Singer], spells and traps: [{Bounce: set}]}
        lingering: [Effect Veiler by turn player on Evening Singer]
        """
    found = end_phase(board, "ocg")
    assert f"TP: activate Evening Singer > TP: chain Bounce target Evening Singer > {END}" in found.plays
    bounced = "Bounce in the turn player's graveyard; Evening Singer in the turn player's hand"
    assert found.outcomes == {"nothing changes", bounced}


def test_what_applied_to_a_monster_is_over_when_it_leaves_the_field():
    """With the monster in the hand there is nothing left to end."""
    board = """
        turn player: {monsters: [Mystical Elf], spells and traps: [{Bounce: set}]}
        lingering: [Effect Veiler by turn player on Mystical Elf]
        """
    found = end_phase(board, "ocg-2013")
    assert f"TP: activate Bounce target Mystical Elf > {END}" in found.plays
    assert not any("Bounce" in play and "Veiler" in play.split("Bounce")[1] for play in found.plays)


def test_control_goes_back():
    """To the other side, as an item of the player who took it."""
    board = """
        turn player: {monsters: [{Mystical Elf: owner opponent}]}
        lingering: [Change of Heart by turn player on Mystical Elf]
        """
    found = end_phase(board)
    back = "TP: process Change of Heart"
    assert found.plays == [f"TP: pass > OP: pass > {back} > {END}", f"{back} > {END}"]
    assert found.outcomes == {"Mystical Elf in the opponent's monsters"}


def test_control_is_lent_on_the_side_of_who_took_it():
    """Both players control a Mystical Elf; Change of Heart can only be on the one that the opponent has."""
    board = """
        turn player: {monsters: [Mystical Elf]}
        opponent: {monsters: [{Mystical Elf: owner turn player}]}
        lingering: [Change of Heart by opponent on Mystical Elf]
        """
    assert end_phase(board).outcomes == {"Mystical Elf in the turn player's monsters"}


def test_control_cannot_go_back_to_a_full_field():
    """Without a free zone the monster is destroyed, and goes to its owner's GY."""
    board = f"""
        turn player: {{monsters: [{{Mystical Elf: owner opponent}}]}}
        opponent: {{{FULL}}}
        lingering: [Change of Heart by turn player on Mystical Elf]
        """
    assert end_phase(board).outcomes == {"Mystical Elf in the opponent's graveyard"}


def test_a_monster_destroyed_for_want_of_a_zone_answers_its_destruction():
    """Its owner, and not who had taken it, uses its effect in the GY."""
    board = f"""
        turn player: {{monsters: [{{Falling Star: owner opponent}}]}}
        opponent: {{{FULL}}}
        lingering: [Change of Heart by turn player on Falling Star]
        """
    found = end_phase(board)
    assert "OP: activate Falling Star" in found.events
    assert found.outcomes == {
        "Falling Star in the opponent's graveyard",
        "Falling Star in the opponent's graveyard; the opponent has 8500 LP",
    }


def test_room_may_be_made_before_control_goes_back():
    """The turn player bounces a Magician first, and the monster finds a zone."""
    board = f"""
        turn player: {{monsters: [{{Mystical Elf: owner opponent}}], spells and traps: [{{Bounce: set}}]}}
        opponent: {{{FULL}}}
        lingering: [Change of Heart by turn player on Mystical Elf]
        """
    found = end_phase(board)
    assert found.holds("possible: Mystical Elf controlled by the opponent")
    assert found.holds("turn player can enforce: Mystical Elf controlled by the opponent")
    assert found.holds("turn player can enforce: Mystical Elf in the GY")


def test_control_that_was_lent_in_the_end_phase_goes_back_in_it():
    """A new item, due at once."""
    found = end_phase("turn player: {spells and traps: [{Snatch: set}]}\nopponent: {monsters: [Mystical Elf]}")
    taken, back = "TP: activate Snatch target Mystical Elf", "TP: process Snatch"
    assert found.plays == [f"{taken} > {END} > {back} > {END}", f"{taken} > {back} > {END}", END]
    assert found.outcomes == {"nothing changes", "Snatch in the turn player's graveyard"}


def test_control_needs_a_zone_on_the_takers_side():
    """Without one the effect comes to nothing and nothing has to go back."""
    found = end_phase(
        f"turn player: {{{FULL}, spells and traps: [{{Snatch: set}}]}}\nopponent: {{monsters: [Mystical Elf]}}"
    )
    assert found.plays == [f"TP: activate Snatch target Mystical Elf > {END}", END]


def test_a_trigger_belongs_to_who_controls_the_monster_now():
    """Mist Archfiend hurts whoever has it when it goes (A07)."""
    board = """
        turn player: {monsters: [{Mist Archfiend: [Normal Summoned without Tributing, owner opponent]}]}
        lingering: [Change of Heart by turn player on Mist Archfiend]
        """
    found = end_phase(board)
    gone = "Mist Archfiend in the opponent's graveyard"
    assert found.outcomes == {f"{gone}; the turn player has 7000 LP", f"{gone}; the opponent has 7000 LP"}
    assert found.size == (15, 17)


def test_control_comes_back_although_the_monster_was_turned_face_down():
    """E01, D18: it forgets what it remembered, and yet belongs to the other side."""
    board = """
        turn player:
          monsters: [{Tsukuyomi: set}, {Majestic Mech - Ohka: [Normal Summoned without Tributing, owner opponent]}]
          spells and traps: [{Desert Sunlight: set}]
        lingering: [Change of Heart by turn player on Majestic Mech - Ohka]
        """
    found = end_phase(board)
    assert found.holds("can: Tsukuyomi is activated targeting Majestic Mech - Ohka")
    assert found.holds("possible: Majestic Mech - Ohka controlled by the opponent and Majestic Mech - Ohka face-down")
    assert found.holds("impossible: Majestic Mech - Ohka controlled by the turn player")


def test_an_item_that_can_do_nothing_is_used_up():
    """Rekindling under Iron Wall: processed, and over; the monster stays."""
    board = """
        turn player: {monsters: [{Flamvell Guard: by Rekindling}], spells and traps: [Imperial Iron Wall]}
        lingering: [Rekindling by turn player on Flamvell Guard]
        """
    found = end_phase(board)
    assert found.plays == [f"TP: pass > OP: pass > TP: process Rekindling > {END}", f"TP: process Rekindling > {END}"]
    assert found.outcomes == {"nothing changes"}


def test_where_an_item_that_can_do_nothing_stays():
    """The other value of that clause: it compels nobody as long as it could do nothing."""
    board = """
        turn player:
          monsters: [{Flamvell Guard: by Rekindling}]
          spells and traps: [Imperial Iron Wall, {Emergency Provisions: set}]
        lingering: [Rekindling by turn player on Flamvell Guard]
        """
    found = end_phase(board, clauses={"an item that can do nothing": "stays"})
    provisions = "TP: activate Emergency Provisions cost Imperial Iron Wall"
    assert found.plays == [
        f"{provisions} > {END} > TP: process Rekindling > {END}",
        f"{provisions} > TP: process Rekindling > {END}",
        END,
    ]


def test_monsters_of_one_effect_go_together():
    """Rekindling banishes both at once; there is no board with one of them."""
    board = """
        turn player: {monsters: [{Flamvell Guard: [by Rekindling, 2 copies]}]}
        lingering: ["Rekindling by turn player on Flamvell Guard, Flamvell Guard"]
        """
    assert end_phase(board).outcomes == {"2 Flamvell Guard in the turn player's banished"}


def test_what_the_effect_is_not_on_stays():
    """One of two copies came by Rekindling."""
    board = """
        turn player: {monsters: [{Flamvell Guard: by Rekindling}, Flamvell Guard]}
        lingering: [Rekindling by turn player on Flamvell Guard]
        """
    assert end_phase(board).outcomes == {"Flamvell Guard in the turn player's banished"}


def test_at_the_end_of_the_end_phase_comes_after_all_else_and_before_the_adjustment():
    """B33: nobody decides, and Theinen's ATK is down again before the hand is adjusted."""
    board = """
        turn player:
          monsters: [Theinen the Great Sphinx, {Majestic Mech - Ohka: Normal Summoned without Tributing}]
          hand: [7 unnamed cards]
        lingering: [Theinen the Great Sphinx by turn player on Theinen the Great Sphinx]
        """
    found = end_phase(board, "tcg")
    ohka, ends = "TP: activate Majestic Mech - Ohka", "rules: process Theinen the Great Sphinx > TP: discard"
    assert found.plays == [f"{ohka} > {END} > {ends}", f"TP: pass > OP: pass > {ohka} > {END} > {ends}"]
    assert found.holds("inevitable: Theinen the Great Sphinx with 3500 ATK")
    late = end_phase(board, "tcg", {"at the end of the End Phase": "after the adjustment"})
    assert late.holds("cannot: Theinen the Great Sphinx is processed")


def test_of_two_banished_copies_that_comes_back_which_is_meant():
    """One Cosmic Blazar Dragon banished itself to negate something this turn; the other has long been banished."""
    board = """
        opponent: {banished: [{Cosmic Blazar Dragon: 2 copies}]}
        lingering: [Cosmic Blazar Dragon by opponent on Cosmic Blazar Dragon]
        """
    found = end_phase(board)
    assert found.outcomes == {"Cosmic Blazar Dragon in the opponent's monsters"}
    events = [command.event for command in found.inquiry.game.whole.commands]
    coming = {event.chosen for event in events if event.kind is Kind.PROCESS}
    assert coming == {(), ("Cosmic Blazar Dragon",)}  # that both come is not even a choice


def test_the_owner_picks_what_comes_back_to_the_last_zone():
    """The opponent banished two monsters of the turn player, and it is the turn player's choice which one returns."""
    found = end_phase(
        """
        turn player:
          monsters: [{Gene-Warped Warwolf: 3 copies}, Dark Magician]
          banished: [Mystical Elf, Majestic Mech - Ohka]
        lingering:
          - {card: 'S:P Little Knight', by: opponent, on: [Mystical Elf, Majestic Mech - Ohka]}
        """
    )
    commands = found.inquiry.game.whole.commands
    picks = {(command.by, command.event.chosen) for command in commands if command.event.chosen}
    assert picks == {
        ("turn player", ("Mystical Elf",)),
        ("turn player", ("Majestic Mech - Ohka",)),
        ("turn player", ("Mystical Elf", "Majestic Mech - Ohka")),
    }
    assert len(found.outcomes) == 2


def test_no_more_comes_back_than_was_banished():
    """Farfa banishes one monster of six: one of them comes back, or none; thirteen monsters take minutes to ground."""
    found = end_phase(
        """
        turn player: {hand: [The Fabled Catsith]}
        opponent:
          deck: ['Farfa, Malebranche of the Burning Abyss']
          graveyard: [{Mystical Elf: 3 copies}, {Dark Magician: 2 copies}]
        """
    )
    events = [str(command.event) for command in found.inquiry.game.whole.commands]
    assert sum(event.startswith("opponent: process Farfa") for event in events) <= 1 + 2 * 7


def test_what_lingers_needs_no_card_on_the_board():
    """Last Turn is decided though neither player has a card: nobody has more monsters."""
    found = end_phase("lingering: [Last Turn by opponent]")
    assert found.outcomes == {"draw"}
    assert found.plays == [
        f"TP: pass > {one}" for one in ("OP: pass > TP: pass > OP: process Last Turn", "OP: process Last Turn")
    ]


def _leaving():
    """The cards that leave something behind for an End Phase."""
    library = Library()
    return [
        card.name for card in library.cards if any(effect.leaves for effect in card.effects_on(library.ruleset().day))
    ]


def _answer(board):
    try:
        return "searched" if end_phase(board).outcomes else "no outcome"
    except InputError as error:
        return error.message


@pytest.mark.parametrize("card", _leaving())
def test_what_lingers_alone_is_searched_or_refused(card):
    """Whatever a card leaves behind, and though there is nothing for it to be about."""
    answer = _answer(json.dumps({"lingering": [{"card": card, "by": "opponent"}]}))
    assert answer == "searched" or "say on which cards" in answer


def test_what_was_banished_otherwise_does_not_come_back_with_the_target():
    """One Singer is Tributed and banished instead, for good; the other is banished for a while."""
    found = end_phase(
        """
        turn player:
          monsters: [Evening Singer, Exile Singer]
          spells and traps: [{Offering: set}, {Brief Exile: set}]
        opponent: {monsters: [Exiler]}
        """
    )
    both = "Evening Singer on the field and Exile Singer on the field and Brief Exile banished"
    assert found.holds(f"possible: {both} and Offering on the field")
    assert found.holds("possible: Offering banished and Brief Exile banished and Evening Singer on the field")
    assert found.holds(f"impossible: {both} and Offering banished")


def test_one_of_two_items_of_a_card_may_be_due_again():
    """Iron Wall forbids the first banishing, a Typhoon destroys it, and the second monster is banished."""
    found = end_phase(
        """
        turn player:
          monsters: [{Gene-Warped Warwolf: [by Astra Ghouls, 2 copies]}]
          spells and traps: [Imperial Iron Wall]
        opponent: {spells and traps: [{Mystical Space Typhoon: set}]}
        lingering:
          - Astra Ghouls by turn player on Gene-Warped Warwolf
          - Astra Ghouls by turn player on Gene-Warped Warwolf
        """
    )
    assert found.holds("possible: 1 Gene-Warped Warwolf banished and Astra Ghouls due again")
    assert found.holds("impossible: 2 Gene-Warped Warwolf banished and Astra Ghouls due again")


def test_what_comes_back_is_the_copy_that_is_banished():
    """Its text says "this card"; the board names it, and the copy on the field stays where it is."""
    board = """
        turn player: {monsters: [Cosmic Blazar Dragon], banished: [Cosmic Blazar Dragon]}
        lingering: [Cosmic Blazar Dragon by turn player on Cosmic Blazar Dragon]
        """
    found = end_phase(board)
    back = "TP: process Cosmic Blazar Dragon chosen Cosmic Blazar Dragon"
    assert found.plays == [f"{END} > {back} > {END}", f"{back} > {END}"]
    assert found.outcomes == {"Cosmic Blazar Dragon in the turn player's monsters"}


def test_what_was_banished_as_a_cost_comes_back():
    """In the same End Phase, when its owner processes that."""
    found = end_phase("turn player: {monsters: [Mystical Elf], spells and traps: [{Borrowed Exile: set}]}")
    paid = "TP: activate Borrowed Exile cost Mystical Elf"
    back = f"TP: process Borrowed Exile chosen Mystical Elf > {END}"
    assert found.plays == [f"{paid} > {END} > {back}", f"{paid} > {back}", END]
    assert found.outcomes == {
        "nothing changes",
        "Borrowed Exile in the turn player's graveyard; the turn player has 8100 LP",
    }


def test_what_another_card_is_depends_on_the_card_that_left_the_effect(tmp_path):
    """The Crusher is the one monster that it never destroys."""
    effect = "during: your End Phase\nmay: gain 100 LP\nleaves: in the End Phase, destroy 1 other monster on the field"
    cards = with_monster(tmp_path, "Late Crusher", effect)
    found = end_phase("turn player: {monsters: [Late Crusher, Mystical Elf, Flamvell Guard]}", cards=cards)
    left = "; the turn player has 8100 LP"
    assert found.outcomes == {
        "nothing changes",
        f"Mystical Elf in the turn player's graveyard{left}",
        f"Flamvell Guard in the turn player's graveyard{left}",
    }
