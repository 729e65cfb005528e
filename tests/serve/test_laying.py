"""Cards that are found, boards that are read and laid, and rulings that are opened."""

import pytest

from explorer.serve.worker import answered
from models.ruling import cases_for
from tests.questions.asked import library
from tests.serve.desk import REKINDLING, answer, desk, refused

OPEN = """\
turn player:
  monsters: [{Majestic Mech - Ohka: {Normal Summoned without Tributing: open}}]
  hand: [3 unnamed cards, Dandylion]
  deck: []
  this turn: ['activated a "Spellbook" Spell']
opponent:
  life: 100..8000
  spells and traps: [{one of: [Royal Decree, nothing], each: set}]
assume: the opponent's life is 4000 or less
"""


def names(text):
    found = answer("find", text=text)
    return [card["name"] for card in found["cards"]], found["more"]


def test_cards_are_found_by_any_part_of_a_name():
    assert names("iron wall") == (["Imperial Iron Wall"], 0)
    assert names("鉄壁") == (["Imperial Iron Wall"], 0)
    assert names("  ") == ([], 0)
    many, more = names("a")
    assert (len(many), len(many) + more) == (24, len(library().find("a")))


def test_cards_are_found_by_a_mistake_for_their_name():
    assert names("Imperal Iron Wal")[0][0] == "Imperial Iron Wall"
    assert names("qqqqqqqqqq") == ([], 0)


def test_a_card_says_where_it_can_be():
    (card,) = answer("find", text="Imperial Iron Wall")["cards"]
    assert card == {
        "name": "Imperial Iron Wall",
        "ja": "王宮の鉄壁",
        "kind": "continuous trap",
        "zones": ["monsters", "spells and traps", "hand", "deck", "graveyard", "banished"],
        "home": "spells and traps",
    }
    homes = {card.kind: answer("find", text=card.name)["cards"][0]["home"] for card in library().cards}
    assert homes["field spell"] == "field zone"
    assert homes["effect monster"] == homes["link monster"] == homes["token"] == "monsters"
    assert homes["counter trap"] == homes["equip spell"] == "spells and traps"


def test_a_board_is_read_with_how_its_cards_lie():
    found = answer("read", text=REKINDLING)
    assert found["error"] is None
    assert found["open"] == []
    zones = found["laid"]["sides"]["turn player"]["zones"]
    assert [(one["card"], one["lies"]["copies"], one["lies"]["down"]) for zone in zones.values() for one in zone] == [
        ("Flamvell Firedog", 2, False),
        ("Imperial Iron Wall", 1, False),
        ("Emergency Provisions", 1, True),
    ]
    (effect,) = found["laid"]["lingering"]
    assert effect["lies"] == {"card": "Rekindling", "by": "turn player", "on": ["Flamvell Firedog"] * 2}
    assert set(found["cards"]) == {"Flamvell Firedog", "Imperial Iron Wall", "Emergency Provisions", "Rekindling"}


@pytest.mark.parametrize("text", [REKINDLING, OPEN])
def test_what_is_laid_is_written_and_reads_the_same(text):
    """Also what is open, what was done this turn, a Deck that is told to be empty."""
    first = answer("read", text=text)
    assert first["error"] is None
    again = answer("lay", laid=first["laid"])
    assert again["error"] is None
    assert again["laid"] == first["laid"]
    assert answer("lay", laid=again["laid"])["text"] == again["text"]


def test_what_is_left_open_is_told():
    found = answer("read", text=OPEN)
    assert found["open"] == [
        "Majestic Mech - Ohka: Normal Summoned without Tributing: no or yes",
        "opponent's life: 100 to 8,000",
        "opponent's open card: Royal Decree or nothing",
    ]
    (entry,) = found["laid"]["sides"]["opponent"]["zones"]["spells and traps"]
    assert entry["told"] == "Royal Decree or nothing"


def test_what_stands_around_a_board_stays():
    text = f"title: Mine\n{REKINDLING}claims: [{{possible: 2 Flamvell Firedog banished}}]\n"
    assert answer("lay", laid=answer("read", text=text)["laid"])["text"] == text


def test_a_board_of_nothing_is_one_of_a_player_with_life_points():
    text = answer("lay", laid={"sides": {"turn player": {}, "opponent": {}}, "around": {"board": None}})["text"]
    assert text == "board:\n  turn player:\n    life: 8000\n"


