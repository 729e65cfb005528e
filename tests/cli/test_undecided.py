"""Z3 that does not answer: what is told is the same, or it is marked; never a yes or a no that nobody has proved."""

import json
import random
import time
from pathlib import Path

import pytest
import z3

import explorer
from explorer.deadline import OutOfTime, deadline
from explorer.system import agreement, patience, proving, solving
from explorer.system.patience import Undecided, time_left
from explorer.system.solving import Solver, models_of
from explorer.system.terms import all_of, any_of, boolean, equal, integer, less, negate, plus, read, times

CALLS = [
    ("explore", "A05", "--json"),
    ("explore", "PAY", "--json"),
    ("why", "B10", "Manticore of Darkness activates", "--json"),
    ("infer", "B02", "B03", "--no-question", "--json"),
    ("check", "A46", "B12", "--json"),
]
LONG = [("why", "A46", "the turn player wins", "--json")]
"""Asked of a Z3 that never answers alone: one that answers sometimes is asked for minutes."""

LIFE = (Path(explorer.__file__).parents[1] / "docs" / "boards" / "clear-world.yaml").read_text(encoding="utf-8")
"""A board whose life points are open: so many cases that Z3 has to tell them apart."""


@pytest.fixture
def unanswered(monkeypatch):
    """Has Z3 answer a question only where ``answers`` says so."""

    def patch(answers):
        real = solving.answered

        def answered(solver, seconds=None, *literals):
            return real(solver, seconds, *literals) if answers() else z3.unknown

        for module in (agreement, proving, solving):
            monkeypatch.setattr(module, "answered", answered)

    return patch


def proved(text):
    """What is told but for how much work it was: moves that no state allows need not be known to be such."""
    document = json.loads(text)
    for key in ("z3", "pruned"):
        document.pop(key, None)
    return document


def assert_same_or_marked(whole, called):
    """The same answer; or exit code 3, and no answer, or one that says that it is partial."""
    if called.code == whole.code:
        assert proved(called.out) == proved(whole.out)
        return 0
    assert called.code == 3
    if not called.out:
        assert called.err.startswith("endphase: there is no answer: Z3 does not know ")
    else:
        assert "undetermined" in called.out or json.loads(called.out).get("complete") is False
    return 1


@pytest.mark.parametrize(
    ("call", "part"),
    [*((call, part) for call in CALLS for part in (0.0, 0.5, 0.9)), *((call, 0.0) for call in LONG)],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else f"{value:.0%}",
)
def test_it_answers_not_always(endphase, tmp_path, unanswered, call, part):
    """Never, every other time, or mostly."""
    if "PAY" in call:
        (tmp_path / "pay.yaml").write_text(LIFE, encoding="utf-8")
        call = ["pay.yaml" if word == "PAY" else word for word in call]
    whole = endphase(*call)
    assert whole.code == 0
    draw = random.Random(str(call))
    unanswered(lambda: draw.random() < part)
    marked = assert_same_or_marked(whole, endphase(*call))
    if not part and call[0] == "infer":
        assert marked, "it lives on Z3 alone"


def test_it_has_a_thousandth_of_a_second(endphase, monkeypatch):
    """The same with the clock of Z3 itself."""
    whole = endphase(*CALLS[2])
    monkeypatch.setattr(solving, "time_left", lambda _: 0.001)
    assert_same_or_marked(whole, endphase(*CALLS[2]))


# ---- patience --------------------------------------------------------------------------------------------------------


def hard(pigeons=11):
    """That so many pigeons have each a hole of their own among one fewer, which Z3 needs long to refute."""
    sits = [[boolean(f"{pigeon} in {hole}") for hole in range(pigeons - 1)] for pigeon in range(pigeons)]
    alone = [
        any_of(negate(one[hole]), negate(other[hole]))
        for number, one in enumerate(sits)
        for other in sits[:number]
        for hole in range(pigeons - 1)
    ]
    return all_of(*(any_of(*row) for row in sits), *alone), [one for row in sits for one in row]


def test_a_long_question_is_cut_short_at_the_deadline():
    """An alarm alone is not heard before Z3 comes back, which here takes minutes."""
    condition, _ = hard()
    started = time.monotonic()

    def ask():
        while True:
            assert Solver().decide([condition]) is None

    with pytest.raises(OutOfTime), deadline(0.5):
        ask()
    assert time.monotonic() - started < 15


def test_a_question_that_begins_before_ends_when_an_answer_is_wanted():
    """So that there is time to tell what is known."""
    condition, _ = hard()
    with deadline(60, 3):
        started = time.monotonic()
        assert Solver().decide([condition]) is None
        assert time.monotonic() - started < 15
        assert Solver().decide([read(boolean("easy"))]) is True


def test_all_models_or_none():
    condition, variables = hard()
    with patience.patience(time.monotonic() + 0.2), pytest.raises(Undecided):
        models_of(condition, variables)
    few = boolean("a"), boolean("b")
    with patience.patience(time.monotonic() + 60):
        assert models_of(any_of(*few), few) == [(0, 1), (1, 0), (1, 1)]


def test_how_much_time_is_left(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(patience, "monotonic", lambda: now[0])
    assert (time_left(), time_left(7)) == (None, 7)
    with patience.patience(110.0, 105.0):
        assert (time_left(), time_left(3), time_left(7)) == (5.0, 3, 5.0)
        now[0] = 106.0
        assert time_left() == 4.0
        now[0] = 111.0
        assert time_left() == time_left(7) == 0.001
        with patience.patience():
            assert time_left() is None
        assert time_left() == 0.001
    assert time_left() is None


def test_a_core_that_cannot_be_made_smaller_is_all_of_it(unanswered):
    """What was decided stays decided; what is blamed is then more than need be."""
    from explorer.system.commands import Clause

    number = integer("number", 0, 9)
    clauses = [Clause(str(n), term) for n, term in enumerate([less(number, 3), less(5, number), less(number, 8)])]
    assert [one.reason for one in Solver().core(clauses)] == ["0", "1"]
    solver = Solver()
    assert not solver.satisfiable(clauses)
    unanswered(lambda: False)
    assert [one.reason for one in solver.core(clauses)] == ["0", "1", "2"]
    with pytest.raises(Undecided):
        Solver().core(clauses)


def test_whoever_needs_an_answer_is_told_that_there_is_none(unanswered):
    """As the next question does, and the reasons why a move is illegal."""
    condition = read(boolean("yes"))
    assert Solver().decided([condition])
    assert not Solver().decided([condition, negate(condition)])
    unanswered(lambda: False)
    with pytest.raises(Undecided, match="Z3 does not know whether some conditions can hold together"):
        Solver().decided([condition])


def test_a_limit_that_is_not_reached_changes_no_answer():
    """Z3 is told of the time that is left; the questions and the models are the same."""
    one, other = integer("one", 0, 30), integer("other", 0, 30)
    condition = all_of(equal(plus(times(3, read(one)), times(5, read(other))), 60), less(one, other))
    free = models_of(condition, (one, other))
    with patience.patience(time.monotonic() + 600):
        assert models_of(condition, (one, other)) == free == [(0, 12), (5, 9)]
