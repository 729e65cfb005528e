"""The commands that the documentation shows are run, and print what it says."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from explorer.cli import run
from explorer.cli.options import CONTRADICTED, OK, PARTIAL
from models.library import Library

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("README*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
TUTORIALS = [ROOT / "docs" / name for name in ("first-board.md", "first-board.ja.md")]
BLOCK = re.compile(r'^```(?:(?P<console>console)|yaml title="(?P<file>[^"/]+)")\n(?P<text>.*?)^```', re.S | re.M)


@dataclass
class Shown:
    """A command of a page with what is printed below it, and the files that the page has had written by then."""

    page: Path
    command: str
    output: str
    files: dict[str, str] = field(default_factory=dict)

    def __str__(self):
        return f"{self.page.relative_to(ROOT)}: {self.command}"


def shown(page: Path) -> list[Shown]:
    """Each command of the page's console blocks; a block of YAML with a title is a file that the reader writes."""
    found: list[Shown] = []
    files: dict[str, str] = {}
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if block["file"]:
            files = files | {block["file"]: block["text"]}
            continue
        for part in re.split(r"^\$ ", block["text"], flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append(Shown(page, command, output, files))
    return found


COMMANDS = [one for page in PAGES for one in shown(page)]


@pytest.mark.parametrize("one", COMMANDS, ids=str)
def test_command_prints_what_the_page_shows(one, capsys, monkeypatch, tmp_path):
    """`...` on a line of its own stands for lines that are left out."""
    if one.files:
        monkeypatch.chdir(tmp_path)
        for name, text in one.files.items():
            Path(name).write_text(text, encoding="utf-8")
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', one.command)]
    assert words[:3] == ["uv", "run", "endphase"]
    assert run(words[3:]) in (OK, CONTRADICTED, PARTIAL)
    printed = capsys.readouterr().out
    expected = "(?s:.*)".join(re.escape(part) for part in f"{one.output.strip()}\n".split("...\n"))
    assert re.fullmatch(expected, f"{printed.strip()}\n"), printed


@pytest.mark.parametrize(("name", "commands"), [("README.md", 8), ("README.ja.md", 4)])
def test_a_readme_shows_commands(name, commands):
    assert len(shown(ROOT / name)) == commands


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_a_readme_counts_the_rulings(name):
    """In its text as in what its first command prints."""
    numbers = re.findall(r"(\d+)(?: rulings|件の裁定)", (ROOT / name).read_text(encoding="utf-8"))
    assert len(numbers) >= 2
    assert set(numbers) == {str(len(Library().rulings))}


def test_the_boards_of_the_readmes_are_one(tmp_path, capsys):
    """By English names and by Japanese ones."""
    printed = []
    for name in ("README.md", "README.ja.md"):
        (text,) = re.findall(r"^```yaml\n(board:.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.S | re.M)
        (tmp_path / "board.yaml").write_text(text, encoding="utf-8")
        assert run(["explore", str(tmp_path / "board.yaml")]) == OK
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].startswith("ocg: 6 outcomes, 37 states, 40 transitions")


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda page: page.name)
def test_a_tutorial_has_commands_and_files(tutorial):
    """The first command needs none of its files, the last one all of them."""
    commands = shown(tutorial)
    assert len(commands) == 10
    assert commands[0].files == {}
    assert set(commands[-1].files) == {"lotus.yaml", "wrong.yaml"}


def test_the_tutorials_have_the_same_boards():
    english, japanese = ([one.files for one in shown(page)] for page in TUTORIALS)
    assert english == japanese


def tutorial_cards(library):
    """The cards on the board that the first tutorial ends with."""
    text = shown(TUTORIALS[0])[-1].files["lotus.yaml"]
    return [card for card in library.cards if card.name in text]


def test_the_tutorial_is_about_cards_of_no_ruling():
    """Three of them, in no file of a ruling by any of their names."""
    cards = tutorial_cards(Library())
    rulings = [path.read_text(encoding="utf-8") for path in (ROOT / "models" / "rulings").glob("*.yaml")]
    assert {card.name for card in cards} == {"Samsara Lotus", "Overdoom Line", "Wind-Up Zenmaines"}
    assert len(rulings) == len(Library().rulings)
    assert [
        name for card in cards for name in (card.name, card.ja, *card.also) if any(name in text for text in rulings)
    ] == []


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.parent.name != "decisions"], ids=lambda page: page.name
)
def test_a_test_that_a_page_names_is_there(page):
    """By its path, or by its name alone where there is one of that name."""
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    named = re.findall(r"`((?:tests/[\w/]+/)?test_\w+\.py)`", page.read_text(encoding="utf-8"))
    assert [name for name in named if sum(path == name or path.endswith(f"/{name}") for path in there) != 1] == []
