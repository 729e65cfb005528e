"""Two rulesets on every board of the corpus: what ``docs/findings`` says of them, and that every play replays.

Slow (some two minutes): every board is grounded under six rulesets, once each.
"""

import re
import shlex
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from explorer.game import Happening
from explorer.questions.compare import Likeness, compare, compare_corpus
from explorer.subjects import pair
from explorer.system.evaluation import evaluate
from explorer.system.reference import ReferenceStepper
from models.board import bare, read_board
from models.documents import read_document
from models.library import Library
from reports.comparison import summary
from reports.narration import narrator

FINDINGS = Path(__file__).parents[2] / "docs" / "findings"
LIBRARY = Library()
MODULE = sys.modules["explorer.questions.compare"]
SHOWN = [
    (page.name, command, output.strip().split("\n")[-1])
    for page in sorted(FINDINGS.glob("*.md"))
    for command, output in re.findall(
        r"^```console corpus\n\$ (.*)\n((?:.*\n)*?)^```", page.read_text(encoding="utf-8"), re.M
    )
]


def rulesets_of_call(command):
    """The two rulesets that a call of ``endphase compare --corpus`` is about."""
    words = shlex.split(command)
    assert words[:4] == ["uv", "run", "endphase", "compare"]
    assert "--corpus" in words
    options = dict(pairwise(words))
    flips = [words[number + 1] for number, word in enumerate(words) if word == "--flip"]
    return pair(options.get("--rulesets"), flips, LIBRARY)


@pytest.fixture(scope="module")
def corpus():
    """Compares two rulesets on the corpus; each board is grounded once under each ruleset."""
    inquired, compared = {}, {}
    inquire = MODULE.inquire

    def remembered(board, library, ruleset, **options):
        key = id(board), ruleset.id
        if key not in inquired:
            inquired[key] = inquire(board, library, ruleset, **options)
        return inquired[key]

    def call(one, other):
        key = one.id, other.id
        if key not in compared:
            compared[key] = list(compare_corpus(LIBRARY, one, other))
        return compared[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "inquire", remembered)
        call.inquire = remembered
        yield call


def test_the_findings_show_the_corpus():
    assert len({name for name, _, _ in SHOWN}) == 3
    assert len(SHOWN) == 4


@pytest.mark.parametrize(("page", "command", "last"), SHOWN, ids=[command for _, command, _ in SHOWN])
def test_a_finding_says_what_the_corpus_says(corpus, page, command, last):
    assert summary(corpus(*rulesets_of_call(command)), narrator("en", LIBRARY)) == last, page


PAIRS = [*[command for _, command, _ in SHOWN], "uv run endphase compare --corpus --rulesets ocg,tcg"]


@pytest.mark.parametrize("command", PAIRS)
def test_every_distinguishing_play_replays(corpus, command):
    """By the reference stepper: to its end on one side; on the other it stops where it is said to, or ends elsewhere."""
    both = rulesets_of_call(command)
    boards = {case.at: case.board for ruling in LIBRARY.rulings for case in ruling.cases}
    cases = iter(board for board in boards.values())
    for one in corpus(*both):
        board, found = next(cases), one.comparison
        assert (found.play is None) is (found.likeness in (Likeness.SAME, Likeness.CHOICES)), one.name
        if found.play is not None:
            games = [corpus.inquire(board, LIBRARY, ruleset).game for ruleset in both]
            assert_replays(games, found, one.name)


def assert_replays(games, found, name):
    """The play of the one side, the play or what is left of it of the other, and that they differ."""
    play = found.play
    told, followed = play.followed[play.through], play.followed[1 - play.through]
    mine, theirs = games[play.through], games[1 - play.through]
    ends = {game: leads_to(game.system, steps) for game, steps in ((mine, told.steps), (theirs, followed.steps))}
    assert all(ends.values()), name
    for game, one in ((mine, told), (theirs, followed)):
        if one.outcome is not None:
            assert one.outcome in outcomes(game, ends[game]), name
    if play.power is not None:
        wanted = [found.outcomes[number - 1] for number in play.power.outcomes]
        assert told.outcome in wanted, name
        assert followed.outcome not in wanted, name
    elif followed.stop is not None:
        assert followed.stop.step == len(followed.steps) + 1, name
        assert followed.stop.happening == told.steps[len(followed.steps)].happening, name
        assert not leads_to(theirs.system, [*followed.steps, told.steps[len(followed.steps)]]), name
    else:
        assert len(followed.steps) == len(told.steps), name
        assert told.outcome not in outcomes(theirs, ends[theirs]), name


