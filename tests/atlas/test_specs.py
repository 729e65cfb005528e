"""Specs: what a file says, and how it is refused."""

import pytest

from explorer.atlas.situations import Sort
from explorer.atlas.spec import NAMED, Spec, as_spec, read_spec
from models.documents import read_document
from models.errors import InputError
from tests.atlas.sets import LIBRARY


def read(text):
    return read_spec(read_document(text, "sweep"), LIBRARY)


def test_a_list_of_cards():
    assert read("[Rekindling, 王宮の鉄壁]") == Spec(cards=("Rekindling", "Imperial Iron Wall"))


def test_everything_that_can_be_said():
    assert read(
        "cards: [Rekindling]\ntogether: 3\nsituations: [due, lingers]\nseats: [facing, together]\n"
        "rulesets: [ocg, tcg-2005]\nquick: [none, Book of Moon]\nmax states: 500\n"
    ) == Spec(
        cards=("Rekindling",),
        together=3,
        situations=(Sort.DUE, Sort.LINGERS),
        seats=("facing", "together"),
        rulesets=("ocg", "tcg-2005"),
        quick=("none", "Book of Moon"),
        states=500,
    )


def test_all_cards():
    assert read("cards: all") == Spec()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards: []", "a sweep of no cards"),
        ("cards: [Rekindlings]", "no card is called 'Rekindlings'"),
        ("together: 9", "'9' is no such number"),
        ("situations: [late]", "'late' is not allowed here"),
        ("seats: [beside]", "'beside' is not allowed here"),
        ("rulesets: []", "a sweep under no ruleset"),
        ("rulesets: [ocgg]", "'ocgg' is not a ruleset"),
        ("rulesets: [mine.yaml]", "'mine.yaml' is not a ruleset"),
        ("quick: [Book of Mon]", "no card is called 'Book of Mon'"),
        ("card: all", "a sweep has no key 'card'"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(InputError) as refused:
        read(text)
    assert refused.value.message == message


def test_a_name_that_there_is_not():
    assert as_spec("pairs", LIBRARY) is NAMED["pairs"]
    with pytest.raises(InputError, match="no sweep is called 'pares'") as refused:
        as_spec("pares", LIBRARY)
    assert refused.value.near == ("pairs",)
