"""Boards on which something is open: exact conditions, by bits and by terms, and what closed commands say to them."""

from itertools import pairwise

import pytest

from explorer.game import ground
from explorer.game.outcome import Projection
from explorer.game.players import Player
from explorer.questions import Verdict, check_ruling, inquire, outcomes
from explorer.questions import cases as open_cases
from explorer.questions.boxes import described
from explorer.questions.cases import inquire_open
from explorer.questions.partition import partition
from explorer.search.conditions import Cases, Terms
from explorer.system.evaluation import evaluate
from explorer.system.terms import any_of, enumeration, equal, negate, read
from models.board import read_board
from models.claims import read_claims
from models.documents import read_document
from models.errors import InputError
from models.library import Library
from models.ruling import read_ruling

LIBRARY = Library()
RULESET = LIBRARY.ruleset("ocg")
CLEAR_WORLD = "turn player: {life: open, field zone: [Clear World]}"
SET_CARD = """
turn player: {monsters: [{Majestic Mech - Ohka: Normal Summoned without Tributing}]}
opponent:
  spells and traps:
    - {one of: [Royal Decree, Compulsory Evacuation Device, nothing], each: [set, 'set this turn': open]}
"""
ASSUMING = """
turn player: {life: 1..3000, monsters: [{Mystical Elf: {face: open}}]}
assume:
  - the turn player's life is 2000 or more or Mystical Elf on the field face-down
  - not the turn player's life is 2500 or more
"""


def board(text):
    """The board that a text describes."""
    return read_board(read_document(text, "board"), LIBRARY)


def opened(text):
    """The board, searched in all cases."""
    return inquire_open(board(text), LIBRARY, RULESET)


def allowed(inquiry):
    """The cases that there are, among all values of what is open."""
    system = inquiry.graph.system
    everything = Terms(system.open_variables)
    return str(described(everything, system.assume, system.open_variables))


@pytest.fixture(params=[Cases, Terms], ids=["listed", "terms"])
def kind(request, monkeypatch):
    """Both kinds of conditions."""
    monkeypatch.setattr(open_cases, "MOST_LISTED", 10**9 if request.param is Cases else 0)
    return request.param


def test_a_cost_to_pay_needs_so_much_life(kind):
    """Clear World costs 500: who has less loses it, who has just 500 may lose the Duel."""
    inquiry = opened(CLEAR_WORLD)
    assert isinstance(inquiry.conditions, kind)
    lost, paid, gone = partition(inquiry).outcomes
    assert (lost.outcome.result, str(lost.possible)) == ("opponent", "turn player's life = 500")
    assert str(dict(paid.outcome.life)["turn player"]) == "turn player's life - 500"
    assert str(paid.possible) == "turn player's life >= 501"
    assert str(gone.possible) == "always"
    assert str(gone.enforceable[Player.OPPONENT]) == "turn player's life <= 499"
    assert [str(part.cases).removeprefix("turn player's life ") for part in partition(inquiry).parts] == [
        "<= 499",
        "= 500",
        ">= 501",
    ]


@pytest.mark.parametrize("life", [1, 499, 500, 501, 99_999])
def test_the_ends_of_each_part_are_as_the_closed_board(kind, life):
    """On both sides of what the conditions say."""
    inquiry = opened(CLEAR_WORLD)
    (variable,) = inquiry.graph.system.open_variables
    found, closed = inquiry.closed({variable: life}), board(CLEAR_WORLD.replace("open", str(life)))
    expected = inquire(closed, LIBRARY, RULESET)
    assert len(found.graph.states) == len(expected.graph.states)
    assert [(o.outcome, o.enforceable_by) for o in outcomes(found)] == [
        (o.outcome, o.enforceable_by) for o in outcomes(expected)
    ]


def test_what_is_the_same_in_all_cases_is_not_open():
    """Whether it was set this turn is open, but it lies face-down in any case."""
    opened_at = {variable.name for variable in ground(board(SET_CARD), LIBRARY, RULESET).whole.opened}
    assert {name for name in opened_at if name.startswith("Royal Decree")} == {
        "Royal Decree.spot",
        "Royal Decree.set this turn",
    }