def seen(happening):
    assert isinstance(happening, Happening)
    names = [tuple(sorted(part)) for part in (happening.cost, happening.targets, happening.chosen)]
    return (happening.by, happening.kind, happening.card, *names, happening.unnamed, happening.option, happening.effect)


def leads_to(system, steps):
    """All states that steps which look like these lead to."""
    stepper = ReferenceStepper(system)
    alike = {}
    for number, command in enumerate(system.commands):
        alike.setdefault(seen(command.event), []).append(number)
    states = {stepper.initial_state()}
    for step in steps:
        states = {
            stepper.successor(state, number)
            for state in states
            for number in alike.get(seen(step.happening), ())
            if all(evaluate(clause.term, system.values(state)) for clause in system.commands[number].guard)
        }
    return states


def outcomes(game, states):
    """What is left in those of the states in which play is over."""
    stepper = ReferenceStepper(game.system)
    return {game.outcome(state) for state in states if not stepper.moves(state)}


@pytest.mark.parametrize("name", LIBRARY.ruleset_ids)
def test_a_ruleset_is_the_same_as_itself(name):
    """On every tenth board of the corpus."""
    boards = [case.board for ruling in LIBRARY.rulings for case in ruling.cases][::10]
    ruleset = LIBRARY.ruleset(name)
    found = [compare(board, LIBRARY, ruleset, ruleset) for board in boards]
    assert {one.likeness for one in found} == {Likeness.SAME}
    assert all(one.play is None and one.all_sets for one in found)


# ---- boards on which rulesets are known to differ --------------------------------------------------------------------


def board_of(name):
    return read_board(bare(read_document((FINDINGS / name).read_text(encoding="utf-8"))), LIBRARY)


def likeness(ruling, one, other):
    board = LIBRARY.ruling(ruling).cases[0].board
    return compare(board, LIBRARY, LIBRARY.ruleset(one), LIBRARY.ruleset(other)).likeness


@pytest.mark.parametrize(
    ("ruling", "one", "other", "expected"),
    [
        ("A05", "ocg-2013", "tcg", Likeness.PLAYS),
        ("A06", "ocg-2013", "simulator", Likeness.OUTCOMES),
        ("B12", "ocg-2013", "simulator", Likeness.OUTCOMES),
        ("C02", "ocg-2013", "simulator", Likeness.POWERS),
        ("A08", "ocg", "tcg", Likeness.SAME),
    ],
)
def test_a_board_on_which_it_is_known(ruling, one, other, expected):
    assert likeness(ruling, one, other) is expected
    assert likeness(ruling, other, one) is expected


SMALLEST = [("compelled-act.yaml", "compelled act"), ("second-offer.yaml", "second offer to the turn player")]


@pytest.mark.parametrize(("name", "clause"), SMALLEST)
def test_the_powers_differ_by_the_clause_alone(name, clause):
    """Outcomes do not; and what one side can force the other player can prevent on the other."""
    one, other = pair("ocg", [clause], LIBRARY)
    found = compare(board_of(name), LIBRARY, one, other)
    assert (found.same_outcomes, found.same_powers, found.all_sets) == (True, False, True)
    assert found.play.power in found.powers_only_in[found.play.through]


@pytest.mark.parametrize(("name", "clause"), SMALLEST)
def test_no_card_of_the_board_can_be_left_out(name, clause):
    """Without any one of them the powers are the same."""
    text = (FINDINGS / name).read_text(encoding="utf-8")
    cards = re.findall(r"Insect Queen|\{[A-Z][^{}]*\}", text)
    assert len(cards) in (4, 5)
    one, other = pair("ocg", [clause], LIBRARY)
    for place in re.finditer(r"Insect Queen|\{[A-Z][^{}]*\}", text):
        left = text[: place.start()] + text[place.end() :]
        left = re.sub(r"\[, ", "[", re.sub(r", \]", "]", left))
        if "Rekindling" in place[0]:
            left = left.replace("lingering: [Rekindling by turn player on Flamvell Guard]", "")
        board = read_board(bare(read_document(left)), LIBRARY)
        assert compare(board, LIBRARY, one, other).same_powers, place[0]
