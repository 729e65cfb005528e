"""What the clauses of guards are called, and what they say, in a language.

A clause of a ruleset and a rule have their words in the library; what a card's text asks for has them in the language's
``guards``. A language without any has the English names; so has what it has no word for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from explorer.questions.obstacles import Obstacle
from models.library import Library
from models.ruleset import Told

_WAS = "was "


class GuardWords:
    """The words for guards of one language; ``card`` quotes a card's name as the language does."""

    def __init__(self, words: Mapping[str, Any], library: Library, card: Callable[[str], str]) -> None:
        """Tell in ``words``; with none of them all is told in English."""
        self._words = words
        self._library = library
        self._card = card

    def clause(self, reason: str, value: str = "") -> str:
        """The clause of a guard by its name there, and the value that a clause of the ruleset has."""
        if not self._words:
            return f"{reason} = {value}" if value else reason
        kind, colon, _ = reason.partition(": ")
        told = self._name(reason)
        if colon and kind in self._words["kinds"]:
            told = self._words["clause"].format(kind=self._words["kinds"][kind], name=told)
        if not value:
            return told
        meant = self._value(reason, value)
        return str(self._words["value"].format(clause=told, value=meant.name if meant else value))

    def says(self, one: Obstacle) -> str:
        """What an obstacle says."""
        words = self._words
        if not words:
            return one.says
        kind, colon, name = one.reason.partition(": ")
        if colon and kind in ("ruleset", "rule"):
            told = self._value(one.reason, one.value) if kind == "ruleset" else self._library.rules[name].ja
            return told.says if told else one.says
        if not one.card:
            return str(words["missing"])
        passcode = self._library.card(one.card).passcode
        template = words["text" if passcode else "text of a token"]
        return str(template.format(card=self._card(one.card), passcode=passcode, day=one.day))

    def obstacle(self, one: Obstacle) -> str:
        """An obstacle in a line: its name, what it says, and who says so."""
        if not self._words:
            return str(one)
        cites = self._words["between cites"].join(map(str, one.cites))
        template: str = self._words["cited" if cites else "told"]
        return template.format(clause=self.clause(one.reason, one.value), says=self.says(one), cites=cites)

    def _name(self, reason: str) -> str:
        """The name of a clause without its kind."""
        kind, colon, name = reason.partition(": ")
        if not colon:
            return str(self._words["names"].get(reason, reason))
        if kind == "ruleset":
            clause = self._library.clauses[name].ja
            return clause.name if clause else name
        if kind == "rule":
            rule = self._library.rules[name].ja
            return rule.name if rule else name
        if name.startswith(_WAS):
            return self._event(name.removeprefix(_WAS)) or name
        return str(self._words["names"].get(name, name))

    def _value(self, reason: str, value: str) -> Told | None:
        told = self._library.clauses[reason.removeprefix("ruleset: ")].ja
        return told.values[value] if told else None

    # ---- what has happened ----

    @cached_property
    def _wording(self) -> re.Pattern[str]:
        """What `explorer.game.conditions.wording` gives, as far as there are words for its parts."""
        words = self._words
        place, how, kind = (_one_of(words[key]) for key in ("places", "how", "cards"))
        return re.compile(
            rf"(?P<event>{_one_of(words['events'])})(?P<how>(?: (?:{how}))*)(?: by (?P<source>.+?))?"
            rf"(?: from (?P<from>{place}(?: or {place})*))?(?: to (?P<to>{place}))?(?P<turn> this turn)?"
            rf'(?P<series>(?: "[^"]+")*)(?P<kinds>(?: {kind})*)'
        )

    def _event(self, wording: str) -> str | None:
        """What has happened; None where there is no word for some part of it."""
        found, words = self._wording.fullmatch(wording), self._words
        if found is None:
            return None
        source, places, to = found["source"], found["from"], found["to"]
        either = words["or"].join(words["places"][one] for one in (places or "").split(" or ") if one)
        hows = re.findall(_one_of(words["how"]), found["how"])
        cards = self._cards(re.findall(r'"([^"]+)"', found["series"]), found["kinds"].split())
        return str(
            words["event"].format(
                turn=words["turn"] if found["turn"] else "",
                subject=words["subject"].format(cards=cards) if cards else "",
                source=words["source"].format(card=self._named(source)) if source else "",
                origin=words["from"].format(places=either) if either else "",
                to=words["to"][to] if to else "",
                how="".join(words["how"][one] for one in hows),
                event=words["events"][found["event"]],
            )
        )

    def _cards(self, series: Iterable[str], kinds: Iterable[str]) -> str:
        """The cards that something has happened to, by the names and the kinds that they may have."""
        words = self._words
        names = words["or"].join(self._named(one) for one in series)
        kind = "".join(words["cards"][one] for one in kinds)
        return f"{names}{kind or words['card']}" if names else kind

    def _named(self, name: str) -> str:
        """A card's name, or a part that the names of several cards have."""
        if self._library.knows(name):
            return self._card(name)
        return str(self._words["series"].format(name=self._words["names of series"].get(name, name)))


def _one_of(words: Iterable[str]) -> str:
    """A pattern of any of the words, the longest first."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"
