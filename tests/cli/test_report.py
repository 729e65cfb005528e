"""``report``: pages as files, and what stands in their data."""

import base64
import hashlib
import json
import re
import zlib

import pytest

from explorer.cli.report import Reporting
from explorer.game.outcome import Resting
from explorer.game.players import Player
from explorer.questions import RulingAnswer, inquire
from explorer.questions.playmat import Became, Counted, Due, Lying, Moved
from explorer.questions.walk import Walk
from explorer.search.explore import Limits
from models.arguments import as_ruling
from models.ruleset import Words
from models.ruling import rulesets_of
from reports.narration import narrator
from reports.page import RulingData, Texts, board_page, corpus_page
from reports.page.document import in_script
from reports.page.words import LANGUAGES, change_told, page_words
from tests.questions.asked import library

NOTE = next(one.id for one in library().rulings if one.note)
HOSTILE = "</script><script>alert('1 & 2')</script>\u2028"


def data_of(page):
    """The data in a page."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


@pytest.fixture
def a08(endphase, tmp_path):
    """The page of A08 under today's ruleset."""
    called = endphase("report", "A08", "-r", "ocg", "-o", "A08.html")
    assert (called.code, called.err) == (0, "")
    assert called.out == "A08.html: 19 states, 21 transitions, 3 terminal\n"
    return (tmp_path / "A08.html").read_text(encoding="utf-8")


def test_a_page_holds_the_whole_walk(a08):
    """Each position once, and what comes back in tables: 19 positions on 7 boards."""
    data = data_of(a08)
    walk, texts = data["walk"], data["texts"]
    assert {key: len(rows) for key, rows in walk.items() if isinstance(rows, list)} == {
        "windows": 20,
        "zones": 8,
        "results": 4,
        "wishing": 0,
        "outcomes": 3,
        "positions": 19,
        "mats": 7,
        "lying": 7,
        "cards": 4,
        "dues": 1,
        "links": 1,
        "lists": 9,
        "forbidden": 8,
        "obstacles": 8,
        "changes": 5,
        "sets": 6,
    }
    assert len(texts["en"]) == len(texts["ja"])
    window, player, _, moves, *_ = walk["positions"][0]
    assert (walk["windows"][window], player) == ("the turn player's window", 0)
    assert [texts["en"][number] for number in moves[::5]] == [
        "the turn player passes",
        "the turn player processes Rekindling",
        "the turn player activates Emergency Provisions, with Imperial Iron Wall as the cost",
    ]
    assert [texts["ja"][number] for number in moves[5:6]] == ["ターンプレイヤーは《真炎の爆発》の処理を行う"]
    assert moves[1::5] == [1, 2, 3]
    assert [plays for _, plays in walk["outcomes"]] == ["2", "2", "4"]


def test_what_forbids_a_move_is_in_both_languages(a08):
    """Clauses and what they say change with the switch; their citations do not."""
    data = data_of(a08)
    english, japanese = data["texts"]["en"], data["texts"]["ja"]
    told = {english[clause]: (clause, says, cites, rule) for clause, says, cites, rule in data["walk"]["obstacles"]}
    assert len(told) == 7  # of eight: two cards have to be where they must be
    assert all(japanese[clause] and japanese[says] for clause, says, *_ in told.values())
    clause, says, cites, rule = told["rule: in a window of theirs"]
    assert (english[says], rule) == ("a player acts in a window of their own", 1)
    assert japanese[clause] == "ルール：自分に優先権があるとき"
    assert japanese[says] == "プレイヤーは自分に優先権があるときに行動する"
    assert english[cites[0]] == "A01: database answer fid 11533, 2024-08-29"
    assert not any(japanese[cite] for cite in cites)
    clause, says, cites, rule = told["card: where it must be"]
    assert (japanese[clause], cites, rule) == ("カード：あるべき場所にあること", [], 0)
    assert re.fullmatch(r"《.+》のテキスト（パスコード\d+、2026-11-01時点）", japanese[says])


def test_a_page_is_the_same_each_time(endphase, a08, tmp_path):
    """Byte for byte."""
    assert endphase("report", "A08", "-r", "ocg", "-o", "again.html", "--engine", "python").code == 0
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == a08


