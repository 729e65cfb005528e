"""The command ``endphase play``: a board to play move by move, alone or against the tool."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from explorer.cli.boards import wished
from explorer.cli.options import OK, PARTIAL, lines, named, page, searched, wishing, without_json
from explorer.streams import aside
from models.errors import InputError

_PLAYERS = ("turn player", "opponent")


@click.command()
@click.argument("board")
@without_json
@wishing
@click.option("--opponent", "how", type=click.Choice(["best", "random"]), help="The tool plays the other player so.")
@click.option("--as", "person", type=click.Choice(_PLAYERS), help="With --opponent: whom you play (turn player).")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="With --opponent random: which of its plays (0).")
@click.option("--after", metavar="LINE", help='Start after these moves: "the turn player passes; ...".')
@click.option("--at", metavar="MOVES", help="Start after these moves, each told by its place from 0: 0.2.1.")
@click.option("--plain", is_flag=True, help="Line by line, over standard input and output.")
def play(
    board: str,
    player: str,
    wants: tuple[str, ...],
    other_wants: tuple[str, ...],
    how: str | None,
    person: str | None,
    seed: int | None,
    after: str | None,
    at: str | None,
    plain: bool,
    **given: Any,
) -> int:
    """Play BOARD move by move: what can be done, what cannot and why, what can still come about; with undo.

    At the end the play is printed, as moves that --at takes and as sentences (docs/play.md).
    """
    _refuse_misfits(how, person, seed, after, at)
    if not plain:
        _refuse_without_screen()
    from explorer.questions.session import address_after, begin, read_address
    from explorer.questions.walk import Walk
    from explorer.questions.wishes import watched
    from reports import plaintext
    from reports.play.commentary import Commentary

    about, library, _ = named(board, given)
    wishes = wished(about, library, player, wants, other_wants)
    line, start = _line(after, about, library), read_address(at or "")
    opponent = _opponent(how, person or _PLAYERS[0], seed or 0, wishes)
    inquiry = searched(about, library, given, watched(wishes), pictured=True)
    if not inquiry.complete:
        aside(f"endphase: {plaintext.stopped(inquiry.graph.limit)}; a part of a board is not played")
        return PARTIAL
    walk = Walk(inquiry, library, wishes)
    languages = {name: Commentary(walk, name) for name in dict.fromkeys((given["lang"], "en", "ja"))}
    session = begin(walk, opponent, start if line is None else address_after(walk, line))
    shown = _plain(session, languages, given["lang"]) if plain else _screen(session, languages, given, about, board)
    lines(["", *shown.tell.farewell(shown.session)])
    return OK


def _refuse_misfits(how: str | None, person: str | None, seed: int | None, after: str | None, at: str | None) -> None:
    """Raise UsageError for options that say nothing together."""
    if person is not None and how is None:
        raise click.UsageError("--as: only with --opponent; else you play both players")
    if seed is not None and how != "random":
        raise click.UsageError("--seed: only with --opponent random")
    if after is not None and at is not None:
        raise click.UsageError("--after, --at: one of them tells where to start")


def _refuse_without_screen() -> None:
    """Raise InputError where there is no terminal, or no textual."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError("play needs a terminal to show the board on; --plain reads and writes lines")
    try:
        import reports.play.screen  # noqa: F401
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] != "textual":
            raise
        raise InputError("play needs textual: pip install 'endphase[play]'; --plain does without it") from missing


def _line(after: str | None, about: Any, library: Any) -> Any:
    """The moments that a call names, None where it names none."""
    if after is None:
        return None
    from models.claims import read_line

    return read_line(after, about.board, library)


def _opponent(how: str | None, person: str, seed: int, wishes: Any) -> Any:
    """Who decides for the other player, if anybody does; raises InputError for best play without wishes."""
    from explorer.game.players import Player
    from explorer.questions.session import BestOpponent, RandomOpponent

    other = Player(person).other
    if how == "random":
        return RandomOpponent(other, seed)
    if how == "best" and not any(wishes.values()):
        expected = ["--want WISH", "wants: in the file", "--opponent random"]
        raise InputError("nobody wishes for anything here, so no move is best", expected=expected)
    return None if how is None else BestOpponent(other)


def _plain(session: Any, languages: Any, language: str) -> Any:
    """The dialogue after it was held."""
    from reports.play.plain import Dialogue, typed

    dialogue = Dialogue(session, languages, language, page().line)
    dialogue.hold(typed())
    return dialogue


def _screen(session: Any, languages: Any, given: dict[str, Any], about: Any, board: str) -> Any:
    """The screen after it was closed."""
    from reports.play.screen import Playing

    name = about.ruling.id if about.ruling is not None else Path(board).name
    screen = Playing(session, languages, given["lang"], f"{name}, {about.ruleset.id}")
    screen.run()
    if screen.return_code:
        raise RuntimeError("the screen has failed")
    return screen
