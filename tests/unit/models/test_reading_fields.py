"""Fields: values from text, and what is said when a value is none."""

from __future__ import annotations

import datetime

import pytest

from models.documents import read_document
from models.errors import Position
from models.fields import (
    choice,
    date,
    fields,
    integer,
    items,
    mapping,
    phrase,
    phrases,
    single,
    text,
    texts,
    yes_no,
)


def value(written: str):
    """The value of ``k: written``."""
    return read_document(f"k: {written}", "x").pairs[0][1]


def test_fields_keep_values_and_the_places_of_keys(node):
    given = fields(node("a: 1\nb: 2"), allowed=["b"], required=["a"], what="a thing")
    assert given.read("a", text, "") == "1"
    assert given.read("c", text, "none") == "none"
    assert given.keys_at["b"].line == 2


def test_an_unknown_key_names_the_nearest(refused, node):
    refused(
        lambda: fields(node("a: 1\nbanishd: 2"), allowed=["a", "banished"], what="a side"),
        "a side has no key 'banishd'",
        (2, 1),
        near=("banished",),
    )


def test_an_unknown_key_that_is_near_to_none_lists_all(refused, node):
    refused(
        lambda: fields(node("xyz: 1"), allowed=["hand", "deck"], what="a side"),
        "no key 'xyz'",
        (1, 1),
        expected=("hand", "deck"),
    )


def test_a_missing_key_is_named(refused, node):
    refused(lambda: fields(node("- b: 1").items[0], allowed=["b"], required=["a"], what="a thing"), "'a'", (1, 3))


@pytest.mark.parametrize(("written", "what"), [("word", "'word'"), ("[1]", "a list"), ("", "nothing")])
def test_what_is_no_mapping_is_refused(refused, written, what):
    refused(lambda: mapping(value(written), "a side"), f"{what} where a side should be", (1, 4))


def test_one_pair_is_one_pair(refused, node):
    key, found = single(node("a: 1"), "an entry")
    assert (key.text, text(found)) == ("a", "1")
    refused(lambda: single(node("{a: 1, b: 2}"), "an entry"), "has one key, not 2", (1, 8))
    refused(lambda: single(node("{}"), "an entry"), "has one key, not 0", (1, 1))


@pytest.mark.parametrize(("written", "number"), [("1", 1), ("'10'", 10), ("-3", -3)])
def test_whole_numbers(written, number):
    assert integer(-5, 10)(value(written)) == number


@pytest.mark.parametrize("written", ["0x1", "1.0", "1_0", "１", "ten", "11", "-6", "9" * 13, "+1", "1 0"])
def test_what_is_no_such_number_is_refused(refused, written):
    error = refused(lambda: integer(-5, 10)(value(written)), "is no such number", (1, 4))
    assert error.expected == ("-5 to 10",)


def test_long_words_are_not_repeated_whole(refused):
    error = refused(lambda: integer(0, 1)(value("9" * 5000)), "...'", (1, 4))
    assert len(str(error)) < 400


def test_yes_and_no_are_the_only_words_for_it(refused):
    assert yes_no(value("yes"))
    assert not yes_no(value("no"))
    refused(lambda: yes_no(value("true")), "'true' is not allowed here", (1, 4), expected=("yes", "no"))


def test_days(refused):
    assert date(value("2014-07-09")) == datetime.date(2014, 7, 9)
    for wrong in ("2014-02-30", "2014", "20140709", "9 July 2014", "2014-W05-1"):
        refused(lambda wrong=wrong: date(value(wrong)), "is not a day", (1, 4))


def test_choices(refused):
    kinds = choice(["normal spell", "token"], "a kind of card")
    assert kinds(value("token")) == "token"
    refused(lambda: kinds(value("normal spel")), "is not a kind of card", (1, 4), near=("normal spell",))


def test_lists():
    assert texts(value("[a, b]")) == ("a", "b")
    assert texts(value("a")) == ("a",)
    assert texts(value("")) == ()
    assert len(items(value("{a: b}"))) == 1


def test_text_is_text(refused):
    refused(lambda: text(value("[a]")), "a list where text should be", (1, 4))
    refused(lambda: text(value("''")), "nothing where text should be", (1, 5))
    refused(lambda: text(value("a" * 20_001)), "more than 20000 characters", (1, 4))


def test_phrases_are_read_at_their_place(refused):
    def reader(words: str, at: Position) -> tuple[str, int]:
        return words, at.column

    assert phrase(reader)(value("a b")) == ("a b", 4)
    assert phrases(reader)(value("[a b, 'c']")) == (("a b", 5), ("c", 11))
    refused(lambda: phrases(reader)(value("[]")), "nothing where a phrase should be", (1, 4))
    refused(lambda: phrase(reader)(value("{a: b}")), "a mapping where a phrase should be", (1, 4))
