"""Rulings: where an answer comes from, its cases, and claims that name the cards of their board."""

from __future__ import annotations

import pytest

from models.claims import read_claims
from models.errors import InputError
from models.formula import Path, Says
from models.phrase import Exists, Skipped, Who
from models.ruling import Source, read_ruling

HEAD = """\
ruling: Q02
source: {authority: office}
status: settled
rulesets: [ocg]
"""

BOARD = """\
board:
  turn player: {monsters: [Iron Golem, Clock Doctor], spells and traps: [{Quick Bread: set}]}
  lingering: [Blaze by opponent on Iron Golem]
"""


@pytest.fixture
def ruling(node, library):
    """Reads a ruling."""
    return lambda text: read_ruling(node(text), library)


@pytest.fixture
def claim(ruling):
    """Reads the first claim of a ruling about the board above; claims begin in line 9."""
    return lambda text: ruling(HEAD + BOARD + "claims:\n  - " + text + "\n").cases[0].claims[0]


def test_a_ruling(library):
    """The one that comes with the library of these tests."""
    found = library.ruling("Q01")
    assert (found.id, found.also, found.status, found.tags) == ("Q01", ("The wall of brass",), "settled", ("order",))
    assert (found.asks.en, found.asks.ja) == ("Can Blaze be processed under Wall of Brass?", "処理できるか。")
    assert (found.answers.en, found.answers.ja) == ("Yes.", "")
    assert found.source == Source("office", "OCG office", "fid 1", "2013-03-24", ("a page",))
    assert found.rulesets == ("ocg-2013", "ocg")
    (case,) = found.cases
    assert case.rulesets == found.rulesets
    assert case.board.names == ("Iron Golem", "Wall of Brass", "Quick Bread", "Blaze")
    assert [str(claim) for claim in case.claims] == ["possible: Iron Golem on the field"]
    assert found.cases is found.cases, "read once"


def test_several_cases(ruling):
    found = ruling(
        HEAD
        + """cases:
  - title: One
    board: {opponent: {hand: Blaze}}
    rulesets: tcg
  - board: {title: Two, opponent: {hand: Blaze}}
    claims: [outcomes: 1]
    wants: {opponent: "the turn player's next turn is skipped"}
"""
    )
    one, two = found.cases
    assert (one.title, one.rulesets, one.claims, one.wants) == ("One", ("tcg",), (), {})
    assert (two.title, two.rulesets, two.claims[0].count) == ("Two", ("ocg",), 1)
    assert [wish.sense for wish in two.wants[Who.OPPONENT]] == ["holds"]


def test_cases_are_read_when_they_are_asked_for(refused, ruling):
    found = ruling(HEAD + "cases:\n  - board: {opponent: {hand: Blase}}\n")
    assert found.status == "settled"
    refused(lambda: found.cases, "no card is called 'Blase'", (6, 30), near=("Blaze",))


def test_rulings_without_cases(ruling):
    assert ruling(HEAD + "unmodelled: it needs a judge\n").unmodelled == "it needs a judge"
    note = ruling(HEAD.replace("settled", "note") + "note: see elsewhere\n")
    assert (note.note, note.cases) == ("see elsewhere", ())


@pytest.mark.parametrize("name", ["Doctor, of Clocks", "Clock Doctor", "時計博士", '"時計博士"', "ＣＬＯＣＫ　Doctor"])
def test_a_claim_calls_a_card_by_any_of_its_names(claim, name):
    said = claim(f"possible: '{name} banished and Iron Golem on the field'").condition
    assert said == claim("possible: '\"Doctor, of Clocks\" banished and Iron Golem on the field'").condition


def test_a_formula_calls_a_card_by_any_of_its_names(claim):
    assert claim("formula: 'E F 鉄のゴーレム banished'").formula == claim("formula: 'E F Iron Golem banished'").formula


