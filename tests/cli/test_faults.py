"""Faults: a disk that is full, a folder that takes nothing, streams that are closed, processes that are ended.

Nothing is ever half written, nothing that was there is lost, and the exit code says what happened: 2 where the output
cannot be written, 3 where the answer is partial, never 0 for less than was asked for and never a traceback.
"""

import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from explorer import streams, version
from explorer.cli import cli

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it takes devices and limits of Linux")

WRITERS = [
    ("graph", "A08", "-o", "out.json"),
    ("graph", "A08", "-o", "out.aut"),
    ("graph", "A08", "-o", "out.dot"),
    ("graph", "A08", "-o", "out.graphml"),
    ("graph", "A08", "-o", "out.pml"),
    ("report", "A08", "-o", "out.html"),
    ("check", "A08", "--junit", "out.xml"),
    ("check", "A08", "--sarif", "out.sarif"),
    ("check", "A08", "--table", "-o", "out.md"),
    ("rulesets", "--table", "-o", "out.md"),
    ("schema", "board", "-o", "out.json"),
    ("new", "out.yaml", "--example", "--force"),
    ("explore", "A08", "--checkpoint", "out.kept"),
]
"""Every command that writes a file, as the last part of a call but for flags; `infer --question` takes as long as all."""


def file_of(call):
    return next(word for word in call if word.startswith("out."))


def called_with(call, name):
    return [name if word == file_of(call) else word for word in call]


def test_every_command_that_writes_is_here():
    """By their options; those that are left out have a reason."""
    options = {"output", "junit", "sarif", "checkpoint", "file"}
    there = {
        (name, one.name)
        for name, command in cli.commands.items()
        for one in command.params
        if one.name in options and one.type.name != "text"
    }
    here = {("graph", "output"), ("report", "output"), ("check", "junit"), ("check", "sarif"), ("check", "output")}
    here |= {("rulesets", "output"), ("schema", "output"), ("new", "file"), ("explore", "checkpoint")}
    same_function = {(name, "checkpoint") for name in ("ask", "best", "graph", "report")} | {("infer", "file")}
    a_folder = {("sweep", "output")}  # tests/atlas/test_running.py
    assert there == here | same_function | a_folder


# ---- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", WRITERS, ids=" ".join)
def test_a_place_that_takes_no_file(endphase, tmp_path, call):
    """No folder, a folder of that name, a file for a folder, one where nobody has the right to make a file.

    Exit code 2, one sentence, and nothing is left behind.
    """
    name = file_of(call)
    (tmp_path / "file").write_text("old", encoding="utf-8")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / name).mkdir()
    forbidden = [f"/sys/{name}"] if Path("/sys/kernel").is_dir() else []
    for place in (f"no/{name}", f"taken/{name}", f"file/{name}", *forbidden):
        called = endphase(*called_with(call, place))
        assert called.code == 2, place
        assert called.err.startswith(f"endphase: {place} ")
        assert called.err.count("\n") == 1
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")) == ["file", "taken", f"taken/{name}"]


@LINUX
@pytest.mark.parametrize("call", [one for one in WRITERS if "--checkpoint" not in one], ids=" ".join)
def test_a_device_stays_what_it_is(endphase, tmp_path, call):
    """Of a link to it too. The disk behind this one is always full; as root, a file could take its place."""
    link = tmp_path / file_of(call)
    link.symlink_to("/dev/full")
    called = endphase(*called_with(call, link.name))
    assert (called.code, called.err) == (2, f"endphase: {link.name} cannot be written: No space left on device\n")
    assert link.is_symlink()
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    assert os.listdir(tmp_path) == [link.name]


@LINUX
def test_a_pipe_takes_what_comes(process):
    """``/dev/stdout`` names one here: the file comes before what is told of it."""
    one = process("schema", "board", "-o", "/dev/stdout")
    out, err = one.communicate(timeout=60)
    assert (one.returncode, err) == (0, "")
    data, end = json.JSONDecoder().raw_decode(out)
    assert data["$schema"]
    assert out[end:].strip().startswith("/dev/stdout: the schema of a board file")


NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Python 3.11 itself leaves half of a ``.pyc`` where the disk takes no more, and cannot load it the next time."""


def limited(**limits):
    """What sets limits of the system in a new process."""
    import resource

    def set_them():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, name), (value, value))

    return set_them


@LINUX
@pytest.mark.parametrize("call", WRITERS, ids=" ".join)
def test_a_disk_that_takes_no_more(process, tmp_path, call):
    """After 64 bytes: the file that was there stays, and no other is left. Slow (a process each)."""
    name = file_of(call)
    if "--checkpoint" not in call:
        (tmp_path / name).write_text("old", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    one = process(*call, preexec_fn=limited(RLIMIT_FSIZE=64), extra=NO_BYTECODE)
    out, err = one.communicate(timeout=120)
    assert (one.returncode, out) == (2, "")
    assert err == f"endphase: {name} cannot be written: File too large\n"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_that_has_disappeared(endphase, tmp_path, monkeypatch):
    """A ruling of one's own that is gone when its turn has come."""
    assert endphase("new", "mine.yaml", "--ruling").code == 0
    path = tmp_path / "mine.yaml"

    def gone(*_):
        path.unlink()
        return 1

    monkeypatch.setattr("explorer.corpus.processes", gone)
    called = endphase("check", "mine.yaml")
    assert (called.code, called.out) == (2, "")
    assert called.err == "endphase: there is no file mine.yaml\n"


