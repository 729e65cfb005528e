"""Proofs about rulesets, and that a procedure which is broken in one place fails the right one."""

from dataclasses import replace
from functools import cache
from textwrap import dedent

import pytest

from explorer.game.happenings import Happening, Kind
from explorer.game.kinds import ground_kinds, within_reach
from explorer.game.players import Player
from explorer.game.windows import WINDOWS, Window
from explorer.questions import inquire
from explorer.questions.machine import Machine, Property
from explorer.questions.prove import Standing, guards_agree, prove, prove_machine
from explorer.system.agreement import Agreement
from explorer.system.commands import Assign
from models.board import read_board
from models.documents import read_document
from models.library import Library
from models.packaged import PACKAGED

LIBRARY = Library()
OFFICIAL = ("ocg", "ocg-2013", "tcg", "tcg-2005")
ABOUT_STEPS = [one for one in Property if one is not Property.GUARDS]


@cache
def kinds(ruleset="ocg"):
    return ground_kinds(LIBRARY.ruleset(ruleset))


def broken(change):
    """The board of kinds, each command changed; None leaves it out."""
    game = kinds()
    commands = [change(command) for command in game.whole.commands]
    whole = replace(game.whole, commands=tuple(one for one in commands if one is not None))
    return Machine(replace(game, whole=whole), within_reach(game))


@pytest.mark.parametrize(("cards", "granted"), [(6, "1"), (7, "Gene-Warped Warwolf.spot is not hand")])
def test_what_is_taken_for_granted_is_of_the_hand_of_who_discards(cards, granted):
    """The opponent never does, and whoever keeps all cards does not either."""
    text = f"turn player: {{monsters: [Gene-Warped Warwolf], hand: [{cards} unnamed cards]}}\n"
    text += "opponent: {monsters: [Mystical Elf]}\n"
    game = inquire(read_board(read_document(text, "board"), LIBRARY), LIBRARY, LIBRARY.ruleset("ocg")).game
    assert str(within_reach(game)) == granted


def proved(machine, about):
    (proof,) = prove_machine(machine, 30, [about]).proofs
    return proof


@pytest.mark.parametrize("ruleset", OFFICIAL)
def test_official_rulesets_have_every_property(ruleset):
    game = kinds(ruleset)
    found = prove_machine(Machine(game, within_reach(game)), 30)
    assert [(proof.about, proof.standing) for proof in found.proofs] == [(one, Standing.PROVED) for one in ABOUT_STEPS]


def test_the_invariants_have_states():
    """They are no contradiction, from which anything would follow: in every window that is open under ``ocg``."""
    from explorer.system.proving import Prover

    game = kinds()
    prover = Prover(game.whole.variables)
    for one in Machine(game, within_reach(game)).invariants:
        prover.assume(one.term)
    open_to = {window for window in Window if prover.possible(game.scene.in_window(window))}
    never = {Window.SETTLING, Window.SETTLING_LAST, Window.NEXT, Window.CLOSING, Window.OPPONENT_ADJUSTS}
    assert open_to == set(Window) - never


def test_without_the_opponents_pass_they_may_have_no_move():
    def change(command):
        return None if command.event.kind is Kind.PASS and command.by == Player.OPPONENT else command

    proof = proved(broken(change), Property.MOVES)
    assert proof.standing is Standing.FAILS
    assert proof.counterexample.before.window is Window.OPPONENT_OPEN
    assert proof.counterexample.event is None


def test_a_pass_that_is_not_remembered_goes_on_for_ever():
    """The turn player's: then two passes in a row need not be the last, and the players may pass without end."""
    game = kinds()
    again = game.scene.in_window(Window.TURN_AGAIN)

    def change(command):
        if command.event != Happening(Kind.PASS, Player.TURN) or command.guard[0].term is again:
            return command
        return replace(command, update=(Assign(game.scene.window, WINDOWS.index(Window.OPPONENT_OPEN)),))

    for about in (Property.ENDS, Property.TWO_PASSES):
        proof = proved(broken(change), about)
        assert proof.standing is Standing.FAILS
        assert proof.counterexample.before.window is Window.TURN_OPEN
        assert proof.counterexample.event.kind is Kind.PASS


def test_a_phase_that_closes_at_the_second_pass_leaves_items_behind():
    """The smallest state: somebody has passed, and one thing is due."""
    game = kinds()

    def change(command):
        if command.event.kind is not Kind.PASS:
            return command
        closes = Assign(game.scene.window, WINDOWS.index(Window.CLOSING))
        return replace(command, update=(Assign(game.scene.passes, 0), closes))

    proof = proved(broken(change), Property.NOTHING_LEFT)
    assert proof.standing is Standing.FAILS
    assert proof.counterexample.after.window is Window.OVER
    assert sum(map(len, proof.counterexample.before.due.values())) == 1


def test_a_chain_that_is_left_standing_breaks_the_invariants_and_all_that_rests_on_them():
    game = kinds()

    def change(command):
        if command.event.kind is not Kind.NO_RESPONSE:
            return command
        settles = Assign(game.scene.window, WINDOWS.index(Window.SETTLING))
        return replace(command, update=(Assign(game.scene.passes, 0), settles))

    found = prove_machine(broken(change), 30, [Property.INVARIANTS, Property.MOVES])
    assert [proof.standing for proof in found.proofs] == [Standing.FAILS, Standing.UNDETERMINED]
    invariants, moves = found.proofs
    assert invariants.parts[0].startswith("no window opens during a chain: ")
    assert moves.parts == ("it rests on the invariants",)


