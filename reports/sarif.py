"""Verdicts as SARIF 2.1.0 (OASIS, 2020), which editors and code review show at the lines of the rulings' files.

A result for each claim, or for a ruling without claims. Its rule is the kind of the claim under the ruleset; its kind
and level tell the verdict:

* contradicted: an error, at the claim;
* undecided, where a limit was reached: a warning;
* open and unmodelled: a note;
* confirmed: the result passes; a mere note is informational.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from explorer.questions import ClaimAnswer, RulingAnswer, Verdict
from models.errors import Position
from reports.narration import Narrator
from reports.plaintext import shown

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
"""What SARIF calls the folder that relative paths begin in, which whoever reads the file knows."""

_LEVELS = {
    Verdict.CONTRADICTED: "error",
    Verdict.UNDECIDED: "warning",
    Verdict.OPEN: "note",
    Verdict.UNMODELLED: "note",
}
_KINDS = {Verdict.CONFIRMED: "pass", Verdict.NOTE: "informational"}


def sarif(answers: Sequence[RulingAnswer], tell: Narrator, folder: Path) -> str:
    """The SARIF document; files in ``folder`` are named relative to it."""
    found = [one for answer in answers for one in _results(answer, tell, folder)]
    rules = {result["ruleId"]: rule for result, rule in found}
    numbers = {name: number for number, name in enumerate(sorted(rules))}
    driver = {
        "name": "endphase",
        "rules": [{"id": name, "shortDescription": {"text": rules[name]}} for name in numbers],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [{**result, "ruleIndex": numbers[result["ruleId"]]} for result, _ in found],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _results(answer: RulingAnswer, tell: Narrator, folder: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """The results of a ruling, each with what its rule is about."""
    ruling, ruleset = answer.ruling, answer.ruleset
    if not answer.claims:
        reason = ruling.unmodelled or ruling.note or "no claims"
        text = f"{ruling.id} under {ruleset}: {answer.verdict}: {reason}"
        about = f"a ruling without claims that is {answer.verdict}"
        yield _result(answer, answer.verdict, answer.verdict, text, ruling.at, folder), f"{about}, under {ruleset}"
    for claim in answer.claims:
        kind, verdict = claim.claim.kind, verdict_on(claim, answer)
        text = explained(claim, answer, tell)
        yield (
            _result(answer, verdict, kind, text, claim.claim.at, folder),
            f"what is claimed as {kind!r}, under {ruleset}",
        )


def verdict_on(claim: ClaimAnswer, answer: RulingAnswer) -> Verdict:
    """What the verdict on a ruling would be if it had this claim alone."""
    if answer.verdict is Verdict.OPEN:
        return Verdict.OPEN
    return {True: Verdict.CONFIRMED, False: Verdict.CONTRADICTED, None: Verdict.UNDECIDED}[claim.holds]


def explained(claim: ClaimAnswer, answer: RulingAnswer, tell: Narrator) -> str:
    """Whether the claim holds and why, then its play, a sentence a line."""
    head = f"{answer.ruling.id} under {answer.ruleset}: {claim}" + (f" ({claim.because})" if claim.because else "")
    lines = [f"{head}; no official answer" if answer.verdict is Verdict.OPEN else head, shown(claim, tell)]
    return "\n".join(line for line in lines if line)


def _result(answer: RulingAnswer, verdict: Verdict, kind: str, text: str, at: Position, folder: Path) -> dict[str, Any]:
    region = {"startLine": at.line, "startColumn": at.column}
    return {
        "ruleId": f"{answer.ruleset}/{kind.replace(' ', '-')}",
        "kind": _KINDS.get(verdict, "fail"),
        "level": _LEVELS.get(verdict, "none"),
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(at.source, folder), "region": region}}],
        "properties": {"ruling": answer.ruling.id, "ruleset": answer.ruleset, "verdict": verdict.value},
    }


def _artifact(source: str, folder: Path) -> dict[str, str]:
    """Where a file is: relative to the folder if it is in it."""
    path = Path(os.path.normpath(folder / source))
    if path.is_relative_to(folder):
        return {"uri": quote(path.relative_to(folder).as_posix()), "uriBaseId": ROOT}
    return {"uri": path.as_uri()}
