"""Hostile files, kind by kind: each is read as what it says, or refused at its place; in 5 s, and no tag is obeyed."""

import pytest

from models.errors import InputError
from tests.fuzz.readers import READERS
from tests.fuzz.verdicts import judged

BY_NAME = {reader.name: reader for reader in READERS}
BOARD = "turn player: {life: 8000, monsters: [Mystical Elf]}\n"


def life(number):
    """A board with these life points."""
    return f"turn player: {{life: {number}}}\n"


def monster(name):
    """A board with this monster."""
    return f"turn player: {{monsters: [{name}]}}\n"


REFUSED = {
    "an anchor": ("turn player: &a {life: 1}\n", 1, 14, "anchors"),
    "a thousand anchors": ("&" * 1000, 1, 1, "anchors"),
    "an alias": ("turn player: *a\n", 1, 14, "aliases"),
    "an alias behind a merge key": ('turn player: {"<<": *x}\n', 1, 21, "aliases"),
    "a merge key": ("turn player: {<<: {life: 1}}\n", 1, 15, "no key '<<'"),
    "a tag of the core": ("turn player: !!map {life: 1}\n", 1, 14, "tags"),
    "a tag without a name": ("turn player: ! {life: 1}\n", 1, 14, "tags"),
    "a directive": ("%YAML 1.1\n---\nturn player: {}\n", 1, 1, "directives"),
    "a directive under a remark": ("# x\n%TAG ! tag:x,2000:\n---\nturn player: {}\n", 2, 1, "directives"),
    "a list for a key": ("? [a]\n: b\n", 1, 3, "a key must be plain text"),
    "a key twice in one line": ("turn player: {life: 1, life: 2}\n", 1, 24, "given twice"),
    "a key twice, once in quotes": ('turn player: {life: 1, "life": 2}\n', 1, 25, "given twice"),
    "a key with two spaces": ("turn  player: {life: 1}\n", 1, 1, "no key 'turn  player'"),
    "a key in capitals": ("Turn Player: {life: 1}\n", 1, 1, "no key 'Turn Player'"),
    "an exponent": (life("1e9"), 1, 21, "'1e9' is no such number"),
    "a hexadecimal number": (life("0x10"), 1, 21, "'0x10' is no such number"),
    "an octal number": (life("0o17"), 1, 21, "'0o17' is no such number"),
    "infinity": (life(".inf"), 1, 21, "'.inf' is no such number"),
    "not a number": (life(".nan"), 1, 21, "'.nan' is no such number"),
    "a negative number": (life("-1"), 1, 21, "'-1' is no such number"),
    "a signed number": (life("+1"), 1, 21, "'+1' is no such number"),
    "a number with an underscore": (life("1_000"), 1, 21, "'1_000' is no such number"),
    "a fraction": (life("1.5"), 1, 21, "'1.5' is no such number"),
    "full-width digits": (life("１２"), 1, 21, "'１２' is no such number"),
    "a superscript": (life("²"), 1, 21, "'²' is no such number"),
    "an Arabic digit": (life("٣"), 1, 21, "'٣' is no such number"),
    "one life point too many": (life("1000000"), 1, 21, "'1000000' is no such number"),
    "five thousand digits": (life("9" * 5000), 1, 21, "is no such number"),
    "null": (life("null"), 1, 21, "'null' is no such number"),
    "nothing for a number": (life(""), 1, 20, "nothing where a whole number should be"),
    "a range of all life": (life("0 to 999999"), 1, 21, "is no such number"),
    "a mark for right to left": (monster('"\u202eMystical Elf"'), 1, 27, r"no card is called '\u202eMystical Elf'"),
    "a space of no width": (monster('"Mystical\u200b Elf"'), 1, 27, r"no card is called 'Mystical\u200b Elf'"),
    "a NUL in an escape": (monster('"\\0"'), 1, 27, "a NUL character"),
    "an escape sequence in an escape": (monster('"\\x1b[31m"'), 1, 27, "U+001B"),
    "half a character in an escape": (monster('"\\ud800"'), 1, 27, "U+D800"),
    "two byte order marks": ("\ufeff\ufeff" + BOARD, 1, 1, "U+FEFF"),
    "a surrogate in bytes": (BOARD.encode() + b"\xed\xa0\x80", 2, 1, "not UTF-8"),
    "UTF-16": (BOARD.encode("utf-16"), 1, 1, "not UTF-8"),
    "UTF-32": (BOARD.encode("utf-32"), 1, 1, "not UTF-8"),
    "a line break of Latin-1": (b"turn player: {}\x85", 1, 16, "not UTF-8"),
    "a title of 900,000 letters": ("title: " + "x" * 900_000 + "\n" + BOARD, 1, 8, "more than 20000 characters"),
    "a title of 400,000 words": ('title: "' + "x " * 400_000 + '"\n' + BOARD, 1, 9, "more than 20000 characters"),
    "19,990 cards": ("turn player: {hand: [" + "Mystical Elf, " * 19_990 + "]}\n", 1, 862, "61 cards in 'hand'"),
    "15,000 lines": ("turn player:\n  hand:\n" + "  - {Mystical Elf: set}\n" * 15_000, 6668, 5, "20000 entries"),
    "999,000 spaces": (" " * 999_000, 1, 1, "an empty document"),
    "240,000 escapes": ('"' + "\\x41" * 240_000 + '"', 1, 2, "where a board should be"),
    "999,999 quotes": ("'" * 999_999, 1, 1_000_000, "not YAML"),
    "keys 5,000 deep": ("? " * 5000, 1, 81, "nested more than 40 deep"),
    "a thousand tabs": ("\t" * 1000, 1, 1, "not YAML"),
}

