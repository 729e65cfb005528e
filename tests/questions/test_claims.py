"""Each kind of claim on boards: whether it holds, what is said of it, and the play that is shown."""

from textwrap import dedent, indent

import pytest

from explorer.questions import ClaimAnswer, Inquiry, check_case, inquire
from explorer.questions.claims import ask, formula_of, strategy, watched
from explorer.questions.inquiry import told
from explorer.search.explore import NO_LIMITS, Limits
from explorer.search.plays import replay
from models.documents import read_document
from models.library import Library
from models.ruling import cases_for, read_case, rulesets_of

LIBRARY = Library()
VACUOUS = "holds, but no play gets there"

A46 = """\
turn player:
  monsters: [Gene-Warped Warwolf, {Mystical Elf: owner opponent}]
opponent: {life: 1000}
lingering:
  - Change of Heart by turn player on Mystical Elf
  - Last Turn by opponent
"""

#   The opponent may destroy a card before the turn player uses it, and the turn player may use it first.
TYPHOON = """\
turn player:
  spells and traps: [{Emergency Provisions: set}, Imperial Iron Wall]
opponent:
  spells and traps: [{Mystical Space Typhoon: set}]
"""

LOOP = "turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}\n"


def answer(board: str, claim: str, limits: Limits = NO_LIMITS, ruleset: str = "ocg") -> ClaimAnswer:
    """The answer to a claim in YAML."""
    document = f"board:\n{indent(board, '  ')}\nclaims:\n{indent('- ' + indent(dedent(claim), '  ')[2:], '  ')}\n"
    case = read_case(read_document(document, "claim"), (ruleset,), LIBRARY)
    (found,) = check_case(case, LIBRARY, LIBRARY.ruleset(ruleset), limits).claims
    return found


def line(found: ClaimAnswer) -> list[str]:
    """The told steps of a play, TP and OP for the players."""
    short = {"turn player": "TP", "opponent": "OP"}
    steps = ((short.get(one.happening.by, "rules"), "must " * one.must, one.happening) for one in told(found.play))
    return [f"{by} {must}{what.kind} {what.card}".strip() for by, must, what in steps]


PASSES = ["TP pass", "OP pass"]
RETURNED = "TP process Change of Heart"


class TestStates:
    """What is so at the end, always, or some time."""

    @pytest.mark.parametrize(
        ("claim", "holds", "because", "play"),
        [
            ("possible: the turn player wins", True, "a play shows it", ["TP pass", "OP process Last Turn"]),
            ("possible: the opponent wins", False, "no play does it", []),
            ("impossible: the turn player wins", False, "a play shows it", ["TP pass", "OP process Last Turn"]),
            ("impossible: the opponent wins", True, "no play does it", []),
            ("always: not the opponent wins", True, "every play keeps to it", []),
            ("always: not the turn player wins", False, "a play breaks it", ["TP pass", "OP process Last Turn"]),
            ("inevitable: the duel is a draw or the turn player wins", True, "every play gets there", []),
            ("inevitable: the turn player wins", False, "a play avoids it", None),
        ],
    )
    def test_of_all_plays_or_some(self, claim, holds, because, play):
        found = answer(A46, claim)
        assert (found.holds, str(found.because)) == (holds, because)
        assert play is None or line(found) == play

    def test_possible_is_about_the_end_and_inevitable_about_the_way(self):
        """A Warwolf's ally is there now; it is not there when all is over."""
        here = "Mystical Elf controlled by the turn player"
        assert answer(A46, f"inevitable: {here}").holds
        assert answer(A46, f"possible: {here} and the duel is a draw").holds is False

    def test_until(self):
        """The Elf stays until it is returned or the Duel is over; it does not stay until the draw."""
        stays = "Mystical Elf controlled by the turn player"
        decided = "Mystical Elf controlled by the opponent or the turn player wins"
        found = answer(A46, f"until: {{keeps: {stays}, until: {decided}}}")
        assert (found.holds, str(found.because)) == (True, "every play gets there")
        found = answer(A46, f"until: {{keeps: {stays}, until: the duel is a draw}}")
        assert (found.holds, str(found.because)) == (False, "a play avoids it")
        assert line(found)[-1] == f"TP must {RETURNED[3:]}"

    def test_until_has_to_come(self):
        found = answer(LOOP, "until: {keeps: not the duel is a draw, until: the opponent wins}")
        assert found.holds is False


