"""``serve`` on the command line: where it listens, what it begins with, and how it ends."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest

from explorer.cli.serve import serve


@pytest.fixture
def started(process):
    """A server on a free port, and the port."""

    def start(*arguments, **options):
        one = process("serve", "--port", "0", *arguments, **options)
        said = one.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/ \(Ctrl-C ends it\)\n", said)
        assert found, (said, one.stderr.read() if one.poll() is not None else "")
        return one, int(found[1])

    return start


def data_of(port, headers=None):
    """The data in the page."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request("GET", "/", headers=headers or {})
    answer = link.getresponse()
    text = answer.read().decode()
    link.close()
    assert answer.status == 200
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)[1])


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_end(started, how):
    """Ctrl-C is how it ends, or the signal that stands for it, and no error; no process is left behind."""
    one, port = started("A08")
    data = data_of(port)
    assert data["start"].startswith("board:\n  turn player:\n    monsters:\n      - {Flamvell Firedog:")
    assert data["saves"] is False
    workers = subprocess.run(["ps", "-o", "pid=", "--ppid", str(one.pid)], capture_output=True, text=True, check=False)
    pids = [int(word) for word in workers.stdout.split()]
    assert len(pids) >= 2
    one.send_signal(how)
    out, err = one.communicate(timeout=20)
    assert (out, err) == ("", "")
    assert one.returncode == 0
    for _ in range(100):
        if not any(os.path.exists(f"/proc/{pid}") for pid in pids):
            break
        time.sleep(0.05)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)


def test_it_begins_with_a_file(started, tmp_path):
    (tmp_path / "mine.yaml").write_text("turn player: [\n", encoding="utf-8")
    _, port = started("mine.yaml", "--directory", str(tmp_path))
    data = data_of(port)
    assert (data["start"], data["saves"]) == ("turn player: [\n", True)
    assert str(tmp_path) not in json.dumps(data)


def test_it_listens_on_the_loopback_interface_alone(started):
    _, port = started()
    told = subprocess.run(["ss", "-ltn"], capture_output=True, text=True, check=False) if shutil.which("ss") else None
    if told is not None:
        assert [line.split()[3] for line in told.stdout.splitlines() if f":{port} " in line] == [f"127.0.0.1:{port}"]
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", port), timeout=5)


def test_a_port_that_is_taken_is_told(endphase):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        called = endphase("serve", "--port", str(port))
    assert called.code == 2
    assert called.err == (
        f"endphase: port {port} of 127.0.0.1: Address already in use\n  expected: --port 0, for any that is free\n"
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "example.com", ""])
def test_another_host_is_refused(endphase, host):
    called = endphase("serve", "--host", host)
    assert called.code == 2
    assert "is not this machine alone" in called.err


def test_what_is_not_there_is_told(endphase):
    assert endphase("serve", "nothing.yaml").err.startswith("endphase: no ruling is called 'nothing.yaml'")
    assert endphase("serve", "--directory", "nothing").err == "endphase: there is no folder nothing\n"
    assert endphase("serve", "--port", "99999").code == 2


def test_without_its_libraries_it_says_what_to_install(endphase, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("explorer.serve.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    called = endphase("serve")
    assert called.code == 2
    assert "pip install 'endphase[serve]'" in called.err


def test_its_limits_are_those_of_its_requests():
    """What the help tells is what a request may take."""
    from explorer.serve.requests import Bounds

    given = {one.name: one.default for one in serve.params}
    assert Bounds(given["max_states"], given["max_seconds"], given["max_memory"]) == Bounds()
