"""``--checkpoint FILE``: a search that was ended, by a limit, an interrupt or a kill, goes on and ends the same."""

import errno
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import explorer
from explorer.checkpoint_file import CheckpointFile
from explorer.deadline import OutOfTime, deadline
from explorer.search.checkpoints import Checkpoints
from explorer.search.explore import Limits, explore
from models.errors import InputError
from tests.unit.search.test_frontiers import lattice

ROOT = Path(explorer.__file__).parents[1]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="it takes signals")


# ---- the command line ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engines", [("python", "numpy"), ("numpy", "python"), ("auto", "auto")], ids=" then ".join)
def test_a_search_that_reached_a_limit_goes_on(endphase, tmp_path, engines):
    """Its last answer is that of a search that never stopped, byte for byte, whichever engine goes on."""
    unbroken = endphase("explore", "A05", "--json")
    for engine, states in zip(engines, ("50", "100"), strict=True):
        part = endphase("explore", "A05", "--checkpoint", "kept", "--json", "--max-states", states, "--engine", engine)
        assert (part.code, json.loads(part.out)["limit"]) == (3, "states")
    assert endphase("explore", "A05", "--checkpoint", "kept", "--json") == unbroken
    assert endphase("explore", "A05", "--checkpoint", "kept", "--json") == unbroken
    assert sorted(os.listdir(tmp_path)) == ["kept"]


@pytest.mark.parametrize(
    ("command", "more", "file"),
    [
        ("ask", ["possible: the duel is a draw"], None),
        ("best", [], None),
        ("graph", ["-o", "graph.json"], "graph.json"),
        ("report", ["-o", "page.html"], "page.html"),
    ],
)
def test_other_questions_about_a_board_have_it_too(endphase, tmp_path, command, more, file):
    whole = endphase(command, "A05", *more)
    written = (tmp_path / file).read_bytes() if file else b""
    assert endphase(command, "A05", *more, "--checkpoint", "kept", "--max-states", "100").code == 3
    assert endphase(command, "A05", *more, "--checkpoint", "kept") == whole
    assert ((tmp_path / file).read_bytes() if file else b"") == written