def test_a_page_begins_in_the_language_of_the_call(endphase, a08, tmp_path):
    """Else as the browser has it; both languages are in it."""
    assert data_of(a08)["begins"] == ""
    assert endphase("report", "A08", "-r", "ocg", "--lang", "ja", "-o", "ja.html").code == 0
    found = data_of((tmp_path / "ja.html").read_text(encoding="utf-8"))
    assert found == {**data_of(a08), "begins": "ja"}


def test_a_page_asks_for_nothing(a08):
    """No address of anything, and a policy that would let none in: its own style and script, by their digests."""
    assert not re.search(r"\b(?:src|href)=\"(?!#)", a08)
    assert re.findall(r"https?://[^\"' )]+", a08) == ["http://www.w3.org/2000/svg"]  # the name of a namespace
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', a08)[1].replace("&#39;", "'")
    style, script = (
        re.search(r"<style>(.*?)</style>", a08, re.DOTALL)[1],
        re.findall(r"<script>(.*?)</script>", a08, re.DOTALL),
    )
    digests = ["sha256-" + base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in (style, *script)]
    assert policy == (
        f"default-src 'none'; style-src '{digests[0]}'; script-src '{digests[1]}'; base-uri 'none'; form-action 'none'"
    )
    assert "innerHTML" not in a08
    assert "eval(" not in a08


def test_data_between_tags_stays_data():
    """No tag can end in it; it is read as it was written."""
    assert not re.search("[<>&\u2028\u2029]", in_script([HOSTILE, "\u2029"]))
    assert json.loads(in_script([HOSTILE, "\u2029"])) == [HOSTILE, "\u2029"]


def test_a_hostile_name_is_text(endphase):
    """In the title, in the data, wherever it comes."""
    walk = Walk(inquire(library().ruling("A46").cases[0].board, library(), library().ruleset("tcg")), library())
    page = board_page(walk, Words(HOSTILE), Words(HOSTILE))
    assert page.count("<script>") == 1
    assert "alert(&#39;1 &amp; 2&#39;)" in page
    data = data_of(page)
    assert data["texts"]["en"][data["head"]["title"]] == HOSTILE


def test_wishes_are_those_of_the_ruling_or_of_the_call(endphase, tmp_path):
    """And best play is marked by them: each move with its merit and whether best play makes it."""
    assert endphase("report", "A46", "-r", "tcg", "-o", "own.html").code == 0
    walk = data_of((tmp_path / "own.html").read_text(encoding="utf-8"))["walk"]
    assert walk["wishing"] == ["turn player"]
    assert walk["positions"][0][3][3:5] == [3, 3]  # as good as another, told and preferred
    called = endphase(
        "report", "A46", "-r", "tcg", "--for", "opponent", "--want", "the turn player loses", "-o", "x.html"
    )
    assert called.code == 2
    called = endphase("report", "A46", "-r", "tcg", "--for", "opponent", "--want", "the opponent wins", "-o", "x.html")
    assert called.code == 0
    assert data_of((tmp_path / "x.html").read_text(encoding="utf-8"))["walk"]["wishing"] == ["opponent"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["report", "-o", "x.html"], 2, "report takes a BOARD, or --corpus, or --atlas DIR"),
        (["report", "A08", "--corpus", "-o", "x.html"], 2, "report takes a BOARD, or --corpus, or --atlas DIR"),
        (
            ["report", "--corpus", "--want", "the opponent wins", "-o", "x.html"],
            2,
            "--want, --other-wants: not with --corpus",
        ),
        (["report", "A08", "--json", "-o", "x.html"], 2, "No such option '--json'"),
        (["report", "A08", "--lang", "fr", "-o", "x.html"], 2, "unknown language 'fr'"),
        (["report", "A08"], 2, "Missing option '-o'"),
        (["report", "no such board", "-o", "x.html"], 2, "neither a file nor a ruling is called"),
        (["report", "A08", "-o", "no/such/folder/x.html"], 2, "x.html cannot be written"),
        (["report", "A05", "--max-states", "20", "-o", "x.html"], 3, "there is no page of a part of a board"),
    ],
)
def test_what_cannot_be_reported_is_said(endphase, tmp_path, arguments, code, says):
    """One message, and no file."""
    called = endphase(*arguments)
    assert called.code == code
    assert says in called.err
    assert not list(tmp_path.iterdir())