class TestPowers:
    """What a player brings about, and what a player cannot prevent."""

    @pytest.mark.parametrize(
        ("claim", "holds", "because"),
        [
            (
                "turn player can enforce: the duel is a draw",
                True,
                "the turn player can force it; a play with the longest defence",
            ),
            ("turn player cannot enforce: the turn player wins", True, "the opponent can prevent it; a play that does"),
            ("opponent can enforce: the turn player wins", False, "the turn player can prevent it; a play that does"),
            (
                "possible despite opponent: the duel is a draw",
                True,
                "the opponent cannot prevent it; a play with the longest defence",
            ),
            (
                "possible despite turn player: the turn player wins",
                False,
                "the turn player can prevent it; a play that does",
            ),
            ("possible despite opponent: the turn player wins", False, "the opponent can prevent it; a play that does"),
        ],
    )
    def test_of_one_player(self, claim, holds, because):
        found = answer(A46, claim)
        assert (found.holds, str(found.because)) == (holds, because)
        assert found.play

    def test_despite_is_weaker_than_enforce(self):
        """What both could bring about by different ways neither can prevent alone, if neither can enforce the contrary."""
        safe = "Imperial Iron Wall on the field"
        assert answer(TYPHOON, f"turn player cannot enforce: {safe}").holds
        assert answer(TYPHOON, f"possible despite turn player: {safe}").holds is False
        assert answer(TYPHOON, f"possible despite opponent: not {safe}").holds


class TestSteps:
    """What happens in some play, and in what order."""

    def test_can(self):
        assert line(answer(A46, "can: the turn player must process Change of Heart")) == [
            *PASSES,
            f"TP must {RETURNED[3:]}",
        ]

    def test_before_is_an_until(self):
        """The second step is not earlier; a step that is both is not before itself."""
        assert answer(
            A46, "can: the opponent processes Last Turn before the turn player processes Change of Heart"
        ).holds
        assert answer(A46, "cannot: the opponent processes Last Turn before the turn player passes").holds
        assert answer(A46, "cannot: the turn player passes before the turn player passes").holds

    def test_after(self):
        found = answer(A46, "can: the opponent processes Last Turn after the turn player processes Change of Heart")
        assert line(found) == [RETURNED, "TP pass", "OP process Last Turn"]
        found = answer(A46, "cannot: the turn player processes Change of Heart after the opponent processes Last Turn")
        assert (found.holds, str(found.because)) == (True, "no play does it")

    def test_after_and_before(self):
        """A pass after the return and before the opponent's: only the turn player's."""
        claim = "the turn player passes after the turn player processes Change of Heart before the opponent passes"
        assert answer(A46, f"can: {claim}").holds


