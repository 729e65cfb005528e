"""Pages to look at in a browser. With ``ENDPHASE_PICTURES=1`` the tests take the pictures of the documentation."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explorer.questions import inquire
from explorer.questions.walk import Walk
from models.ruleset import Words
from reports.page import board_page
from tests.bench.crowded import crowded
from tests.questions.asked import library

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
PATIENCE = 300  # seconds


class Visit:
    """A page that is looked at, with everything that it asked of the network and said on the console."""

    def __init__(self, context):
        self.page = context.new_page()
        self.asked, self.said = [], []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))

    def open(self, path, address=""):
        """Open a file at an address within it."""
        self.page.goto(f"file://{path}#{address}" if address else f"file://{path}")
        return self.page


@pytest.fixture
def visit(browser, corpus_call):
    """Open pages, each in a context of its own; in the end none has left its file, and none has complained."""
    contexts, visits = [], []

    def start(path, address="", **context):
        contexts.append(
            browser.new_context(**{"locale": "en-US", "viewport": {"width": 1360, "height": 940}, **context})
        )
        visits.append(Visit(contexts[-1]))
        return visits[-1].open(path, address)

    yield start
    for one in visits:
        assert all(url.startswith("file://") for url in one.asked)
        assert one.said == []
    for context in contexts:
        context.close()


def report(path, *arguments):
    """The call that writes a page."""
    return [sys.executable, "-m", "explorer", "report", *arguments, "-o", str(path), "-q"]


def reported(folder, name, *arguments):
    """The page that a call of ``report`` writes."""
    subprocess.run(report(folder / name, *arguments), check=True, cwd=ROOT, capture_output=True)
    return folder / name


@pytest.fixture(scope="session")
def a08(tmp_path_factory):
    """The page of the board of A08 under today's ruleset."""
    return reported(tmp_path_factory.mktemp("pages"), "A08.html", "A08", "-r", "ocg")


@pytest.fixture(scope="session")
def a05(tmp_path_factory):
    """The page of the board of A05, with its wishes."""
    return reported(tmp_path_factory.mktemp("pages"), "A05.html", "A05")


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """The page of a crowded board: seven items a side, 10,086 states."""
    inquiry = inquire(crowded(library(), 7), library(), library().ruleset("ocg"), pictured=True)
    assert len(inquiry.graph.states) == 10_086
    path = tmp_path_factory.mktemp("pages") / "crowded.html"
    path.write_text(board_page(Walk(inquiry, library()), Words("A crowded board"), Words("")), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def corpus_call(tmp_path_factory):
    """The file of the page of the corpus, and the call that writes it while other pages are looked at.

    Of several workers one makes the call, and the others have None.
    """
    folder = tmp_path_factory.getbasetemp()
    shared = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "corpus"
    path = shared / "corpus.html"
    try:
        shared.mkdir()
    except FileExistsError:
        yield path, None
        return
    call = subprocess.Popen(report(path, "--corpus"), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    yield path, call
    call.wait()  # another worker may be waiting for its page


@pytest.fixture(scope="session")
def corpus(corpus_call):
    """The page of the corpus."""
    path, call = corpus_call
    if call is not None:
        _, said = call.communicate()
        assert (call.returncode, said.decode()) == (0, "")
    ends = time.monotonic() + PATIENCE
    while not path.exists():  # it is moved there as a whole
        assert time.monotonic() < ends, "no worker has written the page of the corpus"
        time.sleep(0.1)
    return path


@pytest.fixture
def picture():
    """Take a picture for the documentation, where that is asked for."""

    def take(page, name, **how):
        if os.environ.get("ENDPHASE_PICTURES") == "1":
            PICTURES.mkdir(exist_ok=True)
            page.wait_for_timeout(300)
            page.screenshot(path=PICTURES / name, **how)

    return take
