"""The library: finding cards, rulesets and rulings, and reading no more than is asked for."""

from __future__ import annotations

import doctest
import io
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import models
from models import documents, shelf
from models.arguments import as_board
from models.errors import InputError
from models.library import Library
from models.packaged import PACKAGED

TOKEN = "- name: {}\n  ja: {}\n  kind: token\n"


@pytest.fixture
def add(folder):
    """Writes one more file of cards."""

    def write(text, name="more"):
        path = folder / "cards" / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# ---- cards ----


def test_cards_come_by_name(library):
    assert [card.name for card in library.cards][:3] == ["Blaze", "Doctor, of Clocks", "Iron Golem"]
    assert library.card("blaze") is library.card("炎の渦")
    assert library.token_names == ("Sprout Token",)


def test_cards_are_found_by_part_of_a_name(library):
    assert [card.name for card in library.find("KNIGHT")] == ["Ring Knight", "Star Knight"]
    assert [card.name for card in library.find("時計")] == ["Doctor, of Clocks"]
    assert [card.name for card in library.find("clock doc")] == ["Doctor, of Clocks"]
    assert library.find("nothing") == ()


def test_an_unknown_card(refused, library):
    refused(lambda: library.card("Blase"), "no card is called 'Blase'", near=("Blaze",))
    error = refused(lambda: library.card("x" * 100_000), "no card is called")
    assert len(str(error)) < 200


def test_only_the_cards_asked_for_are_parsed(folder, monkeypatch):
    parsed = []
    read = shelf.read_card
    monkeypatch.setattr(shelf, "read_card", lambda node: parsed.append(node) or read(node))
    library = Library(folder=folder)
    assert library.card("Blaze").name == "Blaze"
    assert len(parsed) == 2, "Blaze, and the one entry with other names"


def test_an_entry_alone_has_the_lines_of_its_file(library):
    """Whether it is read alone or with the rest."""
    blaze = library.card("Blaze")
    assert blaze.at.text.endswith("name: Blaze")
    lines = Path(blaze.at.source).read_text(encoding="utf-8").split("\n")
    assert lines[blaze.at.line - 1] == "- name: Blaze"


@pytest.mark.parametrize(
    "text",
    [
        "[{name: A, ja: い, kind: token}]\n",
        "- kind: token\n  name: A\n  ja: い\n",
        "- name: 'A'\n  ja: い\n  kind: token\n",
        "-   name: A\n    ja: い\n    kind: token\n",
        "---\n- name: A\n  ja: い\n  kind: token\n",
        "- name:\n    A\n  ja: い # half-width\n  kind: token\n",
        "- name: A\r\n  ja: い\r\n  kind: token\r\n",
        "# first\n- name: A\n  # inside\n\n  ja: い\n# outside\n  kind: token\n",
        "- name: A\n  ja: い\n  kind: token\n# last\n",
    ],
)
def test_a_file_of_cards_may_be_written_in_many_ways(folder, add, text):
    add(text)
    library = Library(folder=folder)
    assert library.card("A").ja == "い"
    assert library.card("い").is_token
    assert library.card("Blaze")


@pytest.mark.parametrize(
    ("text", "says", "at"),
    [
        ("name: A\n", "a file of cards is a list", (1, 1)),
        ("- name: A\n  ja: い\n  kind: token\n- name: B: C\n  ja: ろ\n", "mapping values", (4, 10)),
        ("- name: A\n  ja: い\n  kind: token\n- B\n", "'B' where a card should be", (4, 3)),
        (
            "- name: A\n  ja: い\n  kind: token\n\n- name: a\n  ja: ろ\n  kind: token\n",
            "a second card is called 'a'",
            (5, 3),
        ),
        ("- name: A\n  ja: 炎の渦\n  kind: token\n", "a second card is called '炎の渦'", None),
        ("", "an empty document", (1, 1)),
    ],
)
def test_what_is_no_file_of_cards(refused, folder, add, *, text, says, at):
    path = add(text)
    with pytest.raises(InputError, match=says) as caught:
        _ = Library(folder=folder).cards
    place = caught.value.position
    assert place is not None
    if at:
        assert (place.source, place.line, place.column) == (str(path), *at)


def test_a_doubled_name_says_where_the_first_is(folder, add):
    add("- name: A\n  ja: い\n  kind: token\n- name: B\n  ja: ａ\n  kind: token\n")
    with pytest.raises(InputError, match=r"the first is in .*more\.yaml:1"):
        _ = Library(folder=folder).cards


