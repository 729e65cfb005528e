"""Files explained: what kind of file it is, and each of its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from explorer.game import Game
from models.board import Board, bare, read_board
from models.documents import Mapping as Pairs
from models.documents import Node
from models.errors import InputError
from models.fields import items
from models.library import DEFAULT_RULESET, Library
from models.ruleset import Words
from models.ruling import Case, Ruling, read_case, read_ruling
from reports.explanations.boards import BoardExplanation
from reports.explanations.cards import card_entries
from reports.explanations.entries import Entry
from reports.narration import Narrator
from reports.paraphrase import claim, wish

Grounder = Callable[[Board, Sequence[str]], Game | None]
"""A board and the rulesets it is meant for, to the game; None where it is not to be grounded."""


def explained(node: Node, library: Library, tell: Narrator, grounded: Grounder) -> Iterator[Entry]:
    """What is understood of each line of a file of cards, a board, a case or a ruling, in their order.

    Raises :class:`InputError`, as reading it does.
    """
    if not isinstance(node, Pairs):
        yield from card_entries(node)
        return
    keys = {key.text for key, _ in node.pairs}
    told = _File(library, tell, grounded)
    if "ruling" in keys:
        yield from told.ruling(node)
    elif "board" in keys and len(keys) > 1:
        yield from told.case(node, read_case(node, (DEFAULT_RULESET,), library))
    elif "clauses" in keys or "extends" in keys:
        raise InputError(
            "a ruleset, whose clauses say themselves what they mean", node.at, expected=["a board", "cards"]
        )
    else:
        yield from told.board(node, read_board(bare(node), library), (DEFAULT_RULESET,))


class _File:
    """A file whose lines are explained."""

    def __init__(self, library: Library, tell: Narrator, grounded: Grounder) -> None:
        self.library, self.tell, self.grounded = library, tell, grounded

    def board(self, node: Node, board: Board, rulesets: Sequence[str]) -> Iterator[Entry]:
        """The lines of a board, which may stand below the key ``board``."""
        inside = bare(node)
        yield Entry(node.at, "board", self.tell.explanation("board"))
        yield from BoardExplanation(board, self.grounded(board, rulesets), self.library, self.tell).entries(inside)

    def case(self, node: Node, case: Case) -> Iterator[Entry]:
        """The lines of a board with claims."""
        assert isinstance(node, Pairs)
        for key, value in node.pairs:
            match key.text:
                case "title":
                    yield self._entry(key, "title", "title", words=case.title)
                case "board":
                    yield from self.board(value, case.board, case.rulesets)
                case "claims":
                    yield from (Entry(one.at, "claim", claim(one)) for one in case.claims)
                case "wants":
                    yield from self._wants(value, case)

    def ruling(self, node: Pairs) -> Iterator[Entry]:
        """The lines of a ruling."""
        found = read_ruling(node, self.library)
        cases = found.cases
        rulesets = ", ".join(found.rulesets)
        yield self._entry(node, "ruling", "ruling", status=found.status, rulesets=rulesets)
        for key, value in node.pairs:
            match key.text:
                case "asks" | "answers":
                    yield self._entry(key, key.text, "words", words=self._words(getattr(found, key.text)))
                case "source":
                    yield self._entry(key, "source", "source", words=_source(found))
                case "unmodelled" | "note":
                    yield self._entry(key, key.text, "no board", words=found.unmodelled or found.note)
                case "cases":
                    for one, case in zip(items(value), cases, strict=True):
                        yield self._entry(one, "case", "case")
                        yield from self.case(one, case)
        if any(key.text == "board" for key, _ in node.pairs):
            yield from self.case(node, cases[0])

    def _words(self, words: Words) -> str:
        return words.ja if self.tell.language == "ja" and words.ja else words.en

    def _wants(self, node: Node, case: Case) -> Iterator[Entry]:
        for who, (key, value) in zip(case.wants, node.pairs if isinstance(node, Pairs) else (), strict=True):
            for one, said in zip(case.wants[who], items(value), strict=True):
                yield self._entry(said, "wish", "wants", player=self.tell.player(key.text), words=wish(one))

    def _entry(self, node: Node, kind: str, key: str, **words: object) -> Entry:
        return Entry(node.at, kind, self.tell.explanation(key, **words))


def _source(found: Ruling) -> str:
    source = found.source
    day = "" if source.answered == "-" else source.answered
    return ", ".join(filter(None, (source.authority, source.of, source.id, day)))