@pytest.mark.parametrize(
    ("text", "says", "at", "near"),
    [
        (HEAD, "a ruling with nothing to check", (1, 1), ()),
        (HEAD + "cases: []\n", "a ruling without cases", (5, 8), ()),
        (HEAD + "cases: []\nnote: a\n", "'note' beside 'cases'", (6, 1), ()),
        (HEAD + "unmodelled: a\nclaims: []\n", "'claims' without 'board'", (6, 1), ()),
        (HEAD + "note: a\n", "if its status is 'note'", (3, 9), ()),
        (HEAD.replace("settled", "note") + "unmodelled: a\n", "if its status is 'note'", (3, 9), ()),
        (HEAD.replace("settled", "setled") + "note: a\n", "'setled' is not a status", (3, 9), ("settled",)),
        (
            HEAD.replace("[ocg]", "[ocg-2031]") + "unmodelled: a\n",
            "'ocg-2031' is not a ruleset",
            (4, 12),
            ("ocg-2013",),
        ),
        (HEAD.replace("[ocg]", "[]") + "unmodelled: a\n", "no ruleset", (4, 11), ()),
        (HEAD.replace("{authority: office}", "{of: a}") + "unmodelled: a\n", "'authority'", (2, 9), ()),
        (HEAD.replace("office}", "o, answered: then}") + "unmodelled: a\n", "no day or year", (2, 34), ()),
        (HEAD + "clams: []\n", "a ruling has no key 'clams'", (5, 1), ("claims",)),
        ("- a", "a list where a ruling should be", (1, 1), ()),
    ],
)
def test_what_is_no_ruling(refused, ruling, *, text, says, at, near):
    refused(lambda: ruling(text), says, at, near=near)


@pytest.mark.parametrize("answered", ["2012-09-21", "2012-09", "2012", "-"])
def test_days_of_answers(ruling, answered):
    found = ruling(HEAD.replace("office}", f"o, answered: '{answered}'}}") + "unmodelled: a\n")
    assert found.source.answered == answered


# ---- claims ----


@pytest.mark.parametrize("kind", ["possible", "impossible", "always", "inevitable"])
def test_claims_about_states(claim, kind):
    found = claim(f"{kind}: Iron Golem banished")
    assert (found.kind, found.text, found.player) == (kind, "Iron Golem banished", None)
    assert isinstance(found.condition, Exists)
    assert found.condition.cards.names == ("Iron Golem",)
    assert found.at.line == 9


@pytest.mark.parametrize(
    ("kind", "player"),
    [
        ("turn player can enforce", Who.TURN),
        ("opponent can enforce", Who.OPPONENT),
        ("turn player cannot enforce", Who.TURN),
        ("opponent cannot enforce", Who.OPPONENT),
    ],
)
def test_claims_about_powers(claim, kind, player):
    assert claim(f"{kind}: Iron Golem banished").player == player


@pytest.mark.parametrize("kind", ["can", "cannot"])
def test_claims_about_moments(claim, kind):
    found = claim(f"{kind}: the turn player activates Quick Bread after the hand-size adjustment")
    assert found.moment is not None
    assert (found.moment.who, found.moment.names, found.moment.adjustment) == (Who.TURN, ("Quick Bread",), "after")
    assert found.condition is None


@pytest.mark.parametrize("player", [Who.TURN, Who.OPPONENT])
def test_claims_despite_a_player(claim, player):
    found = claim(f"possible despite {player}: Iron Golem banished")
    assert (found.player, found.condition) == (player, claim("possible: Iron Golem banished").condition)


def test_claims_about_what_is_kept_until_something_comes(claim):
    found = claim("until: {keeps: Iron Golem on the field, until: Iron Golem banished}")
    assert found.text == "Iron Golem on the field, until Iron Golem banished"
    assert found.keeps == claim("possible: Iron Golem on the field").condition
    assert found.condition == claim("possible: Iron Golem banished").condition


def test_claims_in_formulas(claim):
    found = claim('formula: "<<opponent>> F (Iron Golem banished)"')
    assert found.text == "<<opponent>> F (Iron Golem banished)"
    assert isinstance(found.formula, Path)
    assert found.formula.aim == Says(claim("possible: Iron Golem banished").condition)
    assert found.player is None


def test_claims_about_what_follows(claim):
    found = claim("""after:
      line: [the turn player passes, the opponent must process Blaze]
      impossible: Iron Golem banished""")
    assert [(moment.kind, moment.must) for moment in found.line] == [("pass", False), ("process", True)]
    assert (found.inner.kind, found.inner.text, found.inner.at.line) == ("impossible", "Iron Golem banished", 11)
    assert found.text == "the turn player passes; the opponent must process Blaze: impossible: Iron Golem banished"


