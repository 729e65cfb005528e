"""Opening: the board of a ruling as a text of its own, with the wishes that are told of it."""

from __future__ import annotations

from pathlib import Path

from models.board import PLAYERS
from models.documents import Mapping, Node, read_document
from models.errors import InputError
from models.fields import items
from models.library import DEFAULT_RULESET, Library
from models.ruling import Case, Ruling, cases_for
from models.writing import Plain, plain, written

_BOARD, _WANTS, _CLAIMS, _CASES = "board", "wants", "claims", "cases"
_BEST_PLAY = "best play"


def ruling_case(argument: str, library: Library) -> tuple[Ruling, Case]:
    """The ruling that is called so, and the board of it that goes with its first ruleset (``#2``: its second board).

    No file is looked at but those of the library. Raises InputError.
    """
    name, _, place = argument.rpartition("#")
    numbered = bool(name) and place.isdecimal() and len(place) < 4
    ruling = library.ruling(name if numbered else argument)
    if not ruling.cases:
        raise InputError(f"the ruling {ruling.id} has no board: {ruling.unmodelled or ruling.note}")
    if not numbered:
        ruleset = next(iter(ruling.rulesets), DEFAULT_RULESET)
        return ruling, next(iter(cases_for(ruling, ruleset)), ruling.cases[0])
    if not 1 <= int(place) <= len(ruling.cases):
        raise InputError(f"the ruling {ruling.id} has no case {int(place)}", expected=[f"1 to {len(ruling.cases)}"])
    return ruling, ruling.cases[int(place) - 1]


def case_text(ruling: Ruling, case: Case) -> str:
    """The board of a case as a text, with the wishes that are told of it or of its best play."""
    document = _keys(read_document(Path(ruling.at.source), ruling.id))
    told = document
    if _CASES in document:
        told = _keys(items(document[_CASES])[ruling.cases.index(case)])
    data = {_BOARD: plain(told[_BOARD])}
    wants = plain(told[_WANTS]) if _WANTS in told else _of_best_play(told)
    return written(data | ({_WANTS: wants} if wants else {}))


def _of_best_play(told: dict[str, Node]) -> dict[str, Plain]:
    """The wishes of the first claim of best play, by player."""
    for claim in items(told[_CLAIMS]) if _CLAIMS in told else ():
        said = _keys(claim).get(_BEST_PLAY)
        if said is not None:
            wants = _keys(said)
            return {who.value: plain(wants[f"{who} wants"]) for who in PLAYERS if f"{who} wants" in wants}
    return {}


def _keys(node: Node) -> dict[str, Node]:
    return {key.text: value for key, value in node.pairs} if isinstance(node, Mapping) else {}
