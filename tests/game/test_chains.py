"""Chains: who may respond with what, in which order links resolve, what costs and targets come to."""

from tests.game.end_phase import end_phase

OHKA = "{Majestic Mech - Ohka: Normal Summoned without Tributing}"


def test_the_last_link_resolves_first():
    """Iron Wall is saved for its owner's Provisions: what was activated last is carried out first."""
    found = end_phase(
        """
        turn player:
          spells and traps: [{Mystical Space Typhoon: set}]
        opponent:
          spells and traps: [Imperial Iron Wall, {Emergency Provisions: set}]
        """
    )
    answered = (
        "TP: activate Mystical Space Typhoon target {} > OP: chain Emergency Provisions cost Imperial Iron Wall > "
    )
    assert answered.format("Emergency Provisions") + "TP: pass > OP: pass" in found.plays
    assert answered.format("Imperial Iron Wall") + "TP: pass > OP: pass" in found.plays
    assert found.outcomes == {
        "nothing changes",
        "Emergency Provisions in the opponent's graveyard; Imperial Iron Wall in the opponent's graveyard; "
        "the opponent has 9000 LP",
        "Emergency Provisions in the opponent's graveyard; Imperial Iron Wall in the opponent's graveyard; "
        "Mystical Space Typhoon in the turn player's graveyard; the opponent has 9000 LP",
        "Emergency Provisions in the opponent's graveyard; Mystical Space Typhoon in the turn player's graveyard",
        "Imperial Iron Wall in the opponent's graveyard; Mystical Space Typhoon in the turn player's graveyard",
    }


def test_both_players_respond_in_turn_until_both_have_declined():
    """A Bolt, a Bolt in response, a third in response to that: the first to resolve is the last."""
    found = end_phase(
        """
        turn player: {life: 2000, spells and traps: [{Quick Bolt: [set, 2 copies]}]}
        opponent: {life: 2000, spells and traps: [{Quick Bolt: set}]}
        """
    )
    assert found.holds("can: the turn player activates Quick Bolt in a chain to Quick Bolt")
    longest = "TP: activate Quick Bolt > OP: chain Quick Bolt > TP: chain Quick Bolt > TP: pass > OP: pass"
    assert longest not in found.plays  # the opponent's life is gone with the third link that resolves
    assert longest.removesuffix(" > TP: pass > OP: pass") in found.plays


def test_the_player_who_activated_may_add_a_link_too():
    """The opponent is asked first, then who activated."""
    found = end_phase("turn player: {spells and traps: [{Quick Gain: [set, 2 copies]}]}")
    assert "TP: activate Quick Gain > TP: chain Quick Gain > TP: pass > OP: pass" in found.plays
    assert "TP: activate Quick Gain > TP: activate Quick Gain > TP: pass > OP: pass" in found.plays


def test_only_a_counter_trap_answers_a_counter_trap():
    """Spell Speed 3 is answered by Spell Speed 3 alone."""
    found = end_phase(
        """
        turn player: {spells and traps: [{Quick Gain: set}]}
        opponent: {spells and traps: [{Last Word: set}, {Late Answer: set}]}
        """
    )
    assert found.holds("can: Last Word is activated in a chain to Quick Gain")
    assert found.holds("can: Late Answer is activated in a chain to Quick Gain")
    assert found.holds("can: Last Word is activated in a chain to Late Answer")
    assert found.holds("cannot: Late Answer is activated in a chain to Last Word")
    assert found.holds("cannot: Quick Gain is activated in a chain to Last Word")


def test_what_is_due_in_the_phase_is_never_chained():
    """A10: effects of the End Phase have Spell Speed 1, and two of them never share a chain."""
    found = end_phase(
        f"""
        turn player: {{monsters: [{OHKA}, Evening Singer], spells and traps: [{{Quick Gain: set}}]}}
        opponent: {{monsters: [{OHKA}]}}
        """
    )
    assert {event.split(": ")[1].split()[0] for event in found.events if "Ohka" in event} == {"activate"}
    assert {event.split(": ")[1].split()[0] for event in found.events if "Singer" in event} == {"activate"}
    assert found.holds("can: Quick Gain is activated in a chain to Majestic Mech - Ohka")


def test_a_card_set_this_turn_cannot_be_activated():
    """Neither a Trap nor a quick-play Spell."""
    found = end_phase("turn player: {spells and traps: [{Quick Gain: set this turn}, {Late Answer: set this turn}]}")
    assert found.events == {"TP: pass", "OP: pass"}


