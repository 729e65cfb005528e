"""Answers as text: rich tables on a terminal, plain lines in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from explorer.game import Game, Happening, Kind
from explorer.questions import (
    ClaimAnswer,
    Inquiry,
    OutcomeAnswer,
    PlayedStep,
    RulingAnswer,
    Strategy,
    Verdict,
    narrated,
    told,
)
from explorer.search.graph import Limit
from explorer.system.system import Pruned
from models.card import Card
from models.ruleset import Ruleset
from models.ruling import Ruling
from reports.advice import strategy_lines
from reports.narration import Narrator

NEEDS_NO_TELLING = frozenset({"card: where it must be", "cost", "target"})
"""Why a move is out of the question without any rule of interest: its cards are not where they would have to be."""

_STYLE = {
    Verdict.CONFIRMED: "green",
    Verdict.CONTRADICTED: "bold red",
    Verdict.OPEN: "yellow",
    Verdict.UNDECIDED: "yellow",
    Verdict.UNMODELLED: "dim",
    Verdict.NOTE: "dim",
}


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
    console: Console, inquiry: Inquiry, found: Sequence[tuple[ClaimAnswer, Strategy | None]], tell: Narrator
) -> None:
    """Print whether each claim holds, why, a play, and the strategy of who can force or prevent it."""
    limit = inquiry.graph.limit
    if limit is not None:
        print_line(console, f"partial: {stopped(limit)}")
    for one, strategy in found:
        print_line(console, f"{one} ({one.because})")
        if one.play:
            print_line(console, shown(one, tell))
        if strategy is not None:
            print_line(console, tell.heading("strategy").format(player=tell.player(strategy.player)) + ":")
            for line in strategy_lines(strategy, tell):
                print_line(console, f"    {line}")


def ending(steps: Sequence[PlayedStep], tell: Narrator, indent: str = "    ") -> str:
    """A play to the end of the phase, one sentence a line, without the last windows if they could only pass there."""
    return "\n".join(f"{indent}{tell.sentence(step)}" for step in narrated(steps))


def outcomes(console: Console, inquiry: Inquiry, answers: Sequence[OutcomeAnswer], tell: Narrator) -> None:
    """Print every outcome with a play."""
    graph = inquiry.graph
    console.print(
        f"{inquiry.game.ruleset.id}: {counted(len(answers), 'outcome')}, "
        f"{counted(len(graph.states), 'state')}, {counted(graph.transitions, 'transition')}"
        + ("" if graph.limit is None else f" - partial: {stopped(graph.limit)}"),
        highlight=False,
    )
    for one in answers:
        plays = "endlessly many plays" if one.plays is None else counted(one.plays, "play")
        forced = f"; enforceable by the {' and by the '.join(one.enforceable_by)}" if one.enforceable_by else ""
        console.print()
        console.print(
            Text(f"{one.number}. {tell.summary(one.outcome, inquiry.start)}", style="bold"),
            Text(f"   {plays}{forced}"),
            sep="\n",
        )
        console.print(Text(ending(one.shortest, tell)))
    for line in never_possible(inquiry.game, tell):
        console.print(Text(line))


def never_possible(game: Game, tell: Narrator) -> Iterator[str]:
    """The moves that no state allows, with the clauses that exclude each other; nothing where there are none."""
    pruned = [one for one in game.pruned if _worth_telling(one)]
    if not pruned:
        return
    yield ""
    yield "Never possible here:"
    for one in pruned:
        reasons = ", ".join(dict.fromkeys(clause.reason for clause in one.clauses))
        yield f"    {tell.event(one.command.event)}  [{reasons}]"  # type: ignore[arg-type]


def _worth_telling(one: Pruned) -> bool:
    happening = one.command.event
    activates = isinstance(happening, Happening) and happening.kind in (Kind.ACTIVATE, Kind.CHAIN)
    return activates and not NEEDS_NO_TELLING & {clause.reason for clause in one.clauses}


def verdicts(console: Console, answers: Sequence[RulingAnswer], tell: Narrator, *, details: bool) -> None:
    """Print a verdict for each ruling and ruleset, contradicted claims with their play, and a summary."""
    if console.is_terminal:
        console.print(_table(answers))
    else:
        for one in answers:
            print_line(console, _line(one))
    for one in answers:
        for claim in one.claims:
            if details or (claim.holds is False and one.verdict is not Verdict.OPEN):
                mark = {True: "holds", False: "does NOT hold", None: "undecided"}[claim.holds]
                print_line(console, f"{one.ruling.id} under {one.ruleset}: {claim.claim}: {mark} ({claim.because})")
                if claim.play:
                    print_line(console, shown(claim, tell))
    print_line(console, summary(answers))


def _line(one: RulingAnswer) -> str:
    size = f"{counted(one.states, 'state')}, {counted(one.transitions, 'transition')}" if one.states else ""
    return f"{one.ruling.id:9} {one.ruleset:9} {one.verdict:13} {size}".rstrip()


def _table(answers: Sequence[RulingAnswer]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("ruling", "ruleset", "verdict"):
        table.add_column(column)
    table.add_column("states", justify="right")
    table.add_column("transitions", justify="right")
    table.add_column("asks")
    for one in answers:
        verdict = Text(one.verdict.value, style=_STYLE[one.verdict])
        asks = Text(one.ruling.asks.en, overflow="ellipsis", no_wrap=True)
        table.add_row(one.ruling.id, one.ruleset, verdict, str(one.states), str(one.transitions), asks)
    return table


def summary(answers: Sequence[RulingAnswer]) -> str:
    """How many of each verdict there are; notes are counted apart."""
    counts = {verdict: sum(one.verdict is verdict for one in answers) for verdict in Verdict}
    always = (Verdict.CONFIRMED, Verdict.CONTRADICTED, Verdict.OPEN, Verdict.UNMODELLED)
    words = [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict] or verdict in always]
    rulings = len({one.ruling.id for one in answers})
    return f"{counted(rulings, 'ruling')}, {counted(len(answers), 'verdict')}: {', '.join(words)}"


def cards(console: Console, found: Sequence[Card]) -> None:
    """Print the cards, a line each."""
    for card in found:
        stats = [str(word) for word in (card.attribute, card.race) if word]
        if card.level is not None:
            stats.append(f"Level {card.level}")
        if card.attack is not None:
            stats.append(f"{card.attack}/{card.defense}")
        print_line(console, f"{card.name}  {card.ja}  {card.passcode or '-'}  {card.kind}  {' '.join(stats)}".rstrip())


def rulesets(console: Console, found: Iterable[Ruleset]) -> None:
    """Print the rulesets, a line each."""
    for one in found:
        print_line(console, f"{one.id:10} {one.day}  {one.title.en}")


def ruleset(console: Console, one: Ruleset) -> None:
    """Print every clause of a ruleset with its value and whom it rests on."""
    print_line(console, f"{one.id}: {one.title.en}; card texts of {one.day}")
    for clause, setting in one.clauses.items():
        print_line(console, f"  {clause}: {setting.value}")
        for cite in setting.cites:
            print_line(console, f"      {cite.text}, {cite.date}")


def rulings(console: Console, found: Iterable[Ruling]) -> None:
    """Print the rulings, a line each."""
    for one in found:
        print_line(console, f"{one.id:9} {one.status:10} {', '.join(one.rulesets):22} {one.asks.en}")


def ruling(console: Console, one: Ruling, tell: Narrator, language: str) -> None:
    """Print a ruling: question, answer, source, and its claims."""
    asks = one.asks.ja if language == "ja" and one.asks.ja else one.asks.en
    answers = one.answers.ja if language == "ja" and one.answers.ja else one.answers.en
    source = ", ".join(part for part in (one.source.authority, one.source.of, one.source.answered) if part)
    for line in (f"{one.id}: {asks}", f"  {answers}", f"  {source} ({one.status})"):
        print_line(console, line)
    for case in one.cases if not (one.note or one.unmodelled) else ():
        print_line(console, f"  under {', '.join(case.rulesets)}{': ' + case.title if case.title else ''}")
        for claim in case.claims:
            print_line(console, f"    {claim}")
    if one.note or one.unmodelled:
        print_line(console, f"  {one.note or one.unmodelled}")


def counted(number: int, noun: str) -> str:
    """The number with its noun, in the plural where there are several or none."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def stopped(limit: Limit) -> str:
    """Why a search is partial."""
    return "the search was interrupted" if limit == "interrupted" else f"the limit of {limit} was reached"


def print_line(console: Console, text: str) -> None:
    """Print text as it is: no markup, and no wrapping in a pipe."""
    console.print(Text(text), soft_wrap=not console.is_terminal)
