"""Each reader before inputs that nobody would write: a result, or one refusal that points at a place.

Forty inputs for each reader, drawn by hypothesis, the same every time; `python -m tests.fuzz N SEED` draws more. Some 30 s.
"""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from models.errors import InputError, Position
from tests.differential.draws import DRAWN
from tests.fuzz import verdicts
from tests.fuzz.__main__ import FOUND, fuzzed
from tests.fuzz.readers import READERS, Reader, assert_points
from tests.fuzz.texts import ROOT
from tests.fuzz.verdicts import judged

BY_NAME = {reader.name: reader for reader in READERS}
NUMBER = 40
PARTLY = {"phrase"}
"""The readers some of whose texts are refused: every line of the card files, whatever it is."""

each_reader = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)


@pytest.mark.parametrize("reader", [reader for reader in READERS if not reader.frame], ids=lambda reader: reader.name)
def test_the_texts_that_are_changed_can_be_read(reader):
    """As they are, so that what is refused is refused for a change; of the long lists about ten."""
    texts = reader.seeds[:: max(1, len(reader.seeds) // 10)]
    verdicts = [judged(reader, text.encode()) for text in texts]
    assert not [one.failure for one in verdicts if one.failure]
    accepted = sum(one.accepted for one in verdicts)
    assert accepted == len(texts) or (reader.name in PARTLY and accepted > 0)


@pytest.mark.parametrize("reader", [reader for reader in READERS if reader.frame], ids=lambda reader: reader.name)
def test_what_is_set_into_something_is_read_now_and_then(reader):
    """Of sixty inputs some are accepted, most are not, and no two are the same."""
    random = Random(1)
    drawn = [reader.drawn(random) for _ in range(60)]
    accepted = sum(judged(reader, raw).accepted for raw in drawn)
    assert len(set(drawn)) == 60
    assert 0 < accepted < 30


@each_reader
def test_hostile_input_is_read_or_refused(reader):
    """Within the time, and without another exception; what fails is made small where ENDPHASE_SHRINK says so."""

    @seed(8)
    @settings(DRAWN, max_examples=NUMBER)
    @given(st.randoms(use_true_random=False))
    def each(random: Random) -> None:
        raw = reader.drawn(random)
        assert judged(reader, raw).failure == "", raw

    each()


@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_what_was_found_stays_fixed(path):
    """A file's name begins with its reader's, and goes on with what was wrong."""
    assert judged(BY_NAME[path.name.split("-")[0]], path.read_bytes()).failure == ""


def test_the_driver_counts_every_input():
    """In a process of its own: three readers, a table, exit code 0, and the same again for the same seed."""
    call = [sys.executable, "-m", "tests.fuzz", "60", "1", "formula", "wish", "flip"]
    runs = [subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True) for _ in range(2)]
    rows = [[line.split(" | ")[:4] for line in run.stdout.splitlines()] for run in runs]
    assert rows[0] == rows[1]
    assert [row[:2] for row in rows[0][2:5]] == [["| formula", "20"], ["| wish", "20"], ["| flip", "20"]]
    total, refused, accepted = (int(number) for number in rows[0][-1][1:])
    assert (total, refused + accepted) == (60, 60)


# ---- what the driver would see ---------------------------------------------------------------------------------------


def reading(read, *, points=True):
    """A reader of one text that does this."""
    return Reader("broken", read, lambda: ("x",), points)


def raising(error):
    """A reader that raises the error."""

    def read(_raw):
        raise error

    return reading(read)


@pytest.mark.parametrize(
    ("reader", "says"),
    [
        (raising(KeyError("x")), "KeyError in tests/fuzz/test_fuzz.py"),
        (raising(RecursionError()), "RecursionError"),
        (raising(MemoryError()), "MemoryError"),
        (raising(InputError("no place")), "no place: no place"),
        (raising(InputError("beside the line", Position("x", 1, 9, "short"))), "column 9 of a line of 5"),
        (raising(InputError("before the first line", Position("x", 0, 1))), "AssertionError"),
    ],
)
def test_a_failure_is_seen(reader, says):
    """Whatever is raised but a refusal, and a refusal that points nowhere."""
    verdict = judged(reader, b"x")
    assert says in verdict.failure
    assert not verdict.accepted


def test_a_hang_is_seen(monkeypatch):
    """It is cut short when its time is used."""
    monkeypatch.setattr(verdicts, "SECONDS", 0.2)

    def hang(_raw):
        while True:
            pass

    verdict = judged(reading(hang), b"x")
    assert verdict.failure.startswith("more than 0.2 s, in tests/fuzz/test_fuzz.py")
    assert verdict.seconds < 2


def test_memory_is_bounded():
    """In a process of its own: a gigabyte more than there is at first is refused."""
    code = "from tests.fuzz.verdicts import bound_memory; bound_memory(); bytearray(1_100_000_000)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 1
    assert "MemoryError" in run.stderr


def test_a_failing_input_is_kept():
    """The shortest for each place where it fails."""
    reader = raising(KeyError("x"))
    counts, _, _, failures = fuzzed(reader, 20, "seed")
    assert counts == {"failed": 20}
    assert len(failures) == 1


def test_a_refusal_that_a_terminal_would_obey_is_seen():
    """The printed message escapes what was written; what does not would be seen."""
    error = InputError(
        "\x1b[31m and \u202e", Position("a\x07b", 1, 3, "\t\x1b[31mが"), expected=["\0"], near=["\u200b"]
    )
    assert_points(error)
    assert str(error) == (
        "a\\x07b:1:3: \\x1b[31m and \\u202e\n  expected: \\x00\n  did you mean: \\u200b?\n  |  \ufffd[31mが\n  |   ^"
    )


def test_the_caret_stands_under_wide_characters():
    """Two columns for each, none for a mark that is set on another character."""
    text = "手札: か\u3099x"
    lines = str(InputError("x", Position("x", 1, text.index("x") + 1, text))).split("\n")
    assert lines[-1] == "  | " + " " * 8 + "^"


def test_a_long_message_is_cut():
    """What a user wrote may be part of it."""
    assert len(str(InputError("y" * 19_000))) == 1_003