@pytest.mark.parametrize(
    ("told", "kind", "text"),
    [
        ("possible: Iron Golem banished", "possible", "Iron Golem banished"),
        (" possible :  Iron Golem banished ", "possible", "Iron Golem banished"),
        ('possible: "Iron Golem" banished', "possible", '"Iron Golem" banished'),
        ("formula: [[opponent]] F Iron Golem banished", "formula", "[[opponent]] F Iron Golem banished"),
        ("formula: !Iron Golem banished", "formula", "!Iron Golem banished"),
        ('formula: "<<opponent>> F Iron Golem banished"', "formula", "<<opponent>> F Iron Golem banished"),
        ("can: 'the opponent passes'", "can", "the opponent passes"),
        ("outcomes: [Iron Golem banished]", "outcomes", "Iron Golem banished"),
        ("outcomes: 3", "outcomes", "3"),
    ],
)
def test_claims_told_outside_a_file(ruling, library, *, told, kind, text):
    """As a file has them; but a phrase needs no quotes where YAML would want them."""
    board = ruling(HEAD + BOARD).cases[0].board
    (found,) = read_claims([told], board, library)
    assert (found.kind, found.text) == (kind, text)


@pytest.mark.parametrize(
    ("told", "says", "column"),
    [
        ("possible: Iron Golem vanished", "cannot go on with 'vanished'", 22),
        ("  possible:  'Iron Golem vanished'", "cannot go on with 'vanished'", 26),
        ("possible:", "nothing where text should be", 9),
        ("posible: Iron Golem banished", "'posible' is not a kind of claim", 1),
        ("nonsense", "'nonsense' where a claim should be", 1),
        ("", "an empty document", 1),
        ("possible: Iron\x01 Golem", "unprintable", 15),
        ("outcomes: [", "not YAML", 12),
    ],
)
def test_what_is_no_claim_outside_a_file(refused, ruling, library, *, told, says, column):
    """The line is the number of the claim."""
    board = ruling(HEAD + BOARD).cases[0].board
    refused(lambda: read_claims(["outcomes: 1", told], board, library), says, (2, column))


def test_claims_about_the_outcomes(claim):
    assert claim("outcomes: 12").count == 12
    found = claim("outcomes: [Iron Golem banished, Iron Golem on the field]")
    assert found.count is None
    assert len(found.outcomes) == 2
    assert found.text == "Iron Golem banished; Iron Golem on the field"


def test_a_claim_of_best_play(claim):
    found = claim("""best play:
      turn player wants: [the opponent's next turn is skipped, most monsters the turn player controls]
      opponent wants: Iron Golem banished
      line:
        - the turn player passes
        - the opponent must process Blaze
      leads to: the opponent's next turn is skipped""")
    assert [wish.sense for wish in found.wants[Who.TURN]] == ["holds", "most"]
    assert len(found.wants[Who.OPPONENT]) == 1
    assert [(moment.kind, moment.must) for moment in found.line] == [("pass", False), ("process", True)]
    assert found.condition == Skipped(Who.OPPONENT)


def test_best_play_takes_the_wishes_of_its_case(ruling):
    text = (
        HEAD
        + BOARD
        + "wants: {turn player: Iron Golem banished}\nclaims:\n  - best play: {line: the turn player passes}\n"
    )
    case = ruling(text).cases[0]
    assert case.claims[0].wants == case.wants
    assert list(case.wants) == [Who.TURN]


