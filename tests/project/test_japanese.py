"""What a guard names and says has Japanese: each rule, each value of a clause, and whatever a card's text asks for."""

import datetime
import re
from functools import cache

import pytest

from explorer.game import Happening, Kind, ground
from explorer.game.uses import describe
from explorer.game.verbs import VERBS
from explorer.questions import Verdict
from explorer.questions.because import Ground, Shown
from explorer.questions.compare import Likeness
from explorer.questions.obstacles import Obstacle
from models import phrase
from models.library import Library
from models.packaged import PACKAGED
from reports.narration import narrator
from reports.narration.narrator import _templates

LIBRARY = Library()
ENGLISH, JAPANESE = (narrator(language, LIBRARY) for language in ("en", "ja"))
LATIN = re.compile("[A-Za-z]")
BLANK = re.compile(r"\{\w+\}")
JAPANESE_LINE = re.compile(r"  ja:|    (?:name|values): *\S*$|      .+: \{name: ")


@cache
def reasons():
    """Whatever the guards of the corpus' boards name under today's ruleset."""
    boards = [case.board for ruling in LIBRARY.rulings for case in ruling.cases if case.board is not None]
    games = (ground(board, LIBRARY, LIBRARY.ruleset()) for board in boards)
    return {clause.reason for game in games for command in game.whole.commands for clause in command.guard}


@pytest.mark.parametrize("name", LIBRARY.rules)
def test_a_rule(name):
    """Its name and what it says."""
    reason, rule = f"rule: {name}", LIBRARY.rules[name]
    assert not LATIN.search(JAPANESE.clause(reason) + JAPANESE.says(Obstacle(reason, rule.says)))


@pytest.mark.parametrize("name", LIBRARY.clauses)
def test_a_clause(name):
    """Its name, and the name of each value and what it says; no two values are told alike."""
    reason, clause = f"ruleset: {name}", LIBRARY.clauses[name]
    names = [JAPANESE.clause(reason, value) for value in clause.values]
    says = [JAPANESE.says(Obstacle(reason, meaning, value=value)) for value, meaning in clause.values.items()]
    assert not LATIN.search("".join([JAPANESE.clause(reason), *names, *says]))
    assert len(set(names)) == len(set(says)) == len(clause.values)


def test_what_guards_name():
    """Of 82 names on the boards of the corpus none is told in English, and no two are told alike."""
    told = {reason: JAPANESE.clause(reason) for reason in reasons()}
    assert len(told) == 82
    assert [name for name in told.values() if LATIN.search(name)] == []
    assert len(set(told.values())) == len(told)


def test_what_no_board_of_the_corpus_asks_for():
    """Every verb, every kind of condition and every kind of event has its name too."""
    conditions = [kind.__name__.lower() for kind in phrase.Condition.__args__ if kind is not phrase.Happened]
    names = {*VERBS, *(set(conditions) - {"coin"}), *map(describe, (phrase.Coin("heads"), phrase.Coin("tails")))}
    names |= {f"was {kind}" for kind in phrase.EVENTS}
    names |= {f"was sent from {place} or field to {place} this turn" for place in phrase.Place}
    assert [name for name in sorted(names) if LATIN.search(JAPANESE.clause(f"card: {name}"))] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("was destroyed by battle this turn monster", "このターンにモンスターが戦闘で破壊されていること"),
        (
            "was Tributed by Stardust Dragon this turn",
            "このターンに《スターダスト・ドラゴン》によってリリースされていること",
        ),
        (
            'was added from Deck to hand this turn "Bujin"',
            "このターンに「武神」カードがデッキから手札に加えられていること",
        ),
        ('was activated "Nobody" spell', "「Nobody」魔法カードが発動されていること"),
        ("was Normal Summoned without Tributing", "リリースなしで召喚されていること"),
        ("was folded this turn", "was folded this turn"),
        ("exchange", "exchange"),
    ],
)
def test_what_has_happened_is_put_together(name, told):
    """From the words for its parts; where there is none for one of them, it stays in English."""
    assert JAPANESE.clause(f"card: {name}") == f"カード：{told}"


