"""Formulas on small systems whose answer is known: what each operator means, and what is shown for it."""

import pytest

from explorer.questions.witnesses import VACUOUS, found
from explorer.search.explore import Limits
from tests.questions.tokens import (
    NOT,
    OPPONENT,
    OVER,
    RULES,
    TURN,
    at,
    both,
    either,
    equals,
    implies,
    path,
    step,
    tokens,
)


def holds(system, formula, place=None):
    formulas = system.formulas()
    names = [system.place(formulas.graph, state) for state in range(len(formulas.graph.states))]
    return formulas.holds(formula, 0 if place is None else names.index(place))


def shown(system, formula, **how):
    """What was found, the play as its moves, and the move from which it goes round."""
    formulas = system.formulas()
    finding = found(formulas, formula, **how)
    moves = [formulas.graph.event(edge) for edge in finding.play]
    return finding.holds, str(finding.because), moves, None if finding.repeats is None else moves[finding.repeats]


#   a --> b --> end        a and b: turn player and opponent; from b it can go back
LOOP = tokens(a=(TURN, "b"), b=(OPPONENT, "a", "end"), end=())

#   a --> b --> end        nobody can go back
LINE = tokens(a=(TURN, "b"), b=(OPPONENT, "end"), end=())

#   a --> b or c, then the opponent in b and the rules in c
FORK = tokens(a=(TURN, "b", "c"), b=(OPPONENT, "good", "bad"), c=(RULES, "good", "bad"), good=(), bad=())


class TestAlongAPlay:
    """A row of states with a step between each two."""

    def test_eventually_on_a_loop_is_false(self):
        """Going round is not getting there."""
        assert holds(LOOP, path("A", "F", at("end"))) is False
        assert holds(LINE, path("A", "F", at("end"))) is True
        assert holds(LOOP, path("E", "F", at("end"))) is True

    def test_always_holds_to_the_end_of_a_play(self):
        """Nothing has to follow."""
        assert holds(LINE, path("A", "G", NOT(at("elsewhere")))) is True
        assert holds(LINE, path("A", "G", at("end")), "end") is True
        assert holds(LINE, path("A", "G", NOT(at("end")))) is False

    def test_always_holds_on_a_loop(self):
        assert holds(LOOP, path("E", "G", NOT(at("end")))) is True
        assert holds(LOOP, path("A", "G", NOT(at("end")))) is False

    @pytest.mark.parametrize("quantifier", ["E", "A", "<<>>", "[[]]"])
    def test_nothing_comes_next_where_nothing_follows(self, quantifier):
        """Whoever is to see to it."""
        everything = either(at("end"), NOT(at("end")))
        assert holds(LINE, path(quantifier, "X", everything, None, TURN), "end") is False
        assert holds(LINE, path(quantifier, "X", everything, None, TURN), "b") is True

    def test_until_has_to_come_and_unless_need_not(self):
        before = NOT(at("end"))
        assert holds(LOOP, path("A", "U", at("end"), before)) is False
        assert holds(LOOP, path("A", "W", at("end"), before)) is True
        assert holds(LINE, path("A", "U", at("end"), before)) is True
        assert holds(LINE, path("A", "U", at("end"), at("a"))) is False

    def test_until_holds_at_once_where_it_has_come(self):
        assert holds(LINE, path("A", "U", at("a"), at("nowhere"))) is True

    def test_the_end_is_where_no_move_is_left(self):
        assert holds(LINE, OVER) is False
        assert holds(LINE, OVER, "end") is True
        assert holds(LOOP, path("A", "G", implies(OVER, at("end")))) is True


