"""Documents: what YAML may hold here, and where a refusal points."""

from __future__ import annotations

import io
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import documents
from models.documents import MOST_BYTES, Mapping, Scalar, Sequence, read_document
from models.errors import InputError


def plain(node):
    """The node without positions."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}


def test_a_document_is_text_lists_and_mappings():
    """Nothing is given a type: yes, 1, ~, dates and the empty value stay what is written."""
    document = read_document("a: yes\nb: [1, 2.5, ~, null]\nc: {d: 2014-07-09, e: }\nf:\n- 0x10\n- 'q'\n")
    assert plain(document) == {
        "a": "yes",
        "b": ["1", "2.5", "~", "null"],
        "c": {"d": "2014-07-09", "e": ""},
        "f": ["0x10", "q"],
    }


def test_every_node_knows_its_place():
    document = read_document("a: 1\n\nlist:\n  - {b: 'two'}\n", "board.yaml")
    assert isinstance(document, Mapping)
    (_, one), (_, several) = document.pairs
    assert (one.at.source, one.at.line, one.at.column, one.at.text) == ("board.yaml", 1, 4, "a: 1")
    assert isinstance(several, Sequence)
    inner = several.items[0]
    assert (inner.at.line, inner.at.column) == (4, 5)
    assert isinstance(inner, Mapping)
    quoted = inner.pairs[0][1]
    assert isinstance(quoted, Scalar)
    assert quoted.quoted
    assert (quoted.at.line, quoted.at.column) == (4, 10), "the first character behind the quote"


def test_a_part_of_a_file_keeps_its_line_numbers():
    assert read_document("a: 1\nb: 2", "x", first_line=30).pairs[1][0].at.line == 31


@pytest.mark.parametrize(
    ("text", "word", "line", "column"),
    [
        ("key: >\n  one two\n  three\n", "three", 3, 3),
        ("key: one\n  two three\n", "three", 2, 7),
        ('key: "say \\"no\\" \\u00e9 here"\n', "here", 1, 25),
        ("key: 'it''s here'\n", "here", 1, 13),
        ("key: |\n\n  first\n  second\n", "second", 4, 3),
        ('key: "  padded"\n', "padded", 1, 9),
        ('key: "one \\\n  two"\n', "two", 2, 3),
        ("key: one two\n", "two", 1, 10),
        ("key: one two\r\nb: c\r\n", "two", 1, 10),
    ],
)
def test_a_place_inside_a_text_is_found_however_it_is_written(text, word, line, column):
    """Over line breaks, indentation, folding and escapes."""
    value = read_document(text).pairs[0][1]
    assert isinstance(value, Scalar)
    place = value.at.moved(value.text.index(word))
    assert (place.line, place.column) == (line, column)
    assert place.text[column - 1 :].startswith(word)


@pytest.mark.parametrize(
    ("text", "says", "line", "column"),
    [
        ("", "an empty document", 1, 1),
        ("# nothing\n", "an empty document", 1, 1),
        ("---\n...\n", "an empty document", 1, 1),
        ("a: 1\na: 2", "'a' is given twice; first in line 1", 2, 1),
        ("{b: 1, 'b': 2}", "'b' is given twice", 1, 9),
        ("a: &x 1\nb: *x", "anchors", 1, 4),
        ("b: *x", "aliases", 1, 4),
        ("a: !!int 1", "tags", 1, 4),
        ("! a", "tags", 1, 1),
        ("!!python/object/apply:os.system ['true']", "tags", 1, 1),
        ("a: 1\n---\nb: 1", "a second document", 2, 1),
        ("%YAML 1.1\n---\na: 1", "directives", 1, 1),
        ("%TAG ! tag:x,2000:\n---\na: 1", "directives", 1, 1),
        ("? [a, b]\n: c", "a key must be plain text", 1, 3),
        ("{{a: b}: c}", "a key must be plain text", 1, 2),
        ("a: 'b\0c'", "a NUL character", 1, 6),
        ("a: \x1b[31m", "the unprintable character U+001B", 1, 4),
        ('a: "b\\0"', "a NUL character", 1, 6),
        ('a: "\\e[31m"', "the unprintable character U+001B", 1, 5),
        ('a: "\\ud800"', "the unprintable character U+D800", 1, 5),
        ("a: b: c", "mapping values are not allowed here (a text with ': ' in it needs quotes)", 1, 5),
        ("a: [1, 2", "not YAML", 1, 9),
        ("a: 'open", "not YAML", 1, 9),
        ("a:\n\t- b", "not YAML", 2, 1),
        ("@a", "not YAML", 1, 1),
        ("&", "found the end of the document", 1, 2),
        ("a: 1\n  b: 2\n", "not YAML", 2, 4),
        ('- "\\UFFFFFFFF"', "not YAML: the parser cannot go on", 1, 1),
    ],
)
def test_what_is_no_document_is_refused_at_its_place(refused, text, says, line, column):
    refused(lambda: read_document(text, "x"), says, (line, column))


@pytest.mark.parametrize("text", ["[" * 41, "- " * 41 + "x", "{a: " * 41, "[" * 1_000_000, "- " * 400_000])
def test_depth_is_bounded_before_anything_overflows(refused, text):
    error = refused(lambda: read_document(text), "nested more than 40 deep", (1, _column_of_depth_41(text)))
    assert len(str(error)) < 500


def _column_of_depth_41(text):
    width = {"[": 1, "-": 2, "{": 4}[text[0]]
    return 40 * width + 1


def test_forty_deep_is_allowed():
    assert read_document("[" * 40 + "]" * 40)


def test_nodes_are_bounded(refused):
    refused(lambda: read_document("[" + "a," * 20_000 + "]"), "more than 20000 entries", (1, 40_000))
    assert len(read_document("[" + "a," * 19_999 + "]").items) == 19_999


def test_one_long_line_is_not_copied_for_each_node():
    document = read_document("[" + "a," * 10_000 + "]")
    assert len({id(item.at.text) for item in document.items}) == 1


def test_an_error_shows_no_control_characters(refused):
    error = refused(lambda: read_document("a: \x1b]0;title\x07", "x"), "unprintable", (1, 4))
    assert all(character.isprintable() or character == "\n" for character in str(error))


# ---- files ----


def test_a_file_is_read(tmp_path):
    path = tmp_path / "b.yaml"
    path.write_bytes("\ufeffa: 鉄\n".encode())
    document = read_document(path)
    assert plain(document) == {"a": "鉄"}
    assert document.at.source == str(path)
    assert document.at.column == 1


def test_a_missing_file_is_refused(refused, tmp_path):
    refused(lambda: read_document(tmp_path / "none.yaml"), "there is no file")


def test_a_folder_is_refused(refused, tmp_path):
    refused(lambda: read_document(tmp_path), "is a folder, not a file")


def test_a_name_that_no_file_can_have_is_refused(refused):
    refused(lambda: read_document(Path("a\0b")), "cannot be read")
    refused(lambda: read_document(Path("a" * 5000)), "cannot be read")


def test_an_unreadable_file_is_refused(refused, tmp_path, monkeypatch):
    path = tmp_path / "b.yaml"
    path.write_text("a: 1")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    refused(lambda: read_document(path), "cannot be read: Permission denied")


def test_a_large_file_is_refused_unread(refused, tmp_path, monkeypatch):
    path = tmp_path / "b.yaml"
    path.write_bytes(b"a" * (MOST_BYTES + 1))
    monkeypatch.setattr(Path, "open", lambda *_, **__: pytest.fail("it was opened"))
    refused(lambda: read_document(path), "holds more than 1 MB")


def test_an_endless_file_is_not_read_to_its_end(refused):
    if not os.path.exists("/dev/zero"):
        pytest.skip("no /dev/zero")
    refused(lambda: read_document(Path("/dev/zero")), "holds more than 1 MB")


@pytest.mark.parametrize(
    ("raw", "at"),
    [
        (b"a: 1\nb: \xff\xfe", (2, 4)),
        ("é: ".encode() + b"\x80", (1, 4)),
        (b"\xef\xbb\xbfa: \xe9\nb", (1, 4)),
        (b"\xff\xfea\0", (1, 1)),
    ],
)
def test_what_is_not_utf_8_is_refused(refused, tmp_path, raw, at):
    path = tmp_path / "b.yaml"
    path.write_bytes(raw)
    refused(lambda: read_document(path), "not UTF-8", at)


class _Stream(io.BytesIO):
    asked = 0

    def read(self, size: int | None = -1) -> bytes:
        self.asked = size or -1
        return super().read(size)


def test_standard_input_is_read_up_to_the_limit(refused, monkeypatch):
    stream = _Stream(b"a" * (MOST_BYTES * 3))
    monkeypatch.setattr(documents, "sys", SimpleNamespace(stdin=SimpleNamespace(buffer=stream)))
    refused(lambda: read_document(Path("-")), "standard input holds more than 1 MB")
    assert stream.asked == MOST_BYTES + 1


def test_standard_input_has_a_name(monkeypatch):
    stream = _Stream(b"a: 1")
    monkeypatch.setattr(documents, "sys", SimpleNamespace(stdin=SimpleNamespace(buffer=stream)))
    assert read_document(Path("-")).at.source == "standard input"


# ---- whatever comes ----

_YAML = st.text(alphabet="abc:-?[]{},#&*!|>'\"%@` \n\t\\0xuU.é鉄~", max_size=60)


@given(_YAML | st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    """Nothing but an InputError comes out, and it can be printed."""
    said = _said_of(text)
    assert said == "" or said.startswith("x:")


def _said_of(text):
    try:
        read_document(text, "x")
    except InputError as error:
        return str(error)
    return ""


@given(st.text(alphabet="ab '\"\\é\n", max_size=20).filter(lambda text: text.strip()), st.data())
def test_places_in_quoted_texts_point_at_their_character(text, data):
    """Each character of a text that is not white space is found where it is written, or at its escape."""
    written = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    value = read_document(f"key: {written}", "x").pairs[0][1]
    assert isinstance(value, Scalar)
    assert value.text == text.strip()
    index = data.draw(st.integers(0, len(value.text) - 1))
    if value.text[index].isspace():
        return
    place = value.at.moved(index)
    found = place.text[place.column - 1]
    assert found == value.text[index] or found == "\\"
