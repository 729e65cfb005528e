"""Answers as text: tables on a terminal, plain lines in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from explorer.game import Game, Happening, Kind
from explorer.questions.inquiry import Inquiry, PlayedStep, narrated, told
from explorer.questions.outcomes import OutcomeAnswer
from explorer.search.graph import Limit
from explorer.system.system import Pruned
from models.card import Card
from models.ruleset import Ruleset
from models.ruling import Ruling
from reports import reductions
from reports.narration import Narrator
from reports.paper import Paper

if TYPE_CHECKING:
    from explorer.questions import ClaimAnswer, Strategy

NEEDS_NO_TELLING = frozenset({"card: where it must be", "cost", "target"})
"""Why a move is out of the question without any rule of interest: its cards are not where they would have to be."""

MOST_OUTCOMES = 1_000
"""So many outcomes are told as text; nobody reads more."""


def play(steps: Sequence[PlayedStep], tell: Narrator, indent: str = "    ") -> str:
    """A play, one sentence a line; what no official answer would tell is left out."""
    return "\n".join(f"{indent}{tell.sentence(step)}" for step in told(steps))


def shown(answer: ClaimAnswer, tell: Narrator, indent: str = "    ") -> str:
    """The play of a claim; where it goes round, with a line before the part that comes again and again."""
    if answer.repeats is None:
        return play(answer.play, tell, indent)
    first, again = answer.play[: answer.repeats], answer.play[answer.repeats :]
    parts = play(first, tell, indent), f"{indent}{tell.heading('again')}", play(again, tell, indent)
    return "\n".join(part for part in parts if part)


def answers(
    paper: Paper, inquiry: Inquiry, found: Sequence[tuple[ClaimAnswer, Strategy | None]], tell: Narrator
) -> None:
    """Print whether each claim holds, why, a play, and the strategy of who can force or prevent it."""
    from reports.advice import strategy_lines  # noqa: PLC0415 - outcomes alone need no strategies

    limit = inquiry.graph.limit
    if limit is not None:
        paper.line(tell.found("cut short", why=tell.stopped(limit)))
    for line in reductions.lines(inquiry):
        paper.line(line)
    for one, strategy in found:
        paper.line(tell.answer(one))
        if one.play:
            paper.line(shown(one, tell))
        if strategy is not None:
            paper.line(tell.heading("strategy").format(player=tell.player(strategy.player)) + ":")
            for line in strategy_lines(strategy, tell):
                paper.line(f"    {line}")


def ending(steps: Sequence[PlayedStep], tell: Narrator, indent: str = "    ") -> str:
    """A play to the end of the phase, one sentence a line, without the last windows if they could only pass there."""
    return "\n".join(f"{indent}{tell.sentence(step)}" for step in narrated(steps))


def outcomes(paper: Paper, inquiry: Inquiry, answers: Sequence[OutcomeAnswer], tell: Narrator) -> None:
    """Print every outcome with a play; of very many only the first, and how many more there are."""
    graph = inquiry.graph
    paper.line(
        f"{inquiry.game.ruleset.id}: "
        + tell.sizes((len(answers), "outcome"), (len(graph.states), "state"), (graph.transitions, "transition"))
        + tell.partial(graph.limit)
    )
    for line in reductions.lines(inquiry):
        paper.line(line)
    for one in answers[:MOST_OUTCOMES]:
        plays = tell.found("endless") if one.plays is None else tell.counted(one.plays, "play")
        plays = plays if one.counted else tell.found("uncounted")
        by = tell.found("and by").join(map(tell.player, one.enforceable_by))
        forced = tell.found("enforceable", players=by) if by else ""
        paper.line()
        paper.line(f"{one.number}. {tell.summary(one.outcome, inquiry.start)}", "bold")
        paper.line(f"   {plays}{forced}")
        paper.line(ending(one.shortest, tell))
    if len(answers) > MOST_OUTCOMES:
        paper.line("\n" + tell.counted(len(answers) - MOST_OUTCOMES, "more outcome"))
    for line in never_possible(inquiry.game, tell):
        paper.line(line)


def never_possible(game: Game, tell: Narrator) -> Iterator[str]:
    """The moves that no state allows, with the clauses that exclude each other; nothing where there are none."""
    pruned = [one for one in game.pruned if _worth_telling(one)]
    if not pruned:
        return
    yield ""
    yield tell.found("never")
    for one in pruned:
        reasons = ", ".join(dict.fromkeys(tell.clause(clause.reason) for clause in one.clauses))
        yield f"    {tell.event(one.command.event)}  [{reasons}]"  # type: ignore[arg-type]


def _worth_telling(one: Pruned) -> bool:
    happening = one.command.event
    activates = isinstance(happening, Happening) and happening.kind in (Kind.ACTIVATE, Kind.CHAIN)
    return activates and not NEEDS_NO_TELLING & {clause.reason for clause in one.clauses}


def cards(paper: Paper, found: Sequence[Card]) -> None:
    """Print the cards, a line each."""
    for card in found:
        stats = [str(word) for word in (card.attribute, card.race) if word]
        if card.level is not None:
            stats.append(f"Level {card.level}")
        if card.attack is not None:
            stats.append(f"{card.attack}/{card.defense}")
        paper.line(f"{card.name}  {card.ja}  {card.passcode or '-'}  {card.kind}  {' '.join(stats)}".rstrip())


def rulesets(paper: Paper, found: Iterable[Ruleset]) -> None:
    """Print the rulesets, a line each."""
    for one in found:
        paper.line(f"{one.id:10} {one.day}  {one.title.en}")


def ruleset(paper: Paper, one: Ruleset) -> None:
    """Print every clause of a ruleset with its value and whom it rests on."""
    paper.line(f"{one.id}: {one.title.en}; card texts of {one.day}")
    for clause, setting in one.clauses.items():
        paper.line(f"  {clause}: {setting.value}")
        for cite in setting.cites:
            paper.line(f"      {cite.text}, {cite.date}")


def rulings(paper: Paper, found: Iterable[Ruling]) -> None:
    """Print the rulings, a line each."""
    for one in found:
        paper.line(f"{one.id:9} {one.status:10} {', '.join(one.rulesets):22} {one.asks.en}")


def ruling(paper: Paper, one: Ruling, tell: Narrator) -> None:
    """Print a ruling: question, answer, source, and its claims."""
    source = ", ".join(part for part in (one.source.authority, one.source.of, one.source.answered) if part)
    for line in (f"{one.id}: {tell.words(one.asks)}", f"  {tell.words(one.answers)}", f"  {source} ({one.status})"):
        paper.line(line)
    for case in one.cases if not (one.note or one.unmodelled) else ():
        paper.line(f"  under {', '.join(case.rulesets)}{': ' + case.title if case.title else ''}")
        for claim in case.claims:
            paper.line(f"    {claim}")
    if one.note or one.unmodelled:
        paper.line(f"  {one.note or one.unmodelled}")


def counted(number: int, noun: str) -> str:
    """The number with its noun, in the plural where there are several or none."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def stopped(limit: Limit) -> str:
    """Why a search is partial."""
    return "the search was interrupted" if limit == "interrupted" else f"the limit of {limit} was reached"
