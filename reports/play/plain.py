"""A session line by line, over standard input and output: for a screen reader, a pipe, and tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import TextIOWrapper

from explorer.questions.session import Session
from reports.play.commentary import Commentary

Say = Callable[[str], None]
"""Prints a line."""


class Dialogue:
    """Reads what a person says, a line a time, and answers in one of the languages."""

    def __init__(self, session: Session, languages: Mapping[str, Commentary], language: str, say: Say) -> None:
        """Begin a session in a language."""
        self.session = session
        self._languages = languages
        self._language = language
        self._say = say
        self._hints = session.opponent is None

    @property
    def tell(self) -> Commentary:
        """The commentary in the present language."""
        return self._languages[self._language]

    def hold(self, lines: Iterable[str]) -> None:
        """Answer line by line, until ``q`` or the last one; :attr:`session` is then as it was left."""
        self._say(self.tell.greeting(self.session))
        self._told(self.tell.taken(self.session))
        self._here()
        for line in lines:
            words = line.strip()
            if words.lower() == "q":
                break
            self._answer(words)

    def _answer(self, words: str) -> None:
        match words.lower():
            case "":
                pass
            case "u":
                self._moved(self.session.undo(), "nothing to undo")
            case "r":
                self._moved(self.session.redo(), "nothing to redo")
            case "g":
                self._moved(self.session.restart(), "nothing to undo")
            case "b":
                self._here()
            case "o":
                self._lines(self.tell.ahead(self.session.position))
            case "p":
                self._told(self.tell.taken(self.session))
            case "h":
                self._turn_hints()
            case "l":
                self._turn_language()
            case "?":
                self._lines(self.tell.words("help plain"))
            case other:
                self._numbered(other, words)

    def _numbered(self, word: str, words: str) -> None:
        """A move by its number, or with an x before it what forbids one."""
        number = word.removeprefix("x").strip()
        if not (number.isascii() and number.isdigit() and len(number) < 9):
            self._say(self.tell.word("not understood", words=words))
            return
        here = self.session.position
        place, among = int(number) - 1, here.forbidden if word.startswith("x") else here.moves
        if not 0 <= place < len(among):
            self._say(self.tell.word("no such"))
        elif word.startswith("x"):
            self._lines(self.tell.forbidding(here.forbidden[place]))
        else:
            self._moved(self.session.choose(place), "no such")

    def _moved(self, session: Session, otherwise: str) -> None:
        """Tell what is new after a choice; before one that was taken back just where the play stands."""
        if session.at == self.session.at and session.line == self.session.line:
            self._say(self.tell.word(otherwise))
            return
        since = len(self.session.line)
        self.session = session
        self._told(self.tell.taken(session, since))
        self._here()

    def _here(self) -> None:
        """The board, the window, the moves; or how the play has ended."""
        tell, here = self.tell, self.session.position
        self._say("")
        for row in tell.rows(here.playmat):
            indent = "" if row.head or row.side is None else "  "
            pieces = tell.word("between").join(piece.text for piece in row.pieces)
            self._say(indent + tell.word("row", label=row.label, pieces=pieces))
        self._say("")
        self._say(tell.window(self.session))
        for number, text in enumerate(tell.moves(here, self._hints), 1):
            self._say(f"  {number}. {text}")
        for number, text in enumerate(tell.forbidden(here), 1):
            self._say(f"  x{number}. {tell.word('piece', name=text, how=tell.word('cannot'))}")
        self._lines(tell.ending(self.session))

    def _turn_hints(self) -> None:
        if self.session.walk.valuation is None:
            self._say(self.tell.word("no hints"))
            return
        self._hints = not self._hints
        self._say(self.tell.word("hints on" if self._hints else "hints off"))
        self._here()

    def _turn_language(self) -> None:
        others = list(self._languages)
        self._language = others[(others.index(self._language) + 1) % len(others)]
        self._here()

    def _told(self, moves: Iterable[tuple[str, list[str]]]) -> None:
        for text, details in moves:
            self._say(text)
            self._lines(details)

    def _lines(self, lines: Iterable[str]) -> None:
        for text in lines:
            self._say(f"  {text}")


def typed(prompt: str = "> ") -> Iterator[str]:
    """What is typed, a line a time, on a terminal each after a prompt; what is no text is taken for a question mark."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    while True:
        try:
            yield input(prompt)
        except (EOFError, KeyboardInterrupt):
            return
