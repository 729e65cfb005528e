"""The narrator of one language: fills the templates of its data file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from explorer.game import Happening, Kind, Outcome, Window
from explorer.game.outcome import Resting
from explorer.questions import PlayedStep
from explorer.questions.because import Because, Ground, Shown
from models.archive import digest
from models.errors import InputError, nearest
from models.library import Library
from models.packaged import packaged

if TYPE_CHECKING:
    from explorer.questions import ClaimAnswer, RulingAnswer, Verdict
    from explorer.questions.compare import Likeness
    from explorer.questions.obstacles import Obstacle
    from explorer.search.graph import Limit
    from models.ruleset import Words
    from reports.narration.guards import GuardWords

LANGUAGES = ("en", "ja")


class KeptTemplates(msgspec.Struct, frozen=True):
    """The templates of a language as a file with this digest has them."""

    file: bytes
    templates: dict[str, Any]


@cache
def _templates(language: str) -> dict[str, Any]:
    """The templates of a language, from the archive or from its file."""
    text = Path(__file__).with_name(f"{language}.yaml").read_bytes()
    file, key = digest(text), f"narration {language}"
    kept = packaged().find(key, KeptTemplates)
    if kept is not None and kept.file == file:
        return kept.templates
    from ruamel.yaml import YAML  # noqa: PLC0415 - what is in the archive needs no parser

    found = cast("dict[str, Any]", YAML(typ="safe", pure=True).load(text))
    packaged().keep(key, lambda: KeptTemplates(file, found))
    return found


def narrator(language: str, library: Library) -> Narrator:
    """The narrator of a language; raises InputError for a language that has no data file."""
    if language not in LANGUAGES:
        raise InputError(f"unknown language {language!r}", expected=LANGUAGES, near=nearest(language, LANGUAGES))
    if language == "ja":
        return Narrator(_templates(language), library, lambda name: library.card(name).ja or name, language)
    return Narrator(_templates(language), library, lambda name: name, language)


class Narrator:
    """Tells steps and outcomes. ``name`` turns a card's English name into the language's own."""

    def __init__(self, templates: dict[str, Any], library: Library, name: Callable[[str], str], language: str) -> None:
        """Tell in the words of ``templates``, which are of that language, of what is in the library."""
        self.language = language
        self._templates = templates
        self._parts: dict[str, str] = templates["parts"]
        self._name = name
        self._library = library

    @property
    def between_sentences(self) -> str:
        """What stands between two sentences of one line."""
        return cast("str", self._templates["between sentences"])

    def _remark(self, section: str, key: str, **words: object) -> str:
        """A remark of a section of the language, with its blanks filled."""
        return cast("str", self._templates[section][key]).format(**words)

    def _named(self, section: str, word: StrEnum) -> str:
        """What a word of the questions is called in the language; as it is where the language has no other."""
        return cast("str", self._templates[section].get(word.value, word.value))

    def heading(self, key: str) -> str:
        """A heading of the language: ``value``, ``line``, ``outcome``, ``endless``, ``again``."""
        return cast("str", self._templates["headings"][key])

    def window(self, window: Window) -> str:
        """Where the procedure stands."""
        return self._named("windows", window)

    def picture(self, key: str, **words: object) -> str:
        """Words of the language's ``picture``, with their blanks filled."""
        return self._remark("picture", key, **words)

    def explanation(self, key: str, **words: object) -> str:
        """Words of the language's ``explain``, with their blanks filled."""
        return self._remark("explain", key, **words)

    def zone(self, zone: str) -> str:
        """A zone, by its key in a board."""
        return cast("str", self._templates["zones"][zone])

    def player(self, by: str) -> str:
        """A player, as the language calls them."""
        return cast("str", self._templates["players"][by])

    def card(self, name: str) -> str:
        """A card's name, quoted as the language does."""
        return self._parts["quoted"].format(name=self._name(name))

    def listed(self, names: Iterable[str], unnamed: int = 0) -> str:
        """Names in a list, copies counted: "2 copies of A and B"."""
        words = [
            self.card(name) if count == 1 else self._parts["several"].format(number=count, card=self.card(name))
            for name, count in Counter(names).items()
        ]
        if unnamed:
            cards = self._parts["one card" if unnamed == 1 else "many cards"]
            words.append(self._parts["unnamed"].format(number=unnamed, cards=cards))
        if len(words) < 2:
            return "".join(words)
        return self._parts["between"].join(words[:-1]) + self._parts["last"] + words[-1]

    def event(self, happening: Happening) -> str:
        """What happened, without the window it happened in."""
        return self._tell(happening, "")

    def step(self, step: PlayedStep) -> str:
        """A step as a clause, without a full stop: who acts, what happens, and whether they had to."""
        if step.again and step.happening.kind is Kind.PASS:
            return self._tell(step.happening, " again")
        if not step.must or step.happening.kind not in (Kind.ACTIVATE, Kind.PROCESS):
            return self._tell(step.happening, "")
        return self._tell(step.happening, " must" if step.happening.mandatory else " instead")

    def past(self, happening: Happening) -> str:
        """Something that was activated, chained, processed or discarded, as what has happened."""
        return self._tell(happening, " past")

    def advice(self, key: str, **words: object) -> str:
        """A remark of the language's ``advice``, with its blanks filled."""
        return self._remark("advice", key, **words)

    def reason(self, key: str, **words: object) -> str:
        """A remark of the language's ``reasons``, with its blanks filled."""
        return self._remark("reasons", key, **words)

    @cached_property
    def _guards(self) -> GuardWords:
        """The words for what guards name."""
        from reports.narration.guards import GuardWords  # noqa: PLC0415 - most answers name no guard

        return GuardWords(self._templates.get("guards", {}), self._library, self.card)

    def clause(self, reason: str, value: str = "") -> str:
        """A clause of a guard by its name there, and the value that a clause of the ruleset has."""
        return self._guards.clause(reason, value)

    def says(self, one: Obstacle) -> str:
        """What an obstacle says."""
        return self._guards.says(one)

    def obstacle(self, one: Obstacle) -> str:
        """An obstacle in a line: its name, what it says, and who says so."""
        return self._guards.obstacle(one)

    def found(self, key: str, **words: object) -> str:
        """What is told of outcomes: ``endless``, ``enforceable``, ``and``."""
        return self._remark("found", key, **words)

    def counted(self, number: int, noun: str) -> str:
        """So many of a noun: ``outcome``, ``state``, ``transition``, ``play``."""
        return self.found(noun if number == 1 else f"{noun}s", number=number)

    def because(self, found: Because) -> str:
        """Why a claim holds or does not."""
        words = {key: self._word(word) for key, word in found.words.items()}
        return self._because(found.ground).format(**words)

    def _because(self, found: Ground | Shown) -> str:
        return self._named("because", found)

    def _word(self, word: object) -> str:
        match word:
            case Because():
                return self.because(word)
            case Shown():
                return self._because(word)
            case Outcome():
                return self.summary(word)
            case Happening():
                return self.event(word)
            case (str(), *_):
                return self.found("and").join(map(self.player, cast("tuple[str, ...]", word)))
            case (int(), *_):
                return ", ".join(map(str, word))
        return str(word)

    def answer(self, one: ClaimAnswer) -> str:
        """A claim, whether it holds, and why."""
        holds = self._claims({True: "holds", False: "fails", None: "undecided"}[one.holds])
        return self._claims("told", claim=one.claim, holds=holds, why=self.because(one.because))

    def verdict_on(self, one: ClaimAnswer, answer: RulingAnswer) -> str:
        """The same of a claim of a ruling, under a ruleset."""
        return self._claims("under", ruling=answer.ruling.id, ruleset=answer.ruleset, told=self.answer(one))

    def unanswered(self, told: str) -> str:
        """What is told of a claim, with a word that no official answer says so."""
        return self._claims("unanswered", told=told)

    def _claims(self, key: str, **words: object) -> str:
        return self._remark("claims", key, **words)

    def verdict(self, verdict: Verdict) -> str:
        """A verdict in a word."""
        return self._named("verdicts", verdict)

    def column(self, key: str) -> str:
        """The heading of a column of a table."""
        return self._remark("table", key)

    def words(self, told: Words) -> str:
        """What is told in several languages, in this one if it is."""
        return told.ja if self.language == "ja" and told.ja else told.en

    def stopped(self, limit: Limit) -> str:
        """Why a search is partial."""
        return self.found(f"{limit} limit")

    def cut_short(self, interrupted: bool) -> str:
        """What is added to answers to which there would be more, had nobody interrupted; nothing where nobody did."""
        return self.found("partial", why=self.found("interrupted")) if interrupted else ""

    def partial(self, limit: Limit | None) -> str:
        """What is added to what was found where it may not be all; nothing where it is."""
        return "" if limit is None else self.found("partial", why=self.stopped(limit))

    def sizes(self, *counted: tuple[int, str]) -> str:
        """Several things, each counted."""
        return self.found("list").join(self.counted(number, noun) for number, noun in counted)

    def comparison(self, key: str, **words: object) -> str:
        """A remark of the language's ``compare``, with its blanks filled."""
        return self._remark("compare", key, **words)

    def likeness(self, likeness: Likeness) -> str:
        """How alike two rulesets are on a board."""
        return self._named("likeness", likeness)

    def cases(self, key: str, **words: object) -> str:
        """A remark of the language's ``cases``, with its blanks filled."""
        return self._remark("cases", key, **words)

    def sentence(self, step: PlayedStep) -> str:
        """A step as a sentence."""
        return self.as_sentence(self.step(step))

    def as_sentence(self, text: str) -> str:
        """A clause as a sentence."""
        if self._templates["capital"] == "yes" or self._templates["capital"] is True:
            text = text[:1].upper() + text[1:]
        return cast("str", self._templates["sentence"].format(step=text))

    def _tell(self, happening: Happening, manner: str) -> str:
        steps: dict[str, str] = self._templates["steps"]
        if happening.kind is Kind.PROCESS and happening.by == "rules":
            manner = " rules"
        template = steps[f"{happening.kind}{manner}"]
        paid = happening.unnamed if happening.kind in (Kind.ACTIVATE, Kind.CHAIN) else 0
        option = self._templates["options"].get(happening.option, happening.option)
        return template.format(
            by=self.player(happening.by),
            card=self.card(happening.card) if happening.card else "",
            effect=self._part("effect", happening.effect, number=happening.effect),
            cost=self._part("cost", happening.cost or paid, cards=self.listed(happening.cost, paid)),
            targets=self._part("targets", happening.targets, cards=self.listed(happening.targets)),
            chosen=self._part(
                "chosen",
                happening.chosen or (happening.unnamed and not paid),
                cards=self.listed(happening.chosen, happening.unnamed),
            ),
            option=self._part("option", option, verb=option),
            discarded=self.listed(happening.chosen, happening.unnamed),
        )

    def _part(self, key: str, present: object, **words: object) -> str:
        return self._parts[key].format(**words) if present else ""

    # ---- outcomes ----

    def summary(self, outcome: Outcome, base: Outcome | None = None) -> str:
        """The outcome in a line: what each side is left with, and what else was decided.

        With ``base``, the board before, only the cards and life points that have changed are told.
        """
        return "; ".join(self.left(outcome, base)) or self.nothing

    @property
    def nothing(self) -> str:
        """What is told where nothing has changed."""
        return cast("str", self._templates["facts"]["nothing"])

    def left(self, outcome: Outcome, base: Outcome | None = None) -> list[str]:
        """The parts of :meth:`summary`; none where nothing has changed."""
        facts: dict[str, str] = self._templates["facts"]
        words: list[str] = []
        before = Counter(base.cards) if base else Counter()
        changed = sorted((Counter(outcome.cards) - before).elements())
        words += self._zones(changed)
        lives = dict(base.life) if base else {}
        for side, number in outcome.life:
            if lives.get(side) != number:
                words.append(f"{self.player(side)}: {facts['life'].format(number=number)}")
        old = {(side, zone): number for side, zone, number in base.unnamed} if base else {}
        for side, zone, number in outcome.unnamed:
            if number != old.get((side, zone), 0) and zone != "deck":
                words.append(f"{self.player(side)}, {self.zone(zone)}: {facts['unnamed'].format(number=number)}")
        if "opponent" in outcome.skipped:
            words.append(facts["next turn"])
        if "turn player" in outcome.skipped:
            words.append(facts["own next turn"])
        if outcome.result == "draw":
            words.append(facts["draw"])
        elif outcome.result != "open":
            words.append(facts["result"].format(player=self.player(outcome.result)))
        return words

    def _zones(self, cards: list[Resting]) -> list[str]:
        grouped: dict[tuple[str, str], list[str]] = {}
        for card in cards:
            grouped.setdefault((card.side, card.zone), []).append(self._resting(card))
        return [
            f"{self.player(side)}, {self.zone(zone)}: {self._counted(names)}" for (side, zone), names in grouped.items()
        ]

    def _resting(self, card: Resting) -> str:
        facts: dict[str, str] = self._templates["facts"]
        name = self.card(card.name)
        if card.face_down:
            name = facts["face-down"].format(name=name)
        if card.owner != card.side:
            name = facts["foreign"].format(name=name, player=self.player(card.owner))
        return name

    def _counted(self, names: list[str]) -> str:
        words = [
            name if count == 1 else self._parts["several"].format(number=count, card=name)
            for name, count in Counter(names).items()
        ]
        return self._parts["between"].join(words)
