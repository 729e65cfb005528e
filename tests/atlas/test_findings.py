"""What a sweep shows together, its page, and the questions as ruling files."""

import json
import re

import pytest

from explorer.atlas import table
from explorer.atlas.findings import findings, lines
from explorer.atlas.plan import Plan
from explorer.atlas.records import records
from explorer.cli import run as endphase
from explorer.questions import check_ruling
from models.arguments import ruling_in
from reports.atlas import atlas_page, ruling_file
from tests.atlas.sets import LIBRARY, spec, swept

CARDS = ("Rekindling", "Imperial Iron Wall", "Mist Archfiend", "Brain Control", "Dandylion")
BOTH = spec(*CARDS, rulesets=("ocg", "ocg-2013"))


@pytest.fixture(scope="module")
def found():
    return findings(swept(BOTH).values())


def test_the_numbers(found):
    assert [*lines(found)] == [
        "ocg: 21 answers; 4 where order alone decides, 0 that part from the first ruleset's, "
        "2 where waiting is strictly best, 0 with endless play, 0 partial",
        "ocg-2013: 21 answers; 4 where order alone decides, 0 that part from the first ruleset's, "
        "2 where waiting is strictly best, 0 with endless play, 0 partial",
    ]


def test_pairs_in_which_order_decides_come_first(found):
    assert [pair.cards for pair in found.remarkable if "order" in pair.marks] == [
        ("Imperial Iron Wall", "Rekindling"),
        ("Brain Control", "Mist Archfiend"),
    ]
    first = found.remarkable[0]
    assert first.shown[0].order_alone is True
    assert first.shown[0].states == min(
        one.states for one in swept(BOTH).values() if first.cards == tuple(one.cards) and one.order_alone
    )


ASKED = spec(
    "Arcana Force XXI - The World", "Effect Veiler", "Lumina, Lightsworn Summoner", rulesets=("ocg", "ocg-2013")
)


def test_what_a_ruling_has_asked_is_not_asked_again():
    """The World and Effect Veiler lie on the board of a ruling; Veiler and the Lightsworn monster do too."""
    sweep = findings(swept(ASKED).values())
    assert {one.by for one in sweep.partings} == {("card texts",)}
    assert sweep.questions(LIBRARY, "ocg") == []


NEW = spec("Yubel", "Effect Veiler", rulesets=("ocg", "ocg-2013"))


def test_a_question_is_a_ruling_file(tmp_path):
    """It is pending, so that its claims are asked and never fail; each holds under just one of the rulesets."""
    (asked, *_) = findings(swept(NEW).values()).questions(LIBRARY, "ocg")
    assert (asked.parting.ruleset, asked.parting.by) == ("ocg-2013", ("card texts",))
    path = tmp_path / "question.yaml"
    path.write_text(ruling_file(asked, LIBRARY), encoding="utf-8")
    ruling = ruling_in(path, LIBRARY)
    assert ruling.status == "pending"
    for ruleset in ("ocg", "ocg-2013"):
        answer = check_ruling(ruling, LIBRARY, LIBRARY.ruleset(ruleset))
        assert str(answer.verdict) == "open"


def test_the_page_has_everything_in_it(found):
    page = atlas_page(found, (), LIBRARY, "")
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
    assert len(data["pairs"]) == len(found.remarkable)
    assert [data["cards"][number][0] for number in data["pairs"][0][0]] == ["Imperial Iron Wall", "Rekindling"]
    assert not re.search(r"(src|href)=.?https?:", page)


@pytest.fixture
def folder(tmp_path):
    """A sweep in two blocks, not joined yet."""
    plan = Plan(BOTH, LIBRARY)
    (tmp_path / "blocks").mkdir()
    for number, start in enumerate((0, 8)):
        (tmp_path / "blocks" / f"{number:06}.parquet").write_bytes(table.packed(records(plan, start, start + 8)))
    return tmp_path


def test_the_report_of_a_sweep(folder, capsys):
    """Of a sweep that is not over it says so, and is partial."""
    page = folder / "atlas.html"
    assert endphase(["report", "--atlas", str(folder), "-o", str(page)]) == 3
    partial = capsys.readouterr().out
    assert partial.endswith("2 finished blocks of a sweep that is not over\n")
    table.joined(sorted((folder / "blocks").iterdir()), folder / "atlas.parquet")
    assert endphase(["report", "--atlas", str(folder), "-o", str(page), "--questions", str(folder / "asked")]) == 0
    whole = capsys.readouterr().out
    assert whole.splitlines()[1:] == partial.splitlines()[1:-1]
    assert "Imperial Iron Wall" in page.read_text(encoding="utf-8")


def test_what_the_report_refuses(tmp_path, capsys):
    assert endphase(["report", "--atlas", str(tmp_path), "-o", str(tmp_path / "a.html")]) == 2
    assert "holds no sweep" in capsys.readouterr().err
    assert endphase(["report", "A08", "--atlas", str(tmp_path), "-o", "a.html"]) == 2
    assert "report takes a BOARD, or --corpus, or --atlas DIR" in capsys.readouterr().err
    assert endphase(["report", "A08", "--questions", "q", "-o", "a.html"]) == 2
    assert "--questions: with --atlas only" in capsys.readouterr().err