def test_what_has_no_japanese_is_told_in_english(tmp_path):
    """A rule, and a clause with its value."""
    for name in ("rules.yaml", "clauses.yaml"):
        lines = (PACKAGED / name).read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not JAPANESE_LINE.match(line)]
        (tmp_path / name).write_text("".join(kept), encoding="utf-8")
    tell = narrator("ja", Library(folder=tmp_path))
    assert tell.obstacle(Obstacle("rule: in order", "it says so")) == "[ルール：in order] it says so"
    one = Obstacle("ruleset: compelled act", "whatever", value="anything")
    assert tell.obstacle(one) == "[ルールセット：compelled act＝anything] whatever"


def test_what_cards_ask_for():
    """Whose text it is, with its passcode and day; a Token has none, and without a card nothing is named."""
    day = datetime.date(2013, 6, 1)
    one = Obstacle("cost", "", card="Manticore of Darkness", day=day)
    assert (
        JAPANESE.obstacle(one)
        == "[コストを払えること] 《暗黒のマンティコア》のテキスト（パスコード77121851、2013-06-01時点）"
    )
    name = LIBRARY.token_names[0]
    one = Obstacle("card: where it must be", "", card=name, day=day)
    assert JAPANESE.says(one) == f"{JAPANESE.card(name)}のテキスト（2013-06-01時点）"
    assert JAPANESE.says(Obstacle("card: destroy", "what is asked for is not there")) == "求められているものがない"


def test_english_is_as_guards_name_it():
    """The name in the guard, and an obstacle as it tells itself."""
    assert {ENGLISH.clause(reason) for reason in reasons()} == reasons()
    cites = LIBRARY.ruleset().clauses["compelled act"].cites
    one = Obstacle("ruleset: compelled act", "whatever", cites, value="anything")
    assert ENGLISH.obstacle(one) == str(one)
    assert ENGLISH.obstacle(one).startswith(f"[{ENGLISH.clause(one.reason, one.value)}] whatever (")
    assert ENGLISH.says(one) == "whatever"


@pytest.mark.parametrize(
    ("section", "words"), [("because", [*Ground, *Shown]), ("verdicts", [*Verdict]), ("likeness", [*Likeness])]
)
def test_words_that_the_questions_have_in_english(section, words):
    """Each is told in Japanese, with the same blanks, and no two are told alike."""
    told = _templates("ja")[section]
    assert set(told) == {word.value for word in words}
    assert [text for text in told.values() if LATIN.search(BLANK.sub("", text))] == []
    assert {word: sorted(BLANK.findall(text)) for word, text in told.items()} == {
        word: sorted(BLANK.findall(word)) for word in told
    }
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize(
    "section", ["steps", "parts", "headings", "found", "advice", "cases", "claims", "table", "compare"]
)
def test_both_languages_have_the_same_remarks(section):
    english, japanese = (_templates(language)[section] for language in ("en", "ja"))
    assert list(english) == list(japanese)


def test_why_a_claim_holds_is_told_of_what_it_is_about():
    """Players, an outcome, a move and values are told as everywhere."""
    forced = Ground.PREVENTED.because(players=("turn player", "opponent"), play=Shown.DEFENCE)
    assert ENGLISH.because(forced) == str(forced)
    assert str(forced) == "the turn player and the opponent can prevent it; a play with the longest defence"
    assert JAPANESE.because(forced) == "ターンプレイヤーと相手プレイヤーが防げる。次は最も長く抵抗された手順"
    worth = Ground.IN_CASE.because(because=Ground.WORTH.because(value=(1, -2)), case="the opponent's life: 100")
    assert ENGLISH.because(worth) == str(worth) == "value 1, -2, where the opponent's life: 100"
    assert JAPANESE.because(worth) == "評価値1, -2（場合：the opponent's life: 100）"
    move = Ground.ANOTHER_STEP.because(number=2, happening=Happening(Kind.PASS, "opponent"))
    assert ENGLISH.because(move) == "step 2 of best play is the opponent passes"
    assert JAPANESE.because(move) == "最善の手順の2手目は「相手プレイヤーは優先権を放棄する」"
