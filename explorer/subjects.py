"""What a command or a call is about: a board with the wishes and the ruleset that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.questions.verdicts import cases_for
from models.board import Board
from models.library import DEFAULT_RULESET, Library, as_board
from models.phrase import Who, Wish
from models.ruleset import Ruleset
from models.ruling import Case, Ruling


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
    if ruling is None:
        return Subject(board, library.ruleset(ruleset or DEFAULT_RULESET), None, {})
    name = ruleset or (ruling.rulesets[0] if ruling.rulesets else DEFAULT_RULESET)
    chosen = library.ruleset(name)
    cases = cases_for(ruling, chosen.id)
    if cases and "#" not in argument:
        board = next((case.board for case in cases if _wishes_of(case)), cases[0].board)
    case = next((case for case in ruling.cases if case.board is board), ruling.cases[0])
    return Subject(board, chosen, ruling, _wishes_of(case))


def _wishes_of(case: Case) -> Mapping[Who, tuple[Wish, ...]]:
    if case.wants:
        return case.wants
    return next((claim.wants for claim in case.claims if claim.wants), {})
