"""Obstacles: which clauses of a guard stand in the way of a move, and who says so."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from explorer.game import Game, Happening
from explorer.system.commands import Clause, Command
from models.library import Library
from models.ruleset import Citation

_RULESET, _RULE = "ruleset: ", "rule: "


@dataclass(frozen=True)
class Obstacle:
    """A clause that forbids a move: what it says, and who says so.

    ``reason`` is its name in the guard. It is a clause of the ruleset with its ``value`` there, a rule of the game, or
    the text of ``card``, as of ``day``, with what it asks for.
    """

    reason: str
    says: str
    cites: tuple[Citation, ...] = ()
    value: str = ""
    card: str = ""
    day: datetime.date | None = None

    def __str__(self) -> str:
        cites = "; ".join(map(str, self.cites))
        told = f"{self.says} ({cites})" if cites else self.says
        return f"[{self.reason}{' = ' + self.value if self.value else ''}] {told}"


def obstacle(clause: Clause, command: Command, game: Game, library: Library) -> Obstacle:
    """The clause of a command's guard as an obstacle under the game's ruleset."""
    reason = clause.reason
    if is_of_the_ruleset(reason):
        name = reason.removeprefix(_RULESET)
        setting = game.ruleset.clauses[name]
        return Obstacle(reason, library.clauses[name].values[setting.value], setting.cites, value=setting.value)
    if reason.startswith(_RULE):
        rule = library.rules[reason.removeprefix(_RULE)]
        return Obstacle(reason, rule.says, rule.cites)
    happening = command.event
    assert isinstance(happening, Happening)
    card = library.card(happening.card) if happening.card else None
    if card is None:
        return Obstacle(reason, "what is asked for is not there")
    day = game.ruleset.day
    number = f", passcode {card.passcode}" if card.passcode else ""
    return Obstacle(reason, f"the text of {card.name}{number}, as of {day}", card=card.name, day=day)


def is_of_the_ruleset(reason: str) -> bool:
    """Whether a clause of the ruleset forbids the move."""
    return reason.startswith(_RULESET)


def is_rule(reason: str) -> bool:
    """Whether a rule forbids the move, rather than that its card is not where and how it would have to be."""
    return is_of_the_ruleset(reason) or reason.startswith(_RULE)
