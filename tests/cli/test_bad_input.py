"""Every bad input gives exit code 2 and one message: file, line and column, what was expected, and what is near."""

import re
import sys

import pytest

from explorer.game import ground
from models.board import read_board
from models.documents import read_document
from models.errors import InputError
from models.library import Library

ELF = "turn player:\n  monsters: [Mystical Elf]\n"
CASE = "board:\n  turn player:\n    monsters: [Mystical Elf]\n"

LONG = "x" * 300
"""A name of more letters than a file can have."""


def refusal(title, text, at, says, expected="", near=""):
    """One bad file: what it holds, the line and column of the mistake, and pieces of the message."""
    return pytest.param(text, at, says, expected, near, id=title)


REFUSED = [
    refusal("a misspelt open life", "turn player: {life: opne}\n", (1, 21), "'opne' is no such number", "A..B", "open"),
    refusal("a life upside down", "turn player: {life: 8000..100}\n", (1, 21), "has no number in it", "100..8000"),
    refusal("a life out of bounds", "turn player: {life: 0..100}\n", (1, 21), "no such number", "1 to 999999"),
    refusal("an open hand too large", "turn player: {hand: [50..61 unnamed cards]}\n", (1, 22), "no such", "0 to 60"),
    refusal(
        "an open hand larger than it can be",
        "turn player: {hand: [Mystical Elf, 50..60 unnamed cards]}\n",
        (1, 36),
        "61 cards in 'hand'",
        "at most 60",
    ),
    refusal(
        "a misspelt open note",
        "turn player: {monsters: [{Mystical Elf: {facce: open}}]}\n",
        (1, 42),
        "'facce' cannot be open",
        "a note that may hold or not",
        "face",
    ),
    refusal(
        "an open owner", "turn player: {monsters: [{Mystical Elf: {owner: open}}]}\n", (1, 42), "'owner' cannot be open"
    ),
    refusal(
        "open copies",
        "turn player: {monsters: [{Mystical Elf: 1..3 copies}]}\n",
        (1, 41),
        "'1..3 copies' cannot be open",
        "1..3 counters",
    ),
    refusal(
        "an open note where it makes no sense",
        "turn player: {hand: [{Mystical Elf: [set this turn: open]}]}\n",
        (1, 38),
        "a card in 'hand' cannot have this note",
        "spells and traps",
    ),
    refusal(
        "a choice without a choice",
        "turn player: {monsters: [{one of: [Mystical Elf]}]}\n",
        (1, 35),
        "one card is not left open among several",
        "one of: [A, B]",
    ),
    refusal(
        "a choice between a card and itself",
        "turn player: {monsters: [{one of: [Mystical Elf, {Mystical Elf: set}]}]}\n",
        (1, 51),
        "Mystical Elf is named twice",
        "NOTE: open",
    ),
    refusal(
        "a misspelt card in a choice",
        "turn player: {monsters: [{one of: [Mystical Elf, Mystical Elv]}]}\n",
        (1, 50),
        "no card is called 'Mystical Elv'",
        near="Mystical Elf",
    ),
    refusal(
        "a misspelt key of a choice",
        "turn player: {monsters: [{one of: [Mystical Elf, nothing], eech: set}]}\n",
        (1, 60),
        "an open entry has no key 'eech'",
        near="each",
    ),
    refusal(
        "some quick effect in the hand",
        "turn player: {hand: [some quick effect]}\n",
        (1, 22),
        "a quick effect in 'hand' needs a name",
        "it in 'spells and traps'",
    ),
    refusal(
        "lingering on a card that may not be there",
        "turn player: {monsters: [{one of: [Mystical Elf, nothing]}]}\n"
        "lingering: [Interdimensional Matter Transporter by opponent on Mystical Elf]\n",
        (2, 64),
        "neither on the field of this board nor banished",
    ),
    refusal(
        "an assumption where nothing is open",
        "turn player: {life: 8000}\nassume: [the turn player's life is 2000 or more]\n",
        (2, 9),
        "'assume' where nothing is open",
    ),
    refusal(
        "an assumption about a stranger",
        "turn player: {life: open}\nassume: [Mystical Elf on the field]\n",
        (2, 10),
        "Mystical Elf is not on this board",
    ),
    refusal(
        "an assumption that leaves no case",
        "turn player: {life: 1..100}\nassume: [the turn player's life is 2000 or more]\n",
        (1, 1),
        "what is open on this board leaves no case",
    ),
    refusal(
        "a misspelt card",
        "turn player:\n  monsters: [Majestic Mech - Oka]\n",
        (2, 14),
        "no card is called 'Majestic Mech - Oka'",
        near="Majestic Mech - Ohka",
    ),
    refusal(
        "a misspelt card in Japanese",
        "turn player:\n  monsters: [光神機－桜花]\n",
        (2, 14),
        "no card is called",
        near="光神機－桜火",
    ),
    refusal(
        "a misspelt zone", "turn player:\n  monster: [Mystical Elf]\n", (2, 3), "no key 'monster'", near="monsters"
    ),
    refusal("a misspelt player", "turn playr:\n  life: 1\n", (1, 1), "no key 'turn playr'", near="turn player"),
    refusal(
        "a misspelt verb in a claim",
        CASE + "claims:\n  - can: the turn player activtes Mystical Elf\n",
        (5, 26),
        "cannot go on with 'activtes'",
        "activates",
        "activates",
    ),
    refusal(
        "a misspelt kind of claim",
        CASE + "claims:\n  - posible: Mystical Elf on the field\n",
        (5, 5),
        "'posible' is not a kind of claim",
        "possible, impossible",
        "possible",
    ),
    refusal(
        "a misspelt wish",
        CASE + "wants:\n  turn player: [mots monsters the turn player controls]\n",
        (5, 17),
        "cannot go on with 'mots'",
        "most",
        "most",
    ),
    refusal("a misspelt section", CASE + "claim: []\n", (4, 1), "a case has no key 'claim'", near="claims"),
    refusal(
        "six monsters on one side",
        "turn player:\n  monsters:\n    - {Dark Magician: 3 copies}\n    - {Mystical Elf: 2 copies}\n    - Flamvell Guard\n",
        (5, 7),
        "6 cards in 'monsters'",
        "at most 5",
    ),
    refusal(
        "six cards in the Spell & Trap Zones",
        "opponent:\n  spells and traps: [{Imperial Iron Wall: 3 copies}, {Hysteric Sign: 3 copies}]\n",
        (2, 54),
        "6 cards in 'spells and traps'",
        "at most 5",
    ),
    refusal("a negative life", "turn player:\n  life: -100\n", (2, 9), "'-100' is no such number", "1 to 999999"),
    refusal("no life at all", "turn player:\n  life: 0\n", (2, 9), "'0' is no such number", "1 to 999999"),
    refusal("a life that is no number", "turn player:\n  life: many\n", (2, 9), "'many'", "1 to 999999"),
    refusal(
        "a card in two places",
        "turn player:\n  monsters: [{Mystical Elf: 3 copies}]\n  graveyard:\n    - Mystical Elf\n",
        (4, 7),
        "a card in two places: 4 copies of Mystical Elf",
        "at most 3 copies",
    ),
    refusal(
        "a Spell among the monsters",
        "turn player:\n  monsters: [Change of Heart]\n",
        (2, 14),
        "a normal spell (Change of Heart) in 'monsters'",
        "spells and traps",
    ),
    refusal(
        "a lingering item whose owner does not exist",
        ELF + "lingering:\n  - Rekindling by the third player on Mystical Elf\n",
        (4, 19),
        "a lingering item whose owner does not exist: 'the third player'",
        "turn player, opponent",
        "turn player",
    ),
    refusal(
        "a lingering item without an owner",
        ELF + "lingering:\n  - Rekindling on Mystical Elf\n",
        (4, 31),
        "a lingering effect without its owner",
        "CARD by turn player",
    ),
    refusal(
        "a lingering item of a card that leaves nothing",
        ELF + "lingering:\n  - Dandylion by turn player on Mystical Elf\n",
        (4, 5),
        "Dandylion leaves nothing behind",
    ),
    refusal(
        "a lingering item on a card that is not there",
        ELF + "lingering:\n  - Rekindling by turn player on Mystic Elf\n",
        (4, 34),
        "'Mystic Elf' is",
        "Mystical Elf",
        "Mystical Elf",
    ),
    refusal(
        "control lent to who does not have the monster",
        ELF + "lingering:\n  - Change of Heart by opponent on Mystical Elf\n",
        (4, 5),
        "which is on the other side",
    ),
    refusal(
        "a claim about a card that is not on the board",
        CASE + "claims:\n  - possible: Dark Magician on the field\n",
        (5, 15),
        "Dark Magician is not on this board",
        "Mystical Elf",
    ),
    refusal(
        "a claim about a misspelt card",
        CASE + "claims:\n  - possible: '\"Mystic Elf\" on the field'\n",
        (5, 17),
        "Mystic Elf is not on this board",
        near="Mystical Elf",
    ),
    refusal(
        "a misspelt note",
        "turn player:\n  monsters: [{Mystical Elf: Norml Summoned without Tributing}]\n",
        (2, 29),
        "cannot go on with 'Norml'",
        near="Normal Summoned",
    ),
    refusal("a list that is not closed", "turn player: [\n", (2, 1), "not YAML"),
    refusal("a bracket too many", "turn player:\n  monsters: [Mystical Elf]]\n", (2, 27), "not YAML", "", ""),
    refusal("a tab", "turn player:\n\tmonsters: [Mystical Elf]\n", (2, 1), "not YAML"),
    refusal("no YAML but a sentence", "Mystical Elf.\n", (1, 1), "'Mystical Elf.' where a board should be", "a board"),
    refusal("an empty file", "", (1, 1), "an empty document"),
    refusal("a comment and nothing else", "# nothing here\n", (1, 1), "an empty document"),
    refusal("lists nested 10,000 deep", "[" * 10_000 + "]" * 10_000, (1, 41), "nested more than 40 deep"),
    refusal("lists nested 10,000 deep and left open", "[" * 10_000, (1, 41), "nested more than 40 deep"),
    refusal("mappings nested 10,000 deep", "{a: " * 10_000, (1, 161), "nested more than 40 deep"),
    refusal("blocks nested 10,000 deep", "- " * 10_000 + "x\n", (1, 81), "nested more than 40 deep"),
    refusal(
        "a tag that would run a program",
        "turn player: !!python/object/apply:os.system ['touch here']\n",
        (1, 14),
        "tags (!name) are not allowed",
    ),
    refusal(
        "anchors that would explode",
        "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c, *c]\n",
        (1, 4),
        "anchors (&name) are not allowed",
    ),
    refusal("an alias to nothing", "turn player: *a\n", (1, 14), "aliases (*name) are not allowed"),
    refusal("a merge key", "turn player: {<<: {life: 1}}\n", (1, 15), "no key '<<'", "life, monsters"),
    refusal("a key twice", "turn player:\n  life: 1\n  life: 2\n", (3, 3), "'life' is given twice; first in line 2"),
    refusal("a second document", "turn player: {}\n---\nturn player: {}\n", (2, 1), "a second document"),
    refusal("a NUL character", "turn player:\0 {}\n", (1, 13), "a NUL character is not allowed"),
    refusal(
        "30,000 entries", "turn player:\n  hand: [" + "x, " * 30_000 + "]\n", (2, 59_995), "more than 20000 entries"
    ),
    refusal("a name of 300,000 letters", "turn player:\n  hand: [" + "x" * 300_000 + "]\n", (2, 10), "more than 20000"),
    refusal("61 unnamed cards", "turn player:\n  hand: [61 unnamed cards]\n", (2, 10), "61 unnamed", "1 to 60"),
    refusal("11 copies", "turn player:\n  monsters: [{Mystical Elf: 11 copies}]\n", (2, 29), "11 copies", "2 to 10"),
    refusal(
        "two Field Spells",
        "turn player:\n  field zone: [Clear World, Harpies' Hunting Ground]\n",
        (2, 29),
        "2 cards in 'field zone'",
        "at most 1",
    ),
    refusal("heads and tails", "turn player:\n  monsters: [{Mystical Elf: [heads, tails]}]\n", (2, 37), "said twice"),
    refusal("a ruling without a source", f"ruling: X1\n{CASE}", (1, 1), "needs the key 'source'", "source: ..."),
]


