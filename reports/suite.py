"""Rulings as tests for pytest: one for each ruling, ruleset and claim, ``A08[ocg] possible: ...``.

A contradicted claim fails with its explanation; so does one that a limit left undecided. What is open is expected to
fail (``xfail``), what is unmodelled and what is a mere note is skipped, each with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from os.path import relpath
from pathlib import Path
from typing import Any

import pytest

from explorer.questions import ClaimAnswer, RulingAnswer, Verdict, check_ruling
from explorer.questions.compare import board_name
from explorer.search.explore import Limits
from models.arguments import ruling_in
from models.errors import InputError, Position
from models.library import Library
from models.ruling import Claim, Ruling, cases_for, rulesets_of
from reports.narration import Narrator, narrator
from reports.verdicts import explained, untested

SUFFIXES = (".yaml", ".yml")
LIMITS = Limits(memory_mb=4096)
"""No board takes a machine down."""


class Suite:
    """What finds rulings in the paths that are asked for; a plugin of pytest."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        """The rulings in these files and folders."""
        self._paths = tuple(path.resolve() for path in paths)

    @cached_property
    def library(self) -> Library:
        """The library that the rulings are read and checked with."""
        return Library()

    @cached_property
    def tell(self) -> Narrator:
        """What tells plays."""
        return narrator("en", self.library)

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> RulingFile | None:
        """The file's tests, if it is one of those that are asked for."""
        asked = file_path.suffix in SUFFIXES and any(file_path.resolve().is_relative_to(path) for path in self._paths)
        return RulingFile.from_parent(parent, path=file_path, suite=self) if asked else None


class RulingFile(pytest.File):
    """A file with a ruling, or with a board and claims."""

    def __init__(self, *, suite: Suite, **given: Any) -> None:
        """The file, to be checked with the library of a suite."""
        super().__init__(**given)
        self.suite = suite
        self._answers: dict[str, RulingAnswer] = {}

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling in the file; raises InputError."""
        return ruling_in(self.path, self.suite.library, relpath(self.path, self.config.invocation_params.dir))

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each claim, or one that tells why there are none; what is wrong in the file is told as it is."""
        try:
            yield from self._tests()
        except InputError as error:
            raise self.CollectError(str(error)) from None

    def _tests(self) -> Iterator[pytest.Item]:
        ruling = self.ruling
        for ruleset in rulesets_of(ruling):
            claims = list(_claims(ruling, ruleset))
            for number, (board, claim) in enumerate(claims):
                name = f"{board}[{ruleset}] {claim}"
                yield ClaimTest.from_parent(self, name=name, ruleset=ruleset, number=number, at=claim.at)
            if not claims:
                yield self._untested(ruleset)

    def _untested(self, ruleset: str) -> pytest.Item:
        """A test that is skipped, for a ruling without claims."""
        ruling = self.ruling
        word, reason = untested(ruling)
        found: ClaimTest = ClaimTest.from_parent(
            self, name=f"{ruling.id}[{ruleset}] {word}", ruleset=ruleset, number=0, at=ruling.at
        )
        found.add_marker(pytest.mark.skip(reason=reason))
        return found

    def answer(self, ruleset: str) -> RulingAnswer:
        """The answer under a ruleset, found once for all its claims; raises InputError."""
        if ruleset not in self._answers:
            library = self.suite.library
            self._answers[ruleset] = check_ruling(self.ruling, library, library.ruleset(ruleset), LIMITS)
        return self._answers[ruleset]


def _claims(ruling: Ruling, ruleset: str) -> Iterator[tuple[str, Claim]]:
    """The claims to check, in the order of the answers; each with the name of its board."""
    for case in cases_for(ruling, ruleset):
        board = board_name(ruling, ruling.cases.index(case) + 1)
        yield from ((board, claim) for claim in case.claims)


class NotConfirmed(Exception):  # noqa: N818
    """A claim is contradicted or undecided; the text explains it."""


class ClaimTest(pytest.Item):
    """Whether a claim holds under a ruleset: that of this number among all claims of the ruling."""

    parent: RulingFile

    def __init__(self, *, ruleset: str, number: int, at: Position, **given: Any) -> None:
        """The claim at this place of the file."""
        super().__init__(**given)
        self._ruleset = ruleset
        self._number = number
        self._at = at

    def runtest(self) -> None:
        """Raises NotConfirmed; ends as expected to fail where there is no official answer."""
        answer = self.parent.answer(self._ruleset)
        claim = answer.claims[self._number]
        match answer.verdict_on(claim):
            case Verdict.OPEN:
                pytest.xfail(f"open: the model answers {_word(claim)}")
            case Verdict.CONTRADICTED | Verdict.UNDECIDED:
                at = self._at
                raise NotConfirmed(
                    f"{at.source}:{at.line}:{at.column}: {explained(claim, answer, self.parent.suite.tell)}"
                )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The explanation; a traceback only of what should not happen."""
        if isinstance(excinfo.value, NotConfirmed | InputError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the claim is, its line counted from 0."""
        return self.path, self._at.line - 1, self.name


def _word(claim: ClaimAnswer) -> str:
    return {True: "that it holds", False: "that it does not hold", None: "nothing: a limit was reached"}[claim.holds]