def test_a_board_of_ones_own_is_called_like_its_file(endphase, tmp_path):
    """Whose cards are told in Japanese too."""
    text = "turn player: {spells and traps: [Imperial Iron Wall], monsters: [Mystical Elf]}\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert endphase("report", "mine.yaml", "-o", "mine.html").out.startswith("mine.html: 3 states")
    data = data_of((tmp_path / "mine.html").read_text(encoding="utf-8"))
    assert data["texts"]["en"][data["head"]["title"]] == "mine"
    assert "ホーリー・エルフ" in data["texts"]["ja"]


# ---- the corpus ----


@pytest.fixture(scope="module")
def few():
    """The rows of some rulings, as the page of the corpus has them, and how they were answered."""
    rulings, answers = RulingData(Texts(library())), []
    work = Reporting(library(), Limits(), 100)
    for ruling_id in ("A08", "A05", "A46", NOTE, "E01"):
        ruling = library().ruling(ruling_id)
        for name in rulesets_of(ruling):
            verdict, cases, boards = work((ruling_id, name))
            answers.append(RulingAnswer(ruling, name, verdict, cases))
            rulings.add(answers[-1], library().ruleset(name), boards)
    return rulings, answers


def test_a_ruling_has_its_claims_under_each_ruleset(few):
    rulings, _ = few
    row = rulings.rows[0]
    assert (row["id"], row["authority"], row["answered"]) == ("A08", "wiki", "2013-03-24")
    assert [(one["ruleset"][0], one["verdict"], len(one["cases"])) for one in row["under"]] == [
        ("ocg-2013", "confirmed", 1),
        ("ocg", "confirmed", 1),
    ]
    claims = row["under"][0]["cases"][0]["claims"]
    en = rulings.texts.table["en"]
    assert [(en[says], holds, len(steps)) for says, holds, _, steps, _ in claims][:4] == [
        ("possible: 2 Flamvell Firedog on the field", 1, 3),
        ("possible: 2 Flamvell Firedog banished", 1, 4),
        ("possible: 2 Flamvell Firedog on the field and Emergency Provisions face-down on the field", 1, 3),
        ("impossible: 1 Flamvell Firedog banished", 1, 0),
    ]


def test_boards_are_packed_once_or_left_out_with_the_reason(few):
    """A05 has 147 states, more than were asked for; its sizes are those of ``check``."""
    rulings, answers = few
    boards = [one for row in rulings.rows for under in row["under"] for one in under["cases"]]
    assert {one["board"]: one["states"] for one in boards if one["why"] == "left out"} == {
        "A05#1": 147,
        "A05#2": 143,
        "E01#1": 130,
    }
    assert all((one["walk"] < 0) is bool(one["why"]) for one in boards)
    assert sorted({one["walk"] for one in boards if one["walk"] >= 0}) == list(range(len(rulings.walks)))
    walks = [json.loads(zlib.decompress(base64.b64decode(one))) for one in rulings.walks]
    for one in boards:
        if one["walk"] >= 0:
            assert len(walks[one["walk"]]["walk"]["positions"]) == one["states"]
    sizes = [sum(one["states"] for one in under["cases"]) for row in rulings.rows for under in row["under"]]
    known = [one.states for one in answers]
    assert [(one, other) for one, other in zip(sizes, known, strict=True) if one != other] == [(172, 131)]
    assert data_of(corpus_page(rulings))["walks"] == list(rulings.walks)


def test_a_note_has_no_boards(few):
    """It says why there is nothing to check."""
    rulings, _ = few
    row = next(one for one in rulings.rows if one["id"] == NOTE)
    assert {(one["verdict"], *one["cases"]) for one in row["under"]} == {("note",)}
    assert rulings.texts.table["en"][row["note"]] == library().ruling(NOTE).note


def test_the_verdicts_are_those_of_check(few):
    """Claim by claim, with the same plays."""
    from explorer.questions import check_ruling

    for one in few[1]:
        found = check_ruling(one.ruling, library(), library().ruleset(one.ruleset))
        assert found.verdict is one.verdict
        assert found.claims == one.claims


