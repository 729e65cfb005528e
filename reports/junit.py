"""Verdicts as JUnit XML: a test suite for each ruleset, a test case for each claim."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from explorer.questions import RulingAnswer, Verdict
from reports.narration import Narrator
from reports.plaintext import play


def junit(answers: Sequence[RulingAnswer], tell: Narrator) -> str:
    """The XML document."""
    suites = dict.fromkeys(answer.ruleset for answer in answers)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for name in suites:
        lines += _suite(name, [answer for answer in answers if answer.ruleset == name], tell)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(name: str, answers: Sequence[RulingAnswer], tell: Narrator) -> list[str]:
    cases = [line for answer in answers for line in _cases(answer, tell)]
    tests = sum(line.lstrip().startswith("<testcase") for line in cases)
    failures = sum("<failure" in line for line in cases)
    skipped = sum("<skipped" in line for line in cases)
    head = f'  <testsuite name={quoteattr(name)} tests="{tests}" failures="{failures}" skipped="{skipped}">'
    return [head, *cases, "  </testsuite>"]


def _cases(answer: RulingAnswer, tell: Narrator) -> list[str]:
    where = quoteattr(f"endphase.{answer.ruleset}.{answer.ruling.id}")
    if not answer.claims:
        reason = quoteattr(answer.ruling.unmodelled or answer.ruling.note or "no claims")
        name = quoteattr(answer.verdict.value)
        return [f"    <testcase classname={where} name={name}><skipped message={reason}/></testcase>"]
    lines = []
    for claim in answer.claims:
        name = quoteattr(str(claim.claim))
        if answer.verdict is Verdict.OPEN:
            inner = f"<skipped message={quoteattr('open: the model answers ' + str(claim.holds).lower())}/>"
        elif claim.holds:
            inner = ""
        else:
            why, told = quoteattr(tell.because(claim.because)), escape(play(claim.play, tell, ""))
            inner = f"<failure message={why}>{told}</failure>"
        lines.append(f"    <testcase classname={where} name={name}>{inner}</testcase>")
    return lines
