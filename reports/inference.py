"""What the rulings settle, and the next question to ask: as text, and as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from explorer.questions.evidence import UNDATED
from explorer.questions.infer import Conflict, Era, Inference, Knowledge, Settled, Voice
from explorer.questions.next_question import NextQuestion, PossibleAnswer
from models.ruling import Ruling
from reports.narration import Narrator
from reports.plaintext import counted

SCHEMA = "endphase/infer/1"

MOST_TOLD = 4
"""The number of rulings of one voice, and of things that an answer says, that are told as text."""

BAR = " | "


# ---- text ------------------------------------------------------------------------------------------------------------


def lines(found: Inference) -> Iterator[str]:
    """What is settled, by whom, what is free, and where the rulings conflict."""
    speaking = sum(len(voice.rulings) for voice in found.voices)
    yield (
        f"{counted(speaking + len(found.silent), 'ruling')}: {speaking} in {counted(len(found.voices), 'voice')} say "
        f"something of the {counted(len(found.clauses), 'clause')}, {len(found.silent)} nothing"
    )
    if found.cut_short:
        yield f"partial: a limit was reached on boards of {', '.join(one.id for one in found.cut_short)}"
    if not found.decided:
        questions = counted(found.statistics.undetermined, "question")
        yield f"partial: Z3 did not decide {questions}; more may be settled, or conflict, than is told"
    if found.consistent and found.known is not None:
        yield from _knowledge(found.known, found, "All that they say")
        return
    number = counted(len(found.conflicts), "minimal conflict")
    yield f"no reading agrees with all of them: {number}" + ("" if found.exhausted else " looked at; there are more")
    for conflict in found.conflicts:
        yield from _conflict(conflict)
    if found.known is not None:
        yield from _knowledge(found.known, found, "What no conflict touches")
    for era in found.eras:
        yield from _knowledge(era.knowledge, found, f"The answers {_time(era)}")


def _time(era: Era) -> str:
    words = [f"{word} {day}" for word, day in zip(("since", "until"), _days(era), strict=True) if day]
    return " ".join(words) or "of all times"


def _days(era: Era) -> tuple[str | None, str | None]:
    since = None if era.since is None else era.since.first.isoformat()
    return since, None if era.until is None else era.until.last.isoformat()


def _conflict(conflict: Conflict) -> Iterator[str]:
    if not conflict.about:
        yield f"  {_voice(conflict.voices[0])} by itself: its boards are meant for rulesets that differ"
        return
    yield f"  about {'; or about '.join(' and '.join(names) for names in conflict.about)}:"
    for number, voice in enumerate(conflict.voices):
        sides = [f"{clause}: {BAR.join(sides[number])}" for clause, sides in conflict.sides.items()]
        yield f"    {_voice(voice)}" + (f" - {'; '.join(sides)}" if sides else "")


def _voice(voice: Voice) -> str:
    """Its rulings with their dates, any one of which will do."""
    named = [f"{one.id} ({one.source.answered})" for one in voice.rulings]
    told = named if len(named) <= MOST_TOLD else [*named[:MOST_TOLD], f"{len(named) - MOST_TOLD} more"]
    return " or ".join(told)


def _knowledge(known: Knowledge, found: Inference, whose: str) -> Iterator[str]:
    yield ""
    yield f"{whose}: {known.number:,} of {found.readings:,} readings left"
    for one in known.settled:
        yield f"  {one.clause}: {one.value}"
        yield f"    settled by {_settling(one)}"
    untouched = [free for free in known.free if set(free.values) == set(found.clauses[free.clause].labels or ())]
    for free in known.free:
        if free not in untouched:
            yield f"  {free.clause}: free between {' and '.join(free.values)}"
    if untouched:
        yield f"  free, with every value left: {'; '.join(free.clause for free in untouched)}"
    for tie in known.ties:
        pairs = BAR.join(f"{one} with {other}" for one, other in tie.pairs)
        yield f"  {' and '.join(tie.clauses)} are tied: {pairs}"


def _settling(one: Settled) -> str:
    by = ", with ".join(map(_voice, one.by))
    alone = sum(len(voice.rulings) for voice in one.alone) - (len(one.by[0].rulings) if len(one.by) == 1 else 0)
    return f"{by}; as much is said by {counted(alone, 'other ruling')}" if alone else by


def question(asked: NextQuestion | None, every: bool, tell: Narrator) -> Iterator[str]:
    """The board to ask about, and what each answer would leave; whether every board was tried."""
    yield ""
    if not every:
        yield "The limit of seconds was reached before every board was tried"
    if asked is None:
        yield "The next question: on no board that was tried do the readings that are left differ"
        return
    left = counted(asked.worst, "reading")
    board = asked.asked
    when = "without a date" if board.answered == UNDATED else board.answered
    name = f"{board.name} (answered {when})" if board.answered else board.name
    yield f"The next question: {name}, under the card texts of {asked.ruleset}; it leaves {left} at most"
    yield from (f"    {line}" for line in board.text.splitlines())
    for number, answer in enumerate(asked.answers, 1):
        yield f"  answer {number} leaves {counted(answer.number, 'reading')}: {'; '.join(_left(answer, asked))}"
        said = list(_said(answer, asked, tell))
        yield from (f"    {line}" for line in said[:MOST_TOLD])
        if len(said) > MOST_TOLD:
            yield f"    {len(said) - MOST_TOLD} more (--json has them)"
        if not said:
            yield "    nothing of what other answers say"


def _left(answer: PossibleAnswer, asked: NextQuestion) -> Iterator[str]:
    """The free clauses on which the answers differ, with the values left by this one."""
    for place, free in enumerate(answer.left):
        if any(other.left[place] != free for other in asked.answers):
            yield f"{free.clause}: {BAR.join(free.values)}"


def _said(answer: PossibleAnswer, asked: NextQuestion, tell: Narrator) -> Iterator[str]:
    yield from map(str, answer.claims)
    yield from (f"can: {move}" for move in answer.moves)
    yield from (f"can be left: {tell.summary(one, asked.start)}" for one in answer.outcomes)


# ---- JSON ------------------------------------------------------------------------------------------------------------


def document(
    found: Inference, rulesets: Sequence[str], asked: NextQuestion | None, every: bool, tell: Narrator
) -> dict[str, Any]:
    """The document ``endphase/infer/1``; ``every`` board was tried for the question, or the time was up."""
    statistics = found.statistics
    return {
        "schema": SCHEMA,
        "rulesets": list(rulesets),
        "complete": found.complete and every,
        "consistent": found.consistent,
        "readings": found.readings,
        "voices": [
            {
                "readings": str(voice.readings),
                "rulings": [{"id": one.id, "answered": one.source.answered} for one in voice.rulings],
            }
            for voice in found.voices
        ],
        "silent": _ids(found.silent),
        "cut_short": _ids(found.cut_short),
        "exhausted": found.exhausted,
        "conflicts": [_conflict_data(one) for one in found.conflicts],
        "known": None if found.known is None else _knowledge_data(found.known),
        "eras": [
            {**dict(zip(("since", "until"), _days(era), strict=True)), **_knowledge_data(era.knowledge)}
            for era in found.eras
        ],
        "question": None if asked is None else _question_data(asked, tell),
        "z3": {
            "queries": statistics.queries,
            "remembered": statistics.remembered,
            **({} if found.decided else {"undetermined": statistics.undetermined}),
        },
    }


def _ids(rulings: Iterable[Ruling]) -> list[str]:
    return [one.id for one in rulings]


def _conflict_data(conflict: Conflict) -> dict[str, Any]:
    return {
        "voices": [_ids(voice.rulings) for voice in conflict.voices],
        "about": [list(names) for names in conflict.about],
        "sides": {clause: [list(values) for values in sides] for clause, sides in conflict.sides.items()},
    }


def _knowledge_data(known: Knowledge) -> dict[str, Any]:
    return {
        "left": known.number,
        "settled": [
            {
                "clause": one.clause,
                "value": one.value,
                "by": [_ids(voice.rulings) for voice in one.by],
                "alone": [name for voice in one.alone for name in _ids(voice.rulings)],
            }
            for one in known.settled
        ],
        "free": [{"clause": one.clause, "values": list(one.values)} for one in known.free],
        "ties": [{"clauses": list(one.clauses), "pairs": [list(pair) for pair in one.pairs]} for one in known.ties],
    }


def _question_data(asked: NextQuestion, tell: Narrator) -> dict[str, Any]:
    return {
        "board": asked.asked.name,
        "answered": asked.asked.answered or None,
        "text": asked.asked.text,
        "ruleset": asked.ruleset,
        "worst": asked.worst,
        "answers": [
            {
                "left": one.number,
                "clauses": {free.clause: list(free.values) for free in one.left},
                "claims": [str(claim) for claim in one.claims],
                "can": list(one.moves),
                "outcomes": [
                    {"summary": tell.summary(outcome, asked.start), "facts": outcome.facts} for outcome in one.outcomes
                ],
            }
            for one in asked.answers
        ],
    }