def test_an_open_board_is_not_walked(tmp_path):
    """Something is left open on it: it has cases and no positions."""
    path = tmp_path / "open.yaml"
    board = "{turn player: {life: 100..200, monsters: [Mystical Elf]}}"
    path.write_text(f"board: {board}\nclaims: [possible: Mystical Elf on the field]\n", encoding="utf-8")
    (case,) = as_ruling(str(path), library()).cases
    answer, board = Reporting(library(), Limits(), 100).answer(case, library().ruleset("ocg"))
    assert [one.holds for one in answer.claims] == [True]
    assert (board.states, board.walk, board.why) == (answer.states, "", "left out open")


# ---- words ----


def blanks(words, path=""):
    """Each text of a page by its path, with the blanks in it."""
    for key, value in words.items():
        if isinstance(value, dict):
            yield from blanks(value, f"{path}{key}/")
        else:
            yield path + key, sorted(re.findall(r"\{(\w+)\}", value))


def test_each_language_says_the_same():
    """The same texts, with the same blanks."""
    one, *others = (dict(blanks(page_words(language))) for language in LANGUAGES)
    assert all(other == one for other in others)
    assert len(one) > 100


OWN, HIS = "turn player", "opponent"


@pytest.mark.parametrize(
    ("change", "en", "ja"),
    [
        (
            Moved(
                Lying(Resting(OWN, "monsters", "Mystical Elf", OWN)),
                Lying(Resting(OWN, "graveyard", "Mystical Elf", OWN)),
            ),
            "Mystical Elf: Monster Zone (Attack) → GY",
            "《ホーリー・エルフ》：モンスターゾーン（攻撃） → 墓地",
        ),
        (
            Moved(
                Lying(Resting(OWN, "monsters", "Mystical Elf", HIS)),
                Lying(Resting(HIS, "monsters", "Mystical Elf", HIS), True, 2),
            ),
            "Mystical Elf: Turn player's Monster Zone (Attack) → Opponent's Monster Zone (Defense, 2 counters)",
            "《ホーリー・エルフ》：ターンプレイヤーのモンスターゾーン（攻撃） → 相手プレイヤーのモンスターゾーン（守備・カウンター 2 個）",
        ),
        (
            Moved(
                Lying(Resting(OWN, "spells and traps", "Imperial Iron Wall", OWN, True)),
                Lying(Resting(OWN, "spells and traps", "Imperial Iron Wall", OWN)),
            ),
            "Imperial Iron Wall: face-down → face-up",
            "《王宮の鉄壁》：裏側 → 表側",
        ),
        (
            Moved(None, Lying(Resting(OWN, "monsters", "Ojama Token", OWN), True)),
            "Ojama Token comes: Monster Zone (Defense)",
            "《おジャマトークン》：モンスターゾーン（守備）に現れる",
        ),
        (
            Moved(Lying(Resting(OWN, "monsters", "Ojama Token", OWN), True), None),
            "Ojama Token is gone from: Monster Zone (Defense)",
            "《おジャマトークン》：モンスターゾーン（守備）から無くなる",
        ),
        (Counted(Player.OPPONENT, "life", 8000, 7500), "Opponent: 8000 → 7500 LP", "相手プレイヤー：LP 8000 → 7500"),
        (
            Counted(Player.TURN, "hand", 7, 6),
            "Turn player, Hand: 7 → 6 unnamed",
            "ターンプレイヤー、手札：その他 7 → 6 枚",
        ),
        (
            Became(Due("Rekindling", Player.TURN, 0, True), True),
            "Rekindling becomes due (turn player)",
            "《真炎の爆発》が処理待ちになる（ターンプレイヤー）",
        ),
        (
            Became(Due("Rekindling", Player.TURN, 0, True), False),
            "Rekindling is no longer due",
            "《真炎の爆発》は処理待ちでなくなる",
        ),
    ],
)
def test_what_changes_is_told(change, en, ja):
    told = [change_told(change, page_words(language), narrator(language, library())) for language in LANGUAGES]
    assert told == [en, ja]
