"""Triggers: which of them answer an event, in which order they go on the chain, and which have missed their timing."""

from itertools import product

import pytest

from explorer.game.players import PLAYERS
from tests.game.end_phase import end_phase, with_monster

BLAST = "TP: activate Quick Blast"
END = "TP: pass > OP: pass"


def test_triggers_of_one_event_go_on_one_chain_in_their_order():
    """The turn player's mandatory ones, the opponent's, then the turn player's optional ones, then the opponent's."""
    found = end_phase(
        """
        turn player: {monsters: [Falling Star, Falling Stone], spells and traps: [{Quick Blast: set}]}
        opponent: {monsters: [Falling Star, Falling Stone]}
        """
    )
    forced = f"{BLAST} > TP: activate Falling Stone > OP: activate Falling Stone"
    assert found.plays == [
        f"{forced} > TP: activate Falling Star > OP: activate Falling Star > {END}",
        f"{forced} > TP: activate Falling Star > OP: decline > {END}",
        f"{forced} > TP: decline > OP: activate Falling Star > {END}",
        f"{forced} > TP: decline > OP: decline > {END}",
        END,
    ]
    assert found.holds("can: Falling Star is activated in a chain to Falling Stone")
    assert found.holds("cannot: Falling Stone is activated in a chain to Falling Star")


def test_a_player_orders_their_own_triggers():
    """Two mandatory ones of one player: either may be put on the chain first."""
    found = end_phase("turn player: {monsters: [Falling Stone, Dandylion], spells and traps: [{Quick Blast: set}]}")
    assert found.plays == [
        f"{BLAST} > TP: activate Dandylion > TP: activate Falling Stone > {END}",
        f"{BLAST} > TP: activate Falling Stone > TP: activate Dandylion > {END}",
        END,
    ]
    assert len(found.outcomes) == 2


def test_where_items_never_share_a_chain_triggers_do_not_either():
    """The other value of that clause: each trigger has a chain of its own."""
    board = "turn player: {monsters: [Falling Stone, Dandylion], spells and traps: [{Quick Blast: set}]}"
    found = end_phase(board, clauses={"items share a chain": "never"})
    assert len(found.plays) == 3
    assert found.holds("cannot: Falling Stone is activated in a chain to Dandylion")
    assert found.holds("cannot: Dandylion is activated in a chain to Falling Stone")
    assert found.holds("can: Falling Stone is activated after Dandylion is activated")


def test_a_mandatory_trigger_leaves_no_choice():
    """Nobody can decline it, and it comes before the next window."""
    found = end_phase("turn player: {monsters: [Dandylion], spells and traps: [{Quick Blast: set}]}")
    assert found.plays == [f"{BLAST} > TP: activate Dandylion > {END}", END]


def test_a_trigger_waits_until_the_chain_has_resolved():
    """Dandylion is destroyed by the second link: its effect starts a chain of its own."""
    found = end_phase(
        """
        turn player: {monsters: [Dandylion], spells and traps: [{Quick Gain: set}]}
        opponent: {spells and traps: [{Quick Blast: set}]}
        """
    )
    assert f"TP: activate Quick Gain > OP: chain Quick Blast > TP: activate Dandylion > {END}" in found.plays
    assert found.holds("cannot: Dandylion is activated in a chain to Quick Gain")


def test_triggers_of_the_resolved_chain_are_responded_to():
    """A quick effect may be chained to a trigger."""
    found = end_phase("turn player: {monsters: [Dandylion], spells and traps: [{Quick Blast: [set, 2 copies]}]}")
    assert f"{BLAST} > TP: activate Dandylion > TP: chain Quick Blast > {END}" in found.plays
    both = "Dandylion in the turn player's graveyard; 2 Quick Blast in the turn player's graveyard"
    assert found.outcomes == {
        "nothing changes",
        both,
        f"{both}; 2 Fluff Token in the turn player's monsters",
        "Dandylion in the turn player's graveyard; Quick Blast in the turn player's graveyard; "
        "2 Fluff Token in the turn player's monsters",
    }


def test_when_you_can_is_used_at_that_moment():
    """The Watcher went to the GY as the last thing that happened."""
    found = end_phase("turn player: {monsters: [Watcher], spells and traps: [{Quick Blast: set}]}")
    assert found.plays == [f"{BLAST} > TP: activate Watcher > {END}", f"{BLAST} > TP: decline > {END}", END]


def test_when_you_can_misses_its_timing_if_the_effect_went_on():
    """Destroyed, then life gained: the moment has passed."""
    found = end_phase('turn player: {monsters: [Watcher], spells and traps: [{"Blast, then Gain": set}]}')
    assert found.plays == [f"TP: activate Blast, then Gain > {END}", END]


def test_when_you_can_misses_its_timing_if_it_was_a_cost():
    """The Watcher is Tributed as a cost, and the effect resolves after that."""
    found = end_phase("turn player: {monsters: [Watcher], spells and traps: [{Offering: set}]}")
    assert found.plays == [f"TP: activate Offering cost Watcher > {END}", END]


