"""Findings: what the records of a sweep show together.

The order of everything here follows from the records alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from explorer.atlas.records import REFUSED, Record
from models.library import Library

Key = TypeVar("Key")

MOST_QUESTIONS = 10

ORDER, PARTS, WAITS, ENDLESS, PARTIAL = "order", "parts", "waits", "endless", "partial"
MARKS = (ORDER, PARTS, WAITS, ENDLESS, PARTIAL)
"""What a board can be marked with: order alone decides, rulesets part, waiting is best, endless play, a limit."""


def marks(record: Record) -> tuple[str, ...]:
    """What is remarkable about an answer."""
    held = (
        record.order_alone is True,
        bool(record.parts),
        bool(record.waiting_best),
        record.endless,
        record.limit not in ("", REFUSED),
    )
    return tuple(mark for mark, holds in zip(MARKS, held, strict=True) if holds)


@dataclass
class Pair:
    """The cards of some boards, and of each mark and ruleset the smallest board that has it."""

    cards: tuple[str, ...]
    boards: int = 0
    smallest: dict[tuple[str, str], Record] = field(default_factory=dict)

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that some board of the cards has."""
        return tuple(mark for mark in MARKS if any(one == mark for one, _ in self.smallest))

    @property
    def shown(self) -> list[Record]:
        """The boards that stand for the cards, each once, those where order decides first."""
        ranked = sorted(self.smallest, key=lambda one: (MARKS.index(one[0]), one[1]))
        return list({(one.board, one.ruleset): one for one in map(self.smallest.__getitem__, ranked)}.values())


class Parting(NamedTuple):
    """Under which ruleset an answer differs from the first one's, and by which clauses alone."""

    ruleset: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A board on which rulesets part as on ``alike`` boards, and which no ruling of the library has asked about."""

    record: Record
    first: str
    parting: Parting
    alike: int


@dataclass
class Findings:
    """What a sweep shows: how many answers of each kind by ruleset, the pairs, and where rulesets part."""

    answers: Counter[str] = field(default_factory=Counter)
    marked: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: int = 0
    undecided: int = 0
    states: int = 0
    pairs: dict[tuple[str, ...], Pair] = field(default_factory=dict)
    partings: Counter[Parting] = field(default_factory=Counter)
    _asked: dict[Parting, dict[tuple[str, ...], Record]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Take an answer into account."""
        pair = self.pairs.setdefault(tuple(record.cards), Pair(tuple(record.cards)))
        self.answers[record.ruleset] += 1
        if record.limit == REFUSED:
            self.refused += 1
            return
        pair.boards += 1
        self.states += record.states
        self.undecided += record.order_alone is None
        for mark in marks(record):
            self.marked[mark, record.ruleset] += 1
            _keep_smaller(pair.smallest, (mark, record.ruleset), record)
        if record.parts:
            parting = Parting(record.ruleset, tuple(record.parts_by))
            self.partings[parting] += 1
            if record.acting:
                _keep_smaller(self._asked.setdefault(parting, {}), pair.cards, record)

    @property
    def remarkable(self) -> list[Pair]:
        """The pairs with a mark, those where order decides first, then by the number of their marks and their names."""
        found = [pair for pair in self.pairs.values() if pair.smallest]
        return sorted(found, key=lambda pair: (ORDER not in pair.marks, -len(pair.marks), pair.cards))

    def questions(self, library: Library, first: str, most: int = MOST_QUESTIONS) -> list[Question]:
        """The boards of which an answer would decide the most, each with cards that no ruling has on one board.

        Rulesets part by the same clauses on many boards: of each such group comes the smallest board, the largest group
        first, then the next board of each.
        """
        known = _together(library)
        groups: list[list[Question]] = []
        for parting, number in sorted(self.partings.items(), key=lambda one: (-one[1], one[0])):
            fresh = [one for one in self._asked.get(parting, {}).values() if not _is_known(one, known)]
            ranked = sorted(fresh, key=lambda one: (len(one.cards) != len(set(one.cards)), one.states, one.board))
            groups.append([Question(one, first, parting, number) for one in ranked[:most]])
        rounds = (group[turn] for turn in range(most) for group in groups if turn < len(group))
        chosen: dict[str, Question] = {}
        for one in rounds:
            chosen.setdefault(one.record.board, one)
        return list(chosen.values())[:most]


def _keep_smaller(kept: dict[Key, Record], key: Key, record: Record) -> None:
    held = kept.get(key)
    if held is None or (record.states, record.board) < (held.states, held.board):
        kept[key] = record


def _together(library: Library) -> Mapping[str, set[str]]:
    """For each card the cards with which a ruling's board has it."""
    found: dict[str, set[str]] = {}
    for ruling in library.rulings:
        for case in ruling.cases:
            for name in case.board.names:
                found.setdefault(name, set()).update(case.board.names)
    return found


def _is_known(record: Record, known: Mapping[str, set[str]]) -> bool:
    first, *others = record.cards
    return all(other in known.get(first, ()) for other in others)


def findings(records: Iterable[Record]) -> Findings:
    """What the records show."""
    found = Findings()
    for record in records:
        found.add(record)
    return found


def lines(found: Findings) -> Iterator[str]:
    """The numbers in words, a line for each ruleset and for each group of clauses by which rulesets part."""
    for ruleset, number in sorted(found.answers.items()):
        told = ", ".join(f"{found.marked[mark, ruleset]:,} {_TOLD[mark]}" for mark in MARKS)
        yield f"{ruleset}: {number:,} answers; {told}"
    for parting, number in sorted(found.partings.items(), key=lambda one: (-one[1], one[0])):
        yield f"{parting.ruleset} parts on {number:,} boards by {', '.join(parting.by) or 'several clauses together'}"
    if found.refused:
        yield f"{found.refused:,} answers refused: the board cannot be laid"


_TOLD = {
    ORDER: "where order alone decides",
    PARTS: "that part from the first ruleset's",
    WAITS: "where waiting is strictly best",
    ENDLESS: "with endless play",
    PARTIAL: "partial",
}