def test_what_is_refused_is_left_as_it_is(endphase, tmp_path):
    """Exit code 2, one sentence, and nothing is written over."""
    endphase("explore", "A05", "--checkpoint", "kept", "--max-states", "100")
    good = (tmp_path / "kept").read_bytes()
    foreign = "is a checkpoint of another board, ruleset, library or call, or of another version of them"
    for data, arguments, says in [
        (good, ("A05", "--ruleset", "tcg"), foreign),
        (good, ("A08",), foreign),
        (good[:-1], ("A05",), "is a checkpoint that is damaged"),
        (good[:30], ("A05",), "is a checkpoint that was cut off"),
        (good.replace(b"checkpoint 2", b"checkpoint 0", 1), ("A05",), "is a checkpoint in another format ('0', not 2)"),
        (b"turn player: {}\n", ("A05",), "is no checkpoint"),
        (b"", ("A05",), "is no checkpoint"),
    ]:
        (tmp_path / "kept").write_bytes(data)
        called = endphase("explore", *arguments, "--checkpoint", "kept")
        assert (called.code, called.out) == (2, "")
        assert called.err == f"endphase: kept {says}\n  expected: another FILE for --checkpoint, no file there\n"
        assert (tmp_path / "kept").read_bytes() == data
    (tmp_path / "kept").unlink()
    (tmp_path / "kept").mkdir()
    assert endphase("explore", "A05", "--checkpoint", "kept").err == "endphase: kept is no file\n"
    called = endphase("explore", "A05", "--checkpoint", "no/such/folder")
    assert called.err == "endphase: no/such/folder cannot be written: No such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("explore", "A05", "--open", "all"), "something is left open"),
        (("explore", "A05", "--engine", "folded"), "not with the engine folded"),
        (("explore", "A05", "--engine", "diagrams"), "not with the engine diagrams"),
        (("report", "--corpus", "-o", "page.html"), "not with --corpus"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_where_there_is_none(endphase, tmp_path, arguments, says):
    called = endphase(*arguments, "--checkpoint", "kept")
    assert (called.code, called.out) == (2, "")
    assert says in called.err
    assert os.listdir(tmp_path) == []


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_search_keeps_what_it_has(process, big, tmp_path, number):
    """And the next one goes on from there. Slow (6 s): the search has to be under way."""
    kept = tmp_path / "kept"
    one = process("explore", big, "--json", "--checkpoint", str(kept))
    until = time.monotonic() + 60
    while not kept.exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(1)
    one.send_signal(number)
    out, err = one.communicate(timeout=60)
    assert (one.returncode, err) == (3, "")
    found = json.loads(out)
    assert found["limit"] == "interrupted"
    two = process("explore", big, "--json", "--checkpoint", str(kept), "--max-states", "1")
    assert json.loads(two.communicate(timeout=60)[0])["states"] == found["states"] > 1


# ---- killed ----------------------------------------------------------------------------------------------------------

SEARCH = """
import hashlib, sys
from pathlib import Path
from explorer.checkpoint_file import CheckpointFile
from explorer.search.checkpoints import Checkpoints
from explorer.search.explore import Limits, explore
from tests.unit.search.test_frontiers import lattice
class Told(CheckpointFile):
    def read(self):
        data = super().read()
        print("begun", 0 if data is None else len(data), flush=True)
        return data
checkpoints = Checkpoints(Told(Path(sys.argv[1]), print), pause=0.02)
graph = explore(lattice(16), limits=Limits(engine=sys.argv[2]), checkpoints=checkpoints)
made = hashlib.sha256(repr(list(graph.states)).encode())
for numbers in (graph.offsets, graph.targets, graph.labels, graph.parents):
    made.update(numbers.tobytes())
print(graph, made.hexdigest())
"""


def killed_and_resumed(folder, engines, kills, seed):
    """The last line of a search that was killed so many times, and the sizes of what each run began with."""
    random, sizes = Random(seed), []
    for run in range(kills + 1):
        command = [sys.executable, "-c", SEARCH, str(folder / "kept"), engines[run % len(engines)]]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        one = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        sizes.append(int(one.stdout.readline().split()[1]))
        if run < kills:
            time.sleep(random.uniform(0, 0.3))
            one.kill()
        out, _ = one.communicate(timeout=120)
    return out.splitlines()[-1], sizes


def unbroken():
    """The line of a search that nobody killed."""
    graph = explore(lattice(16), limits=Limits(engine="numpy"))
    made = hashlib.sha256(repr(list(graph.states)).encode())
    for numbers in (graph.offsets, graph.targets, graph.labels, graph.parents):
        made.update(numbers.tobytes())
    assert str(graph) == "65536 states, 524288 transitions, 1 terminal"
    return f"{graph} {made.hexdigest()}"


@POSIX
def test_killed_twice(tmp_path):
    """Once by each engine, then gone on with: the same states, numbers and edges."""
    line, sizes = killed_and_resumed(tmp_path, ("python", "numpy"), 2, 1)
    assert line == unbroken()
    assert sizes[0] == 0


@POSIX
@pytest.mark.parametrize("engines", [("python",), ("numpy",), ("auto", "numpy", "python")], ids=" ".join)
def test_killed_ten_times(tmp_path, engines):
    """At random moments. Slow (each 10 s): eleven processes have to be started, and ten to come some way."""
    line, sizes = killed_and_resumed(tmp_path, engines, 10, 2026)
    assert line == unbroken()
    assert sizes == sorted(sizes), "nothing that was kept is lost again"
    assert sizes[-1] > sizes[1]


# ---- the file --------------------------------------------------------------------------------------------------------


def test_a_disk_that_is_full_at_the_start_is_an_error(tmp_path, monkeypatch):
    """Before the search, rather than after hours of it."""

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("explorer.checkpoint_file.replaced", full)
    with pytest.raises(InputError, match=r"kept cannot be written: No space left on device"):
        explore(lattice(3), checkpoints=Checkpoints(CheckpointFile(tmp_path / "kept", print)))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (MemoryError(), "there is no more memory"),
    ],
    ids=["disk", "memory"],
)
def test_what_fails_later_is_told_once(tmp_path, monkeypatch, error, reason):
    """The search goes on, and what was kept before stays."""
    told = []
    file = CheckpointFile(tmp_path / "kept", told.append)
    explore(lattice(5), limits=Limits(states=9), checkpoints=Checkpoints(file))
    before = (tmp_path / "kept").read_bytes()

    def failing(*_):
        raise error

    monkeypatch.setattr("explorer.checkpoint_file.replaced", failing)
    graph = explore(lattice(5), checkpoints=Checkpoints(file, pause=0))
    assert str(graph) == "32 states, 80 transitions, 1 terminal"
    assert told == [f"{tmp_path / 'kept'} cannot be written: {reason}; the search goes on without"]
    assert (tmp_path / "kept").read_bytes() == before


@POSIX
def test_a_deadline_does_not_cut_it_off(tmp_path):
    """What is late is cut short when the checkpoint is in its place."""

    def parts():
        time.sleep(0.3)
        yield b"whole"

    def work():
        CheckpointFile(tmp_path / "kept", print).write(parts())
        time.sleep(30)

    with pytest.raises(OutOfTime), deadline(0.1):
        work()
    assert (tmp_path / "kept").read_bytes() == b"whole"


@POSIX
def test_nobody_else_can_read_it(tmp_path):
    explore(lattice(3), checkpoints=Checkpoints(CheckpointFile(tmp_path / "kept", print)))
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600
