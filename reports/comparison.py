"""What two rulesets make of a board, or of the corpus: as text, and as plain data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.questions import ComparedBoard, Comparison, Likeness
from explorer.questions.compare import Followed, Power, Stop
from models.ruleset import Ruleset
from reports import plain
from reports.narration import Narrator
from reports.paper import Paper
from reports.plaintext import play

SCHEMA = "endphase/compare/1"

MOST_TOLD = 8
"""The number of powers of one ruleset that are told as text; there can be hundreds."""

_SAME = {True: "same", False: "not same", None: "undecided"}
_ALIKE = {True: "bisimilar", False: "not bisimilar", None: "undecided"}


# ---- text ------------------------------------------------------------------------------------------------------------


def one_board(paper: Paper, found: Comparison, tell: Narrator) -> None:
    """Print how alike the rulesets are on a board, what just one of them has, and a play that tells them apart."""
    one, other = found.rulesets
    paper.line(tell.comparison("likeness", one=one, other=other, likeness=tell.likeness(found.likeness)))
    for name, (states, transitions), limit in zip(found.rulesets, found.sizes, found.limits, strict=True):
        size = tell.sizes((states, "state"), (transitions, "transition"))
        paper.line(f"  {name}: {size}{tell.partial(limit)}")
    if found.texts:
        cards = tell.found("list").join(map(tell.card, found.texts))
        paper.line("  " + tell.comparison("texts", cards=cards))
    same = tell.comparison(_SAME[found.same_outcomes])
    paper.line("  " + tell.comparison("outcomes", same=same, number=len(found.outcomes)))
    for name, numbers in zip(found.rulesets, found.only_in, strict=True):
        for number in numbers:
            paper.line("    " + tell.comparison("only", ruleset=name, words=_outcome(found, number, tell)))
    _powers(paper, found, tell)
    paper.line("  " + tell.comparison("plays", same=tell.comparison(_SAME[found.same_plays])))
    paper.line("  " + tell.comparison("graph", same=tell.comparison(_ALIKE[found.same_graph])))
    _play(paper, found, tell)


def _outcome(found: Comparison, number: int, tell: Narrator) -> str:
    return f"{number}. {tell.summary(found.outcomes[number - 1], found.start)}"


def _powers(paper: Paper, found: Comparison, tell: Narrator) -> None:
    over = "powers" if found.all_sets or not found.complete else "some powers"
    paper.line("  " + tell.comparison(over, same=tell.comparison(_SAME[found.same_powers])))
    shown = [powers[:MOST_TOLD] for powers in found.powers_only_in]
    for name, powers, told in zip(found.rulesets, found.powers_only_in, shown, strict=True):
        for power in told:
            one = power.outcomes[0]
            forced = _outcome(found, one, tell) if len(power.outcomes) == 1 else _one_of(power, tell)
            words = {"ruleset": name, "player": tell.player(power.player), "words": forced}
            paper.line("    " + tell.comparison("can force", **words))
        if len(powers) > len(told):
            paper.line("    " + tell.comparison("more", ruleset=name, number=len(powers) - len(told)))
    named = {number for told in shown for power in told for number in power.outcomes}
    several = any(len(power.outcomes) > 1 for told in shown for power in told)
    for number in sorted(named) if several else ():
        paper.line(f"      {_outcome(found, number, tell)}")


def _one_of(power: Power, tell: Narrator) -> str:
    return tell.comparison("one of", outcomes=", ".join(map(str, power.outcomes)))


def _play(paper: Paper, found: Comparison, tell: Narrator) -> None:
    if found.play is None:
        if found.likeness is Likeness.CHOICES:
            paper.line("  " + tell.comparison("choices"))
        return
    through, power = found.play.through, found.play.power
    name, other = found.rulesets[through], found.rulesets[1 - through]
    told, followed = found.play.followed[through], found.play.followed[1 - through]
    if power is None:
        paper.line(tell.comparison("under", ruleset=name))
        _followed(paper, told, found, tell)
        paper.line(tell.comparison("under other", ruleset=other))
    else:
        forced = _one_of(power, tell) if len(power.outcomes) > 1 else power.outcomes[0]
        paper.line(tell.comparison("forces", ruleset=name, player=tell.player(power.player), words=forced))
        _followed(paper, told, found, tell)
        paper.line(tell.comparison("prevents", ruleset=other, player=tell.player(power.player.other)))
    _followed(paper, followed, found, tell)


def _followed(paper: Paper, one: Followed, found: Comparison, tell: Narrator) -> None:
    steps = play(one.steps, tell)
    if steps:
        paper.line(steps)
    if one.stop is not None:
        paper.line("    " + _stop(one.stop, tell))
        return
    if one.outcome is not None:
        words = _outcome(found, found.outcomes.index(one.outcome) + 1, tell)
    else:
        words = tell.heading("endless") if one.endless else tell.comparison("goes on")
    paper.line("    " + tell.comparison("ends", words=words))


def _stop(stop: Stop, tell: Narrator) -> str:
    clauses = tell.found("list").join(map(tell.clause, stop.clauses)) or tell.comparison("no such move")
    event = tell.event(stop.happening)
    return tell.comparison("stops", window=tell.window(stop.window), event=event, clauses=clauses)


def corpus(paper: Paper, found: Sequence[ComparedBoard], tell: Narrator, *, interrupted: bool) -> None:
    """Print a line for each board, and how many there are of each likeness."""
    for one in found:
        paper.line(f"{one.name:9} {tell.likeness(one.comparison.likeness)}")
    paper.line(summary(found, tell) + tell.cut_short(interrupted))


def summary(found: Sequence[ComparedBoard], tell: Narrator) -> str:
    """How many boards there are, and of how many the outcomes, powers, plays differ."""
    counts = _counts(found).items()
    parts = (tell.found("of each kind", number=number, kind=tell.likeness(likeness)) for likeness, number in counts)
    return tell.found("summary", size=tell.sizes((len(found), "board")), parts=tell.found("list").join(parts))


def _counts(found: Sequence[ComparedBoard]) -> dict[Likeness, int]:
    counts = {one: sum(board.comparison.likeness is one for board in found) for one in Likeness}
    if not counts[Likeness.UNDECIDED]:
        del counts[Likeness.UNDECIDED]
    return counts


# ---- JSON ------------------------------------------------------------------------------------------------------------


def document(found: Comparison, tell: Narrator) -> dict[str, Any]:
    """The document ``endphase/compare/1`` of one board."""
    return {"schema": SCHEMA, "rulesets": list(found.rulesets), **_compared(found, tell)}


def corpus_document(
    rulesets: tuple[Ruleset, Ruleset], found: Sequence[ComparedBoard], tell: Narrator, *, interrupted: bool
) -> dict[str, Any]:
    """The document ``endphase/compare/1`` of the corpus."""
    boards = [{"board": one.name, "ruling": one.ruling.id, **_compared(one.comparison, tell)} for one in found]
    return {
        "schema": SCHEMA,
        "rulesets": [ruleset.id for ruleset in rulesets],
        "complete": not interrupted and all(one.comparison.complete for one in found),
        "summary": {likeness.value: number for likeness, number in _counts(found).items()},
        "boards": boards,
    }


def _compared(found: Comparison, tell: Narrator) -> dict[str, Any]:
    return {
        "likeness": found.likeness.value,
        "same_outcomes": found.same_outcomes,
        "same_powers": found.same_powers,
        "same_plays": found.same_plays,
        "same_graph": found.same_graph,
        "outcomes": [
            {"id": number, "summary": tell.summary(one, found.start), "facts": one.facts}
            for number, one in enumerate(found.outcomes, 1)
        ],
        "only_in": [list(numbers) for numbers in found.only_in],
        "powers_only_in": [
            [{"player": power.player.value, "outcomes": list(power.outcomes)} for power in powers]
            for powers in found.powers_only_in
        ],
        "all_sets": found.all_sets,
        "texts": list(found.texts),
        "searches": [
            {"states": states, "transitions": transitions, "complete": limit is None, "limit": limit}
            for (states, transitions), limit in zip(found.sizes, found.limits, strict=True)
        ],
        "play": _distinguishing(found, tell),
    }


def _distinguishing(found: Comparison, tell: Narrator) -> dict[str, Any] | None:
    if found.play is None:
        return None
    power = found.play.power
    return {
        "shows": found.play.shows.value,
        "through": found.play.through,
        "power": power and {"player": power.player.value, "outcomes": list(power.outcomes)},
        "followed": [_replayed(one, found, tell) for one in found.play.followed],
    }


def _replayed(one: Followed, found: Comparison, tell: Narrator) -> dict[str, Any]:
    stop = one.stop and {
        "step": one.stop.step,
        "event": plain.event(one.stop.happening, tell.event(one.stop.happening)),
        "window": one.stop.window.value,
        "clauses": list(one.stop.clauses),
    }
    return {
        "play": plain.play(one.steps, tell),
        "outcome": found.outcomes.index(one.outcome) + 1 if one.outcome is not None else None,
        "endless": one.endless,
        "stop": stop,
    }
