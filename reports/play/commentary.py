"""The commentary on a session: the board, the moves, what forbids others, the play so far, in the words of a language.

Both views show what is told here: ``screen`` in panels, ``plain`` line by line. What a view itself says stands in one
data file a language (``en.json``, ``ja.json``), beside what the narrator tells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from explorer.game.players import PLAYERS, Player
from explorer.questions.best import Merit, Value
from explorer.questions.forbidden import Forbidden
from explorer.questions.playmat import Became, Change, Counted, Due, Lying, Moved, Playmat
from explorer.questions.session import BestOpponent, Maker, RandomOpponent, Score, Session, Taken, phrases, spelled
from explorer.questions.walk import Move, Position, Walk
from reports.advice import worth
from reports.narration import Narrator, narrator

MOST_AHEAD = 20
"""So many outcomes are told of those that can still come about."""

_FIELD = ("monsters", "spells and traps")
_ELSEWHERE = ("field zone", "hand", "deck", "extra deck", "graveyard", "banished")


@dataclass(frozen=True)
class Piece:
    """Something that lies in a row of the board: a card, or a number."""

    text: str
    is_card: bool = False
    face_down: bool = False


@dataclass(frozen=True)
class Row:
    """A row of the board, and on whose side it is, None for neither. ``head`` begins a side; ``empty`` has no card."""

    label: str
    pieces: tuple[Piece, ...]
    side: Player | None = None
    head: bool = False
    empty: bool = False


@cache
def _words(language: str) -> dict[str, Any]:
    text = Path(__file__).with_name(f"{language}.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))


class Commentary:
    """Tells of the sessions on a walk in one language."""

    def __init__(self, walk: Walk, language: str) -> None:
        """Raise InputError for a language that is not there."""
        self.tell: Narrator = narrator(language, walk.library)
        self._walk = walk
        self._say = _words(language)

    def word(self, key: str, **blanks: object) -> str:
        """One of the view's own words, with its blanks filled."""
        return cast("str", self._say[key]).format(**blanks)

    def words(self, key: str) -> list[str]:
        """Several lines of the view's own words."""
        return cast("list[str]", self._say[key])

    # ---- the board ----

    def rows(self, playmat: Playmat) -> list[Row]:
        """The board from the opponent's side to the turn player's, then what is due, and the chain."""
        rows: list[Row] = []
        for player in reversed(PLAYERS):
            zones = [self._zone(playmat, player, zone) for zone in (*_FIELD, *_ELSEWHERE)]
            there = [row for row in zones if row is not None]
            rows += [self._head(playmat, player), *(reversed(there) if player is Player.OPPONENT else there)]
        if playmat.due:
            dues = Counter(playmat.due)
            rows.append(Row(self.word("due"), tuple(self._due(due, number) for due, number in dues.items())))
        if playmat.chain:
            links = [
                self._link(number, link.name, link.effect, link.player) for number, link in _numbered(playmat.chain)
            ]
            rows.append(Row(self.word("chain"), tuple(links)))
        return rows

    def _head(self, playmat: Playmat, player: Player) -> Row:
        """A player's life points, and the zones of which nobody knows a card."""
        told = [self.word("life", number=playmat.life[player])]
        for (owner, zone), number in playmat.unnamed.items():
            if owner is player and number and not playmat.zone(player, zone):
                told.append(self.word("unnamed", zone=self._say["zones"][zone], number=number))
        if player in playmat.skipped:
            told.append(self.word("skipped"))
        return Row(self._player(player), tuple(map(Piece, told)), player, head=True)

    def _zone(self, playmat: Playmat, player: Player, zone: str) -> Row | None:
        """The cards that lie there; None for a zone off the field without any."""
        cards = Counter(playmat.zone(player, zone))
        if not cards and zone not in _FIELD:
            return None
        pieces = [self._lying(card, number) for card, number in cards.items()]
        unnamed = playmat.unnamed.get((player, zone), 0)
        if unnamed:
            pieces.append(Piece(self.word("unnamed here", number=unnamed)))
        shown = tuple(pieces) or (Piece(self.word("empty")),)
        return Row(self._say["zones"][zone], shown, player, empty=not pieces)

    def _lying(self, card: Lying, number: int) -> Piece:
        hows = self._hows(card)
        text = name = self.tell.card(card.card.name)
        if hows:
            text = self.word("piece", name=name, how=self.word("between hows").join(hows))
        return Piece(self._several(text, number), is_card=True, face_down=card.card.face_down)

    def _several(self, text: str, number: int) -> str:
        return text if number == 1 else self.word("copies", number=number, one=text)

    def _hows(self, lying: Lying) -> list[str]:
        """How a card lies, where that is not the usual way."""
        told = [self.word("face-down")] if lying.card.face_down else []
        if lying.defense:
            told.append(self.word("defense"))
        if lying.counters:
            told.append(self.word("counters one" if lying.counters == 1 else "counters", number=lying.counters))
        if lying.card.owner != lying.card.side:
            told.append(self.word("owned", player=self.tell.player(lying.card.owner)))
        return told

    def _due(self, due: Due, number: int) -> Piece:
        key = "due must" if due.mandatory else "due may"
        card, player = self.tell.card(due.name), self.tell.player(due.player)
        return Piece(self._several(self.word(key, card=card, effect=self._effect(due.effect), player=player), number))

    def _link(self, number: int, name: str, effect: int, player: Player) -> Piece:
        blanks = {"card": self.tell.card(name), "effect": self._effect(effect), "player": self.tell.player(player)}
        return Piece(self.word("link", number=number, **blanks))

    def _effect(self, number: int) -> str:
        return self.word("effect", number=number) if number else ""

    def _player(self, player: Player) -> str:
        """A player, as a heading."""
        text = self.tell.player(player)
        return text[:1].upper() + text[1:]

    # ---- what can be done ----

    def window(self, session: Session) -> str:
        """The window, and who decides, where the window is not called after that player."""
        here = session.position
        window = cast("str", self._say["windows"][here.window.value])
        if session.over:
            return window
        if here.player is None:
            acts = self.word("goes on")
        elif here.player is session.person:
            acts = self.word("you act")
        elif here.player in here.window.value:
            return window
        else:
            acts = self.word("acts", player=self.tell.player(here.player))
        return self.word("window", window=window, acts=acts)

    def moves(self, here: Position, hints: bool) -> list[str]:
        """The legal moves, with hints also how they compare."""
        return [self._move(move, hints) for move in here.moves]

    def _move(self, move: Move, hints: bool) -> str:
        text = self.tell.sentence(move.step)
        if not hints or move.merit is None:
            return text
        preferred = move.preferred and move.merit is Merit.EQUAL
        return self.word(
            "piece", name=text, how=self.word("merit preferred" if preferred else f"merit {move.merit.value}")
        )

    def forbidden(self, here: Position) -> list[str]:
        """The moves that cannot be made."""
        return [self.tell.as_sentence(self.tell.event(one.move)) for one in here.forbidden]

    def forbidding(self, one: Forbidden) -> list[str]:
        """The clauses that forbid a move, each with whom it rests on."""
        return [self.word("forbidden by" if one.each else "one of"), *map(self.tell.obstacle, one.obstacles)]

    def leads_to(self, move: Move) -> list[str]:
        """What a move changes on the board."""
        return [self._change(change) for change in move.changes] or [self.word("no changes")]

    def ahead(self, here: Position) -> list[str]:
        """The outcomes that can still come about, and who can enforce each."""
        found = sorted(here.outcomes)
        key = "one outcome" if len(found) == 1 else "of outcomes"
        lines = [self.word(key, number=len(found), total=len(self._walk.outcomes))]
        for number in found[:MOST_AHEAD]:
            lines.append(self.word("outcome", number=number + 1, summary=self._summary(number)))
            able = [player for player in PLAYERS if number in here.enforceable[player]]
            told = [self.word("enforced", player=self.tell.player(player)) for player in able]
            lines += ["   " + text for text in told or [self.word("nobody")]]
        if len(found) > MOST_AHEAD:
            lines.append(self.word("more", number=len(found) - MOST_AHEAD))
        return lines

    def _summary(self, number: int) -> str:
        return self.tell.summary(self._walk.outcomes[number], self._walk.inquiry.start)

    # ---- what has been done ----

    def greeting(self, session: Session) -> str:
        """Who plays whom."""
        opponent = session.opponent
        if opponent is None:
            return self.word("both")
        how = self.word("best")
        if isinstance(opponent, RandomOpponent):
            how = self.word("random", seed=opponent.seed)
        players = {"person": self.tell.player(opponent.player.other), "player": self.tell.player(opponent.player)}
        return self.word("opponent", how=how, **players)

    def taken(self, session: Session, since: int = 0) -> Iterator[tuple[str, list[str]]]:
        """The moves of the play from a place on, each numbered, with what was said of it and what it changed."""
        for number, one in list(_numbered(session.line))[since:]:
            reason = self.reason(one) if isinstance(session.opponent, BestOpponent) else []
            yield f"{number}. {self.tell.sentence(one.move.step)}", [*reason, *map(self._change, one.move.changes)]

    def reason(self, one: Taken) -> list[str]:
        """Why the opponent's move is best, and what each other move is worth; nothing of other moves."""
        valuation, move = self._walk.valuation, one.move
        if one.maker is not Maker.OPPONENT or valuation is None or move.merit is None:
            return []
        best = worth(valuation.value(move.to), self.tell)
        lines = [self.tell.advice(move.merit.value, step="").strip(), f"{self.tell.heading('value')}: {best}"]
        told = {(move.step.happening, best)}
        for other in one.position.moves:
            value = worth(valuation.value(other.to), self.tell)
            if (other.step.happening, value) not in told:
                told.add((other.step.happening, value))
                key = "mistake" if other.merit is Merit.MISTAKE else "as good"
                lines.append(self.tell.advice(key, step=self.tell.sentence(other.step), value=value, best=best))
        return lines

    def ending(self, session: Session) -> list[str]:
        """How the play has ended, and how it compares with best play; nothing while it goes on."""
        ended = session.position.ended
        if ended is None:
            return []
        score = session.score
        return [self.word("ends", summary=self._summary(ended)), *(self._score(session, score) if score else ())]

    def _score(self, session: Session, score: Score) -> Iterator[str]:
        numbers = {"got": _value(score.got), "best": _value(score.best), "player": self._player(score.player)}
        if session.person is None:
            yield self.word("got", **numbers)
        else:
            yield self.word("you got" if score.player is session.person else "other got", **numbers)
            yield self.word("fell short" if score.less else "held")
        if score.lost is not None:
            number = next(number for number, one in _numbered(session.line) if one is score.lost)
            key = "lost both" if session.person is None else "lost"
            yield self.word(key, number=number, step=self.tell.sentence(score.lost.move.step))
            best = next(move for move in score.lost.position.moves if move.preferred)
            yield self.word("instead", step=self.tell.sentence(best.step))
            if score.less is False:
                yield self.word("mistakes made up")

    def farewell(self, session: Session) -> list[str]:
        """The play as an address, as sentences, and in the words of claims where they have them; how it ended."""
        if not session.line:
            return [self.word("address start")]
        sentences = [self.tell.sentence(step) for step in session.steps]
        lines = [self.word("address", address=spelled(session.address)), *sentences, *self.ending(session)]
        words = phrases(session)
        return [*lines, self.word("in claims", line="; ".join(words))] if words else lines

    # ---- changes ----

    def _change(self, change: Change) -> str:
        say: dict[str, str] = self._say["changes"]
        match change:
            case Moved(before, after):
                one = after or before
                assert one is not None
                key = "comes" if before is None else "goes" if after is None else "moved"
                places = {"before": self._place(before, change), "after": self._place(after, change)}
                return say[key].format(card=self.tell.card(one.card.name), **places)
            case Counted(player, what, before, after):
                key = "life" if what == "life" else "unnamed"
                zone = self._say["zones"].get(what, "")
                return say[key].format(player=self._player(player), zone=zone, before=before, after=after)
            case Became(due, now):
                card = self.tell.card(due.name) + self._effect(due.effect)
                return say["due" if now else "done"].format(card=card, player=self.tell.player(due.player))

    def _place(self, lying: Lying | None, change: Moved) -> str:
        """Where a card lies, or where it stays just how; on whose side where it changes sides."""
        if lying is None:
            return ""
        places = {(one.card.side, one.card.zone) for one in (change.before, change.after) if one is not None}
        hows, between = self._hows(lying), self.word("between hows")
        if change.before is not None and change.after is not None and len(places) == 1:
            return between.join(hows if lying.card.face_down else [self.word("face-up"), *hows])
        key, zone = "at of" if len({side for side, _ in places}) > 1 else "at", self._say["zones"][lying.card.zone]
        text = cast("str", self._say["changes"][key].format(zone=zone, player=self._player(Player(lying.card.side))))
        return self.word("piece", name=text, how=between.join(hows)) if hows else text


def _numbered(things: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """From 1, as people count."""
    return enumerate(things, 1)


def _value(value: Value) -> str:
    return ", ".join(map(str, value))
