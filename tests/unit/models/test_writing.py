"""Plain data as a document: it reads the same, and reads well."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from models.documents import read_document
from models.parsing import UNPRINTABLE
from models.writing import in_brackets, plain, written

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "models" / "rulings").glob("*.yaml"))

TEXTS = some.text(max_size=30).map(str.strip).filter(lambda text: not UNPRINTABLE.search(text))
PLAIN = some.recursive(
    TEXTS, lambda inner: some.lists(inner, max_size=4) | some.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


@given(some.dictionaries(TEXTS, PLAIN, min_size=1, max_size=5))
def test_what_is_written_reads_the_same(data):
    """Whatever the texts say: quotes, colons, hashes, dashes, line breaks, nothing."""
    assert plain(read_document(written(data))) == data


@given(PLAIN)
def test_what_is_written_in_a_line_reads_the_same(data):
    assert plain(read_document(written({"a": [data]}))) == {"a": [data]}
    assert "\n" not in in_brackets(data)


def test_every_ruling_can_be_written():
    assert len(FILES) == 187
    for path in FILES:
        data = plain(read_document(path))
        assert plain(read_document(written(data))) == data, path


def test_a_board_is_written_as_people_write_one():
    board = {
        "board": {
            "turn player": {
                "life": "8000",
                "monsters": [{"Flamvell Firedog": ["by Rekindling", "2 copies"]}],
                "spells and traps": ["Imperial Iron Wall", {"Emergency Provisions": "set"}, {"Solemn Warning": "set"}],
                "hand": [],
            },
            "opponent": None,
            "lingering": ["Rekindling by turn player on Flamvell Firedog, Flamvell Firedog"],
        }
    }
    assert written(board) == (
        "board:\n"
        "  turn player:\n"
        "    life: 8000\n"
        "    monsters:\n"
        "      - {Flamvell Firedog: [by Rekindling, 2 copies]}\n"
        "    spells and traps:\n"
        "      - Imperial Iron Wall\n"
        "      - {Emergency Provisions: set}\n"
        "      - {Solemn Warning: set}\n"
        "    hand: []\n"
        "  opponent:\n"
        "  lingering:\n"
        "    - Rekindling by turn player on Flamvell Firedog, Flamvell Firedog\n"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("set", "a: set\n"),
        ("D.D. Crow", "a: D.D. Crow\n"),
        ("a: b", 'a: "a: b"\n'),
        ("- x", 'a: "- x"\n'),
        ("", 'a: ""\n'),
    ],
)
def test_a_text_has_quotes_where_it_needs_them(text, line):
    assert written({"a": text}) == line