class TestAfter:
    """What follows a beginning."""

    @pytest.mark.parametrize(
        ("steps", "inner", "holds", "because"),
        [
            ("the turn player processes Change of Heart", "inevitable: the duel is a draw", True, "every play gets there"),
            ("the turn player processes Change of Heart", "possible: the turn player wins", False, "no play does it"),
            ("the turn player processes Change of Heart", "outcomes: 1", True, "1 distinct outcomes"),
            ("the turn player passes", "outcomes: [the duel is a draw, the turn player wins]", True, "exactly these"),
            ("the turn player passes", "outcomes: [the duel is a draw]", False, "a further outcome"),
            ("the turn player passes", "outcomes: [the duel is a draw, the turn player wins, the opponent wins]", False, "number 3 of the list is not reachable"),
            ("the turn player passes", "opponent can enforce: the turn player wins", True, "the opponent can force it"),
            ("the turn player passes", "can: the opponent processes Last Turn", True, "a play shows it"),
            ("the turn player processes Change of Heart", "cannot: the turn player processes Change of Heart", True, "no play does it"),
            ("the turn player passes, the opponent passes", "formula: A X step(the turn player must process Change of Heart)", True, "every play keeps to it"),
            ("the turn player passes, the opponent passes", "until: {keeps: not the duel is a draw, until: the duel is a draw}", True, "every play gets there"),
            ("the opponent passes", "possible: the duel is a draw", False, "no play begins so"),
            ("the turn player passes, the turn player passes", "possible: the duel is a draw", False, "no play begins so"),
        ],
    )  # fmt: skip
    def test_of_every_kind(self, steps, inner, holds, because):
        found = answer(A46, f"after:\n  line: [{steps}]\n  {inner}")
        assert found.holds is holds
        assert str(found.because).startswith(because)

    def test_the_play_begins_with_the_line(self):
        found = answer(
            A46, "after: {line: [the turn player passes, the opponent passes], possible: the duel is a draw}"
        )
        assert line(found) == [*PASSES, f"TP must {RETURNED[3:]}", "TP pass", "OP process Last Turn"]

    def test_what_breaks_it_begins_with_the_line(self):
        found = answer(A46, "after: {line: the turn player passes, impossible: the turn player wins}")
        assert (found.holds, line(found)) == (False, ["TP pass", "OP process Last Turn"])

    def test_a_further_outcome_is_shown_from_the_start(self):
        found = answer(A46, "after: {line: the turn player passes, outcomes: [the duel is a draw]}")
        assert line(found) == ["TP pass", "OP process Last Turn"]

    def test_an_order_is_asked_from_there_on(self):
        """Before the line the opponent had not passed, but after it they do not pass before the end."""
        claim = "cannot: the turn player passes after the turn player processes Change of Heart"
        begun = f"line: [{RETURNED.replace('TP process', 'the turn player processes')}]"
        assert str(answer(A46, f"after: {{{begun}, {claim}}}").because) == VACUOUS

    def test_what_nobody_tells_is_passed_over(self):
        """That nobody responds, and that the link resolves."""
        steps = "the turn player activates Emergency Provisions, the turn player passes, the opponent passes"
        assert answer(TYPHOON, f"after: {{line: [{steps}], always: the turn player's life is 9000}}").holds

    def test_it_may_be_named_all_the_same(self):
        steps = "the turn player activates Emergency Provisions, Emergency Provisions resolves"
        assert answer(TYPHOON, f"after: {{line: [{steps}], always: the turn player's life is 9000}}").holds

    def test_it_has_to_hold_after_every_such_play(self):
        """Provisions with two costs: one begins the same play, and only one leaves the Wall."""
        board = TYPHOON.replace("Imperial Iron Wall]", "Imperial Iron Wall, Skill Drain]")
        begun = "line: [the turn player activates Emergency Provisions]"
        assert (
            answer(
                board, f"after: {{{begun}, always: the turn player's life is 8000 or the turn player's life is 9000}}"
            ).holds
            is False
        )
        assert answer(board, f"after: {{{begun}, possible: Imperial Iron Wall in the GY}}").holds
        assert answer(board, f"after: {{{begun}, always: Imperial Iron Wall in the GY}}").holds is False

    def test_a_compelled_step_is_that_step_too(self):
        """``must`` asks for it; without it either will do."""
        for step in ("the turn player must process Change of Heart", "the turn player processes Change of Heart"):
            steps = f"the turn player passes, the opponent passes, {step}"
            assert answer(A46, f"after: {{line: [{steps}], inevitable: the duel is a draw}}").holds
        begun = "line: [the turn player must process Change of Heart]"
        assert str(answer(A46, f"after: {{{begun}, inevitable: the duel is a draw}}").because) == "no play begins so"


