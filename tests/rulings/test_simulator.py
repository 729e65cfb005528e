"""The ruleset ``simulator`` finds what the simulator's core was measured to find (``shared/simulator.md``, 2026-11).

That page counts distinct final boards: zones, graveyards, banished cards, life points, and who has the next turn. It
collapses positions, so face-down cards count as face-up here too. Its hands of "6 copies of one vanilla monster" are
unnamed cards.
"""

import dataclasses

import pytest

from explorer.questions import Verdict, check_ruling, inquire
from explorer.questions.outcomes import outcomes
from models.board import read_board
from models.documents import read_document
from tests.rulings.sizes import library

SET_PAIR = "[Imperial Iron Wall, {Emergency Provisions: set}]"
WORLD_AND_OHKA = """
  monsters:
    - {Arcana Force XXI - The World: heads}
    - {Majestic Mech - Ohka: [Normal Summoned without Tributing, 2 copies]}
    - {Gene-Warped Warwolf: 2 copies}
"""
VEILER = "lingering: [Effect Veiler by opponent on Arcana Force XXI - The World]"
JUSTICE = """
turn player:
  monsters: [Justice of Prophecy]
  this turn: ['activated a "Spellbook" Spell']
  deck: [%s 20 unnamed cards]
lingering: [Effect Veiler by opponent on Justice of Prophecy]
"""

BOARDS = {
    "A08": (
        3,
        """
turn player:
  monsters: [{Flamvell Guard: [by Rekindling, 2 copies]}]
  spells and traps: [Imperial Iron Wall, {Emergency Provisions: set}]
lingering: ["Rekindling by turn player on Flamvell Guard, Flamvell Guard"]
""",
    ),
    "A08', Iron Wall and Provisions the opponent's": (
        2,
        """
turn player:
  monsters: [{Flamvell Guard: by Rekindling}]
opponent:
  spells and traps: [Imperial Iron Wall, {Emergency Provisions: set}]
lingering: [Rekindling by turn player on Flamvell Guard]
""",
    ),
    "A07": (
        2,
        """
opponent:
  monsters: [{Mist Archfiend: [Normal Summoned without Tributing, owner turn player]}]
lingering: [Enemy Controller by opponent on Mist Archfiend]
""",
    ),
    "A05": (5, f"turn player:{WORLD_AND_OHKA}{VEILER}"),
    "A05 without Veiler": (6, f"turn player:{WORLD_AND_OHKA}"),
    "A05 without Veiler, two cards Set for TP": (12, f"turn player:{WORLD_AND_OHKA}  spells and traps: {SET_PAIR}\n"),
    "A05 without Veiler, two cards Set for both": (
        24,
        f"turn player:{WORLD_AND_OHKA}  spells and traps: {SET_PAIR}\nopponent:\n  spells and traps: {SET_PAIR}\n",
    ),
    # The page has "none of its targets left to add". Here an effect that searches cannot be used with nothing to find,
    # so the two boards of the page (Justice used, in vain, or not) are there only with the two cards in the Deck.
    "A06": (2, JUSTICE % "Dark Magician, Spellbook of Secrets,"),
    "A06 with nothing to find": (1, JUSTICE % ""),
    "B06": (2, f"turn player: {{hand: [7 unnamed cards], spells and traps: {SET_PAIR}}}"),
    "B07": (4, f"turn player: {{hand: [Dandylion, 6 unnamed cards], spells and traps: {SET_PAIR}}}"),
    "B09": (
        3,
        """
turn player:
  hand: [Peten the Dark Clown, 6 unnamed cards]
  deck: [Peten the Dark Clown, 20 unnamed cards]
""",
    ),
    "B10": (2, "turn player: {hand: [Manticore of Darkness, 6 unnamed cards], monsters: [Manticore of Darkness]}"),
    "B11": (3, "turn player: {hand: [Hysteric Sign, 6 unnamed cards], deck: [Harpie Queen, 20 unnamed cards]}"),
    "B12": (
        2,
        """
turn player:
  hand: [The Fabled Catsith, 6 unnamed cards]
  spells and traps: [Hysteric Sign]
  deck: [Harpie Queen, 20 unnamed cards]
""",
    ),
    "B13": (
        2,
        """
turn player:
  hand: [The Fabled Catsith, 6 unnamed cards]
  monsters: [T.G. Striker]
  deck: [T.G. Rush Rhino, T.G. Warwolf, 20 unnamed cards]
""",
    ),
}


