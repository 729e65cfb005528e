"""Claims: what a ruling says of a board, in phrases that may name the cards of that board and no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Map
from typing import TYPE_CHECKING, TypeVar

from models import grammar
from models.board import PLAYERS, Board, read_board
from models.documents import Mapping, Node, Scalar, read_document
from models.errors import InputError, Position, nearest
from models.fields import choice, fields, integer, items, mapping, scalar, single, text
from models.names import even, fold
from models.phrase import Condition, Moment, Who, Wish
from models.ruling import Case, Claim, read_rulesets

if TYPE_CHECKING:
    from models.library import Library

T = TypeVar("T")
Reader = Callable[[str, Position, grammar.Names], T]
Wants = Map[Who, tuple[Wish, ...]]

MOST_OUTCOMES = 1_000_000_000

_ENFORCE = tuple(f"{who} {can} enforce" for can in ("can", "cannot") for who in PLAYERS)
_DESPITE = tuple(f"possible despite {who}" for who in PLAYERS)
STATES = ("possible", "impossible", "always", "inevitable", *_DESPITE, *_ENFORCE)
MOMENTS = ("can", "cannot")
FOLLOWING = (*STATES, "until", "formula", *MOMENTS, "outcomes")
"""What can be said of whatever follows some beginning of a play."""

KINDS = (*FOLLOWING, "after", "best play")

CASE_REQUIRED = ("board",)
CASE_KEYS = ("title", "rulesets", "claims", "wants")
UNTIL_REQUIRED = ("keeps", "until")
AFTER_REQUIRED = ("line",)
_WANTED = {f"{who} wants": who for who in PLAYERS}
BEST_PLAY_LEADS = ("line", "leads to")
BEST_PLAY_KEYS = (*_WANTED, *BEST_PLAY_LEADS)

_QUOTED = re.compile(r'"([^"]*)"')


def read_case_claims(node: Node, rulesets: tuple[str, ...], library: Library) -> Case:
    """The case that a node describes; raises :class:`InputError`."""
    given = fields(node, allowed=CASE_KEYS, required=CASE_REQUIRED, what="a case")
    board = read_board(given["board"], library)
    phrases = _Phrases(board, library)
    wants = _wants(given["wants"], phrases) if "wants" in given else {}
    claims = tuple(_claim(item, wants, phrases) for item in items(given["claims"])) if "claims" in given else ()
    return Case(
        title=given.read("title", text, board.title),
        rulesets=read_rulesets(given["rulesets"], library) if "rulesets" in given else rulesets,
        board=board,
        claims=claims,
        wants=wants,
        at=given.at,
    )


class _Phrases:
    """The phrases about one board: they may name its cards, what lingers, and tokens, by any of their names."""

    def __init__(self, board: Board, library: Library) -> None:
        self.names = board.names
        self._others = library.even_names
        self._may_name = library.spellings((*board.names, *library.token_names))
        in_order = sorted(map(even, self._may_name), key=len, reverse=True)
        either = "|".join(re.escape(name) for name in in_order)
        self._own = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
        series = {word for name in board.names for word in library.card(name).series}
        self._quotable = {fold(name) for name in (*self._may_name, *series)}

    def read(self, reader: Reader[T], node: Node) -> T:
        found = scalar(node, "a phrase")
        self._refuse_strangers(found)
        return reader(found.text, found.at, self._may_name)

    def _refuse_strangers(self, phrase: Scalar) -> None:
        """Raise if the phrase names a card of the library that is not on the board."""
        rest = even(phrase.text)
        if self._may_name:
            rest = self._own.sub(lambda own: "\0" * len(own.group()), rest)
        for quoted in _QUOTED.finditer(rest):
            name = quoted[1]
            if name.strip("\0") and fold(name) not in self._quotable:
                raise self._stranger(name, phrase.at.moved(quoted.start(1)))
        for name in self._others:
            start = rest.find(name)
            if start >= 0 and not _inside_word(rest, start, start + len(name)):
                raise self._stranger(name, phrase.at.moved(start))

    def _stranger(self, name: str, at: Position) -> InputError:
        near = nearest(name, self.names)
        return InputError(f"{name} is not on this board", at, expected=() if near else self.names, near=near)


def _inside_word(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    return (before.isalnum() and text[start].isalnum()) or (after.isalnum() and text[end - 1].isalnum())


def _claim(node: Node, wants: Wants, phrases: _Phrases) -> Claim:
    """One claim: a mapping whose only key is its kind."""
    key, value = single(node, "a claim")
    choice(KINDS, "a kind of claim")(key)
    return _said(key, value, wants, phrases)


def _said(key: Scalar, value: Node, wants: Wants, phrases: _Phrases) -> Claim:
    """The claim of a known kind that a key and its value make."""
    kind = key.text
    match kind:
        case "outcomes":
            return _outcomes(key, value, phrases)
        case "best play":
            return _best_play(key, value, wants, phrases)
        case "until":
            return _until(key, value, phrases)
        case "after":
            return _after(key, value, wants, phrases)
        case "formula":
            return Claim(kind, text(value), key.at, formula=phrases.read(grammar.read_formula, value))
    words = text(value)
    if kind in MOMENTS:
        return Claim(kind, words, key.at, moment=phrases.read(grammar.read_moment, value))
    return Claim(kind, words, key.at, condition=phrases.read(grammar.read_state, value))


def _until(key: Scalar, value: Node, phrases: _Phrases) -> Claim:
    """What is kept until something comes."""
    given = fields(value, allowed=(), required=UNTIL_REQUIRED, what="until")
    keeps, condition = (phrases.read(grammar.read_state, given[name]) for name in ("keeps", "until"))
    said = f"{text(given['keeps'])}, until {text(given['until'])}"
    return Claim(key.text, said, key.at, condition=condition, keeps=keeps)


def _after(key: Scalar, value: Node, wants: Wants, phrases: _Phrases) -> Claim:
    """The line that a play begins with, and what is said of whatever follows."""
    given = fields(value, allowed=FOLLOWING, required=AFTER_REQUIRED, what="after")
    kinds = [kind for kind in given if kind != "line"]
    if len(kinds) != 1:
        at = given.keys_at[kinds[1]] if kinds else given.at
        raise InputError(f"after a line one thing is claimed, not {len(kinds)}", at, expected=FOLLOWING)
    moments = items(given["line"])
    if not moments:
        raise InputError("a line without a step", given["line"].at, expected=["what happens, step by step"])
    line = tuple(phrases.read(grammar.read_moment, moment) for moment in moments)
    for moment, node in zip(line, moments, strict=True):
        if moment.before or moment.after:
            raise InputError("a step of a line is one step", node.at, expected=["one step", "no 'before' or 'after'"])
    inner = _said(Scalar(kinds[0], False, given.keys_at[kinds[0]]), given[kinds[0]], wants, phrases)
    return Claim(key.text, f"{'; '.join(text(moment) for moment in moments)}: {inner}", key.at, line=line, inner=inner)


def _outcomes(key: Scalar, value: Node, phrases: _Phrases) -> Claim:
    """How many outcomes there are, or what each of them is."""
    if isinstance(value, Scalar) and value.text.lstrip("-").isdigit():
        count = integer(1, MOST_OUTCOMES)(value)
        return Claim(key.text, str(count), key.at, count=count)
    states = items(value)
    if not states:
        raise InputError("no outcome", value.at, expected=["a number", "a list of conditions"])
    conditions = tuple(phrases.read(grammar.read_state, state) for state in states)
    return Claim(key.text, "; ".join(text(state) for state in states), key.at, outcomes=conditions)


def _best_play(key: Scalar, value: Node, wants: Wants, phrases: _Phrases) -> Claim:
    """What the players want, the line it leads along, and to what."""
    given = fields(value, allowed=BEST_PLAY_KEYS, what="best play")
    own = {who: _wishes(given[name], phrases) for name, who in _WANTED.items() if name in given}
    if not (wants or own):
        raise InputError("best play of what? nobody wants anything", given.at, expected=_WANTED)
    if not any(key in given for key in BEST_PLAY_LEADS):
        raise InputError("best play without a line", given.at, expected=BEST_PLAY_LEADS)
    moments = items(given["line"]) if "line" in given else ()
    line = tuple(phrases.read(grammar.read_moment, moment) for moment in moments)
    said = [text(moment) for moment in moments]
    condition = None
    if "leads to" in given:
        condition = phrases.read(grammar.read_state, given["leads to"])
        said.append(f"leads to {text(given['leads to'])}")
    all_wants = {**wants, **own}
    return Claim(key.text, "; ".join(said), key.at, condition=condition, wants=all_wants, line=line)


def _wants(node: Node, phrases: _Phrases) -> dict[Who, tuple[Wish, ...]]:
    """``turn player`` and ``opponent``, each with wishes, the most important first."""
    read = choice([who.value for who in PLAYERS], "a player")
    found: Mapping = mapping(node, "what the players want")
    return {Who(read(key)): _wishes(value, phrases) for key, value in found.pairs}


def _wishes(node: Node, phrases: _Phrases) -> tuple[Wish, ...]:
    wishes = tuple(phrases.read(grammar.read_wish, item) for item in items(node))
    if not wishes:
        raise InputError("no wish", node.at, expected=["a condition", "most ...", "fewest ..."])
    return wishes


def read_wants(wishes: Iterable[str], board: Board, library: Library) -> tuple[Wish, ...]:
    """Wishes told outside a file, about the cards of a board; raises :class:`InputError`."""
    phrases = _Phrases(board, library)
    return tuple(
        phrases.read(grammar.read_wish, Scalar(wish, False, Position("wish", number, 1, wish)))
        for number, wish in enumerate(wishes, 1)
    )


def read_states(node: Node, board: Board, library: Library) -> tuple[Condition, ...]:
    """Conditions on how a board stands, in the phrases of claims; raises :class:`InputError`."""
    phrases = _Phrases(board, library)
    found = tuple(phrases.read(grammar.read_state, item) for item in items(node))
    if not found:
        raise InputError("nothing where a condition should be", node.at, expected=["a condition"])
    return found


def read_question(words: str, board: Board, library: Library) -> Condition | Moment:
    """What a question outside a file is about: how a board may stand, or a move; raises :class:`InputError`.

    Of what is neither, the error is that of the reading which came further.
    """
    phrases = _Phrases(board, library)
    told = Scalar(words, False, Position("question", 1, 1, words))
    try:
        return phrases.read(grammar.read_state, told)
    except InputError as no_state:
        try:
            moment = phrases.read(grammar.read_moment, told)
        except InputError as no_move:
            raise max(no_state, no_move, key=lambda error: error.position.column if error.position else 0) from None
    return _alone(moment, told)


def read_line(words: str, board: Board, library: Library) -> tuple[Moment, ...]:
    """Moves told one after another, parted by semicolons; raises :class:`InputError`."""
    phrases = _Phrases(board, library)
    start = Position("line", 1, 1, words)
    told = [Scalar(piece, False, start.moved(column)) for column, piece in _pieces(words)]
    return tuple(_alone(phrases.read(grammar.read_moment, piece), piece) for piece in told)


def _alone(moment: Moment, told: Scalar) -> Moment:
    """The moment, if it is one move and not what comes before or after another."""
    if moment.before is not None or moment.after is not None:
        expected = ["one move", 'for an order "can: ..." in endphase ask', "--after"]
        raise InputError("this is about the order of two moves", told.at, expected=expected)
    return moment


def _pieces(words: str) -> Iterable[tuple[int, str]]:
    """Each piece between semicolons with the column, from 0, at which it begins."""
    for found in re.finditer(r"[^;]+", words):
        piece = found.group()
        if piece.strip():
            yield found.start() + len(piece) - len(piece.lstrip()), piece.strip()


def read_claims(claims: Iterable[str], board: Board, library: Library) -> tuple[Claim, ...]:
    """Claims told outside a file, each as a file has it (``KIND: ...``); raises :class:`InputError`."""
    phrases = _Phrases(board, library)
    return tuple(_told(claim, number, phrases) for number, claim in enumerate(claims, 1))


def _told(claim: str, number: int, phrases: _Phrases) -> Claim:
    """A claim in one text. A phrase after the kind needs no quotes, whatever YAML would make of it."""
    kind, colon, said = claim.partition(":")
    if colon and claim.isprintable() and kind.strip() in (*STATES, *MOMENTS, "formula"):
        at = Position("claim", number, 1, claim)
        bare = said.strip()
        quote = bare[:1]
        if len(bare) > 1 and quote in ("'", '"') and bare.endswith(quote) and quote not in bare[1:-1]:
            bare = bare[1:-1]
        key = Scalar(kind.strip(), False, at.moved(len(kind) - len(kind.lstrip())))
        return _said(key, Scalar(bare, False, at.moved(claim.index(bare, len(kind)))), {}, phrases)
    return _claim(read_document(claim, "claim", first_line=number), {}, phrases)
