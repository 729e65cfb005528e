"""Inputs that nobody would write: real ones with a few edits, and the grammar's own words in any order."""

import re
from collections.abc import Sequence
from random import Random

EDITS = (1, 1, 1, 2, 2, 3, 6)
MOST_WORDS = 14

PIECES = (
    *(
        "&a ",
        "*a",
        "<<: ",
        "!!python/object/apply:os.system ",
        "!x ",
        "%YAML 1.1\n",
        "---\n",
        "...\n",
        "? ",
        "- ",
        ": ",
    ),
    *("{", "}", "[", "]", ",", "#", "|\n", ">-\n", "'", '"', "`", "@", "\\", '"\\x00"', '"\\ud800"', '"\\u202e"', "\t"),
    *(
        "\n",
        "\r\n",
        "\r",
        "\0",
        "\ufeff",
        "\u202e",
        "\u200b",
        "\u2028",
        "\x85",
        "\xa0",
        "\x1b[31m",
        "\ufffe",
        "\U0010ffff",
    ),
    *(
        "1e9",
        "0x10",
        "0o17",
        "017",
        ".inf",
        "-1",
        "+1",
        "1_000",
        "1.5",
        ".nan",
        "99999999999999999999",
        "１２",
        "²",
        "٣",
    ),
    *(
        "e\u0301",
        "é",
        "Ｓａｎｇａｎ",
        "ｻﾝｶﾞﾝ",
        "İ",
        "ß",
        "ﬁ",
        "𝐀",
        "が",
        "か\u3099",
        "null",
        "~",
        "yes",
        "2020-02-30",
        "",
    ),
    *(
        "((",
        "))",
        "not ",
        " or ",
        " and ",
        " U ",
        "<<",
        ">>",
        "[[",
        "]]",
        "{}",
        "%s",
        "{0}",
        "$(id)",
        "../../etc/passwd",
    ),
    *("-", "--", "--help", "=", ";", "/dev/null", "/", "9" * 5000, "x" * 30_000, "[" * 60, "(" * 400, "not " * 300),
)
BYTES = (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", b"\xef\xbb\xbf", b"\xfe\xff", b"\x00")


def edited(random: Random, text: str, others: Sequence[str], words: Sequence[str]) -> bytes:
    """The text after a few edits: pieces put in, cut out, repeated, swapped or taken elsewhere; some bytes changed."""
    for _ in range(random.choice(EDITS)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice([0, 1, 1, 3, 10, 40]))
        match random.randint(0, 8):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                other = random.choice(others)
                place = random.randint(0, len(other))
                text = text[:start] + other[place : place + random.choice([1, 8, 40, 200])] + text[end:]
            case 3 | 4:
                spans = [found.span() for found in re.finditer(r"[^\s:,{}\[\]\x1f]+", text)] or [(0, 0)]
                start, end = random.choice(spans)
                text = text[:start] + random.choice(words) + text[end:]
            case 5 if random.randint(1, 4) == 1:
                lines = text.splitlines(keepends=True)
                random.shuffle(lines)
                text = "".join(lines)
            case 5 | 6:
                text = _relined(random, text, random.choice(others))
            case _:
                text = text[:start] + random.choice(PIECES) + text[end:]
    raw = text.encode("utf-8", "surrogatepass")
    if random.randint(1, 12) == 1:
        place = random.randint(0, len(raw))
        raw = raw[:place] + random.choice(BYTES) + raw[place:]
    return raw


def _relined(random: Random, text: str, other: str) -> str:
    """The text with a line of the other text, which is as far in, for one of its own."""
    lines = text.splitlines(keepends=True) or [""]
    place = random.randrange(len(lines))
    depth = len(lines[place]) - len(lines[place].lstrip())
    fitting = [one for one in other.splitlines(keepends=True) if len(one) - len(one.lstrip()) == depth]
    if fitting:
        lines[place] = random.choice(fitting)
    return "".join(lines)


def babbled(random: Random, words: Sequence[str]) -> bytes:
    """Some words one after another."""
    found = [random.choice(words) for _ in range(random.randint(0, MOST_WORDS))]
    return " ".join(found).encode("utf-8", "surrogatepass")


def drawn(random: Random, texts: Sequence[str], others: Sequence[str], words: Sequence[str]) -> bytes:
    """An input: of every five, four are a text with edits, some from the other texts, and one is words."""
    if random.randint(1, 5) == 1:
        return babbled(random, words)
    return edited(random, random.choice(texts), others, words)