class TestLoops:
    """A play that goes round."""

    def test_the_loop_is_shown(self):
        found = answer(LOOP, "formula: E G not the End Phase is over")
        assert (found.holds, found.repeats) == (True, 0)
        assert [one.happening.kind for one in found.play] == ["activate", "resolve"]

    def test_the_loop_after_a_beginning(self):
        """Counted from the start of the play."""
        claim = "after: {line: [the turn player activates Manticore of Darkness], formula: A F the End Phase is over}"
        found = answer(LOOP, claim)
        assert (found.holds, str(found.because), found.repeats) == (False, "a play avoids it", 1)
        assert [one.happening.kind for one in found.play] == ["activate", "resolve", "activate"]

    def test_no_loop_where_the_play_ends(self):
        assert answer(A46, "formula: E G not the turn player wins").repeats is None

    def test_who_can_go_round(self):
        assert answer(LOOP, 'formula: "<<turn player>> G not the End Phase is over"').holds
        assert answer(LOOP, 'formula: "<<opponent>> G not the End Phase is over"').holds is False
        assert answer(LOOP, 'formula: "<<turn player>> F the End Phase is over"').holds


class TestVacuous:
    """Claims about what never comes up."""

    @pytest.mark.parametrize(
        "claim",
        [
            "formula: A G (the opponent wins -> the duel is a draw)",
            "formula: A G (step(the opponent passes after the hand-size adjustment) -> step(the turn player passes))",
            "always: not the opponent wins or the duel is a draw",
            "impossible: the opponent wins and Mystical Elf in the GY",
            "cannot: the turn player passes after the opponent activates Change of Heart",
            "cannot: the turn player passes after the hand-size adjustment",
            "cannot: Change of Heart is activated in a chain to Last Turn",
            "after: {line: [the turn player passes], always: not the opponent wins or the duel is a draw}",
        ],
    )
    def test_named(self, claim):
        found = answer(A46, claim)
        assert (found.holds, str(found.because), told(found.play[1:])) == (True, VACUOUS, ())

    @pytest.mark.parametrize(
        "claim",
        [
            "formula: A G (the duel is a draw -> the End Phase is over)",
            "always: not the duel is a draw or Mystical Elf controlled by the opponent",
            "impossible: the turn player wins and Mystical Elf controlled by the opponent",
            "cannot: the turn player processes Change of Heart after the opponent processes Last Turn",
            "impossible: the opponent wins",
            "cannot: the opponent processes Change of Heart",
            "after: {line: [the turn player passes], always: not the opponent wins}",
        ],
    )
    def test_not_named(self, claim):
        found = answer(A46, claim)
        assert found.holds
        assert str(found.because) != VACUOUS

    def test_a_step_in_a_chain_to_what_was_on_the_chain(self):
        """Provisions can be chained to; the Wall cannot."""
        claim = "cannot: Imperial Iron Wall is activated in a chain to Emergency Provisions"
        assert str(answer(TYPHOON, claim).because) == "no play does it"