def test_a_normal_spell_is_not_for_the_end_phase():
    """Spell Speed 1, and not in a Main Phase."""
    found = end_phase("turn player: {hand: [Change of Heart], spells and traps: [{Change of Heart: set}]}")
    assert found.events == {"TP: pass", "OP: pass"}


def test_only_the_turn_player_activates_quick_play_spells_from_the_hand():
    """In the opponent's turn they have to be Set."""
    found = end_phase("turn player: {hand: [Quick Gain]}\nopponent: {hand: [Quick Gain]}")
    assert found.events == {"TP: pass", "OP: pass", "TP: activate Quick Gain"}
    assert found.outcomes == {
        "nothing changes",
        "Quick Gain in the turn player's graveyard; the turn player has 8100 LP",
    }


def test_a_trap_is_never_activated_from_the_hand():
    """It has to be Set."""
    assert end_phase("turn player: {hand: [Late Answer]}").events == {"TP: pass", "OP: pass"}


def test_activating_from_the_hand_takes_a_zone():
    """With five cards in the Spell & Trap Zones there is no place for a sixth."""
    walls = "spells and traps: [{Imperial Iron Wall: 3 copies}, {Dark World Grimoire: 2 copies}]"
    assert "TP: activate Quick Gain" not in end_phase(f"turn player: {{hand: [Quick Gain], {walls}}}").events
    four = walls.replace("2 copies", "face-up")
    assert "TP: activate Quick Gain" in end_phase(f"turn player: {{hand: [Quick Gain], {four}}}").events


def test_a_cost_is_paid_on_activation_and_not_given_back():
    """The World is negated: its two monsters are gone all the same, and the turn is not skipped."""
    found = end_phase(
        """
        turn player:
          monsters: [{Arcana Force XXI - The World: heads}, {Mystical Elf: 2 copies}]
        lingering: [Effect Veiler by opponent on Arcana Force XXI - The World]
        """,
        "ocg-2013",
    )
    gone = "2 Mystical Elf in the turn player's graveyard"
    assert {gone, f"{gone}; the opponent's next turn is skipped"} <= found.outcomes
    assert len(found.outcomes) == 5


def test_without_the_cost_there_is_no_activation():
    """The World alone is one monster, and two are asked for."""
    alone = end_phase("turn player: {monsters: [{Arcana Force XXI - The World: heads}]}")
    assert alone.events == {"TP: pass", "OP: pass"}
    with_one = end_phase("turn player: {monsters: [{Arcana Force XXI - The World: heads}, Mystical Elf]}")
    assert (
        "TP: activate Arcana Force XXI - The World cost Arcana Force XXI - The World, Mystical Elf" in with_one.events
    )


def test_a_cost_that_cannot_be_paid_because_of_another_card():
    """Justice banishes itself as its cost, and Iron Wall forbids that."""
    board = """
        turn player:
          monsters: [Justice of Prophecy]
          deck: [Dark Magician, Spellbook of Secrets]
          this turn: ['activated a "Spellbook" Spell']
        opponent: {spells and traps: [%s]}
        """
    assert len(end_phase(board % "").outcomes) == 2
    assert end_phase(board % "Imperial Iron Wall").events == {"TP: pass", "OP: pass"}


def test_a_card_cannot_be_target_and_cost_at_once():
    """Enemy Controller tributes one monster of its player's and takes one of the opponent's."""
    found = end_phase(
        """
        turn player: {monsters: [Mystical Elf], spells and traps: [{Enemy Controller: set}]}
        opponent: {monsters: [{Dark Magician: owner turn player}]}
        """
    )
    assert "TP: activate Enemy Controller cost Mystical Elf target Dark Magician" in found.events
    assert not any("cost Dark Magician" in event for event in found.events)


def test_a_target_that_has_gone_is_left_alone():
    """Two Typhoons at one card: the second to resolve does nothing, and takes nothing else instead."""
    found = end_phase(
        """
        turn player: {spells and traps: [{Mystical Space Typhoon: set}, Imperial Iron Wall, Dark World Grimoire]}
        opponent: {spells and traps: [{Mystical Space Typhoon: set}]}
        """
    )
    both = (
        "TP: activate Mystical Space Typhoon target Imperial Iron Wall > "
        "OP: chain Mystical Space Typhoon target Imperial Iron Wall > TP: pass > OP: pass"
    )
    assert both in found.plays
    left = "Mystical Space Typhoon in the opponent's graveyard; Imperial Iron Wall in the turn player's graveyard"
    assert f"{left}; Mystical Space Typhoon in the turn player's graveyard" in found.outcomes


