"""What evidence settles, leaves free, and does not agree on: small ones whose answer is known, and the corpus."""

from dataclasses import replace
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.questions.evidence import Evidence, Selection, clause_variables, evidence
from explorer.questions.infer import infer
from explorer.system.terms import FALSE, TRUE, all_of, any_of, one_of, read
from models.library import Library
from models.ruling import Source

LIBRARY = Library()
CLAUSES = clause_variables(LIBRARY)
PASSING, OFFER, ACT, CHAINS = (
    "passing with mandatory items",
    "second offer to the turn player",
    "compelled act",
    "chains after the adjustment",
)
ONE, DIRECTLY, MANY = "one", "one, directly", "as many as arise"
NUMBER = 294_912
"""How many readings there are of all clauses."""


def says(clause, *values):
    labels = CLAUSES[clause].labels
    return one_of(read(CLAUSES[clause]), map(labels.index, values))


def heard(name, readings, answered="-"):
    """Evidence of a ruling of this name."""
    ruling = msgspec.structs.replace(LIBRARY.ruling("A08"), id=name, source=Source("somebody", answered=answered))
    return Evidence(ruling, readings)


def told(*evidence_of, **options):
    return infer(LIBRARY, evidence_of, **options)


def ids(voices):
    return [[ruling.id for ruling in voice.rulings] for voice in voices]


def by(knowledge):
    """For each settled clause the value, and who settles it."""
    return {one.clause: (one.value, ids(one.by)) for one in knowledge.settled}


def free(knowledge):
    return {one.clause: one.values for one in knowledge.free}


class TestAgreement:
    def test_nothing_is_known_of_nothing(self):
        found = told()
        assert found.readings == found.known.number == NUMBER
        assert found.consistent
        assert found.complete
        assert not found.known.settled
        assert free(found.known) == {name: tuple(clause.values) for name, clause in LIBRARY.clauses.items()}

    def test_a_value_that_is_said(self):
        found = told(heard("X", says(PASSING, "yes")), heard("Y", TRUE))
        assert by(found.known) == {PASSING: ("yes", [["X"]])}
        assert PASSING not in free(found.known)
        assert found.known.number == NUMBER // 2
        assert [one.id for one in found.silent] == ["Y"]

    def test_a_value_that_is_left(self):
        """Neither says it, both together do; whoever says it alone is the smaller set."""
        one, other = heard("X", says(CHAINS, ONE, MANY)), heard("Y", says(CHAINS, ONE, DIRECTLY))
        assert by(told(one, other).known) == {CHAINS: (ONE, [["X"], ["Y"]])}
        alone = told(one, other, heard("Z", says(CHAINS, ONE))).known.settled[0]
        assert ids(alone.by) == ids(alone.alone) == [["Z"]]

    def test_values_that_are_left_free(self):
        found = told(heard("X", says(CHAINS, ONE, MANY)))
        assert free(found.known)[CHAINS] == (ONE, MANY)
        assert not found.known.settled

    def test_a_set_as_small_as_can_be(self):
        """Three pairs settle the act; a chain of two is enough where the first two are not the shortest way."""
        step = any_of(says(PASSING, "no"), says(OFFER, "no"))
        found = told(
            heard("A", says(PASSING, "yes")),
            heard("B", step),
            heard("C", any_of(says(OFFER, "yes"), says(ACT, "anything"))),
            heard("D", any_of(says(PASSING, "no"), says(ACT, "anything"))),
        )
        assert by(found.known) == {
            PASSING: ("yes", [["A"]]),
            OFFER: ("no", [["A"], ["B"]]),
            ACT: ("anything", [["A"], ["D"]]),
        }

    def test_rulings_that_say_the_same_are_one_voice(self):
        """The oldest speaks first, those without a date last."""
        same = says(PASSING, "yes")
        found = told(heard("X", same), heard("Y", same, "2020"), heard("Z", same, "2012-09-21"))
        assert ids(found.voices) == [["Z", "Y", "X"]]

    def test_clauses_that_are_tied(self):
        """Neither is settled, but not all pairs go together."""
        known = told(heard("X", any_of(says(PASSING, "no"), says(OFFER, "no")))).known
        (tie,) = known.ties
        assert tie.clauses == (PASSING, OFFER)
        assert tie.pairs == (("yes", "no"), ("no", "yes"), ("no", "no"))
        assert known.number == NUMBER * 3 // 4

    @given(st.lists(st.sets(st.sampled_from([*product((0, 1), (0, 1, 2), (0, 1))])), max_size=5))
    def test_against_all_readings(self, sets):
        """Settled and free values are those of a list of the readings that are left."""
        variables = [CLAUSES[name] for name in (PASSING, CHAINS, ACT)]

        def term(cases):
            return any_of(
                FALSE,
                *(all_of(*(one_of(read(v), [n]) for v, n in zip(variables, case, strict=True))) for case in cases),
            )

        found = told(*(heard(f"X{number}", term(cases)) for number, cases in enumerate(sets)))
        left = set(product((0, 1), (0, 1, 2), (0, 1))).intersection(*sets)
        assert found.consistent is bool(left)
        if left:
            assert found.known.number == NUMBER // 12 * len(left)
            for place, name in enumerate((PASSING, CHAINS, ACT)):
                values = tuple(variables[place].label(value) for value in sorted({case[place] for case in left}))
                settled = by(found.known)
                assert (settled[name][0],) == values if name in settled else free(found.known)[name] == values


