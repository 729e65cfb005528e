"""``pytest --endphase``: rulings as tests, run by a pytest of their own."""

import re
from pathlib import Path

import pytest

import explorer
from models.library import Library
from models.ruling import cases_for, rulesets_of

pytest_plugins = ["pytester"]

ROOT = Path(explorer.__file__).parents[1]
RULINGS = ROOT / "models" / "rulings"
OWN = """\
ruling: Own
source: {authority: a friend}
status: settled
rulesets: [ocg-2013, ocg]
board:
  turn player:
    monsters: [{Flamvell Firedog: by Rekindling}]
    spells and traps: [Imperial Iron Wall]
  lingering: [Rekindling by turn player on Flamvell Firedog]
claims:
  - possible: Flamvell Firedog on the field
  - possible: Flamvell Firedog banished
"""


@pytest.fixture
def called(pytester, monkeypatch):
    """Calls pytest as a process in a folder of the test's own; the plugin is there as if endphase were installed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    given = () if _installed() else ("-p", "reports.suite_option")

    def call(*arguments):
        return pytester.runpytest_subprocess(*given, *arguments)

    return call


def _installed():
    from importlib.metadata import entry_points

    return any(one.value == "reports.suite_option" for one in entry_points(group="pytest11"))


@pytest.fixture
def folder(pytester):
    """A folder with a ruling of which the second claim is contradicted, and with what is no ruling."""
    path = pytester.mkdir("own")
    (path / "own.yaml").write_text(OWN, encoding="utf-8")
    (path / "read me.txt").write_text("claims: none", encoding="utf-8")
    return path


def copied(folder, *names):
    """The folder, with these rulings of the library alone."""
    folder.mkdir()
    for name in names:
        (folder / f"{name}.yaml").write_bytes((RULINGS / f"{name}.yaml").read_bytes())
    return folder.name


def names(found):
    """The tests that a call collected."""
    return [line for line in found.outlines if "::" in line]


@pytest.fixture(scope="module")
def sizes():
    """How many claims each ruling of the library has under each ruleset that it speaks about.

    Of the module, so that it is there before pytester: what is imported after that, pytester has imported once more.
    """
    library = Library()
    pairs = [(ruling, ruleset) for ruling in library.rulings for ruleset in rulesets_of(ruling)]
    return [sum(len(case.claims) for case in cases_for(*pair)) for pair in pairs]


def test_there_is_a_test_for_each_ruling_ruleset_and_claim(sizes, called):
    """Of the library's rulings; where there is no claim, one that says so."""
    found = called("--endphase", str(RULINGS), "--collect-only", "-q", "-o", "addopts=")
    assert found.ret == 0
    assert (sum(sizes), sizes.count(0)) == (1165, 28)
    assert len(names(found)) == sum(sizes) + sizes.count(0)
    assert len({*names(found)}) == len(names(found))


def test_names(called, pytester):
    """By ruling and board, ruleset and claim."""
    found = called("--endphase", copied(pytester.path / "some", "B08", "A50", "S16"), "--collect-only", "-q")
    assert names(found) == [
        "some/A50.yaml::A50[tcg-2005] unmodelled",
        "some/B08.yaml::B08[ocg-2013] can: Satellarknight Deneb is activated after the hand-size adjustment",
        "some/B08.yaml::B08[ocg-2013] can: the opponent activates Torrential Tribute after the hand-size adjustment",
        "some/S16.yaml::S16[tcg] note",
        "some/S16.yaml::S16[ocg-2013] note",
    ]


def test_verdicts(called, pytester):
    """What is confirmed passes, what is open is expected to fail, the rest is skipped: each with its reason."""
    found = called("--endphase", copied(pytester.path / "some", "A08", "B08", "A50", "S16"), "-rxs")
    found.assert_outcomes(passed=18, xfailed=2, skipped=3)
    assert found.ret == 0
    found.stdout.fnmatch_lines(
        [
            "XFAIL some/B08.yaml::B08* - open: the model answers that it holds",
            "SKIPPED ?1? some/A50.yaml: unmodelled: *",
            "SKIPPED ?2? some/S16.yaml: note: *",
        ]
    )


def test_a_contradicted_claim_fails_with_its_explanation(called, folder):
    """Its place, what it says, and why not, with the play if one shows it; and no traceback."""
    found = called("--endphase", "own")
    found.assert_outcomes(passed=2, failed=2)
    assert found.ret == 1
    found.stdout.fnmatch_lines(
        [
            "*_ Own?ocg-2013? possible: Flamvell Firedog banished _*",
            "own/own.yaml:12:5: Own under ocg-2013: possible: Flamvell Firedog banished: does not hold (no play does it)",
            "*_ Own?ocg? possible: Flamvell Firedog banished _*",
        ]
    )
    assert "Traceback" not in found.stdout.str() + found.stderr.str()
    assert "suite.py" not in found.stdout.str()


