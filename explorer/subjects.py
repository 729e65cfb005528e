"""What a command or a call is about: a board with the wishes and the ruleset that go with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from models.arguments import as_board, board_in
from models.board import Board
from models.documents import Node
from models.errors import InputError
from models.library import DEFAULT_RULESET, Library
from models.phrase import Who, Wish
from models.ruleset import Ruleset, read_flip
from models.ruling import Case, Ruling, cases_for


@dataclass(frozen=True)
class Subject:
    """A board to ask about, the ruleset to ask under, the ruling it comes from and the wishes told with it."""

    board: Board
    ruleset: Ruleset
    ruling: Ruling | None
    wants: Mapping[Who, tuple[Wish, ...]]


def subject(argument: str, library: Library, ruleset: str | None = None) -> Subject:
    """The subject that an argument names: a file, ``-``, or a ruling by id, alias or words (``#2``: its second board).

    Without a ruleset it is the first that the ruling speaks about, or the default one for a bare board. Raises
    InputError.
    """
    board, ruling = as_board(argument, library)
    return _asked(board, ruling, library, ruleset, given_case="#" in argument)


def subject_in(node: Node, name: str, library: Library, ruleset: str | None = None) -> Subject:
    """The subject that a document tells, which is called ``name``: a board, a case or a ruling; raises InputError."""
    return _asked(*board_in(node, name, library), library, ruleset, given_case=False)


def _asked(board: Board, ruling: Ruling | None, library: Library, ruleset: str | None, *, given_case: bool) -> Subject:
    """The subject of a board; of a ruling whose case is not given, the board that goes with the ruleset."""
    if ruling is None:
        return Subject(board, library.ruleset(ruleset or DEFAULT_RULESET), None, {})
    name = ruleset or (ruling.rulesets[0] if ruling.rulesets else DEFAULT_RULESET)
    chosen = library.ruleset(name)
    cases = cases_for(ruling, chosen.id)
    if cases and not given_case:
        board = next((case.board for case in cases if _wishes_of(case)), cases[0].board)
    case = next((case for case in ruling.cases if case.board is board), ruling.cases[0])
    return Subject(board, chosen, ruling, _wishes_of(case))


def pair(names: str | None, flips: Iterable[str], library: Library) -> tuple[Ruleset, Ruleset]:
    """Two rulesets to compare: ``A,B``, of which ``flips`` change clauses of the second.

    With flips one ruleset is enough, which is then the second too; it is the default one where none is named. Raises
    InputError.
    """
    flips = tuple(flips)
    named = [name.strip() for name in names.split(",")] if names else [DEFAULT_RULESET] if flips else []
    if len(named) == 1 and flips:
        named *= 2
    if len(named) != 2:
        raise InputError(f"compare needs two rulesets, not {len(named)}", expected=["--rulesets A,B", "--flip CLAUSE"])
    one, other = (library.ruleset(name) for name in named)
    return one, other.variant(dict(read_flip(flip, other, library.clauses) for flip in flips))


def _wishes_of(case: Case) -> Mapping[Who, tuple[Wish, ...]]:
    if case.wants:
        return case.wants
    return next((claim.wants for claim in case.claims if claim.wants), {})
