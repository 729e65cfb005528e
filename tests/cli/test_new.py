"""A board, a ruling or a file of cards is started: by flags, by answers to questions, or from an example."""

import io
import json

import jsonschema
import pytest
from ruamel.yaml import YAML

from models.library import Library
from reports.drafts import ZONES

LAID = """\
# A board as the End Phase begins. Change it, then run: endphase explore mine.yaml
board:
  title: "Mine, too"
  turn player:
    life: 8000
    monsters:
      # NAME, or NAME: what is said of the card, such as set, Special Summoned, 2 copies, owner opponent
      - Majestic Mech - Ohka: [Normal Summoned without Tributing, 2 copies]  # 光神機－桜火, effect monster
      - "Incredible Ecclesia, the Virtuous"  # 白の聖女エクレシア, effect monster
    spells and traps:
      # Face-up, or NAME: set
      - Imperial Iron Wall  # 王宮の鉄壁, continuous trap
      - Emergency Provisions: set  # 非常食, quick-play spell
    field zone:
      # Face-up, or NAME: set
      - Clear World  # クリアー・ワールド, field spell
    hand:
      # Names, and so many unnamed cards
      - Dandylion  # ダンディライオン, effect monster
      - 6 unnamed cards
  opponent:
    life: 100
  # What was applied earlier this turn and is still due: CARD by PLAYER on NAMES
  lingering:
    - "Change of Heart by turn player on Incredible Ecclesia, the Virtuous"
# Claims about the board go here, as in:
# claims:
#   - possible: the duel is a draw
"""
FLAGS = [
    *("--title", "Mine, too"),
    *("--turn-player-monsters", "Majestic Mech - Ohka: Normal Summoned without Tributing; 2 copies, "
      "Incredible Ecclesia, the Virtuous"),
    *("--turn-player-spells-and-traps", "王宮の鉄壁, Emergency Provisions: set, Clear World"),
    *("--turn-player-hand", "Dandylion, 6 unnamed cards"),
    *("--opponent-life", "100"),
    *("--lingering", "Change of Heart by the turn player on Incredible Ecclesia, the Virtuous"),
]  # fmt: skip


@pytest.fixture
def answered(endphase, monkeypatch):
    """Calls ``new mine.yaml`` as on a terminal, with these answers to its questions."""

    def call(*answers):
        terminal = io.StringIO("".join(f"{answer}\n" for answer in answers))
        terminal.isatty = lambda: True
        monkeypatch.setattr("sys.stdin", terminal)
        return endphase("new", "mine.yaml")

    return call


def test_without_flags_and_terminal_it_is_an_example_that_runs(endphase, tmp_path):
    """It does not write over what is there, unless told to."""
    called = endphase("new", "mine.yaml")
    assert (called.code, called.out) == (0, "mine.yaml: now try: endphase explore mine.yaml\n")
    found = endphase("explore", "mine.yaml")
    assert found.code == 0
    assert "Majestic Mech - Ohka" in found.out
    assert "endphase explore mine.yaml" in (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    again = endphase("new", "mine.yaml")
    assert again.code == 2
    assert "--force" in again.err
    (tmp_path / "mine.yaml").write_text("changed", encoding="utf-8")
    assert endphase("new", "mine.yaml", "--force").code == 0
    assert endphase("explore", "mine.yaml").out == found.out


def test_flags_lay_a_commented_board_that_runs(endphase, tmp_path):
    """Commas may belong to names; a Field Spell goes to its zone; a name may be Japanese."""
    called = endphase("new", "mine.yaml", *FLAGS)
    assert (called.code, called.err) == (0, "")
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == LAID
    assert endphase("explore", "mine.yaml").out.startswith("ocg: 16 outcomes, ")


def test_a_mistake_in_a_name_is_put_right_and_told(endphase, tmp_path):
    called = endphase("new", "mine.yaml", "--opponent-hand", "Majestic Mech Oka, rekindlign, veiler")
    assert called.err == (
        "endphase: 'Majestic Mech Oka' is taken as Majestic Mech - Ohka\n"
        "endphase: 'rekindlign' is taken as Rekindling\n"
        "endphase: 'veiler' is taken as Effect Veiler\n"
    )
    assert "      - Rekindling  #" in (tmp_path / "mine.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--turn-player-monsters", "Jinzo, imperial"], "monsters:1:8: several cards are called like 'imperial'"),
        (["--turn-player-hand", "No Such Thing At All"], "hand:1:1: no card is called 'No Such Thing At All'"),
        (["--opponent-life", "none"], "mine.yaml:6:11: 'none' is no such number"),
        (["--turn-player-monsters", "Jinzo: sett"], "mine.yaml:7:19: "),
        (["--turn-player-monsters", "Rekindling"], "mine.yaml:7:9: "),
        (["--lingering", "Rekindling"], "lingering:1:11: a lingering effect without its owner"),
        (["--lingering", "Rekindling by turn player on Jinzo"], "is neither on the field of this board nor banished"),
        (["--ruling", "--opponent-life", "100"], "--ruling: not with what lies on a board"),
        (["--card", "--title", "T"], "--card: not with what lies on a board"),
        (["--example", "--opponent-life", "100"], "--example: not with what lies on a board"),
    ],
)
def test_what_makes_no_board_is_refused_and_nothing_is_written(endphase, tmp_path, flags, expected):
    called = endphase("new", "mine.yaml", *flags)
    assert (called.code, called.out) == (2, "")
    assert expected in called.err
    assert [*tmp_path.iterdir()] == []