def test_the_ruling_of_the_documentation(called, pytester):
    """It can be copied as it is, and passes."""
    page = (ROOT / "docs" / "own-rulings.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```yaml\n(.*?)^```", page, re.S | re.M)
    (pytester.path / "iron-wall.yaml").write_text(text, encoding="utf-8")
    found = called("--endphase", "iron-wall.yaml", "-v", "-k", "Iron and ocg")
    found.assert_outcomes(passed=4)
    found.stdout.fnmatch_lines(["iron-wall.yaml::Iron Wall?ocg? possible: Flamvell Firedog on the field PASSED*"])


def test_the_play_of_a_counterexample_is_told(called, folder):
    (folder / "own.yaml").write_text(OWN.replace("possible: Flamvell Firedog on", "impossible: Flamvell Firedog on"))
    found = called("--endphase", "own", "-k", "2013 and impossible")
    found.assert_outcomes(failed=1, deselected=3)
    found.stdout.fnmatch_lines(
        [
            "own/own.yaml:11:5: Own under ocg-2013: impossible: *: does not hold (a play shows it)",
            "    The turn player processes Rekindling.",
        ]
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            OWN.replace("Flamvell Firedog banished", "Flamvell Firedog vanished"),
            "own/own.yaml:12:*: the phrase *vanished*",
        ),
        (OWN.replace("status: settled", "status: setled"), "own/own.yaml:3:9: *'setled'*"),
        (OWN[: OWN.index("claims")][OWN.index("board") :], "own/own.yaml:1:1: nothing to check"),
    ],
)
def test_a_bad_file_is_an_error_of_collection(called, folder, text, error):
    """In the words of the tool, with line and column."""
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    found = called("--endphase", "own")
    found.assert_outcomes(errors=1)
    assert found.ret == 2
    found.stdout.fnmatch_lines(["*_ ERROR collecting own/own.yaml _*", error])
    assert "Traceback" not in found.stdout.str() + found.stderr.str()


def test_one_file_and_several_paths(called, pytester, folder):
    """Each path adds its tests; a file needs no folder."""
    copied(pytester.path / "some", "B08")
    found = called("--endphase", "own/own.yaml", "--endphase", "some")
    found.assert_outcomes(passed=2, failed=2, xfailed=2)


def test_a_path_that_there_is_not(called):
    """The call is wrong, and pytest says so."""
    found = called("--endphase", "nowhere")
    assert found.ret == 4
    found.stderr.fnmatch_lines(["ERROR: file or directory not found: *nowhere"])


def test_a_call_may_name_other_tests_or_some_of_these(called, pytester, folder):
    """Others are run besides; of the paths, what is named alone."""
    pytester.makepyfile(test_other="def test_it(): pass")
    called("--endphase", "own").assert_outcomes(passed=2, failed=2)
    called("--endphase", "own", "test_other.py").assert_outcomes(passed=3, failed=2)
    first = "own/own.yaml::Own[ocg] possible: Flamvell Firedog on the field"
    called("--endphase", "own", first).assert_outcomes(passed=1)


def test_it_works_with_several_processes(called, folder):
    called("--endphase", "own", "-n", "2").assert_outcomes(passed=2, failed=2)


def test_several_processes_leave_the_projects_own_tests_out_too(called, pytester, folder):
    """Where a project says which its tests are, each process would run these."""
    pytester.makeini("[pytest]\ntestpaths = others")
    pytester.mkdir("others").joinpath("test_other.py").write_text("def test_it(): pass")
    called("--endphase", "own", "-n", "2").assert_outcomes(passed=2, failed=2)


def test_without_the_option_nothing_is_done(called, pytester, folder):
    """Rulings are no tests then, and nothing of the tool is loaded."""
    pytester.makepyfile(
        """
        import sys

        def test_it():
            ours = {name for name in sys.modules if name.split(".")[0] in ("explorer", "models", "reports")}
            assert ours == {"reports", "reports.suite_option"}
            assert not {"z3", "numpy", "networkx", "lark", "click", "msgspec"} & set(sys.modules)
        """
    )
    found = called()
    found.assert_outcomes(passed=1)
    assert "own.yaml" not in found.stdout.str()
