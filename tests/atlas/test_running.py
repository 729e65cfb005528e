"""A sweep gives the same bytes however it is run: by one process or several, with one lost, in two goes, on a cluster."""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the extra sweep is not installed")
import duckdb
import psutil

import explorer
from explorer import cluster
from explorer.atlas import running, table
from explorer.atlas.plan import Plan
from explorer.atlas.records import records
from explorer.atlas.running import run
from explorer.cli import run as endphase
from models.errors import InputError
from tests.atlas.sets import LIBRARY, spec

ROOT = Path(explorer.__file__).parents[1]
SMALL = spec("Rekindling", "Imperial Iron Wall", "Mist Archfiend", "Brain Control")
BLOCK = 2
BLOCKS = 5


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The bytes of the sweep, put together in this process without any cluster."""
    folder = tmp_path_factory.mktemp("expected")
    return folder, joined(folder, 1).read_bytes()


def joined(folder, block):
    """The sweep as one file, worked through in this process in blocks of a size."""
    plan = Plan(SMALL, LIBRARY)
    parts = []
    for start in range(0, len(plan), block):
        parts.append(folder / f"{block}-{start}.parquet")
        parts[-1].write_bytes(table.packed(records(plan, start, min(start + block, len(plan)))))
    table.joined(parts, folder / f"{block}.parquet")
    return folder / f"{block}.parquet"


def test_blocks_of_any_size_make_one_file(expected):
    folder, found = expected
    assert [joined(folder, block).read_bytes() == found for block in (3, 10)] == [True, True]


def test_a_worker_is_killed_in_the_middle(expected, tmp_path):
    """What it was doing is done again by the one that is started in its place."""
    killed = []

    def kill(status):
        if not killed:
            workers = [one for one in psutil.Process().children() if "dask worker" in " ".join(one.cmdline())]
            killed.append(workers[0].pid)
            workers[0].kill()

    swept = run(SMALL, tmp_path / "out", workers=2, block=BLOCK, progress=kill)
    assert killed
    assert swept.worked == BLOCKS
    assert swept.path.read_bytes() == expected[1]


def test_interrupted_and_resumed(expected, tmp_path):
    """What was finished is kept, and not done again."""

    def interrupt(status):
        if status.done == 2:
            raise KeyboardInterrupt

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run(SMALL, out, workers=1, block=BLOCK, progress=interrupt)
    assert not (out / "atlas.parquet").exists()
    kept = {path.name: path.stat().st_mtime_ns for path in (out / "blocks").iterdir()}
    assert len(kept) == 2
    damaged = out / "blocks" / sorted(kept)[0]
    damaged.write_bytes(damaged.read_bytes()[:-9])
    swept = run(SMALL, out, workers=1, block=BLOCK)
    assert swept.worked == BLOCKS - 1
    assert swept.path.read_bytes() == expected[1]
    assert run(SMALL, out, workers=1, block=BLOCK).worked == 0


def free_port():
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """A scheduler and two workers, started by hand on loopback; none of them outlives the tests."""
    folder = tmp_path_factory.mktemp("cluster")
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    worker = ["worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    calls = [["scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"], worker, worker]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ENDPHASE_CACHE": "off"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [
        subprocess.Popen([sys.executable, "-m", "dask", *call], cwd=folder, env=environment, **quiet) for call in calls
    ]
    yield address
    for one in started:
        one.kill()
        one.wait()


def test_a_cluster_that_was_started_by_hand(scheduler, expected, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 120)
    swept = run(SMALL, tmp_path / "out", scheduler=scheduler, block=BLOCK)
    assert swept.path.read_bytes() == expected[1]


def test_the_corpus_check_on_a_cluster(scheduler, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 120)
    assert endphase(["check", "A08", "A01", "--json"]) == 0
    here = capsys.readouterr().out
    assert endphase(["check", "A08", "A01", "--json", "--scheduler", scheduler]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(here)


def gone(thing):
    """Ends the process that does it."""
    os._exit(1)


def test_worker_after_worker_is_lost(monkeypatch):
    monkeypatch.setattr(cluster, "ATTEMPTS", 0)
    with (
        cluster.cluster(None, 1) as able,
        pytest.raises(InputError, match="worker after worker was lost over one piece of work"),
    ):
        [*able.results(gone, [1])]


def test_nobody_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    with pytest.raises(InputError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        run(SMALL, tmp_path / "out", scheduler="tcp://127.0.0.1:9", block=BLOCK)


def test_dask_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(InputError, match="needs Dask, which is not installed") as refused:
        run(SMALL, tmp_path / "out", block=BLOCK)
    assert refused.value.expected == ("pip install 'endphase[sweep]'",)


def test_a_worker_of_another_version_is_refused():
    working = running._Working(SMALL, "another")
    with pytest.raises(InputError, match="another version of endphase"):
        working((0, 1))


def test_a_folder_of_something_else(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="holds something else than a sweep"):
        run(SMALL, tmp_path, block=BLOCK)


def test_a_folder_of_another_sweep(expected, tmp_path):
    running._claim(tmp_path / "out", SMALL, BLOCK)
    with pytest.raises(InputError, match="holds another sweep: its block is 2, not 3"):
        running._claim(tmp_path / "out", SMALL, 3)
    with pytest.raises(InputError, match="holds another sweep: its sweep is"):
        running._claim(tmp_path / "out", spec("Rekindling"), BLOCK)
    (tmp_path / "out" / "sweep.json").write_text("{")
    with pytest.raises(InputError, match=r"sweep\.json cannot be read"):
        running._claim(tmp_path / "out", SMALL, BLOCK)


def test_it_is_read_back_and_asked(expected):
    """The records come back as they were, and duckdb has them as a table."""
    folder, _ = expected
    plan = Plan(SMALL, LIBRARY)
    whole = [*records(plan, 0, len(plan))]
    assert [*table.read(folder / "1.parquet")] == whole
    asked = f"select board from '{folder / '1.parquet'}' where order_alone and \"on\" = 'Mist Archfiend'"
    found = {name for (name,) in duckdb.sql(asked).fetchall()}
    assert found == {one.board for one in whole if one.order_alone and one.on == "Mist Archfiend"}
    assert len(found) == 2


SQL = re.findall(r"^```sql\n(.*?)^```", (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8"), re.S | re.M)


@pytest.mark.parametrize("asked", SQL, ids=lambda one: one.splitlines()[0])
def test_the_queries_of_the_page(asked, expected):
    """They run on a small atlas as on a large one; its first ruleset has nothing to part from."""
    found = duckdb.sql(asked.replace("out/atlas.parquet", str(expected[0] / "1.parquet"))).fetchall()
    assert bool(found) is ("parts_by" not in asked)


def test_there_are_queries():
    assert len(SQL) == 3


def test_what_is_no_atlas(tmp_path):
    (tmp_path / "a.parquet").write_text("no")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        [*table.read(tmp_path / "a.parquet")]
    with pytest.raises(InputError, match="there is no file"):
        [*table.read(tmp_path / "b.parquet")]


def test_the_command(tmp_path, capsys, monkeypatch):
    """It counts without a folder, and says what it needs."""
    monkeypatch.chdir(tmp_path)
    Path("two.yaml").write_text("[Rekindling, Imperial Iron Wall]")
    assert endphase(["sweep", "two.yaml", "--count"]) == 0
    assert capsys.readouterr().out == "2 cards, 3 sets of 2, 3 boards\n"
    assert endphase(["sweep", "two.yaml"]) == 2
    assert "sweep needs -o DIR, or --count" in capsys.readouterr().err
