"""Each kind of change, what is not changed, and that the code of a function is exchanged where it stands."""

import importlib.util

import pytest

from tests.mutation import mutants as module
from tests.mutation.__main__ import sample, shares
from tests.mutation.mutants import Mutant, mutants, mutated, told
from tests.mutation.score import interval
from tests.mutation.trial import exchange


def lines(text):
    """The mutants of a function of one line, by that line."""
    found = mutated(f"from one import all_of, any_of, count_true\ndef one(a, b, c):\n    {text}\n")
    return [one.splitlines()[-1].strip() for one in found]


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("return a < b", ["return a <= b"]),
        ("return a is b", ["return a is not b"]),
        ("return a not in b", ["return a in b"]),
        ("return a + 2", ["return a - 2", "return a + 3"]),
        ("return a and b", ["return a or b"]),
        ("return not a", ["return a"]),
        ("return True", ["return False"]),
        ("return 'aB'", ["return 'XXaBXX'"]),
        ("return a if b else c", ["return a if (b) and False else c", "return a if (b) or True else c"]),
        ("return [a for b in c if b if a]", ["return [a for b in c if a]", "return [a for b in c if b]"]),
        ("return (a, b)", ["return (b,)", "return (a,)"]),
        ("return [a, b]", ["return [b]", "return [a, ]"]),
        ("return all_of(a, b)", ["return all_of(b)", "return all_of(a, )", "return any_of(a, b)"]),
        ("return negate(a)", ["return a"]),
        ("return a(b=c)", ["return a()"]),
        ("a.b(c)", ["..."]),
        ("a.b = c", ["..."]),
        ("a[b] = c", ["..."]),
        ("a += b", ["a -= b", "a = b"]),
        ("assert a", ["assert not (a)"]),
    ],
)
def test_a_change(text, changed):
    assert sorted(lines(text)) == sorted(changed)


def test_a_condition_is_negated_once():
    """By the mutator of its comparison, where it has one."""
    assert lines("if a: return b") == ["if not (a): return b"]
    assert lines("if not a: return b") == ["if a: return b"]
    assert lines("if a is b: return b") == ["if a is not b: return b"]


def test_a_case_is_left_out():
    found = mutated("match a:\n    case b.c:\n        d\n    case b.e:\n        f\n")
    assert found == ["match a:\n    case b.e:\n        f\n", "match a:\n    case b.c:\n        d\n"]


@pytest.mark.parametrize(
    "text",
    [
        "return a(b)",
        "return a, b",
        "a = b",
        "a, b = c",
        '"""A docstring, 2 of its lines."""',
        "import json",
        "a: dict[str, int] | None",
    ],
)
def test_nothing_is_changed(text):
    """What the type checker would refuse, or what never runs."""
    assert lines(text) == []


def test_names_that_a_module_does_not_know_are_not_used():
    assert mutated("def one(a):\n    return min(a)\n") == ["def one(a):\n    return max(a)\n"]
    assert mutated("def one(a):\n    return plus(a)\n") == []


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes a module where mutants are looked for, and imports it."""
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr("tests.mutation.trial.ROOT", tmp_path)

    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made

    return write


TEXT = """\
FIRST = 1


class Sum:
    def add(self, a, b=2):
        return a.sum(
            1, b
        )

    @property
    def one(self):
        return 1


def twice(a):
    return [one + 2 for one in a]
"""


def test_a_mutant_knows_its_lines_and_whether_it_is_made_on_import(written):
    """Those of its statement up to its own end; a default belongs to what is done on import."""
    written("places.py", TEXT)
    assert [(one.first, one.last, one.at_import) for one in mutants("places.py")] == [
        (1, 1, True),
        (5, 5, True),
        (6, 7, False),
        (12, 12, False),
        (16, 16, False),
        (16, 16, False),
    ]
    assert told(mutants("places.py")[2]) == "- 1, b\n+ 2, b"


def test_the_code_is_exchanged_where_it_stands(written):
    """Of properties and functions alike, for whoever holds them; only of the one that is changed."""
    made = written("exchanged.py", TEXT)
    functions = [made.Sum.add, made.Sum.one.fget, made.twice]
    total, twice, kept = made.Sum(), made.twice, mutants("exchanged.py")
    assert [exchange(mutant, functions) for mutant in kept[3:]] == [1, 1, 0]
    assert (total.one, twice([3])) == (2, [1])


def test_what_is_done_on_import_is_not_exchanged(written):
    made = written("imported.py", TEXT)
    assert exchange(mutants("imported.py")[0], [made.twice, made.Sum.add]) == 0


def test_a_sample_is_the_same_for_a_seed():
    """And nearly the same where the module is edited."""
    every = [Mutant("a.py", number, 1, 1, False, f"change {number}") for number in range(100)]
    drawn = sample(every, 5, "2026")
    assert drawn == sample(every, 5, "2026") != sample(every, 5, "2027")
    assert len(set(drawn)) == 5
    assert drawn == sorted(drawn)
    assert set(drawn[1:]) < set(sample([one for one in every if one is not drawn[0]], 5, "2026"))
    assert sample(every, 200, "1") == every


def test_each_package_has_its_share():
    assert shares({"game": 600, "search": 300, "questions": 100}, 50) == {"game": 30, "search": 15, "questions": 5}
    assert shares({"game": 600, "search": 300}, 0) == {"game": 600, "search": 300}


def test_a_name_stays_where_a_module_is_edited_elsewhere(written):
    written("before.py", "def one(a):\n    return a < 1, a < 1\n")
    written("after.py", "def zero():\n    return 0\n\n\ndef one(a):\n    return a < 1, a < 1\n")
    before, after = ([one.name.partition(": ")[2] for one in mutants(name)] for name in ("before.py", "after.py"))
    assert before == after[1:]
    assert before[0] == "< 1 -> <= 1 #1"
    assert "< 1 -> <= 1 #2" in before


def test_an_interval():
    """Wilson's, as in the tables: 9 of 10 lie between 59.6 % and 98.2 %."""
    low, high = interval(9, 10)
    assert (round(low, 3), round(high, 3)) == (0.596, 0.982)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[1] == pytest.approx(1.0)
