"""The next question: a board whose answer parts the readings that are left, and its file."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from textwrap import indent

import pytest

from explorer.questions.boards import of_pairs, of_rulings
from explorer.questions.claims import ask, watched
from explorer.questions.evidence import Evidence, clause_variables
from explorer.questions.infer import infer
from explorer.questions.inquiry import inquire
from explorer.questions.next_question import Candidate, _moves, next_question
from explorer.questions.verdicts import check_case
from explorer.search.explore import Limits
from explorer.system.terms import all_of, equal, implies, read
from models.arguments import as_board
from models.board import read_board
from models.documents import read_document
from models.library import Library
from models.ruling import read_case
from reports.question_file import question_file

SPELL = """\
- name: Café Wall
  ja: 喫茶店の壁
  passcode: 1
  kind: continuous spell
  effects:
    - applies: cards in the Deck cannot be drawn
"""

LIBRARY = Library()
CLAUSES = clause_variables(LIBRARY)
OCG = LIBRARY.ruleset("ocg")
CHAINS, TRIGGERS, END = (
    "chains after the adjustment",
    "mandatory triggers after the adjustment",
    "at the end of the End Phase",
)


def knowing_all_but(*free):
    """That every other clause is as in the OCG."""
    terms = [
        equal(read(variable), variable.labels.index(OCG[name]))
        for name, variable in CLAUSES.items()
        if name not in free
    ]
    return infer(LIBRARY, [Evidence(LIBRARY.ruling("A08"), all_of(*terms))]).known


def candidates(*names):
    return [one for one in of_rulings(LIBRARY) if one.name in names]


def asked(free, *names, **options):
    return next_question(LIBRARY, knowing_all_but(*free), OCG, candidates(*names), **options)


def left(answer):
    return {free.clause: free.values for free in answer.left}


def test_two_answers():
    """B11's board: a mandatory trigger that becomes due after the adjustment is activated, or not."""
    found = asked([CHAINS, TRIGGERS], "B11")
    assert [one.number for one in found.answers] == [4, 2]
    assert found.worst == 4
    no, yes = found.answers
    assert left(yes) == {CHAINS: ("one", "as many as arise"), TRIGGERS: ("yes",)}
    assert left(no) == {CHAINS: ("one, directly", "one", "as many as arise"), TRIGGERS: ("yes", "no")}
    assert any("after the hand-size adjustment" in move for move in yes.moves)
    assert yes.outcomes
    assert not set(yes.moves) & set(no.moves)


def test_answers_share_out_all_readings_that_are_left():
    found = asked([CHAINS, TRIGGERS, END], "B12")
    assert sum(one.number for one in found.answers) == knowing_all_but(CHAINS, TRIGGERS, END).number == 12


def test_what_no_reading_that_is_left_would_answer_is_no_answer():
    """Each value of both clauses is left, but not both of those under which B11's trigger is activated."""
    chains, triggers = CLAUSES[CHAINS], CLAUSES[TRIGGERS]
    directly, yes = chains.labels.index("one, directly"), triggers.labels.index("yes")
    knowledge = knowing_all_but(CHAINS, TRIGGERS)
    tie = implies(equal(read(triggers), yes), equal(read(chains), directly))
    tied = replace(knowledge, remaining=all_of(knowledge.remaining, tie))
    assert next_question(LIBRARY, tied, OCG, candidates("B11")) is None
    assert next_question(LIBRARY, knowledge, OCG, candidates("B11")) is not None


@pytest.mark.parametrize(("name", "number"), [("A15", 9), ("B06", 5), ("B20", 12)])
def test_each_move_that_is_told_can_be_claimed(name, number):
    """As it is told; and it is so."""
    (board,) = candidates(name)
    moves = sorted(set(_moves(inquire(board.board, LIBRARY, OCG))))
    said = "".join(f"  - can: {move}\n" for move in moves)
    document = f"board:\n{indent(board.text, '  ')}claims:\n{said}"
    case = read_case(read_document(document, name), ("ocg",), LIBRARY)
    answers = check_case(case, LIBRARY, OCG).claims
    assert [one.holds for one in answers] == [True] * number


def test_the_board_that_leaves_least():
    """B33's parts the readings in halves, B11's leaves four of six; the order in which they are tried does not count."""
    free = [TRIGGERS, END, CHAINS]
    knowledge = knowing_all_but(*free)
    boards = candidates("B11", "B33")
    for tried in (boards, boards[::-1]):
        found = next_question(LIBRARY, knowledge, OCG, tried)
        assert (found.asked.name, found.worst) == ("B33", 6)


def test_of_equally_good_boards_the_smallest():
    """B12's board with a card in the GY that does nothing shows as much as without it."""
    (small,) = candidates("B12")
    text = small.text + "opponent: {graveyard: [Mystical Elf]}\n"
    large = Candidate("large", read_board(read_document(text), LIBRARY), text)
    bare = Candidate("small", small.board, small.text)
    knowledge = knowing_all_but(CHAINS, TRIGGERS)
    assert (large.size, bare.size) == (4, 3)
    for tried in ([large, bare], [bare, large]):
        assert next_question(LIBRARY, knowledge, OCG, tried).asked is bare
    alone = [next_question(LIBRARY, knowledge, OCG, [one]).worst for one in (large, bare)]
    assert alone[0] == alone[1]


def test_no_board_tells_them_apart():
    """A08 goes the same way whatever becomes of chains after the adjustment."""
    assert asked([CHAINS], "A08") is None