def test_a_target_that_has_gone_and_come_back_is_none_any_more():
    """Bounce targets the Elf, which is destroyed and Special Summoned before that resolves: it stays."""
    found = end_phase(
        """
        turn player: {monsters: [Mystical Elf], graveyard: [Dark Magician], spells and traps: [{Second Call: set}]}
        opponent: {spells and traps: [{Bounce: set}, {Quick Blast: set}]}
        """
    )
    line = (
        "the turn player passes, the opponent activates Bounce, "
        "the turn player activates Second Call in a chain to Bounce, "
        "the opponent activates Quick Blast in a chain to Second Call"
    )
    assert found.holds(f"after: {{line: [{line}], possible: Mystical Elf on the field}}")
    assert found.holds(f"after: {{line: [{line}], possible: Dark Magician on the field}}")
    assert found.holds(f"after: {{line: [{line}], impossible: Mystical Elf in the hand}}")


def test_both_targets_or_neither():
    """Joint Exile banishes the two that it targets; when one of them is in the hand by then, the other stays."""
    found = end_phase(
        """
        turn player: {monsters: [Mystical Elf, Dark Magician], spells and traps: [{Joint Exile: set}]}
        opponent: {spells and traps: [{Bounce: set}]}
        """
    )
    assert found.holds("possible: Mystical Elf banished and Dark Magician banished")
    assert found.holds("impossible: Mystical Elf banished and Dark Magician in the hand")
    assert found.holds("impossible: Dark Magician banished and Mystical Elf in the hand")
    answered = "TP: activate Joint Exile target Dark Magician, Mystical Elf > OP: chain Bounce target Mystical Elf"
    assert f"{answered} > TP: pass > OP: pass" in found.plays


def test_a_mandatory_effect_answers_its_own_event_alone():
    """The Witness answers a destruction: nothing is destroyed, and nobody has to answer the Gain."""
    board = "turn player: {spells and traps: [{Quick Gain: set}]}\nopponent: {monsters: [Sworn Witness]}"
    assert end_phase(board).plays == ["TP: activate Quick Gain > TP: pass > OP: pass", "TP: pass > OP: pass"]


def test_destroying_an_activated_card_does_not_negate_it():
    """A Typhoon destroyed by a Typhoon in response still destroys its target."""
    found = end_phase(
        """
        turn player: {spells and traps: [{Mystical Space Typhoon: set}]}
        opponent: {spells and traps: [{Mystical Space Typhoon: set}, Imperial Iron Wall]}
        """
    )
    assert found.holds("can: the opponent activates Mystical Space Typhoon targeting Mystical Space Typhoon")
    answered = (
        "TP: activate Mystical Space Typhoon target Imperial Iron Wall > "
        "OP: chain Mystical Space Typhoon target Mystical Space Typhoon > TP: pass > OP: pass"
    )
    assert answered in found.plays
    everything = (
        "Imperial Iron Wall in the opponent's graveyard; Mystical Space Typhoon in the opponent's graveyard; "
        "Mystical Space Typhoon in the turn player's graveyard"
    )
    assert everything in found.outcomes


def test_a_continuous_card_that_has_gone_does_nothing_more():
    """Grimoire is destroyed in response to its effect: the monster stays in the GY."""
    found = end_phase(
        """
        turn player: {hand: [Mystical Elf, 6 unnamed cards], spells and traps: [Dark World Grimoire]}
        opponent: {spells and traps: [{Mystical Space Typhoon: set}]}
        """
    )
    answered = (
        "TP: pass > OP: pass > TP: discard chosen Mystical Elf > "
        "TP: activate Dark World Grimoire target Mystical Elf > "
        "OP: chain Mystical Space Typhoon target Dark World Grimoire"
    )
    assert answered in found.plays
    assert (
        "Mystical Space Typhoon in the opponent's graveyard; Dark World Grimoire in the turn player's graveyard; "
        "Mystical Elf in the turn player's graveyard" in found.outcomes
    )


def test_a_set_continuous_trap_turned_up_in_a_chain_counts_at_once_when_it_has_resolved():
    """Iron Wall, chained to Justice, is there too late for its cost; turned up before, it forbids it."""
    found = end_phase(
        """
        turn player:
          monsters: [Justice of Prophecy]
          deck: [Dark Magician, Spellbook of Secrets]
          this turn: ['activated a "Spellbook" Spell']
        opponent: {spells and traps: [{Imperial Iron Wall: set}]}
        """
    )
    assert found.holds("can: Imperial Iron Wall is activated in a chain to Justice of Prophecy")
    assert found.holds("cannot: Justice of Prophecy is activated after Imperial Iron Wall is activated")


