"""Rulings as rows of the page of the corpus: question, answer, source, and under each ruleset claims with plays."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from explorer.questions import CaseAnswer, ClaimAnswer, PlayedStep, RulingAnswer, told
from models.ruleset import Ruleset
from models.ruling import Ruling
from reports.narration import Narrator
from reports.page.words import Texts


@dataclass(frozen=True)
class Board:
    """The walk through one board of a ruling, packed, or "" and the key of the words that say why there is none."""

    states: int
    walk: str = ""
    why: str = ""


class RulingData:
    """The rows of the rulings, and the walks that they name, each once."""

    def __init__(self, texts: Texts) -> None:
        """Texts are shared by all rows."""
        self.texts = texts
        self._rows: dict[str, dict[str, Any]] = {}
        self.walks: dict[str, int] = {}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each ruling, in the order in which they were added."""
        return list(self._rows.values())

    def add(self, answer: RulingAnswer, ruleset: Ruleset, boards: Sequence[Board]) -> None:
        """The answer to a ruling under one ruleset; ``boards`` are those of its cases."""
        row = self._rows.setdefault(answer.ruling.id, self._ruling(answer.ruling))
        row["under"].append(
            {
                "ruleset": self.texts.ruleset(ruleset),
                "verdict": answer.verdict.value,
                "cases": [
                    self._case(answer.ruling, case, board) for case, board in zip(answer.cases, boards, strict=True)
                ],
            }
        )

    def _ruling(self, ruling: Ruling) -> dict[str, Any]:
        source, add = ruling.source, self.texts.add
        return {
            "id": ruling.id,
            "asks": self.texts.words(ruling.asks),
            "answers": self.texts.words(ruling.answers),
            "authority": source.authority,
            "source": add(", ".join(part for part in (source.authority, source.of, source.id) if part)),
            "cites": [add(cite) for cite in source.cites],
            "answered": source.answered,
            "status": ruling.status,
            "tags": list(ruling.tags),
            "note": add(ruling.note or ruling.unmodelled),
            "under": [],
        }

    def _case(self, ruling: Ruling, case: CaseAnswer, board: Board) -> dict[str, Any]:
        number = next(number for number, one in enumerate(ruling.cases, 1) if one.at == case.case.at)
        place = self.walks.setdefault(board.walk, len(self.walks)) if board.walk else -1
        return {
            "board": ruling.id if len(ruling.cases) == 1 else f"{ruling.id}#{number}",
            "title": self.texts.add(case.case.title),
            "claims": [self._claim(one) for one in case.claims],
            "states": board.states,
            "walk": place,
            "why": board.why,
        }

    def _claim(self, one: ClaimAnswer) -> list[Any]:
        """What it says, whether it holds (1, 0, -1 undecided), why, the told steps of its play, where these repeat."""
        steps = [self.texts.told(("said", step), partial(_said, step)) for step in told(one.play)]
        holds = -1 if one.holds is None else int(one.holds)
        because = self.texts.add(*(tell.because(one.because) for tell in self.texts.narrators.values()))
        repeats = -1 if one.repeats is None else len(told(one.play[: one.repeats]))
        return [self.texts.add(str(one.claim)), holds, because, steps, repeats]


def _said(step: PlayedStep, tell: Narrator) -> str:
    return tell.sentence(step)


def packed(data: str) -> str:
    """Text as a page keeps it until it is asked for: deflated, in base 64."""
    return b64encode(zlib.compress(data.encode(), 9)).decode()
