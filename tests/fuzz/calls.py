"""Calls of the command line, carried out in this process; some are made of what click knows of each command."""

import contextlib
import io
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from unittest import mock

import click

from explorer.cli import cli, run
from models.errors import InputError
from tests.fuzz.texts import BOARD, folder, values

SEPARATOR = "\x1f"
"""What parts the arguments of a call in one text; no argument has it."""


class Failed(Exception):  # noqa: N818
    """A call or a request ended in an internal error, or in a code or an output that is not documented."""


LIMITS = ("--max-states", "200", "--max-seconds", "2", "--quiet")
CALLS = (
    ("explore", "board.yaml", *LIMITS),
    ("explore", "A05", "--open", "compelled first", *LIMITS),
    ("explore", "board.yaml", "--engine", "folded", "--powers", "--most-outcomes", "3", *LIMITS),
    ("ask", "board.yaml", "possible: Peten the Dark Clown in the GY", "formula: A F the End Phase is over", *LIMITS),
    ("best", "board.yaml", "--want", "most monsters the turn player controls", "--for", "opponent", "--brief", *LIMITS),
    ("why", "board.yaml", "Peten the Dark Clown banished", "--after", "the turn player passes", *LIMITS),
    ("compare", "A05", "--rulesets", "ocg,tcg", "--flip", "compelled first", *LIMITS),
    ("graph", "board.yaml", "-o", "graph.json", "--whole", *LIMITS),
    ("cards", "Peten the Dark Clown", "--json"),
    ("cards", "--count"),
    ("rulesets", "ocg"),
    ("rulesets", "--table"),
    ("rulings", "A08", "--lang", "ja"),
    ("explain", "board.yaml", "--all", "--lang", "ja"),
    ("schema", "board", "-o", "schema.json"),
    (
        "new",
        "new.yaml",
        "--turn-player-monsters",
        "Peten the Dark Clown: set, Mystical Elf",
        "--opponent-life",
        "1",
        "--title",
        "x",
    ),
    ("check", "A08", "--jobs", "1", "--ruleset", "ocg", *LIMITS),
)


def calls() -> tuple[str, ...]:
    """The calls from which others are made, each as one text."""
    return tuple(SEPARATOR.join(call) for call in CALLS)


WIDE = {"check", "compare", "infer", "prove", "lint", "report"}
"""The commands that may take all rulings or rulesets, for minutes: they are called with what names one."""

NARROW = ("A05", "A08", "board.yaml")
FOREIGN = {"serve"}
"""The commands that wait for somebody."""

WIDENING = {"--corpus", "--jobs", "-j", "--question"}
"""The options that take all rulings, search many boards, or start processes of their own."""

NUMBERS = ("0", "1", "2", "7", "-1", "200", "1e3", "0.5", "nan", "inf", "９", "99999999999999999999", "")
FILES = ("out.json", "out.html", "out.svg", "out.dot", "out.pml", "out", "board.yaml", "-", ".", "no/where.json", "")


def bounded(arguments: list[str]) -> list[str]:
    """The call as a process can be given it, in this folder, and without what takes minutes or waits."""
    kept = [
        one.replace("/", "_").replace("\0", "_")
        for one, after in zip(arguments, [*arguments[1:], ""], strict=True)
        if not any(one.startswith(wide) for wide in WIDENING) or (one, after) == ("--jobs", "1")
    ]
    if kept[:1] and kept[0] in WIDE and (len(kept) < 2 or kept[1] not in NARROW):
        kept[0] = "rulings"
    return ["rulings", *kept[1:]] if kept[:1] and kept[0] in FOREIGN else kept


def call(raw: bytes) -> object:
    """A call in a folder of its own; raises Failed, or InputError without a place where the call is refused."""
    arguments = bounded(raw.decode("utf-8", "surrogateescape").split(SEPARATOR))
    out, err = io.StringIO(), io.StringIO()
    here = Path.cwd()
    (folder() / "board.yaml").write_text(BOARD, encoding="utf-8")
    os.chdir(folder())
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(BOARD.encode()))),
            mock.patch.dict(os.environ, {"ENDPHASE_TRACEBACK": "1"}),
        ):
            code = run(arguments)
    finally:
        os.chdir(here)
    if code not in (0, 1, 2, 3):
        raise Failed(f"exit code {code}: {err.getvalue()[:300]}")
    if code == 2:
        if not err.getvalue().strip() or "Traceback" in err.getvalue():
            raise Failed(f"refused without a word: {arguments}")
        raise InputError(err.getvalue()[:500])
    return code


# ---- calls that are made of the options of commands ------------------------------------------------------------------


@cache
def commands() -> tuple[tuple[str, click.Command], ...]:
    """The commands that end by themselves."""
    return tuple((name, command) for name, command in sorted(cli.commands.items()) if name not in FOREIGN)


def composed(random: Random, raw: bytes) -> bytes:
    """A call of any command with some of its options, and the input as one of the texts that it is given."""
    name, command = random.choice(commands())
    options = [one for one in command.params if isinstance(one, click.Option) and one.opts[0] not in WIDENING]
    chosen = random.sample(options, min(len(options), random.choice([0, 1, 1, 2, 3, 5])))
    limited = any("--max-states" in one.opts for one in options)
    words = [name, *_arguments(random, command), *(LIMITS if limited else ())]
    for option in chosen:
        words += [random.choice(option.opts), *_value(random, option)]
    own = raw.decode("utf-8", "surrogateescape").replace(SEPARATOR, " ")
    places = [place for place, word in enumerate(words) if word in values()]
    if places:
        words[random.choice(places)] = own
    else:
        words.append(own)
    return SEPARATOR.join(words).encode("utf-8", "surrogateescape")


def _arguments(random: Random, command: click.Command) -> Iterator[str]:
    """What stands behind the name of a command: mostly a board where it takes one."""
    for one in command.params:
        if isinstance(one, click.Argument):
            number = random.choice([0, 1, 1, 2]) if one.nargs < 0 else 1
            for _ in range(number):
                yield random.choice(NARROW if random.randint(1, 4) > 1 and not number > 1 else values())


def _value(random: Random, option: click.Option) -> Iterator[str]:
    """A value of the kind that an option takes, or a text; none for a flag."""
    if option.is_flag:
        return
    kind = option.type
    if random.randint(1, 6) == 1:
        yield random.choice(values())
    elif isinstance(kind, click.Choice):
        yield str(random.choice(list(kind.choices)))
    elif isinstance(kind, click.IntRange | click.FloatRange):
        yield random.choice(NUMBERS)
    else:
        yield random.choice(FILES if isinstance(kind, click.Path) else values())