class TestConflict:
    OLD, NEW = heard("O", says(CHAINS, MANY), "2013-03-30"), heard("N", says(CHAINS, ONE, DIRECTLY), "2020-04-01")

    def test_two_answers(self):
        found = told(self.NEW, self.OLD, heard("X", says(PASSING, "yes"), "2009"))
        (conflict,) = found.conflicts
        assert ids(conflict.voices) == [["O"], ["N"]]
        assert conflict.about == ((CHAINS,),)
        assert conflict.sides == {CHAINS: ((MANY,), (DIRECTLY, ONE))}
        assert not found.consistent

    def test_what_no_conflict_touches_is_still_known(self):
        found = told(self.NEW, self.OLD, heard("X", says(PASSING, "yes"), "2009"))
        assert by(found.known) == {PASSING: ("yes", [["X"]])}
        assert free(found.known)[CHAINS] == (DIRECTLY, ONE, MANY)

    def test_eras_are_as_long_as_can_be(self):
        """From the first answer to the last before a contradiction, and from the first after it."""
        found = told(self.NEW, self.OLD, heard("X", says(PASSING, "yes"), "2015"), heard("Y", says(OFFER, "yes")))
        eras = [(one.since and str(one.since.first), one.until and str(one.until.last)) for one in found.eras]
        assert eras == [(None, "2015-12-31"), ("2015-01-01", None)]
        first, last = (one.knowledge for one in found.eras)
        assert by(first) == {PASSING: ("yes", [["X"]]), OFFER: ("yes", [["Y"]]), CHAINS: (MANY, [["O"]])}
        assert by(last) == {PASSING: ("yes", [["X"]]), OFFER: ("yes", [["Y"]])}
        assert free(last)[CHAINS] == (DIRECTLY, ONE)
        assert found.latest is last

    def test_a_day_that_contradicts_itself_is_in_no_era(self):
        found = told(self.OLD, replace(self.NEW, ruling=self.OLD.ruling), heard("X", says(PASSING, "yes"), "2015"))
        eras = [(one.since and str(one.since.first), one.until and str(one.until.last)) for one in found.eras]
        assert eras == [("2015-01-01", None)]

    def test_without_dates_there_are_no_eras(self):
        found = told(heard("X", says(PASSING, "yes")), heard("Y", says(PASSING, "no")))
        assert found.eras == ()
        assert found.latest is found.known
        assert free(found.known)[PASSING] == ("yes", "no")

    def test_an_answer_that_contradicts_itself(self):
        (conflict,) = told(heard("X", FALSE)).conflicts
        assert (ids(conflict.voices), conflict.about) == ([["X"]], ())

    def test_about_two_clauses_at_once(self):
        """Either makes peace where X says one of two; where X says both, no single one does."""
        one = any_of(says(PASSING, "yes"), says(OFFER, "yes"))
        both = all_of(says(PASSING, "no"), says(OFFER, "no"))
        (conflict,) = told(heard("X", one), heard("Y", both)).conflicts
        assert conflict.about == ((PASSING,), (OFFER,))
        other_two = all_of(says(PASSING, "yes"), says(OFFER, "yes"))
        (conflict,) = told(heard("X", other_two), heard("Y", both)).conflicts
        assert conflict.about == ((PASSING, OFFER),)
        assert conflict.sides == {}

    def test_a_limit_is_told(self):
        """Of three conflicts two are looked for; then nobody knows what none of them touches."""
        three = [heard(name, says(CHAINS, value)) for name, value in (("X", ONE), ("Y", DIRECTLY), ("Z", MANY))]
        found = told(*three, most_conflicts=2)
        assert len(found.conflicts) == 2
        assert (found.exhausted, found.complete, found.known, found.latest) == (False, False, None, None)
        assert told(*three, most_conflicts=3).exhausted


@pytest.fixture(scope="module")
def ocg():
    """What the rulings about the OCG say, of 2013 and of today."""
    return infer(LIBRARY, evidence(LIBRARY, Selection(families=("ocg",))))


class TestCorpus:
    def test_2013_and_2020_do_not_agree_on_the_chains_after_the_adjustment(self, ocg):
        """B12 against B03 is found, and said to be about that clause; B26 of 2008 is on the side of 2013."""
        found = [(ids(one.voices), one.about) for one in ocg.conflicts]
        new = ["B03", "B08-2020", "B02"]
        assert found == [([["B26"], new], ((CHAINS,),)), ([["B12"], new], ((CHAINS,),))]

    def test_eras(self, ocg):
        old, new = ocg.eras
        assert (old.since, new.until) == (None, None)
        assert old.until.last.year == 2019
        assert by(old.knowledge)[CHAINS][0] == MANY
        assert free(new.knowledge)[CHAINS] == (DIRECTLY, ONE)

    def test_each_smallest_set_settles_and_none_smaller_does(self, ocg):
        """Said again by the voices of the set alone; and without any of them it is not settled."""
        for one in ocg.known.settled:
            settling = [evidence_of for voice in one.by for evidence_of in voice.evidence[:1]]
            assert (one.value, ids(one.by)) == (by(infer(LIBRARY, settling).known)[one.clause][0], ids(one.by))
            for left_out in settling:
                fewer = [other for other in settling if other is not left_out]
                assert one.clause not in by(infer(LIBRARY, fewer).known)

    def test_what_is_official_today_is_among_what_is_left(self, ocg):
        """The clauses of ``ocg`` do not contradict the last era."""
        ruleset = LIBRARY.ruleset("ocg")
        known = ocg.latest
        assert all(ruleset[one.clause] == one.value for one in known.settled)
        assert all(ruleset[one.clause] in one.values for one in known.free)
