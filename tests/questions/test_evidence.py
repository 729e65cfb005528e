"""What a ruling allows, against closed searches of its boards in every case; and which rulings count."""

from itertools import product

import pytest
from msgspec.structs import replace

from explorer.questions.cases import inquire_open
from explorer.questions.evidence import Selection, allowed_on, clause_variables, evidence, period_of, texts_of
from explorer.questions.verdicts import check_case
from explorer.search.explore import Limits
from explorer.system.evaluation import evaluate
from explorer.system.terms import TRUE, all_of, equal, one_of, read
from models.errors import InputError
from models.library import Library
from models.periods import read_period

LIBRARY = Library()
CLAUSES = clause_variables(LIBRARY)
OCG = ("ocg", "ocg-2013")


def allows(clause, *values):
    """The readings that give the clause one of these values."""
    labels = CLAUSES[clause].labels
    return one_of(read(CLAUSES[clause]), map(labels.index, values))


def said(*names, **chosen):
    """The evidence of rulings, by id."""
    rulings = tuple(LIBRARY.ruling(name) for name in names)
    return {one.ruling.id: one for one in evidence(LIBRARY, Selection(rulings=rulings, **chosen))}


class TestReadings:
    @pytest.mark.parametrize(
        ("ruling", "number"),
        [("A11", 0), ("A39", 0), ("B03", 0), ("B11", 0), ("B12", 0), ("B26", 0), ("B33", 0), ("S09", 0)],
    )
    def test_every_case_of_the_board(self, ruling, number):
        """A reading is allowed exactly if a closed search under it finds that all claims hold."""
        case = LIBRARY.ruling(ruling).cases[number]
        texts = LIBRARY.ruleset(case.rulesets[0])
        term, complete = allowed_on(case, LIBRARY, texts)
        assert complete
        left_open = tuple(LIBRARY.clauses)
        variables = inquire_open(case.board, LIBRARY, texts, left_open=left_open).graph.system.open_variables
        answers = set()
        for values in product(*(range(len(variable.labels)) for variable in variables)):
            reading = dict(zip(variables, values, strict=True))
            changed = {one.name.removeprefix("clause: "): one.label(value) for one, value in reading.items()}
            closed = check_case(case, LIBRARY, texts.changed(changed))
            holds = all(answer.holds for answer in closed.claims)
            assert bool(evaluate(term, {**dict.fromkeys(CLAUSES.values(), 0), **reading})) is holds
            answers.add(holds)
        assert answers == {True, False}

    def test_texts_are_read_as_of_the_first_of_the_boards_rulesets_that_is_asked_about(self):
        case = replace(LIBRARY.ruling("A08").cases[0], rulesets=("tcg-2005", "ocg", "tcg"))
        found = [texts_of(case, names, LIBRARY).id for names in ({"ocg", "tcg"}, {"tcg"}, {"tcg", "tcg-2005"})]
        assert found == ["ocg", "tcg", "tcg-2005"]

    def test_answers_whose_readings_are_known(self):
        found = said("A31", "B03", "B12", families=("ocg",))
        assert found["A31"].readings is equal(read(CLAUSES["a negated activation"]), 0)
        chains = "chains after the adjustment"
        assert found["B12"].readings is all_of(
            allows(chains, "as many as arise"), allows("mandatory triggers after the adjustment", "yes")
        )
        discard = allows("triggers of the discard", "may be chained to", "no responses")
        assert set(found["B03"].readings.args) == set(all_of(discard, allows(chains, "one, directly", "one")).args)

    def test_all_boards_of_a_ruling_count(self):
        """C02: those about "until the End Phase" are of 2013, and today's board says less."""
        item = allows("until the End Phase", "an item with an owner")
        whole, today = said("C02", families=("ocg",))["C02"], said("C02", families=("tcg", "ocg"))["C02"]
        assert item in whole.readings.args
        assert whole.readings is today.readings

    def test_boards_of_other_rulesets_do_not(self):
        """A05 answers one way for the OCG of 2013 and another for the TCG."""
        offer = read(CLAUSES["second offer to the turn player"])
        assert equal(offer, 0) in said("A05", families=("ocg",))["A05"].readings.args
        assert equal(offer, 1) in said("A05", families=("tcg",))["A05"].readings.args

    def test_a_ruling_that_says_nothing(self):
        """A07 goes the same way in every reading."""
        assert said("A07")["A07"].readings is TRUE

    def test_the_texts_of_any_of_its_rulesets_say_the_same(self):
        """docs/decisions/0012: so it does not matter much which day is taken."""
        for name in ("A08", "A09", "A10", "B06", "B33", "C02", "S03", "S09", "S12"):
            for case in LIBRARY.ruling(name).cases:
                found = {allowed_on(case, LIBRARY, LIBRARY.ruleset(one))[0] for one in case.rulesets}
                assert len(found) == 1

    def test_a_limit_leaves_open_what_is_not_refuted(self):
        """A27 has a claim that no play confirms before the search has ended."""
        (found,) = evidence(LIBRARY, Selection(rulings=(LIBRARY.ruling("A27"),)), Limits(states=1))
        assert not found.complete
        assert found.readings is TRUE