def test_one_set_card_among_several(kind):
    """Set this turn it does nothing, and which it is decides what else can happen."""
    found = partition(opened(SET_CARD))
    assert [(str(part.cases).replace("opponent's open card", "it"), part.outcomes) for part in found.parts] == [
        ("it = Royal Decree and it: set this turn = no", (2, 5)),
        ("it = Royal Decree and it: set this turn = yes", (2,)),
        ("it = Compulsory Evacuation Device and it: set this turn = no", (3, 4)),
        ("it = Compulsory Evacuation Device and it: set this turn = yes", (3,)),
        ("it = nothing", (1,)),
    ]


def test_what_is_assumed_leaves_these_cases(kind):
    """Face-down with 1 to 2499 life points, face-up with 2000 to 2499."""
    inquiry = opened(ASSUMING)
    assert isinstance(inquiry.conditions, kind)
    assert allowed(inquiry) == (
        "(turn player's life <= 2499 and Mystical Elf: face = face-down) or turn player's life = 2000..2499"
    )


def test_both_kinds_of_conditions_search_alike():
    """The same states and steps, in the same order."""
    inquiry = opened(SET_CARD)
    system = inquiry.graph.system
    other = open_cases.explore_open(system, Terms(system.open_variables, system.assume), apart=inquiry.game.of_cards)
    assert other.states == inquiry.graph.states
    assert [[(e.command, e.target) for e in edges] for edges in other.edges] == [
        [(e.command, e.target) for e in edges] for edges in inquiry.graph.edges
    ]
    assert other.conditions.questions.queries > 0
    assert other.conditions.questions.undetermined == inquiry.conditions.questions.queries == 0


def test_a_fact_that_matters_to_nobody_makes_no_case():
    """Whether Mystical Elf was Normal Summoned is nobody's business."""
    inquiry = opened("turn player: {monsters: [{Mystical Elf: {Normal Summoned: open}}]}")
    assert (inquiry.graph.system.open_variables, len(inquiry.classes())) == ((), 1)


def test_no_case_has_four_copies_of_a_card():
    """Of two open cards and two known ones three at most are Royal Decree."""
    known = "graveyard: [{Royal Decree: 2 copies}]"
    choice = "{one of: [Royal Decree, nothing], each: set}"
    inquiry = opened(f"opponent: {{{known}, spells and traps: [{choice}, {choice}]}}")
    assert allowed(inquiry) == ("opponent's open card (2) = nothing or opponent's open card = nothing")


def test_what_is_certain_of_the_start_is_told_as_such():
    """An open card is left out, an open number is told as it is."""
    start = opened(SET_CARD.replace("monsters", "life: open, monsters")).game.start
    assert [card.name for card in start.cards] == ["Majestic Mech - Ohka"]
    assert str(dict(start.life)["turn player"]) == "turn player's life"


def test_some_quick_effect_is_every_quick_card():
    """Each card of the library is a case; Royal Decree is one of those that can be turned up."""
    inquiry = opened("opponent: {spells and traps: [some quick effect or none]}")
    (card,) = inquiry.graph.system.open_variables
    assert len(inquiry.conditions.cases) == 1 + sum(one.is_quick for one in LIBRARY.cards)
    case = {card: card.labels.index("Royal Decree")}
    closed = inquire(board("opponent: {spells and traps: [{Royal Decree: set}]}"), LIBRARY, RULESET)
    assert {one.outcome for one in outcomes(inquiry.closed(case))} == {one.outcome for one in outcomes(closed)}


@pytest.mark.parametrize("command", [["best"], ["why", "the turn player passes"], ["compare", "--rulesets", "ocg,tcg"]])
def test_a_closed_command_refuses_what_is_open(command, tmp_path, capsys):
    """It says what is open, where, and who answers with conditions."""
    from explorer.cli import run

    path = tmp_path / "board.yaml"
    path.write_text(CLEAR_WORLD, encoding="utf-8")
    assert run([command[0], str(path), *command[1:]]) == 2
    assert "board.yaml:1:21: this is open: turn player's life: 1 to 99,999" in (err := capsys.readouterr().err)
    assert "endphase explore" in err