READ = {
    "a quoted number": life('" 8000 "'),
    "a decimal number that begins with 0": life("017"),
    "a key that is said to be one": "? turn player\n: {life: 1}\n",
    "a full-width name": monster("Ｍｙｓｔｉｃａｌ Ｅｌｆ"),
    "a half-width name": monster("ﾎｰﾘｰ･ｴﾙﾌ"),
    "a name in small letters with a wide space": monster('"mystical\u3000elf"'),
    "a name whose sound mark stands alone": monster("フ\u3099ラック・マジシャン"),
    "a byte order mark": "\ufeff" + BOARD,
    "CRLF": BOARD.replace("\n", "\r\n"),
    "CR": BOARD.replace("\n", "\r"),
    "a remark of 990,000 letters": "# " + "x" * 990_000 + "\n" + BOARD,
    "900,000 empty lines": "\n" * 900_000 + BOARD,
    "a script for a title": "title: |\n  <script>alert(1)</script>\n" + BOARD,
}


def as_bytes(text):
    """The text as a file has it."""
    return text if isinstance(text, bytes) else text.encode()


@pytest.mark.parametrize(("text", "line", "column", "says"), REFUSED.values(), ids=REFUSED)
def test_a_hostile_board_is_refused_at_its_place(text, line, column, says):
    """In one message, and in time."""
    assert judged(BY_NAME["board"], as_bytes(text)).failure == ""
    with pytest.raises(InputError) as caught:
        BY_NAME["board"].read(as_bytes(text))
    assert (caught.value.position.line, caught.value.position.column) == (line, column)
    assert says in caught.value.message


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_an_odd_board_is_read(text):
    """What it says is plain, however it is written."""
    verdict = judged(BY_NAME["board"], as_bytes(text))
    assert (verdict.accepted, verdict.failure) == (True, "")


def test_a_decimal_number_that_begins_with_0_is_decimal():
    assert BY_NAME["board"].read(life("017").encode()).turn_player.life == 17


@pytest.mark.parametrize("kind", ["cards", "ruling", "ruleset", "document"])
@pytest.mark.parametrize(
    ("before", "says"),
    [("&a ", "anchors"), ("*a ", "aliases"), ("!!python/object/apply:os.system ", "tags"), ("\0", "NUL")],
)
def test_no_kind_of_file_has_them(kind, before, says):
    """Behind the first dash or colon of a file that can be read."""
    lines = BY_NAME[kind].seeds[0].splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("#"))
    place = min(text.index(sign) + 2 for sign in ("- ", ": ") if sign in text)
    with pytest.raises(InputError, match=says) as caught:
        BY_NAME[kind].read((text[:place] + before + text[place:]).encode())
    assert caught.value.position.line == text[:place].count("\n") + 1


WORDS = {
    "not, nine hundred times": "not " * 900 + "Dandylion in the GY",
    "brackets, nine hundred deep": "(" * 900 + "Dandylion in the GY" + ")" * 900,
    "brackets, two hundred deep": "(" * 200 + "Dandylion in the GY" + ")" * 200,
    "brackets that are left open": "(" * 400,
    "an escape sequence": "\x1b[31m",
    "a mark for right to left": "\u202eGY",
    "a line separator": "\u2028",
    "half a character": "\udcff",
    "NUL": "\0",
    "nothing": "",
    "a long word": "x" * 30_000,
    "a number of twenty digits": "the turn player controls 99999999999999999999 monsters",
    "an exponent": "the turn player controls 1e9 monsters",
    "a negative number": "the turn player controls -1 monsters",
}


@pytest.mark.parametrize("text", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize("kind", ["phrase", "formula", "claim", "wish", "question"])
def test_hostile_words_are_refused_at_a_place(kind, text):
    """Or read, where brackets are all that is odd."""
    raw = text.encode("utf-8", "surrogateescape")
    verdict = judged(BY_NAME[kind], raw)
    assert verdict.failure == ""
    assert not verdict.accepted or text.startswith(("(", "not "))
