"""Best play as text and as plain data: the line, why nothing else is better, and what to do whatever the other does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.game.players import Player
from explorer.questions import BestPlay, Inquiry, PlayedStep, Secured, Strategy, narrated, told
from explorer.questions.best import Alternative, Decision, Merit, Value
from explorer.questions.strategies import Rule
from reports import plain, reductions
from reports.narration import Narrator

INDENT = "    "


# ---- text ----


def line(found: BestPlay, tell: Narrator, inquiry: Inquiry) -> Iterator[str]:
    """The line of best play as the official answers tell one, what it ends with, and its value."""
    yield f"{tell.heading('line')}:"
    if found.outcome is None:
        yield from map(tell.sentence, told(found.line[: found.loop]))
        yield tell.heading("loop")
        yield from map(tell.sentence, told(found.line[found.loop :]))
        yield tell.heading("endless")
    else:
        yield from map(tell.sentence, narrated(found.line))
        yield f"{tell.heading('outcome')}: {tell.summary(found.outcome, inquiry.start)}"
    yield f"{tell.heading('value')}: {worth(found.values, tell)}"


def reasons(found: BestPlay, strategies: Sequence[Strategy], tell: Narrator, inquiry: Inquiry) -> Iterator[str]:
    """Each decision on the line with what else could have been done, then what each player should do in general."""
    decisions = [one for one in found.decisions if one is not None]
    yield f"{tell.heading('why')}:"
    if any(one.merit is Merit.EQUAL for one in decisions):
        yield tell.heading("ties")
    for number, decision in enumerate(decisions, 1):
        yield from _decision(number, decision, found, tell, inquiry)
    for strategy in strategies:
        yield ""
        yield tell.heading("strategy").format(player=tell.player(strategy.player)) + ":"
        yield from (INDENT + text for text in strategy_lines(strategy, tell))


def _decision(number: int, decision: Decision, found: BestPlay, tell: Narrator, inquiry: Inquiry) -> Iterator[str]:
    yield f"{number}. {tell.advice(decision.merit.value, step=tell.sentence(decision.step))}"
    for one in decision.alternatives:
        key = "mistake" if one.merit is Merit.MISTAKE else "as good"
        values = {"value": worth(one.values, tell), "best": worth(found.values, tell)}
        yield INDENT + tell.advice(key, step=tell.sentence(one.move), **values)
        steps = [tell.sentence(step) for step in narrated(one.refutation)]
        if steps:
            yield INDENT * 2 + tell.advice("and then", play=tell.between_sentences.join(steps))
        ends = tell.heading("endless")
        if one.outcome is not None:
            ends = tell.advice("ends", summary=tell.summary(one.outcome, inquiry.start))
        yield INDENT * 2 + ends


def worth(values: Mapping[Player, Value], tell: Narrator) -> str:
    """The values of those who wish, told whose they are where both do."""
    numbers = {player: ", ".join(map(str, value)) for player, value in values.items()}
    if len(numbers) == 1:
        return next(iter(numbers.values()))
    return "; ".join(tell.advice("value", player=tell.player(player), value=text) for player, text in numbers.items())


def strategy_lines(strategy: Strategy, tell: Narrator) -> list[str]:
    """The rules of a strategy, numbered, or the lines of its table."""
    if strategy.rules:
        last = len(strategy.rules)
        return [f"{number}. {_rule(rule, number == last > 1, tell)}" for number, rule in enumerate(strategy.rules, 1)]
    if not strategy.table:
        return [tell.as_sentence(tell.advice("no choice", player=tell.player(strategy.player)))]
    lines = []
    for entry in strategy.table:
        play = tell.between_sentences.join(tell.sentence(step) for step in told(entry.play))
        key = "entry" if play else "entry at once"
        lines.append(tell.as_sentence(tell.advice(key, play=play, move=tell.step(entry.move))))
    return lines


def _rule(rule: Rule, last: bool, tell: Narrator) -> str:
    move = tell.event(rule.move)
    if rule.once is not None:
        return tell.as_sentence(tell.advice("rule once", once=tell.past(rule.once), move=move))
    return tell.as_sentence(tell.advice("rule otherwise" if last else "rule", move=move))


def secured(found: Secured, tell: Narrator, inquiry: Inquiry) -> Iterator[str]:
    """The outcomes by number, and the smallest sets of them that each player can secure."""
    yield f"{tell.heading('nothing wished')}:"
    for number, outcome in enumerate(found.outcomes, 1):
        yield f"{INDENT}{number}. {tell.summary(outcome, inquiry.start)}"
    for player, sets in found.sets.items():
        key = "secures" if sets else "secures nothing"
        words = [_set(one, tell) for one in sets]
        yield tell.as_sentence(tell.advice(key, player=tell.player(player), sets="; ".join(words)))


def _set(numbers: frozenset[int], tell: Narrator) -> str:
    return tell.advice("or").join(str(number + 1) for number in sorted(numbers))


# ---- plain data ----


def best_data(found: BestPlay, strategies: Sequence[Strategy], tell: Narrator, inquiry: Inquiry) -> dict[str, Any]:
    """The document ``endphase/best/1``."""
    data: dict[str, Any] = {
        "schema": "endphase/best/1",
        "ruleset": inquiry.game.ruleset.id,
        "for": found.player.value if len(found.players) == 1 else "both",
        "value": list(found.value) if len(found.players) == 1 else _numbers(found.values),
        "line": [_line(step, decision, tell) for step, decision in zip(found.line, found.decisions, strict=True)],
        "outcome": found.outcome.facts if found.outcome else None,
        "endless": found.endless,
        "strategies": [strategy_data(one, tell) for one in strategies],
        "reductions": reductions.data(inquiry.game, inquiry.slice),
    }
    if found.loop is not None:
        data["loop"] = found.loop
    return data


def _numbers(values: Mapping[Player, Value]) -> dict[str, list[int]]:
    return {player.value: list(value) for player, value in values.items()}


def _line(step: PlayedStep, decision: Decision | None, tell: Narrator) -> dict[str, Any]:
    found: dict[str, Any] = {
        "by": step.happening.by,
        "event": plain.event(step.happening, tell.event(step.happening)),
        "text": tell.step(step),
    }
    if decision is not None:
        found["merit"] = decision.merit.value
        found["alternatives"] = [_alternative(one, tell) for one in decision.alternatives]
    return found


def _alternative(one: Alternative, tell: Narrator) -> dict[str, Any]:
    return {
        "event": plain.event(one.move.happening, tell.event(one.move.happening)),
        "text": tell.step(one.move),
        "merit": one.merit.value,
        "value": _numbers(one.values),
        "then": plain.play(one.refutation, tell),
        "outcome": one.outcome.facts if one.outcome else None,
    }


def strategy_data(strategy: Strategy, tell: Narrator) -> dict[str, Any]:
    """A strategy: whose, its rules or its table, and how far it was tried."""
    return {
        "player": strategy.player.value,
        "rules": [_rule_data(rule, tell) for rule in strategy.rules],
        "table": [
            {"after": plain.play(entry.play, tell), "move": plain.play([entry.move], tell)[0]}
            for entry in strategy.table
        ],
        "positions": strategy.positions,
        "tried": strategy.tried,
    }


def with_strategies(document: dict[str, Any], strategies: Sequence[Strategy | None], tell: Narrator) -> dict[str, Any]:
    """The document of claims, with a ``strategy`` for each claim that has one."""
    for claim, strategy in zip(document["claims"], strategies, strict=True):
        if strategy is not None:
            claim["strategy"] = strategy_data(strategy, tell)
    return document


def _rule_data(rule: Rule, tell: Narrator) -> dict[str, Any]:
    found: dict[str, Any] = {"move": plain.event(rule.move, tell.event(rule.move))}
    if rule.once is not None:
        found["once"] = plain.event(rule.once, tell.past(rule.once))
    return found


def secured_data(found: Secured, tell: Narrator, inquiry: Inquiry) -> dict[str, Any]:
    """The document ``endphase/best/1`` where nobody wishes for anything."""
    return {
        "schema": "endphase/best/1",
        "ruleset": inquiry.game.ruleset.id,
        "for": None,
        "outcomes": [
            {"id": number, "summary": tell.summary(one, inquiry.start), "facts": one.facts}
            for number, one in enumerate(found.outcomes, 1)
        ],
        "secured": {
            player.value: [sorted(number + 1 for number in one) for one in sets] for player, sets in found.sets.items()
        },
        "reductions": reductions.data(inquiry.game, inquiry.slice),
    }