def test_on_a_terminal_it_asks_zone_by_zone(answered, tmp_path, endphase):
    """And again where an answer was not understood, with what is near."""
    called = answered(
        *(
            "8000",
            "Flamvell Firedog: by Rekindling",
            "imperial",
            "Imperial Iron Wall, Emergency Provisions: set",
            "",
            "",
        ),
        *("4000", "", "", "", ""),
        *("Rekindling on Flamvell Firedog", "Rekindling by turn player on Flamvell Firedog", ""),
    )
    assert called.code == 0
    assert called.out.count("Spells and traps of the turn player: ") == 2
    assert "did you mean: Imperial Custom, Imperial Iron Wall?" in called.out
    assert "a lingering effect without its owner" in called.out
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    assert "      - Flamvell Firedog: by Rekindling  #" in text
    assert "    life: 4000" in text
    assert "    - Rekindling by turn player on Flamvell Firedog" in text
    assert endphase("explore", "mine.yaml").out.startswith("ocg: 3 outcomes, 19 states, 21 transitions\n")


def test_an_example_asks_for_nothing(endphase, monkeypatch, tmp_path):
    terminal = io.StringIO("")
    terminal.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", terminal)
    assert endphase("new", "mine.yaml", "--example").code == 0
    assert endphase("explore", "mine.yaml").code == 0


def test_an_answer_that_was_not_understood_leaves_nothing_behind(answered, tmp_path):
    called = answered("", "Jinzo, imperial", "Mystical Elf", "", "", "", "", "", "", "", "", "")
    assert called.code == 0
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    assert "Mystical Elf" in text
    assert "Jinzo" not in text


def test_the_end_of_the_answers_writes_nothing(answered, tmp_path):
    assert answered("8000", "Jinzo").code == 3
    assert [*tmp_path.iterdir()] == []


def test_every_zone_that_is_asked_for_has_a_flag_for_each_player(endphase):
    found = endphase("new", "--help").out
    for who in ("turn-player", "opponent"):
        for place in ("life", *ZONES):
            assert f"--{who}-{place.replace(' ', '-')}" in found


def test_a_ruling_is_started_that_can_be_checked(endphase):
    assert endphase("new", "mine.yaml", "--ruling").out == "mine.yaml: now try: endphase check mine.yaml\n"
    assert endphase("check", "mine.yaml").out.splitlines()[-1] == (
        "1 ruling, 1 verdict: 1 confirmed, 0 contradicted, 0 open, 0 unmodelled"
    )


def test_cards_are_started_that_can_be_laid(endphase, tmp_path):
    assert endphase("new", "mine.yaml", "--card").out == "mine.yaml: now try: endphase explain mine.yaml\n"
    assert endphase("explain", "mine.yaml").code == 0
    card = Library(extra=[tmp_path / "mine.yaml"]).card("Lantern Keeper")
    card.check()
    assert len(card.versions[0].effects) == 2


@pytest.mark.parametrize("kind", ["board", "cards", "ruling"])
def test_the_schema_is_written_beside_it_for_editors(endphase, tmp_path, kind):
    """The first line names it by a relative path, which needs no network; the file fits."""
    flags = {"board": [], "cards": ["--card"], "ruling": ["--ruling"]}[kind]
    assert endphase("new", "mine.yaml", "--schema", *flags).code == 0
    first, *_ = (tmp_path / "mine.yaml").read_text(encoding="utf-8").splitlines()
    assert first == f"# yaml-language-server: $schema={kind}.schema.json"
    schema = json.loads((tmp_path / f"{kind}.schema.json").read_text(encoding="utf-8"))
    yaml = YAML(typ="safe", pure=True)
    document = json.loads(json.dumps(yaml.load((tmp_path / "mine.yaml").read_text(encoding="utf-8")), default=str))
    assert [*jsonschema.Draft7Validator(schema).iter_errors(document)] == []


# ---- schema --------------------------------------------------------------------------------------------------------


def test_a_schema_is_printed_or_written(endphase, tmp_path):
    printed = endphase("schema", "board").out
    assert json.loads(printed)["title"] == "A board, alone or with claims about it (endphase)"
    called = endphase("schema", "board", "-o", "board.schema.json")
    assert "# yaml-language-server: $schema=board.schema.json" in called.out
    assert (tmp_path / "board.schema.json").read_text(encoding="utf-8") == printed


def test_another_kind_of_file_is_refused(endphase):
    called = endphase("schema", "bord")
    assert called.code == 2
    assert "no kind of file is called 'bord'" in called.err
    assert "did you mean: board?" in called.err