def verdict(*claims):
    """The answers to claims of a ruling on the board of Clear World."""
    lines = "\n".join(f"  - {claim}" for claim in claims)
    text = (
        "ruling: X1\nasks: What?\nsource: {authority: nobody}\nstatus: settled\nrulesets: [ocg]\n"
        f"board:\n  {CLEAR_WORLD}\nclaims:\n{lines}\n"
    )
    return check_ruling(read_ruling(read_document(text, "ruling"), LIBRARY), LIBRARY, RULESET)


def test_a_claim_about_an_open_board_holds_if_it_holds_in_every_case():
    """Clear World may always be lost; that the Duel may be lost is so in one case only."""
    found = verdict("possible: Clear World in the GY", "possible: the opponent wins")
    assert found.verdict is Verdict.CONTRADICTED
    assert [answer.holds for answer in found.claims] == [True, False]
    assert str(found.claims[1].because).endswith("where turn player's life: 1")


def test_a_claim_about_how_many_outcomes_there_are_is_refused():
    """Outcomes with open numbers are not the same in two cases."""
    with pytest.raises(InputError, match="cannot be asked of all cases at once"):
        verdict("outcomes: 2")


def test_what_z3_does_not_decide_is_undetermined():
    """Twelve pigeons in eleven holes, with a hundredth of a second to think: nobody says that they fit."""
    pigeons = [enumeration(f"pigeon {n}", [str(hole) for hole in range(11)]) for n in range(12)]
    apart = [negate(equal(read(one), read(other))) for n, one in enumerate(pigeons) for other in pigeons[n + 1 :]]
    sets = Terms(pigeons, seconds=0.01)
    crowded = negate(any_of(negate(fact) for fact in apart))
    assert sets.possible(crowded)
    assert not sets.decided(crowded)
    assert str(described(sets, crowded, pigeons)).startswith("undetermined: ")
    assert sets.questions.undetermined == 1
    first, second = next(pairwise(pigeons))
    assert sets.decided(equal(read(first), read(second)))


def test_copies_exchange_all_that_is_told_of_them():
    """Of two Set copies the place of one goes with its own face."""
    game = ground(board("turn player: {spells and traps: [{Royal Decree: [set, 2 copies]}]}"), LIBRARY, RULESET)
    terms = list(game.projection.of_cards)
    assert [list(group) for group in game.projection.alike] == [[tuple(terms[:2]), tuple(terms[2:])]]


def test_an_open_position():
    """A monster of which it is open is in Attack or in Defense Position: no case is left out, and none is added."""
    game = ground(board("turn player: {monsters: [{Mystical Elf: {position: open}}]}"), LIBRARY, RULESET)
    (member,) = game.scene.members
    (note,) = member.notes
    start = game.scene.words.opened[member.defense]
    assert [evaluate(start, {note: value}) for value in (0, 1)] == [label == "defense" for label in note.labels]


def test_an_outcome_about_some_cards():
    """No other card is told of in it, and no unnamed ones are counted."""
    game = ground(board("turn player: {hand: [2 unnamed cards], monsters: [Mystical Elf]}"), LIBRARY, RULESET)
    counted = {read(number) for number in game.scene.unnamed.values()}
    assert counted <= {*Projection(game.scene).terms}
    assert counted.isdisjoint(Projection(game.scene, ["Mystical Elf"]).terms)
    assert counted


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("can: the opponent passes", "in every case; a play shows it"),
        ("cannot: the turn player activates Mystical Elf", "in every case; no play does it"),
        ("can: the turn player activates Mystical Elf", "no play does it, where turn player's life: 100"),
    ],
)
def test_a_claim_is_about_every_case(claim, told):
    """If it does not hold, the first case is told in which it does not."""
    laid = board("turn player: {life: 100..101, monsters: [Mystical Elf]}")
    (said,) = read_claims([claim], laid, LIBRARY)
    answer = inquire_open(laid, LIBRARY, RULESET).ask(said)
    assert f"{answer.because}" == told
    assert answer.holds is told.startswith("in every case")