@pytest.mark.parametrize(
    ("text", "message", "at", "shown"),
    [
        ("board:\n  turn player:\n    monsters: [Foo]\n", "no card is called 'Foo'", (3, 16), True),
        ("board:\n  turn player:\n    monsters: [Foo\n", "not YAML: ", (4, 1), False),
        (
            "board:\n  turn player:\n    monster: []\n",
            "the side of the turn player has no key 'monster'",
            (3, 5),
            False,
        ),
        ("", "an empty document", (1, 1), False),
        (
            "turn player:\n  monsters: [Dandylion, {Dandylion: 3 copies}]",
            "a card in two places: 4 copies of Dandylion",
            (2, 26),
            True,
        ),
        ("turn player:\n  monsters:\n    - {Dandylion: sett}", "the phrase cannot go on", (3, 22), True),
    ],
)
def test_an_error_tells_its_line_and_column(text, message, at, shown):
    """The board is shown as far as it has the shape of one."""
    found = answer("read", text=text)
    assert found["error"]["message"].startswith(message)
    assert (found["error"]["line"], found["error"]["column"]) == at
    assert found["error"]["where"] == "board"
    assert (found["laid"] is not None) is shown


def test_a_card_that_cannot_lie_so_says_why():
    found = answer("read", text="turn player:\n  hand: [{Dandylion: set}, Fooo, Dandylion]\n")
    entries = found["laid"]["sides"]["turn player"]["zones"]["hand"]
    assert [one.get("refused", "") for one in entries] == [
        "a card in 'hand' cannot have this note",
        "no card is called 'Fooo'",
        "",
    ]


def test_every_ruling_with_a_board_is_opened():
    """Each of its boards; what is opened is as it is in the ruling, and can be laid."""
    opened = 0
    for ruling in library().rulings:
        for number, case in enumerate(ruling.cases, 1):
            found = answer("open", ruling=f"{ruling.id}#{number}")
            assert found["error"] is None
            assert found["ruleset"] in case.rulesets
            laid = answer("lay", laid=found["laid"])
            assert laid["error"] is None
            assert laid["laid"]["sides"] == found["laid"]["sides"]
            opened += 1
    assert opened == sum(len(ruling.cases) for ruling in library().rulings)


def test_a_ruling_is_opened_by_words_too():
    found = answer("open", ruling="Blaze Fortress")
    assert (found["ruling"], found["ruleset"], found["text"]) == ("A08", "ocg-2013", REKINDLING)
    assert found["asks"][1].startswith("真炎の爆発")
    assert found["claims"][0] == "possible: 2 Flamvell Firedog on the field"
    several = next(one for one in library().rulings if len(one.cases) > 1)
    first = cases_for(several, several.rulesets[0])[0]
    assert (
        answer("open", ruling=several.id)["text"]
        == answer("open", ruling=f"{several.id}#{several.cases.index(first) + 1}")["text"]
    )


def test_a_ruling_without_a_board_says_why():
    note = next(one for one in library().rulings if not one.cases)
    assert refused("open", ruling=note.id) == (
        422,
        f"the ruling {note.id} has no board: {note.unmodelled or note.note}",
        (0, 0),
    )
    assert refused("open", ruling="Z99")[:2] == (422, "no ruling is called 'Z99'")
    assert refused("open", ruling="A08#7")[:2] == (422, "the ruling A08 has no case 7")


@pytest.mark.parametrize("name", ["/etc/passwd", "../../etc/passwd", "pyproject.toml", "models/rulings/A08.yaml", "-"])
def test_no_request_reads_a_file(name):
    """Neither as a ruling nor as a ruleset, and nothing of the machine is told."""
    status, message, _ = refused("open", ruling=name)
    assert status == 422
    assert message.startswith(("no ruling is called", "several rulings go with"))
    assert refused("explore", text=REKINDLING, ruleset=name)[:2] == (422, "no such ruleset")


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("find", {}),
        ("find", {"text": 1}),
        ("find", {"text": "x", "more": 1}),
        ("find", {"text": "x" * 1001}),
        ("read", {"text": "x" * 100_001}),
        ("lay", {"laid": []}),
        ("lay", {"laid": {"sides": {"nobody": {}}}}),
        ("lay", {"laid": {"sides": {"turn player": {"zones": {"attic": []}}}}}),
        ("explore", {"text": "x", "lang": "la"}),
        ("claims", {"text": "x", "claims": ["x"] * 21}),
    ],
)
def test_what_is_no_request_is_refused(name, body):
    status, message, _ = refused(name, **body)
    assert status == 400
    assert message.startswith("this is no request: ")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[]", b'{"text": "\\ud800"}', b"[" * 5000, b'{"text": ' + b"[" * 100_000]
)
def test_what_is_no_json_is_refused(body):
    assert answered(desk(), "read", body).status == 400


@pytest.mark.parametrize("title", [1, True, 1.5, [None, [2]], {"a": {"b": 3}}])
def test_a_board_is_made_of_texts(title):
    assert refused("lay", laid={"sides": {}, "title": title})[:2] == (
        422,
        "a board is made of texts, lists and mappings, and not too deep",
    )


def test_a_board_that_is_too_deep_is_refused():
    deep: list = []
    for _ in range(60):
        deep = [deep]
    assert refused("lay", laid={"sides": {}, "title": deep})[0] == 422