def test_when_you_can_misses_its_timing_if_an_earlier_link_resolved_after_it():
    """Destroyed by the second link, and then the first link resolves."""
    found = end_phase(
        """
        turn player: {monsters: [Watcher], spells and traps: [{Quick Gain: set}]}
        opponent: {spells and traps: [{Quick Blast: set}]}
        """
    )
    assert f"TP: activate Quick Gain > OP: chain Quick Blast > {END}" in found.plays


def test_if_you_can_never_misses_its_timing():
    """The Star is destroyed, then life is gained, and it may still be used."""
    found = end_phase('turn player: {monsters: [Falling Star], spells and traps: [{"Blast, then Gain": set}]}')
    assert f"TP: activate Blast, then Gain > TP: activate Falling Star > {END}" in found.plays


def test_a_trap_for_an_event_is_for_that_moment_only():
    """Torrential Tribute: right after the Summon, not later, and not without one."""
    found = end_phase(
        """
        turn player: {graveyard: [Mystical Elf], spells and traps: [{Recall: set}]}
        opponent: {spells and traps: [{Torrential Tribute: set}]}
        """
    )
    summoned = "TP: activate Recall target Mystical Elf"
    assert found.plays == [
        f"{summoned} > TP: pass > OP: activate Torrential Tribute > {END}",
        f"{summoned} > {END}",
        END,
    ]


def test_a_flipped_monster_answers_being_flipped():
    """Desert Sunlight turns both Flip monsters up at once: both effects, on one chain, in either order."""
    found = end_phase(
        """
        turn player: {monsters: [{Man-Eater Bug: set}, {Needle Worm: set}], spells and traps: [{Desert Sunlight: set}]}
        opponent: {deck: [5 unnamed cards]}
        """
    )
    first = "TP: activate Desert Sunlight"
    bug, worm = "TP: activate Man-Eater Bug target {}", "TP: activate Needle Worm"
    targets = ("Man-Eater Bug", "Needle Worm")
    expected = [f"{first} > {bug.format(one)} > {worm} > {END}" for one in targets]
    expected += [f"{first} > {worm} > {bug.format(one)} > {END}" for one in targets]
    assert found.plays == sorted([*expected, END])


def test_a_trigger_in_the_hand_answers_a_summon():
    """T.G. Warwolf comes from the hand when a monster of Level 4 or lower is Special Summoned."""
    board = "turn player: {hand: [T.G. Warwolf], graveyard: [%s], spells and traps: [{Recall: set}]}"
    low = end_phase(board % "Mystical Elf")
    assert f"TP: activate Recall target Mystical Elf > TP: activate T.G. Warwolf > {END}" in low.plays
    high = end_phase(board % "Dark Magician")
    assert high.plays == [f"TP: activate Recall target Dark Magician > {END}", END]


def test_a_trigger_without_a_target_is_not_activated():
    """Night Assailant, sent from the hand, needs another Flip monster in the GY."""
    board = "turn player: {hand: [Night Assailant, 6 unnamed cards], graveyard: [%s]}"
    assert not any("activate" in event for event in end_phase(board % "Mystical Elf").events)
    assert "TP: activate Night Assailant target Needle Worm" in end_phase(board % "Needle Worm").events


def test_a_state_of_affairs_needs_no_window():
    """Graff beside a monster that is not Burning Abyss is destroyed at once, and its other effect answers that."""
    found = end_phase(
        """
        turn player:
          monsters: ['Graff, Malebranche of the Burning Abyss', Mystical Elf]
          deck: ['Scarm, Malebranche of the Burning Abyss']
        """
    )
    assert found.holds("always: Graff, Malebranche of the Burning Abyss in the GY")
    scarm = "Scarm, Malebranche of the Burning Abyss"
    used = "TP: activate Graff, Malebranche of the Burning Abyss > TP: resolve Graff, Malebranche of the Burning Abyss"
    assert found.plays == [f"{used} chosen {scarm} > {END}", f"TP: decline > {END}"]
    destroyed = "Graff, Malebranche of the Burning Abyss in the turn player's graveyard"
    assert found.outcomes == {destroyed, f"{destroyed}; {scarm} in the turn player's graveyard"}


def test_whose_graveyard_it_is_counts_wherever_the_card_comes_from():
    """Quick Gain is sent to the turn player's Graveyard after it has resolved, and the opponent's Singer waits for the other."""
    board = """
    turn player: {spells and traps: [{Quick Gain: set}], monsters: [MINE]}
    opponent: {monsters: [THEIRS]}
    """
    mine = end_phase(board.replace("MINE", "Gravekeeping Singer").replace("THEIRS", "Watcher"))
    theirs = end_phase(board.replace("MINE", "Watcher").replace("THEIRS", "Gravekeeping Singer"))
    assert mine.plays == [f"TP: activate Quick Gain > TP: activate Gravekeeping Singer > {END}", END]
    assert theirs.plays == [f"TP: activate Quick Gain > {END}", END]