def test_more_files_of_cards(tmp_path, folder):
    path = tmp_path / "mine.yaml"
    path.write_text(TOKEN.format("Mine", "私"))
    assert Library(folder=folder, extra=[path]).card("mine").name == "Mine"


def test_a_missing_file_of_cards(refused, tmp_path, folder):
    refused(lambda: Library(folder=folder, extra=[tmp_path / "none.yaml"]).cards, "there is no file")


# ---- rulesets ----


def test_rulesets_come_by_id(library):
    assert library.ruleset().id == "ocg"
    assert library.ruleset("tcg") is library.ruleset("tcg")
    assert [ruleset.id for ruleset in library.rulesets] == list(library.ruleset_ids)


def test_an_unknown_ruleset(refused, library):
    refused(lambda: library.ruleset("ocg2013"), "no ruleset is called 'ocg2013'", near=("ocg-2013",))


def test_a_ruleset_in_a_file(refused, tmp_path, library):
    path = tmp_path / "mine.yaml"
    path.write_text("id: mine\ntitle: Mine\nday: 2020-01-01\nextends: tcg\n")
    assert library.ruleset(str(path)).extends == "tcg"
    path.write_text("id: mine\ntitle: Mine\nday: 2020-01-01\nextends: tcgg\n")
    refused(lambda: Library().ruleset(str(path)), "'tcgg' is not a ruleset", (4, 10), near=("tcg",))
    refused(lambda: library.ruleset("none.yaml"), "there is no file")


def test_no_ruleset_extends_itself(refused, folder):
    for one, other in (("a", "b"), ("b", "a")):
        text = f"id: {one}\ntitle: T\nday: 2020-01-01\nextends: {other}\n"
        (folder / "rulesets" / f"{one}.yaml").write_text(text)
    refused(lambda: Library(folder=folder).ruleset("a"), "the ruleset 'a' extends itself", (4, 10))


def test_a_file_is_called_like_its_id(refused, folder):
    shutil.copy(folder / "rulesets" / "tcg.yaml", folder / "rulesets" / "mtg.yaml")
    refused(lambda: Library(folder=folder).ruleset("mtg"), "the id 'tcg' in a file called mtg.yaml", (4, 1))
    shutil.copy(folder / "rulings" / "Q01.yaml", folder / "rulings" / "Q9.yaml")
    refused(lambda: Library(folder=folder).ruling("q9"), "the id 'Q01' in a file called Q9.yaml", (1, 1))


# ---- rulings ----


@pytest.fixture
def rulings(folder):
    """A library with three more rulings."""
    text = (folder / "rulings" / "Q01.yaml").read_text(encoding="utf-8")
    for number, also, asks in (
        (2, "Bread first", "Does bread rise?"),
        (3, "Bread last", "Does bread fall?"),
        (4, "Bread", "Does the wall fall?"),
    ):
        other = text.replace("Q01", f"Q0{number}").replace("The wall of brass", also)
        other = other.replace("Can Blaze be processed under Wall of Brass?", asks)
        (folder / "rulings" / f"Q0{number}.yaml").write_text(other, encoding="utf-8")
    return Library(folder=folder)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Q01", "Q01"),
        ("ｑ０１", "Q01"),
        ("the WALL of brass", "Q01"),
        ("blaze processed", "Q01"),
        ("処理できるか。 blaze", "Q01"),
        ("bread rise", "Q02"),
        ("bread", "Q04"),
        ("last", "Q03"),
    ],
)
def test_rulings_come_by_id_alias_or_words(rulings, words, found):
    """An alias counts for more than words in questions."""
    assert rulings.ruling(words).id == found


def test_words_that_several_rulings_have(refused, rulings):
    refused(lambda: rulings.ruling("does bread"), "several rulings go with 'does bread': Q02, Q03, Q04")


@pytest.mark.parametrize("words", ["Q07", "settled", "", " "])
def test_an_unknown_ruling(refused, rulings, words):
    refused(lambda: rulings.ruling(words), f"no ruling is called {words!r}", near=("Q04",) if words == "Q07" else ())


