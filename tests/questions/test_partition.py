"""Answers with conditions: exact, told in a few words, and every case in one part."""

import pytest

from explorer.game.players import Player
from explorer.questions import inquire, outcomes
from explorer.questions.boxes import Box, described, told
from explorer.questions.cases import inquire_open
from explorer.questions.partition import partition
from explorer.search.conditions import Cases, Terms
from explorer.subjects import subject
from explorer.system.terms import all_of, any_of, at_least, boolean, enumeration, equal, integer, less, negate, read
from tests.questions.asked import library

LIFE, RAIN, DAY = integer("life", 1, 8000), boolean("rain"), enumeration("day", ["Monday", "Tuesday", "Sunday"])


def words(term, variables, kind=Terms):
    """The set of cases of a term for a reader."""
    sets = kind(variables)
    return str(described(sets, sets.of(term), variables))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (at_least(read(LIFE), 1000), "life >= 1000"),
        (less(read(LIFE), 1000), "life <= 999"),
        (all_of(at_least(read(LIFE), 1000), less(read(LIFE), 2000)), "life = 1000..1999"),
        (equal(read(LIFE), 7), "life = 7"),
        (any_of(less(read(LIFE), 10), at_least(read(LIFE), 20)), "life <= 9 or life >= 20"),
        (any_of(less(read(LIFE), 20), less(read(LIFE), 10)), "life <= 19"),
        (any_of(read(RAIN), negate(read(RAIN))), "always"),
        (any_of(read(RAIN), at_least(read(LIFE), 5)), "rain or life >= 5"),
        (all_of(negate(read(RAIN)), at_least(read(LIFE), 5)), "life >= 5 and not rain"),
        (equal(read(DAY), 1), "day = Tuesday"),
        (negate(equal(read(DAY), 1)), "day is not Tuesday"),
        (
            any_of(equal(read(DAY), 1), all_of(equal(read(DAY), 2), read(RAIN))),
            "day = Tuesday or (rain and day is not Monday)",
        ),
    ],
)
def test_a_condition_in_few_words(term, text):
    """Limits that can be left out are left out, and so are boxes that others cover."""
    assert words(term, (LIFE, RAIN, DAY)) == text


def test_listed_cases_are_told_in_the_same_words():
    """As those that Z3 decides."""
    small = integer("life", 1, 30)
    term = any_of(less(read(small), 10), all_of(at_least(read(small), 20), read(RAIN)))
    assert words(term, (small, RAIN), Cases) == words(term, (small, RAIN)) == "life <= 9 or (life >= 20 and rain)"


def test_no_case_has_no_words():
    """An empty set is told by the absence of an answer."""
    sets = Cases((RAIN,))
    assert described(sets, sets.nothing, (RAIN,)) is None


def test_a_set_of_too_many_boxes_is_told_in_part():
    """And it says so."""
    number = integer("number", 0, 99)
    odd = any_of(equal(read(number), n) for n in range(1, 100, 2))
    found = described(Cases((number,)), Cases((number,)).of(odd), (number,))
    assert (len(found.boxes), found.exact) == (24, False)
    assert str(found).endswith(" or ...")


def test_where_nobody_knows_of_more_the_boxes_so_far_are_told():
    """Z3 gives up after the first two questions: of two boxes one is there, with the smallest case, and it says so."""
    rain, day = boolean("rain"), integer("day", 0, 9)
    answers = iter((True, True, False))

    class Tired(Cases):
        def decided(self, one):
            return next(answers)

    sets = Tired((rain, day))
    found = described(sets, sets.of(any_of(equal(read(day), 3), equal(read(day), 7))), (rain, day))
    assert str(found) == "day = 3 or ..."
    assert (found.example, found.exact) == ({rain: 0, day: 3}, False)


def test_a_box_says_what_it_allows():
    """Both readings of a clause, by its name alone."""
    clause = enumeration("clause: who is first", ["white", "black"])
    assert told(clause, frozenset({1})) == "who is first = black"
    assert str(Box({})) == "always"


def opened(ruling):
    """The answers on a ruling's board with every clause left open."""
    about = subject(ruling, library())
    inquiry = inquire_open(about.board, library(), about.ruleset, left_open=tuple(library().clauses))
    return inquiry, partition(inquiry)


def test_a46_who_is_compelled_first_decides_who_can_force_the_win():
    """The turn player can force it just where the opponent is compelled first."""
    _, found = opened("A46")
    wins, draw = found.outcomes
    assert str(wins.possible) == "passing with mandatory items = yes"
    assert {player: str(cases) for player, cases in wins.enforceable.items()} == {
        Player.TURN: "passing with mandatory items = yes and compelled first = opponent"
    }
    assert str(draw.possible) == "always"
    assert [(str(part.cases), part.outcomes) for part in found.parts] == [
        ("passing with mandatory items = yes and compelled first = turn player", (1, 2)),
        ("passing with mandatory items = yes and compelled first = opponent", (1, 2)),
        ("passing with mandatory items = no", (2,)),
    ]


def test_b12_needs_two_clauses_together():
    """Hysteric Sign searches if chains follow as many as arise, and its trigger may start late."""
    _, found = opened("B12")
    assert str(found.outcomes[2].possible) == (
        "chains after the adjustment = as many as arise and mandatory triggers after the adjustment = yes"
    )


@pytest.mark.parametrize("ruling", ["A05", "A23", "A46", "B12", "B28", "D20"])
def test_every_part_answers_as_its_smallest_case(ruling):
    """The closed search of the example has just these outcomes, and each player can force just those."""
    _, found = opened(ruling)
    numbers = {one.outcome: one.number for one in found.outcomes}
    about = subject(ruling, library())
    for part in found.parts:
        values = {
            variable.name.removeprefix("clause: "): variable.label(n) for variable, n in part.cases.example.items()
        }
        closed = outcomes(inquire(about.board, library(), about.ruleset.changed(values)))
        assert sorted(numbers[one.outcome] for one in closed) == list(part.outcomes)
        for player, able in part.enforceable.items():
            assert sorted(numbers[one.outcome] for one in closed if player in one.enforceable_by) == list(able)


@pytest.mark.parametrize("ruling", ["A05", "A23", "A46", "B12", "B28", "D20"])
def test_every_case_is_in_one_part(ruling):
    """The conditions of the parts, as they are told, exclude each other and leave nothing out."""
    inquiry, found = opened(ruling)
    sets = inquiry.conditions
    masks = []
    for part in found.parts:
        mask = sets.nothing
        for box in part.cases.boxes:
            mask = sets.either(mask, sets.of(box.term))
        masks.append(mask)
    assert sum(masks) == sets.everything