# ---- streams ---------------------------------------------------------------------------------------------------------

CALLS = [
    ("explore", "A08"),
    ("explore", "A08", "--json"),
    ("explore", "A08", "--engine", "folded"),
    ("check", "A08"),
    ("check", "A08", "--table"),
    ("best", "A05", "--want", "most monsters the turn player controls"),
    ("ask", "A08", "possible: Flamvell Firedog banished"),
    ("why", "A08", "Flamvell Firedog banished"),
    ("compare", "A08", "--rulesets", "ocg,tcg"),
    ("cards", "--brief"),
    ("rulings",),
    ("rulesets",),
    ("schema", "board"),
    ("--version",),
    ("--help",),
]


@LINUX
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_standard_output_on_a_full_disk(process, call):
    """The answer is lost, so the exit code is not 0."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        one = process(*call, stdout=full)
        _, err = one.communicate(timeout=120)
    assert (one.returncode, err) == (2, "endphase: the output cannot be written: No space left on device\n")


@LINUX
@pytest.mark.parametrize("call", [("explore", "A08"), ("check", "A08", "--json"), ("cards", "--brief"), ("--version",)])
@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)], ids=str)
def test_streams_that_are_closed(process, tmp_path, call, closed):
    """Nobody wants to read: the exit code is that of the answer. No file is taken for the stream."""

    def close():
        for number in closed:
            os.close(number)

    one = process(*call, preexec_fn=close, extra={"ENDPHASE_CACHE": str(tmp_path / "cache")})
    out, err = one.communicate(timeout=120)
    assert (one.returncode, err) == (0, "")
    assert bool(out) is (1 not in closed)


@LINUX
@pytest.mark.parametrize("how", ["full", "closed"])
def test_what_is_told_aside_is_lost_alone(process, how):
    """Progress, remarks and refusals: the answer and the exit code stay."""
    whole = process("explore", "A08").communicate(timeout=60)[0]
    for call, code, out in [
        (("explore", "A08", "--progress"), 0, whole),
        (("explore", "no such ruling at all"), 2, ""),
        (("explore", "A08", "--no-such-option"), 2, ""),
        (("best", "A05", "--max-states", "20"), 3, ""),
    ]:
        if how == "full":
            with open("/dev/full", "w", encoding="utf-8") as full:
                one = process(*call, stderr=full)
                found = one.communicate(timeout=60)[0]
        else:
            one = process(*call, preexec_fn=lambda: os.close(2))
            found = one.communicate(timeout=60)[0]
        assert (one.returncode, found) == (code, out)


@LINUX
@pytest.mark.parametrize("call", CALLS[:-2], ids=" ".join)
def test_a_reader_that_has_gone(process, call):
    """As ``| head -1``: no error, and nothing on standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    one = process(*call, stdout=writer)
    os.close(writer)
    _, err = one.communicate(timeout=120)
    assert (one.returncode, err) == (0, "")


def test_an_error_that_is_not_of_the_output_is_none_of_it():
    assert streams.cannot_be_written(OSError(28, "No space left on device"))
    assert not streams.cannot_be_written(PermissionError(13, "Permission denied"))
    assert not streams.cannot_be_written(OSError("nothing is known"))


# ---- ended processes -------------------------------------------------------------------------------------------------


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_ended_at_any_moment(process, big, number):
    """Eight moments: a part of an answer that says so, or one word. Slow (10 s): each search is under way.

    The moments begin where Python is up, and heeds what is told to it; of the search there is a part in any case.
    """
    moments = random.Random(2026)
    for _ in range(8):
        one = process("explore", big, "--json", "--max-states", "60000", "--progress")
        assert one.stderr.readline() == "the board is grounded\n"
        time.sleep(moments.uniform(0.0, 2.0))
        one.send_signal(number)
        out, err = one.communicate(timeout=120)
        assert one.returncode == 3
        told = [line for line in err.splitlines() if "states/s" not in line and line]
        if out:
            assert json.loads(out)["limit"] in ("interrupted", "states")
            assert told == []
        else:
            assert told == ["endphase: interrupted"]