@pytest.mark.parametrize(("text", "at", "says", "expected", "near"), REFUSED)
def test_a_bad_file(endphase, tmp_path, text, at, says, expected, near):
    """One message on standard error that points at the place, and nothing on standard output."""
    (tmp_path / "board.yaml").write_text(text, encoding="utf-8")
    called = endphase("explore", "board.yaml")
    assert called.code == 2
    assert called.out == ""
    first, *rest = called.err.rstrip("\n").split("\n")
    assert first.startswith(f"endphase: board.yaml:{at[0]}:{at[1]}: ")
    assert says in first
    lines = {line.split(":")[0].strip(): line for line in rest if re.match(r"  (expected|did you mean):", line)}
    assert expected in lines.get("expected", "")
    assert near in lines.get("did you mean", "")
    assert bool(near) <= ("did you mean" in lines)
    assert all(len(line) < 400 for line in rest)


@pytest.mark.parametrize(("text", "at", "says", "expected", "near"), REFUSED[:3])
@pytest.mark.parametrize("command", ["best", "graph"])
def test_the_other_commands_refuse_in_the_same_way(endphase, tmp_path, command, text, at, says, expected, near):
    """The message does not depend on what was asked."""
    (tmp_path / "board.yaml").write_text(text, encoding="utf-8")
    called = endphase(command, "board.yaml", *(["-o", "graph.json"] if command == "graph" else []))
    assert (called.code, called.out) == (2, "")
    assert f"board.yaml:{at[0]}:{at[1]}: " in called.err
    assert not (tmp_path / "graph.json").exists()


