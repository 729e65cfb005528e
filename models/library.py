"""The library: all cards, rulesets and rulings that come with the package, read as they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Map
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from models.archive import NO_ARCHIVE
from models.board import Board
from models.card import Card
from models.documents import Node, read_document, read_source, source_name
from models.errors import InputError, Position, nearest
from models.fields import choice
from models.kept import KeptBoards, KeptCard, KeptClauses, KeptRules, KeptRuling, KeptShelf, text_digest
from models.likeness import is_clear, ranked
from models.names import even, fold
from models.packaged import PACKAGED, packaged
from models.ruleset import Clause, Rule, Ruleset, read_clauses, read_rules, read_ruleset
from models.ruling import Case, Ruling, read_ruling
from models.shelf import Entry, Listed, entries, remarks

DEFAULT_RULESET = "ocg"

_SUFFIX = ".yaml"
_SUFFIXES = (_SUFFIX, ".yml")
_MOST_NAMED = 8


class Library:
    """What is known of cards, rules and answers.

    Names of cards are compared without regard to case and letter width (:func:`models.names.fold`).
    """

    def __init__(self, *, extra: Iterable[Path] = (), folder: Path = PACKAGED) -> None:
        """The data in ``folder``, which is the package's own, and the card files in ``extra``."""
        self._folder = folder
        self._extra = tuple(extra)
        self._rulesets: dict[str, Ruleset] = {}
        self._reading: list[str] = []
        self._rulings: dict[str, Ruling] = {}
        self._archive = packaged() if folder == PACKAGED and not self._extra else NO_ARCHIVE

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process is told where the library is, and reads there what it needs."""
        return partial(Library, extra=self._extra, folder=self._folder), ()

    # ---- boards of one's own ----

    def kept_board(self, text: str, name: str) -> Board | None:
        """The board that was read before in a text that errors call ``name``; None where the archive has none."""
        return self._kept_boards.find(text_digest(text, name))

    def keep_board(self, text: str, name: str, board: Board) -> None:
        """Have the archive keep the board that was read in the text."""
        kept = self._kept_boards.joined(text_digest(text, name), board)
        self._archive.keep("boards", lambda: kept)

    @cached_property
    def _kept_boards(self) -> KeptBoards:
        return self._archive.find("boards", KeptBoards) or KeptBoards()

    # ---- cards ----

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        """The cards by their folded names, each under all of them."""
        kept = self._archive.find("shelf", KeptShelf)
        if kept is not None:
            each = [Entry(*(getattr(one, name) for name in Listed.__struct_fields__)) for one in kept.entries]
            return {name: entry for entry in each for name in entry.folded}
        found: dict[str, Entry] = {}
        for path in (*sorted((self._folder / "cards").glob(f"*{_SUFFIX}")), *self._extra):
            for entry in entries(path):
                for name in entry.folded:
                    if name in found:
                        first = found[name].at
                        message = f"a second card is called {name!r}; the first is in {first.source}:{first.line}"
                        raise InputError(message, entry.at)
                    found[name] = entry
                if entry.loaded is not None:
                    self._keep(entry.loaded)
        if all(entry.text for entry in found.values()):
            self._archive.keep("shelf", lambda: KeptShelf.of(found.values()))
        return found

    @cached_property
    def _shelf(self) -> tuple[Entry, ...]:
        """The cards in the order of their English names."""
        each = {entry.name: entry for entry in self._entries.values()}
        return tuple(each[name] for name in sorted(each))

    def card(self, name: str, at: Position | None = None) -> Card:
        """The card with that name, English, Japanese or other.

        Raises :class:`InputError`, at the place ``at`` of the name, with the nearest names.
        """
        return self._card(self._entry(name, at))

    def _entry(self, name: str, at: Position | None = None) -> Entry:
        entry = self._entries.get(fold(name))
        if entry is None:
            raise InputError(f"no card is called {short(name)}", at, near=nearest(name[:200], self.names))
        return entry

    def _card(self, entry: Entry) -> Card:
        """The card of an entry, from the archive or from its text; raises :class:`InputError`."""
        if entry.loaded is None:
            kept = self._archive.find(f"card {entry.name}", KeptCard)
            if kept is not None:
                entry.loaded = kept.whole
            else:
                self._keep(entry.card)
        return entry.card

    def _keep(self, card: Card) -> None:
        self._archive.keep(f"card {card.name}", lambda: KeptCard.of(card))

    def find(self, text: str) -> tuple[Card, ...]:
        """The cards with ``text`` in one of their names, by English name."""
        part = fold(text)
        return tuple(self._card(entry) for entry in self._shelf if any(part in fold(name) for name in entry.names))

    def like(self, text: str) -> tuple[Card, ...]:
        """The cards one of whose names is like ``text``, best first: a part of it, or else a mistake for it."""
        return tuple(map(self._card, ranked(text[:200], ((entry, entry.names) for entry in self._shelf))))

    def knows(self, name: str) -> bool:
        """Whether a card has that name, English, Japanese or other."""
        return fold(name) in self._entries

    def meant(self, text: str, at: Position | None = None) -> Card:
        """The card that a text must mean: the one called so, or the only or by far the most alike.

        Raises :class:`InputError`, at the place ``at`` of the text, where there is none or several could be meant.
        """
        if self.knows(text):
            return self.card(text)
        found = self.like(text)
        if not found:
            return self.card(text, at)
        if len(found) > 1 and not is_clear(text, *(self._entries[fold(one.name)].names for one in found[:2])):
            names = [card.name for card in found]
            raise InputError(f"several cards are called like {short(text)}", at, near=names[:_MOST_NAMED])
        return found[0]

    def left_out(self, name: str) -> tuple[str, ...]:
        """What the entry of a card says that it leaves out of its text; nothing where its file was read as a whole.

        Raises :class:`InputError` for a card that is not known.
        """
        self.card(name)
        return remarks(self._entries[fold(name)].text, "left out")

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, by English name."""
        return tuple(map(self._card, self._shelf))

    @cached_property
    def token_names(self) -> tuple[str, ...]:
        """The names of all tokens."""
        return tuple(entry.name for entry in self._shelf if entry.is_token)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name of every card, the longest first."""
        named = (name for entry in self._shelf for name in entry.names)
        return tuple(sorted(named, key=lambda name: (-len(name), name)))

    @cached_property
    def even_names(self) -> tuple[str, ...]:
        """Those names, their letters of one width (:func:`models.names.even`)."""
        return tuple(map(even, self.names))

    def spellings(self, names: Iterable[str]) -> dict[str, str]:
        """All names of the cards with these names, each with the English one; raises :class:`InputError`."""
        return {name: entry.name for entry in map(self._entry, names) for name in entry.names}

    # ---- rules ----

    @cached_property
    def clauses(self) -> Map[str, Clause]:
        """All clauses, by id."""
        kept = self._archive.find("clauses", KeptClauses)
        if kept is not None:
            return kept.clauses
        found = read_clauses(read_document(self._folder / "clauses.yaml"))
        self._archive.keep("clauses", lambda: KeptClauses(found))
        return found

    def clauses_named(self, names: Iterable[str]) -> tuple[str, ...]:
        """The clauses with these ids, in their order; "all" stands for each. Raises :class:`InputError`."""
        wanted = set(names)
        for name in sorted(wanted - {"all"}):
            if name not in self.clauses:
                message = f"no clause is called {short(name)}"
                raise InputError(message, expected=["all", *self.clauses], near=nearest(name, self.clauses))
        return tuple(name for name in self.clauses if name in wanted or "all" in wanted)

    @cached_property
    def rules(self) -> Map[str, Rule]:
        """The rules that all rulesets have in common, by id."""
        kept = self._archive.find("rules", KeptRules)
        if kept is not None:
            return kept.rules
        found = read_rules(read_document(self._folder / "rules.yaml"))
        self._archive.keep("rules", lambda: KeptRules(found))
        return found

    @cached_property
    def ruleset_ids(self) -> tuple[str, ...]:
        """The ids of all rulesets."""
        return _stems(self._folder / "rulesets")

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """All rulesets, by id."""
        return tuple(self.ruleset(name) for name in self.ruleset_ids)

    def ruleset(self, name: str = DEFAULT_RULESET) -> Ruleset:
        """The ruleset with that id, or in that file; raises :class:`InputError`."""
        if name not in self._rulesets:
            self._rulesets[name] = self._kept_ruleset(name) or self._read_ruleset(name)
        return self._rulesets[name]

    def _kept_ruleset(self, name: str) -> Ruleset | None:
        return self._archive.find(f"ruleset {name}", Ruleset) if name in self.ruleset_ids else None

    def _read_ruleset(self, name: str) -> Ruleset:
        if name in self.ruleset_ids:
            path = self._folder / "rulesets" / f"{name}{_SUFFIX}"
        elif name.endswith(_SUFFIXES):
            path = Path(name)
        else:
            ids = self.ruleset_ids
            raise InputError(f"no ruleset is called {short(name)}", expected=ids, near=nearest(name, ids))
        self._reading.append(name)
        try:
            document = read_document(path)
            found = read_ruleset(document, self.clauses, self._extended)
        finally:
            self._reading.pop()
        if name in self.ruleset_ids:
            _refuse_misnamed(found.id, name, found.at)
            self._archive.keep(f"ruleset {name}", lambda: found)
        return found

    def _extended(self, node: Node) -> Ruleset:
        name = choice(self.ruleset_ids, "a ruleset")(node)
        if name in self._reading:
            raise InputError(f"the ruleset {name!r} extends itself", node.at)
        return self.ruleset(name)

    # ---- answers ----

    @cached_property
    def ruling_ids(self) -> tuple[str, ...]:
        """The ids of all rulings."""
        return _stems(self._folder / "rulings")

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings, by id."""
        return tuple(self._ruling(name) for name in self.ruling_ids)

    def ruling(self, name: str) -> Ruling:
        """The ruling with that id or alias, or the only one in whose question or aliases all these words occur.

        Raises :class:`InputError`, which names the nearest ids or, of several rulings, their ids.
        """
        by_id = {fold(known): known for known in self.ruling_ids}
        words = fold(name)
        if words in by_id:
            return self._ruling(by_id[words])
        found = self._asking(words)
        if len(found) > 1:
            ids = [ruling.id for ruling in found]
            more = f" and {len(ids) - _MOST_NAMED} more" if len(ids) > _MOST_NAMED else ""
            message = f"several rulings go with {short(name)}: {', '.join(ids[:_MOST_NAMED])}{more}"
            raise InputError(message, expected=["the id of one of them"])
        if not found:
            raise InputError(f"no ruling is called {short(name)}", near=self._near_ids(name[:200]))
        return found[0]

    def _near_ids(self, name: str) -> tuple[str, ...]:
        """The ids that may have been meant: A08 for "A8", else those that look alike."""
        padded = re.fullmatch(r"([A-Za-z])([0-9])(?![0-9])(.*)", name.strip())
        full = f"{padded[1]}0{padded[2]}{padded[3]}" if padded else name
        same = [known for known in self.ruling_ids if fold(known) == fold(full)]
        return tuple(same) or nearest(name, self.ruling_ids)

    def _ruling(self, name: str) -> Ruling:
        if name not in self._rulings:
            self._rulings[name] = self._kept_ruling(name) or self._read_ruling(name)
        return self._rulings[name]

    def _kept_ruling(self, name: str) -> Ruling | None:
        """The ruling from the archive, if its file has the same text still."""
        key = f"ruling {name}"
        kept = self._archive.find(key, KeptRuling)
        if kept is None or kept.text != text_digest(read_source(self._ruling_path(name))):
            return None

        def read_cases() -> tuple[Case, ...]:
            return kept.cases if kept.cases is not None else self._read_ruling(name).cases

        return kept.whole(read_cases)

    def _read_ruling(self, name: str) -> Ruling:
        path = self._ruling_path(name)
        text = read_source(path)
        ruling = read_ruling(read_document(text, source_name(path)), self)
        _refuse_misnamed(ruling.id, name, ruling.at)
        self._archive.keep(f"ruling {name}", lambda: KeptRuling.of(ruling, text))
        return ruling

    def _ruling_path(self, name: str) -> Path:
        return self._folder / "rulings" / f"{name}{_SUFFIX}"

    @cached_property
    def _ruling_texts(self) -> dict[str, str]:
        """The folded text of each ruling's file, in which words are looked for before it is parsed."""
        return {name: fold(read_source(self._ruling_path(name))) for name in self.ruling_ids}

    def _asking(self, words: str) -> list[Ruling]:
        """The rulings with these folded words as an alias, else those with all of them in question or aliases."""
        parts = words.split()
        texts = self._ruling_texts.items() if parts else ()
        candidates = [self._ruling(name) for name, text in texts if all(part in text for part in parts)]
        called = [ruling for ruling in candidates if words in map(fold, ruling.also)]
        asked = [
            ruling
            for ruling in candidates
            if all(part in fold(" ".join((*ruling.also, ruling.asks.en, ruling.asks.ja))) for part in parts)
        ]
        return called or asked

    # ---- all of it ----

    def check(self) -> None:
        """Read everything there is, so that an error anywhere is raised now."""
        for card in self.cards:
            card.check()
        _ = self.rulesets
        aliases: dict[str, str] = {}
        for ruling in self.rulings:
            _ = ruling.cases
            for alias in (ruling.id, *ruling.also):
                other = aliases.setdefault(fold(alias), ruling.id)
                if other != ruling.id:
                    raise InputError(f"{alias!r} is also what the ruling {other} is called", ruling.at)


def _stems(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob(f"*{_SUFFIX}")))


def _refuse_misnamed(found: str, stem: str, at: Position) -> None:
    if found != stem:
        raise InputError(f"the id {found!r} in a file called {stem}{_SUFFIX}", at, expected=[stem])


def short(name: str) -> str:
    """What was written, as it is quoted in an error: not more than 80 characters of it."""
    return repr(name if len(name) <= 80 else f"{name[:77]}...")