@LINUX
@pytest.mark.parametrize("call", [("check",), ("report", "--corpus", "-o", "out.html")], ids=" ".join)
def test_a_worker_that_is_killed(process, tmp_path, call):
    """As the system does when memory is short: what was done is told, as partial; no half of a file is written."""
    one = process(*call, "--jobs", "2")
    until = time.monotonic() + 60
    children = Path(f"/proc/{one.pid}/task/{one.pid}/children")
    while len(found := children.read_text(encoding="ascii").split()) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.5)
    os.kill(int(found[0]), signal.SIGKILL)
    out, err = one.communicate(timeout=120)
    assert one.returncode == 3
    assert err.startswith("endphase: a process ended before its work was done (exit code -9)\n")
    if call[0] == "check":
        assert out.endswith(" - partial: interrupted\n")
    else:
        assert (out, os.listdir(tmp_path)) == ("", [])


@LINUX
def test_no_more_memory_than_the_system_gives(process, big):
    """A search that no limit of its own stops: its part is told, or that there is none."""
    one = process("explore", big, "--json", "--max-memory", "1000000", preexec_fn=limited(RLIMIT_AS=400 * 2**20))
    out, err = one.communicate(timeout=300)
    assert one.returncode == 3
    if out:
        assert json.loads(out)["limit"] == "memory"
    else:
        assert err == "endphase: there is no more memory, and no answer yet\n"


# ---- the cache -------------------------------------------------------------------------------------------------------


def hostile(name):
    """Something else in the place of the archive."""
    deep = b"\x92\xa1x\x81\xa1y" + b"\x91" * 100_000
    return {
        "nothing": b"",
        "garbage": random.Random(1).randbytes(5000),
        "a pickle": b"\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x04true\x85R.",
        "depth": deep,
        "a length that lies": b"\x92\xdb\xff\xff\xff\xff",
        "a map that lies": b"\x92\xa1x\xdf\xff\xff\xff\xff",
    }[name]


@pytest.fixture(scope="module")
def answer():
    """What is told without any archive."""
    environment = {**os.environ, "PYTHONPATH": str(Path(version.__file__).parents[1]), "ENDPHASE_CACHE": "off"}
    command = [sys.executable, "-m", "explorer", "explore", "A08", "--json"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@LINUX
@pytest.mark.parametrize(
    "name", ["nothing", "garbage", "a pickle", "depth", "a length that lies", "a map that lies", "records that lie"]
)
def test_a_hostile_archive_changes_nothing(process, tmp_path, answer, name):
    """The same answer, and a good archive in its place."""
    cache = tmp_path / "cache"
    extra = {"ENDPHASE_CACHE": str(cache)}
    assert process("explore", "A08", "--json", extra=extra).communicate(timeout=120) == (answer, "")
    (archive,) = cache.iterdir()
    if name == "records that lie":  # each under the key of another
        stamp, records = msgspec.msgpack.decode(archive.read_bytes())
        keys = list(records)
        data = msgspec.msgpack.encode(
            [stamp, dict(zip(keys, [records[key] for key in (*keys[1:], keys[0])], strict=True))]
        )
    else:
        data = hostile(name)
    archive.write_bytes(data)
    archive.chmod(0o600)
    assert process("explore", "A08", "--json", extra=extra).communicate(timeout=120) == (answer, "")
    if name != "records that lie":
        assert archive.read_bytes() != data
        assert os.listdir(cache) == [archive.name]


@LINUX
@pytest.mark.parametrize("kind", ["a file", "a link to nothing", "no home", "a full disk", "a name that is too long"])
def test_a_cache_that_takes_nothing_changes_nothing(process, tmp_path, answer, kind):
    place, more = tmp_path / "cache", {}
    if kind == "a file":
        place.write_text("old", encoding="utf-8")
    elif kind == "a link to nothing":
        place.symlink_to(tmp_path / "no" / "such")
    elif kind == "no home":
        place = Path("/proc/no/such/folder")
    elif kind == "a full disk":
        more = {"preexec_fn": limited(RLIMIT_FSIZE=64)}
    else:
        place = tmp_path / ("x" * 300)
    one = process("explore", "A08", "--json", extra={"ENDPHASE_CACHE": str(place), **NO_BYTECODE}, **more)
    assert one.communicate(timeout=120) == (answer, "")
    assert one.returncode == 0
    if kind == "a full disk":
        assert os.listdir(place) == []


# ---- versions --------------------------------------------------------------------------------------------------------


def test_the_version_is_told_where_nothing_is_installed(process):
    """It stands beside the code."""
    out, err = process("--version").communicate(timeout=60)
    assert (out, err) == (f"endphase {version.version()}\n", "")
    assert version.version() != "unknown"


def test_the_version_of_what_is_installed(tmp_path, monkeypatch):
    """Or none, where nobody knows; the project of somebody else is not asked."""
    monkeypatch.setattr(version, "_PROJECT", tmp_path / "pyproject.toml")
    monkeypatch.setattr("importlib.metadata.version", lambda _: "1.2.3")
    assert version.version() == "1.2.3"
    for text in ("[project]\nname = 'another'\nversion = '9'\n", "no = [toml", "[project]\nname = 'endphase'\n"):
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
        assert version.version() == "1.2.3"
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'endphase'\nversion = '9'\n", encoding="utf-8")
    assert version.version() == "9"
