"""What is loaded when: a start takes no longer than its answer needs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {
    "dask",
    "distributed",
    "lark",
    "networkx",
    "numba",
    "numpy",
    "pyarrow",
    "rich",
    "ruamel.yaml",
    "starlette",
    "textual",
    "uvicorn",
    "z3",
}
SHOW = """
import sys
sys.path.insert(0, {root!r})
{code}
print("loaded:", *sorted({{name.split(".")[0] for name in sys.modules}} | {{n for n in sys.modules if "." in n}}))
"""
RUN = "from explorer.cli import run\nassert run({arguments!r}) in (0, 3), 'it failed'"
ITEM = """\
turn player:
  monsters: [{Flamvell Firedog: {by: Rekindling}}]
lingering:
  - Rekindling by turn player on Flamvell Firedog
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """The modules that a process has loaded after some code; with an archive of its own."""
    folder = tmp_path_factory.mktemp("loading")
    (folder / "item.yaml").write_text(ITEM, encoding="utf-8")

    def after(code):
        environment = {"ENDPHASE_CACHE": str(folder / "cache"), "LANG": "C.UTF-8", "PATH": ""}
        called = subprocess.run(
            [sys.executable, "-c", SHOW.format(root=str(ROOT), code=code)],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert called.stderr == ""
        assert called.returncode == 0
        return set(called.stdout.splitlines()[-1].removeprefix("loaded: ").split())

    return after


def test_importing_the_package_loads_nothing_of_it(loaded):
    found = loaded("import explorer")
    assert not found & (HEAVY | {"click", "msgspec", "models", "explorer.api", "explorer.game"})


def test_help_loads_no_model(loaded):
    found = loaded("from explorer.cli import cli\ncli(['--help'], standalone_mode=False)")
    assert not found & (HEAVY | {"explorer.game", "explorer.system", "explorer.search", "models.library"})


def calls(arguments):
    return RUN.format(arguments=list(arguments))


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (("explore", "A08"), set()),
        (("explore", "A08", "--json"), set()),
        (("explore", "A08", "--lang", "ja"), set()),
        (("check", "A08"), set()),
        (("best", "A08"), set()),
        (("play", "A08", "--plain"), set()),
        (("rulings",), set()),
        (("rulesets", "ocg"), set()),
        (("cards", "Rekindling"), set()),
        (("explore", "item.yaml"), set()),
        (("graph", "A08", "-o", "a.json"), {"networkx"}),
        (("report", "A08", "-o", "a.html"), set()),
        (("explore", "A08", "--engine", "numpy"), {"numpy"}),
        (("explore", "A08", "--engine", "folded", "--powers"), set()),
        (("sweep", "pairs", "--count"), {"lark"}),
        (("prove", "ocg", "--max-seconds", "0.001"), {"lark", "ruamel.yaml", "z3"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_loads_what_it_needs(loaded, arguments, needed):
    """When the archive has what it asks for: of the heavy libraries just these."""
    loaded(calls(arguments))
    found = loaded(calls(arguments))
    assert found & HEAVY == needed


def test_nothing_is_loaded_for_other_questions(loaded):
    loaded(calls(["explore", "A08"]))
    found = {name for name in loaded(calls(["explore", "A08"])) if name.startswith(("explorer.questions.", "reports."))}
    assert found == {
        "explorer.questions.because",
        "explorer.questions.inquiry",
        "explorer.questions.outcomes",
        "explorer.questions.wishes",
        "reports.narration",
        "reports.narration.narrator",
        "reports.paper",
        "reports.plaintext",
        "reports.reductions",
    }
