"""One End Phase of a small board, to be looked at: its size, its plays and outcomes in words, and claims about it.

A play is told as official answers do, without the answers "no response" and what the rules do by themselves, TP and OP
for the players: ``TP: pass > OP: pass``. An outcome is told as what is different from the board at its start: ``Majestic
Mech - Ohka in the turn player's graveyard; the turn player has 7000 LP``, or ``nothing changes``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from explorer.game import Happening, Kind, Outcome
from explorer.questions import Inquiry, check_case, inquire
from explorer.search import find_loop
from explorer.system import RULES
from models.board import read_board
from models.documents import read_document
from models.library import Library
from models.ruleset import Ruleset
from models.ruling import read_case

MOST_PLAYS = 500

CARDS = Path(__file__).with_name("cards.yaml")

MONSTER = """
- name: {name}
  ja: 試しの怪物
  passcode: 1
  kind: effect monster
  attribute: LIGHT
  type: Fairy
  level: 4
  atk: 100
  def: 100
  effects:
    -
{effect}
"""

_SILENT = (Kind.NO_RESPONSE, Kind.NEGATED)


@cache
def library() -> Library:
    """The library, with the cards beside this file."""
    return Library(extra=[CARDS])


def with_monster(folder: Path, name: str, effect: str) -> Library:
    """The same with one monster more, of which a file in the folder has this effect in YAML."""
    path = folder / "monster.yaml"
    path.write_text(MONSTER.format(name=name, effect=indent(effect, " " * 6)), encoding="utf-8")
    return Library(extra=[CARDS, path])


@dataclass(frozen=True)
class EndPhase:
    """A searched board and what tests ask about it."""

    text: str
    ruleset: Ruleset
    inquiry: Inquiry

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of states and transitions."""
        return len(self.inquiry.graph.states), self.inquiry.graph.transitions

    @property
    def outcomes(self) -> set[str]:
        """Every outcome in words."""
        return {self.told_outcome(outcome) for outcome in self.inquiry.ends}

    @property
    def plays(self) -> list[str]:
        """Every play that differs in what is told, in words, sorted; only where every play ends."""
        assert not self.endless
        found = {" > ".join(play) for play in self._plays(0)}
        assert len(found) <= MOST_PLAYS
        return sorted(found)

    @property
    def endless(self) -> bool:
        """Whether a play can go on for ever."""
        return find_loop(self.inquiry.graph) is not None

    @property
    def events(self) -> set[str]:
        """Everything that can happen, in words."""
        graph = self.inquiry.graph
        return {word for edge in range(graph.transitions) for word in self._told(graph.event(edge))}

    def holds(self, claim: str) -> bool:
        """Whether a claim, written as in a ruling, holds."""
        document = f"board:\n{indent(self.text, '  ')}\nclaims:\n  - {claim}\n"
        case = read_case(read_document(document, "claim"), (self.ruleset.id,), library())
        (answer,) = check_case(case, library(), self.ruleset).claims
        assert answer.holds is not None
        return answer.holds

    def _plays(self, state: int) -> Iterator[tuple[str, ...]]:
        graph = self.inquiry.graph
        if not graph.edges(state):
            yield ()
        for edge in graph.edges(state):
            told = self._told(graph.event(edge))
            for rest in self._plays(graph.targets[edge]):
                yield (*told, *rest)

    def _told(self, event: object) -> tuple[str, ...]:
        assert isinstance(event, Happening)
        if event.kind in _SILENT or (event.kind is Kind.RESOLVE and event.by == RULES):
            return ()
        return (str(event).replace("turn player", "TP").replace("opponent", "OP"),)

    def told_outcome(self, outcome: Outcome) -> str:
        """An outcome in words."""
        start = self.inquiry.start
        words = []
        for card, number in sorted((Counter(outcome.cards) - Counter(start.cards)).items()):
            several = f"{number} " if number > 1 else ""
            words.append(f"{several}{card} in the {card.side}'s {card.zone}")
        before = {(side, zone): number for side, zone, number in start.unnamed}
        for side, zone, left in outcome.unnamed:
            if left != before[side, zone]:
                words.append(f"{left} unnamed in the {side}'s {zone}")
        words += [f"the {side} has {life} LP" for side, life in outcome.life if life != dict(start.life)[side]]
        words += [f"the {side}'s next turn is skipped" for side in outcome.skipped]
        if outcome.result != "open":
            words.append("draw" if outcome.result == "draw" else f"the {outcome.result} wins")
        return "; ".join(words) or "nothing changes"


def end_phase(
    board: str, ruleset: str = "ocg", clauses: Mapping[str, str] | None = None, cards: Library | None = None
) -> EndPhase:
    """The End Phase of a board in YAML under a ruleset, of which ``clauses`` changes some; of the library's ``cards``."""
    cards = cards or library()
    rules = cards.ruleset(ruleset).changed(clauses or {})
    text = dedent(board)
    return EndPhase(text, rules, inquire(read_board(read_document(text, "board"), cards), cards, rules))