def searched(board, **clauses):
    """The board under the ruleset ``simulator``, with other values for some clauses."""
    ruleset = library().ruleset("simulator").changed({name.replace("_", " "): value for name, value in clauses.items()})
    return inquire(read_board(read_document(board, "set-up"), library()), library(), ruleset)


def boards(inquiry):
    """The distinct final boards, positions aside."""
    return {
        dataclasses.replace(
            outcome, cards=tuple(sorted(dataclasses.replace(card, face_down=False) for card in outcome.cards))
        )
        for outcome in inquiry.ends
    }


@pytest.mark.parametrize("set_up", BOARDS)
def test_number_of_final_boards(set_up):
    """As many as the core was driven to."""
    number, board = BOARDS[set_up]
    inquiry = searched(board)
    assert inquiry.complete
    assert len(boards(inquiry)) == number


BOTH_SET = "[{Imperial Iron Wall: set}, {Emergency Provisions: set}]"
TURN_SET = f"turn player:{WORLD_AND_OHKA}  spells and traps: {BOTH_SET}\n"
ALL_SET = f"{TURN_SET}opponent:\n  spells and traps: {BOTH_SET}\n"


@pytest.mark.parametrize(
    ("board", "simulated", "official"),
    [
        (f"turn player:{WORLD_AND_OHKA}", (12, 6), (62, 6)),
        (TURN_SET, (442, 12), (4_374, 12)),
        (ALL_SET, (16_547, 24), (367_166, 24)),
        (f"turn player:{WORLD_AND_OHKA}{VEILER}", (12, 5), (250, 10)),
        (f"{ALL_SET}{VEILER}", (16_547, 20), (2_712_778, 40)),
    ],
)
def test_plays_and_final_boards_of_finding_5(board, simulated, official):
    """The numbers of ``docs/findings/0005-a-crowded-board.md``."""
    for ruleset, expected in (("simulator", simulated), ("ocg-2013", official)):
        laid = read_board(read_document(board, "set-up"), library())
        found = inquire(laid, library(), library().ruleset(ruleset))
        assert (sum(one.plays for one in outcomes(found)), len(boards(found))) == expected


def test_half_of_a_crowded_board_is_out_of_the_simulators_reach():
    """Just the outcomes in which the opponent's next turn is skipped."""
    laid = read_board(read_document(f"{ALL_SET}{VEILER}", "set-up"), library())
    official, simulated = (
        set(inquire(laid, library(), library().ruleset(name)).ends) for name in ("ocg-2013", "simulator")
    )
    assert (len(official), len(simulated)) == (90, 45)
    assert simulated == {outcome for outcome in official if not outcome.skipped}


def test_b12_with_the_scripts_before_2025():
    """As many chains as arise: Hysteric Sign is used too, and there are three boards."""
    assert len(boards(searched(BOARDS["B12"][1], chains_after_the_adjustment="as many as arise"))) == 3


def test_b03_with_the_scripts_of_2025_and_before():
    """Cir, destroyed in the chain after the discard: too late today, but not with the scripts before 2025."""
    ruleset = library().ruleset("simulator")
    before = ruleset.changed({"chains after the adjustment": "as many as arise"})
    assert check_ruling(library().ruling("B03"), library(), ruleset).verdict is Verdict.CONFIRMED
    assert check_ruling(library().ruling("B03"), library(), before).verdict is Verdict.CONTRADICTED


def test_a08_prime_never_banishes():
    """The core cannot pass, so the opponent never gets to use Provisions before Rekindling is processed."""
    inquiry = searched(BOARDS["A08', Iron Wall and Provisions the opponent's"][1])
    assert not any(card.zone == "banished" for outcome in inquiry.ends for card in outcome.cards)