def test_aliases_are_unique(folder, rulings):
    rulings.check()
    text = (folder / "rulings" / "Q02.yaml").read_text(encoding="utf-8")
    (folder / "rulings" / "Q02.yaml").write_text(text.replace("Bread first", "q03"), encoding="utf-8")
    with pytest.raises(InputError, match="is also what the ruling"):
        Library(folder=folder).check()


# ---- what a command's argument stands for ----


def test_a_ruling_as_a_board(rulings):
    board, ruling = as_board("Q01", rulings)
    assert ruling is rulings.ruling("Q01")
    assert board is ruling.cases[0].board
    assert as_board("Q01#1", rulings) == (board, ruling)


def test_a_case_of_a_ruling_as_a_board(refused, library):
    refused(lambda: as_board("Q01#2", library), "the ruling Q01 has no case 2", expected=("1 to 1",))
    refused(lambda: as_board("Q01#0", library), "the ruling Q01 has no case 0")
    refused(lambda: as_board("Q01#x", library), "neither a file nor a ruling is called 'Q01#x'")


def test_a_file_as_a_board(tmp_path, library):
    path = tmp_path / "b.yaml"
    path.write_text("opponent: {hand: Blaze}\n")
    board, ruling = as_board(str(path), library)
    assert (board.names, ruling) == (("Blaze",), None)


def test_a_case_in_a_file_as_a_board(tmp_path, library):
    """With what the players want."""
    path = tmp_path / "b.yaml"
    path.write_text("title: Mine\nboard: {opponent: {hand: Blaze}}\nwants: {opponent: Blaze in the GY}\n")
    board, ruling = as_board(str(path), library)
    assert ruling is not None
    assert (board.names, ruling.asks.en, ruling.rulesets) == (("Blaze",), "Mine", ("ocg",))
    assert list(ruling.cases[0].wants) == ["opponent"]


def test_a_ruling_in_a_file_as_a_board(folder, library):
    board, ruling = as_board(str(folder / "rulings" / "Q01.yaml"), library)
    assert ruling is not None
    assert (ruling.id, board) == ("Q01", ruling.cases[0].board)


def test_standard_input_as_a_board(monkeypatch, library):
    stream = io.BytesIO(b"board: {opponent: {hand: Blaze}}")
    monkeypatch.setattr(documents, "sys", SimpleNamespace(stdin=SimpleNamespace(buffer=stream)))
    assert as_board("-", library)[0].names == ("Blaze",)


@pytest.mark.parametrize("argument", ["Q0", "none.yaml", "Q0\0", "x" * 5000, ""])
def test_neither_a_file_nor_a_ruling(refused, library, argument):
    error = refused(lambda: as_board(argument, library), "neither a file nor a ruling is called")
    assert len(str(error)) < 200
    if argument == "Q0":
        assert error.near == ("Q01",)


def test_a_ruling_without_a_board(refused, folder):
    text = "ruling: Q05\nsource: {authority: a}\nstatus: note\nrulesets: ocg\nnote: just saying\n"
    (folder / "rulings" / "Q05.yaml").write_text(text)
    refused(lambda: as_board("Q05", Library(folder=folder)), "the ruling Q05 has no board: just saying")


def test_a_folder_is_no_board(refused, folder, library):
    refused(lambda: as_board(str(folder), library), "neither a file nor a ruling is called")


# ---- the package's own data ----


def test_all_packaged_data_is_well_formed():
    """Every card in all its versions, every ruleset, every case of every ruling."""
    Library().check()


def test_packaged_cards_are_written_for_the_index(monkeypatch):
    """No file has to be parsed as a whole, and hardly an entry to learn its names."""
    parsed = []
    read = shelf.read_card
    monkeypatch.setattr(shelf, "read_card", lambda node: parsed.append(node) or read(node))
    library = Library()
    total = len(library.names)
    assert total > 50
    assert len(parsed) <= total // 10
    for entry in library._shelf:
        names = entry.names
        assert (entry.card.name, entry.card.ja, *entry.card.also) == names
        assert entry.card.is_token == entry.is_token


def test_the_package_documents_itself():
    assert doctest.testmod(models).failed == 0
    assert models.Library is Library
    with pytest.raises(AttributeError):
        _ = models.nothing
    assert all(getattr(models, name) for name in models.__all__)


def test_a_list_of_names_needs_no_grammar():
    """What only looks names up does not load lark."""
    code = (
        "import sys; from models.library import Library; Library().card('Rekindling'); sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=PACKAGED.parent, check=False).returncode == 0
