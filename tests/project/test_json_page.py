"""docs/json.md has a section for each format that the code writes, with its keys, and no other."""

import json
import re
from pathlib import Path

import pytest

from explorer.cli import cli, run
from tests.project.sources import modules, strings

PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
HEAD = re.compile(r"^## `(?P<command>[^`]+)`: `(?P<schema>[^`]+)`$", re.M)
SECTIONS = {found["schema"]: (found["command"], PAGE[found.end() :].split("\n## ")[0]) for found in HEAD.finditer(PAGE)}
CALLS = [
    "check A08 --json",
    'ask A46 "turn player can enforce: the duel is a draw" --json',
    "explore A08 --json",
    "explore A08 --json --max-states 5",
    "explore A08 --engine folded --powers --json",
    "best A05 --json",
    'best A05 --json --want "the opponent\'s next turn is skipped"',
    "compare A07 --rulesets ocg,tcg --json",
    "infer B02 B03 --no-question --json",
    "explore A07 --open all --json",
    "why A08 --json 'Flamvell Firedog banished'",
    "why B10 --json 'Manticore of Darkness activates'",
]


def test_every_format_has_a_section():
    """A format stands alone in a string of the code; docstrings only mention it."""
    written = {value for path in modules() for _, value in strings(path) if re.fullmatch(r"endphase/[a-z]+/\d+", value)}
    assert sorted(written) == sorted(SECTIONS)
    assert len(HEAD.findall(PAGE)) == len(SECTIONS)


@pytest.mark.parametrize(
    "command", [name for name, one in cli.commands.items() if "as_json" in {p.name for p in one.params}]
)
def test_every_command_with_json_has_a_section(command):
    assert [one for one, _ in SECTIONS.values() if one.split()[:2] == ["endphase", command]]


@pytest.mark.parametrize("schema", SECTIONS)
def test_a_section_names_options_that_there_are(schema):
    _, name, *words = SECTIONS[schema][0].split()
    known = {option for one in cli.commands[name].params for option in one.opts}
    assert {word for word in words if word.startswith("-")} <= known


@pytest.mark.parametrize("call", CALLS)
def test_the_keys_of_a_document_are_told(call, capsys):
    """Those of the outermost level, in quotes or as code."""
    run([one.strip("'\"") for one in re.findall(r"\"[^\"]*\"|'[^']*'|\S+", call)])
    document = json.loads(capsys.readouterr().out)
    text = SECTIONS[document["schema"]][1]
    if document["schema"] == "endphase/survey/1":
        text += SECTIONS["endphase/explore/1"][1]
    assert [key for key in document if f'"{key}"' not in text and f"`{key}`" not in text] == []
