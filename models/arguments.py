"""Arguments: the board or the ruling that a word of a call stands for, in a file or in the library."""

from __future__ import annotations

import os
from pathlib import Path

from models.board import Board, bare, read_board
from models.documents import STANDARD_INPUT, Mapping, Node, read_document, read_source, source_name
from models.errors import InputError
from models.library import DEFAULT_RULESET, Library, short
from models.ruleset import Words
from models.ruling import Ruling, Source, read_case, read_ruling


def as_ruling(argument: str, library: Library) -> Ruling:
    """The ruling that a command's argument stands for: a file, or what :meth:`Library.ruling` finds it by.

    Raises :class:`InputError`.
    """
    return ruling_in(Path(argument), library) if os.path.isfile(argument) else library.ruling(argument)


def ruling_in(path: Path, library: Library, name: str = "") -> Ruling:
    """The ruling in a file of one's own, or the case in it, whose claims are held against the model as an answer's are.

    ``name`` is what errors call the file. The claims of a ruling are read on first use. Raises :class:`InputError`,
    also for a board without claims.
    """
    document = read_document(path, name)
    if "ruling" in _keys(document):
        return read_ruling(document, library)
    if {"board", "claims"} <= _keys(document):
        return _own_case(document, name or source_name(path), library, "settled")
    raise InputError("nothing to check", document.at, expected=["ruling: ...", "board: ... with claims: ..."])


def place_of(ruling: Ruling, library: Library) -> str | Path:
    """What :func:`ruling_at` finds a ruling by, in any process: its id in the library, or its file."""
    packaged = ruling.id in library.ruling_ids and library.ruling(ruling.id) is ruling
    return ruling.id if packaged else Path(ruling.at.source)


def ruling_at(place: str | Path, library: Library) -> Ruling:
    """The ruling with an id in the library, or in a file; raises :class:`InputError`."""
    return library.ruling(place) if isinstance(place, str) else ruling_in(place, library)


def as_board(argument: str, library: Library) -> tuple[Board, Ruling | None]:
    """The board that a command's argument stands for, and the ruling it belongs to.

    The argument is a file with a board, with a case (a board, claims, wants) or with a ruling, ``-`` for standard
    input, or what :meth:`Library.ruling` finds a ruling by, where ``#2`` at the end means its second case.
    Raises :class:`InputError`.
    """
    if argument == STANDARD_INPUT or (os.path.exists(argument) and not os.path.isdir(argument)):
        return _own_board(Path(argument), library)
    name, _, number = argument.rpartition("#")
    named = (name, int(number)) if name and number.isdecimal() and len(number) < 4 else (argument, 1)
    try:
        ruling = library.ruling(named[0])
    except InputError as error:
        if error.position is None and not error.expected:
            message = f"neither a file nor a ruling is called {short(argument)}"
            raise InputError(message, near=error.near) from None
        raise
    return _case_board(ruling, named[1]), ruling


def _own_board(path: Path, library: Library) -> tuple[Board, Ruling | None]:
    """The board in a file of one's own; one that was read before is not parsed again."""
    text, name = read_source(path), source_name(path)
    kept = library.kept_board(text, name)
    if kept is not None:
        return kept, None
    board, ruling = board_in(read_document(text, name), name, library)
    if ruling is None:
        library.keep_board(text, name, board)
    return board, ruling


def board_in(node: Node, name: str, library: Library) -> tuple[Board, Ruling | None]:
    """The board of a document, alone, in a case or in a ruling; ``name`` is what a case is called.

    Raises :class:`InputError`.
    """
    document = bare(node)
    keys = _keys(document)
    if "ruling" in keys:
        ruling = read_ruling(document, library)
        return _case_board(ruling, 1), ruling
    if "board" in keys:
        ruling = _own_case(document, name, library, "pending")
        return _case_board(ruling, 1), ruling
    return read_board(document, library), None


def _keys(document: Node) -> set[str]:
    return {key.text for key, _ in document.pairs} if isinstance(document, Mapping) else set()


def _own_case(node: Node, name: str, library: Library, status: str) -> Ruling:
    """A user's own case, as a ruling that rests on nothing."""
    case = read_case(node, (DEFAULT_RULESET,), library)
    nothing = Words("")
    return Ruling(
        id=name,
        also=(),
        asks=Words(case.title),
        answers=nothing,
        source=Source("none"),
        status=status,
        rulesets=case.rulesets,
        tags=(),
        unmodelled="",
        note="",
        at=case.at,
        read_cases=lambda: (case,),
    )


def _case_board(ruling: Ruling, number: int) -> Board:
    cases = ruling.cases
    if not cases:
        reason = ruling.unmodelled or ruling.note
        raise InputError(f"the ruling {ruling.id} has no board: {reason}")
    if not 1 <= number <= len(cases):
        raise InputError(f"the ruling {ruling.id} has no case {number}", expected=[f"1 to {len(cases)}"])
    return cases[number - 1].board
