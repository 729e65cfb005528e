"""Verdicts as SARIF 2.1.0 (OASIS, 2020), which editors and code review show at the lines of the rulings' files.

A result for each claim, or for a ruling without claims. Its rule is the kind of the claim under the ruleset; its kind
and level tell the verdict:

* contradicted: an error, at the claim;
* undecided, where a limit was reached: a warning;
* open and unmodelled: a note;
* confirmed: the result passes; a mere note is informational, and a ruling without claims does not apply.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from explorer.questions import RulingAnswer, Verdict
from models.errors import Position
from reports.narration import Narrator
from reports.verdicts import explained, untested

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
"""What SARIF calls the folder that relative paths begin in, which whoever reads the file knows."""

_SHOWN = {
    Verdict.CONFIRMED: ("pass", "none"),
    Verdict.CONTRADICTED: ("fail", "error"),
    Verdict.UNDECIDED: ("fail", "warning"),
    Verdict.OPEN: ("fail", "note"),
}
"""The kind and the level of a result for a claim; what is no failure has no level."""

_UNTESTED = {"unmodelled": ("fail", "note"), "note": ("informational", "none"), "no claims": ("notApplicable", "none")}


@dataclass(frozen=True)
class _Finding:
    """What is found of a claim, or of a ruling without claims; ``word`` is its verdict."""

    answer: RulingAnswer
    rule: str
    about: str
    word: str
    shown: tuple[str, str]
    text: str
    at: Position


def sarif(answers: Sequence[RulingAnswer], tell: Narrator, folder: Path) -> str:
    """The SARIF document; files in ``folder`` are named relative to it."""
    found = [one for answer in answers for one in _findings(answer, tell)]
    about = {one.rule: one.about for one in found}
    numbers = {rule: number for number, rule in enumerate(sorted(about))}
    rules = [{"id": rule, "shortDescription": {"text": about[rule]}} for rule in numbers]
    run = {
        "tool": {"driver": {"name": "endphase", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, numbers[one.rule], folder) for one in found],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _findings(answer: RulingAnswer, tell: Narrator) -> Iterator[_Finding]:
    ruling, ruleset = answer.ruling, answer.ruleset
    for one in answer.claims:
        verdict, kind = answer.verdict_on(one), one.claim.kind
        rule, about = f"{ruleset}/{kind.replace(' ', '-')}", f"what is claimed as {kind!r}, under {ruleset}"
        yield _Finding(answer, rule, about, verdict.value, _SHOWN[verdict], explained(one, answer, tell), one.claim.at)
    if not answer.claims:
        word, reason = untested(ruling)
        rule, about = (
            f"{ruleset}/{word.replace(' ', '-')}",
            f"what there is nothing to check of ({word}), under {ruleset}",
        )
        text = ": ".join((f"{ruling.id} under {ruleset}", reason))
        yield _Finding(answer, rule, about, word, _UNTESTED[word], text, ruling.at)


def _result(found: _Finding, number: int, folder: Path) -> dict[str, Any]:
    kind, level = found.shown
    region = {"startLine": found.at.line, "startColumn": found.at.column}
    place = {"artifactLocation": _artifact(found.at.source, folder), "region": region}
    return {
        "ruleId": found.rule,
        "ruleIndex": number,
        "kind": kind,
        "level": level,
        "message": {"text": found.text},
        "locations": [{"physicalLocation": place}],
        "properties": {"ruling": found.answer.ruling.id, "ruleset": found.answer.ruleset, "verdict": found.word},
    }


def _artifact(source: str, folder: Path) -> dict[str, str]:
    """Where a file is: relative to the folder if it is in it."""
    path = Path(os.path.normpath(folder / source))
    if path.is_relative_to(folder):
        return {"uri": quote(path.relative_to(folder).as_posix()), "uriBaseId": ROOT}
    return {"uri": path.as_uri()}
