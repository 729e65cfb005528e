"""Workers: their answers are those of this process, and none goes on for ever."""

import json
import threading
import time

import pytest

from explorer.serve.requests import Bounds
from explorer.serve.worker import Worker
from tests.cli.conftest import BIG
from tests.serve.desk import ENDLESS, REKINDLING, answer


@pytest.fixture
def worker():
    """Workers that are stopped in the end."""
    started = []

    def start(**bounds):
        started.append(Worker(Bounds(**bounds)))
        return started[-1]

    yield start
    for one in started:
        one.stop()


def asked(worker, name, **body):
    found = worker.ask(name, json.dumps(body).encode())
    return found.status, json.loads(found.body)


def test_an_answer_comes_from_another_process(worker):
    one = worker()
    assert asked(one, "explore", text=REKINDLING) == (200, answer("explore", text=REKINDLING))
    assert asked(one, "read", text="x: [")[1]["error"]["line"] == 1
    assert asked(one, "find", text=1)[0] == 400


def test_a_process_that_is_lost_is_told_and_followed(worker):
    """Killed in the middle of its work, as the system does where memory runs out."""
    one = worker(seconds=60, states=10**9)
    one.start()
    threading.Timer(2.5, one._process.kill).start()
    status, data = asked(one, "explore", text=BIG)
    assert (status, data["error"]["message"]) == (
        503,
        "the search ended before its answer; it may have taken too much memory",
    )
    assert asked(one, "find", text="Rekindling")[0] == 200


def test_a_request_has_its_seconds(worker):
    one = worker(seconds=1.0, states=10**9)
    one.start()
    started = time.monotonic()
    status, data = asked(one, "explore", text=BIG)
    assert time.monotonic() - started < 30
    assert (status, data.get("partial")) in ((200, True), (503, None))


def test_a_process_in_which_something_was_cut_short_is_followed(worker):
    """Even where no search has begun, which would have ended by itself."""
    one = worker(seconds=1)
    one.start()
    status, data = asked(one, "explore", text=ENDLESS)
    assert (status, one._process) == (503, None)
    assert data["error"]["message"] == "the limit of 1 seconds was reached, and there is no answer yet"
    assert asked(one, "find", text="Rekindling")[0] == 200


def test_a_large_process_is_followed_by_a_new_one(worker):
    """With its memory bounded so that whatever it does is large."""
    one = worker(memory_mb=64)
    assert asked(one, "find", text="Rekindling")[0] == 200
    assert one._process is None
    assert asked(one, "find", text="Rekindling")[0] == 200


def test_a_worker_that_is_stopped_answers_no_more(worker):
    one = worker(seconds=60, states=10**9)
    one.start()
    threading.Timer(2.0, one.stop).start()
    assert asked(one, "explore", text=BIG)[0] == 503
    status, data = asked(one, "find", text="x")
    assert (status, data["error"]["message"]) == (503, "it is being stopped")