class TestSteps:
    """Something that happens between two states."""

    def test_a_step_happens_eventually(self):
        assert holds(LOOP, path("E", "F", step("b>end"))) is True
        assert holds(LOOP, path("A", "F", step("b>end"))) is False
        assert holds(LOOP, path("A", "F", step("a>b"))) is True

    def test_always_speaks_of_the_steps_there_are(self):
        """The end of a play has none, and does not count."""
        assert holds(LINE, path("A", "G", either(step("a>b"), step("b>end")))) is True
        assert holds(LINE, path("A", "G", step("a>b"))) is False
        assert holds(LINE, path("A", "G", step("a>b")), "end") is True

    def test_the_next_step_is_the_one_taken_now(self):
        assert holds(LOOP, path("A", "X", step("a>b"))) is True
        assert holds(LOOP, path("A", "X", step("b>end"))) is False
        assert holds(LOOP, path("E", "X", step("b>end")), "b") is True

    def test_order_is_an_until_between_steps(self):
        """X before Y."""
        either_way = tokens(a=(TURN, "b", "c"), b=(TURN, "end"), c=(TURN, "b"), end=())
        assert holds(either_way, path("E", "U", step("b>end"), NOT(step("c>b")))) is True
        assert holds(either_way, path("A", "U", step("b>end"), NOT(step("c>b")))) is False

    def test_a_step_that_is_both_ends_the_wait(self):
        """What is waited for may break what was kept: only what comes earlier counts."""
        assert holds(LINE, path("A", "U", step("a>b"), NOT(step("a>b")))) is True

    def test_the_state_before_a_step_counts_as_before_it(self):
        """``p U step``: p up to and in the state where the step is taken."""
        assert holds(LINE, path("A", "U", step("b>end"), either(at("a"), at("b")))) is True
        assert holds(LINE, path("A", "U", step("b>end"), at("a"))) is False

    def test_the_step_into_a_state_comes_before_it(self):
        """``step U p``: all steps up to the one that leads there."""
        assert holds(LINE, path("A", "U", at("end"), either(step("a>b"), step("b>end")))) is True
        assert holds(LINE, path("A", "U", at("end"), step("a>b"))) is False
        assert holds(LINE, path("A", "W", at("end"), step("a>b"))) is False

    @pytest.mark.parametrize(
        ("joined", "so"),
        [
            (both(step("a>b"), NOT(step("b>end"))), True),
            (implies(step("b>end"), step("a>b")), True),
            (implies(step("a>b"), step("b>end")), False),
            (equals(step("a>b"), NOT(step("b>end"))), True),
            (equals(step("a>b"), step("b>end")), False),
        ],
    )
    def test_steps_are_joined(self, joined, so):
        assert holds(LINE, path("A", "X", joined)) is so

    def test_a_step_is_no_state(self):
        with pytest.raises(ValueError, match="a step formula is asked of a state"):
            holds(LINE, step("a>b"))


class TestPowers:
    """Who can see to it."""

    @pytest.mark.parametrize(
        ("players", "able"),
        [((), False), ((TURN,), False), ((OPPONENT,), False), ((TURN, OPPONENT), True)],
    )
    def test_players_enforce_together_what_none_can_alone(self, players, able):
        assert holds(FORK, path("<<>>", "F", at("good"), None, *players)) is able

    def test_nobody_counts_on_the_rules(self):
        """In c the rules have two ways: nobody enforces either, and nobody can prevent either."""
        for end in ("good", "bad"):
            assert holds(FORK, path("<<>>", "F", at(end), None, TURN, OPPONENT), "c") is False
            assert holds(FORK, path("[[]]", "F", at(end), None, TURN, OPPONENT), "c") is True
            assert holds(FORK, path("E", "F", at(end)), "c") is True

    def test_despite_is_what_the_players_cannot_prevent(self):
        assert holds(FORK, path("[[]]", "F", at("good"), None, TURN)) is True
        assert holds(FORK, path("[[]]", "F", at("good"), None, OPPONENT)) is True
        assert holds(FORK, path("[[]]", "F", at("good"), None, TURN, OPPONENT)) is False

    def test_of_no_players_it_is_every_play_and_some_play(self):
        assert holds(FORK, path("<<>>", "F", either(at("good"), at("bad")))) is True
        assert holds(FORK, path("<<>>", "F", at("good"))) is False
        assert holds(FORK, path("[[]]", "F", at("good"))) is True

    def test_who_can_wait_for_ever_avoids_what_would_come(self):
        """The opponent goes back from b."""
        assert holds(LOOP, path("<<>>", "G", NOT(at("end")), None, OPPONENT)) is True
        assert holds(LOOP, path("<<>>", "G", NOT(at("end")), None, TURN)) is False

    def test_powers_are_nested(self):
        """The turn player brings it to where the opponent can enforce both ends."""
        able = both(
            path("<<>>", "F", at("good"), None, OPPONENT),
            path("<<>>", "F", at("bad"), None, OPPONENT),
        )
        assert holds(FORK, path("<<>>", "F", able, None, TURN)) is True
        assert holds(FORK, able) is False