def test_an_activation_by_discarding_itself():
    """D.D. Crow goes from the hand as its own cost, in either player's turn."""
    found = end_phase("turn player: {graveyard: [Mystical Elf]}\nopponent: {hand: [D.D. Crow]}")
    assert found.plays == [
        "TP: pass > OP: activate D.D. Crow target Mystical Elf > TP: pass > OP: pass",
        "TP: pass > OP: pass",
    ]
    assert found.outcomes == {
        "nothing changes",
        "D.D. Crow in the opponent's graveyard; Mystical Elf in the turn player's banished",
    }


def test_an_effect_that_could_do_nothing_is_not_activated():
    """Nothing to Summon, or no zone to Summon to."""
    assert end_phase("turn player: {spells and traps: [{Recall: set}]}").events == {"TP: pass", "OP: pass"}
    full = "monsters: [{Dark Magician: 3 copies}, {Mystical Elf: 2 copies}]"
    board = "turn player: {{graveyard: [Flamvell Guard], {}spells and traps: [{{Recall: set}}]}}"
    assert end_phase(board.format(f"{full}, ")).events == {"TP: pass", "OP: pass"}
    assert "TP: activate Recall target Flamvell Guard" in end_phase(board.format("")).events


def test_nobody_acts_between_two_links_that_resolve():
    """Every play of two quick effects: one chain, or one after the other, or not at all."""
    found = end_phase(
        """
        turn player: {spells and traps: [{Quick Gain: set}]}
        opponent: {spells and traps: [{Late Answer: set}]}
        """
    )
    assert found.plays == [
        "TP: activate Quick Gain > OP: chain Late Answer > TP: pass > OP: pass",
        "TP: activate Quick Gain > TP: pass > OP: activate Late Answer > TP: pass > OP: pass",
        "TP: activate Quick Gain > TP: pass > OP: pass",
        "TP: pass > OP: activate Late Answer > TP: activate Quick Gain > TP: pass > OP: pass",
        "TP: pass > OP: activate Late Answer > TP: chain Quick Gain > TP: pass > OP: pass",
        "TP: pass > OP: activate Late Answer > TP: pass > OP: pass",
        "TP: pass > OP: pass",
    ]
    assert found.size == (32, 34)


def test_copies_of_which_one_has_a_counter_are_not_alike():
    """Either may be returned, and it matters which."""
    copies = (
        "turn player: {monsters: [Mystical Elf, {Mystical Elf: %s}]}\nopponent: {spells and traps: [{Bounce: set}]}"
    )
    apart, alike = end_phase(copies % "1 counter"), end_phase(copies % "face-up")
    assert (len(apart.inquiry.game.whole.orbits), len(alike.inquiry.game.whole.orbits)) == (0, 1)
    assert (apart.size, alike.size) == ((13, 12), (8, 7))
    assert apart.holds("possible: Mystical Elf in the hand and Mystical Elf with 1 or more counters")
    assert apart.holds("possible: Mystical Elf in the hand and not Mystical Elf with 1 or more counters")


def test_a_target_has_to_be_what_was_targeted_when_its_link_resolves():
    """Book of Moon, chained, turns the monster face-down: the Transporter banishes no card that is not face-up."""
    found = end_phase(
        """
        turn player: {monsters: [Mystical Elf], spells and traps: [{Interdimensional Matter Transporter: set}]}
        opponent: {spells and traps: [{Book of Moon: set}]}
        """
    )
    first = "TP: activate Interdimensional Matter Transporter target Mystical Elf"
    chained = [play for play in found.plays if play.startswith(f"{first} > OP: chain")]
    assert chained == [f"{first} > OP: chain Book of Moon target Mystical Elf > TP: pass > OP: pass"]
    assert f"{first} > TP: process Interdimensional Matter Transporter chosen Mystical Elf > TP: pass > OP: pass" in (
        found.plays
    )


def test_what_cannot_be_special_summoned_by_then_stays():
    """Vanity's Emptiness, chained to Recall, forbids it; the Spell is spent."""
    found = end_phase(
        """
        turn player: {graveyard: [Mystical Elf], spells and traps: [{Recall: set}]}
        opponent: {spells and traps: [{Vanity's Emptiness: set}]}
        """
    )
    line = "the turn player activates Recall, the opponent activates Vanity's Emptiness in a chain to Recall"
    assert found.holds(f"after: {{line: [{line}], impossible: Mystical Elf on the field}}")
    assert found.holds("possible: Mystical Elf on the field and Vanity's Emptiness on the field")