def test_a_mandatory_answer_that_is_too_slow_does_not_forbid_to_say_no_response():
    """It cannot be chained to a Counter Trap: were it asked for all the same, nobody could do anything."""
    game = kinds()
    machine = Machine(game, within_reach(game))
    assert proved(machine, Property.MOVES).standing is Standing.PROVED

    def change(command):
        if command.event.kind is not Kind.NO_RESPONSE:
            return command
        from explorer.system.commands import Clause
        from explorer.system.terms import any_of, negate

        answers = [use for use in game.procedure.chain.quick[Player(command.by)] if use.effect.mandatory]
        free = Clause("a mandatory effect", negate(any_of(map(game.procedure.chain.usable, answers))))
        return replace(command, guard=(command.guard[0], free))

    proof = proved(broken(change), Property.MOVES)
    assert proof.standing is Standing.FAILS
    assert proof.counterexample.before.chain == ("Kind - a Counter Trap",)


def test_the_simulator_leaves_behind_what_lasts_until_the_end_phase():
    """And nothing else is wrong with it; A36 is the first board of the corpus that shows it."""
    found = prove(LIBRARY.ruleset("simulator"), LIBRARY, 30, ABOUT_STEPS)
    failing = [proof for proof in found.proofs if proof.standing is not Standing.PROVED]
    assert [proof.about for proof in failing] == [Property.NOTHING_LEFT]
    (proof,) = failing
    assert proof.counterexample.before.due[Player.OPPONENT] == ("Kind - lasts until the End Phase",)
    assert proof.counterexample.before.window is Window.TURN_OPEN
    assert proof.play.board == "A36"
    assert [step.happening.kind for step in proof.play.steps] == [Kind.PROCESS, Kind.PASS, Kind.PASS]
    assert proof.play.last.due[Player.TURN] == ("Forbidden Dress",)


def test_with_an_owner_for_what_lasts_the_simulator_has_every_property():
    """So this one clause is what it lacks."""
    ruleset = LIBRARY.ruleset("simulator").variant({"until the End Phase": "an item with an owner"})
    assert prove(ruleset, LIBRARY, 30, ABOUT_STEPS).standing is Standing.PROVED


def _played(text, ruleset="ocg"):
    library = Library(extra=[PACKAGED / "kinds" / "cards.yaml"])
    return inquire(read_board(read_document(dedent(text), "board"), library), library, LIBRARY.ruleset(ruleset))


COUNTERED = {
    "Kind - a Counter Trap": """
        turn player: {monsters: [Kind - must answer], spells and traps: [{Kind - a Trap: set}]}
        opponent: {spells and traps: [{Kind - a Counter Trap: set}]}
        """,
    "Divine Wrath": """
        turn player:
          monsters: [Light and Darkness Dragon, {Majestic Mech - Ohka: Normal Summoned without Tributing}]
        opponent: {spells and traps: [{Divine Wrath: set}], hand: [1 unnamed card]}
        """,
}


@pytest.mark.parametrize("ruleset", LIBRARY.ruleset_ids)
@pytest.mark.parametrize("trap", COUNTERED)
def test_a_counter_trap_is_no_dead_end(trap, ruleset):
    """A mandatory answer that is too slow for the Counter Trap forbids nobody to go on: the kinds, and real cards."""
    inquiry = _played(COUNTERED[trap], ruleset)
    graph = inquiry.graph
    assert {inquiry.game.window(graph.states[state]) for state in graph.terminal} == {Window.OVER}
    answered = {graph.event(edge).card for edge in range(graph.transitions) if graph.event(edge).kind is Kind.CHAIN}
    assert trap in answered


def test_what_acts_at_the_end_of_the_end_phase_is_done_after_the_adjustment_too():
    """Under the simulator's clause: once, last of all; the player has 100 life points more."""
    inquiry = _played(
        "turn player:\n  monsters: [Kind - a monster]\n"
        "lingering: [Kind - due at the end of the End Phase by opponent]\n",
        "simulator",
    )
    (outcome,) = inquiry.ends
    assert outcome.facts["opponent"]["life"] == 8100


def test_a_start_that_breaks_the_invariants():
    """Each step would keep them; but a chain is said to be there at the start, and no link is."""
    game = kinds()
    whole = replace(game.whole, initial={**game.whole.initial, game.scene.chain_length: 1})
    proof = proved(Machine(replace(game, whole=whole), within_reach(game)), Property.INVARIANTS)
    assert proof.standing is Standing.FAILS
    assert proof.parts[0] == "a chain is as long as it has links"


@pytest.mark.parametrize(
    ("different", "undecided", "standing"),
    [
        ((), (), Standing.PROVED),
        ((), ("b",), Standing.UNDETERMINED),
        (("a",), (), Standing.FAILS),
        (("a",), ("b",), Standing.FAILS),
    ],
)
def test_guards_agree_where_none_is_told_apart(monkeypatch, different, undecided, standing):
    """On each of two boards, and all were decided; otherwise those that were not are named."""
    found = Agreement(identical=3, different=different, undecided=undecided)
    monkeypatch.setattr("explorer.questions.prove.agreement", lambda system, seconds: found)
    proof = guards_agree([kinds(), kinds()])
    assert (proof.about, proof.standing, proof.cases) == (Property.GUARDS, standing, 2 * found.guards)
    assert proof.parts == 2 * (different or undecided)