class TestPlays:
    """What is shown."""

    def test_a_shortest_play(self):
        assert shown(LOOP, path("E", "F", at("end"))) == (True, "a play shows it", ["a>b", "b>end"], None)

    def test_the_loop_that_avoids_it(self):
        """Up to where it comes back to a place."""
        assert shown(LOOP, path("A", "F", at("end"))) == (False, "a play avoids it", ["a>b", "b>a"], "a>b")

    def test_the_loop_on_which_it_always_holds(self):
        line = tokens(start=(TURN, "a"), a=(TURN, "b"), b=(TURN, "a", "end"), end=())
        assert shown(line, path("E", "G", NOT(at("end")))) == (
            True,
            "a play shows it",
            ["start>a", "a>b", "b>a"],
            "a>b",
        )

    def test_the_longest_defence(self):
        """The opponent puts it off; the turn player goes the short way."""
        game = tokens(
            a=(TURN, "slow", "b"), slow=(TURN, "b"), b=(OPPONENT, "end", "c"), c=(RULES, "d"), d=(TURN, "end"), end=()
        )
        assert shown(game, path("<<>>", "F", at("end"), None, TURN)) == (
            True,
            "the turn player can force it; a play with the longest defence",
            ["a>b", "b>c", "c>d", "d>end"],
            None,
        )

    def test_the_play_ends_with_the_step_it_is_about(self):
        """Though the state it leads to could go on to the same step."""
        assert shown(LOOP, path("<<>>", "F", step("b>a"), None, OPPONENT))[2] == ["a>b", "b>a"]

    def test_a_play_that_prevents_it(self):
        assert shown(FORK, path("<<>>", "F", at("good"), None, TURN)) == (
            False,
            "the opponent can prevent it; a play that does",
            ["a>b", "b>bad"],
            None,
        )

    @pytest.mark.parametrize(
        ("formula", "because", "moves"),
        [
            (path("[[]]", "F", at("good"), None, TURN), "the turn player cannot prevent it", ["a>b", "b>good"]),
            (path("[[]]", "F", at("a"), None, TURN), "the turn player cannot prevent it", []),
            (path("[[]]", "G", NOT(at("good")), None, TURN), "the turn player cannot prevent it", ["a>b", "b>bad"]),
            (
                path("<<>>", "F", at("good"), None, TURN, OPPONENT),
                "the turn player and the opponent can force it; a play with the longest defence",
                ["a>b", "b>good"],
            ),
            (path("<<>>", "F", at("c"), None, OPPONENT), "the turn player can prevent it", ["a>b", "b>good"]),
            (path("[[]]", "G", NOT(at("c")), None, TURN), "the turn player can prevent it", ["a>c"]),
            (path("[[]]", "F", at("good")), "a play shows it", ["a>b", "b>good"]),
            (path("<<>>", "F", at("good")), "a play avoids it", ["a>b", "b>bad"]),
            (path("A", "G", NOT(at("bad"))), "a play breaks it", ["a>b", "b>bad"]),
            (path("A", "X", at("b")), "a play breaks it", ["a>c"]),
            (path("E", "X", at("c")), "a play shows it", ["a>c"]),
            (path("<<>>", "X", step("a>c"), None, TURN), "the turn player can force it; a play that does", ["a>c"]),
        ],
    )
    def test_words_and_play(self, formula, because, moves):
        _, said, played, _ = shown(FORK, formula)
        assert because in said
        assert played == moves

    @pytest.mark.parametrize(
        ("formula", "holds", "because"),
        [
            (path("A", "F", either(at("good"), at("bad"))), True, "every play gets there"),
            (path("A", "G", NOT(at("elsewhere"))), True, "every play keeps to it"),
            (path("E", "F", at("elsewhere")), False, "no play does it"),
            (at("a"), True, "it is so"),
            (at("b"), False, "it is not so"),
        ],
    )
    def test_where_no_play_decides(self, formula, holds, because):
        assert shown(FORK, formula) == (holds, because, [], None)

    def test_the_deciding_part_is_shown(self):
        """Of a conjunction the part that fails, of a disjunction one that holds, of a denial the contrary."""
        fails, does = path("A", "G", NOT(at("bad"))), path("E", "F", at("good"))
        assert shown(FORK, both(does, fails)) == (False, "a play breaks it", ["a>b", "b>bad"], None)
        assert shown(FORK, either(fails, does)) == (True, "a play shows it", ["a>b", "b>good"], None)
        assert shown(FORK, implies(does, fails)) == (False, "a play shows it", ["a>b", "b>good"], None)
        assert shown(FORK, implies(fails, NOT(does))) == (True, "a play breaks it", ["a>b", "b>bad"], None)
        assert shown(FORK, NOT(does)) == (False, "a play shows it", ["a>b", "b>good"], None)
        assert shown(FORK, equals(fails, NOT(does))) == (True, "a play breaks it", ["a>b", "b>bad"], None)

    def test_a_nested_formula_is_shown_to_its_end(self):
        """To where the opponent can bring it to a bad end, and then how."""
        formula = path("E", "F", both(at("b"), path("<<>>", "F", at("bad"), None, OPPONENT)))
        assert shown(FORK, formula)[2] == ["a>b", "b>bad"]

    def test_a_loop_after_a_play(self):
        line = tokens(start=(TURN, "a"), a=(TURN, "b"), b=(TURN, "a", "end"), end=())
        formula = path("E", "F", path("E", "G", either(at("a"), at("b"))))
        assert shown(line, formula) == (True, "a play shows it", ["start>a", "a>b", "b>a"], "a>b")

    def test_unless_is_shown_up_to_what_saves_it(self):
        assert shown(FORK, path("<<>>", "W", at("c"), at("a"), TURN))[2] == ["a>c"]
        assert shown(FORK, path("A", "U", at("good"), at("a")))[2] == ["a>b"]

    def test_what_unless_keeps_to_is_shown_to_fail(self):
        """In b for the step that comes after."""
        unless = path("A", "W", at("elsewhere"), path("A", "X", at("b")))
        assert shown(LINE, unless) == (False, "a play breaks it", ["a>b", "b>end"], None)

    def test_what_is_wanted_false(self):
        assert shown(FORK, path("E", "F", at("good")), wanted=False)[:2] == (False, "a play shows it")
        assert shown(FORK, path("E", "F", at("elsewhere")), wanted=False)[:2] == (True, "no play does it")


