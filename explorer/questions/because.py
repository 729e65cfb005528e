"""Why a claim holds or does not, in a few words; each language has its own for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Ground(StrEnum):
    """What was found, in English, with blanks for what differs from board to board."""

    SHOWN = "a play shows it"
    NOT_SHOWN = "no play does it"
    REACHED = "every play gets there"
    AVOIDED = "a play avoids it"
    KEPT = "every play keeps to it"
    BROKEN = "a play breaks it"
    FORCED = "{players} can force it; {play}"
    PREVENTED = "{players} can prevent it; {play}"
    NOT_PREVENTED = "{players} cannot prevent it; {play}"
    SO = "it is so"
    NOT_SO = "it is not so"
    VACUOUS = "holds, but no play gets there"
    CUT_SHORT = "the search was cut short"
    NOT_BEGUN = "no play begins so"
    COUNTED = "{number} distinct outcomes"
    FURTHER = "a further outcome: {outcome}"
    UNREACHABLE = "number {number} of the list is not reachable"
    EXACTLY = "exactly these"
    ANOTHER_STEP = "step {number} of best play is {happening}"
    NO_STEP = "best play ends before step {number}"
    ELSEWHERE = "best play leads elsewhere"
    WORTH = "value {value}"
    IN_CASE = "{because}, where {case}"
    IN_EVERY_CASE = "in every case; {because}"

    def because(self, **words: object) -> Because:
        """That this was found, with its blanks filled."""
        return Because(self, words)


class Shown(StrEnum):
    """Which play is shown where one player can force something: the blank ``play``."""

    PLAY = "a play that does"
    DEFENCE = "a play with the longest defence"


@dataclass(frozen=True)
class Because:
    """What was found, and what fills its blanks: players by their values, an outcome, a happening, numbers, a play."""

    ground: Ground
    words: Mapping[str, object]

    def __str__(self) -> str:
        return self.ground.format(**{key: _in_english(word) for key, word in self.words.items()})


def _in_english(word: object) -> object:
    """Players and values in a row; anything else as it is."""
    match word:
        case (str(), *_):
            return " and ".join(f"the {player}" for player in word)
        case (int(), *_):
            return ", ".join(map(str, word))
        case _:
            return word
