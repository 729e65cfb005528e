"""Reading phrases: text to the records of :mod:`models.phrase`, with errors that point at the word.

The grammar is ``phrases.lark`` (LALR, so every phrase is read in time linear in its length and has one meaning).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

import lark
import msgspec
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import TerminalDef

from models import phrase as p
from models.claim_builder import INNER_QUOTE, QUOTE
from models.errors import InputError, Position, nearest
from models.formula import Formula
from models.formula_builder import FormulaBuilder
from models.names import even
from models.packaged import PACKAGED, packaged
from models.phrase_builder import PhraseBuilder

MOST_CHARACTERS = 500

Names = Mapping[str, str]
"""What the cards that a phrase may name are called, each spelling with the English name."""

NO_NAMES: Names = {}

_STARTS = (
    "steps condition trigger selection lasting applies replaced timing note past state moment formula wish".split()  # noqa: SIM905
)


class KeptParser(msgspec.Struct, frozen=True):
    """The tables of a parser, which take ten times longer to make than to load."""

    tables: dict[str, Any]

    @staticmethod
    def of(parser: Lark) -> KeptParser:
        """The tables, with a width that is no number for the archive as the largest that is one."""
        data, shared = parser.memo_serialize([TerminalDef, Rule])
        return KeptParser(cast("dict[str, Any]", _bounded({"data": data, "memo": shared})))


def _bounded(data: Any) -> Any:
    match data:
        case dict():
            return {key: _bounded(value) for key, value in data.items()}
        case list() | tuple():
            return [_bounded(value) for value in data]
        case int():
            return data if isinstance(data, bool) else min(data, 2**63 - 1)
        case _:
            return data


@cache
def _parser() -> Lark:
    """The parser, from the archive or made of its grammar."""
    key = f"grammar for lark {lark.__version__}"
    kept = packaged().find(key, KeptParser)
    if kept is not None:
        return Lark.load(kept.tables)
    text = (PACKAGED / "phrases.lark").read_text(encoding="utf-8")
    made = Lark(text, parser="lalr", start=_STARTS, maybe_placeholders=True)
    packaged().keep(key, lambda: KeptParser.of(made))
    return made


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """For each terminal the words that it matches, as a reader would write them."""
    words: dict[str, tuple[str, ...]] = {}
    for terminal in _parser().terminals:
        pattern = terminal.pattern.value
        if terminal.pattern.type == "str":
            words[terminal.name] = (pattern,)
        else:
            plain = [word.replace("\\ ", " ").replace("\\-", "-") for word in pattern.strip("()?:").split("|")]
            if all(re.fullmatch(r"[A-Za-z0-9' ,-]+", word) for word in plain):
                words[terminal.name] = tuple(plain)
    words.update(_SPOKEN)
    return words


_PARTICIPLES = (*p.EVENTS, "Set", "negated", "shown")
"""What is proposed where something that is done to a card should stand; the game knows these and may know more."""

OPERATORS = frozenset({"a", "and", "e", "f", "g", "not", "or", "step", "u", "w", "x"})
"""The words of formulas, folded: a card that is called like one of them is named in quotes there."""

_SPOKEN = {
    "QUOTED": ('"a card name"',),
    "NUMBER": ("a number",),
    "SIGNED": ("a number",),
    "VERB": ("a verb",),
    "PARTICIPLE": ("what was done, as in 'sent' or 'destroyed'",),
    "LEVEL": ("Level 4 or lower",),
    "PLAYER": ("the turn player", "the opponent"),
    "PLAYERS": ("the turn player's", "the opponent's"),
    "DOES": ("activates", "processes", "discards", "resolves", "chooses", "declines"),
    "AFFECTED": ("the affected monster",),
    "THOSE": ("those monsters",),
    "IN_POSITION": ("in Defense Position",),
    "SOME_PLAY": ("E",),
    "EVERY_PLAY": ("A",),
    "ALONG": ("F", "G", "X"),
    "UNTIL": ("U", "W"),
    "$END": ("the end of the phrase",),
    "WS": (),
}


def _read(start: str, text: str, at: Position, names: Names = NO_NAMES) -> Any:
    if not text.strip():
        raise InputError("an empty phrase", at)
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"a phrase of more than {MOST_CHARACTERS} characters", at)
    formula = start == "formula"
    quoted, origin = _quote_names(text, names, OPERATORS if formula else frozenset())
    try:
        tree = _parser().parse(quoted, start=start)
    except UnexpectedInput as error:
        raise _explained(error, quoted, origin, at, names) from None
    builder = FormulaBuilder if formula else PhraseBuilder
    return builder(at, origin).transform(tree)


def _quote_names(text: str, names: Names, but: frozenset[str]) -> tuple[str, list[int]]:
    """The text with the English names of known cards in quotes, but not where a word is one of ``but``.

    With it comes for each of its characters the column from which it came.
    """
    english = {even(name).casefold(): named for name, named in names.items() if name}
    if not english:
        return text, [*range(len(text) + 1)]
    ordered = sorted(english, key=lambda name: (-len(name), name))
    text = even(text)
    bare = "|".join(re.escape(name) for name in ordered if name not in but) or "(?!)"
    pattern = re.compile(rf'(?<!\w)(?:{bare})(?!\w)|"[^"]*"', re.IGNORECASE)
    pieces: list[str] = []
    origin: list[int] = []
    last = 0
    for found in pattern.finditer(text):
        pieces.append(text[last : found.start()])
        origin.extend(range(last, found.start()))
        word = found.group().strip('"')
        name = english.get(found.group().casefold(), english.get(word.casefold(), word))
        pieces.append(f'"{name.replace(QUOTE, INNER_QUOTE)}"')
        origin.extend([found.start()] * (len(name) + 2))
        last = found.end()
    pieces.append(text[last:])
    origin.extend(range(last, len(text) + 1))
    return "".join(pieces), origin


def _explained(error: UnexpectedInput, text: str, origin: list[int], at: Position, names: Names) -> InputError:
    if isinstance(error, UnexpectedToken):
        token = cast(Token, error.token)
        start = len(text) if token.type == "$END" else token.start_pos
        expected = set(error.accepts or error.expected)
    else:
        start = error.pos_in_stream
        expected = set(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else set()
    start = len(text) if start is None else start
    words = sorted({word for name in expected for word in _words().get(name, (name.strip("_").lower(),))})
    position = at.moved(origin[min(start, len(origin) - 1)])
    found = re.match(r"[\w'-]+|\S|", text[start:])
    word = found.group() if found else ""
    rest = re.match(r"[\w' .!-]+", text[start:])
    near = _near(
        rest.group().split() if rest else [word], [*words, *names, *(_PARTICIPLES if "PARTICIPLE" in expected else ())]
    )
    message = f"the phrase cannot go on with {word!r}" if word else "the phrase ends too early"
    return InputError(message, position, expected=_shortened(words), near=near)


def _near(found: list[str], valid: list[str]) -> tuple[str, ...]:
    """What the words found may have been meant to be: the first of them, as many as a valid phrase has, or all."""
    first = nearest(found[0], valid) if found else ()
    lengths = sorted({len(one.split()) for one in valid} - {1})
    several = (nearest(" ".join(found[:n]), [one for one in valid if len(one.split()) == n]) for n in lengths)
    return first or next(filter(None, several), ()) or nearest(" ".join(found), valid)


def _shortened(words: list[str]) -> list[str]:
    """At most a dozen words, so that a message stays a message."""
    return words if len(words) <= 12 else [*words[:12], "..."]


def read_steps(text: str, at: Position) -> tuple[p.Step, ...]:
    """The steps of an effect or cost, in order: ``destroy this card, then take 1000 damage``."""
    return cast("tuple[p.Step, ...]", _read("steps", text, at))


def read_condition(text: str, at: Position) -> p.Condition:
    """A condition of a card: ``this card was Normal Summoned without Tributing``."""
    return cast("p.Condition", _read("condition", text, at))


def read_trigger(text: str, at: Position) -> p.Event | p.Condition:
    """An event (present tense) or a condition (past tense, or a state)."""
    return cast("p.Event | p.Condition", _read("trigger", text, at))


def read_selection(text: str, at: Position) -> p.Selection:
    """A target: ``1 face-up card on the field``."""
    return cast("p.Selection", _read("selection", text, at))


def read_lasting(text: str, at: Position) -> p.Lasting:
    """What an effect leaves behind: ``in the End Phase, banish the affected monsters``."""
    return cast("p.Lasting", _read("lasting", text, at))


def read_applies(text: str, at: Position) -> p.Continuous:
    """What a face-up card keeps applying: ``cards cannot be banished``."""
    return cast("p.Continuous", _read("applies", text, at))


def read_replaced(text: str, at: Position) -> p.Selection:
    """The cards that something else happens to: ``a card would be sent to the GY``."""
    return cast("p.Selection", _read("replaced", text, at))


def read_timing(text: str, at: Position) -> p.Timing:
    """During which End Phase: ``your End Phase``."""
    found = _read("timing", text, at)
    return found if isinstance(found, p.Timing) else p.Timing(found)


def read_note(text: str, at: Position) -> p.Note:
    """What a board says of a card: ``set``, ``Normal Summoned without Tributing``, ``by`` a card."""
    bare = re.match(r'by\s+([^"]+)$', text.strip())
    return cast("p.Note", _read("note", text, at, {bare[1]: bare[1]} if bare else NO_NAMES))


def read_past(text: str, at: Position) -> p.Event:
    """Something a player did this turn: ``activated a "Spellbook" Spell``."""
    return cast("p.Event", _read("past", text, at))


def read_state(text: str, at: Position, names: Names) -> p.Condition:
    """A condition of a claim; ``names`` are those that need no quotes, each with the English one."""
    return cast("p.Condition", _read("state", text, at, names))


def read_moment(text: str, at: Position, names: Names) -> p.Moment:
    """A choice of a claim: ``the turn player passes after the hand-size adjustment``."""
    return cast("p.Moment", _read("moment", text, at, names))


def read_formula(text: str, at: Position, names: Names) -> Formula:
    """A formula of CTL or ATL: ``<<opponent>> F (Sangan in GY)``."""
    return cast("Formula", _read("formula", text, at, names))


def read_wish(text: str, at: Position, names: Names) -> p.Wish:
    """A wish: ``the opponent's next turn is skipped``, ``most monsters the turn player controls``."""
    return cast("p.Wish", _read("wish", text, at, names))