class TestCutShort:
    """What a partial search decides, and what it does not."""

    SOON = Limits(states=3)

    @pytest.mark.parametrize(
        ("claim", "holds"),
        [
            ("possible: the duel is a draw", None),
            ("impossible: the duel is a draw", None),
            ("always: not the duel is a draw", None),
            ("always: not Mystical Elf on the field", False),
            ("inevitable: the duel is a draw", None),
            ("inevitable: Mystical Elf on the field", True),
            ("can: the turn player passes", True),
            ("cannot: the turn player passes", False),
            ("can: the opponent passes after the opponent activates Last Turn", None),
            ("turn player can enforce: the duel is a draw", None),
            ("possible despite opponent: the duel is a draw", None),
            ("outcomes: 2", None),
            ("after: {line: [the turn player passes], inevitable: the duel is a draw}", None),
            ("after: {line: [the opponent passes], inevitable: the duel is a draw}", False),
            (
                "after: {line: [the turn player passes, the opponent passes], inevitable: Mystical Elf on the field}",
                None,
            ),
            ("after: {line: [the turn player passes], always: not Mystical Elf on the field}", False),
            ("after: {line: [the turn player passes], inevitable: Mystical Elf on the field}", True),
            ("best play: {turn player wants: the turn player wins, line: the turn player passes}", None),
        ],
    )
    def test_undecided_or_decided(self, claim, holds):
        assert answer(A46, claim, self.SOON).holds is holds

    @pytest.mark.parametrize("limits", [NO_LIMITS, Limits(states=7)])
    def test_no_strategy_is_told(self, limits):
        """Both players pass, and the Wall stays: seven of thirteen states decide that, but not all defences are known."""
        board = (
            "turn player: {spells and traps: [{Mystical Space Typhoon: set}, Imperial Iron Wall, Dark World Grimoire]}"
        )
        document = f"board:\n  {board}\nclaims:\n- turn player can enforce: Imperial Iron Wall on the field\n"
        case = read_case(read_document(document, "claim"), ("ocg",), LIBRARY)
        (claim,) = case.claims
        inquiry = inquire(case.board, LIBRARY, LIBRARY.ruleset("ocg"), watching=watched(claim), limits=limits)
        assert ask(inquiry, claim).holds
        assert (strategy(inquiry, claim) is not None) is inquiry.complete is (limits is NO_LIMITS)


@pytest.mark.parametrize("claim", ["outcomes: 2", "can: the turn player passes after the opponent passes"])
def test_not_every_claim_is_a_formula(claim):
    with pytest.raises(ValueError, match="is no formula"):
        formula_of(answer(A46, claim).claim)


def test_an_answer_is_told_with_a_reason():
    """A play that is there shows it, or refutes it."""
    found = answer(TYPHOON, "possible: Imperial Iron Wall in GY")
    assert (found.holds, str(found.because), found.repeats) == (True, "a play shows it", None)
    assert str(found) == "possible: Imperial Iron Wall in GY: holds"
    assert str(answer(TYPHOON, "impossible: Imperial Iron Wall in GY")).endswith(": does not hold")


def test_where_best_play_goes_another_way():
    """The step of the line is named, and the one that is taken there."""
    found = answer(A46, "best play: {opponent wants: the turn player wins, line: the opponent passes}")
    because = "step 1 of best play is turn player: process Change of Heart"
    assert (found.holds, str(found.because)) == (False, because)


def test_every_play_of_the_corpus_replays(monkeypatch):
    """A witness or counterexample is a play of its board, from the start on; what goes round comes back to a state."""
    shown = []
    monkeypatch.setattr(Inquiry, "steps", lambda inquiry, play: shown.append(list(play)) or ())
    number = 0
    for ruling in LIBRARY.rulings:
        for name in rulesets_of(ruling) if not (ruling.note or ruling.unmodelled) else ():
            for case in cases_for(ruling, name):
                watching = [what for claim in case.claims for what in watched(claim)]
                inquiry = inquire(case.board, LIBRARY, LIBRARY.ruleset(name), watching=watching)
                graph = inquiry.graph
                for claim in case.claims:
                    shown.clear()
                    found = ask(inquiry, claim)
                    assert found.holds is not None
                    for play in shown:
                        states = [
                            graph.number_of[state] for state in replay(inquiry.game.system, graph.commands_of(play))
                        ]
                        assert states[:-1] == [graph.source(edge) for edge in play], f"{ruling.id}: {claim}"
                        assert found.repeats is None or states[found.repeats] == states[-1]
                        number += bool(play)
    assert number > 500