class TestVacuous:
    """True of nothing: it holds, but no play gets there."""

    @pytest.mark.parametrize(
        "formula",
        [
            path("A", "G", implies(at("elsewhere"), at("good"))),
            path("A", "G", either(NOT(at("elsewhere")), at("good"))),
            path("A", "G", either(at("good"), NOT(at("elsewhere")))),
            path("A", "G", NOT(both(at("elsewhere"), at("good")))),
            path("A", "G", implies(step("b>c"), step("a>b"))),
            path("<<>>", "G", implies(at("elsewhere"), at("good")), None, TURN),
            NOT(path("E", "F", both(at("elsewhere"), at("good")))),
            both(path("E", "F", at("good")), path("A", "G", implies(at("elsewhere"), at("good")))),
        ],
    )
    def test_an_implication_about_what_comes_up_nowhere(self, formula):
        assert shown(FORK, formula)[:2] == (True, str(VACUOUS))

    @pytest.mark.parametrize(
        "formula",
        [
            path("A", "G", implies(at("b"), path("E", "F", at("good")))),
            path("A", "G", NOT(both(at("good"), at("bad")))),
            path("A", "G", NOT(at("elsewhere"))),
            path("A", "F", either(at("good"), at("bad"))),
            implies(at("elsewhere"), path("E", "F", at("good"))),
        ],
    )
    def test_an_implication_about_something(self, formula):
        holds, because, _, _ = shown(FORK, formula)
        assert holds
        assert because != str(VACUOUS)

    def test_what_fails_is_not_vacuous(self):
        assert shown(FORK, path("A", "G", implies(at("b"), at("good"))))[:2] == (False, "a play breaks it")

    def test_it_is_asked_of_what_follows(self):
        """The antecedent came up, but not after this state."""
        formula = path("A", "G", implies(at("a"), at("nowhere")))
        formulas = LINE.formulas()
        assert found(formulas, formula).holds is False
        assert found(formulas, formula, 1).because == VACUOUS


class TestPartialGraphs:
    """What lies beyond the limit may be anything."""

    def test_what_has_been_found_is_decided(self):
        formulas = LINE.formulas(Limits(states=1))
        assert not formulas.graph.complete
        assert formulas.holds(path("E", "F", at("a"))) is True
        assert formulas.holds(path("A", "G", NOT(at("a")))) is False

    @pytest.mark.parametrize("along", ["F", "G"])
    def test_what_could_come_is_undecided(self, along):
        formulas = LINE.formulas(Limits(states=1))
        for quantifier in ("E", "A", "<<>>", "[[]]"):
            aim = at("end") if along == "F" else NOT(at("end"))
            assert formulas.holds(path(quantifier, along, aim, None, TURN)) is None

    def test_an_undecided_formula_says_why(self):
        finding = found(LINE.formulas(Limits(states=1)), path("A", "F", at("end")))
        assert (finding.holds, str(finding.because), finding.play) == (None, "the search was cut short", [])