def test_a05_never_skips_the_turn_under_veiler():
    """The World resolves in no play; without Veiler it does in some."""
    assert not any(outcome.skipped for outcome in searched(BOARDS["A05"][1]).ends)
    assert any(outcome.skipped for outcome in searched(BOARDS["A05 without Veiler"][1]).ends)


def test_two_ohka_and_striker_come_in_one_order_only():
    """Ohka, Ohka, Striker: the opponent is not asked before the turn player has nothing mandatory left."""
    inquiry = searched(
        """
turn player:
  monsters: [{Majestic Mech - Ohka: [Normal Summoned without Tributing, 2 copies]}]
opponent:
  graveyard: [{T.G. Striker: destroyed on the field this turn}]
  deck: [T.G. Rush Rhino, 20 unnamed cards]
"""
    )
    graph = inquiry.graph

    def orders(state):
        ends = {()} if not graph.edges(state) else set()
        for edge in graph.edges(state):
            event = graph.event(edge)
            here = (event.card,) if event.kind == "activate" else ()
            ends |= {(*here, *rest) for rest in orders(graph.targets[edge])}
        return ends

    assert orders(0) == {("Majestic Mech - Ohka",) * 2, ("Majestic Mech - Ohka",) * 2 + ("T.G. Striker",)}


def test_two_manticores_loop_for_ever():
    """One on the field as the other's cost."""
    inquiry = searched(
        "turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}"
    )
    assert inquiry.complete
    assert len(inquiry.graph.states) == 4


# ---- where it departs ------------------------------------------------------------------------------------------------

DEPARTS = {
    "A05": "procedure 5: Veiler's negation lapses silently, after everything",
    "A06": "procedure 5, likewise",
    "A09": "procedure 2: no pass while something mandatory is held, so nobody is ever compelled either",
    "B12": "procedure 4: with the scripts of 2025 one chain follows the adjustment",
    "B33": "procedure 5: what lasts until the end of the End Phase ends after the discard too",
    "S09": "procedure 3: after an action the same player is asked again, not the turn player",
    "S10": "procedure 2: nobody passes and is compelled afterwards",
    "S11": "procedure 2, likewise for the opponent",
    "S15": "procedure 2: the turn player cannot give way between two mandatory items",
    "S18": "procedure 2: the turn player cannot wait for the opponent to send Iron Wall away",
    "S19": "procedure 2: the opponent cannot come between two mandatory items of the turn player",
}
"""The rulings that the core contradicts, each with the step of the page's procedure that is the reason."""

SEEDS = [f"A{number:02}" for number in range(5, 12)] + [f"B{number:02}" for number in (*range(6, 14), 33)]
SEEDS += [f"S{number:02}" for number in range(1, 20)]


@pytest.mark.parametrize("ruling", SEEDS)
def test_which_answers_it_contradicts(ruling):
    """A05, A06 and B12 of the Q&As, and those statements from which the page says that the core departs."""
    found = library().ruling(ruling)
    verdict = check_ruling(found, library(), library().ruleset("simulator")).verdict
    if ruling in DEPARTS:
        assert verdict is Verdict.CONTRADICTED
    else:
        assert verdict in (Verdict.CONFIRMED, Verdict.OPEN, Verdict.NOTE)


def test_of_the_questions_it_contradicts_three():
    """A05, A06, B12; A09 and B33 are statements of the pages, not Q&As."""
    assert sorted(set(DEPARTS) - {"A09", "B33"} - {one for one in DEPARTS if one.startswith("S")}) == [
        "A05",
        "A06",
        "B12",
    ]


@pytest.mark.parametrize("ruling", ["A05", "A06"])
def test_which_clause_makes_it_depart(ruling):
    """With Veiler's end as an item, and passing allowed, the answers hold but for whose window is next."""
    clauses = {
        "until the End Phase": "an item with an owner",
        "passing with mandatory items": "yes",
        "next window after an action": "turn player",
        "second offer to the turn player": "yes",
        "compelled act": "anything",
    }
    changed = library().ruleset("simulator").changed(clauses)
    assert check_ruling(library().ruling(ruling), library(), changed).verdict is Verdict.CONFIRMED
