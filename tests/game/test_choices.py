"""Choices of cards: how many, of which, and under a condition that couples them, which Z3 enumerates."""

from tests.game.end_phase import end_phase

END = "TP: pass > OP: pass"


def chosen(found):
    """What was chosen in a step of a resolving effect."""
    return sorted(event.split(" chosen ")[1] for event in found.events if " chosen " in event and "resolve" in event)


def test_cards_with_different_names():
    """Two of the three, never two of one name."""
    found = end_phase(
        """
        turn player:
          spells and traps: [{Search for Two: set}]
          deck: [{Dark Magician: 2 copies}, {Gene-Warped Warwolf: 2 copies}, Mystical Elf, Flamvell Guard]
        """
    )
    assert chosen(found) == [
        "Dark Magician, Gene-Warped Warwolf",
        "Dark Magician, Mystical Elf",
        "Gene-Warped Warwolf, Mystical Elf",
    ]
    assert len(found.outcomes) == 4


def test_without_enough_names_the_effect_cannot_be_activated():
    """Three cards of one name are one name."""
    found = end_phase("turn player: {spells and traps: [{Search for Two: set}], deck: [{Dark Magician: 3 copies}]}")
    assert found.plays == [END]


def test_up_to_three_with_different_names():
    """Hysteric Sign: one, two or three; seven ways for three names."""
    found = end_phase(
        """
        turn player:
          graveyard: [{Hysteric Sign: sent from the field to the GY}]
          deck: [Harpie Queen, Harpie Channeler, {Harpie Lady 1: 2 copies}]
        """
    )
    assert len(chosen(found)) == 7
    assert found.holds("impossible: 2 Harpie Lady 1 in the hand")
    assert found.holds("can: the turn player chooses Harpie Queen and Harpie Channeler and Harpie Lady 1")
    assert len(found.outcomes) == 7


def test_levels_that_add_up():
    """Levels 4, 4, 4, 7 and 1 for a total of 8; copies are alike."""
    found = end_phase(
        """
        turn player:
          spells and traps: [{Levels of Eight: set}]
          hand: [{Mystical Elf: 2 copies}, Gene-Warped Warwolf, Dark Magician, Flamvell Guard]
        """
    )
    assert chosen(found) == [
        "Dark Magician, Flamvell Guard",
        "Gene-Warped Warwolf, Mystical Elf",
        "Mystical Elf, Mystical Elf",
    ]
    assert found.size == (14, 13)


def test_no_levels_that_add_up():
    """7 and 7 make 14."""
    found = end_phase("turn player: {spells and traps: [{Levels of Eight: set}], hand: [{Dark Magician: 2 copies}]}")
    assert found.plays == [END]


def test_a_cost_of_two_monsters_is_every_pair():
    """Four monsters, one of them The World itself: six pairs, four by name."""
    found = end_phase(
        """
        turn player:
          monsters: [{Arcana Force XXI - The World: heads}, {Mystical Elf: 2 copies}, Dark Magician]
        """
    )
    costs = sorted(event.split(" cost ")[1] for event in found.events if " cost " in event)
    assert costs == [
        "Arcana Force XXI - The World, Dark Magician",
        "Arcana Force XXI - The World, Mystical Elf",
        "Dark Magician, Mystical Elf",
        "Mystical Elf, Mystical Elf",
    ]


def test_any_number_of_cards_as_a_cost():
    """Provisions with two cards to send: one, the other, or both, for 1,000 LP each."""
    found = end_phase(
        "turn player: {spells and traps: [{Emergency Provisions: set}, Imperial Iron Wall, Hysteric Sign]}"
    )
    lives = sorted(outcome.rsplit("has ", 1)[1] for outcome in found.outcomes if "Provisions" in outcome)
    assert lives == ["10000 LP", "9000 LP", "9000 LP"]


def test_up_to_two_targets():
    """Penguin Soldier returns one or two monsters of either side, or is not used."""
    found = end_phase(
        """
        turn player: {monsters: [{Penguin Soldier: set}], spells and traps: [{Desert Sunlight: set}]}
        opponent: {monsters: [Mystical Elf, Dark Magician]}
        """
    )
    targets = sorted(event.split(" target ")[1] for event in found.events if " target " in event)
    assert targets == [
        "Dark Magician",
        "Dark Magician, Mystical Elf",
        "Dark Magician, Penguin Soldier",
        "Mystical Elf",
        "Mystical Elf, Penguin Soldier",
        "Penguin Soldier",
    ]


def test_the_same_choice_twice_is_one():
    """Copies of a card are alike: three in the Deck are one thing to add."""
    found = end_phase(
        """
        turn player:
          monsters: [{Genex Neutron: Normal Summoned}]
          deck: [{Genex Controller: 3 copies}]
        """
    )
    assert chosen(found) == ["Genex Controller"]
    assert found.outcomes == {"nothing changes", "Genex Controller in the turn player's hand"}


def test_copies_that_lie_apart_are_alike():
    """Two copies of The World with an Elf between them: each pair of names is one cost."""
    found = end_phase(
        """
        turn player:
          monsters: [{Arcana Force XXI - The World: heads}, Mystical Elf, {Arcana Force XXI - The World: heads}]
        """
    )
    costs = sorted(event.split(" cost ")[1] for event in found.events if " cost " in event)
    assert len({tuple(sorted(cost.split(", "))) for cost in costs}) == len(costs) == 2