def test_a_board_that_is_cut_short_is_passed_over():
    assert asked(["second offer to the turn player"], "A27", limits=Limits(states=1)) is None


def test_what_an_answer_says_is_so():
    """Each claim and move that an answer names holds in a closed search under the readings it leaves, and in no other."""
    found = asked([CHAINS, TRIGGERS], "B12")
    for answer in found.answers:
        values = {name: labels[0] for name, labels in left(answer).items()}
        claims = [claim for one in found.answers for claim in one.claims]
        watching = [what for claim in claims for what in watched(claim)]
        inquiry = inquire(found.asked.board, LIBRARY, OCG.changed(values), watching=watching)
        assert {claim.text for claim in claims if ask(inquiry, claim).holds} == {one.text for one in answer.claims}
        assert set(answer.outcomes) <= set(inquiry.ends)


class TestBoards:
    def test_the_text_of_each_board_is_the_board(self):
        """Read again it has the same cards, and the same lingers."""
        found = [*of_rulings(LIBRARY)]
        assert len(found) == sum(len(ruling.cases) for ruling in LIBRARY.rulings)
        for one in found:
            again = read_board(read_document(one.text), LIBRARY)
            assert [(card.name, card.zone, card.side, card.face) for card in again.cards] == [
                (card.name, card.zone, card.side, card.face) for card in one.board.cards
            ]
            assert again.names == one.board.names

    def test_a_pending_question_has_no_answer_yet(self):
        found = {one.name: one.answered for one in of_rulings(LIBRARY)}
        assert (found["B12"], found["B08"]) == ("2013-03-30", "")

    def test_pairs_are_the_same_every_time(self):
        first, again = ([one.text for one in islice(of_pairs(LIBRARY), 20)] for _ in range(2))
        assert first == again
        assert len(set(first)) == 20
        assert [one.text for one in islice(of_pairs(LIBRARY, 1), 20)] != first

    def test_pairs_lie_in_every_zone(self):
        """Two hundred of them: mostly on the field, and wherever else their cards can be."""
        zones = Counter(card.zone.value for one in islice(of_pairs(LIBRARY), 200) for card in one.board.cards)
        assert set(zones) == {"monsters", "spells and traps", "field zone", "graveyard", "hand"}
        assert zones["monsters"] + zones["spells and traps"] + zones["field zone"] > zones["graveyard"] + zones["hand"]

    def test_how_often_a_card_lies_where(self, tmp_path):
        """Of six lots four are the field, one the hand and one the GY; a Spell on the field is Set half of the time."""
        path = tmp_path / "cards.yaml"
        path.write_text(SPELL, encoding="utf-8")

        class OfTwo(Library):
            @property
            def cards(self):
                return self.card("Café Wall"), self.card("Dandylion")

        drawn = list(islice(of_pairs(OfTwo(extra=[path])), 600))
        assert {tuple(one.board.opponent.unnamed.values()) for one in drawn} == {(3,)}
        assert {tuple(one.board.turn_player.unnamed.values()) for one in drawn} == {(6,)}
        assert all('"Café Wall"' in one.text for one in drawn)
        zones = Counter(card.zone.value for one in drawn for card in one.board.cards)
        assert zones == {"spells and traps": 409, "monsters": 403, "graveyard": 200, "hand": 188}
        assert sum('{"Café Wall": "set"}' in one.text for one in drawn) == 206

    def test_the_text_of_a_pair_is_its_board(self):
        """Nobody has answered it, and nothing is claimed of it."""
        for one in islice(of_pairs(LIBRARY), 20):
            assert (one.answered, one.claims) == ("", ())
            assert read_board(read_document(one.text), LIBRARY).names == one.board.names
            assert one.size == 2


class TestFile:
    @pytest.fixture
    def written(self, tmp_path):
        path = tmp_path / "new.yaml"
        found = asked([CHAINS, TRIGGERS], "B12")
        path.write_text(question_file(found), encoding="utf-8")
        return found, path

    def test_it_is_a_ruling_that_is_pending(self, written):
        found, path = written
        board, ruling = as_board(str(path), LIBRARY)
        assert (ruling.id, ruling.status, ruling.rulesets) == ("NEW", "pending", ("ocg",))
        assert board.names == found.asked.board.names

    def test_its_claims_tell_the_answers_apart(self, written):
        """Of each claim some readings say that it holds, and others that it does not; no two answers say the same."""
        found, path = written
        _, ruling = as_board(str(path), LIBRARY)
        (case,) = ruling.cases
        said = []
        for answer in found.answers:
            values = {name: labels[0] for name, labels in left(answer).items()}
            watching = [what for claim in case.claims for what in watched(claim)]
            inquiry = inquire(case.board, LIBRARY, OCG.changed(values), watching=watching)
            said.append(tuple(ask(inquiry, claim).holds for claim in case.claims))
        assert len(set(said)) == len(found.answers)
        assert all(len(set(claim)) == 2 for claim in zip(*said, strict=True))

    def test_each_answer_is_told_with_what_it_leaves(self, written):
        found, path = written
        head = path.read_text(encoding="utf-8").splitlines()
        for number, answer in enumerate(found.answers, 1):
            (line,) = [one for one in head if one.startswith(f"# Answer {number} leaves ")]
            assert all(f"{free.clause}: {' or '.join(free.values)}" in line for free in answer.left)
