"""The words of a page, in every language at once: its own, and what the narrators tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any, cast

from explorer.questions.playmat import Became, Change, Counted, Lying, Moved
from models.library import Library
from models.ruleset import Ruleset, Words
from reports.narration import Narrator, narrator

LANGUAGES = ("en", "ja")


@cache
def page_words(language: str) -> dict[str, Any]:
    """What a page itself says in a language: headings, the names of windows and zones, templates with blanks."""
    text = Path(__file__).with_name(f"{language}.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))


class Texts:
    """A table of texts, each in every language and each once; what is told of a thing is told once too."""

    def __init__(self, library: Library) -> None:
        """Start with an empty table."""
        self.narrators = {language: narrator(language, library) for language in LANGUAGES}
        self._rows: dict[tuple[str, ...], int] = {}
        self._known: dict[Hashable, int] = {}

    def add(self, *texts: str) -> int:
        """The number of a text; one without a translation is the same in each language."""
        row = texts if len(texts) == len(LANGUAGES) else texts * len(LANGUAGES)
        return self._rows.setdefault(row, len(self._rows))

    def words(self, words: Words) -> int:
        """The number of a text for people, in English where there is no Japanese."""
        return self.add(words.en, words.ja or words.en)

    def ruleset(self, ruleset: Ruleset) -> list[str | int]:
        """A ruleset: its id, the number of its title, and the day whose card texts it has."""
        return [ruleset.id, self.words(ruleset.title), str(ruleset.day)]

    def told(self, key: Hashable, tell: Callable[[Narrator], str]) -> int:
        """The number of what each narrator tells of a thing; ``key`` is the thing."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.add(*(tell(one) for one in self.narrators.values()))
        return found

    def change(self, change: Change) -> int:
        """The number of one thing that is different after a move."""
        found = self._known.get(change)
        if found is None:
            told = (change_told(change, page_words(language), one) for language, one in self.narrators.items())
            found = self._known[change] = self.add(*told)
        return found

    @property
    def table(self) -> dict[str, list[str]]:
        """The texts of each language by their numbers; ``""`` where a language has that of the first one."""
        columns: dict[str, list[str]] = {LANGUAGES[0]: [row[0] for row in self._rows]}
        for place, language in enumerate(LANGUAGES[1:], 1):
            columns[language] = ["" if row[place] == row[0] else row[place] for row in self._rows]
        return columns


def change_told(change: Change, words: dict[str, Any], tell: Narrator) -> str:
    """One thing that is different, in a few words."""
    say: dict[str, str] = words["changes"]
    match change:
        case Moved(before, after):
            one = after or before
            assert one is not None
            key = "comes" if before is None else "goes" if after is None else "moved"
            places = {
                "before": "" if before is None else _lies(before, change, words),
                "after": "" if after is None else _lies(after, change, words),
            }
            return say[key].format(card=tell.card(one.card.name), **places)
        case Counted(player, "life", before, after):
            return say["life"].format(player=words["Players"][player], before=before, after=after)
        case Counted(player, zone, before, after):
            place = words["zones"][zone]
            return say["unnamed"].format(player=words["Players"][player], zone=place, before=before, after=after)
        case Became(due, now):
            return say["due" if now else "done"].format(card=tell.card(due.name), player=words["players"][due.player])


def _lies(one: Lying, change: Moved, words: dict[str, Any]) -> str:
    """Where and how a card lies: how alone where it stays in its place, whose side only where that tells something."""
    say: dict[str, str] = words["changes"]
    card = one.card
    both = [lying.card for lying in (change.before, change.after) if lying is not None]
    stays = len({(each.side, each.zone) for each in both}) < len(both)
    hows = [say["face-down"]] if card.face_down else []
    if card.zone == "monsters" and not card.face_down:
        hows.append(say["defense" if one.defense else "attack"])
    elif stays and not card.face_down:
        hows.append(say["face-up"])
    if one.counters:
        hows.append(say["counters"].format(number=one.counters))
    how = say["between"].join(hows)
    if stays:
        return how
    key = "at" if {each.side for each in both} == {card.owner} else "at of"
    place = say[key].format(player=words["Players"][card.side], zone=words["zones"][card.zone])
    return place + (say["how"].format(how=how) if how else "")