@pytest.mark.parametrize(
    ("text", "says", "at", "near"),
    [
        ("posible: Iron Golem banished", "'posible' is not a kind of claim", (9, 5), ("possible",)),
        ("oponent can enforce: Iron Golem banished", "not a kind of claim", (9, 5), ("opponent can enforce",)),
        ("{possible: Iron Golem banished, can: a}", "a claim has one key, not 2", (9, 37), ()),
        ("nonsense", "'nonsense' where a claim should be", (9, 5), ()),
        ("possible: Iron Golem vanished", "cannot go on with 'vanished'", (9, 26), ("banished",)),
        ("possible: Wall of Brass banished", "Wall of Brass is not on this board", (9, 15), ()),
        ("possible: Iron Golem banished and Star Knight banished", "Star Knight is not on this", (9, 39), ()),
        ("possible: '\"Star Knight\" banished'", "Star Knight is not on this board", (9, 17), ()),
        ("possible: 黄銅の壁 banished", "黄銅の壁 is not on this board", (9, 15), ()),
        ("possible: '鉄のゴーレム banished and 黄銅の壁 banished'", "黄銅の壁 is not on this", (9, 36), ()),
        ("possible: '\"Iron Gollem\" banished'", "Iron Gollem is not on this board", (9, 17), ("Iron Golem",)),
        ("can: the turn player activates Meadow", "Meadow is not on this board", (9, 36), ()),
        ("possible: [Iron Golem banished]", "a list where text should be", (9, 15), ()),
        ("outcomes: 0", "'0' is no such number", (9, 15), ()),
        ("outcomes: -1", "'-1' is no such number", (9, 15), ()),
        ("outcomes: []", "no outcome", (9, 15), ()),
        ("best play: {line: the turn player passes}", "nobody wants anything", (9, 16), ()),
        ("best play: {turn player wants: Iron Golem banished}", "best play without a line", (9, 16), ()),
        ("best play: {turn player wants: []}", "no wish", (9, 36), ()),
        ("best play: {turn player want: a}", "best play has no key", (9, 17), ("turn player wants",)),
        (
            "possible despite oponent: Iron Golem banished",
            "not a kind of claim",
            (9, 5),
            ("possible despite opponent",),
        ),
        ("until: Iron Golem banished", "where until should be", (9, 12), ()),
        ("until: {keeps: Iron Golem banished}", "until needs the key 'until'", (9, 12), ()),
        ("until: {keep: a, until: b}", "until has no key 'keep'", (9, 13), ("keeps",)),
        ("formula: EF Iron Golem vanished", "cannot go on with 'vanished'", (9, 28), ("banished",)),
        ("formula: EF Meadow banished", "Meadow is not on this board", (9, 17), ()),
        ("formula: step(the opponent passes)", "a step where a state should be", (9, 14), ()),
        ("formula: [a]", "a list where text should be", (9, 14), ()),
        ("after: Iron Golem banished", "where after should be", (9, 12), ()),
        ("after: {possible: Iron Golem banished}", "after needs the key 'line'", (9, 12), ()),
        ("after: {line: the turn player passes}", "one thing is claimed, not 0", (9, 12), ()),
        ("after: {line: [], possible: Iron Golem banished}", "a line without a step", (9, 19), ()),
        ("after: {line: the turn player passes, can: a, cannot: b}", "one thing is claimed, not 2", (9, 51), ()),
        ("after: {line: the turn player passes, best play: a}", "after has no key 'best play'", (9, 43), ()),
        ("after: {line: the turn player passes, after: a}", "after has no key 'after'", (9, 43), ()),
        ("after: {line: the turn player pases, outcomes: 1}", "cannot go on with 'pases'", (9, 35), ("passes",)),
        (
            "after: {line: the opponent passes before the turn player passes, outcomes: 1}",
            "a step of a line is one step",
            (9, 19),
            (),
        ),
    ],
)
def test_what_is_no_claim(refused, claim, *, text, says, at, near):
    refused(lambda: claim(text), says, at, near=near)


def test_a_stranger_is_answered_with_the_cards_there(refused, claim):
    refused(lambda: claim("possible: Meadow banished"), "", (9, 15), expected=("Iron Golem", "Blaze"))


def test_what_is_wanted_is_wanted_by_a_player(refused, ruling):
    found = ruling(HEAD + BOARD + "wants: {turnplayer: Iron Golem banished}\n")
    refused(lambda: found.cases, "'turnplayer' is not a player", (8, 9), near=("turn player",))


def test_names_within_names_are_no_strangers(claim, folder):
    """A token may be named; so may a card whose name holds another's, or a word that ends like one."""
    assert claim("possible: no Sprout Token on the field")
    more = folder / "cards" / "more.yaml"
    more.write_text(
        "- {name: Golem, ja: ゴーレム, kind: token}\n- {name: Iron, ja: 鉄, kind: counter trap, passcode: 2}\n"
    )
    assert claim("possible: Iron Golem banished")


def test_errors_print_with_their_line(claim):
    with pytest.raises(InputError) as caught:
        claim("possible: Iron Golem vanished")
    assert "  |   - possible: Iron Golem vanished\n  |                          ^" in str(caught.value)
