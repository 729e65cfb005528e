"""Drafting a board: from flags, or from answers to questions on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import click

from explorer.streams import aside
from models.board import PLAYERS, bare, read_board
from models.documents import read_document
from models.errors import InputError
from models.library import Library
from models.phrase import Who
from reports.drafts import ZONES, Draft, board_text


def drafted(file: Path, title: str, told: Mapping[str, str], lingering: Iterable[str], first: list[str]) -> str:
    """The text of a board that was told by flags, or is asked for where nothing was; raises InputError.

    ``told`` are the flags with underscores for what parts their words, ``first`` the lines that come first.
    """
    library = Library()
    draft = Draft(title)
    if told or lingering or title:
        for who in PLAYERS:
            key = who.replace(" ", "_")
            if f"{key}_life" in told:
                draft.life[who] = told[f"{key}_life"]
            for zone in ZONES:
                draft.lay(who, zone, told.get(f"{key}_{zone.replace(' ', '_')}", ""), library)
        for text in lingering:
            draft.linger(text, library)
    else:
        _ask(draft, library)
    for word, name in draft.taken.items():
        aside(f"endphase: {word!r} is taken as {name}")
    text = "\n".join([*first, board_text(draft, f"endphase explore {file}")])
    read_board(bare(read_document(text, str(file))), library)
    return text


def _ask(draft: Draft, library: Library) -> None:
    """Ask for each side and zone, and again where an answer was not understood."""
    click.echo(
        "Names in English or Japanese, with commas between them; NAME: set for a card that is Set. Enter for none."
    )
    for who in PLAYERS:
        draft.life[who] = click.prompt(f"Life points of the {who}", default="8000")
        for zone in ZONES:
            _until_understood(f"{zone.capitalize()} of the {who}", _laying(draft, who, zone, library))
    click.echo("What was applied earlier this turn and is still due, each as: CARD by PLAYER on NAME, NAME")
    while _until_understood("Still due", lambda text: draft.linger(text, library)):
        pass


def _laying(draft: Draft, who: Who, zone: object, library: Library) -> Callable[[str], None]:
    (there,) = (one for one in ZONES if one == zone)

    def lay(text: str) -> None:
        before = list(draft.zones.get((who, there), ()))
        try:
            draft.lay(who, there, text, library)
        except InputError:
            draft.zones[(who, there)] = before
            raise

    return lay


def _until_understood(question: str, take: Callable[[str], None]) -> bool:
    """Ask until the answer is taken; whether there was one."""
    while True:
        answer = click.prompt(question, default="", show_default=False).strip()
        try:
            if answer:
                take(answer)
        except InputError as error:
            click.echo(error)
        else:
            return bool(answer)