BOTH = {"turn player", "opponent"}


def listening(tmp_path, event):
    """The library with a monster that answers an event."""
    return with_monster(tmp_path, "Listener", f"if: {event}\nmay: gain 500 LP")


def answers(cards, side, listener, rest, monsters=()):
    """Whether the Listener of a side activates, where the turn player has some monsters and the rest."""
    sides = {PLAYERS[0]: [*monsters], PLAYERS[1]: []}
    sides[side].append(listener)
    mine, theirs = (f"monsters: [{', '.join(sides[one])}]" for one in PLAYERS)
    found = end_phase(f"turn player: {{{mine}, {rest}}}\nopponent: {{{theirs}}}", cards=cards)
    return any("activate Listener" in one for one in found.events)


@pytest.mark.parametrize(
    ("event", "hearing"),
    [
        ("a monster is Special Summoned by your opponent", {"opponent"}),
        ("a monster is Special Summoned from your GY", {"turn player"}),
        ("a monster is Special Summoned from your opponent's GY", {"opponent"}),
        ("a card is sent to your GY", {"turn player"}),
        ("a card is sent to your opponent's GY", {"opponent"}),
        ("a monster you control is destroyed", {"turn player"}),
        ("a monster your opponent controls is destroyed", {"opponent"}),
        ("a monster is destroyed", BOTH),
    ],
)
def test_who_you_are_is_who_controls_the_monster(tmp_path, event, hearing):
    """Whoever owns it. The turn player Special Summons from their Graveyard, and destroys a monster of theirs."""
    cards = listening(tmp_path, event)
    done = "spells and traps: [{Recall: set}, {Low Blast: set}], graveyard: [Dark Magician]"
    for side, owner in product(PLAYERS, repeat=2):
        answered = answers(cards, side, f"{{Listener: owner {owner}}}", done, ["{Mystical Elf: in Defense Position}"])
        assert answered is (side in hearing)


@pytest.mark.parametrize(
    ("event", "hearing"),
    [
        ("a card is discarded", BOTH),
        ("a card is discarded by your opponent", {"opponent"}),
        ("your card is discarded", {"turn player"}),
        ("a card is discarded from your hand", {"turn player"}),
        ("a card is discarded from your opponent's hand", {"opponent"}),
        ("a card is sent to your GY", {"turn player"}),
        ("a card is sent from the hand to your opponent's GY", {"opponent"}),
        ("a card is sent from the field to the GY", set()),
        ("a card is banished", set()),
        ("a monster is discarded", set()),
    ],
)
def test_who_hears_of_an_unnamed_card_that_is_discarded(tmp_path, event, hearing):
    """The turn player's seventh card; nobody knows whether it is a monster."""
    cards = listening(tmp_path, event)
    for side in PLAYERS:
        assert answers(cards, side, "Listener", "hand: [7 unnamed cards]") is (side in hearing)


@pytest.mark.parametrize("event", ["a card is discarded", "a card is sent from the hand to the GY"])
def test_what_an_effect_discards_is_discarded_and_sent(tmp_path, event):
    """Clear World's, under a WATER monster."""
    board = "turn player: {field zone: [Clear World], monsters: [Listener, Penguin Soldier], hand: [Mystical Elf]}"
    found = end_phase(board, cards=listening(tmp_path, event))
    assert "TP: activate Listener" in found.events


def test_what_is_banished_instead_of_being_sent_has_been_banished():
    """And not sent: one Singer waits for that, the other for the banishing."""
    board = "turn player: {monsters: [Gravekeeping Singer, Exile Singer], spells and traps: [{Offering: set}]}"
    sent, banished = end_phase(board), end_phase(f"{board}\nopponent: {{monsters: [Exiler]}}")
    assert sent.holds("can: Gravekeeping Singer activates")
    assert sent.holds("cannot: Exile Singer activates")
    assert banished.holds("cannot: Gravekeeping Singer activates")
    assert banished.holds("can: Exile Singer activates")


@pytest.mark.parametrize("place", ["hand: [Exiler]", "graveyard: [Exiler]", "monsters: [{Exiler: set}]"])
def test_nothing_is_banished_instead_by_a_card_that_is_not_face_up_on_the_field(place):
    found = end_phase(f"turn player: {{spells and traps: [{{Quick Gain: set}}]}}\nopponent: {{{place}}}")
    assert found.outcomes == {
        "nothing changes",
        "Quick Gain in the turn player's graveyard; the turn player has 8100 LP",
    }


def test_only_what_would_have_been_sent_is_banished_instead():
    """The Blast destroys the one monster in Defense Position; the Blast itself goes the same way when it is spent."""
    found = end_phase(
        """
        turn player:
          monsters: [{Mystical Elf: in Defense Position}, Dark Magician]
          spells and traps: [{Low Blast: set}]
        opponent: {monsters: [Exiler]}
        """
    )
    assert found.outcomes == {
        "nothing changes",
        "Low Blast in the turn player's banished; Mystical Elf in the turn player's banished",
    }
