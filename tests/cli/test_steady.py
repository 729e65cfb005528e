"""The same call prints and writes the same bytes, wherever, whenever and by whomever it is made.

Whatever order a process hashes strings in, in any language, time zone and width of the terminal, in any folder, with or
without what an earlier start has kept, by any number of processes and, where that is documented, by any engine.
"""

import pytest

from explorer.cli import cli

BOARD = """\
turn player:
  spells and traps: [Imperial Iron Wall, {Emergency Provisions: set}]
  monsters: [{Flamvell Firedog: {by: Rekindling}}]
lingering: [Rekindling by turn player on Flamvell Firedog]
"""

CALLS = [
    "explore A05 --json",
    "explore A05 --open all --json",
    "explore A05 --engine folded --powers --json",
    "explore A05 --checkpoint out.kept --json",
    "explore board.yaml --json --lang ja",
    "ask A05|possible: the duel is a draw|--json",
    "best A05 --json",
    "best A05 --json --want|most monsters the turn player controls",
    "why B10|Manticore of Darkness activates|--json",
    "why A46|the turn player wins|--json",
    "compare A05 --rulesets ocg-2013,tcg --json",
    "check A46 B12 A08 S09 --json",
    "check A46 B12 A08 S09 --details --junit out.xml --sarif out.sarif",
    "check A46 B12 A08 S09 --table -o out.md",
    "check A08 A46 --ruleset ocg --flip|compelled first",
    "infer B02 B03 --no-question --json",
    "prove ocg --json",
    "graph A05 -o out.json",
    "graph A05 -o out.aut",
    "graph A05 -o out.dot",
    "graph A05 -o out.graphml",
    "graph A05 -o out.pml",
    "report A05 -o out.html",
    "report board.yaml -o out.html --lang ja",
    "cards Rekindling --json",
    "explain board.yaml --json",
    "explain board.yaml",
    "rulings A05",
    "rulesets --table -o out.md",
    "schema ruling -o out.json",
    "new out.yaml --turn-player-hand|Dandylion|--schema",
]
"""Words are parted by spaces; what stands between bars is one."""

ENGINES = {"explore A05 --json", "best A05 --json", "graph A05 -o out.json", "report A05 -o out.html"}
JOBS = "check", "report"


def words(call):
    """The words of a call: every second part between bars is one."""
    return [word for number, part in enumerate(call.split("|")) for word in ([part] if number % 2 else part.split())]


def test_every_command_that_writes_or_has_json_is_here():
    """But for those that are asked by hand or for ever, and for the sweep (tests/atlas/test_running.py)."""
    there = {
        name
        for name, command in cli.commands.items()
        if {"as_json", "output", "file"} & {one.name for one in command.params}
    }
    assert there - {words(call)[0] for call in CALLS} == {"sweep"}


def surroundings(tmp_path):
    """Three processes' environments and folders, each with an additional part of the call."""
    cache = str(tmp_path / "cache")
    return [
        ("a", {"PYTHONHASHSEED": "1"}, "python", "1"),
        (
            "another folder",
            {
                "PYTHONHASHSEED": "2",
                "LANG": "ja_JP.UTF-8",
                "LC_ALL": "tr_TR.UTF-8",
                "TZ": "JST-9",
                "COLUMNS": "40",
                "ENDPHASE_CACHE": cache,
            },
            "numpy",
            "2",
        ),
        ("a/b", {"PYTHONHASHSEED": "3", "TZ": "EST5", "COLUMNS": "300", "ENDPHASE_CACHE": cache}, "auto", "3"),
    ]


@pytest.mark.parametrize("call", CALLS)
def test_the_same_bytes(process, tmp_path, call):
    """In three processes; the second one keeps what it has read, and the third one finds it. `prove` takes a minute."""
    found = []
    for folder, extra, engine, jobs in surroundings(tmp_path):
        place = tmp_path / folder
        place.mkdir()
        (place / "board.yaml").write_text(BOARD, encoding="utf-8")
        more = ["--engine", engine] if call in ENGINES else []
        more += ["--jobs", jobs] if words(call)[0] in JOBS else []
        one = process(*words(call), *more, extra=extra, cwd=place)
        out, err = one.communicate(timeout=300)
        assert one.returncode in (0, 1), err
        (place / "board.yaml").unlink()
        found.append(
            (out, (one.returncode, err), {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()})
        )
    assert found[0] == found[1] == found[2]
    assert found[0][0] or "--table" in call
    assert bool(found[0][2]) is ("out." in call)
    assert (tmp_path / "cache").exists() is (words(call)[0] != "schema")
