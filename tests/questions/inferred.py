"""What is inferred from made-up evidence, on record: whole, since that is short.

Each set of evidence has some rulings of the library, of which each is said to allow the readings of one or two clauses
that are drawn for it. What they settle, what is free and tied, where they conflict, and in which eras they do not.

``python -m tests.questions.inferred`` writes the record anew; look at what has changed before you commit it.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from explorer.questions.evidence import Evidence, clause_variables
from explorer.questions.infer import Inference, Knowledge, Voice, infer
from explorer.system.nodes import Term
from explorer.system.terms import TRUE, all_of, any_of, one_of, read
from tests.records import read as recorded
from tests.records import write
from tests.rulings.sizes import library

RECORD = Path(__file__).with_name("inferred.json")
SETS = 60


def some_values(chance: Random) -> Term:
    """That a clause has one of some of its values, not of all."""
    variable = chance.choice(list(clause_variables(library()).values()))
    assert variable.labels is not None
    number = chance.randint(1, len(variable.labels) - 1)
    return one_of(read(variable), sorted(chance.sample(range(len(variable.labels)), number)))


def readings(chance: Random) -> Term:
    """What a ruling is said to allow: once in eight everything."""
    if chance.randrange(8) == 0:
        return TRUE
    terms = [some_values(chance) for _ in range(chance.choice([1, 1, 2, 3]))]
    return chance.choice([all_of, any_of])(*terms)


def evidence(number: int) -> list[Evidence]:
    """The set of evidence of this number."""
    chance = Random(number)
    rulings = chance.sample(library().rulings, chance.randint(1, 14))
    return [Evidence(one, readings(chance), chance.randrange(10) > 0) for one in rulings]


def names(voices: Sequence[Voice]) -> str:
    """Who speaks."""
    return ", ".join("/".join(one.id for one in voice.rulings) for voice in voices)


def known(found: Knowledge) -> Iterator[str]:
    """What is settled, free and tied."""
    yield f"{found.number} readings left by {names(found.voices)}"
    for one in found.settled:
        yield f"{one.clause}: {one.value}, by {names(one.by)}; alone {names(one.alone)}"
    yield from (f"free: {one.clause}: {', '.join(one.values)}" for one in found.free)
    yield from (f"tied: {one.clauses}: {one.pairs}" for one in found.ties)


def inferred(found: Inference) -> Iterator[str]:
    """All that is inferred; of each era only what is settled there and how many readings are left."""
    yield f"{names(found.voices)}; silent {[one.id for one in found.silent]}"
    yield f"cut short {[one.id for one in found.cut_short]}; exhausted {found.exhausted}, complete {found.complete}"
    for one in found.conflicts:
        yield f"conflict of {names(one.voices)} about {one.about}: {dict(one.sides)}"
    yield from known(found.known) if found.known else ["nothing is known"]
    for era in found.eras:
        yield f"from {era.since} until {era.until}: {next(known(era.knowledge))}"
        yield "; ".join(f"{one.clause}: {one.value}" for one in era.knowledge.settled)


def measured(number: int) -> list[str]:
    """What is inferred from a set of evidence; at most one conflict is looked for in every fifth."""
    return [*inferred(infer(library(), evidence(number), *([] if number % 5 else [1])))]


def record() -> list[list[str]]:
    """The record as it was written."""
    found: list[list[str]] = recorded(RECORD)
    return found


def main() -> None:
    """Write the record."""
    write(RECORD, [measured(number) for number in range(SETS)])


if __name__ == "__main__":
    main()