def test_the_caret_stands_under_the_mistake(endphase, tmp_path):
    """The whole message of one case, as it is printed."""
    (tmp_path / "board.yaml").write_text("turn player:\n  monster: [Mystical Elf]\n", encoding="utf-8")
    assert endphase("explore", "board.yaml").err == (
        "endphase: board.yaml:2:3: the side of the turn player has no key 'monster'\n"
        "  did you mean: monsters?\n"
        "  |   monster: [Mystical Elf]\n"
        "  |   ^\n"
    )


def test_a_file_of_50_megabytes(endphase, tmp_path):
    """It is refused by its size, and not read."""
    path = tmp_path / "board.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    called = endphase("explore", "board.yaml")
    assert called.code == 2
    assert called.err == "endphase: board.yaml holds more than 1 MB\n"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"turn player: {}\xff\n", "not UTF-8"),
        (b"\xff\xfet\0u\0r\0n\0", "not UTF-8"),
        (bytes(range(128)), "not allowed here"),
        ("turn player: \u202e{}\n".encode(), ""),
        (b"\x7fELF\x02\x01\x01\0\0\0\0", "not allowed here"),
    ],
)
def test_a_file_that_is_no_text(endphase, tmp_path, raw, says):
    """Bytes that stand for no character, control characters, a program."""
    (tmp_path / "board.yaml").write_bytes(raw)
    called = endphase("explore", "board.yaml")
    assert called.code == 2
    assert says in called.err
    assert called.err.startswith("endphase: board.yaml:1:")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["explore", "no-such-board.yaml"], "neither a file nor a ruling is called 'no-such-board.yaml'"),
        (["explore", "A99"], "neither a file nor a ruling is called 'A99'"),
        (["explore", "A08x"], "did you mean: A08"),
        (["explore", "."], ""),
        (["explore", ""], ""),
        (["explore", "A05#7"], "the ruling A05 has no case 7"),
        (["explore", "S16"], "the ruling S16 has no board"),
        (["explore", "A08", "--ruleset", "ocg2013"], "did you mean: ocg-2013"),
        (["explore", "A08", "--ruleset", "no-such.yaml"], "there is no file no-such.yaml"),
        (["explore", "A08", "--lang", "fr"], "unknown language 'fr'"),
        (["explore", "A08", "--max-states", "0"], "--max-states"),
        (["explore", "A08", "--max-states", "many"], "--max-states"),
        (["explore", "A08", "--max-seconds", "-1"], "--max-seconds"),
        (["explore", "A08", "--max-seconds", "nan"], "'nan' is not a valid float"),
        (["explore", "A08", "--max-seconds", "inf"], "0<x<=1000000"),
        (["explore", "A08", "--max-seconds", "1e10"], "0<x<=1000000"),
        (["prove", "ocg", "--max-seconds", "nan"], "'nan' is not a valid float"),
        (["serve", "--max-seconds", "nan"], "'nan' is not a valid float"),
        (["explore", "A08", "--no-such-option"], "No such option"),
        (["explore"], "Missing argument"),
        (["no-such-command"], "No such command"),
        (["check", "A99"], "no ruling is called 'A99'"),
        (["check", "the"], "several rulings go with 'the'"),
        (["check", "--ruleset", "tgc"], "did you mean: tcg"),
        (["check", "A08", "--lang", "de"], "unknown language 'de'"),
        (["check", "A08", "--junit", "no/such/folder.xml"], "cannot be written"),
        (["check", "x" * 300], "no ruling is called 'xxx"),
        (["check", "./rulings"], "no ruling is called './rulings'"),
        (["check", "A08", "--sarif", "no/such/folder.sarif"], "cannot be written"),
        (["best", "A08", "--want", "mots monsters"], "wish:1:1: the phrase cannot go on with 'mots'"),
        (["best", "A08", "--want", "Dark Magician on the field"], "Dark Magician is not on this board"),
        (["best", "A05", "--for", "nobody"], "--for"),
        (["graph", "A08"], "-o"),
        (["graph", "A08", "-o", "graph.txt"], ".svg, .dot, .graphml, .json, .aut, .pml"),
        (["graph", "A08", "-o", "graph.plm"], "did you mean: .pml"),
        (["graph", "A08", "-o", "graph.graphm"], "did you mean: .graphml"),
        (["graph", "A08", "-o", "no/such/folder.json"], "cannot be written"),
        (["cards", "No Such Card"], "no card is called 'No Such Card'"),
        (["rulesets", "ogc"], "did you mean: ocg"),
        (["rulings", "A99"], "no ruling is called 'A99'"),
        (["new", "no/such/folder.yaml"], "cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_bad_call(endphase, arguments, says):
    """What is wrong with the call is said in one message; nothing is printed or written."""
    called = endphase(*arguments)
    assert called.code == 2
    assert called.out == ""
    assert says in called.err
    assert called.err.strip()


@pytest.mark.parametrize(
    ("clauses", "at", "says", "near"),
    [
        ("passing with mandatory item: yes", (5, 3), "'passing with mandatory item' is not a clause", "items"),
        ("compelled first: turn playr", (5, 20), "'turn playr' is not a value of this clause", "turn player"),
        ("compelled first: {value: opponent, cites: [nobody]}", (5, 46), "a citation without a date", ""),
    ],
)
def test_a_misspelt_clause(endphase, tmp_path, clauses, at, says, near):
    """In a ruleset of the user's own."""
    text = f"id: mine\ntitle: Mine\nday: 2020-01-01\nextends: ocg\nclauses:\n  {clauses}\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    called = endphase("explore", "A08", "--ruleset", "mine.yaml")
    assert called.code == 2
    assert called.err.startswith(f"endphase: mine.yaml:{at[0] + 1}:{at[1]}: ")
    assert says in called.err
    assert near in called.err


def test_a_ruleset_that_extends_itself_or_nobody(endphase, tmp_path):
    """Only the library's rulesets can be extended, and every clause needs a value."""
    (tmp_path / "mine.yaml").write_text("id: mine\ntitle: Mine\nday: 2020-01-01\nextends: mine\n", encoding="utf-8")
    assert "mine.yaml:4:10: 'mine' is not a ruleset" in endphase("explore", "A08", "--ruleset", "mine.yaml").err
    (tmp_path / "mine.yaml").write_text("id: mine\ntitle: Mine\nday: 2020-01-01\n", encoding="utf-8")
    called = endphase("explore", "A08", "--ruleset", "mine.yaml")
    assert called.code == 2
    assert "the clause 'passing with mandatory items' has no value" in called.err


def test_a_verb_that_nobody_knows(tmp_path):
    """In a card of the user's own, which Python can add to the library; the error points at the verb."""
    path = tmp_path / "cards.yaml"
    path.write_text(
        "- name: Odd Card\n  ja: 変な札\n  passcode: 1\n  kind: quick-play spell\n  effects:\n    - effect: destory all monsters on the field\n",
        encoding="utf-8",
    )
    library = Library(extra=[path])
    board = read_board(read_document("turn player: {spells and traps: [{Odd Card: set}]}", "board"), library)
    with pytest.raises(InputError) as caught:
        ground(board, library, library.ruleset("ocg"))
    assert (caught.value.position.line, caught.value.position.column) == (6, 15)
    assert caught.value.message == "unknown verb 'destory'"
    assert caught.value.near == ("destroy",)


def test_standard_input_is_named_as_such(process):
    """A board from a pipe, with a mistake in its third line."""
    one = process("explore", "-")
    out, err = one.communicate("turn player:\n  hand:\n    - Mystical Elv\n", timeout=60)
    assert (one.returncode, out) == (2, "")
    assert err.startswith(
        "endphase: standard input:3:7: no card is called 'Mystical Elv'\n  did you mean: Mystical Elf"
    )


@pytest.mark.parametrize(
    ("encoding", "arguments", "says"),
    [
        ("utf-8:strict", ["schema", "board", "-o", "schema\udcf4.json"], r"schema\udcf4.json: the schema of a board"),
        ("ascii", ["rulings", "A08", "--lang", "ja"], r"\u"),
    ],
)
def test_what_the_output_cannot_show_is_escaped(process, encoding, arguments, says):
    """A file name whose bytes are no text, and Japanese where only ASCII can be written: neither is an internal error."""
    one = process(*arguments, extra={"PYTHONIOENCODING": encoding})
    out, err = one.communicate(timeout=60)
    assert (one.returncode, err) == (0, "")
    assert says in out


def test_an_endless_standard_input_is_not_read_to_its_end(process):
    """A million bytes are enough to say no."""
    with open("/dev/zero", "rb") as zeros:
        one = process("explore", "-", stdin=zeros)
        out, err = one.communicate(timeout=60)
    assert (one.returncode, out) == (2, "")
    assert err == "endphase: standard input holds more than 1 MB\n"


def test_an_internal_error_is_one_message_too(endphase, monkeypatch):
    """Exit code 4, and how to see where it was."""
    monkeypatch.setattr("explorer.questions.outcomes", lambda inquiry: 1 // 0)
    monkeypatch.setitem(sys.modules, "explorer.questions", sys.modules["explorer.questions"])
    called = endphase("explore", "A08")
    assert called.code == 4
    assert called.err.startswith("endphase: internal error: ZeroDivisionError")
    assert "ENDPHASE_TRACEBACK=1" in called.err


def test_an_id_without_its_zero(endphase):
    """A08 is meant by A8, rather than A48, whose letters are nearer."""
    called = endphase("check", "A8")
    assert called.code == 2
    assert "did you mean: A08?" in called.err


@pytest.mark.parametrize(
    "call",
    [
        ("new", LONG),
        ("new", LONG, "--ruling", "--force"),
        ("explore", LONG),
        ("explain", LONG),
        ("serve", LONG),
        ("serve", "--directory", LONG),
        ("report", "--atlas", LONG, "-o", "page.html"),
        ("report", "A08", "-o", LONG),
        ("graph", "A08", "-o", f"{LONG}.dot"),
        ("sweep", LONG, "-o", "out"),
        ("explore", "A08", "--checkpoint", LONG),
    ],
    ids=lambda call: " ".join("LONG" if LONG in one else one for one in call),
)
def test_a_name_that_no_file_can_have(endphase, tmp_path, monkeypatch, call):
    """It is longer than the system allows: refused, and no file is left."""
    monkeypatch.chdir(tmp_path)
    called = endphase(*call)
    assert called.code == 2
    assert "internal error" not in called.err
    assert LONG[:20] in called.err
    assert list(tmp_path.iterdir()) == []
