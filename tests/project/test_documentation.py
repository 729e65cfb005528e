"""The commands that the documentation shows are run, and print what it says."""

import re
from pathlib import Path

import pytest

from explorer.cli import run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _shown(page: Path) -> list[tuple[str, str]]:
    """Each command of the page's console blocks with what is printed below it."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


COMMANDS = [(page.name, command, output) for page in PAGES for command, output in _shown(page)]


def test_readme_shows_commands():
    assert len([name for name, _, _ in COMMANDS if name == "README.md"]) == 8


@pytest.mark.parametrize(("command", "output"), [one[1:] for one in COMMANDS], ids=[one[1] for one in COMMANDS])
def test_command_prints_what_the_page_shows(command, output, capsys):
    """`...` on a line of its own stands for lines that are left out."""
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]
    assert words[:3] == ["uv", "run", "endphase"]
    run(words[3:])
    printed = capsys.readouterr().out
    expected = "(?s:.*)".join(re.escape(part) for part in output.strip().split("...\n"))
    assert re.fullmatch(expected, printed.strip()), printed