class TestSelection:
    def ids(self, **chosen):
        return [ruling.id for ruling, _ in Selection(**chosen).of(LIBRARY)]

    def test_neither_pending_nor_notes_nor_unmodelled(self):
        found = self.ids()
        for ruling in LIBRARY.rulings:
            assert (ruling.id in found) is bool(ruling.cases and ruling.status != "pending")

    def test_a_family_of_rulesets(self):
        assert Selection(families=("ocg",)).rulesets(LIBRARY) == OCG
        assert Selection(families=("ocg-2013",)).rulesets(LIBRARY) == ("ocg-2013",)
        assert Selection().rulesets(LIBRARY) == LIBRARY.ruleset_ids
        found = self.ids(families=("ocg",))
        assert {"A01", "B12"} <= set(found)
        assert "A46" not in found

    def test_the_texts_are_those_of_the_first_ruleset_that_counts(self):
        """Of its own rulesets, and not the first of them where that one is left out."""
        cases = (case for ruling in LIBRARY.rulings for case in ruling.cases if len(case.rulesets) > 1)
        case = next(cases)
        first, second = case.rulesets[:2]
        assert texts_of(case, {first, second}, LIBRARY).id == first
        assert texts_of(case, {second}, LIBRARY).id == second

    def test_an_authority(self):
        """Who answered, or for whom the wiki has it: B12 is the office's."""
        found = self.ids(authority="ocg OFFICE")
        assert {"B12", "A04"} <= set(found)
        assert not {"A01", "A46"} & set(found)

    def test_a_time(self):
        assert self.ids(since=read_period("2004"), until=read_period("2005-06-30")) == ["A46", "A47", "A48"] + [
            one for one in self.ids() if one in ("A50", "A54", "B31", "B31-requisition", "D19")
        ]

    def test_a_year_is_in_a_time_only_if_all_of_it_is(self):
        """B33 was answered some day in 2012."""
        assert "B33" in self.ids(since=read_period("2012"), until=read_period("2012"))
        assert "B33" not in self.ids(since=read_period("2012-02"))
        assert "B33" not in self.ids(until=read_period("2012-11"))

    def test_answers_without_a_date(self):
        """A11 has none: it counts where no time is told, or where it is asked for."""
        assert period_of(LIBRARY.ruling("A11")) is None
        assert "A11" in self.ids()
        assert "A11" not in self.ids(since=read_period("1999"))
        assert "A11" in self.ids(since=read_period("2026"), undated=True)

    @pytest.mark.parametrize(
        ("chosen", "says"),
        [
            ({"families": ("ogc",)}, "no ruleset is called 'ogc'"),
            ({"authority": "ocg ofice"}, "did you mean: OCG office"),
            ({"since": read_period("2999")}, "there is no evidence"),
            ({"rulings": (LIBRARY.ruling("B08"),)}, "B08 is no evidence: it is pending"),
            ({"rulings": (LIBRARY.ruling("S16"),)}, "S16 is no evidence: it has nothing to check"),
            ({"rulings": (LIBRARY.ruling("A46"),), "families": ("ocg",)}, "there is no evidence"),
        ],
        ids=lambda value: "" if isinstance(value, str) else " ".join(value),
    )
    def test_what_selects_nothing(self, chosen, says):
        with pytest.raises(InputError) as refused:
            Selection(**chosen).of(LIBRARY)
        assert says in str(refused.value)
